package pydt

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// sized draws animals of two kinds, half of each, whose sizes differ far more than their shapes: the kinds lie apart
// along a direction in which nothing else varies much. Without a size they are round groups.
func sized(n int, size float64) (*inference.Dataset, []int) {
	rng := rand.New(rand.NewPCG(8, 1))
	x, kinds := mat.NewDense(n, 4, nil), make([]int, n)
	for i := range n {
		kinds[i] = i % 2
		s, shape := size*rng.NormFloat64(), 3*float64(kinds[i])
		for j, sign := range []float64{1, -1, 1, -1} {
			x.Set(i, j, s+sign*shape+0.5*rng.NormFloat64())
		}
	}
	return pydttest.DatasetOf(x), kinds
}

// A fit of many rows takes the tree under the covariance where its groups are clearer, and then is the fit that was
// asked for it, bit for bit; otherwise it is that of independent columns. It goes on from a saved state.
func TestRivalTrees(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		size float64
		want string
	}{{"size", 80, 12, correlated.AnyCovariance}, {"round", 80, 0, correlated.Independent},
		{"few rows", 31, 12, correlated.Independent}} {
		data, kinds := sized(c.n, c.size)
		streams := inference.Streams{Seed: 4}
		auto := begun(t, data, streams)
		early := begun(t, data, streams)
		const iterations = 12
		got := traced(t, auto, 5)
		saved, err := auto.(inference.Saver).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, traced(t, auto, iterations-5)...)
		want := traced(t, begun(t, data, streams, "columns", c.want), iterations)
		for k := range want {
			if !pydttest.SameBits(got[k], want[k]) {
				t.Fatalf("%s: iteration %d reports %v, asked for %v", c.name, k, got[k], want[k])
			}
		}
		snap := auto.Snapshot()
		chosen := c.want == correlated.AnyCovariance
		if decision.ByClarity(snap) != chosen || decision.ReadWithin(snap) != chosen {
			t.Errorf("%s: %v", c.name, decision.Of(snap).Sentences())
		}
		if err := decision.Of(snap).Check(data); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.n >= 32 {
			groups := reading.Read(forest.Best(snap), data.X, chosen).Groups(2)
			if a := scores.AdjustedRand(tree.GroupLabels(groups, c.n), kinds); a != 1 {
				t.Errorf("%s: two groups agree with the kinds by %g", c.name, a)
			}
		}

		again := begun(t, data, streams)
		if err := again.(inference.Saver).UnmarshalBinary(saved); err != nil {
			t.Fatal(err)
		}
		for k, row := range traced(t, again, iterations-5) {
			if !pydttest.SameBits(row, want[5+k]) {
				t.Fatalf("%s: continued, iteration %d reports %v, not %v", c.name, 5+k, row, want[5+k])
			}
		}
		if a, b := again.Snapshot(), snap; !reflect.DeepEqual(decision.Of(a), decision.Of(b)) {
			t.Errorf("%s: continued, %v, not %v", c.name, decision.Of(a), decision.Of(b))
		}
		// Before anything is chosen there is only the seed.
		if saved, err = early.(inference.Saver).MarshalBinary(); err != nil {
			t.Fatal(err)
		}
		early = begun(t, data, streams)
		if err := early.(inference.Saver).UnmarshalBinary(saved); err != nil {
			t.Fatal(err)
		}
		if row := traced(t, early, 1)[0]; !pydttest.SameBits(row, want[0]) {
			t.Errorf("%s: begun anew, %v, not %v", c.name, row, want[0])
		}
	}
}

// A state of independent columns from before there was a second tree goes on as it was.
func TestRivalOpensSequel(t *testing.T) {
	data, _ := sized(80, 12)
	s := togetherSettings(t)
	plan, err := searchAsked("ddt", data, s)
	if err != nil {
		t.Fatal(err)
	}
	older, err := together.NewSequel(data, plan, candidates(data, s), inference.Streams{Seed: 4}, 1)
	if err != nil {
		t.Fatal(err)
	}
	traced(t, older, 3)
	saved, err := older.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	f := begun(t, data, inference.Streams{Seed: 4})
	if err := f.(inference.Saver).UnmarshalBinary(saved); err != nil {
		t.Fatal(err)
	}
	want := traced(t, older, 4)
	for k, row := range traced(t, f, 4) {
		if !pydttest.SameBits(row, want[k]) {
			t.Errorf("iteration %d reports %v, not %v", k, row, want[k])
		}
	}
}

// A step that is cancelled at any time does no harm.
func TestRivalIsInterrupted(t *testing.T) {
	data, _ := sized(80, 12)
	want := traced(t, begun(t, data, inference.Streams{Seed: 4}), 2)
	f := begun(t, data, inference.Streams{Seed: 4})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	var got [][]float64
	for len(got) < 2 {
		if _, err := f.Step(cancelled); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		f.Snapshot()
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			got = append(got, r.Scalars)
		}
	}
	for k := range want {
		if !pydttest.SameBits(got[k], want[k]) {
			t.Errorf("%v, uninterrupted %v", got[k], want[k])
		}
	}
	if _, ok := f.(*sequel.Opened); !ok {
		t.Errorf("a fit of %T", f)
	}
}
