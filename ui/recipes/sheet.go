// Package recipes shows the steps that prepare a table as a list, and lets the user change them.
package recipes

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"example.org/espalier/inference"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/survey"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"
)

// A Sheet edits the recipe of a table.
type Sheet struct {
	d     *dialogs.Dialogs
	sheet *dialogs.Sheet
	table *inference.Table
	prep  inference.Preprocessing
	then  func(p inference.Preprocessing)

	// Steps are those of the list, with those that are settings of their own in the left column.
	Steps []recipe.Step
	Lines []*Line
	lines []*Line // also those that are not shown now
	list  *fyne.Container
	empty *controls.Paragraph
	Add   *controls.Picker
	Text  *controls.Field
	Told  *controls.Paragraph
	Apply *controls.Button
	asked int
	page  *picture
	View  *screen.View // of the samples before and after
}

// Sizes of the sheet.
const (
	wide   = 860
	high   = 600
	atLeft = 380
)

// Ask shows the recipe of a table as it is prepared. If the user applies another, it calls then with it.
func Ask(d *dialogs.Dialogs, style plotting.Style, t *inference.Table, p inference.Preprocessing,
	then func(p inference.Preprocessing)) *Sheet {
	s := &Sheet{d: d, table: t, prep: p, then: then, Steps: p.Steps()}
	s.empty = controls.NewParagraph("No step: models see the numbers as they are.", atLeft, look.SizeBody, look.Muted)
	s.Add = controls.NewPicker(menuOf(t, p.Transpose), "", s.add)
	s.Add.Label = "Add a step"
	s.Text = controls.NewField("", s.read)
	s.Text.Left = true
	s.Text.Tip = "The whole recipe, as after --prepare on the command line"
	s.Told = controls.NewParagraph("", atLeft, look.SizeSmall, look.Muted)
	s.list = controls.Stack(6)
	s.page = newPicture(d, style)
	s.View = s.page.view
	left := container.NewBorder(
		controls.Inset(0, 0, 0, 8, container.New(controls.Fixed(atLeft, 26), s.Add)),
		controls.Stack(6, controls.NewText("As text", look.SizeSmall, look.Muted),
			container.New(controls.Fixed(atLeft, 28), s.Text), s.Told),
		nil, nil, container.NewVScroll(s.list))
	s.Apply = controls.NewButton("Apply", controls.Primary, s.accept)
	s.sheet = d.OpenSheet("Prepare "+t.Name, fyne.NewSize(wide, high),
		container.NewBorder(nil, nil, controls.Inset(0, 0, 16, 0, left), nil, s.page.object),
		controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }), s.Apply)
	s.sheet.Accept, s.sheet.Closed = s.accept, s.close
	s.show()
	d.Window.Canvas().Focus(s.Add)
	return s
}

// with is the preprocessing with the steps of the list.
func (s *Sheet) with() (inference.Preprocessing, error) {
	return s.prep.WithoutSteps().WithSteps(string(recipe.Format(s.Steps)))
}

func (s *Sheet) accept() {
	if s.Apply.Disabled() {
		return
	}
	p, err := s.with()
	if err != nil {
		return
	}
	s.sheet.Close()
	s.then(p)
}

func (s *Sheet) close() {
	s.asked++
	s.page.view.Close()
}

// add appends a step chosen in the menu.
func (s *Sheet) add(text string) {
	s.Add.Value = ""
	s.Add.Refresh()
	step, err := recipe.ParseStep(text)
	if err != nil {
		s.tell(say.Sentence(err.Error()), look.BadText)
		return
	}
	s.change(slices.Insert(slices.Clone(s.Steps), s.placeOf(step), step))
}

// placeOf returns where a new step goes: counts are brought to one depth first, and columns are centred and scaled
// last.
func (s *Sheet) placeOf(step recipe.Step) int {
	last := []string{"centre", "scale", "scale-all"}
	if step.Kind.Name == "counts" {
		return 0
	}
	at := len(s.Steps)
	for at > 0 && !slices.Contains(last, step.Kind.Name) && slices.Contains(last, s.Steps[at-1].Kind.Name) {
		at--
	}
	return at
}

// read takes the recipe as it was typed.
func (s *Sheet) read(text string) {
	steps, err := recipe.Parse(text)
	s.Text.SetWrong(err != nil)
	if err != nil {
		s.Apply.SetEnabled(false)
		s.tell(say.Sentence(err.Error()), look.BadText)
		return
	}
	s.change(steps)
}

// change shows other steps.
func (s *Sheet) change(steps []recipe.Step) {
	s.Steps = steps
	s.show()
}

// swap exchanges two steps that follow each other, and keeps the focus on the button that asked for it.
func (s *Sheet) swap(i, j int) {
	if i < 0 || j < 0 || i >= len(s.Steps) || j >= len(s.Steps) {
		return
	}
	steps := slices.Clone(s.Steps)
	steps[i], steps[j] = steps[j], steps[i]
	s.change(steps)
}

// show brings the list up to date and prepares the table again.
func (s *Sheet) show() {
	for len(s.lines) < len(s.Steps) {
		s.lines = append(s.lines, newLine(s, len(s.lines)))
	}
	s.Lines, s.list.Objects = s.lines[:len(s.Steps)], nil
	if len(s.Steps) == 0 {
		s.list.Add(s.empty)
	}
	for i := range s.Steps {
		s.lines[i].show()
		s.list.Add(s.lines[i].object)
	}
	s.list.Refresh()
	s.Text.SetWrong(false)
	s.Text.Put(string(recipe.Format(s.Steps)), "")
	s.prepare()
}

// prepare carries out the steps and reports the result.
func (s *Sheet) prepare() {
	s.asked++
	mine := s.asked
	p, err := s.with()
	if err != nil {
		s.wrong(err)
		return
	}
	s.tell("Preparing…", look.Muted)
	t := s.table
	s.d.Background(func(context.Context) func() {
		d, err := panics.Call(func() (*inference.Dataset, error) { return t.Prepare(p) })
		var figure plotting.Figure
		if err == nil {
			figure, err = panics.Call(func() (plotting.Figure, error) { return figureOf(t, d), nil })
		}
		return func() {
			if mine != s.asked {
				return
			}
			if err != nil {
				s.wrong(err)
				return
			}
			s.Apply.SetEnabled(true)
			n, columns := d.Dims()
			words := "Models see " + plotting.Plural(n, "row") + " × " + plotting.Plural(columns, "column") + "."
			for _, note := range d.Notes {
				words += " " + say.WithoutFlags(note)
			}
			s.tell(words, look.Muted)
			s.page.put(figure)
		}
	})
}

func (s *Sheet) wrong(err error) {
	s.Apply.SetEnabled(false)
	s.tell(say.Sentence(err.Error()), look.BadText)
}

func (s *Sheet) tell(text string, c fyne.ThemeColorName) {
	s.Told.Set(text, c)
	controls.Relayout(s.sheet.Content())
}

// A picture shows the numbers of each sample before and after.
type picture struct {
	view   *screen.View
	style  plotting.Style
	object fyne.CanvasObject
}

func newPicture(d *dialogs.Dialogs, style plotting.Style) *picture {
	p := &picture{view: screen.NewView(screen.Post(d.Post), style), style: style}
	p.view.Description = "The numbers of each sample before and after, a figure"
	p.object = p.view
	return p
}

// figureOf returns the figure of a table before or after the steps. It takes a while.
func figureOf(t *inference.Table, d *inference.Dataset) plotting.Figure {
	return depict.Samples("", t, d)
}

func (p *picture) put(f plotting.Figure) {
	p.view.SetFigure(plotting.InStyle(f, p.style))
}

// menuOf lists the steps that can be added to the recipe of a table, those for samples on the side where these seem to
// be.
func menuOf(t *inference.Table, transposed bool) (options []controls.Option) {
	across := survey.Orient(t).Turned != transposed
	for i := range recipe.Kinds {
		k := &recipe.Kinds[i]
		add := func(argument, title, tip string) {
			step := recipe.Step{Kind: k, Argument: argument, Across: across && k.Sided}
			if tip == "" {
				tip = k.Tip
			}
			options = append(options, controls.Option{Value: step.String(), Title: title, Note: tip, Head: k.Title})
		}
		for _, c := range k.Choices {
			add(c.Argument, c.Title, c.Tip)
		}
		if len(k.Choices) > 0 || k.Takes == recipe.Annotations {
			if k.Takes == recipe.Annotations {
				for _, list := range [][]inference.Annotation{t.Annotations, t.ColumnAnnotations} {
					for _, a := range list {
						if len(a.Levels) > 1 || a.Numeric {
							add(recipe.Names(a.Name), a.Name, "")
						}
					}
				}
			}
			continue
		}
		options = append(options, controls.Option{Value: recipe.Step{Kind: k, Across: across && k.Sided}.String(),
			Title: k.Title, Note: k.Tip})
	}
	return options
}
