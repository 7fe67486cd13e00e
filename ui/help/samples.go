package help

import (
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Samples lists the tables that come with the program. Open is called with the name of the one chosen.
func Samples(d *dialogs.Dialogs, open func(name string)) {
	var s *dialogs.Sheet
	list := controls.Stack(2)
	for _, sample := range sampledata.List() {
		about := controls.Stack(3,
			controls.NewButton(sample.Title, controls.Linked, func() {
				s.Close()
				open(sample.Name)
			}),
			controls.NewParagraph(sample.Description, 540, look.SizeSmall, look.Ink),
			controls.NewParagraph(sample.Source+" · "+sample.Licence, 540, look.SizeSmall, look.Muted),
			controls.Gap(0, 8))
		list.Add(about)
	}
	s = d.OpenSheet("Samples", fyne.NewSize(620, 620), container.NewVScroll(list),
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }))
}
