package stages

import "fyne.io/fyne/v2"

// A transport puts the controls of time below the figure: in one row, or where there is little room the slider and the step
// in a row of their own. Its objects are the figure, the buttons, the slider, the step and the settings.
type transport struct{}

const (
	transportGap    float32 = 8
	transportHeight float32 = 30
	transportSlide  float32 = 80 // least width of the slider in one row
)

// widths returns the least width of one row, and of two.
func (transport) widths(o []fyne.CanvasObject) (one, two float32) {
	buttons, where, settings := o[1].MinSize().Width, o[3].MinSize().Width, o[4].MinSize().Width
	return buttons + where + settings + transportSlide + 3*transportGap, buttons + settings + transportGap
}

// MinSize implements fyne.Layout.
func (t transport) MinSize(o []fyne.CanvasObject) fyne.Size {
	_, two := t.widths(o)
	figure := o[0].MinSize()
	return fyne.NewSize(max(figure.Width, two), figure.Height+2*(transportHeight+transportGap)+2)
}

// Layout implements fyne.Layout.
func (t transport) Layout(o []fyne.CanvasObject, s fyne.Size) {
	one, _ := t.widths(o)
	place := func(k int, x, y, w float32) {
		o[k].Move(fyne.NewPos(x, y))
		o[k].Resize(fyne.NewSize(w, transportHeight))
	}
	buttons, where, settings := o[1].MinSize().Width, o[3].MinSize().Width, o[4].MinSize().Width
	last := s.Height - transportHeight
	top, above := last, s.Width-settings-transportGap // of the row of the slider, and where the step ends in it
	from := buttons + transportGap
	if s.Width < one {
		top, above, from = last-transportHeight-transportGap, s.Width, 0
	}
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(s.Width, max(top-transportGap-2, 0)))
	place(1, 0, last, buttons)
	place(2, from, top, max(above-where-transportGap-from, 0))
	place(3, above-where, top, where)
	place(4, s.Width-settings, last, settings)
}
