package loadings

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

// weak returns a state of more cases than one block with a factor of seven items so weak that neither half is certain,
// its items and their rows lifted.
func weak(t *testing.T, threads int) *State {
	t.Helper()
	w := world{o: free(), d: 9, n: 2*partCases + 300, missing: holes(9, 2*partCases+300)}
	w.o.support, w.o.factors = Finite, 2
	rng := rand.New(rand.NewPCG(3, 5))
	s := w.state()
	s.threads = threads
	s.drawPrior(rng)
	for d := range s.obs.d {
		s.tau[d] = 0.5 + 0.2*float64(d)
		s.set(d, 0, d < 7, 0)
		if d < 7 {
			s.set(d, 0, true, 0.02+0.01*float64(d))
		}
	}
	s.redraw(rng)
	s.parts.parting.items = []int32{4, 0, 6, 1, 2, 5, 3}
	s.parts.lift(0, -1, 1)
	return s
}

// rowsDensity returns the log density of the rows of some of the lifted items that share a factor with their loadings,
// case by case.
func rowsDensity(s *State, members []int) float64 {
	w, n, sum := &s.parts.parting, s.obs.n, 0.0
	for c := range n {
		var y, g, psi []float64
		for _, a := range members {
			if t := w.t[a*n+c]; t > 0 {
				y, g, psi = append(y, w.r[a*n+c]), append(g, w.g[a]), append(psi, 1/t)
			}
		}
		if len(y) == 0 {
			continue
		}
		cov := mat.NewSymDense(len(y), nil)
		for i := range y {
			for j := range i + 1 {
				cov.SetSym(i, j, g[i]*g[j])
			}
			cov.SetSym(i, i, g[i]*g[i]+psi[i])
		}
		normal, _ := distmv.NewNormal(make([]float64, len(y)), cov, nil)
		sum += normal.LogProb(y)
	}
	return sum
}

// The evidence and the probability of a division of the items are those of the densities of their rows, where the
// cases are several blocks, and the same to the bit on any number of threads, and when the division is given.
func TestAllotByBlocksOfCases(t *testing.T) {
	s := weak(t, 1)
	if len(s.parts.parting.items)*s.obs.n < leastTogether {
		t.Fatal("too little work for several threads")
	}
	probability, evidence := s.parts.allot(true, rand.New(rand.NewPCG(1, 1)))
	first := slices.Clone(s.parts.parting.first)
	var halves [2][]int
	var all []int
	want := 0.0
	for a, one := range first {
		if a > 1 {
			odds := rowsDensity(s, append(slices.Clone(halves[0]), a)) - rowsDensity(s, halves[0]) -
				rowsDensity(s, append(slices.Clone(halves[1]), a)) + rowsDensity(s, halves[1])
			if one {
				odds = -odds
			}
			want -= math.Log1p(math.Exp(odds))
		}
		h := 1 - number(one)
		halves[h], all = append(halves[h], a), append(all, a)
	}
	inferencetest.Close(t, "probability", probability, want, 1e-7)
	if probability > -0.5 {
		t.Errorf("the division is nearly certain (%v), which shows little", probability)
	}
	inferencetest.Close(t, "evidence", evidence, rowsDensity(s, halves[0])+rowsDensity(s, halves[1])-rowsDensity(s, all),
		1e-7)
	for _, threads := range []int{1, 2, 3} {
		other := weak(t, threads)
		p, e := other.parts.allot(true, rand.New(rand.NewPCG(1, 1)))
		if p != probability || e != evidence || !slices.Equal(other.parts.parting.first, first) {
			t.Errorf("%d threads: probability %v, evidence %v, want %v and %v", threads, p, e, probability, evidence)
		}
		given := weak(t, threads)
		given.parts.parting.first = slices.Clone(first)
		p, e = given.parts.allot(false, nil)
		if p != probability || e != evidence {
			t.Errorf("%d threads, division given: probability %v, evidence %v, want %v and %v", threads, p, e, probability,
				evidence)
		}
		if !slices.Equal(given.parts.parting.half[0].value, other.parts.parting.half[0].value) ||
			!slices.Equal(given.parts.parting.half[1].weight, other.parts.parting.half[1].weight) {
			t.Errorf("%d threads: the halves differ from those drawn", threads)
		}
	}
}

// Sweeps of a table of several blocks of cases have the same bits on any number of threads.
func TestSameBitsOnManyThreads(t *testing.T) {
	const items, cases = 24, 2*partCases + 100
	x := mat.NewDense(cases, items, nil)
	rng := rand.New(rand.NewPCG(2, 9))
	for n := range cases {
		f := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		for d := range items {
			x.Set(n, d, f[d%3]+0.5*f[(d+1)%3]*float64(d%2)+0.6*rng.NormFloat64())
			if (7*n+d)%31 == 0 {
				x.Set(n, d, math.NaN())
			}
		}
	}
	var traces [][]float64
	for _, threads := range []int{1, 3} {
		s := New(Nonparametric(), inferencetest.DatasetOf(x), nil, threads)
		c := NewSweeper(s, true, rand.New(rand.NewPCG(4, 4)))
		var trace []float64
		for range 8 {
			for !c.Advance() {
			}
			trace = append(trace, s.Scalars()...)
		}
		traces = append(traces, trace)
	}
	if !slices.Equal(traces[0], traces[1]) {
		t.Errorf("one thread: %v\nthree: %v", traces[0], traces[1])
	}
}
