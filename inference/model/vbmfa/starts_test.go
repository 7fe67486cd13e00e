package vbmfa

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// normal returns a standardised table of independent Gaussian numbers.
func normal(n, p int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, p, nil)
	for i := range n {
		for q := range p {
			x.Set(i, q, rng.NormFloat64())
		}
	}
	return standardised(x)
}

// The searches of a run have one trace. It never falls, and it ends at the best bound, of the mixture that is shown.
func TestBoundOfAllStartsNeverFalls(t *testing.T) {
	x, _ := plantings[1].draw(2)
	s := Model{}.Info().Defaults()
	st, err := Model{}.New(dataset(x), s, inference.Streams{Seed: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	f, last, turns, cycles := st.(*fit), math.Inf(-1), 0, 0
	for done := false; !done; {
		before := len(f.Ends)
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		done = r.Done
		if r.Scalars == nil {
			continue
		}
		cycles++
		if len(f.Ends) > before && !f.searched() {
			turns++
		}
		if r.Scalars[0] < last {
			t.Fatalf("cycle %d of start %d: the bound falls from %v to %v", cycles, len(f.Ends), last, r.Scalars[0])
		}
		last = r.Scalars[0]
		snap := f.Snapshot()
		if snap.Iteration != cycles-1 {
			t.Fatalf("iteration %d after %d cycles", snap.Iteration, cycles)
		}
		if e := found.EpochsOf(snap); len(e) > 0 && e[len(e)-1].Last > cycles-1 {
			t.Fatalf("an epoch ends at %d, after %d cycles", e[len(e)-1].Last, cycles)
		}
	}
	m := f.search.Mixture
	if v := m.bound().total(); !(math.Abs(v-last) <= 1e-9*math.Abs(v)) || turns != 4 || len(f.starts) != 5 {
		t.Errorf("the trace ends at %v after %d turns, the mixture shown has %v", last, turns, v)
	}
	for _, e := range f.Ends {
		if e.Value > last+tie {
			t.Errorf("a search ended at %v, %v is shown", e.Value, last)
		}
	}
}

// A run that is saved in any of its searches goes on to the same bits.
func TestSavedBetweenStarts(t *testing.T) {
	x, _ := plantings[3].draw(1)
	begin := func() *fit {
		st, err := Model{}.New(dataset(x), Model{}.Info().Defaults(), inference.Streams{Seed: 4}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return st.(*fit)
	}
	finish := func(f *fit, until int) {
		for !f.ended() && len(f.Ends) < until {
			if _, err := f.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	whole := begin()
	finish(whole, 99)
	for turn := range 6 { // in the last, digits are left
		f := begin()
		finish(f, turn)
		for range 5 {
			if _, err := f.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		state, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		g := begin()
		if err := g.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		finish(g, 99)
		if g.search.Kept != whole.search.Kept || !slices.Equal(g.Ends, whole.Ends) || g.cycles != whole.cycles {
			t.Errorf("saved in start %d: %v, %v in one go", turn, g.Ends, whole.Ends)
		}
	}
}

// A state of the first layout had one search and no q(ν*). It goes on as that search, or is ended if that was.
func TestFirstLayout(t *testing.T) {
	x := blobs(60, 4, 0.1, rand.New(rand.NewPCG(3, 6)))
	for _, cycles := range []int{0, 1, 7, 40, math.MaxInt} {
		s := Model{}.Info().Defaults()
		if err := s.Set("start", "one"); err != nil {
			t.Fatal(err)
		}
		st, err := Model{}.New(dataset(x), s, inference.Streams{Seed: 4}, 1)
		if err != nil {
			t.Fatal(err)
		}
		f := st.(*fit)
		for f.cycles < cycles && !f.ended() {
			if _, err := f.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range []*mixture{f.search.Mixture, f.search.Saved} {
			if m != nil {
				m.SpreadShape, m.SpreadRate = 0, nil
			}
		}
		generator, err := f.source.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		old, err := saved.Seal("vbmfa", 1, struct {
			Search    *search
			Generator []byte
			Pictures  map[int]*found.Mixture
			Phase     string
		}{f.search, generator, f.pictures, "x"})
		if err != nil {
			t.Fatal(err)
		}
		st, err = Model{}.New(dataset(x), Model{}.Info().Defaults(), inference.Streams{Seed: 4}, 1)
		if err != nil {
			t.Fatal(err)
		}
		g := st.(*fit)
		if err := g.UnmarshalBinary(old); err != nil {
			t.Fatal(err)
		}
		if g.ended() != (cycles == math.MaxInt) {
			t.Errorf("after %d cycles: ended is %v", cycles, g.ended())
		}
		for !g.ended() {
			if _, err := g.Step(context.Background()); err != nil {
				t.Fatalf("after %d cycles: %v", cycles, err)
			}
		}
		if n := len(g.search.Mixture.Components); n != 3 {
			t.Errorf("after %d cycles: %d components", cycles, n)
		}
	}
}

// Copies of a component are worth nothing: each lowers the bound.
func TestCopiesLowerTheBound(t *testing.T) {
	for seed := range uint64(3) {
		d := newRows(normal(100, 5, rand.New(rand.NewPCG(seed, 8))))
		last := math.Inf(1)
		for copies := 1; copies <= 6; copies++ {
			m := emptyMixture(d)
			m.populate(nil, 1, 1, rand.New(rand.NewPCG(seed, 9)))
			c := m.Components[0]
			for range copies - 1 {
				m.Components = append(m.Components, c.clone())
			}
			for k, c := range m.Components {
				c.ID, c.Mass = k, c.Mass/float64(copies)
				for i := range c.R {
					c.R[i] /= float64(copies)
				}
				c.sumEntropy()
			}
			settle(t, m, 200)
			value := m.bound().total()
			if value > last-1 {
				t.Errorf("seed %d: %d copies have a bound of %.3f, one fewer %.3f", seed, copies, value, last)
			}
			last = value
		}
	}
}

// Four obvious clusters are found where a search from one component stops at two, and Gaussian noise is one
// component. The long form is TestValidateFirstMixtures.
func TestFirstAnswers(t *testing.T) {
	alone := 0
	for seed := range uint64(3) {
		x, labels := plantings[0].draw(seed)
		f := completeRun(t, Model{}, x, seed, nil)
		if got := index(partition.LabelsOf(f.Snapshot()), labels); got < 0.95 {
			t.Errorf("seed %d: adjusted Rand index %.2f with four clusters", seed, got)
		}
		if g := completeRun(t, Model{}, x, seed, map[string]string{"start": "one"}); len(g.search.Mixture.Components) == 4 {
			alone++
		}
		f = completeRun(t, Model{}, normal(60, 4, rand.New(rand.NewPCG(seed, 35))), seed, nil)
		if n := len(f.search.Mixture.Components); n != 1 {
			t.Errorf("seed %d: noise has %d components", seed, n)
		}
	}
	if alone == 3 {
		t.Error("one start finds the four clusters too, so the test says nothing of four starts")
	}
}

// index returns the adjusted Rand index of two partitions, from all pairs of rows.
func index(a, b []int) float64 {
	both, first, second, pairs := 0.0, 0.0, 0.0, 0.0
	for i := range a {
		for j := range i {
			pairs++
			x, y := a[i] == a[j], b[i] == b[j]
			if x {
				first++
			}
			if y {
				second++
			}
			if x && y {
				both++
			}
		}
	}
	chance := first * second / pairs
	return (both - chance) / ((first+second)/2 - chance)
}

// A run says so if its searches ended differently, and nothing if they did not.
func TestVerdictOfStarts(t *testing.T) {
	for _, c := range []struct {
		ends []end
		from int
		want string
	}{
		{[]end{{Value: -100, Size: 1}, {Value: -50, Size: 3}, {Value: -52, Size: 3},
			{Value: -90, Size: 3, Same: true}}, 1, ""},
		{[]end{{Value: -100, Size: 1}, {Value: -50, Size: 3}, {Value: -54, Size: 3}, {Value: -90, Size: 3, Same: true}}, 1,
			"of 3, 3 and 3 components"},
		{[]end{{Value: -100, Size: 1}, {Value: -50.5, Size: 4}, {Value: -50, Size: 3}, {Value: -90, Size: 5, Early: true}}, 2,
			"of 4, 3 and 5 components"},
		{[]end{{Value: -100, Size: 1}, {Value: -110, Size: 1, Same: true}, {Value: -110, Size: 1, Same: true}}, 0, ""},
		{[]end{{Value: -50, Size: 3}}, 0, ""},
		{[]end{{Value: -50, Size: 1}, {Value: -60, Size: 2}}, 0, ""},
	} {
		f := &fit{Ends: c.ends, From: c.from, starts: make([]start, len(c.ends))}
		f.starts[0].way = alone
		if got := f.verdict(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", fmt.Sprint(c.ends), got, c.want)
		}
	}
}
