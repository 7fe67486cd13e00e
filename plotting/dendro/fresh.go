package dendro

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// mostFresh is the share of the branch points that may be new for them to be shown so; more are another tree.
const mostFresh = 0.25

// arrive notes the branch points that the tree has and the one it moves from lacks, at a share of the way. They fade
// from the colour of the selection into their own.
func (l *dendrogramLayout) arrive(from *dendrogramLayout, share float64) {
	fresh := l.p.CladesNotIn(from.p)
	if inner := l.p.Tree().Nodes() - l.p.Tree().Leaves(); float64(len(fresh)) <= max(3, mostFresh*float64(inner)) {
		l.fresh, l.freshness = fresh, 1-share
	}
}

// drawFresh draws the branches of new branch points.
func (l *dendrogramLayout) drawFresh(list *ink.List) {
	var path vg.Path
	for _, v := range l.fresh {
		above, parent := 0.0, l.p.Tree().Parent[v]
		if parent >= 0 {
			above = l.p.Time[parent]
		}
		if !l.plot.hidden(v, above) {
			l.plot.branch(&path, parent, v, above)
			l.plot.bar(&path, v)
		}
	}
	if len(path) > 0 {
		list.Add(&ink.Stroke{Colour: plotting.Fade(l.style.Selection, l.freshness), Width: 2 * l.style.Stroke,
			Path: path})
	}
}
