package compare

import (
	"math"
	"slices"
	"strconv"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// A List stands beside a [View]. It shows the measures, the scores of both trees under the model,
// and the clades. The difference that matters is that of the last score. A click selects a clade.
type List struct {
	widget.BaseWidget
	// ScoreNote names the scores in one line, or says why there are none.
	ScoreNote string

	compare *View
	shown   Found
	clades  [3][]FoundClade
	of      *compared
	top     *fyne.Container
	tabs    [3]*controls.Link
	list    *widget.List
	box     *fyne.Container
}

// NewList returns the list of a comparison.
func NewList(c *View) *List {
	l := &List{compare: c, top: controls.Stack(0)}
	tabs := controls.Stack(0)
	for i := range l.tabs {
		where := Found(i)
		l.tabs[i] = controls.NewLink("", func() { l.Choose(where) })
		l.tabs[i].Quiet, l.tabs[i].Tall = true, 22
		tabs.Add(l.tabs[i])
	}
	l.list = widget.NewList(func() int { return len(l.clades[l.shown]) },
		func() fyne.CanvasObject { // room for the scroll bar at the right
			return container.New(layout.NewCustomPaddedLayout(0, 0, 0, 10), controls.NewLine("", ""))
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			l.fill(i, o.(*fyne.Container).Objects[0].(*controls.Line))
		})
	l.list.HideSeparators = true
	l.list.OnSelected = func(i widget.ListItemID) {
		l.list.UnselectAll() // amber text marks the selection, here and elsewhere
		if k := l.clades[l.shown]; i < len(k) {
			l.compare.Select(k[i].Rows)
		}
	}
	clades := container.NewBorder(controls.Stack(0, controls.NewTextLine("Clades", look.SizeHead, true, look.Muted, 22),
		tabs, controls.Gap(1, 4)), nil, nil, nil, l.list)
	l.box = container.New(above{},
		container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 10), l.top)), clades)
	l.ExtendBaseWidget(l)
	l.Follow()
	return l
}

// above puts one object, as high as its scrolled content, over another that gets the rest, at least
// leastBelow.
type above struct{}

const leastBelow = 190

// MinSize implements fyne.Layout.
func (above) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(216, 200) }

// Layout implements fyne.Layout.
func (above) Layout(o []fyne.CanvasObject, s fyne.Size) {
	wanted := o[0].(*container.Scroll).Content.MinSize().Height
	h := max(0, min(wanted, s.Height-leastBelow))
	controls.Place(o[0], 0, 0, s.Width, h)
	controls.Place(o[1], 0, h+8, s.Width, max(0, s.Height-h-8))
}

// CreateRenderer is part of fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.box) }

// MinSize leaves room for labels with their values.
func (l *List) MinSize() fyne.Size { l.ExtendBaseWidget(l); return fyne.NewSize(216, 200) }

// Choose lists the clades found in a place.
func (l *List) Choose(where Found) {
	l.shown = where
	l.Follow()
	l.list.ScrollToTop()
}

// Listed returns the clades listed now.
func (l *List) Listed() []FoundClade { return l.clades[l.shown] }

// Follow brings the list up to date.
func (l *List) Follow() {
	c := l.compare
	if c.done != l.of {
		l.of = c.done
		l.clades = c.Clades()
	}
	own, other := "left", "right"
	if c.swapped {
		own, other = other, own
	}
	for i, word := range []string{"in both trees", "only in the " + own + " tree", "only in the " + other + " tree"} {
		l.tabs[i].Quiet = Found(i) != l.shown
		l.tabs[i].Set(strconv.Itoa(len(l.clades[i]))+" "+word, false)
		l.tabs[i].Refresh()
	}
	objects := []fyne.CanvasObject{controls.NewTextLine("Comparison", look.SizeHead, true, look.Muted, 22)}
	add := func(label, value string, r fyne.ThemeColorName) {
		x := controls.NewLine(label, value)
		x.Tall, x.RightRole = 20, r
		objects = append(objects, x)
	}
	for _, m := range c.Measures() {
		add(m[0], m[1], look.Ink)
	}
	if len(c.scores) > 0 || l.ScoreNote != "" {
		head := controls.NewTextLine("Under the model, higher is better", look.SizeHead, true, look.Muted, 22)
		objects = append(objects, controls.Gap(1, 10), head)
	}
	for i, s := range c.scores {
		left, right := s.Own, s.Other
		if c.swapped {
			left, right = right, left
		}
		if i == 0 {
			add("", "left · right", look.Muted)
		}
		add(s.Name, nats(left)+" · "+nats(right), look.Ink)
		if d := left - right; i == len(c.scores)-1 && !math.IsNaN(d) {
			add("left − right", signed(d), look.Ink)
		}
	}
	if l.ScoreNote != "" {
		for _, text := range controls.Lines(l.ScoreNote, max(l.Size().Width, l.MinSize().Width)-10, look.SizeSmall) {
			objects = append(objects, controls.NewTextLine(text, look.SizeSmall, false, look.Muted, 17))
		}
	}
	l.top.Objects = objects
	l.top.Refresh()
	l.list.Refresh()
	l.box.Layout.Layout(l.box.Objects, l.box.Size())
	l.box.Refresh()
}

func (l *List) fill(i int, o *controls.Line) {
	list := l.clades[l.shown]
	if i >= len(list) {
		return
	}
	k := list[i]
	o.LeftRole, o.RightRole = look.Ink, look.Muted
	if slices.Equal(k.Rows, l.compare.selection) {
		o.LeftRole, o.RightRole = look.MarkText, look.MarkText
	}
	o.Left, o.Right = k.Title, plotting.FormatCount(k.Size)
	if k.Support != "" {
		o.Right += " · " + k.Support
	}
	o.Refresh()
}

// nats writes a score with one decimal: smaller differences do not matter.
func nats(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return plotting.FormatNumber(x)
	}
	return plotting.FormatDigits(math.Round(10*x)/10, 12)
}

func signed(x float64) string {
	if x > 0 {
		return "+" + nats(x)
	}
	return nats(x)
}
