package catalog_test

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/sampledata"
)

// Every model keeps the contracts on every kind of table: continuous, with missing
// cells, counts with constant columns, binary.
func TestConformance(t *testing.T) {
	for _, m := range catalog.Models() {
		t.Run(m.Info().Name, func(t *testing.T) {
			for _, name := range []string{"iris", "penguins", "digits8x8", "animals"} {
				table, err := sampledata.Open(name)
				if err != nil {
					t.Fatal(err)
				}
				p := m.Info().Preprocessing
				if name == "digits8x8" {
					p.TopRows = 60
				}
				data, err := table.Prepare(p)
				if err != nil {
					t.Fatal(err)
				}
				inferencetest.Conformance(t, m, []*inference.Dataset{data}...)
				if s := m.Info().Defaults(); name == "penguins" && s.Has("method") && s.Set("method", "mcmc") == nil {
					inferencetest.ConformanceWith(t, m, inferencetest.Options{Set: map[string]string{"method": "mcmc"}}, data)
				}
				for _, set := range together[m.Info().Name+" "+name] {
					inferencetest.ConformanceWith(t, m, inferencetest.Options{Set: set}, firstRows(data, 60))
				}
			}
		})
	}
}

// firstRows returns the first n rows, or all.
func firstRows(data *inference.Dataset, n int) *inference.Dataset {
	var rows []int
	for i := range min(n, len(data.Rows)) {
		rows = append(rows, i)
	}
	return data.SelectRows(rows)
}

// together are settings of trees whose columns vary together, by model and table.
var together = map[string][]map[string]string{
	"ddt penguins": {{"columns": "covariance", "orders": "1"}, {"columns": "covariance", "method": "mcmc"}},
}
