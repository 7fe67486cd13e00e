package network

import (
	"math"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A threshold is the slider of the strength from which on edges are shown. Their number stands beside it as a tool of
// its own, so that narrow panes have room.
type threshold struct {
	widget.BaseWidget
	title    *controls.Line
	slider   *controls.Slider
	count    *count
	widest   string // of the title
	needless bool
}

const (
	thresholdSteps         = 100 // per cent
	thresholdSlide float32 = 100
	thresholdGap   float32 = 8
)

func newThreshold(choose func(least float64)) *threshold {
	t := &threshold{title: controls.NewTextLine("", look.SizeSmall, false, look.Muted, 28), count: newCount()}
	t.slider = controls.NewSlider(thresholdSteps, func(at int) { choose(float64(at) / thresholdSteps) })
	t.slider.Tip = "Show the edges of at least this strength; those of the best tree are always shown"
	t.ExtendBaseWidget(t)
	return t
}

// set shows a threshold of a measure.
func (t *threshold) set(measure string, least float64) {
	t.slider.Put(int(math.Round(least*thresholdSteps)), thresholdSteps)
	short := map[string]string{graph.Probability: "Probability", graph.Stability: "Share",
		graph.Bootstrapped: "Share", graph.Significance: "1 − q", graph.Shared: "Weight",
		graph.Neighbouring: "Weight"}[measure]
	t.widest = short + " from 100 %"
	t.title.Set(short+" from "+plotting.FormatPercent(least), "")
	t.Refresh()
}

// IsNeedless reports whether there is nothing to choose.
func (t *threshold) IsNeedless() bool { return t.needless }

// MinSize is that of the words beside the slider.
func (t *threshold) MinSize() fyne.Size { return thresholdRow{t}.MinSize(nil) }

// CreateRenderer is part of fyne.Widget.
func (t *threshold) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(thresholdRow{t}, t.title, t.slider))
}

// thresholdRow puts the title before the slider.
type thresholdRow struct{ of *threshold }

func (r thresholdRow) title() float32 { return lineWidth(r.of.title, r.of.widest) }

// MinSize implements fyne.Layout.
func (r thresholdRow) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(r.title()+thresholdGap+thresholdSlide, 28)
}

// Layout implements fyne.Layout.
func (r thresholdRow) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	w, h := r.title(), objects[1].MinSize().Height
	controls.Place(objects[0], 0, 0, w, s.Height)
	controls.Place(objects[1], w+thresholdGap, (s.Height-h)/2, thresholdSlide, h)
}

// lineWidth is the room of a line, at least that of a text.
func lineWidth(l *controls.Line, least string) float32 {
	return max(controls.TextWidth(l.Left, l.TextSize, l.Bold), controls.TextWidth(least, l.TextSize, l.Bold)) + 2
}

// A count says how many edges are shown, and how many of them are false.
type count struct {
	widget.BaseWidget
	line     *controls.Line
	widest   string
	needless bool
}

func newCount() *count {
	c := &count{line: controls.NewTextLine("", look.SizeSmall, true, look.Ink, 28)}
	c.ExtendBaseWidget(c)
	return c
}

// edges shows how many edges there are, and how many of them are expected to be false; wrong is negative where that is
// not known.
func (c *count) edges(edges int, wrong float64) {
	text, widest := plotting.Plural(edges, "edge"), "1,000 edges"
	if wrong >= 0 {
		if edges > 0 {
			text += ", " + graphs.FalseWords(wrong) + " false"
		}
		widest += ", about 100 false"
	}
	if text != c.line.Left || widest != c.widest {
		c.widest = widest
		c.line.Set(text, "")
		c.Refresh()
	}
}

// IsNeedless reports whether there is nothing to say.
func (c *count) IsNeedless() bool { return c.needless }

// MinSize leaves room for many edges, so that nothing moves as they change.
func (c *count) MinSize() fyne.Size { return fyne.NewSize(lineWidth(c.line, c.widest), 28) }

// CreateRenderer is part of fyne.Widget.
func (c *count) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.line) }
