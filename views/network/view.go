package network

import (
	"math"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/network"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A View shows the graph of a result, with a slider of the strength of its edges. Make one with [NewView]; Close it
// when it is no longer needed.
type View struct {
	*pane.Entry
	threshold *threshold
}

// NewView returns an empty view. A nil post is fyne.DoAndWait.
func NewView(post screen.Post, style plotting.Style) *View {
	v := &View{Entry: pane.NewEntry(depict.ByTab(depict.NetworkTab), nil, post, style)}
	v.threshold = newThreshold(func(least float64) { v.Choose(v.least(), int(math.Round(least*thresholdSteps))) })
	v.Row.Objects = append([]fyne.CanvasObject{v.threshold, v.threshold.count}, v.Row.Objects...)
	v.OnTools = v.refresh
	drawn := v.View().OnDrawn
	v.View().OnDrawn = func() { drawn(); v.drawn() }
	return v
}

// least is the place of the choice of a strength.
func (v *View) least() int {
	for i, c := range v.Choices() {
		if c.Name == "least" {
			return i
		}
	}
	return -1
}

// refresh brings the slider up to date.
func (v *View) refresh() {
	if v.Subject() == nil {
		return
	}
	g := graph.Of(v.Subject().Snapshot)
	c, err := choice.Named(v.Choices(), "least")
	if err != nil {
		return
	}
	least := float64(c.At) / thresholdSteps
	v.threshold.needless, v.threshold.count.needless = c.Needless, c.Needless
	v.threshold.set(g.Measure, least)
	if v.network() == nil { // until there is a figure, which it then counts
		edges, wrong := g.Above(least)
		v.threshold.count.edges(len(edges), wrong)
	}
}

// network is the figure on the screen; nil before the first.
func (v *View) network() *network.Network {
	f, _ := v.View().Shown()
	n, _ := f.(*network.Network)
	return n
}

// drawn counts the edges of the figure on the screen, so that the count never differs from it and from its subtitle.
func (v *View) drawn() {
	if f := v.network(); f != nil {
		v.threshold.count.edges(f.All, f.Wrong)
	}
}
