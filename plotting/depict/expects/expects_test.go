package expects_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/plotting/depict/expects"
	"example.org/espalier/plotting/depict/subject"

	"gonum.org/v1/gonum/mat"
)

var no = math.NaN()

// result is one of 40 rows with a column of yes/no, expected right nine times in ten with a probability of .9, a count
// that lies in every interval but four, and a column of numbers in units of 10 about 5.
func result() *subject.Subject {
	const n = 40
	x := mat.NewDense(n, 3, nil)
	told := &expected.Cells{Columns: 3}
	d := &inference.Dataset{X: x, Columns: []string{"wet", "legs", "height"}, Centre: []float64{0, 0, 5},
		Scale: []float64{1, 1, 10}, Kinds: []column.Kind{{Sort: column.YesNo, Levels: []string{"no", "yes"}},
			{Sort: column.Count}, {Sort: column.Number}}}
	for i := range n {
		d.Rows = append(d.Rows, "r"+string(rune('A'+i%26)))
		x.Set(i, 0, 1)
		if i%10 == 0 {
			x.Set(i, 0, 0)
		}
		x.Set(i, 1, 6)
		if i%10 == 1 {
			x.Set(i, 1, 40)
		}
		x.Set(i, 2, .5)
		log := math.Log(.9)
		if i%10 == 0 {
			log = math.Log(.1)
		}
		told.List = append(told.List,
			expected.Cell{Row: i, Column: 0, Probabilities: []float64{.1, .9}, Low: no, Middle: no, High: no, Hidden: .5,
				HiddenLow: -1, HiddenHigh: 2, Log: log},
			expected.Cell{Row: i, Column: 1, Low: 2, Middle: 6, High: 12, Hidden: .25,
				HiddenLow: 0, HiddenHigh: 1, Log: -2},
			expected.Cell{Row: i, Column: 2, Low: -1, Middle: 0, High: 1, Hidden: no,
				HiddenLow: no, HiddenHigh: no, Log: -1})
	}
	x.Set(3, 2, no)
	told.List[11].Log = no
	return &subject.Subject{Data: d, Snapshot: &inference.Snapshot{Parts: []inference.Part{told}}}
}

func TestKinds(t *testing.T) {
	kinds := expects.Kinds(result())
	if len(kinds) != 3 || kinds[0].Cells != 40 || kinds[2].Cells != 39 {
		t.Fatalf("%+v", kinds)
	}
	inferencetest.Near(t, "log", kinds[0].Log, .9*math.Log(.9)+.1*math.Log(.1), 1e-12)
	share := 0.0
	for _, b := range kinds[0].Bins {
		inferencetest.Near(t, "predicted", b.Predicted, .9, 1e-12)
		share += b.Share / float64(len(kinds[0].Bins))
	}
	inferencetest.Near(t, "share", share, .9, 1e-12)
	inferencetest.Near(t, "counts in their intervals", kinds[1].Held, .9, 1e-12)
	if text := expects.Coverage(kinds); text != "intervals of 90 % hold 90 % of 40 counts, 100 % of 39 numbers" {
		t.Error(text)
	}
}

func TestLines(t *testing.T) {
	of := expects.Of(result())
	for at, want := range map[[2]int]string{
		{1, 0}: "expected yes 90 %, no 10 %; chance of its value 90 %; hidden number 0.5 (-1 to 2)",
		{0, 0}: "expected yes 90 %, no 10 %; chance of its value 10 %; hidden number 0.5 (-1 to 2)",
		{5, 1}: "expected 6 (2 to 12); chance of its value 14 %; hidden number 0.25 (0 to 1)",
		{3, 2}: "expected 5 (-5 to 15)",
		{9, 9}: "",
	} {
		var parts []string
		for _, l := range of.Lines(at[0], at[1]) {
			parts = append(parts, l[0]+" "+l[1])
		}
		if got := strings.ReplaceAll(strings.Join(parts, "; "), "−", "-"); got != want {
			t.Errorf("%v: %q, want %q", at, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	s := result()
	all := expects.Table(s, nil, nil, 9)
	if len(all.Rows) != 9 || all.Rows[0].Cells[2].Text != "40" || all.Rows[4].Cells[2].Text != "no" ||
		all.Rows[8].Cells[2].Text != "missing" || all.Rows[8].Cells[3].Text != "5" {
		t.Errorf("%d rows: %+v", len(all.Rows), all.Rows)
	}
	one := expects.Table(s, []int{3}, nil, 9)
	if len(one.Rows) != 4 || one.Rows[1].Cells[3].Text != "yes" || one.Rows[1].Cells[4].Value != .9 ||
		one.Rows[3].Cells[5].Value != -5 {
		t.Errorf("%+v", one.Rows)
	}
	if wet := expects.Table(s, nil, []int{0}, 9); len(wet.Rows) != 80 {
		t.Errorf("%d levels of 40 cells", len(wet.Rows))
	}
}
