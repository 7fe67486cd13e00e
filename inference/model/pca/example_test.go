package pca_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pca"
	"example.org/espalier/sampledata"
)

// Two components of the irises and the share of the variance that they leave to the noise.
func Example() {
	table, err := sampledata.Open("iris")
	if err != nil {
		panic(err)
	}
	data, err := table.Prepare(pca.Model{}.Info().Preprocessing)
	if err != nil {
		panic(err)
	}
	settings := pca.Model{}.Info().Defaults()
	_ = settings.Set("factors", "2")
	fit, err := pca.Model{}.New(data, settings, inference.Streams{}, 1)
	if err != nil {
		panic(err)
	}
	for {
		r, err := fit.Step(context.Background())
		if err != nil {
			panic(err)
		}
		if r.Done {
			break
		}
	}
	f := factor.StateOf(fit.Snapshot())
	for j, name := range data.Columns {
		fmt.Printf("%-14s %6.3f %6.3f\n", name, f.Loadings.At(j, 0), f.Loadings.At(j, 1))
	}
	fmt.Printf("noise %.3f\n", f.Noise[0])
	// Output:
	// sepal_length    0.874  0.343
	// sepal_width    -0.452  0.839
	// petal_length    0.974  0.022
	// petal_width     0.948  0.061
	// noise 0.083
}
