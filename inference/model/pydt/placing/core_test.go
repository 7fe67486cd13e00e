package placing_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/timetree"
)

// the evidence is that of a multivariate normal with covariance σ²·t_mrca + s²I.
func TestEvidenceIsMultivariateNormal(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n, d := 2+rng.IntN(8), 1+rng.IntN(7)
		missing := 0.3 * float64(seed%2)
		noise := 0.2 * float64(seed/2%2)
		s, _ := pydttest.RandomState(rng, n, d, missing, noise)
		cov := pydttest.SharedTimesOf(s)
		for i := range n {
			for j := range i + 1 {
				v := s.Hyper.Sigma2 * cov.At(i, j)
				if i == j {
					v += noise
				}
				cov.SetSym(i, j, v)
			}
		}
		x := pydttest.RandomData(rand.New(rand.NewPCG(seed, 1)), 0+n, d, missing)
		_ = x
		want := 0.0
		for k, cl := range s.Classes {
			_ = k
			for j := cl.Low; j < cl.High; j++ {
				y := make([]float64, n)
				for i := range y {
					y[i] = s.Mean[i*d+j]
					if cl.Observed != nil && !cl.Observed[i] {
						y[i] = math.NaN()
					}
				}
				want += pydttest.LogNormal(y, cov)
			}
		}
		pydttest.Close(t, fmt.Sprintf("seed %d n %d d %d", seed, n, d), s.LogEvidence(), want, 1e-9)
	}
}

func TestPriorIsEquation2a(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s, p := pydttest.RandomState(rng, 3+rng.IntN(20), 2, 0, 0)
		for _, ta := range [][2]float64{{1, .3}, {.5, 0}, {2.3, .23}, {3, -.5}} {
			s.Hyper = hyper.New(p, 1, 0.7, ta[0], ta[1], 0, true, true, true, true, true)
			s.Recompute()
			want := pydttest.LogPriorByDefinition(s, ta[0], ta[1], 0.7)
			if math.IsNaN(want) || math.IsInf(want, 0) {
				continue
			}
			// The code's density is in z: dt = (1−t)dℓ and dℓ = e^z dz.
			for _, v := range s.Preorder() {
				for k := 3; k <= len(s.Kids[v]); k++ {
					want -= math.Log(float64(2*k - 3))
				}
				if !s.IsLeaf(v) {
					want += -s.Ell[v] + math.Log(s.Ell[v]-s.ParentEll(v))
				}
			}
			pydttest.Close(t, "log prior", s.Pri[s.Top]+math.Log(s.Ell[s.Top]), want, 1e-10)
		}
	}
}

// the score of each position is the change of the objective it makes.
func TestScoresAreDifferences(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n, d := 4+rng.IntN(15), 1+rng.IntN(9)
		s, p := pydttest.RandomState(rng, n, d, 0.25*float64(seed%2), 0.1*float64(seed/2%2))
		s.Hyper = hyper.New(p, 1.1, 0.9, 1, 0.3, s.Hyper.Noise, seed%3 == 0, seed%5 == 0, true, true, true)
		s.Recompute()
		nodes := append([]int32(nil), s.Preorder()[1:]...)
		r := nodes[rng.IntN(len(nodes))]
		names := make([]string, n)
		before := s.Capture().Publish(names)
		d0 := s.Detach(r)
		// What (2b) gives for the subtree's own branch points includes the whole segment from time 0 to its root.
		own := s.Pri[r] + s.Lik[r]
		if !s.IsLeaf(r) {
			own += s.Hyper.C * s.Ell[r] * s.Hyper.Prior.Harmonic(int(s.Size[r])-1)
		}
		// Branches inside the subtree count in kappa's term too.
		inside := float64(s.Count[r]-1) * float64(d) / 2 * s.Hyper.Kappa
		rest := s.Objective()
		a := attaching.New(s)
		a.Start(r)
		for !a.Advance(1 + rng.IntN(3)) {
		}
		candidates := append([]int32(nil), s.Order...)
		for _, v := range candidates {
			if low, high := a.Bounds(v); high > low {
				at := timetree.Position{Node: v, Rem: low + (high-low)*rng.Float64()}
				score := a.OnBranch(v, at.Rem)
				u := s.Link(r, at)
				s.Climb(u)
				pydttest.Close(t, fmt.Sprintf("seed %d on a branch r=%d size %d top %v classes %d", seed, r, s.Size[r],
					v == s.Parent[u], len(s.Classes)), score, s.Objective()-rest-own-inside, 1e-9)
				above := s.Parent[u]
				s.UnlinkNew(r, at)
				s.Climb(above)
			}
			if !s.IsLeaf(v) && s.Rem[v] > s.Rem[r] {
				score := a.AtNode(v)
				s.Link(r, timetree.Position{Node: v, Join: true})
				s.Climb(v)
				pydttest.Close(t, "at a node", score, s.Objective()-rest-own-inside, 1e-9)
				s.UnlinkNew(r, timetree.Position{Node: v, Join: true})
				s.Climb(v)
			}
		}
		if s.Objective() != rest {
			t.Fatal("taking everything back did not restore the bits")
		}
		s.Restore(d0)
		after := s.Capture().Publish(names)
		if fmt.Sprintf("%+v", *before) != fmt.Sprintf("%+v", *after) {
			t.Fatal("restore changed the tree")
		}
	}
}

// Tracked values equal a full recomputation after any number of moves, bit for bit.
func TestTrackedEqualsRecomputed(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	s, _ := pydttest.RandomState(rng, 40, 6, 0.1, 0.1)
	for range 2000 {
		nodes := s.Preorder()
		r := nodes[1+rng.IntN(len(nodes)-1)]
		d := s.Detach(r)
		if rng.IntN(3) == 0 {
			s.Restore(d)
			continue
		}
		at := pydttest.AttachAtRandom(s, rng, r)
		_ = at
		s.Climb(s.Parent[r])
	}
	f, hash := s.Objective(), s.Hash[s.Top]
	s.Recompute()
	if f != s.Objective() || hash != s.Hash[s.Top] {
		t.Fatalf("tracked %v, recomputed %v", f, s.Objective())
	}
}

// sweeps and updates never lower the objective (the polisher's own check panics).
func TestPolishNeverLowers(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		s, p := pydttest.RandomState(rng, 5+rng.IntN(40), 1+rng.IntN(6), 0.2*float64(seed%2), 0.1*float64(seed/2%2))
		s.Hyper = hyper.New(p, 1, 1, 1, 0.2, s.Hyper.Noise, false, false, false, false, s.Hyper.Noise == 0)
		s.Recompute()
		first := s.Objective()
		polish(s, p.Cells, 8, 0)
		t.Logf("seed %d: %.3f → %.3f, σ² %.3g c %.3g noise %.3g θ %.3g α %.3g", seed, first, s.Objective(),
			s.Hyper.Sigma2, s.Hyper.C, s.Hyper.Noise, s.Hyper.Prior.Theta, s.Hyper.Prior.Alpha)
	}
}

// polish runs a polisher to its end.
func polish(s *posterior.State, cells, rounds int, gain float64) {
	p := polishing.New(s, cells, rounds, gain)
	for !p.Advance(1 << 30) {
	}
}
