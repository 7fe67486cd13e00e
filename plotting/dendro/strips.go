package dendro

import (
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// drawStrip adds the visible cells of a strip to the list.
func (l *dendrogramLayout) drawStrip(list *ink.List, k *beside.StripColours, box vg.Rectangle) {
	cells := l.pitch >= 6 // apart, with a gap between them
	runs := k.Strip.Runs(l.p.Order(), l.q, l.s0, l.s1, 0.5/float64(l.pitch), !cells)
	k.PaintRuns(list, l.style, runs, func(run beside.StripRun) vg.Rectangle {
		r := vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: l.y(run.To)}, Max: vg.Point{X: box.Max.X, Y: l.y(run.From)}}
		if cells && r.Max.Y-r.Min.Y >= 4 {
			r.Min.Y += 0.5
			r.Max.Y -= 0.5
		}
		return k.Bar(run.Code, r)
	})
}
