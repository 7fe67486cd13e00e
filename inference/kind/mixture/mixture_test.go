package mixture_test

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/mixture"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	shape := func(first float64) *mixture.Mixture {
		return &mixture.Mixture{
			Noise: []float64{first, 0.25, 0.5},
			Components: []mixture.Component{
				{ID: 3, Weight: 0.125, Size: 2.5, Mean: []float64{1, -2, 3},
					Loadings:  mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}),
					Precision: []float64{7, 8}, Active: []bool{true, false}, Extinct: []float64{9, 10}, Score: -11,
					Noise: []float64{12, 13, 14}, Class: "a"},
				{ID: 5, Weight: 0.875, Size: 1.5, Mean: []float64{4, 5, 6}, Score: -12},
			},
			Responsibilities: mat.NewDense(2, 2, []float64{0.25, 0.75, 0.125, 0.875}),
		}
	}
	m := shape(0.75)
	m.Epochs = []mixture.Epoch{
		{First: 2, Last: 6, Accepted: true, Parent: 7, Children: [2]int{8, 9}, More: []int{10}, Deaths: []int{11, 12},
			Gain: -13, Mixture: shape(0.625)},
		{First: 14, Last: 18, Open: true, Anew: true, Shed: true, Parent: -1, Gain: 3},
	}
	return m
}

func empty() inferencetest.KindValue { return new(mixture.Mixture) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) {
	inferencetest.SameForm(t, full(), empty(), "testdata/mixture1.bin")
}

func FuzzMixture(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(m *mixture.Mixture)
		want   string
	}{
		"nothing":      {func(*mixture.Mixture) {}, ""},
		"no component": {func(m *mixture.Mixture) { m.Components = nil }, "no component"},
		"mean":         {func(m *mixture.Mixture) { m.Components[1].Mean = nil }, "component 2: a mean of 0 columns"},
		"loadings": {func(m *mixture.Mixture) {
			m.Components[0].Loadings = mat.NewDense(2, 2,
				nil)
		}, "loadings of 2 columns"},
		"precision":        {func(m *mixture.Mixture) { m.Components[0].Precision = []float64{1} }, "1 precisions"},
		"noise":            {func(m *mixture.Mixture) { m.Noise[1] = -1 }, "the noise does not have 3 variances"},
		"noise missing":    {func(m *mixture.Mixture) { m.Noise = nil }, "component 2: the noise"},
		"weight":           {func(m *mixture.Mixture) { m.Components[0].Weight = 2 }, "weight 2"},
		"responsibilities": {func(m *mixture.Mixture) { m.Responsibilities = mat.NewDense(2, 1, nil) }, "are 2×1"},
		"a responsibility": {func(m *mixture.Mixture) { m.Responsibilities.Set(0, 0, 2) }, "not a probability"},
		"rows":             {func(m *mixture.Mixture) { m.Responsibilities = mat.NewDense(3, 2, nil) }, "for 2 rows"},
		"epoch backwards":  {func(m *mixture.Mixture) { m.Epochs[0].Last = 1 }, "iterations 2 to 1"},
		"epoch in epoch": {func(m *mixture.Mixture) { m.Epochs[0].Mixture.Epochs = m.Epochs[1:] },
			"an epoch contains epochs"},
		"columns of epoch": {func(m *mixture.Mixture) { m.Epochs[0].Mixture.Components[1].Mean = []float64{1} },
			"epoch 1: mixture: component 2"},
	} {
		m := full().(*mixture.Mixture)
		c.change(m)
		err := m.Check(&inference.Dataset{X: mat.NewDense(2, 3, nil)})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
