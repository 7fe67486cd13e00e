package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/timetree"

	"gonum.org/v1/gonum/mat"
)

// denseJoint returns the log density of data, structure and times ℓ by one Cholesky
// decomposition a column and equation 2a.
func denseJoint(s *posterior.State) float64 {
	sum := 0.0
	cov := pydttest.SharedTimesOf(s)
	for j := range s.D {
		y := make([]float64, s.N)
		full := mat.NewSymDense(s.N, nil)
		for i := range y {
			y[i] = s.Mean[i*s.D+j]
			for k := range i + 1 {
				full.SetSym(i, k, s.Hyper.Sigma2*cov.At(i, k))
			}
			full.SetSym(i, i, full.At(i, i)+s.Hyper.Noise)
			for _, cl := range s.Classes {
				if j >= cl.Low && j < cl.High && cl.Observed != nil && !cl.Observed[i] {
					y[i] = math.NaN()
				}
			}
		}
		sum += pydttest.LogNormal(y, full)
	}
	for _, v := range s.Preorder() {
		if s.IsLeaf(v) {
			continue
		}
		var sizes []int
		total := 0
		for _, k := range s.Kids[v] {
			sizes = append(sizes, leavesBelow(s, k))
			total += leavesBelow(s, k)
		}
		sum += s.Hyper.Prior.LogSplit(sizes) + math.Log(s.Hyper.C) -
			s.Hyper.C*s.Hyper.Prior.Harmonic(total-1)*(s.Ell[v]-s.ParentEll(v))
	}
	return sum
}

func leavesBelow(s *posterior.State, v int32) int {
	if s.IsLeaf(v) {
		return 1
	}
	n := 0
	for _, k := range s.Kids[v] {
		n += leavesBelow(s, k)
	}
	return n
}

// latestAbove returns the earliest of the times of v's branch points below, as time remaining, leaving out one.
func remBelow(s *posterior.State, v, without int32) float64 {
	r := 0.0
	for _, k := range s.Kids[v] {
		if k != without {
			r = math.Max(r, s.Rem[k])
		}
	}
	return r
}

// denseOdds returns the log odds of the collapse of v's branch by 60 × 60 points of quadrature.
func denseOdds(s *posterior.State, v int32) float64 {
	const points, step = 60, 0.35
	p := s.Parent[v]
	high := s.ParentRem(p)
	low := math.Max(remBelow(s, p, v), remBelow(s, v, -1))
	place := func(high, low float64, i int) (rem, jacobian float64) {
		share := 1 / (1 + math.Exp(-step*(float64(i)-points/2+0.5)))
		rem = high - share*(high-low)
		return rem, (high - low) * share * (1 - share) * step / rem
	}
	var apart, joined special.LogSum
	for i := range points {
		remP, a := place(high, low, i)
		s.SetRem(p, remP)
		for j := range points {
			remV, b := place(remP, remBelow(s, v, -1), j)
			s.SetRem(v, remV)
			apart.Add(denseJoint(s) + math.Log(a*b))
		}
	}
	kv, kp := len(s.Kids[v]), len(s.Kids[p])
	for _, k := range s.Kids[v] {
		s.Parent[k] = p
		s.Kids[p] = append(s.Kids[p], k)
	}
	s.Kids[p] = timetree.Without(s.Kids[p], timetree.IndexOf(s.Kids[p], v))
	s.Release(v)
	for i := range points {
		rem, a := place(high, low, i)
		s.SetRem(p, rem)
		joined.Add(denseJoint(s) + math.Log(a))
	}
	odds := joined.Value() - apart.Value()
	// 1, 3, 15, 105 … ways to resolve 2, 3, 4, 5 … children, at half weight.
	ways := func(k int) float64 {
		log := 0.0
		for i := 3; i <= k; i++ {
			log += math.Log(float64(2*i - 3))
		}
		return log
	}
	return odds + 0.5*(ways(kp)+ways(kv)-ways(kp+kv-1))
}

// The probability of a branch compared with collapsing it agrees with dense quadrature over both
// times: exactly for three leaves (which have no other times), with missing cells, and with times that
// are not optimal.
func TestSupportIsThatOfQuadrature(t *testing.T) {
	worst, mean, count := 0.0, 0.0, 0.0
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 91))
		n, d := 3+int(seed%3), 1+rng.IntN(4)
		s, p := pydttest.RandomState(rng, n, d, 0.2*float64(seed%2), 0.05)
		s.Cavities()
		c := branches.NewCollapser(s)
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) || v == s.Top {
				continue
			}
			got := c.Present(v)
			other := posterior.NewState(p, s.Hyper)
			other.Load(s.Capture())
			other.Recompute()
			want := denseOdds(other, v)
			off := math.Abs(math.Log((1-got)/got) - want)
			worst, mean, count = math.Max(worst, off), mean+off, count+1
			if off > 0.1 {
				t.Errorf("seed %d, branch %d: log odds %.4f, by dense quadrature %.4f", seed, v, math.Log((1-got)/got), want)
			}
		}
	}
	t.Logf("%v branches: %.4f nats off on average, %.4f at most", count, mean/count, worst)
	if mean/count > 0.02 || count < 20 {
		t.Errorf("%v branches are %.4f nats off on average", count, mean/count)
	}
}

// For each branch, the evidence of the collapsed tree over that of the other is the posterior density
// of a waiting time of 0 over the prior density (Savage and Dickey).
func TestCollapseIsADensityAtZero(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 92))
		s, _ := pydttest.RandomState(rng, 5, 2, 0, 0.05)
		s.Cavities()
		c := branches.NewCollapser(s)
		for _, v := range append([]int32(nil), s.Preorder()...) {
			if s.IsLeaf(v) || v == s.Top {
				continue
			}
			c.Prepare(branches.Option{Node: v, Rem: s.Rem[v]}, s.Parent[v], s.Kids[v], s.Size[v])
			// The density at a small waiting time, the time of the parent integrated out.
			const wait = 1e-6
			var sum special.LogSum
			const points, step = 400, 0.05
			for i := range points {
				remP, slope := branches.Spot(c.High, c.LowP, step*(float64(i)-points/2+0.5))
				c.JoinAbove(remP)
				sum.Add(c.Value(remP, remP*math.Exp(-wait)) + math.Log(slope*step))
			}
			zero := sum.Value() + 2*s.Hyper.LnC - c.Apart()
			pydttest.Close(t, "Bayes factor", c.Together()-c.Apart(), zero-math.Log(s.Hyper.C), 0.05)
		}
	}
}

// The trees of a search give the probability of each branch point, and the expected number is their
// sum. A tree that must be binary gives none by itself.
func TestSearchTellsSupport(t *testing.T) {
	f, _ := runFit(t, Model{}, bushyData(25, 8, 1, 0.2, 5), map[string]string{"witnesses": columnWitnesses}, 1, 0, 1)
	snap := f.Snapshot()
	best := forest.Best(snap)
	if err := best.Check(); err != nil {
		t.Fatal(err)
	}
	s := posterior.NewState(f.problem, f.learned)
	s.Load(f.current)
	s.Recompute()
	s.Cavities()
	c := branches.NewCollapser(s)
	sum := 0.0
	for v := range best.Nodes() {
		if best.IsLeaf(v) {
			if !math.IsNaN(best.Support[v]) {
				t.Errorf("leaf %d has support %v", v, best.Support[v])
			}
			continue
		}
		sum += best.Support[v]
		if v == best.Top && best.Support[v] != 1 {
			t.Errorf("the top has support %v", best.Support[v])
		}
	}
	number := f.current.Numbers(f.problem.N)
	for slot, v := range number {
		if v >= 0 && v != best.Top && !best.IsLeaf(v) {
			pydttest.Close(t, "support", best.Support[v], c.Present(int32(slot)), 1e-9)
		}
	}
	found := false
	for _, x := range snap.Scalars {
		if x.Name == "supported_branch_points" {
			found = true
			pydttest.Close(t, x.Name, x.Mean, sum, 1e-12)
		}
	}
	for f.iteration < 30 { // branches with new ends are weighed as they come
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s.Load(f.current)
	s.Hyper = f.learned
	s.Recompute()
	s.Cavities()
	for v, p := range f.current.Support {
		if !math.IsNaN(p) && int32(v) != s.Top {
			if fresh := c.Present(int32(v)); !(math.Abs(p-fresh) <= 0.2) {
				t.Errorf("branch %d has support %v, weighed anew %v", v, p, fresh)
			}
		}
	}
	if !found || sum > f.points || sum < 0.5*f.points {
		t.Errorf("%v of %v branch points, told %v", sum, f.points, found)
	}
	d, _ := runFit(t, DDT{}, bushyData(12, 3, 1, 0.2, 5), map[string]string{"witnesses": columnWitnesses}, 1, 5, 1)
	if forest.Best(d.Snapshot()).Support != nil {
		t.Error("a tree that is binary by its prior has supports")
	}
}

// All trees that the window shows have supports, also those of method mp, and the supports equal a
// fresh computation.
func TestAllTreesHaveSupports(t *testing.T) {
	for _, method := range []string{"em", "mp"} {
		f, _ := runFit(t, Model{}, bushyData(16, 3, 1, 0.2, 5), map[string]string{"method": method}, 1, 25, 1)
		trees := forest.TreesOf(f.Snapshot())
		if len(trees) < 2 {
			t.Fatalf("%s: %d trees", method, len(trees))
		}
		for i, k := range f.best {
			if k.Support == nil || trees[i].Tree.Support == nil {
				t.Errorf("%s: tree %d has no supports", method, i+1)
				continue
			}
			s := posterior.NewState(f.problem, f.learned)
			s.Load(k)
			s.Recompute()
			s.Cavities()
			c := branches.NewCollapser(s)
			for v, p := range k.Support {
				if !math.IsNaN(p) && int32(v) != s.Top {
					if fresh := c.Present(int32(v)); !(math.Abs(p-fresh) <= 0.2) {
						t.Errorf("%s, tree %d: branch %d has support %v, weighed anew %v", method, i+1, v, p, fresh)
					}
				}
			}
		}
	}
}
