package dialogs

import (
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// Edit shows a text for the user to edit, and calls keep with the new text. Leaving without keeping asks, unless
// nothing has changed.
func (d *Dialogs) Edit(title, text, placeHolder string, keep func(text string)) {
	field := controls.NewLongText(text, placeHolder)
	var s *Sheet
	done := func() { s.Close(); keep(field.Text) }
	leave := func() { s.Typed(&fyne.KeyEvent{Name: fyne.KeyEscape}) }
	s = d.OpenSheet(title, fyne.NewSize(560, 380), field,
		controls.NewButton("Cancel", controls.Quiet, leave), controls.NewButton("Done", controls.Primary, done))
	s.Leave = func() bool {
		if field.Text == text {
			return true
		}
		d.askToKeep(done, s.Close)
		return false
	}
	d.Window.Canvas().Focus(field)
}

// askToKeep asks whether a changed text is kept.
func (d *Dialogs) askToKeep(keep, discard func()) {
	var q *Sheet
	answer := func(f func()) func() { return func() { q.Close(); f() } }
	yes := controls.NewButton("Keep", controls.Primary, answer(keep))
	body := controls.NewParagraph("The text has changed since you opened it.", 400, look.SizeBody, look.Ink)
	q = d.OpenSheet("Keep the change?", fyne.NewSize(460, body.MinSize().Height+140), body,
		controls.NewButton("Go Back", controls.Quiet, func() { q.Close() }),
		controls.NewButton("Discard", controls.Quiet, answer(discard)), yes)
	q.Accept = yes.OnTapped
	d.Window.Canvas().Focus(yes)
}
