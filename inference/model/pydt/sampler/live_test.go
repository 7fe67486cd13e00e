package sampler

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// check returns an error that says what is wrong with the tree and its messages, or nil.
func (l *live) check() error {
	seen := make([]bool, len(l.Node))
	leaves := 0
	for _, v := range l.Preorder() {
		if seen[v] {
			return fmt.Errorf("node %d is met twice", v)
		}
		seen[v] = true
		nv := &l.Node[v]
		if l.IsLeaf(v) {
			leaves++
			if nv.Kids != 0 || nv.First >= 0 {
				return fmt.Errorf("leaf %d has children", v)
			}
			continue
		}
		kids, size := int32(0), int32(0)
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			kids++
			size += l.Node[b].Size
			if l.Node[b].Parent != v {
				return fmt.Errorf("node %d does not know its parent %d", b, v)
			}
		}
		if kids != nv.Kids || kids < 2 || size != nv.Size {
			return fmt.Errorf("branch point %d: %d children, %d noted; %d leaves, %d noted", v, kids, nv.Kids, size, nv.Size)
		}
		if !(nv.Ell > l.ParentEll(v)) || !(math.Abs(nv.Rem-math.Exp(-nv.Ell)) <= 1e-12*nv.Rem) {
			return fmt.Errorf("branch point %d at %v below %v", v, nv.Ell, l.ParentEll(v))
		}
	}
	if leaves != l.N || l.Node[l.Top].Parent != -1 {
		return fmt.Errorf("%d leaves of %d, top %+v", leaves, l.N, l.Node[l.Top])
	}
	for v := range l.Node {
		if l.InUse(int32(v)) != seen[v] {
			return fmt.Errorf("slot %d: in use %v, in the tree %v", v, l.InUse(int32(v)), seen[v])
		}
	}
	for _, v := range l.Free {
		if seen[v] {
			return fmt.Errorf("slot %d is free and in the tree", v)
		}
		seen[v] = true
	}
	for v, s := range seen {
		if !s {
			return fmt.Errorf("slot %d is lost", v)
		}
	}
	tracked := append([]float64(nil), l.Message...)
	l.Recompute()
	for i := range tracked {
		if v := int32(i / l.Width); l.InUse(v) && tracked[i] != l.Message[i] {
			return fmt.Errorf("node %d: message %v, recomputed %v", v, tracked[i], l.Message[i])
		}
	}
	return nil
}

// state returns the same tree for the code of method em.
func (l *live) state() *posterior.State {
	s := posterior.NewState(l.problem, l.hyper)
	s.Adopt(l.tree(pydttest.DatasetOf(mat.NewDense(l.N, 1, nil)).Rows))
	return s
}

// chainOf returns a chain over data with a tree drawn from the prior, or nil if some of its times are too late to
// differ.
func chainOf(x *mat.Dense, h hyper.Hyper, rng *rand.Rand) *Chain {
	return chainFrom(pydttest.DatasetOf(x), h, rng)
}

// Likelihood, prior and quadratic form of the chain's tree agree with the code of method em, which other
// tests check against the definitions.
func TestLiveAgreesWithState(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 31))
	for _, missing := range []float64{0, 0.3, 0.8} {
		for range 20 {
			n := 2 + rng.IntN(12)
			c := chainOf(pydttest.RandomData(rng, n, 3, missing), pydttest.TestHyper(1, 0.3, n), rng)
			s := c.Live.state()
			pydttest.Close(t, "log likelihood", c.Live.LogLikelihood(), s.LogEvidence(), 1e-10)
			pydttest.Close(t, "log prior", c.Live.logPrior(), pydttest.PriorOfTimes(s), 1e-10)
			// Scaled variances by 1+ε: d/dε log likelihood = −cells/2 + Q/2.
			const eps = 1e-5
			at := func(f float64) float64 {
				c.Live.hyper.Sigma2, c.Live.hyper.Noise = 1.3*f, 0.2*f
				c.Live.SetNoise()
				c.Live.Recompute()
				return c.Live.LogLikelihood()
			}
			slope := (at(1+eps) - at(1-eps)) / (2 * eps)
			at(1)
			pydttest.Close(t, "quadratic form", c.Live.quadratic(), 2*slope+float64(c.Problem.Cells), 1e-5)
		}
	}
}

// The score of a place is the change of the log joint density that attaching there makes.
func TestTrailScoresAreDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 31))
	for _, missing := range []float64{0, 0.4} {
		for range 300 {
			n := 3 + rng.IntN(9)
			c := chainOf(pydttest.RandomData(rng, n, 3, missing), pydttest.TestHyper(1, 0.3, n), rng)
			l := c.Live
			r := int32(rng.IntN(len(l.Node)))
			if l.Node[r].Parent < 0 {
				continue
			}
			likelihood, prior := l.LogLikelihood(), l.logPrior()
			old := l.Node[l.Node[r].Parent].Ell
			from := l.Detach(r)
			at, ok := l.samplePath(rng, l.Node[r].Ell)
			if !ok {
				continue
			}
			tr := &c.trail
			tr.start(l, r)
			was := l.PlaceOf(from)
			f0, p0 := tr.score(tr.to(was.Node), was)
			f1, p1 := tr.score(tr.to(at.Node), at)
			l.Attach(r, at)
			if err := l.check(); err != nil {
				t.Fatal(err)
			}
			// score is a density in ℓ on a branch, logPrior in t.
			density := 0.0
			if !at.Join {
				density += at.Ell
			}
			if from.Removed {
				density -= old
			}
			pydttest.Close(t, "likelihood", f1-f0, l.LogLikelihood()-likelihood, 1e-9)
			pydttest.Close(t, "prior", p1-p0+density, l.logPrior()-prior, 1e-9)
		}
	}
}

// Whatever moves a chain makes, its tree stays valid and its messages equal a full recomputation, bit
// for bit. Putting a subtree back restores the state exactly.
func TestMovesKeepTheTree(t *testing.T) {
	for _, moves := range MoveSets {
		for _, missing := range []float64{0, 0.3} {
			rng := rand.New(rand.NewPCG(3, 31))
			c := chainOf(pydttest.RandomData(rng, 13, 3, missing), pydttest.TestHyper(1, 0.3, 13), rng)
			passes := passesOf(moves, &c.Live.hyper)
			if moves == "all" {
				passes = append(passes, pass{visit: (*current).moveSplit, top: true}, pass{visit: (*current).moveSplit, top: true})
			}
			for range 60 {
				c.sweepOnce(passes)
				if err := c.Live.check(); err != nil {
					t.Fatalf("%s: %v", moves, err)
				}
			}
			before := fmt.Sprint(c.Live.Node, c.Live.Message, c.Live.Free)
			for r := range int32(len(c.Live.Node)) {
				if c.Live.Node[r].Parent >= 0 {
					c.Live.Restore(c.Live.Detach(r))
				}
			}
			if fmt.Sprint(c.Live.Node, c.Live.Message, c.Live.Free) != before {
				t.Fatalf("%s: a restored subtree is not where it was", moves)
			}
		}
	}
}

// Loops over few columns give the bits of those over many, in every move.
func TestFewColumnsByTheSameBits(t *testing.T) {
	var moved [2]int
	for seed := range uint64(4) {
		var ends [2]*live
		for k := range ends {
			rng := rand.New(rand.NewPCG(seed, 36))
			c := chainOf(pydttest.RandomData(rng, 40, 3, 0), pydttest.TestHyper(float64(seed), 0.2, 40), rng)
			c.Live.Few = k == 0
			for range 4 {
				c.sweepOnce(passesOf("all", &c.Live.hyper))
			}
			ends[k], moved[k] = c.Live, moved[k]+c.accepted
		}
		few, many := ends[0], ends[1]
		if !slices.Equal(few.Node, many.Node) || !slices.Equal(few.Message, many.Message) {
			t.Fatalf("seed %d: other trees or messages", seed)
		}
	}
	if moved[0] < 400 || moved[0] != moved[1] {
		t.Errorf("%d and %d moves", moved[0], moved[1])
	}
}
