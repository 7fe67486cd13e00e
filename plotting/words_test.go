package plotting

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

type sheeted []Sheet

func (sheeted) Layout(vg.Point) Scene { return nil }
func (s sheeted) Sheets() []Sheet     { return s }

func sheetOf(name string, header []string, rows ...[]string) Sheet {
	return Sheet{Name: name, Header: header, Rows: slices.Values(rows)}
}

func TestInWords(t *testing.T) {
	leaves := sheetOf("leaves", []string{"position", "name", "kind", "size", "support"},
		[]string{"1", "oak", "tree", "20", "0.5"},
		[]string{"2", "rose", "bush", "1.25", ""},
		[]string{"3", "elm", "tree", "30", "0.75"},
		[]string{"4", "box", "", "2", "1"})
	wide := sheetOf("cells", []string{"name", "a", "b", "c", "d", "e", "f", "g"},
		[]string{"x", "1", "2", "3", "4", "5", "6", "7"},
		[]string{"y", "0", "-2", "3", "4", "90", "6", "7"})
	for _, c := range []struct {
		sheets sheeted
		want   string
	}{
		{nil, ""},
		{sheeted{sheetOf("nothing", []string{"a"})}, ""},
		{sheeted{leaves},
			"Leaves: 4. kind: tree 2, bush 1, none 1. size from 1.25 (rose) to 30 (elm), mean 13.3. support from 0.5 (oak) to 1 (box), mean 0.75. 1 of these values is missing."},
		{sheeted{wide}, "Cells: 2. 7 columns of numbers, from −2 (y, b) to 90 (y, e)."},
		{sheeted{sheetOf("trace", []string{"step", "score"}, []string{"0", "-5"}, []string{"1", "-2"})},
			"Trace: 2. step from 0 to 1, mean 0.5. score from −5 to −2, mean −3.5."},
		{sheeted{sheetOf("edges", []string{"source", "target", "weight"}, []string{"a", "b", "0.5"}, []string{"a", "c", "-1"},
			[]string{"b", "c", "0.5000000001"})}, "Edges: 3. weight from −1 (a–c) to 0.5 (b–c), mean 0."},
		{sheeted{sheetOf("nodes", []string{"name", "x", "y", "probability"}, []string{"a", "1", "2", "0.1"},
			[]string{"b", "3", "4", "0.3"})}, "Nodes: 2. probability from 0.1 (a) to 0.3 (b), mean 0.2."},
		{sheeted{sheetOf("birds", []string{"name", "year", "ring_id", "mass"},
			[]string{"a", "2007", "71234", "3250"}, []string{"b", "2009", "80001", "4675"})},
			"Birds: 2. year from 2007 (a) to 2009 (b), mean 2008. ring_id from 71234 (a) to 80001 (b), mean 75618. mass from 3,250 (a) to 4,675 (b), mean 3,962."},
		{sheeted{sheetOf("nodes", []string{"name", "support"}, []string{"", "0.5"}, []string{"a", "1"})},
			"Nodes: 2. support from 0.5 to 1 (a), mean 0.75."},
		{sheeted{
			{Name: "nodes", Header: []string{"name", "support"}, Rows: slices.Values([][]string{{"a", "1"}, {"", "0.5"}}),
				Unnamed: func(row int) string { return map[int]string{1: "the clade of a and b, 2 rows"}[row] }}},
			"Nodes: 2. support from 0.5 (the clade of a and b, 2 rows) to 1 (a), mean 0.75."},
		{sheeted{sheetOf("one", []string{"name", "v"}, []string{"a", "4"})}, "One: 1. v is 4."},
	} {
		if got := InWords(c.sheets); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if InWords(struct{ Figure }{}) != "" {
		t.Error("words about nothing")
	}
}
