package chart

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// climbing is a chain that climbs from far below and then stays about a level.
func climbing(n int, from float64) Series {
	s := Series{Name: "chain 1"}
	for i := range n {
		s.Iteration, s.Seconds = append(s.Iteration, i), append(s.Seconds, float64(i))
		s.Values = append(s.Values, -100+from*math.Exp(-float64(i)/5)+2*math.Sin(float64(i)))
	}
	return s
}

// The vertical axis is that of the draws after the burn-in, which a line says; without a burn-in, or where it is no
// wider, the axis holds all.
func TestTraceDoesNotSpanTheBurnIn(t *testing.T) {
	for _, c := range []struct {
		burnIn, from float64
		cut          bool
		word         string
	}{{0.5, -5000, true, "below"}, {0.5, 5000, true, "above"}, {0, -5000, false, ""}, {0.5, -5, false, ""}} {
		f := Trace{Title: "log joint, nats", Iteration: "sweep", Series: []Series{climbing(200, c.from)},
			BurnIn: c.burnIn,
			Window: plotting.All, Style: plotting.Light}
		s := f.Layout(vg.Point{X: 500, Y: 300}).(*traceScene)
		first, last := s.Series[0].Values[0], s.Series[0].Values[199]
		if outside := first < s.low || first > s.high; outside != c.cut {
			t.Errorf("burn-in %v from %v: the axis goes from %v to %v", c.burnIn, first, s.low, s.high)
		}
		if last < s.low || last > s.high {
			t.Errorf("the last draw %v lies beyond %v to %v", last, s.low, s.high)
		}
		said := ""
		for _, h := range s.headings() {
			if strings.HasPrefix(h.text, "the burn-in begins") {
				said = h.text
			}
		}
		if c.cut != (said != "") || c.cut && !strings.Contains(said, c.word) {
			t.Errorf("burn-in %v from %v: said %q", c.burnIn, first, said)
		}
		// Who zooms into the burn-in sees it.
		z := f.WithWindow(plotting.Window{X0: 0, X1: 0.2, Y1: 1}).Layout(vg.Point{X: 500, Y: 300}).(*traceScene)
		if first < z.low || first > z.high {
			t.Errorf("zoomed into the burn-in the axis goes from %v to %v", z.low, z.high)
		}
	}
}
