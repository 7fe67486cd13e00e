package ui

import (
	"espalier/sampledata"
	"espalier/ui/dialogs"
	"espalier/views/controls"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// showSamples lists the tables that come with the program.
func (w *window) showSamples() {
	var s *dialogs.Sheet
	list := controls.Stack(2)
	for _, sample := range sampledata.List() {
		about := controls.Stack(3,
			controls.NewButton(sample.Title, controls.Linked, func() {
				s.Close()
				w.openSample(sample.Name)
			}),
			controls.NewParagraph(sample.Description, 540, look.SizeSmall, look.Ink),
			controls.NewParagraph(sample.Source+" · "+sample.Licence, 540, look.SizeSmall, look.Muted),
			controls.Gap(0, 8))
		list.Add(about)
	}
	s = w.OpenSheet("Samples", fyne.NewSize(620, 620), container.NewVScroll(list),
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }))
}

// showNotes shows all that the reader found worth saying about the open table.
func (w *window) showNotes() {
	if t := w.ws.Table(); t != nil {
		w.Message("Notes on "+t.Name, tableNotes(t)...)
	}
}
