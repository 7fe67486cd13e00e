package chart

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// leastRankTop is the least end of the axis of the ranks, on which chains that agree are at 1.
const leastRankTop = 2.0

// rankTop returns the end of the axis of the ranks of a row.
func (row *diagnosticsRow) rankTop() float64 {
	top := leastRankTop
	for _, c := range row.ranks.Chains {
		for _, v := range c {
			top = math.Max(top, v)
		}
	}
	return top
}

// rankAt returns the place of a share at an edge of the bins.
func (p *diagnosticsPanels) rankAt(edge, bins int, v float64) vg.Point {
	size := p.ranks.Size()
	return vg.Point{
		X: p.ranks.Min.X + size.X*vg.Length(edge)/vg.Length(bins),
		Y: p.ranks.Min.Y + size.Y*vg.Length(0.96*math.Max(v, 0)/p.rankTop()),
	}
}

// drawRanks draws the shares of the chains among the ranks as steps, over the band where chains that agree lie.
func (s *diagnosticsScene) drawRanks(c vg.Canvas, p *diagnosticsPanels) {
	st, r := s.Style, p.diagnosticsRow.ranks
	if r == nil || p.ranks.Size().X <= 0 {
		return
	}
	bins := len(r.Chains[0])
	band := vg.Rectangle{Min: p.rankAt(0, bins, 1-r.Band), Max: p.rankAt(bins, bins, math.Min(1+r.Band, p.rankTop()))}
	c.SetColor(plotting.Fade(st.Muted, 0.16))
	c.Fill(band.Path())
	var base, one vg.Path
	base.Move(p.ranks.Min)
	base.Line(vg.Point{X: p.ranks.Max.X, Y: p.ranks.Min.Y})
	one.Move(p.rankAt(0, bins, 1))
	one.Line(p.rankAt(bins, bins, 1))
	c.SetLineWidth(st.AxisStroke)
	c.SetColor(st.Muted)
	c.Stroke(base)
	c.SetColor(st.Hairline)
	c.Stroke(one)
	c.SetLineWidth(1)
	for k, y := range r.Chains {
		var path vg.Path
		for b, v := range y {
			if b == 0 {
				path.Move(p.rankAt(b, bins, v))
			} else {
				path.Line(p.rankAt(b, bins, v))
			}
			path.Line(p.rankAt(b+1, bins, v))
		}
		c.SetColor(seriesColour(st, k))
		c.Stroke(path)
	}
}

// hitRanks describes a bin.
func (s *diagnosticsScene) hitRanks(p *diagnosticsPanels, at vg.Point) plotting.Mark {
	r := p.diagnosticsRow.ranks
	bins := len(r.Chains[0])
	b := min(max(int(float64(bins)*float64((at.X-p.ranks.Min.X)/p.ranks.Size().X)), 0), bins-1)
	m := s.rowMark("ranks", p)
	m.Title += ", ranks " + plotting.FormatPercent(float64(b)/float64(bins)) + " to " +
		plotting.FormatPercent(float64(b+1)/float64(bins))
	for k, y := range r.Chains {
		m.Lines = append(m.Lines, [2]string{chainName(k), plotting.FormatDigits(y[b], 2) + " × expected"})
	}
	m.Lines = append(m.Lines, [2]string{"by chance", "1 ± " + plotting.FormatDigits(r.Band, 2)})
	m.Anchor = p.rankAt(b, bins, 1).Add(vg.Point{X: p.ranks.Size().X / vg.Length(2*bins)})
	return m
}

// rankAxis is that of the ranks, from the lowest draw of all chains to the highest.
func (s *diagnosticsScene) rankAxis() ink.Axis {
	return ink.Axis{From: vg.Point{X: s.columns.ranks.From, Y: s.axisY}, To: vg.Point{X: s.columns.ranks.To, Y: s.axisY},
		Low: 0, High: 1, Ticks: []ink.Tick{{Value: 0, Label: "low"}, {Value: 1, Label: "high"}}, Name: "rank"}
}
