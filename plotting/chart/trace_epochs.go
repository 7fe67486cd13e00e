package chart

import (
	"fmt"
	"image/color"
	"math"
	"sort"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Widths of the parts of a trace that are epochs, in points.
const (
	acceptedWidth = 2
	rejectedWidth = 0.8
)

// An Epoch is a stretch of a search that tries another number of components.
type Epoch struct {
	First, Last int // iterations; Last is the present one while the epoch lasts
	Open        bool
	Accepted    bool
	Tried       bool        // it could be rejected; the start and the end could not
	Born        string      // components that began with it: "components 2 and 3"; "" for none
	Died        []string    // components that ended with it: "component 4"
	Lines       [][2]string // lines of its tooltip
}

// SetEpochs shows the epochs of a search for the number of components (Beal 2003, figure
// 4.7) and says so in the subtitle. They are shown where there is one series.
func (t *Trace) SetEpochs(epochs []Epoch) {
	t.Epochs = epochs
	tried, accepted := 0, 0
	for _, e := range epochs {
		if e.Tried && !e.Open {
			tried++
			if e.Accepted {
				accepted++
			}
		}
	}
	if tried > 0 {
		t.Subtitle = fmt.Sprintf("%s of %s epochs kept · ▲ birth ▼ death", plotting.FormatCount(accepted),
			plotting.FormatCount(tried))
	}
}

// turn is a birth or death on the curve.
type turn struct {
	epoch int
	died  string // component that died; "" for a birth
	at    vg.Point
	value float64
	point int // of the series
}

// epochs reports whether epochs are shown.
func (t *Trace) epochs() bool { return len(t.Epochs) > 0 && len(t.Series) == 1 }

// index returns the first point of a series that is not before an iteration.
func (r *Series) index(iteration int) int {
	return sort.Search(len(r.Iteration), func(i int) bool { return r.Iteration[i] >= iteration })
}

// stretches draws the part of a series from one point to another by its epochs: accepted, rejected,
// or, like any line, undecided.
func (s *traceScene) stretches(r *Series, from, to int) (l traceLine) {
	for k, e := range s.Epochs {
		first, end := r.index(e.First), len(r.Values)
		if k > 0 && !e.Accepted && s.Epochs[k-1].Accepted {
			first-- // the fall from the kept bound belongs to the attempt
		}
		if k+1 < len(s.Epochs) {
			end = r.index(s.Epochs[k+1].First)
			if !e.Accepted || s.Epochs[k+1].Accepted {
				end++ // up to the next one
			}
		}
		if first, end = max(first, from), min(end, to); first >= end {
			continue
		}
		p := s.thinned(r, first, end)
		switch {
		case e.Open:
			l.full = append(l.full, p...)
		case e.Accepted:
			l.thick = append(l.thick, p...)
		default:
			l.thin = append(l.thin, p...)
		}
	}
	return l
}

// placeTurns finds the visible births and deaths of accepted epochs.
func (s *traceScene) placeTurns() {
	if !s.epochs() {
		return
	}
	r := &s.Series[0]
	add := func(epoch int, died string, iteration int) {
		i := min(r.index(iteration), len(r.Values)-1)
		if i < 0 || !ink.Finite(r.Values[i]) {
			return
		}
		at := s.at(s.Trace.x(r, i), r.Values[i])
		if ink.Contains(s.area, at) {
			s.turns = append(s.turns, turn{epoch, died, at, r.Values[i], i})
		}
	}
	for k, e := range s.Epochs {
		if e.Open || !e.Accepted {
			continue
		}
		if e.Born != "" {
			add(k, "", e.First)
		}
		for _, died := range e.Died {
			add(k, died, e.Last)
		}
	}
}

// turnInks are the colours of births and deaths.
func turnInks(s plotting.Style) (birth, death color.NRGBA) {
	if s.Dark {
		return plotting.Hex(0x2BC297), plotting.Hex(0xE98A52)
	}
	return plotting.Hex(0x009E73), plotting.Hex(0xD55E00)
}

// turnSize is half the width of a triangle.
const turnSize = 4.5

// triangle points up for a birth and down for a death.
func (t turn) triangle(size vg.Length) vg.Path {
	up := size
	if t.died != "" {
		up = -size
	}
	var p vg.Path
	p.Move(vg.Point{X: t.at.X - size, Y: t.at.Y - 0.8*up})
	p.Line(vg.Point{X: t.at.X + size, Y: t.at.Y - 0.8*up})
	p.Line(vg.Point{X: t.at.X, Y: t.at.Y + 0.9*up})
	p.Close()
	return p
}

func (s *traceScene) drawTurns(c vg.Canvas) {
	birth, death := turnInks(s.Style)
	for _, t := range s.turns {
		c.SetColor(s.Style.Surface)
		c.Fill(t.triangle(turnSize + 1.75))
		if c.SetColor(birth); t.died != "" {
			c.SetColor(death)
		}
		c.Fill(t.triangle(turnSize))
	}
}

// hitTurn returns the birth or death nearest to p within reach.
func (s *traceScene) hitTurn(p vg.Point) (plotting.Mark, bool) {
	best, found := vg.Length(turnSize+3), -1
	for i, t := range s.turns {
		if d := vg.Length(math.Hypot(float64(t.at.X-p.X), float64(t.at.Y-p.Y))); d <= best {
			best, found = d, i
		}
	}
	if found < 0 {
		return plotting.Mark{}, false
	}
	t := s.turns[found]
	e := s.Epochs[t.epoch]
	m := plotting.NewMark(plotting.BirthMark)
	m.Column, m.Index, m.Anchor = 0, t.point, t.at
	m.Title = "Birth of " + e.Born
	if t.died != "" {
		m.Kind, m.Title = "death", "Death of "+t.died
	}
	m.Lines = append([][2]string{{s.iterationName(), plotting.FormatCount(s.Series[0].Iteration[t.point])}}, e.Lines...)
	return m, true
}

// epochOf returns the lines of the epoch of a point.
func (s *traceScene) epochOf(iteration int) [][2]string {
	k := sort.Search(len(s.Epochs), func(k int) bool { return s.Epochs[k].First > iteration }) - 1
	if !s.epochs() || k < 0 {
		return nil
	}
	return s.Epochs[k].Lines
}
