package classify

import (
	"context"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/model/gaussian"

	"gonum.org/v1/gonum/mat"
)

// A row that is impossible under all classes has equal probabilities; others have Bayes' rule.
func TestPosteriorOfImpossibleRows(t *testing.T) {
	inf := math.Inf(-1)
	p := Posterior(mat.NewDense(2, 3, []float64{inf, inf, inf, math.Log(1), math.Log(2), math.Log(5)}))
	for i, want := range []float64{1. / 3, 1. / 3, 1. / 3, 0.125, 0.25, 0.625} {
		if got := p.At(i/3, i%3); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("row %d, class %d: %v, want %v", i/3, i%3, got, want)
		}
	}
}

// Rows of the first class count as others do; those of unknown class do not.
func TestScoreCountsEveryClass(t *testing.T) {
	f := &fit{truth: []int{0, 1, 0, -1, 0}, result: &classes.Classification{Probabilities: mat.NewDense(5, 2, []float64{
		0.9, 0.1, 0.2, 0.8, 0.3, 0.7, 0.5, 0.4, math.NaN(), math.NaN()})}}
	if right, all := f.score(); right != 2 || all != 3 {
		t.Errorf("%v of %v are right, want 2 of 3", right, all)
	}
}

// The objective is the sum of those of the classes' own fits.
func TestObjectiveIsASum(t *testing.T) {
	data := table(t, "iris")
	last := func(m inference.Model, data *inference.Dataset) (value float64) {
		s, err := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for {
			r, err := s.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				value = r.Scalars[0]
			}
			if r.Done {
				return value
			}
		}
	}
	want := 0.0
	for c := range 3 {
		rows := make([]int, 50)
		for i := range rows {
			rows[i] = 50*c + i
		}
		want += last(gaussian.Model{}, data.SelectRows(rows))
	}
	if got := last(Model{Base: gaussian.Model{}, Class: data.Annotations[0].Name},
		data); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) || got == 0 {
		t.Errorf("objective %v, the classes' fits add up to %v", got, want)
	}
}

// A row that was classified is shown in the class found, the first one too; others keep their own.
func TestLabelsAreThoseFound(t *testing.T) {
	f := &fit{truth: []int{1, 0, 1, -1}, result: &classes.Classification{Probabilities: mat.NewDense(4, 2, []float64{
		0.9, 0.1, 0.2, 0.8, math.NaN(), math.NaN(), 0.7, 0.3})}}
	if got := f.labels(); !slices.Equal(got, []int{0, 1, 1, 0}) {
		t.Errorf("%v", got)
	}
}
