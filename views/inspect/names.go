package inspect

import (
	"image/color"

	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// names is a head over a text that is broken into lines to fit its width.
type names struct {
	widget.BaseWidget
	head, text string
	width      float32 // of the last layout
}

const (
	namesHeadHeight float32 = 28
	namesLine       float32 = 16
	usualNames      float32 = 210 // width before the first layout
)

func newNames() *names {
	w := &names{width: usualNames}
	w.Hidden = true
	w.ExtendBaseWidget(w)
	return w
}

// set shows a text; nothing without one.
func (w *names) set(head, text string) {
	controls.Show(w, text != "")
	if w.head != head || w.text != text {
		w.head, w.text = head, text
		w.Refresh()
	}
}

func (w *names) lines() []string { return controls.Lines(w.text, w.width, look.SizeSmall) }

// MinSize is part of fyne.Widget.
func (w *names) MinSize() fyne.Size {
	h := namesLine*float32(len(w.lines())) + 4
	if w.head != "" {
		h += namesHeadHeight
	}
	return fyne.NewSize(40, h)
}

// CreateRenderer is part of fyne.Widget.
func (w *names) CreateRenderer() fyne.WidgetRenderer {
	r := &controls.Renderer{Min: w.MinSize}
	r.Paint = func() { w.paint(r) }
	r.Lay = func(size fyne.Size) {
		if size.Width > 0 && size.Width != w.width {
			w.width = size.Width
			r.Refresh()
		}
	}
	r.Refresh()
	return r
}

func (w *names) paint(r *controls.Renderer) {
	r.Parts = nil
	y := float32(0)
	add := func(text string, size float32, bold bool, c color.Color, height float32) {
		t := canvas.NewText(text, c)
		t.TextSize, t.TextStyle.Bold = size, bold
		t.Move(fyne.NewPos(0, y+(height-t.MinSize().Height)/2))
		t.Resize(t.MinSize())
		r.Parts = append(r.Parts, t)
		y += height
	}
	if w.head != "" {
		y += 8
		add(w.head, look.SizeBody, true, theme.Color(look.Ink), namesHeadHeight-8)
	}
	for _, l := range w.lines() {
		add(controls.Elide(l, look.SizeSmall, false, w.width), look.SizeSmall, false, theme.Color(look.Muted), namesLine)
	}
}
