package pydt

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// bound returns rows whose columns are nearly equal.
func bound(n, d int) *inference.Dataset {
	rng := rand.New(rand.NewPCG(5, 6))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		common := rng.NormFloat64()
		for j := range d {
			x.Set(i, j, common+0.2*rng.NormFloat64())
		}
	}
	return pydttest.DatasetOf(x)
}

// traced steps a fit through some iterations and returns what it reported.
func traced(t *testing.T, s inference.Stepper, iterations int) (trace [][]float64) {
	t.Helper()
	for len(trace) < iterations {
		r, err := s.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Phase == "" || r.Fraction < 0 || r.Fraction > 1 {
			t.Errorf("phase %q, %v", r.Phase, r.Fraction)
		}
		if r.Scalars != nil {
			trace = append(trace, slices.Clone(r.Scalars))
		}
	}
	return trace
}

func begun(t *testing.T, data *inference.Dataset, streams inference.Streams, pairs ...string) inference.Stepper {
	t.Helper()
	s, err := newStepper("ddt", data, togetherSettings(t, pairs...), streams, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// auto compares the forms that suit the method and the table, or says why it compares none.
func TestCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		data  *inference.Dataset
		pairs []string
		want  []string
		note  string
	}{
		{bound(20, 4), nil, []string{correlated.AnyCovariance, correlated.ByFactors}, ""},
		{bound(20, 2), nil, []string{correlated.AnyCovariance}, ""},
		{bound(20, 1), nil, nil, ""},
		{bound(7, 4), nil, nil, "at least eight rows"},
		{bound(20, 4), []string{"method", "ais"}, nil, "trees of columns by themselves"},
		{bound(20, 4), []string{"method", "mp"}, nil, "method mp needs independent columns"},
		{bound(20, 4), []string{"method", "mcmc", "temperatures", "2"}, nil, "several temperatures"},
		{pydttest.DatasetOf(pydttest.RandomData(rng, 12, mostTogether+1, 0)), nil,
			[]string{correlated.AnyCovariance, correlated.ByFactors}, ""},
		{pydttest.DatasetOf(pydttest.RandomData(rng, 12, mostTogether+1, 0)), []string{"method", "mcmc"},
			[]string{correlated.AnyCovariance, correlated.ByFactors}, ""},
	} {
		s := togetherSettings(t, c.pairs...)
		if got := candidates(c.data, s); !slices.Equal(got, c.want) {
			t.Errorf("%v: candidates %q, not %q", c.pairs, got, c.want)
		}
		notes, err := (Model{}).Check(c.data, s)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(notes, "; "); c.note != "" && !strings.Contains(text, c.note) ||
			c.note == "" && strings.Contains(text, "treated as independent") {
			t.Errorf("%v: the notes are %q, want %q", c.pairs, text, c.note)
		}
		if v := (Model{}).Decide(c.data, s)["columns"]; (v == correlated.Independent) != (c.want == nil) {
			t.Errorf("%v: %q is decided beforehand", c.pairs, v)
		}
	}
}
