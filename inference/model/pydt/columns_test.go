package pydt

import (
	"math"
	"math/rand/v2"
	"testing"
)

// twins returns the same random tree over the same data with missing cells twice: with
// loops over columns and with classes of one column.
func twins(t *testing.T, seed uint64, n, d int) (columns, classes *state) {
	rng := rand.New(rand.NewPCG(seed, 41))
	s, p := randomState(rng, n, d, 0.25, 0.1)
	if !p.columnwise {
		t.Fatal("the columns have classes in common")
	}
	s.hyper = newHyper(p, 1.3, 0.8, 1, 0.3, 0.1, false, false, true, true, false)
	s.hyper.noise = 0.1
	s.recompute()
	s.cavities()
	q := *p
	q.columnwise = false
	other := newState(&q, s.hyper)
	other.load(s.capture())
	other.recompute()
	other.cavities()
	return s, other
}

// Whatever is computed over columns equals what the classes of one column give.
func TestColumnsEqualClasses(t *testing.T) {
	for seed := range uint64(10) {
		a, b := twins(t, seed, 25, 6)
		close(t, "objective", a.objective(), b.objective(), 1e-12)
		var u, w timer
		u.s, w.s = a, b
		for _, v := range a.preorder() {
			close(t, "displacement", a.branchMoment(v), b.branchMoment(v), 1e-9)
			for j := range a.d {
				close(t, "cavity", a.cavMeanOf(v)[j], b.cavMeanOf(v)[j], 1e-9)
				close(t, "cavity's variance", a.cavVariOf(v)[j], b.cavVariOf(v)[j], 1e-9)
			}
			if a.isLeaf(v) {
				close(t, "residual", a.leafResidual(v), b.leafResidual(v), 1e-9)
				continue
			}
			u.columns.prepare(a, v)
			w.prepare(v)
			low, high := a.rem[v]*0.999, a.rem[v]*1.0005
			x, _, _ := u.columns.at(low)
			y, _, _ := u.columns.at(high)
			close(t, "change with time", y-x, w.value(high)-w.value(low), 1e-7)
		}
		for _, r := range a.preorder() {
			if r == a.top || a.parent[r] == a.top && len(a.kids[a.top]) == 2 {
				continue
			}
			da, db := a.detach(r), b.detach(r)
			u, w := newAttacher(a), newAttacher(b)
			u.start(r)
			w.start(r)
			for !u.advance(1<<30) || !w.advance(1<<30) {
			}
			for _, v := range a.order {
				if low, high := u.bounds(v); high > low {
					rem := low + 0.3*(high-low)
					close(t, "score", u.onBranch(v, rem), w.onBranch(v, rem), 1e-9)
					close(t, "guess", u.guess(v), w.guess(v), 1e-9)
				}
			}
			x, y := u.best(1)[0], w.best(1)[0]
			if x.score < y.score-1e-5*math.Abs(y.score) {
				t.Errorf("best position %v, with classes %v", x, y)
			}
			a.restore(da)
			b.restore(db)
		}
	}
}

// The derivatives of the curves along a time agree with differences, for branch points
// of two and more children and for positions of a subtree.
func TestCurves(t *testing.T) {
	check := func(c interface {
		at(rem float64) (value, slope, bend float64)
	}, rem float64) {
		const h = 1e-5
		_, slope, bend := c.at(rem)
		up, upSlope, _ := c.at(rem * math.Exp(-h))
		down, downSlope, _ := c.at(rem * math.Exp(h))
		close(t, "slope", slope, (up-down)/(2*h), 1e-5)
		close(t, "bend", bend, (upSlope-downSlope)/(2*h), 1e-5)
	}
	for seed := range uint64(10) {
		s, _ := twins(t, seed, 25, 6)
		for _, v := range s.preorder() {
			if !s.isLeaf(v) {
				var c columnTimer
				c.prepare(s, v)
				check(&c, s.rem[v])
			}
		}
		r := int32(seed)
		s.detach(r)
		a := newAttacher(s)
		a.start(r)
		for !a.advance(1 << 30) {
		}
		for _, v := range s.order {
			if low, high := a.bounds(v); high > low {
				c := a.curveOn(v)
				check(c, low+0.4*(high-low))
				x, _, _ := c.at(low + 0.4*(high-low))
				y, _, _ := c.at(low + 0.6*(high-low))
				close(t, "along the branch", y-x, a.onBranch(v, low+0.6*(high-low))-a.onBranch(v, low+0.4*(high-low)), 1e-6)
			}
		}
	}
}

// The sampler's loops over columns give the bits of those over classes of one column: whole chains, with
// branch points of two and of more children, go the same way.
func TestChainOverColumns(t *testing.T) {
	for seed := range uint64(3) {
		data := withMissing(bushyData(25, 9, 2, 0.3, seed+1), 70, seed)
		set := mcmcSettings(t, Model{}, nil)
		var trace [2][]float64
		many := 0
		for way := range 2 {
			c := runChain(t, Model{}, data, set, seed, 0)
			if !c.live.columnwise {
				t.Fatal("the columns have classes in common")
			}
			c.live.columnwise = way == 0
			for range 40 {
				for !c.advance(1) {
				}
				trace[way] = append(trace[way], c.scalars...)
				for _, v := range c.live.Preorder() {
					if c.live.Node[v].Kids > 2 {
						many++
					}
				}
			}
		}
		for i, x := range trace[0] {
			if math.Float64bits(x) != math.Float64bits(trace[1][i]) {
				t.Fatalf("seed %d: number %d of the traces is %v over columns and %v over classes", seed, i, x, trace[1][i])
			}
		}
		if many == 0 {
			t.Error("no branch point had more than two children")
		}
	}
}

// The odds of branches against their collapse are the same over columns and over classes, within the 1e-9 of a logarithm.
func TestCollapseOverColumns(t *testing.T) {
	count := 0
	for seed := range uint64(6) {
		s, _ := twins(t, seed, 25, 9)
		over, classes := newCollapser(s), newCollapser(s)
		for _, v := range append([]int32(nil), s.preorder()...) {
			if s.isLeaf(v) || s.parent[v] < 0 {
				continue
			}
			s.columnwise = true
			a := over.odds(v)
			s.columnwise = false
			if b := classes.odds(v); a != b && !(math.Abs(a-b) <= 1e-8) {
				t.Fatalf("seed %d: log odds %v over columns and %v over classes", seed, a, b)
			}
			count++
		}
	}
	if count < 20 {
		t.Fatalf("only %d branches", count)
	}
}
