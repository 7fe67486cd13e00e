package placing_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/times"
)

// Whatever is computed over columns equals what the classes of one column give.
func TestColumnsEqualClasses(t *testing.T) {
	for seed := range uint64(10) {
		a, b := pydttest.Twins(t, seed, 25, 6)
		pydttest.Close(t, "objective", a.Objective(), b.Objective(), 1e-12)
		var u, w times.Timer
		u.S, w.S = a, b
		for _, v := range a.Preorder() {
			pydttest.Close(t, "displacement", a.BranchMoment(v), b.BranchMoment(v), 1e-9)
			for j := range a.D {
				pydttest.Close(t, "cavity", a.CavMeanOf(v)[j], b.CavMeanOf(v)[j], 1e-9)
				pydttest.Close(t, "cavity's variance", a.CavVariOf(v)[j], b.CavVariOf(v)[j], 1e-9)
			}
			if a.IsLeaf(v) {
				pydttest.Close(t, "residual", a.LeafResidual(v), b.LeafResidual(v), 1e-9)
				continue
			}
			u.Columns.Prepare(a, v)
			w.Prepare(v)
			low, high := a.Rem[v]*0.999, a.Rem[v]*1.0005
			x, _, _ := u.Columns.At(low)
			y, _, _ := u.Columns.At(high)
			pydttest.Close(t, "change with time", y-x, w.Value(high)-w.Value(low), 1e-7)
		}
		for _, r := range a.Preorder() {
			if r == a.Top || a.Parent[r] == a.Top && len(a.Kids[a.Top]) == 2 {
				continue
			}
			da, db := a.Detach(r), b.Detach(r)
			u, w := attaching.New(a), attaching.New(b)
			u.Start(r)
			w.Start(r)
			for !u.Advance(1<<30) || !w.Advance(1<<30) {
			}
			for _, v := range a.Order {
				if low, high := u.Bounds(v); high > low {
					rem := low + 0.3*(high-low)
					pydttest.Close(t, "score", u.OnBranch(v, rem), w.OnBranch(v, rem), 1e-9)
					pydttest.Close(t, "guess", u.Guess(v), w.Guess(v), 1e-9)
				}
			}
			x, y := u.Best(1)[0], w.Best(1)[0]
			if x.Score < y.Score-1e-5*math.Abs(y.Score) {
				t.Errorf("best position %v, with classes %v", x, y)
			}
			a.Restore(da)
			b.Restore(db)
		}
	}
}

// The derivatives of the curves along a time agree with differences, for branch points
// of two and more children and for positions of a subtree.
func TestCurves(t *testing.T) {
	check := func(c interface {
		At(rem float64) (value, slope, bend float64)
	}, rem float64) {
		const h = 1e-5
		_, slope, bend := c.At(rem)
		up, upSlope, _ := c.At(rem * math.Exp(-h))
		down, downSlope, _ := c.At(rem * math.Exp(h))
		pydttest.Close(t, "slope", slope, (up-down)/(2*h), 1e-5)
		pydttest.Close(t, "bend", bend, (upSlope-downSlope)/(2*h), 1e-5)
	}
	for seed := range uint64(10) {
		s, _ := pydttest.Twins(t, seed, 25, 6)
		for _, v := range s.Preorder() {
			if !s.IsLeaf(v) {
				var c times.ColumnTimer
				c.Prepare(s, v)
				check(&c, s.Rem[v])
			}
		}
		r := int32(seed)
		s.Detach(r)
		a := attaching.New(s)
		a.Start(r)
		for !a.Advance(1 << 30) {
		}
		for _, v := range s.Order {
			if low, high := a.Bounds(v); high > low {
				c := a.CurveOn(v)
				check(c, low+0.4*(high-low))
				x, _, _ := c.At(low + 0.4*(high-low))
				y, _, _ := c.At(low + 0.6*(high-low))
				pydttest.Close(t, "along the branch", y-x,
					a.OnBranch(v, low+0.6*(high-low))-a.OnBranch(v, low+0.4*(high-low)), 1e-6)
			}
		}
	}
}
