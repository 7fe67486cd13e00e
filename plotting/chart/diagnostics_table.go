package chart

import (
	"fmt"
	"math"

	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A tableColumn is a column of numbers.
type tableColumn struct {
	head  string
	right vg.Length // their right edge
	cell  func(q diagnostics.Quantity) string
	bad   func(q diagnostics.Quantity, enough float64) bool
}

// tableColumns are the numbers of each row.
func tableColumns() []tableColumn {
	size := func(x float64) string {
		if math.IsNaN(x) {
			return "–"
		}
		return plotting.FormatCount(int(x))
	}
	never := func(diagnostics.Quantity, float64) bool { return false }
	return []tableColumn{
		{"mean", 0, func(q diagnostics.Quantity) string { return plotting.FormatPlain(q.Mean, 4) }, never},
		{"s.d.", 0, func(q diagnostics.Quantity) string { return plotting.FormatPlain(q.StandardDeviation, 2) }, never},
		{"MCSE", 0, func(q diagnostics.Quantity) string { return plotting.FormatPlain(q.MCSE, 2) }, never},
		{"R-hat", 0, func(q diagnostics.Quantity) string { return formatRHat(q.RHat) },
			func(q diagnostics.Quantity, _ float64) bool { return q.RHat >= diagnostics.GoodRHat }},
		{"bulk ESS", 0, func(q diagnostics.Quantity) string { return size(q.BulkESS) },
			func(q diagnostics.Quantity, enough float64) bool { return q.BulkESS < enough }},
		{"tail ESS", 0, func(q diagnostics.Quantity) string { return size(q.TailESS) },
			func(q diagnostics.Quantity, enough float64) bool { return q.TailESS < enough }},
	}
}

// formatRHat formats R-hat with enough digits to tell 1.01 from 1.
func formatRHat(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x < 10:
		return fmt.Sprintf("%.3f", x)
	}
	return plotting.FormatDigits(x, 3)
}

// drawNumbers writes the numbers of a row, or why there are none.
func (s *diagnosticsScene) drawNumbers(c vg.Canvas, p *diagnosticsPanels, y vg.Length) {
	st, q := s.Style, p.quantity
	f := ink.Regular(st.Typeface, st.AxisSize)
	for _, t := range s.table {
		colour := st.Ink
		if q.Known() && t.bad(q, s.Report.Options.Enough) {
			colour = warningText(st)
		}
		ink.DrawText(c, f, colour, vg.Point{X: t.right, Y: y}, ink.MiddleRight, t.cell(q))
	}
	if q.Reason != "" && len(s.table) > 0 && s.Report.Verdict.Level != diagnostics.Unknown {
		small := ink.Regular(st.Typeface, st.TickSize)
		if s.rowHeight > 3*st.AxisSize {
			left := s.columns.trace.To
			ink.DrawText(c, small, st.Muted, vg.Point{X: s.area.Max.X, Y: y - 1.5*st.AxisSize}, ink.MiddleRight,
				ink.Elide(small, q.Reason, s.area.Max.X-left))
		}
	}
}
