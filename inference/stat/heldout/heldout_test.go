package heldout

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"espalier/inference"
	"espalier/inference/model/agglomerative"
	"espalier/inference/model/gaussian"
	"espalier/inference/model/pca"
	"espalier/inference/model/pydt"
	"espalier/sampledata"
)

func iris(t *testing.T) *inference.Table {
	t.Helper()
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Hiding is by the seed and the table, and leaves each row and column two values.
func TestCellsKeepsRowsAndColumns(t *testing.T) {
	table := iris(t)
	hidden := Cells(table, 0.9, 1)
	if table.Missing() != 0 {
		t.Error("the table itself lost cells")
	}
	n, d := hidden.Dims()
	for i := range n {
		left := 0
		for j := range d {
			if !math.IsNaN(hidden.X.At(i, j)) {
				left++
			}
		}
		if left < 2 {
			t.Fatalf("row %d keeps %d values", i, left)
		}
	}
	if again := Cells(table, 0.9, 1); again.Missing() != hidden.Missing() || again.Missing() == 0 {
		t.Errorf("%d and %d cells are hidden", again.Missing(), hidden.Missing())
	}
}

func TestRows(t *testing.T) {
	learn, hidden, err := Rows(10, 0.25, 4)
	if err != nil || len(hidden) != 3 || len(learn) != 7 || !slices.IsSorted(hidden) || !slices.IsSorted(learn) {
		t.Errorf("%v, %v, %v", learn, hidden, err)
	}
	all := slices.Concat(learn, hidden)
	if slices.Sort(all); !slices.Equal(all, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("together they are %v", all)
	}
	if _, _, err := Rows(3, 0.9, 4); err == nil {
		t.Error("a table of three rows spares three")
	}
}

// A better model scores better, models of other kinds are told apart, and what cannot be
// scored says why.
func TestFit(t *testing.T) {
	table := iris(t)
	p := inference.Preprocessing{Centre: true, Scale: true}
	whole, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range map[inference.Model]Kind{pca.Model{}: ByCells, gaussian.Model{}: ByRows, pydt.DDT{}: ByRows, agglomerative.Model{}: Nothing} {
		if got := Of(m, whole, m.Info().Defaults()); got != want {
			t.Errorf("%s is of kind %d", m.Info().Name, got)
		}
	}
	score := func(factors string) Score {
		s := pca.Model{}.Info().Defaults()
		if err := s.Set("factors", factors); err != nil {
			t.Fatal(err)
		}
		told := 0
		out, err := Fit(t.Context(), table, p, pca.Model{}, s, Options{Share: 0.1, Seed: 2, Iterations: -1, Threads: 1, Progress: func(float64) { told++ }})
		if err != nil || out.Kind != ByCells || out.N < 55 || out.N > 60 {
			t.Fatalf("%+v, %v", out, err)
		}
		return out
	}
	if one, two := score("1"), score("2"); !(two.LogDensity > one.LogDensity-0.2) || two.Squared <= 0 || math.IsNaN(one.Squared) {
		t.Errorf("one component %+v, two %+v", one, two)
	}
	rows, err := Fit(t.Context(), table, p, gaussian.Model{}, gaussian.Model{}.Info().Defaults(), Options{Share: 0.2, Seed: 2, Iterations: -1, Threads: 1})
	if err != nil || rows.Kind != ByRows || rows.N != 30 || !math.IsNaN(rows.Squared) || math.IsInf(rows.LogDensity, 0) {
		t.Errorf("%+v, %v", rows, err)
	}
	tree := pydt.DDT{}
	for kind, want := range map[Kind]Kind{Nothing: ByRows, ByRows: ByRows, ByCells: ByCells} {
		got, err := Fit(t.Context(), table, p, tree, tree.Info().Defaults(), Options{Share: 0.1, Seed: 2, Iterations: 0, Threads: 1, Kind: kind})
		if err != nil || got.Kind != want || math.IsNaN(got.Squared) != (want == ByRows) {
			t.Errorf("a tree asked for %d: %+v, %v", kind, got, err)
		}
	}
	if _, err := Fit(t.Context(), table, p, gaussian.Model{}, gaussian.Model{}.Info().Defaults(), Options{Share: 0.1, Iterations: -1, Threads: 1, Kind: ByCells}); err == nil {
		t.Error("a Gaussian is scored by cells")
	}
	if _, err := Fit(t.Context(), table, p, agglomerative.Model{}, agglomerative.Model{}.Info().Defaults(), Options{Share: 0.2, Iterations: -1, Threads: 1}); err == nil || !strings.Contains(err.Error(), "no density") {
		t.Errorf("a tree by linkage: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fit(ctx, table, p, pca.Model{}, pca.Model{}.Info().Defaults(), Options{Share: 0.1, Iterations: -1, Threads: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("a fit that was stopped: %v", err)
	}
}
