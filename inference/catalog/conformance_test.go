package catalog_test

import (
	"testing"

	"espalier/inference"
	"espalier/inference/catalog"
	"espalier/inference/inferencetest"
	"espalier/sampledata"
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
				if m.Info().Defaults().Has("method") && name == "penguins" {
					inferencetest.ConformanceWith(t, m, inferencetest.Options{Set: map[string]string{"method": "mcmc"}}, data)
				}
			}
		})
	}
}
