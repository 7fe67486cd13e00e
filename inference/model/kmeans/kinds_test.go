package kmeans

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// Rows cluster by the kinds of their columns, whatever the order of the levels, and centres are shown in the columns.
func TestKinds(t *testing.T) {
	const n = 40
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		g := i % 2
		x.SetRow(i, []float64{float64(g), float64(4 - 4*g + i%8/6), float64(3*g + i%4/3)})
	}
	x.Set(5, 0, math.NaN())
	data := inferencetest.DatasetOf(x)
	data.Kinds = []column.Kind{{Sort: column.YesNo, Levels: []string{"no", "yes"}},
		{Sort: column.Category, Levels: []string{"a", "b", "c", "d", "e", "f"}}, {Sort: column.Count}}
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"k": "2"}}, data)
	s := Model{}.Info().Defaults()
	if err := s.Set("k", "2"); err != nil {
		t.Fatal(err)
	}
	notes, err := inference.Check(Model{}, data, s)
	if err != nil || len(notes) == 0 {
		t.Fatalf("notes %q, %v", notes, err)
	}
	f, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if _, err := f.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	snap := f.Snapshot()
	labels := partition.LabelsOf(snap)
	for i, k := range labels {
		if k != labels[i%2] {
			t.Errorf("row %d is in cluster %d, the first of its group in %d", i, k, labels[i%2])
		}
	}
	c := mixture.Of(snap).Components[labels[1]]
	for j, want := range []float64{1, 0, 3} {
		if !(math.Abs(c.Mean[j]-want) < 0.5) {
			t.Errorf("centre %v", c.Mean)
		}
	}
}
