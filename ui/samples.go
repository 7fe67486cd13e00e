package ui

import (
	"espalier/sampledata"
	"espalier/views/controls"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// showSamples lists the tables that come with the program.
func (w *window) showSamples() {
	var s *sheet
	list := controls.Stack(2)
	for _, sample := range sampledata.List() {
		about := controls.Stack(3,
			controls.NewButton(sample.Title, controls.Linked, func() {
				s.close()
				w.openSample(sample.Name)
			}),
			controls.NewParagraph(sample.Description, 540, look.SizeSmall, look.Ink),
			controls.NewParagraph(sample.Source+" · "+sample.Licence, 540, look.SizeSmall, look.Muted),
			controls.Gap(0, 8))
		list.Add(about)
	}
	s = w.openSheet("Samples", fyne.NewSize(620, 620), container.NewVScroll(list),
		controls.NewButton("Cancel", controls.Quiet, func() { s.close() }))
}

// showNotes shows all that the reader found worth saying about the open table.
func (w *window) showNotes() {
	if t := w.ws.Table(); t != nil {
		w.message("Notes on "+t.Name, tableNotes(t)...)
	}
}

// confirm asks one question.
func (w *window) confirm(title, text, yes string, then func()) {
	var s *sheet
	ok := controls.NewButton(yes, controls.Primary, func() { s.close(); then() })
	body := controls.NewParagraph(text, 400, look.SizeBody, look.Ink)
	s = w.openSheet(title, fyne.NewSize(460, body.MinSize().Height+140), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.close() }), ok)
	s.accept = ok.OnTapped
	w.win.Canvas().Focus(ok)
}
