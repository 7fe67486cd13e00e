package help

import (
	"strings"

	"example.org/espalier/inference/recipe"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// recipes explain recipes, above the list of steps.
var recipes = []string{
	"A recipe is a list of steps that are done to a table before a model sees it. " +
		"Press Recipe in the left column to write one. It is saved with each fit, and is the same after --prepare on the command line.",
	"Steps are done in their order. The table is turned first. " +
		"Rows and columns that are left out by name or for their missing cells go before the first step, " +
		"those of little variance after the last. A step that is switched off is written with off: before it and keeps its place.",
	"What a step learns of a table is kept: rows that are held out are prepared by the numbers of the rows " +
		"that were learnt from. Log densities of fits with different recipes cannot be compared.",
	"Steps for samples take the rows for them. Where samples are in the columns, write @columns after the step.",
}

// A prepared is a step as the page lists it.
type prepared struct{ title, written, does string }

// steps lists all steps that are declared, each with one sentence.
func steps() (list []prepared) {
	for i := range recipe.Kinds {
		k := &recipe.Kinds[i]
		does, _, more := strings.Cut(k.Tip, ". ")
		if more {
			does += "."
		}
		written := []string{k.Example}
		for _, c := range k.Choices {
			text := recipe.Step{Kind: k, Argument: c.Argument}.String()
			if text != k.Example {
				written = append(written, text)
			}
		}
		list = append(list, prepared{k.Title, strings.Join(written, ", "), does})
	}
	return list
}

// Preparing explains recipes and lists their steps.
func Preparing(d *dialogs.Dialogs) {
	const width = 580
	body := controls.Stack(10)
	for _, text := range recipes {
		body.Add(controls.NewParagraph(text, width, look.SizeBody, look.Ink))
	}
	body.Add(controls.Gap(0, 4))
	body.Add(controls.Head("Steps"))
	for _, s := range steps() {
		body.Add(controls.Stack(3, controls.NewText(s.title, look.SizeBody, look.Ink).Bold(),
			controls.NewParagraph(s.does, width, look.SizeBody, look.Ink),
			controls.NewParagraph(s.written, width, look.SizeSmall, look.Muted)))
	}
	var s *dialogs.Sheet
	done := controls.NewButton("Done", controls.Primary, func() { s.Close() })
	s = d.OpenSheet("Preparing a table", fyne.NewSize(640, 600), container.NewVScroll(body), done)
	s.Accept = s.Close
	d.Window.Canvas().Focus(done)
}
