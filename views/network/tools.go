package network

import (
	"math"
	"slices"

	"espalier/inference/kind/graph"
	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/views/controls"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// mostAround is how many steps away from the selection the neighbourhood goes.
const mostAround = 3

// aroundNames are what the chooser of the neighbourhood offers.
var aroundNames = []string{"everything", "1 step", "2 steps", "3 steps"}

// setTools brings the row of tools up to date.
func (v *View) setTools() {
	g := v.graph()
	layouts := depict.GraphLayouts(g)
	names := slices.Clone(layouts)
	if at := slices.Index(names, depict.OnPlane); at >= 0 && g.Over == graph.Columns {
		names[at] = "on components"
	}
	v.layouts.Set(names, slices.Index(layouts, v.state.Layout))
	directions := depict.GraphDirections(v.subject)
	v.across.Set(directions, v.state.Across)
	v.up.Set(directions, v.state.Up)
	v.across.Needless = v.state.Layout != depict.OnPlane || len(directions) < 2
	v.up.Needless = v.across.Needless
	colours := depict.GraphColours(v.subject)
	v.colours.Set(colourNames(v.subject, colours), max(slices.Index(colours, v.state.Colour), 0))
	sizes := depict.GraphSizes(v.subject)
	v.sizes.Set(colourNames(v.subject, sizes), max(slices.Index(sizes, v.state.Size), 0))
	v.around.Set(aroundNames, v.state.Around)
	v.around.Needless = len(v.chosen()) == 0 && v.state.Around == 0
	v.threshold.needless = g.Measure == graph.Chosen
	edges, wrong := g.Above(v.state.Least)
	v.threshold.set(g.Measure, v.state.Least, len(edges), wrong)
	controls.RefreshTools(v.Row, v.Box, true)
}

// colourNames are what stands in the choosers of colours and sizes.
func colourNames(s *depict.Subject, values []string) []string {
	names := slices.Clone(values)
	for i, n := range names {
		switch n {
		case depict.Usual:
			names[i] = depict.UsualColour(s)
		case depict.None:
			names[i] = "all alike"
		case depict.Joined:
			names[i] = "sum of edges"
		}
	}
	return names
}

// A threshold is the slider of the strength from which on edges are shown, with how many these are.
type threshold struct {
	widget.BaseWidget
	title, count *controls.Line
	slider       *controls.Slider
	needless     bool
}

const (
	thresholdSteps         = 100 // per cent
	thresholdSlide float32 = 110
	thresholdGap   float32 = 8
)

func newThreshold(choose func(least float64)) *threshold {
	t := &threshold{
		title: controls.NewTextLine("", look.SizeSmall, false, look.Muted, 28),
		count: controls.NewTextLine("", look.SizeSmall, true, look.Ink, 28),
	}
	t.slider = controls.NewSlider(thresholdSteps, func(at int) { choose(float64(at) / thresholdSteps) })
	t.slider.Tip = "Show the edges of at least this strength; those of the best tree are always shown"
	t.ExtendBaseWidget(t)
	return t
}

// set shows a threshold of a measure, and the edges there are from it on.
func (t *threshold) set(measure string, least float64, edges int, wrong float64) {
	at := int(math.Round(least * thresholdSteps))
	t.slider.Put(at, thresholdSteps)
	short := map[string]string{graph.Probability: "Probability", graph.Stability: "Share", graph.Significance: "1 − q"}[measure]
	t.title.Set(short+" from "+plotting.FormatPercent(least), "")
	text := plotting.Plural(edges, "edge")
	if wrong >= 0 {
		text += ", about " + plotting.FormatNumber(math.Round(wrong)) + " false"
	}
	t.count.Set(text, "")
	t.Refresh()
}

// step moves the threshold by so many twentieths.
func (t *threshold) step(by int) {
	const page = thresholdSteps / 20
	if t.needless {
		return
	}
	at := min(max(t.slider.Value+by*page, 0), thresholdSteps)
	if at != t.slider.Value {
		t.slider.OnChanged(at)
	}
}

// IsNeedless reports whether there is nothing to choose.
func (t *threshold) IsNeedless() bool { return t.needless }

// MinSize leaves room for the longest words, so that nothing moves as they change.
func (t *threshold) MinSize() fyne.Size { return thresholdRow{t}.MinSize(nil) }

// CreateRenderer is part of fyne.Widget.
func (t *threshold) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(thresholdRow{t}, t.title, t.slider, t.count))
}

// thresholdRow puts the words at either side of the slider.
type thresholdRow struct{ of *threshold }

func (r thresholdRow) widths() (title, count float32) {
	width := func(l *controls.Line, least string) float32 {
		return max(controls.TextWidth(l.Left, l.TextSize, l.Bold), controls.TextWidth(least, l.TextSize, l.Bold)) + 2
	}
	return width(r.of.title, "Probability from 100 %"), width(r.of.count, "1,000 edges, about 100 false")
}

// MinSize implements fyne.Layout.
func (r thresholdRow) MinSize([]fyne.CanvasObject) fyne.Size {
	title, count := r.widths()
	return fyne.NewSize(title+count+thresholdSlide+2*thresholdGap, 28)
}

// Layout implements fyne.Layout.
func (r thresholdRow) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	title, count := r.widths()
	x := float32(0)
	for i, w := range []float32{title, thresholdSlide, count} {
		h := s.Height
		if i == 1 {
			h = objects[i].MinSize().Height
		}
		objects[i].Move(fyne.NewPos(x, (s.Height-h)/2))
		objects[i].Resize(fyne.NewSize(w, h))
		x += w + thresholdGap
	}
}
