package chart

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A cladePanel compares the frequencies of clades in two chains.
type cladePanel struct {
	across, up int // chains
	box        vg.Rectangle
}

// at returns the place of a clade.
func (p cladePanel) at(frequencies []float64) vg.Point {
	size := p.box.Size()
	return vg.Point{
		X: p.box.Min.X + size.X*vg.Length(frequencies[p.across]),
		Y: p.box.Min.Y + size.Y*vg.Length(frequencies[p.up]),
	}
}

// placeClades lays out a square for each pair of chains, or for the first pairs if there are too
// many.
func (s *diagnosticsScene) placeClades() {
	st := s.Style
	names := ink.LineHeight(ink.Regular(st.Typeface, st.AxisSize))
	x := s.columns.trace.From
	chains := len(s.Report.Topology.Clades[0].Frequencies)
	pairs := vg.Length(min(chains*(chains-1)/2, mostCladePair))
	gap := 2*st.Gap + names
	side := min(s.cladeArea.Size().Y-names, max((s.tableLeft()-x+gap)/pairs-gap, 48))
	for up := 1; up < chains && side >= 24; up++ {
		for across := range up {
			if len(s.clades) == mostCladePair || x+side > s.tableLeft() {
				return
			}
			s.clades = append(s.clades, cladePanel{across, up,
				vg.Rectangle{Min: vg.Point{X: x, Y: s.cladeArea.Max.Y - side}, Max: vg.Point{X: x + side, Y: s.cladeArea.Max.Y}}})
			x += side + gap
		}
	}
}

// tableLeft returns the left edge of the numbers.
func (s *diagnosticsScene) tableLeft() vg.Length {
	if n := len(s.table); n > 2 {
		return s.table[n-3].right
	}
	return s.area.Max.X
}

func (s *diagnosticsScene) drawClades(c vg.Canvas) {
	if len(s.clades) == 0 {
		return
	}
	view := vg.Rectangle{Min: vg.Point{X: s.area.Min.X, Y: s.area.Min.Y - s.footHeight() - 2},
		Max: vg.Point{X: s.area.Max.X, Y: s.area.Max.Y}}
	plotting.Clip(c, view, func() {
		st, t := s.Style, s.Report.Topology
		bold, plain := ink.Bold(st.Typeface, st.AxisSize), ink.Regular(st.Typeface, st.AxisSize)
		middle := (s.clades[0].box.Min.Y + s.clades[0].box.Max.Y) / 2
		ink.DrawText(c, bold, st.Ink, vg.Point{X: s.area.Min.X, Y: middle}, ink.MiddleLeft, "clades")
		for _, p := range s.clades {
			s.drawPair(c, p)
		}
		if len(s.table) < 3 {
			return
		}
		for i, l := range [][2]string{{"s.d. between chains", ""}, {"average", plotting.FormatDigits(t.AverageDeviation, 2)},
			{"greatest", plotting.FormatDigits(t.GreatestDeviation, 2)}} {
			y := middle + vg.Length(1-i)*ink.LineHeight(plain)
			if l[1] == "" {
				ink.DrawText(c, plain, st.Muted, vg.Point{X: s.area.Max.X, Y: y}, ink.MiddleRight,
					ink.Elide(plain, l[0], s.area.Max.X-s.tableLeft()-st.Gap))
				continue
			}
			ink.DrawText(c, plain, st.Ink, vg.Point{X: s.area.Max.X, Y: y}, ink.MiddleRight, l[1])
			ink.DrawText(c, plain, st.Muted,
				vg.Point{X: s.area.Max.X - ink.TextWidth(plain, "0.0000") - st.Gap, Y: y}, ink.MiddleRight, l[0])
		}
	})
}

// drawPair draws one square with its diagonal, on which chains agree.
func (s *diagnosticsScene) drawPair(c vg.Canvas, p cladePanel) {
	st := s.Style
	var frame, diagonal vg.Path
	frame.Move(vg.Point{X: p.box.Min.X, Y: p.box.Max.Y})
	frame.Line(p.box.Min)
	frame.Line(vg.Point{X: p.box.Max.X, Y: p.box.Min.Y})
	diagonal.Move(p.box.Min)
	diagonal.Line(p.box.Max)
	c.SetLineWidth(st.AxisStroke)
	c.SetColor(st.Hairline)
	c.Stroke(diagonal)
	c.SetColor(st.Muted)
	c.Stroke(frame)
	f := ink.Regular(st.Typeface, st.AxisSize)
	middle := vg.Point{X: (p.box.Min.X + p.box.Max.X) / 2, Y: (p.box.Min.Y + p.box.Max.Y) / 2}
	ink.DrawText(c, f, st.Muted, vg.Point{X: middle.X, Y: p.box.Min.Y - st.Padding}, ink.TopCentre,
		ink.Elide(f, chainName(p.across), p.box.Size().X))
	ink.DrawTurned(c, f, st.Muted, vg.Point{X: p.box.Min.X - st.Padding, Y: middle.Y}, ink.BaseCentre, math.Pi/2,
		ink.Elide(f, chainName(p.up), p.box.Size().Y))
	c.SetColor(plotting.Fade(st.Ink, 0.6))
	radius := min(max(p.box.Size().X/60, 0.8), 1.75)
	for _, clade := range s.Report.Topology.Clades {
		c.Fill(ink.Disc(p.at(clade.Frequencies), radius))
	}
}
