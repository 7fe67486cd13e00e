package dendro

import (
	"image/color"
	"math"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Intervals are the times between which the branch points of a tree lie, such as in 95 % of the
// draws. They are drawn as bars through the branch points.
type Intervals struct {
	Low, High []float64 // of each node, in times; NaN for none
	Title     string    // "95 % of the draws"
}

// of returns the interval of a node; ok is false where there is none.
func (k *Intervals) of(v int) (low, high float64, ok bool) {
	if k == nil || v >= len(k.Low) || v >= len(k.High) || math.IsNaN(k.Low[v]) || math.IsNaN(k.High[v]) {
		return 0, 0, false
	}
	return k.Low[v], k.High[v], true
}

// Bars of intervals: their width, the least height of a clade that has one, and how many there are
// at most.
const (
	intervalWidth  = 4.5
	intervalHeight = 9
	mostIntervals  = 400
)

// drawIntervals adds the bars of the visible branch points, those of larger clades first.
func (bp *branchPart) drawIntervals(list *ink.List) {
	if bp.l.d.Intervals == nil {
		return
	}
	p, t := bp.l.p, bp.l.p.Tree()
	type bar struct{ node, size int }
	var bars []bar
	for i := 0; i < len(p.Preorder); {
		v, above := int(p.Preorder[i]), 0.0
		if t.Parent[v] >= 0 {
			above = p.Time[t.Parent[v]]
		}
		height := bp.l.plot.height(v, above)
		if bp.l.plot.hidden(v, above) || height < intervalHeight || t.IsLeaf(v) || bp.l.q.Shut[v] ||
			bp.folds(v, height) {
			i = int(p.End[v])
			continue
		}
		if _, _, ok := bp.l.d.Intervals.of(v); ok {
			bars = append(bars, bar{v, p.Size(v)})
		}
		i++
	}
	stable.Sort(bars, func(a, b bar) int { return b.size - a.size })
	item := &ink.Stroke{Colour: bp.intervalInk(), Width: intervalWidth}
	for _, k := range bars[:min(len(bars), mostIntervals)] {
		low, high, _ := bp.l.d.Intervals.of(k.node)
		bp.l.plot.along(&item.Path, k.node, low, high)
	}
	list.Add(item)
}

func (bp *branchPart) intervalInk() color.NRGBA { return plotting.Fade(sampleInk(bp.l.style), 0.38) }

// intervalsBlock explains the bars; ok is false if there are none.
func (bp *branchPart) intervalsBlock() (ink.LegendBlock, bool) {
	if bp.l.d.Intervals == nil {
		return ink.LegendBlock{}, false
	}
	return ink.LegendBlock{Title: "time of branching", Entries: []ink.LegendEntry{{Stroke: intervalWidth,
		Colour: bp.intervalInk(), Text: bp.l.d.Intervals.Title}}}, true
}

// intervalLine tells the interval of a branch point.
func (bp *branchPart) intervalLine(v int) (line [2]string, ok bool) {
	low, high, ok := bp.l.d.Intervals.of(v)
	if !ok {
		return line, false
	}
	if h := bp.l.d.Height; h > 0 {
		return [2]string{bp.l.d.Intervals.Title, plotting.FormatNumber((1-high)*h) + " to " +
			plotting.FormatNumber((1-low)*h)}, true
	}
	return [2]string{bp.l.d.Intervals.Title, plotting.FormatTime(low) + " to " + plotting.FormatTime(high)}, true
}

// along adds the line of an interval of the rectangular shape.
func (r rectangle) along(path *vg.Path, v int, low, high float64) {
	y := r.l.y(r.l.q.Y[v])
	addClipped(path, vg.Point{X: r.l.farX(low), Y: y}, vg.Point{X: r.l.farX(high), Y: y}, r.l.tree)
}

// along adds the line of an interval of the circular shape, along the radius.
func (r round) along(path *vg.Path, v int, low, high float64) {
	addClipped(path, r.at(r.radius*low, r.l.q.Y[v]), r.at(r.radius*high, r.l.q.Y[v]), r.area)
}

// along adds the line of an interval of the radial shape, in the direction of the branch.
func (f *fan) along(path *vg.Path, v int, low, high float64) {
	sin, cos := math.Sincos(f.r.Angle(v))
	t := f.l.p.Time[v]
	addClipped(path, f.at(f.r.X[v]+(low-t)*cos, f.r.Y[v]+(low-t)*sin),
		f.at(f.r.X[v]+(high-t)*cos, f.r.Y[v]+(high-t)*sin), f.area)
}
