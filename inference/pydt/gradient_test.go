package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// math test 11: the gradient against central differences, with branch points of several degrees and missing cells.
func TestGradient(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 9))
		s, p := randomState(rng, 4+rng.IntN(10), 1+rng.IntN(5), 0.2*float64(seed%2), 0.1)
		s.hyper = newHyper(p, 1.2, 0.8, 1, 0.3, 0.1, false, false, true, true, true)
		s.recompute()
		g := s.gradient()
		keep := s.capture()
		for _, v := range append([]int32(nil), s.preorder()...) {
			if s.isLeaf(v) {
				continue
			}
			value := func(step float64) float64 {
				s.load(keep)
				s.shiftWaiting(v, step)
				s.recompute()
				return s.objective()
			}
			const h = 1e-5
			close(t, "derivative", g[v], (value(h)-value(-h))/(2*h), 1e-6)
		}
	}
}

// Coordinate ascent ends where the gradient vanishes.
func TestSweepsEndAtAMaximum(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 10))
		s, _ := randomState(rng, 30, 3, 0, 0.05)
		for range 300 {
			var w sweeper
			w.sweep(s)
		}
		largest := 0.0
		for _, g := range s.gradient() {
			largest = math.Max(largest, math.Abs(g))
		}
		t.Logf("seed %d: largest derivative %.2g", seed, largest)
		if largest > 0.05 {
			t.Errorf("seed %d: largest derivative %.3g", seed, largest)
		}
	}
}

// tetrahedron draws points around four equidistant centres in three dimensions.
func tetrahedron(rng *rand.Rand, n int) *mat.Dense {
	centres := [][]float64{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		for j := range 3 {
			x.Set(i, j, centres[i%4][j]+0.2*rng.NormFloat64())
		}
	}
	return x
}

// Knowles thesis 4.7.1: four equidistant clusters are one branch point of four
// children for the Pitman-Yor tree, with more evidence and a better held-out density than the best binary tree.
func TestFourClusters(t *testing.T) {
	seeds := uint64(10)
	if testing.Short() {
		seeds = 2
	}
	fourWay, moreEvidence, denser := 0, 0, 0
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 12))
		x, test := tetrahedron(rng, 40), tetrahedron(rng, 200)
		var evidence, density [2]float64
		for i, m := range []inference.Model{Model{}, DDT{}} {
			f, _ := runFit(t, m, datasetOf(x), nil, seed, 200, 2)
			s := newState(f.problem, f.learned)
			s.load(f.current)
			s.recompute()
			for range 100 {
				var w sweeper
				w.sweep(s)
			}
			top := s.kids[s.top]
			if i == 0 && len(top) == 4 && s.size[top[0]] == 10 && s.size[top[1]] == 10 && s.size[top[2]] == 10 {
				fourWay++
			}
			var ok bool
			if evidence[i], ok = s.laplace(); !ok {
				t.Logf("seed %d %s: no maximum", seed, m.Info().Name)
			}
			d, err := f.LogDensity(context.Background(), test)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range d {
				density[i] += v / float64(len(d))
			}
		}
		t.Logf("seed %d: Laplace evidence pydt %.2f ddt %.2f; held-out pydt %.3f ddt %.3f", seed, evidence[0], evidence[1], density[0], density[1])
		if evidence[0] > evidence[1] {
			moreEvidence++
		}
		if density[0] > density[1] {
			denser++
		}
	}
	t.Logf("four-way branch point %d, more evidence %d, higher held-out density %d of %d", fourWay, moreEvidence, denser, seeds)
	if least := int(seeds) * 8 / 10; fourWay < least || moreEvidence < least || denser < least {
		t.Errorf("fewer than eight in ten")
	}
}
