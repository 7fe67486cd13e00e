package catalog_test

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"

	"gonum.org/v1/gonum/mat"
)

// TestDistancesAreNoMeasurements: a model fits given distances or refuses them with what to do.
func TestDistancesAreNoMeasurements(t *testing.T) {
	names := strings.Split("abcdefghijkl", "")
	x := mat.NewDense(len(names), len(names), nil)
	for i := range names {
		for j := range i {
			x.Set(i, j, float64(i+j))
			x.Set(j, i, float64(i+j))
		}
	}
	table := &inference.Table{Name: "distances", Rows: names, Columns: names, X: x, Kind: inference.Count}
	took := 0
	for _, m := range catalog.Models() {
		data, err := table.Prepare(m.Info().PreprocessingOf(table, inference.Preprocessing{}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = inference.Check(m, data, m.Info().Defaults())
		remedy := "fit agglomerative"
		if m.Info().Links {
			remedy = "--distances links"
		}
		switch {
		case m.Info().Distances && err == nil:
			took++
		case m.Info().Distances:
			t.Errorf("%s: %v", m.Info().Name, err)
		case err == nil || !strings.Contains(err.Error(), remedy):
			t.Errorf("%s: %v", m.Info().Name, err)
		}
	}
	if took == 0 {
		t.Error("no model takes distances")
	}
}
