package dialogs

import (
	"slices"

	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A Sheet is a dialog in the window's own look: a title, a body, and buttons at the right, the
// default one last. Escape closes it.
type Sheet struct {
	Accept func() // called by Return; may be nil
	Closed func() // called after the sheet closed; may be nil
	// Leave is asked before Escape closes the sheet; false leaves it open. It may be nil.
	Leave func() bool
	Turn  func(by int) // shows the next page or the one before; nil for a sheet of one page

	d      *Dialogs
	popup  *widget.PopUp
	remark *controls.Status // beside the buttons
}

// leastRemark is the least width of a remark beside the buttons; where there is less it stands above them.
const leastRemark = 180

// OpenSheet shows a sheet of a size, smaller if the window is smaller. If the body may not fit, the
// caller must make it scroll.
func (d *Dialogs) OpenSheet(title string, size fyne.Size, body fyne.CanvasObject, buttons ...fyne.CanvasObject) *Sheet {
	s := &Sheet{d: d}
	room := d.Window.Canvas().Size()
	size.Width = min(size.Width, room.Width-40)
	size.Height = min(size.Height, room.Height-40)
	row := controls.Beside(8, buttons...)
	beside := size.Width - 32 - 16 - row.MinSize().Width
	var foot fyne.CanvasObject
	if beside >= leastRemark {
		s.remark = controls.NewStatus(beside)
		foot = container.NewBorder(nil, nil, controls.Inset(0, 7, 0, 0, s.remark), row)
	} else {
		s.remark = controls.NewStatus(size.Width - 32)
		foot = container.NewBorder(controls.Inset(0, 0, 0, 8, s.remark), nil, nil, row)
	}
	content := container.NewBorder(
		controls.Inset(0, 0, 0, 14, controls.NewText(title, look.SizeName, look.Ink).Bold()),
		controls.Inset(0, 14, 0, 0, foot), nil, nil, body)
	s.popup = widget.NewModalPopUp(controls.Inset(16, 14, 16, 12, content), d.Window.Canvas())
	s.popup.Resize(size)
	s.remark.Set(look.Good, d.told)
	s.popup.Show()
	d.sheets = append(d.sheets, s)
	return s
}

// Close removes the sheet.
func (s *Sheet) Close() {
	s.popup.Hide()
	if i := slices.Index(s.d.sheets, s); i >= 0 {
		s.d.sheets = slices.Delete(s.d.sheets, i, i+1)
	}
	if s.Closed != nil {
		s.Closed()
	}
}

// Remark shows a message in the topmost sheet, if there is one, because it hides the notices of the window. "" removes
// it. A message that is not bad also appears in sheets opened later, until it is removed.
func (d *Dialogs) Remark(bad bool, text string) {
	d.told = text
	if bad {
		d.told = ""
	}
	if s := d.Top(); s != nil && s.remark.Text() != text {
		s.remark.Set(look.Dot(bad), text)
		s.Refresh()
	}
}

// Refresh lays out the sheet again after its body has changed.
func (s *Sheet) Refresh() { s.popup.Content.Refresh() }

// Content returns all that the sheet shows.
func (s *Sheet) Content() fyne.CanvasObject { return s.popup.Content }

// Typed handles a key that no widget took.
func (s *Sheet) Typed(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyEscape:
		if s.Leave == nil || s.Leave() {
			s.Close()
		}
	case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && s.Accept != nil:
		s.Accept()
	}
}

// Top returns the topmost sheet, which gets the keys; nil if none is open.
func (d *Dialogs) Top() *Sheet {
	if n := len(d.sheets); n > 0 {
		return d.sheets[n-1]
	}
	return nil
}

// Message shows paragraphs with one button.
func (d *Dialogs) Message(title string, paragraphs ...string) {
	body := controls.Stack(10)
	for _, p := range paragraphs {
		body.Add(controls.NewParagraph(p, 460, look.SizeBody, look.Ink))
	}
	var s *Sheet
	done := controls.NewButton("Done", controls.Primary, func() { s.Close() })
	s = d.OpenSheet(title, fyne.NewSize(520, min(560, body.MinSize().Height+130)), container.NewVScroll(body), done)
	s.Accept = s.Close
	d.Window.Canvas().Focus(done)
}

// Confirm asks a question and calls then if the answer is yes.
func (d *Dialogs) Confirm(title, text, yes string, then func()) {
	var s *Sheet
	ok := controls.NewButton(yes, controls.Primary, func() { s.Close(); then() })
	body := controls.NewParagraph(text, 400, look.SizeBody, look.Ink)
	s = d.OpenSheet(title, fyne.NewSize(460, body.MinSize().Height+140), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }), ok)
	s.Accept = ok.OnTapped
	d.Window.Canvas().Focus(ok)
}
