package chart

import (
	"fmt"
	"math"

	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Hit implements Scene. On a trace it is the draw of the nearest chain (kind "draw", Column the
// chain, Index the iteration). On a comparison of chains it is a "clade", Index its number in
// Report.Topology.Clades. Elsewhere in a row it is a "quantity", a "density", "ranks" or an
// "autocorrelation", Index the row.
func (s *diagnosticsScene) Hit(p vg.Point) (plotting.Mark, bool) {
	for _, c := range s.clades {
		if ink.Contains(c.box, p) {
			return s.hitClade(c, p)
		}
	}
	if !ink.Contains(s.area, p) {
		return plotting.Mark{}, false
	}
	for i := range s.panels {
		row := &s.panels[i]
		if !ink.Contains(row.box, p) {
			continue
		}
		switch {
		case !row.traces.empty && inSpan(s.columns.trace, p.X):
			m, ok := row.traces.Hit(p)
			if ok {
				m.Kind, m.Index = "draw", row.traces.Series[m.Column].Iteration[m.Index]
			}
			return m, ok
		case row.diagnosticsRow.density != nil && inSpan(s.columns.density, p.X):
			return s.hitDensity(row, p), true
		case row.diagnosticsRow.ranks != nil && inSpan(s.columns.ranks, p.X):
			return s.hitRanks(row, p), true
		case inSpan(s.columns.decay, p.X):
			return s.hitDecay(row, p)
		}
		return s.hitNumbers(row), true
	}
	return plotting.Mark{}, false
}

func inSpan(c ink.Span, x vg.Length) bool { return x >= c.From && x <= c.To }

// rowMark returns a mark of a row.
func (s *diagnosticsScene) rowMark(kind plotting.MarkKind, p *diagnosticsPanels) plotting.Mark {
	m := plotting.NewMark(kind)
	for i := range s.rows {
		if &s.rows[i] == p.diagnosticsRow {
			m.Index = i
		}
	}
	m.Title = p.quantity.Title
	return m
}

func (s *diagnosticsScene) hitDensity(p *diagnosticsPanels, at vg.Point) plotting.Mark {
	d := p.diagnosticsRow.density
	m := s.rowMark("density", p)
	nearest := 0
	for i, x := range d.X {
		if math.Abs(float64(p.densityX(x)-at.X)) < math.Abs(float64(p.densityX(d.X[nearest])-at.X)) {
			nearest = i
		}
	}
	m.Title += " = " + plotting.FormatDigits(d.X[nearest], 4)
	write := plotting.FormatNumber
	if d.Steps {
		write = plotting.FormatPercent
	}
	for k, y := range d.Chains {
		m.Lines = append(m.Lines, [2]string{chainName(k), write(y[nearest])})
	}
	if len(d.Chains) > 1 {
		m.Lines = append(m.Lines, [2]string{"all", write(d.Pooled[nearest])})
	}
	m.Anchor = vg.Point{X: p.densityX(d.X[nearest]),
		Y: p.density.Min.Y + p.density.Size().Y*vg.Length(0.96*d.Pooled[nearest]/p.peak)}
	return m
}

func (s *diagnosticsScene) hitDecay(p *diagnosticsPanels, at vg.Point) (plotting.Mark, bool) {
	lag := int(math.Round(float64(s.lags) * float64((at.X-p.decay.Min.X)/p.decay.Size().X) / float64(p.every)))
	m := s.rowMark("autocorrelation", p)
	m.Title += ", lag " + plotting.FormatCount(lag*p.every)
	for k, y := range p.diagnosticsRow.decay {
		if lag < len(y) {
			m.Lines = append(m.Lines, [2]string{chainName(k), plotting.FormatDigits(y[lag], 2)})
			m.Anchor = s.decayAt(p, lag*p.every, y[lag])
		}
	}
	return m, len(m.Lines) > 0
}

func (s *diagnosticsScene) hitNumbers(p *diagnosticsPanels) plotting.Mark {
	q := p.quantity
	m := s.rowMark("quantity", p)
	m.Anchor = vg.Point{X: p.box.Max.X - s.Style.Gap, Y: (p.box.Min.Y + p.box.Max.Y) / 2}
	withError := func(v, e float64) string {
		if math.IsNaN(e) {
			return plotting.FormatDigits(v, 4)
		}
		return plotting.FormatDigits(v, 4) + " ± " + plotting.FormatDigits(e, 2)
	}
	for _, l := range [][2]string{
		{"mean", withError(q.Mean, q.MCSE)},
		{"standard deviation", withError(q.StandardDeviation, q.MCSEStandardDeviation)},
		{"5 %", withError(q.Q5, q.MCSEQ5)},
		{"median", withError(q.Median, q.MCSEMedian)},
		{"95 %", withError(q.Q95, q.MCSEQ95)},
		{"R-hat", formatRHat(q.RHat)},
		{"bulk effective sample size", plotting.FormatDigits(math.Floor(q.BulkESS), 6)},
		{"tail effective sample size", plotting.FormatDigits(math.Floor(q.TailESS), 6)},
	} {
		if l[1] != "–" {
			m.Lines = append(m.Lines, l)
		}
	}
	if q.Reason != "" {
		m.Lines = append(m.Lines, [2]string{"not known", q.Reason})
	}
	if p.tree {
		m.Title = "Distance of the trees to the most central one"
	}
	return m
}

func (s *diagnosticsScene) hitClade(c cladePanel, at vg.Point) (plotting.Mark, bool) {
	t := s.Report.Topology
	const reach = 6
	best, least := -1, math.Inf(1)
	for i, clade := range t.Clades {
		q := c.at(clade.Frequencies)
		if d := math.Hypot(float64(q.X-at.X), float64(q.Y-at.Y)); d < least && d <= reach {
			best, least = i, d
		}
	}
	if best < 0 {
		return plotting.Mark{}, false
	}
	m := plotting.NewMark(plotting.CladeMark)
	m.Index, m.Anchor = best, c.at(t.Clades[best].Frequencies)
	m.Title = fmt.Sprintf("Clade of %d leaves around %s", len(t.Clades[best].Leaves), t.Names[t.Clades[best].Middle])
	for k, f := range t.Clades[best].Frequencies {
		m.Lines = append(m.Lines, [2]string{chainName(k), plotting.FormatPercent(f)})
	}
	return m, true
}

// Clade returns the clade of a mark.
func (d *Diagnostics) Clade(m plotting.Mark) (diagnostics.Clade, bool) {
	if m.Kind != plotting.CladeMark || d.Report == nil || d.Report.Topology == nil || m.Index < 0 ||
		m.Index >= len(d.Report.Topology.Clades) {
		return diagnostics.Clade{}, false
	}
	return d.Report.Topology.Clades[m.Index], true
}
