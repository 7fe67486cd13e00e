package trees

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"
)

// A belowChooser is the pop-up with the slider that collapses branches of little support.
type belowChooser struct {
	tree   *View
	title  *controls.Line
	slider *controls.Slider
	text   *controls.Line
	popup  *widget.PopUp
}

const (
	belowSteps = 100 // per cent
	belowWide  = 300
)

func belowText(least float64) string {
	if least <= 0 {
		return "Collapse branches below… ▾"
	}
	return "Branches below " + plotting.FormatPercent(least) + " collapsed ▾"
}

func newBelowChooser(t *View) *belowChooser {
	c := &belowChooser{tree: t}
	c.title = controls.NewTextLine("Collapse branches below", look.SizeBody, true, look.Ink, 26)
	c.slider = controls.NewSlider(belowSteps, func(v int) { t.Step("below", func(int, int) int { return v }); c.follow() })
	c.text = controls.NewTextLine("", look.SizeSmall, false, look.Muted, 22)
	c.follow()
	return c
}

// follow brings slider and words up to date.
func (c *belowChooser) follow() {
	least := c.tree.State().Below
	c.slider.Put(int(math.Round(least*belowSteps)), belowSteps)
	c.title.Set("Collapse branches below", plotting.FormatPercent(least))
	c.text.Set(c.tree.branchPointsText()+" shown", "")
}

// show opens the slider under an object.
func (c *belowChooser) show(under fyne.CanvasObject) {
	d := fyne.CurrentApp().Driver()
	on := d.CanvasForObject(under)
	if on == nil {
		return
	}
	c.follow()
	box := container.NewVBox(c.title, c.slider, c.text)
	c.popup = widget.NewPopUp(container.NewPadded(box), on)
	width := min(float32(belowWide), on.Size().Width)
	at := d.AbsolutePositionForObject(under).AddXY(0, under.Size().Height)
	at.X = max(0, min(at.X, on.Size().Width-width))
	c.popup.Resize(fyne.NewSize(width, c.popup.MinSize().Height))
	c.popup.ShowAtPosition(at)
	on.Focus(c.slider)
}

// ChooseBelow opens the slider that collapses branches of little support.
func (b *DrawBar) ChooseBelow() {
	if b.chooser == nil {
		b.chooser = newBelowChooser(b.tree)
	}
	b.chooser.show(b.below)
}

// branchPoints returns how many branch points are shown, and how many the tree has.
func (t *View) branchPoints() (shown, all int) {
	x := t.of.Whole(t.state.Look)
	if x == nil {
		return 0, 0
	}
	y := t.of.Collapsed(x, t.state.Look)
	return y.Nodes() - y.Leaves(), x.Nodes() - x.Leaves()
}

// branchPointsText is "22 of 30 branch points".
func (t *View) branchPointsText() string {
	shown, all := t.branchPoints()
	if shown == all {
		return plotting.Plural(all, "branch point")
	}
	return plotting.FormatCount(shown) + " of " + plotting.Plural(all, "branch point")
}

// countText is "30 branch points · 28 ± 4 expected".
func (t *View) countText() string {
	if t.of.Caption.Expected == "" {
		return t.branchPointsText()
	}
	return t.branchPointsText() + " · " + t.of.Caption.Expected
}
