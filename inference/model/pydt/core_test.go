package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"
	"example.org/espalier/inference/process/timetree"

	"gonum.org/v1/gonum/mat"
)

func init() { placing.DebugChecks = true }

// randomData draws n points of a crude two-level hierarchy in d columns, with a share of cells missing.
func randomData(rng *rand.Rand, n, d int, missing float64) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			v := math.Sin(float64(i%3*7+j)) + 0.5*math.Cos(float64(i%7*3+j)) + 0.3*rng.NormFloat64()
			if rng.Float64() < missing {
				v = math.NaN()
			}
			x.Set(i, j, v)
		}
	}
	return x
}

// randomState builds a tree over random data by random attachments, so that it has branch points of several degrees.
func randomState(rng *rand.Rand, n, d int, missing, noise float64) (*posterior.State, *posterior.Problem) {
	p := posterior.NewProblem(randomData(rng, n, d, missing))
	h := posterior.NewHyper(p, 1.3, 0.8, 1, 0.3, noise, true, true, true, true, true)
	s := posterior.NewState(p, h)
	order := rng.Perm(n)
	s.Begin(int32(order[0]), int32(order[1]))
	for _, v := range order[2:] {
		attachAtRandom(s, rng, int32(v))
	}
	s.Recompute()
	return s, p
}

// attachAtRandom attaches a subtree at a random allowed place, whatever the data.
func attachAtRandom(s *posterior.State, rng *rand.Rand, r int32) timetree.Position {
	for {
		nodes := s.Preorder()
		v := nodes[rng.IntN(len(nodes))]
		if !s.IsLeaf(v) && rng.IntN(2) == 0 && s.Rem[v] > s.Rem[r] {
			at := timetree.Position{Node: v, Join: true}
			s.Link(r, at)
			return at
		}
		low, high := math.Max(s.Rem[v], s.Rem[r]), s.ParentRem(v)
		if high <= low {
			continue
		}
		at := timetree.Position{Node: v, Rem: low + (high-low)*(0.1+0.8*rng.Float64())}
		s.Link(r, at)
		return at
	}
}

// sharedRem returns the matrix of the times t_mrca, with 1 on the diagonal.
func sharedTimesOf(s *posterior.State) *mat.SymDense {
	m := mat.NewSymDense(s.N, nil)
	up := func(v int32) []int32 {
		var path []int32
		for ; v >= 0; v = s.Parent[v] {
			path = append(path, v)
		}
		return path
	}
	for i := range s.N {
		m.SetSym(i, i, 1)
		seen := map[int32]bool{}
		for _, v := range up(int32(i)) {
			seen[v] = true
		}
		for j := range i {
			for _, v := range up(int32(j)) {
				if seen[v] {
					m.SetSym(i, j, 1-s.Rem[v])
					break
				}
			}
		}
	}
	return m
}

// logNormal returns the log density of the observed entries of y under N(0, cov).
func logNormal(y []float64, cov *mat.SymDense) float64 {
	var keep []int
	for i, v := range y {
		if !math.IsNaN(v) {
			keep = append(keep, i)
		}
	}
	if len(keep) == 0 {
		return 0
	}
	sub, z := mat.NewSymDense(len(keep), nil), mat.NewVecDense(len(keep), nil)
	for a, i := range keep {
		z.SetVec(a, y[i])
		for b, j := range keep {
			if b <= a {
				sub.SetSym(a, b, cov.At(i, j))
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(sub) {
		panic("covariance not positive definite")
	}
	var w mat.VecDense
	if err := chol.SolveVecTo(&w, z); err != nil {
		panic(err)
	}
	return -0.5 * (float64(len(keep))*pruning.Ln2Pi + chol.LogDet() + mat.Dot(z, &w))
}

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
		t.Fatalf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// the evidence is that of a multivariate normal with covariance σ²·t_mrca + s²I.
func TestEvidenceIsMultivariateNormal(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n, d := 2+rng.IntN(8), 1+rng.IntN(7)
		missing := 0.3 * float64(seed%2)
		noise := 0.2 * float64(seed/2%2)
		s, _ := randomState(rng, n, d, missing, noise)
		cov := sharedTimesOf(s)
		for i := range n {
			for j := range i + 1 {
				v := s.Hyper.Sigma2 * cov.At(i, j)
				if i == j {
					v += noise
				}
				cov.SetSym(i, j, v)
			}
		}
		x := randomData(rand.New(rand.NewPCG(seed, 1)), 0+n, d, missing)
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
				want += logNormal(y, cov)
			}
		}
		close(t, fmt.Sprintf("seed %d n %d d %d", seed, n, d), s.LogEvidence(), want, 1e-9)
	}
}

// logPrior is equation 2a; the code uses 2b.
func logPriorByDefinition(s *posterior.State, theta, alpha, c float64) float64 {
	h := func(m int) float64 {
		a, _ := math.Lgamma(float64(m) - alpha)
		b, _ := math.Lgamma(float64(m) + 1 + theta)
		return math.Exp(a - b)
	}
	harmonic := func(m int) (sum float64) {
		for i := 1; i <= m; i++ {
			sum += h(i)
		}
		return sum
	}
	sum := 0.0
	for _, v := range s.Preorder() {
		if s.IsLeaf(v) {
			continue
		}
		m, kids := int(s.Size[v]), s.Kids[v]
		split := -posterior.LnGamma(float64(m)+theta) - float64(len(kids)-1)*posterior.LnGamma(1-alpha)
		for i, k := range kids {
			split += posterior.LnGamma(float64(s.Size[k]) - alpha)
			if i >= 2 {
				split += math.Log(theta + float64(i)*alpha)
			}
		}
		sum += split + math.Log(c) + s.Ell[v] + c*(s.ParentEll(v)-s.Ell[v])*harmonic(m-1)
	}
	return sum
}

func TestPriorIsEquation2a(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s, p := randomState(rng, 3+rng.IntN(20), 2, 0, 0)
		for _, ta := range [][2]float64{{1, .3}, {.5, 0}, {2.3, .23}, {3, -.5}} {
			s.Hyper = posterior.NewHyper(p, 1, 0.7, ta[0], ta[1], 0, true, true, true, true, true)
			s.Recompute()
			want := logPriorByDefinition(s, ta[0], ta[1], 0.7)
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
			close(t, "log prior", s.Pri[s.Top]+math.Log(s.Ell[s.Top]), want, 1e-10)
		}
	}
}

// the score of each position is the change of the objective it makes.
func TestScoresAreDifferences(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n, d := 4+rng.IntN(15), 1+rng.IntN(9)
		s, p := randomState(rng, n, d, 0.25*float64(seed%2), 0.1*float64(seed/2%2))
		s.Hyper = posterior.NewHyper(p, 1.1, 0.9, 1, 0.3, s.Hyper.Noise, seed%3 == 0, seed%5 == 0, true, true, true)
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
		a := placing.NewAttacher(s)
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
				close(t, fmt.Sprintf("seed %d on a branch r=%d size %d top %v classes %d", seed, r, s.Size[r], v == s.Parent[u],
					len(s.Classes)), score, s.Objective()-rest-own-inside, 1e-9)
				above := s.Parent[u]
				s.UnlinkNew(r, at)
				s.Climb(above)
			}
			if !s.IsLeaf(v) && s.Rem[v] > s.Rem[r] {
				score := a.AtNode(v)
				s.Link(r, timetree.Position{Node: v, Join: true})
				s.Climb(v)
				close(t, "at a node", score, s.Objective()-rest-own-inside, 1e-9)
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
	s, _ := randomState(rng, 40, 6, 0.1, 0.1)
	for range 2000 {
		nodes := s.Preorder()
		r := nodes[1+rng.IntN(len(nodes)-1)]
		d := s.Detach(r)
		if rng.IntN(3) == 0 {
			s.Restore(d)
			continue
		}
		at := attachAtRandom(s, rng, r)
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
		s, p := randomState(rng, 5+rng.IntN(40), 1+rng.IntN(6), 0.2*float64(seed%2), 0.1*float64(seed/2%2))
		s.Hyper = posterior.NewHyper(p, 1, 1, 1, 0.2, s.Hyper.Noise, false, false, false, false, s.Hyper.Noise == 0)
		s.Recompute()
		first := s.Objective()
		polish(s, p.Cells, 8, 0)
		t.Logf("seed %d: %.3f → %.3f, σ² %.3g c %.3g noise %.3g θ %.3g α %.3g", seed, first, s.Objective(),
			s.Hyper.Sigma2, s.Hyper.C, s.Hyper.Noise, s.Hyper.Prior.Theta, s.Hyper.Prior.Alpha)
	}
}

// polish runs a polisher to its end.
func polish(s *posterior.State, cells, rounds int, gain float64) {
	p := placing.NewPolisher(s, cells, rounds, gain)
	for !p.Advance(1 << 30) {
	}
}
