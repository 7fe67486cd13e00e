package sampler

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// A chain publishes the mean and the deviation of correlations over its draws of Σ.
func TestPartOfAChain(t *testing.T) {
	data := pydttest.CorrelatedRows(20, 3, 2)
	c, err := NewChain(data, askedOf(correlated.AnyCovariance), inference.Streams{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var r []float64
	for c.Iteration < 40 {
		before := c.Iteration
		if _, err := c.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := spreadOf(c).sigma; c.Iteration > before || len(r) == 0 {
			r = append(r, s.At(0, 1)/math.Sqrt(s.At(0, 0)*s.At(1, 1)))
		}
	}
	got := kind.Of(c.Snapshot())
	if err := got.Check(data); err != nil {
		t.Fatal(err)
	}
	if got.Draws < 20 || got.Draws > 31 || got.Estimate != kind.MeanOfDraws {
		t.Fatalf("%+v", got)
	}
	mean, square := 0.0, 0.0
	for _, v := range r[len(r)-got.Draws:] {
		mean += v / float64(got.Draws)
		square += v * v / float64(got.Draws)
	}
	pydttest.Close(t, "mean of a correlation", got.CorrelationAt(1, 0), mean, 1e-9)
	pydttest.Close(t, "its deviation", got.Deviation.At(0, 1), math.Sqrt(square-mean*mean), 1e-7)
}
