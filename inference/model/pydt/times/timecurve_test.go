package times_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/times"
	"example.org/espalier/inference/process/timetree"
)

// The curve along which the time of a branch point is sought is the objective, with its derivatives: of two children
// and of more, of columns that are complete and of classes with missing cells.
func TestTimeCurve(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 77))
	pairs, more := 0, 0
	for _, missing := range []float64{0, 0.02} {
		for range 12 {
			s, _ := pydttest.RandomState(rng, 12, 4, missing, 0.1)
			if s.Columnwise {
				continue
			}
			s.Recompute()
			s.Cavities()
			for _, v := range append([]int32(nil), s.Order...) {
				if s.IsLeaf(v) {
					continue
				}
				c := times.Timer{S: s}
				if c.PrepareCurve(v) {
					pairs++
				} else if c.Prepare(v); len(c.Meeting) <= times.FewMessages {
					more++
				} else {
					continue
				}
				latest := 0.0
				for _, k := range s.Kids[v] {
					latest = max(latest, s.Rem[k])
				}
				low, high := timetree.Within(latest, s.ParentRem(v))
				before := s.Rem[v]
				objective := func(ell float64) float64 {
					s.SetRem(v, math.Exp(-ell))
					for u := v; u >= 0; u = s.Parent[u] {
						s.Update(u)
					}
					return s.Objective()
				}
				from, to := -math.Log(high), -math.Log(math.Max(low, 1e-3*high))
				here, there := from+0.3*(to-from), from+0.6*(to-from)
				value, slope, bend := c.At(math.Exp(-here))
				other, _, _ := c.At(math.Exp(-there))
				pydttest.Close(t, "difference of values", other-value, objective(there)-objective(here), 1e-8)
				h := 1e-4 * (to - from)
				up, down := objective(here+h), objective(here-h)
				pydttest.Close(t, "slope", slope, (up-down)/(2*h), 1e-4)
				pydttest.Close(t, "bend", bend, (up-2*objective(here)+down)/(h*h), 1e-2)
				objective(-math.Log(before))
			}
		}
	}
	if pairs < 20 || more < 20 {
		t.Errorf("%d branch points of two children and %d of more were tried", pairs, more)
	}
}
