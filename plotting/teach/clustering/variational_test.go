package clustering

import (
	"math"
	"testing"

	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// densest is the component in which a point has the highest density, with its share, written out for two columns.
func densest(m *mixture.Mixture, x, y float64) (at int) {
	best := math.Inf(-1)
	for k, c := range m.Components {
		a, b, d := m.Noise[0], 0.0, m.Noise[1]
		if c.Loadings != nil {
			for l := range c.Precision {
				u, v := c.Loadings.At(0, l), c.Loadings.At(1, l)
				a, b, d = a+u*u, b+u*v, d+v*v
			}
		}
		dx, dy, det := x-c.Mean[0], y-c.Mean[1], a*d-b*b
		log := math.Log(c.Weight) - math.Log(det)/2 - (d*dx*dx-2*b*dx*dy+a*dy*dy)/(2*det)
		if log > best {
			best, at = log, k
		}
	}
	return at
}

// Duplicates die until each group has one component, from any number at the start that is large enough; points have the
// colours that their densities give.
func TestDuplicatesDie(t *testing.T) {
	m := stagetest.Played[most](t, MostComponents(), 1)
	end := m.cycles[mostSteps]
	if n := len(end.Components); n != 3 || len(m.cycles[0].Components) <= 6 {
		t.Errorf("%d components of %d are left", n, len(m.cycles[0].Components))
	}
	class, _ := end.Assigned()
	other := 0
	for i := range m.x {
		if densest(end, m.x[i], m.y[i]) != class[i] {
			other++
		}
		for j := range i {
			if (m.truth[i] == m.truth[j]) != (class[i] == class[j]) {
				other++
			}
		}
	}
	if other > 0 {
		t.Errorf("%d points or pairs are elsewhere", other)
	}
	for k, e := range m.ends {
		if k < 2 && !(e.bound < m.highest()-10) || k >= 2 && !(e.bound > m.highest()-10) {
			t.Errorf("from %d components the bound is %v, the highest %v", k+1, e.bound, m.highest())
		}
	}
	for at := 1; at < mostSteps; at++ {
		if len(m.cycles[at].Components) == len(m.cycles[at-1].Components) && m.bound[at] < m.bound[at-1]-1e-6 {
			t.Errorf("cycle %d lowers the bound", at+1)
		}
	}
}

// Births are kept until there are as many components as groups, and reversed beyond; what is reversed leaves the bound
// and the components as they were.
func TestTrialsAreKeptOrReversed(t *testing.T) {
	u := stagetest.Played[turns](t, InTurn(), 1)
	bound, components := math.NaN(), 0
	for i, s := range u.seen {
		if !s.Ended {
			continue
		}
		switch n := len(s.Mixture.Components); {
		case s.Trial != "" && !s.Kept && (!(math.Abs(s.Bound-bound) <= 1e-6) || n != components):
			t.Errorf("update %d: reversed to %d components and %v, before %d and %v", i, n, s.Bound, components, bound)
		case s.Kept && s.Bound < bound-1e-6:
			t.Errorf("update %d: kept at %v, before %v", i, s.Bound, bound)
		}
		bound, components = s.Bound, len(s.Mixture.Components)
	}
	last := u.seen[len(u.seen)-1]
	if components != 3 || last.kept < 2 || last.reversed < 3 {
		t.Errorf("%d components, %d kept, %d reversed", components, last.kept, last.reversed)
	}
	class, _ := last.Mixture.Assigned()
	for i := range u.x {
		if densest(last.Mixture, u.x[i], u.y[i]) != class[i] {
			t.Errorf("point %d is in %d", i, class[i])
		}
	}
}
