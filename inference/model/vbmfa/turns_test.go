package vbmfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"

	"gonum.org/v1/gonum/mat"
)

// Updates one by one come to the same bits as steps, the bound falls in none of them, and a trial that is not kept
// leaves the mixture as it was.
func TestTurnsAreSteps(t *testing.T) {
	x, rng := mat.NewDense(60, 2, nil), rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%3) / 3)
		x.SetRow(i, []float64{2.5*cos + 0.6*rng.NormFloat64(), 2.5*sin + 0.6*rng.NormFloat64()})
	}
	data := dataset(x)
	s := Model{}.Info().Defaults()
	if err := s.Set("start", "one"); err != nil {
		t.Fatal(err)
	}
	begin := func() inference.Stepper {
		m, err := Model{}.New(data, s, inference.Streams{Seed: 4}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	a, b := begin(), begin()
	for {
		r, err := a.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			break
		}
	}
	kept, reversed, before := 0, 0, Update{}
	for {
		u, err := b.(Turns).Update(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if u.Done {
			break
		}
		same := before.Mixture != nil && before.Trial == u.Trial && before.Pair == u.Pair && !before.Ended &&
			!u.Ended &&
			len(before.Mixture.Components) == len(u.Mixture.Components)
		if same && u.Turn == before.Turn+1 && u.Bound < before.Bound-1e-6 {
			t.Errorf("turn %d of %q lowers the bound from %v to %v", u.Turn, u.Trial, before.Bound, u.Bound)
		}
		if u.Ended && u.Kept {
			kept++
		}
		if u.Ended && !u.Kept {
			reversed++
			if u.Gain > 0.3 {
				t.Errorf("%q is reversed with a gain of %v", u.Trial, u.Gain)
			}
		}
		before = u
	}
	if kept < 3 || reversed < 2 {
		t.Errorf("%d trials are kept and %d reversed", kept, reversed)
	}
	one, other := found.Of(a.Snapshot()), found.Of(b.Snapshot())
	if len(one.Components) != len(other.Components) {
		t.Fatalf("%d and %d components", len(one.Components), len(other.Components))
	}
	for k, c := range one.Components {
		for j, m := range c.Mean {
			if m != other.Components[k].Mean[j] {
				t.Errorf("component %d has its mean at %v and %v", k, m, other.Components[k].Mean[j])
			}
		}
	}
}
