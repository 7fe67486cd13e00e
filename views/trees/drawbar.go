package trees

import (
	"fmt"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/choice"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A DrawBar stands above a tree of draws. It chooses the tree shown, with a slider through the
// draws, how support and the draws behind are shown, and below which support branches are
// collapsed. For a tree that is no draw but has supports it shows only the tools for support;
// without supports it is hidden.
type DrawBar struct {
	widget.BaseWidget
	tree    *View
	choice  *controls.Link
	slider  *DrawSlider
	where   *controls.Line
	support *controls.Link
	behind  *controls.Link
	below   *controls.Link
	chooser *belowChooser
	box     *fyne.Container
	layout  *drawBarLayout
}

// NewDrawBar returns the bar of a tree view; Follow it after every change.
func NewDrawBar(t *View) *DrawBar {
	b := &DrawBar{tree: t, slider: NewDrawSlider(t),
		where: controls.NewTextLine("", look.SizeSmall, false, look.Muted, 24)}
	b.choice = controls.NewLink("", b.chooseTree)
	b.support = controls.NewLink("", b.chooseSupport)
	b.behind = controls.NewLink("", func() { t.Step("behind", choice.Round); b.Follow() })
	b.below = controls.NewLink("", b.ChooseBelow)
	b.support.Quiet, b.behind.Quiet, b.below.Quiet = true, true, true
	b.layout = &drawBarLayout{where: b.where}
	b.box = container.New(b.layout, b.choice, b.slider, b.where, b.support, b.below, b.behind)
	b.ExtendBaseWidget(b)
	b.Follow()
	return b
}

// CreateRenderer is part of fyne.Widget.
func (b *DrawBar) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(b.box) }

// Slider returns the slider within.
func (b *DrawBar) Slider() *DrawSlider { return b.slider }

// Follow brings the bar up to date.
func (b *DrawBar) Follow() {
	i, n := b.tree.Draws.At()
	supported := b.tree.of.Supported()
	controls.Show(b, n > 0 || supported || b.tree.later != nil && b.Visible()) // a moment of a replay keeps its room
	controls.Show(b.box, n > 0 || supported)
	if b.chooser != nil {
		b.chooser.follow()
	}
	if n == 0 && !supported {
		return
	}
	how := b.tree.Choice("support")
	b.support.Set("Support "+how.Options[how.At].Shown()+" ▾", false)
	b.below.Set(belowText(b.tree.State().Below), !supported)
	if b.layout.draws = n > 0; n == 0 {
		text := b.tree.countText()
		b.where.Short = strings.Replace(text, "branch point", "point", 1)
		b.where.Set(text, "")
		b.box.Refresh()
		return
	}
	choice := b.tree.Draws.Choice()
	name := choice.String()
	if choice.Kind == drawn.ShownDraw {
		name = "Draw " + plotting.FormatCount(i+1)
	}
	b.choice.Set(name+" ▾", false)
	b.where.Short = ""
	b.where.Set(b.whereText(i, n), "")
	b.layout.words = max(controls.TextWidth(b.whereText(-1, n), look.SizeSmall, false),
		controls.TextWidth(b.whereText(b.latest(), n), look.SizeSmall, false))
	word := "Show draws behind"
	if b.tree.State().Behind {
		word = "Hide draws behind"
	}
	b.behind.Set(word, false)
	b.slider.Follow()
	b.box.Refresh()
}

// whereText says which draw is shown, or how many there are.
func (b *DrawBar) whereText(i, n int) string {
	if i >= 0 {
		d := b.tree.Draws.All()[i]
		text := fmt.Sprintf("of %s, iteration %s", plotting.FormatCount(n), plotting.FormatCount(d.Iteration))
		if p := b.tree.Draws.Posterior(); p != nil && p.Chains > 1 {
			text += fmt.Sprintf(" of chain %d", d.Chain+1)
		}
		return text
	}
	if p := b.tree.Draws.Posterior(); p != nil {
		return plotting.Plural(p.Draws, "draw") + ", " + plotting.FormatCount(len(p.Samples)-p.Draws) + " burn-in"
	}
	return plotting.Plural(n, "draw")
}

// latest returns the draw of the greatest iteration, whose description is the longest.
func (b *DrawBar) latest() int {
	at := 0
	for i, d := range b.tree.Draws.All() {
		if d.Iteration > b.tree.Draws.All()[at].Iteration {
			at = i
		}
	}
	return at
}

// Menu lists the trees and summaries of the draws.
func (b *DrawBar) Menu() *fyne.Menu {
	var items []*fyne.MenuItem
	for _, c := range drawn.Standing() {
		i := fyne.NewMenuItem(c.String(), func() { b.tree.Draws.Show(c); b.Follow() })
		i.Checked = c == b.tree.Draws.Choice()
		items = append(items, i)
	}
	last := fyne.NewMenuItem("Single draws", func() { b.tree.Draws.Step(1); b.Follow() })
	last.Checked = b.tree.Draws.Choice().Kind == drawn.ShownDraw
	return fyne.NewMenu("", append(items, fyne.NewMenuItemSeparator(), last)...)
}

func (b *DrawBar) chooseTree() { b.popUp(b.Menu(), b.choice) }

func (b *DrawBar) chooseSupport() {
	var items []*fyne.MenuItem
	c := b.tree.Choice("support")
	for k, o := range c.Options {
		i := fyne.NewMenuItem("Support "+o.Shown(), func() { b.tree.Choose(c.Name, o.Name); b.Follow() })
		i.Checked = k == c.At
		items = append(items, i)
	}
	b.popUp(fyne.NewMenu("", items...), b.support)
}

// popUp opens a menu under one of the words.
func (b *DrawBar) popUp(m *fyne.Menu, under fyne.CanvasObject) {
	d := fyne.CurrentApp().Driver()
	if c := d.CanvasForObject(under); c != nil {
		at := d.AbsolutePositionForObject(under)
		widget.ShowPopUpMenuAtPosition(m, c, at.AddXY(0, under.Size().Height))
	}
}

// drawBarLayout puts the choice left, the switches right and the slider with its words between
// them. If there is little room it drops the words first, then the switches.
type drawBarLayout struct {
	where *controls.Line
	words float32 // width of the widest words that there may be
	draws bool    // there are some to choose from
}

const (
	drawBarWide   = 700
	drawBarGap    = 16
	drawBarSlider = 110 // least width of the slider
)

func (*drawBarLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 30) }

func (d *drawBarLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	choice, slider, where, support, below, behind := o[0], o[1], o[2], o[3], o[4], o[5]
	const inset = 19 // where figures begin
	put := func(o fyne.CanvasObject, x, w float32) {
		h := o.MinSize().Height
		controls.Place(o, x, (size.Height-h)/2, w, h)
	}
	left, right := float32(inset), size.Width-inset
	for _, of := range []fyne.CanvasObject{choice, slider, behind} {
		controls.Show(of, d.draws)
	}
	if !d.draws {
		for _, o := range []fyne.CanvasObject{below, support} {
			right -= o.MinSize().Width
			put(o, right, o.MinSize().Width)
			controls.Show(o, right >= left)
			right -= drawBarGap
		}
		put(where, left, max(right-left, 0))
		controls.Show(where, right-left > 60)
		return
	}
	// The slider must not move under the pointer when the words change.
	words := max(d.words, controls.TextWidth(d.where.Left, d.where.TextSize, d.where.Bold)) + 4
	choiceWidth := choice.MinSize().Width
	if size.Width > drawBarWide {
		choiceWidth = max(choiceWidth,
			controls.TextWidth(drawn.Which{Kind: drawn.ShownCredible}.String()+" ▾", look.SizeBody, true))
	} else {
		choiceWidth = min(max(choiceWidth, controls.TextWidth("Consensus ≥ 50 % ▾", look.SizeBody, true)), size.Width/2)
	}
	put(choice, left, choiceWidth)
	left += choiceWidth + drawBarGap
	room := right - left - drawBarSlider
	take := func(o fyne.CanvasObject, w float32) bool {
		fits := room >= w+drawBarGap
		controls.Show(o, fits)
		if fits {
			room -= w + drawBarGap
		}
		return fits
	}
	if take(behind, behind.MinSize().Width) {
		right -= behind.MinSize().Width
		put(behind, right, behind.MinSize().Width)
		right -= drawBarGap
	}
	if take(below, below.MinSize().Width) {
		right -= below.MinSize().Width
		put(below, right, below.MinSize().Width)
		right -= drawBarGap
	}
	if take(support, support.MinSize().Width) {
		right -= support.MinSize().Width
		put(support, right, support.MinSize().Width)
		right -= drawBarGap
	}
	if take(where, words) {
		right -= words
		put(where, right, words)
		right -= drawBarGap
	}
	put(slider, left, max(right-left, 40))
}
