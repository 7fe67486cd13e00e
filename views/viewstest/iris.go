package viewstest

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// IrisClusters returns the iris data with a snapshot of a mixture of them.
func IrisClusters(t *testing.T) (*inference.Dataset, *inference.Snapshot) {
	t.Helper()
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	r := mat.NewDense(150, 2, nil)
	m := &mixture.Mixture{Noise: []float64{0.1, 0.1, 0.1, 0.1}, Responsibilities: r}
	for k := range 2 {
		m.Components = append(m.Components, mixture.Component{ID: k, Weight: 0.5, Size: 75, Mean: []float64{float64(k), 0, 0,
			1}, Loadings: mat.NewDense(4, 1, []float64{1, 0, 0, 0.5}), Precision: []float64{1}, Active: []bool{true}})
	}
	for i := range 150 {
		r.Set(i, min(i/50, 1), 0.8)
		r.Set(i, 1-min(i/50, 1), 0.2)
	}
	before := *m
	before.Components = m.Components[:1]
	before.Responsibilities = nil
	after := *m
	m.Epochs = []mixture.Epoch{{Accepted: true, Mixture: &before}, {Last: 3}, {Accepted: true, Mixture: &after}}
	return data, &inference.Snapshot{Parts: []inference.Part{m}}
}
