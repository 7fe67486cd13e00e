package catalog_test

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// Every model keeps the contracts on every kind of table: continuous, with missing
// cells, counts with constant columns, binary.
func TestConformance(t *testing.T) {
	for _, m := range catalog.Models() {
		t.Run(m.Info().Name, func(t *testing.T) {
			names := []string{"penguins", "digits8x8", "iris", "animals"}
			if testing.Short() {
				names = names[:2] // one with missing cells, one with more columns than rows
			}
			for _, name := range names {
				table, err := sampledata.Open(name)
				if err != nil {
					t.Fatal(err)
				}
				p := m.Info().Preprocessing
				if name == "digits8x8" { // graphs take the square of the columns and more; there are still more of them than rows
					table, p.TopRows = everySecondColumn(table), 30
				}
				if m.Info().Name == "blockmodel" {
					table, p.TopRows = squared(table), 0
				}
				data, err := table.Prepare(p)
				if err != nil {
					t.Fatal(err)
				}
				if m.Info().Defaults().Has("orders") { // trees, whose start takes its time
					data = everyOf(data, 16)
				}
				inferencetest.ConformanceWith(t, m, quick[m.Info().Name+" "+name], data)
				if s := m.Info().Defaults(); name == "penguins" && s.Has("method") && s.Set("method", "mcmc") == nil {
					inferencetest.ConformanceWith(t, m, inferencetest.Options{Set: map[string]string{"method": "mcmc"}}, data)
				}
				for _, set := range together[m.Info().Name+" "+name] {
					inferencetest.ConformanceWith(t, m, inferencetest.Options{Set: set, Fixed: quick["ddt penguins"].Fixed}, data)
				}
			}
		})
	}
}

// everySecondColumn returns a table of half the columns, of which some are constant where all of digits8x8 are given.
func everySecondColumn(table *inference.Table) *inference.Table {
	t := *table
	n, d := t.X.Dims()
	x := mat.NewDense(n, (d+1)/2, nil)
	t.X, t.Columns, t.ColumnAnnotations = x, nil, nil
	for j := 0; j < d; j += 2 {
		x.SetCol(j/2, mat.Col(nil, j, table.X))
		t.Columns = append(t.Columns, table.Columns[j])
	}
	return &t
}

// squared returns the first rows of a table as the links between as many nodes as it has columns.
func squared(table *inference.Table) *inference.Table {
	t := *table
	n, d := t.X.Dims()
	k := min(n, d)
	x := mat.NewDense(k, k, nil)
	for i := range k {
		for j := range k {
			x.Set(i, j, table.X.At(i, j))
		}
	}
	t.X, t.Rows, t.Columns, t.Annotations, t.ColumnAnnotations = x, table.Rows[:k], table.Rows[:k], nil, nil
	return &t
}

// everyOf returns about n rows, evenly spaced, or all if there are no more.
func everyOf(data *inference.Dataset, n int) *inference.Dataset {
	var rows []int
	for i := 0; i < len(data.Rows); i += max(1, len(data.Rows)/n) {
		rows = append(rows, i)
	}
	return data.SelectRows(rows)
}

// quick are the options of trees that leave out most of their start, by model and table: the sampler that
// learns parameters, and all orders of rows but one. The whole start is tried on the other tables, and by
// package job on a part of the penguins.
var quick = map[string]inferencetest.Options{
	"pydt penguins":  {Fixed: []string{"theta", "alpha", "c", "noise"}, Set: oneOrder},
	"pydt digits8x8": {Fixed: []string{"theta", "alpha", "c", "noise"}, Set: oneOrder},
	"ddt penguins":   {Fixed: []string{"c", "noise"}, Set: oneOrder},
	"ddt digits8x8":  {Fixed: []string{"c", "noise"}, Set: oneOrder},
	"ddt animals":    {Fixed: []string{"c"}, Set: oneOrder}, // the noise of the probit link is fixed by itself
}

var oneOrder = map[string]string{"orders": "1"}

// together are settings of trees whose columns vary together, by model and table.
var together = map[string][]map[string]string{
	"ddt penguins": {{"columns": "covariance", "orders": "1"}, {"columns": "covariance", "method": "mcmc"}},
}
