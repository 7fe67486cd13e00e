package ui

import (
	"espalier/views/controls"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A sheet is a dialog in the window's own look: a title, a body, and buttons at the
// right with the one that Return means last. Escape closes it.
type sheet struct {
	w      *window
	popup  *widget.PopUp
	accept func()
	closed func()
}

// openSheet shows a sheet of a size. The body scrolls where it does not fit.
func (w *window) openSheet(title string, size fyne.Size, body fyne.CanvasObject, buttons ...fyne.CanvasObject) *sheet {
	s := &sheet{w: w}
	room := w.win.Canvas().Size()
	size.Width = min(size.Width, room.Width-40)
	size.Height = min(size.Height, room.Height-40)
	foot := container.NewBorder(nil, nil, nil, controls.Beside(8, buttons...))
	content := container.NewBorder(
		controls.Inset(0, 0, 0, 14, controls.NewText(title, look.SizeName, look.Ink).Bold()),
		controls.Inset(0, 14, 0, 0, foot), nil, nil, body)
	s.popup = widget.NewModalPopUp(controls.Inset(16, 14, 16, 12, content), w.win.Canvas())
	s.popup.Resize(size)
	s.popup.Show()
	w.sheets = append(w.sheets, s)
	return s
}

// close takes the sheet away.
func (s *sheet) close() {
	s.popup.Hide()
	for i, o := range s.w.sheets {
		if o == s {
			s.w.sheets = append(s.w.sheets[:i], s.w.sheets[i+1:]...)
			break
		}
	}
	if s.closed != nil {
		s.closed()
	}
}

// topSheet returns the sheet that has the keys, or nil.
func (w *window) topSheet() *sheet {
	if n := len(w.sheets); n > 0 {
		return w.sheets[n-1]
	}
	return nil
}

// message shows paragraphs with one button.
func (w *window) message(title string, paragraphs ...string) {
	body := controls.Stack(10)
	for _, p := range paragraphs {
		body.Add(controls.NewParagraph(p, 460, look.SizeBody, look.Ink))
	}
	var s *sheet
	done := controls.NewButton("Done", controls.Primary, func() { s.close() })
	s = w.openSheet(title, fyne.NewSize(520, min(560, body.MinSize().Height+130)), container.NewVScroll(body), done)
	s.accept = s.close
	w.win.Canvas().Focus(done)
}
