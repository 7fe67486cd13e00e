package trees

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
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
