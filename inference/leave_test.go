package inference

import (
	"gonum.org/v1/gonum/mat"

	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestKeep(t *testing.T) {
	table := newTable(
		[]float64{1, nan, 5, 2, 0},
		[]float64{2, nan, 5, 9, 1},
		[]float64{3, nan, 5, nan, 0},
		[]float64{4, 1, 5, nan, nan},
		[]float64{9, nan, 5, 3, 1},
	)
	for name, c := range map[string]struct {
		p             Preprocessing
		rows, columns []int
		note          string
	}{
		"nothing": {Preprocessing{}, []int{0, 1, 2, 3, 4}, []int{0, 1, 2, 3, 4}, ""},
		"by name": {Preprocessing{Leave: LeaveOut{Rows: NamesOf("r5", "r1"), Columns: NamesOf("c3")}}, []int{1, 2, 3},
			[]int{0, 1, 3, 4}, `Left out by hand: 2 rows "r1", "r5".`},
		"missing columns": {Preprocessing{Leave: LeaveOut{MissingColumns: LimitAt(0.4)}}, []int{0, 1, 2, 3, 4},
			[]int{0, 2, 3, 4}, `Left out because more than 40 % of their cells are missing: 1 column "c2".`},
		"rows then count only the columns left": {Preprocessing{Leave: LeaveOut{MissingColumns: LimitAt(0.4),
			MissingRows: LimitAt(0.25)}},
			[]int{0, 1, 2, 4}, []int{0, 2, 3, 4}, `Left out because more than 25 % of their cells are missing: 1 row "r4".`},
		"complete columns": {Preprocessing{Leave: LeaveOut{MissingColumns: LimitAt(0)}}, []int{0, 1, 2, 3, 4},
			[]int{0, 2}, "more than 0 %"},
		"constant columns": {Preprocessing{Leave: LeaveOut{VarianceColumns: LimitAt(0)}}, []int{0, 1, 2, 3, 4},
			[]int{0, 3, 4}, `Left out because they do not vary: 2 columns "c2", "c3".`},
		"flat columns": {Preprocessing{Leave: LeaveOut{VarianceColumns: LimitAt(0.5)}}, []int{0, 1, 2, 3, 4}, []int{0, 3},
			`variance is below 0.5: 3 columns`},
		// c5: 1/3
		"flat logs": {Preprocessing{Log2p1: true, Leave: LeaveOut{VarianceColumns: LimitAt(0.75)}},
			[]int{0, 1, 2, 3, 4}, []int{0, 3}, ""},
		"turned": {Preprocessing{Transpose: true, Leave: LeaveOut{Rows: NamesOf("c1"),
			MissingRows: LimitAt(0.4), Columns: NamesOf("r1")}},
			[]int{2, 4}, []int{1, 2, 3, 4}, `Left out by hand: 1 column "c1".`},
	} {
		k, err := table.Keep(c.p)
		if err != nil || !slices.Equal(k.Rows, c.rows) || !slices.Equal(k.Columns, c.columns) ||
			!strings.Contains(strings.Join(k.Notes, "\n"), c.note) {
			t.Errorf("%s: rows %v, columns %v, notes %q, %v", name, k.Rows, k.Columns, k.Notes, err)
			continue
		}
		d := mustPrepare(t, table, c.p)
		if !slices.Equal(d.RowIndex, k.Rows) || d.Rows[0] != table.viewed(c.p.Transpose).rows[k.Rows[0]] ||
			!strings.Contains(strings.Join(d.Notes, "\n"), c.note) {
			t.Errorf("%s: prepared rows %v, notes %q", name, d.RowIndex, d.Notes)
		}
	}
}

func TestKeepRefuses(t *testing.T) {
	table := newTable([]float64{1, nan}, []float64{1, nan}, []float64{1, 3})
	for part, o := range map[string]LeaveOut{
		`there is no row "r9" to leave out; the rows are "r1"`:              {Rows: NamesOf("r9", "r1")},
		`no row is left: 3 rows left out by hand`:                           {Rows: NamesOf("r1", "r2", "r3")},
		`no column is left: 2 columns left out because they do not vary`:    {VarianceColumns: LimitAt(0)},
		`no row is left: 3 rows left out because their variance is below 5`: {VarianceRows: LimitAt(5)},
		`rows with more than a share of 1 missing`:                          {MissingRows: LimitAt(1)},
		`columns with more than a share of -0.1`:                            {MissingColumns: LimitAt(-0.1)},
		`columns of a variance below NaN`:                                   {VarianceColumns: LimitAt(math.NaN())},
		`no column is left: 1 column left out because more than 10 % of their cells`: {Columns: NamesOf("c1"),
			MissingColumns: LimitAt(0.1)},
	} {
		if _, err := table.Prepare(Preprocessing{Leave: o}); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	// A cell that no model could use may be left out.
	table.X.(*mat.Dense).Set(0, 0, math.Inf(1))
	if d, err := table.Prepare(Preprocessing{Leave: LeaveOut{Rows: NamesOf("r1")}}); err != nil || len(d.Rows) != 2 {
		t.Errorf("%v", err)
	}
}

// TestLeavingOutIsSelecting: the data are those of the table without the same rows and columns.
func TestLeavingOutIsSelecting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, -0.9, 1000)
		p := drawPreprocessing(t)
		v := table.viewed(p.Transpose)
		some := func(names []string, what string) Names {
			return NamesOf(rapid.SliceOfDistinct(rapid.SampledFrom(names), func(s string) string { return s }).Draw(t, what)...)
		}
		p.Leave = LeaveOut{Rows: some(v.rows, "rows"), Columns: some(v.columns, "columns")}
		if rapid.Bool().Draw(t, "missing") {
			p.Leave.MissingColumns = LimitAt(rapid.Float64Range(0, 0.99).Draw(t, "share"))
		}
		k, err := table.Keep(p)
		if err != nil {
			return
		}
		rows, columns := k.Rows, k.Columns
		if p.Transpose {
			rows, columns = columns, rows
		}
		rest := p
		rest.Leave = LeaveOut{}
		want, err := table.SelectRows(rows).SelectColumns(columns).Prepare(rest)
		got, err2 := table.Prepare(p)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%v, %v", err, err2)
		}
		if err != nil {
			return
		}
		if !slices.Equal(got.Rows, want.Rows) || !slices.Equal(got.Columns, want.Columns) ||
			!reflect.DeepEqual(got.Centre, want.Centre) || !reflect.DeepEqual(got.Scale, want.Scale) {
			t.Fatalf("rows %v %v, columns %v %v", got.Rows, want.Rows, got.Columns, want.Columns)
		}
		for i, r := range got.RowIndex {
			if v.rows[r] != got.Rows[i] {
				t.Fatalf("row %d is at %d", i, r)
			}
			for j, c := range got.ColumnIndex {
				if a, b := got.X.At(i, j), want.X.At(i, j); v.columns[c] != got.Columns[j] ||
					a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
					t.Fatalf("cell %d, %d: %v and %v", i, j, a, b)
				}
			}
		}
	})
}

func TestLeaveOutJSON(t *testing.T) {
	p := Preprocessing{Centre: true, Leave: LeaveOut{Rows: NamesOf("b", "a,c", "b"), MissingColumns: LimitAt(0),
		VarianceRows: LimitAt(0.5)}}
	b, err := json.Marshal(p)
	if want := `{"leave_out":{"rows":["a,c","b"],"missing_columns":0,"variance_rows":0.5},"centre":true}`; err != nil ||
		string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
	var back Preprocessing
	if err := json.Unmarshal(b, &back); err != nil || back != p {
		t.Errorf("%+v, %v", back, err)
	}
	table := newTable([]float64{1, 2}, []float64{3, 4})
	if o := (LeaveOut{Rows: NamesOf("r2", "c1", "x"), Columns: NamesOf("c2", "r1")}); o.Of(table,
		false) != (LeaveOut{Rows: "r2", Columns: "c2"}) || o.Of(table, true) != (LeaveOut{Rows: "c1", Columns: "r1"}) {
		t.Errorf("%+v, %+v", o.Of(table, false), o.Of(table, true))
	}
	if b, err := json.Marshal(Preprocessing{Centre: true}); err != nil || string(b) != `{"centre":true}` {
		t.Errorf("nothing left out is written as %s, %v", b, err)
	}
	if p.Turned().Turned() != p || p.Turned().Leave.Columns != p.Leave.Rows || !p.Turned().Leave.VarianceColumns.Set {
		t.Errorf("%+v", p.Turned())
	}
	if got, want := p.String(),
		"2 rows left out by hand, without rows of variance below 0.5, without columns more than 0 % missing, centred"; got !=
		want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := p.Flags(); !slices.Equal(got, []string{"--without-rows", `a\,c,b`, "--max-missing-columns", "0",
		"--min-variance-rows", "0.5", "--centre"}) {
		t.Errorf("%q", got)
	}
}
