package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/kind/forest"

	"gonum.org/v1/gonum/mat"
)

// denseJoint returns the log density of data, structure and times ℓ by one Cholesky
// decomposition a column and equation 2a.
func denseJoint(s *state) float64 {
	sum := 0.0
	cov := sharedTimesOf(s)
	for j := range s.d {
		y := make([]float64, s.n)
		full := mat.NewSymDense(s.n, nil)
		for i := range y {
			y[i] = s.mean[i*s.d+j]
			for k := range i + 1 {
				full.SetSym(i, k, s.hyper.sigma2*cov.At(i, k))
			}
			full.SetSym(i, i, full.At(i, i)+s.hyper.noise)
			for _, cl := range s.classes {
				if j >= cl.low && j < cl.high && cl.observed != nil && !cl.observed[i] {
					y[i] = math.NaN()
				}
			}
		}
		sum += logNormal(y, full)
	}
	for _, v := range s.preorder() {
		if s.isLeaf(v) {
			continue
		}
		var sizes []int
		total := 0
		for _, k := range s.kids[v] {
			sizes = append(sizes, leavesBelow(s, k))
			total += leavesBelow(s, k)
		}
		sum += s.hyper.prior.LogSplit(sizes) + math.Log(s.hyper.c) - s.hyper.c*s.hyper.prior.Harmonic(total-1)*(s.ell[v]-s.parentEll(v))
	}
	return sum
}

func leavesBelow(s *state, v int32) int {
	if s.isLeaf(v) {
		return 1
	}
	n := 0
	for _, k := range s.kids[v] {
		n += leavesBelow(s, k)
	}
	return n
}

// latestAbove returns the earliest of the times of v's branch points below, as time remaining, leaving out one.
func remBelow(s *state, v, without int32) float64 {
	r := 0.0
	for _, k := range s.kids[v] {
		if k != without {
			r = math.Max(r, s.rem[k])
		}
	}
	return r
}

// denseOdds returns the log odds of the collapse of v's branch by 60 × 60 points of quadrature.
func denseOdds(s *state, v int32) float64 {
	const points, step = 60, 0.35
	p := s.parent[v]
	high := s.parentRem(p)
	low := math.Max(remBelow(s, p, v), remBelow(s, v, -1))
	place := func(high, low float64, i int) (rem, jacobian float64) {
		share := 1 / (1 + math.Exp(-step*(float64(i)-points/2+0.5)))
		rem = high - share*(high-low)
		return rem, (high - low) * share * (1 - share) * step / rem
	}
	var apart, joined logSum
	for i := range points {
		remP, a := place(high, low, i)
		s.setRem(p, remP)
		for j := range points {
			remV, b := place(remP, remBelow(s, v, -1), j)
			s.setRem(v, remV)
			apart.add(denseJoint(s) + math.Log(a*b))
		}
	}
	kv, kp := len(s.kids[v]), len(s.kids[p])
	for _, k := range s.kids[v] {
		s.parent[k] = p
		s.kids[p] = append(s.kids[p], k)
	}
	s.kids[p] = without(s.kids[p], indexOf(s.kids[p], v))
	s.release(v)
	for i := range points {
		rem, a := place(high, low, i)
		s.setRem(p, rem)
		joined.add(denseJoint(s) + math.Log(a))
	}
	odds := joined.value() - apart.value()
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
		s, p := randomState(rng, n, d, 0.2*float64(seed%2), 0.05)
		s.cavities()
		c := newCollapser(s)
		for _, v := range append([]int32(nil), s.preorder()...) {
			if s.isLeaf(v) || v == s.top {
				continue
			}
			got := c.present(v)
			other := newState(p, s.hyper)
			other.load(s.capture())
			other.recompute()
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
		s, _ := randomState(rng, 5, 2, 0, 0.05)
		s.cavities()
		c := newCollapser(s)
		for _, v := range append([]int32(nil), s.preorder()...) {
			if s.isLeaf(v) || v == s.top {
				continue
			}
			c.prepare(option{node: v, rem: s.rem[v]}, s.parent[v], s.kids[v], s.size[v])
			// The density at a small waiting time, the time of the parent integrated out.
			const wait = 1e-6
			var sum logSum
			const points, step = 400, 0.05
			for i := range points {
				remP, slope := spot(c.high, c.lowP, step*(float64(i)-points/2+0.5))
				c.joinAbove(remP)
				sum.add(c.value(remP, remP*math.Exp(-wait)) + math.Log(slope*step))
			}
			zero := sum.value() + 2*s.hyper.lnC - c.apart()
			close(t, "Bayes factor", c.together()-c.apart(), zero-math.Log(s.hyper.c), 0.05)
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
	s := newState(f.problem, f.learned)
	s.load(f.current)
	s.recompute()
	s.cavities()
	c := newCollapser(s)
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
	number := f.current.numbers(f.problem.n)
	for slot, v := range number {
		if v >= 0 && v != best.Top && !best.IsLeaf(v) {
			close(t, "support", best.Support[v], c.present(int32(slot)), 1e-9)
		}
	}
	found := false
	for _, x := range snap.Scalars {
		if x.Name == "supported_branch_points" {
			found = true
			close(t, x.Name, x.Mean, sum, 1e-12)
		}
	}
	for f.iteration < 30 { // branches with new ends are weighed as they come
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s.load(f.current)
	s.hyper = f.learned
	s.recompute()
	s.cavities()
	for v, p := range f.current.Support {
		if !math.IsNaN(p) && int32(v) != s.top {
			if fresh := c.present(int32(v)); !(math.Abs(p-fresh) <= 0.2) {
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
			s := newState(f.problem, f.learned)
			s.load(k)
			s.recompute()
			s.cavities()
			c := newCollapser(s)
			for v, p := range k.Support {
				if !math.IsNaN(p) && int32(v) != s.top {
					if fresh := c.present(int32(v)); !(math.Abs(p-fresh) <= 0.2) {
						t.Errorf("%s, tree %d: branch %d has support %v, weighed anew %v", method, i+1, v, p, fresh)
					}
				}
			}
		}
	}
}
