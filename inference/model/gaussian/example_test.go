package gaussian_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/stat"
)

// The mean log density of flowers under a Gaussian, in working units.
func Example() {
	table, _ := sampledata.Open("iris")
	m := gaussian.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	fit, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for {
		if r, err := fit.Step(context.Background()); err != nil || r.Done {
			break
		}
	}
	log, _ := fit.(inference.Predictor).LogDensity(context.Background(), data.X)
	fmt.Printf("%.2f\n", stat.Mean(log, nil))
	// Output: -3.26
}
