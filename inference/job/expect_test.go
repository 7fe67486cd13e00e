package job

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/expected"

	"gonum.org/v1/gonum/mat"
)

// mixedTable has 60 rows in two groups, in columns of two numbers, two of yes/no, grades, categories and counts. Most
// cells of row 7 are missing.
func mixedTable() *inference.Table {
	rng := rand.New(rand.NewPCG(11, 4))
	const n = 60
	x := mat.NewDense(n, 7, nil)
	t := &inference.Table{Name: "mixed", X: x, Columns: []string{"size", "mass", "wet", "red", "grade", "kin", "legs"},
		Kinds: []column.Kind{{}, {}, {Sort: column.YesNo, Levels: []string{"no", "yes"}},
			{Sort: column.YesNo, Levels: []string{"no", "yes"}}, {Sort: column.Ordered, Levels: []string{"a", "b", "c"}},
			{Sort: column.Category, Levels: []string{"p", "q", "r"}}, {Sort: column.Count}}}
	for i := range n {
		t.Rows = append(t.Rows, string(rune('a'+i%26))+string(rune('A'+i/26)))
		z := 2*float64(i%2) - 1 + .3*rng.NormFloat64()
		yes := func(u float64) float64 {
			if u+.5*rng.NormFloat64() > 0 {
				return 1
			}
			return 0
		}
		kin := 1.0
		if u := z + .8*rng.NormFloat64(); !(math.Abs(u) <= .8) {
			kin = 1 + math.Copysign(1, u)
		}
		x.SetRow(i, []float64{z + .4*rng.NormFloat64(), .4*rng.NormFloat64() - z, yes(z), yes(-z), yes(z+.5) + yes(z-.5),
			kin, math.Floor(math.Exp(1.5 + .5*z + .3*rng.NormFloat64()))})
	}
	for j := range 7 {
		x.Set(7, j, math.NaN())
	}
	x.Set(7, 0, .5)
	x.Set(7, 1, -.5)
	return t
}

// A fit that has ended tells what it expects in each cell of a table of several kinds: it knows most levels of a plain
// structure, and the number hidden behind a cell is on the side of its value.
func TestExpected(t *testing.T) {
	for name, settings := range map[string]map[string]Value{
		"ddt": {"orders": {Text: "2"}}, "nsfa": nil, "pca": nil, "vbmfa": nil, "pydt": {"method": {Text: "mcmc"}},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "ddt" && testing.Short() {
				t.Skip("the search takes seconds")
			}
			t.Parallel()
			table := mixedTable()
			iterations := 60
			m, err := Build(Spec{Version: SpecVersion, Table: Source{Source: "mixed"}, Model: name, Settings: settings,
				Seed: 3, Goal: Goal{Iterations: &iterations}}, table, nil)
			if err != nil {
				t.Fatal(err)
			}
			h, err := (Local{}).Start(t.Context(), m, Options{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			if err := h.Wait(); err != nil {
				t.Fatal(err)
			}
			r, err := h.Result(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			told := expected.Of(r.Snapshot)
			if told == nil || len(told.List) != 60*7 {
				t.Fatalf("%v cells", told)
			}
			if err := told.Check(m.Data); err != nil {
				t.Fatal(err)
			}
			right, all, wrong := 0, 0, 0
			for _, c := range told.List {
				y := m.Data.X.At(c.Row, c.Column)
				if math.IsNaN(y) != math.IsNaN(c.Log) {
					t.Errorf("%+v of a cell that holds %v", c, y)
				}
				if m.Data.KindAt(c.Column).Sort == column.YesNo && !math.IsNaN(y) {
					all++
					if c.Likely() == int(y) {
						right++
					}
					if c.Hidden > 0 != (y > 0) {
						wrong++
					}
				}
			}
			if 10*right < 8*all || wrong > 0 {
				t.Errorf("%d of %d levels, %d hidden numbers on the other side", right, all, wrong)
			}
			if again := r.Expecting(h.Latest()); expected.Of(again) != told || expected.Of(h.Latest()) != nil {
				t.Error("what is expected is not added to a copy")
			}
			c, _ := told.At(7, 2) // by its numbers the row is of the second group
			inferencetest.Near(t, "yes", c.Probabilities[1], 1, .5)
		})
	}
}

// Numbers of which some are known between limits have intervals, and those with limits a hidden number within them.
func TestExpectedLimits(t *testing.T) {
	table := mixedTable()
	table.Kinds[0], table.Kinds[1] = column.Kind{Sort: column.Censored}, column.Kind{Sort: column.Censored}
	table.Limits = inference.Limits{}
	x := table.X.(*mat.Dense)
	for i := 10; i < 60; i += 5 {
		x.Set(i, 0, math.NaN())
		table.Limits[inference.Cell{Row: i, Column: 0}] = column.Interval{Low: math.Inf(-1), High: -.5}
	}
	for name, settings := range map[string]map[string]Value{"nsfa": nil, "vbmfa": nil, "pca": nil,
		"pydt": {"method": {Text: "mcmc"}}} {
		if testing.Short() && name != "vbmfa" {
			continue
		}
		iterations := 30
		m, err := Build(Spec{Version: SpecVersion, Table: Source{Source: "mixed"}, Model: name, Settings: settings,
			Seed: 3, Goal: Goal{Iterations: &iterations}}, table, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, err := (Local{}).Start(t.Context(), m, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		r, err := h.Result(t.Context())
		h.Close()
		if err != nil {
			t.Fatal(err)
		}
		told := expected.Of(r.Snapshot)
		if err := told.Check(m.Data); err != nil || len(told.List) != 60*7 {
			t.Fatalf("%s: %d cells, %v", name, len(told.List), err)
		}
		for at, limit := range m.Data.Limits {
			if c, _ := told.At(at.Row, at.Column); !(c.Hidden < limit.High) || !(c.Low < c.High) {
				t.Errorf("%s: %+v, known to be below %v", name, c, limit.High)
			}
		}
		if c, _ := told.At(1, 0); c.HasHidden() || !(c.Low < c.High) {
			t.Errorf("%s: %+v of a number that is known", name, c)
		}
	}
}
