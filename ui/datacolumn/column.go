// Package datacolumn shows the open table and its preprocessing at the top of the left column.
package datacolumn

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/survey"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/recipes"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Subject is the content of the column.
type Subject struct {
	Table *inference.Table // nil for none
	Busy  string           // the file being opened where there is no table; "" for none
	// Annotated is Table with annotations that were joined to it; Data are the data that models see.
	Annotated     *inference.Table
	Data          *inference.Dataset
	Preprocessing inference.Preprocessing
	Doubts        []survey.Doubt
}

// Wishes are the user's requests in the column.
type Wishes struct {
	Open, Samples, Notes, Parts func()
	Annotate                    func(column string)
	Again                       func(read.Advice) // reads the file of the table otherwise
	// Choose changes rows, columns or the logarithm, Scale the scaling; label is the step of the history.
	Choose, Scale func(label string, p inference.Preprocessing)
	Wrong         func(text string) // tells of a number that cannot be read
	Resized       func()            // the column has another height
	Dialogs       *dialogs.Dialogs
	Style         func() plotting.Style // of pictures in sheets
}

// A Column shows the open table and its preprocessing.
type Column struct {
	Object fyne.CanvasObject

	of   Subject
	wish Wishes

	Name *controls.Text
	Size *controls.Paragraph
	rows *fyne.Container
	// Fold says how the table is prepared, and shows and hides the form of that.
	Fold   *controls.Button
	folded *fyne.Container
	asked  bool // the form is shown
	Notes  *controls.Paragraph
	more   *controls.Button
	// Annotate makes the column an annotation that the notes take for labels.
	Annotate *controls.Button
	// Again reads the file otherwise, as the first note or doubt offers.
	Again  *controls.Button
	advice []read.Advice
	// Doubt warns that a fit would take columns otherwise than they look; Cure carries out a remedy.
	Doubt *controls.Paragraph
	Cure  *controls.Button
	// Turn turns the table, where that is another cure.
	Turn *controls.Button

	Transpose, Log2p1, Centre *controls.Toggle
	topColumns, topRows       *controls.Field
	keeps                     [2]*controls.Text // the words beside them
	scale                     *controls.Picker
	Leave                     *controls.Button
	// Part chooses, where several tables were joined, which of them the form is about; "" for all.
	Part    *controls.Picker
	part    string
	partRow *fyne.Container
	// Recipe opens the list of steps, Steps.
	Recipe *controls.Button
	Steps  *recipes.Sheet
}

// New returns the column of no table.
func New(wish Wishes) *Column {
	c := &Column{wish: wish}
	head := controls.Row(0, controls.Head("Data").Elastic(), controls.Beside(10,
		controls.NewButton("Open…", controls.Linked, wish.Open).WithTip("Open a table: "+read.Titles()+
			", also gzipped or zipped (Ctrl+O). You can also drop a file on the window, or paste it."),
		controls.NewButton("Samples…", controls.Linked, wish.Samples).WithTip("Tables that come with the program")))
	c.Name = controls.NewText("", look.SizeName, look.Ink).Bold().Elastic()
	c.Name.Middle = true
	c.Size = controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.Muted)
	c.Notes = controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.WarnText)
	c.more = controls.NewButton("", controls.Linked, wish.Notes)
	c.Annotate = controls.NewButton("", controls.Linked, func() {
		wish.Annotate(files.Suggested(c.of.Table, c.of.Data))
	}).WithTip("Models no longer see the column; it is shown as colours and labels. Undo takes it back.")
	c.Again = controls.NewButton("", controls.Linked, func() {
		if len(c.advice) > 0 {
			wish.Again(c.advice[0])
		}
	})
	c.Doubt = controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.WarnText)
	c.Cure = controls.NewButton("", controls.Linked, c.applyCure)
	c.Turn = controls.NewButton("Turn the table", controls.Linked,
		func() { wish.Choose("Transpose", c.of.Preprocessing.Turned()) }).
		WithTip("Turns columns into rows, so that models compare the columns. Undo takes it back.")

	toggle := func(label string, set func(p *inference.Preprocessing, on bool)) *controls.Toggle {
		return controls.NewToggle(false, func(on bool) {
			p := c.shown()
			set(&p, on)
			wish.Choose(label, c.with(p))
		})
	}
	c.Transpose = controls.NewToggle(false, func(on bool) {
		if p := c.of.Preprocessing; p.Transpose != on {
			wish.Choose("Transpose", p.Turned())
		}
	})
	c.Log2p1 = toggle("log2(x + 1)", func(p *inference.Preprocessing, on bool) { p.Log2p1 = on })
	c.Centre = toggle("Centre", func(p *inference.Preprocessing, on bool) { p.Centre = on })
	c.topColumns = c.topField("Keep columns", func(p *inference.Preprocessing) *int { return &p.TopColumns })
	c.topRows = c.topField("Keep rows", func(p *inference.Preprocessing) *int { return &p.TopRows })
	c.scale = controls.NewPicker([]controls.Option{
		{Value: "none", Title: "none", Note: "The columns keep their units."},
		{Value: "columns", Title: "unit variance", Note: "Each column is divided by its standard deviation."},
		{Value: "table", Title: "whole table",
			Note: "All columns are divided by one factor, which keeps their differences in spread. Usual for pictures and for columns that share a unit."},
	}, "none", func(v string) {
		p := c.shown()
		p.Scale, p.ScaleAll = v == "columns", v == "table"
		c.wish.Scale("Scale", c.with(p))
	})
	c.Leave = controls.NewButton("", controls.Linked, wish.Parts).
		WithTip("Leave out rows and columns by name or by rule; see what is missing, and what was found in the table.")
	c.Recipe = controls.NewButton("", controls.Linked, c.askSteps).
		WithTip("The steps that prepare the table, in their order, with a picture of each sample before and after: " +
			"counts brought to one depth, logarithms, compositions, batches removed and more.")
	c.Part = controls.NewPicker(nil, "", func(v string) {
		c.part = v
		c.Refresh(c.of)
	})
	c.partRow = c.row("For the table", "Each of the joined tables is prepared on its own: as all are, or by what you "+
		"choose for it.", c.Part)
	for i, what := range keepWords {
		c.keeps[i] = controls.Label(what).WithTip("Keeps this many of the most variable ones; empty keeps all.")
	}
	c.rows = controls.Stack(4, c.partRow,
		c.row("Transpose", "Turns rows into columns, to cluster measurements instead of observations.", c.Transpose),
		c.row("Recipe", c.Recipe.Tip, container.NewBorder(nil, nil, nil, c.Recipe)),
		c.row("log2(x + 1)", "Takes the logarithm of every cell, for counts and intensities.", c.Log2p1),
		c.row("Left out", c.Leave.Tip, container.NewBorder(nil, nil, nil, c.Leave)),
		controls.Row(look.LeftValue, c.keeps[0], c.topColumns),
		controls.Row(look.LeftValue, c.keeps[1], c.topRows),
		c.row("Centre", "Subtracts its mean from each column.", c.Centre),
		c.row("Scale",
			"Gives columns of different units the same spread. Unless you choose, trees, linkage and k-means divide a table whose columns seem to share a unit by one factor.",
			c.scale),
	)
	c.Fold = controls.NewButton("", controls.Linked, func() {
		c.asked = !c.asked
		c.showForm()
		wish.Resized()
	})
	c.folded = controls.Row(0, controls.Label(preparation).WithTip(
		"How the table is turned, what is left out, centred, scaled"), c.Fold)
	c.Object = controls.Stack(6, head, controls.Stack(4, c.Name, c.Size), c.Notes, c.Annotate, c.more, c.Doubt, c.Cure,
		c.Turn, c.Again, controls.Gap(0, 2), c.folded, c.rows)
	c.Refresh(Subject{})
	return c
}

// keepWords stand beside the fields that limit columns and rows.
var keepWords = [2]string{"Keep columns", "Keep rows"}

// row is a line of the form.
func (c *Column) row(label, tip string, value fyne.CanvasObject) *fyne.Container {
	return controls.Row(look.LeftValue, controls.Label(label).WithTip(tip), value)
}

func (c *Column) topField(label string, at func(*inference.Preprocessing) *int) *controls.Field {
	var f *controls.Field
	f = controls.NewField("", func(text string) {
		p := c.shown()
		k, err := files.ParseTop(text)
		f.SetWrong(err != nil)
		if err != nil {
			c.wish.Wrong(label + ": " + err.Error() + ".")
			return
		}
		*at(&p) = k
		c.wish.Choose(label, c.with(p))
	})
	f.PlaceHolder = "all"
	return f
}

const (
	preparation = "Preparation"
	foldMargin  = 24 // of the button beside that word
)

// showForm shows the form, or only a line that sums it up.
func (c *Column) showForm() {
	controls.Show(c.folded, c.of.Table != nil)
	controls.Show(c.rows, c.of.Table != nil && c.asked)
	sign := " ▸"
	if c.asked {
		sign = " ▾"
	}
	room := look.LeftInner - foldMargin - controls.TextWidth(preparation+sign, look.SizeBody, true)
	done := c.of.Preprocessing.String()
	c.Fold.WithTip(plotting.Capital(done) + ". Shows or hides the form.")
	c.Fold.SetText(controls.Elide(done, look.SizeBody, true, room) + sign)
}

// Refresh shows a table.
func (c *Column) Refresh(of Subject) {
	c.asked = c.asked && of.Table == c.of.Table
	c.of = of
	t := of.Table
	c.showForm()
	if t == nil {
		name, text := "No table", "Open a file, drop one on the window, paste a table, or choose a sample."
		if of.Busy != "" {
			name, text = of.Busy+"…", ""
		}
		c.Name.Set(name)
		c.Size.Set(text, look.Muted)
		c.Notes.Set("", look.WarnText)
		controls.Show(c.more, false)
		controls.Show(c.Annotate, false)
		c.tellDoubt(nil)
		controls.Show(c.Again, false)
		return
	}
	c.Name.Tip = t.Source
	c.Name.Set(t.Name)
	c.Size.Set(files.Describe(of.Annotated, of.Data), look.Muted)
	for i, what := range keepWords {
		c.keeps[i].Set(of.Data.Say(what))
	}
	text, more := files.FirstNote(t, of.Data)
	c.Notes.Set(text, look.WarnText)
	controls.Show(c.more, more > 0)
	name := files.Suggested(t, of.Data)
	controls.Show(c.Annotate, name != "")
	c.Annotate.SetText(files.AnnotateTitle(name))
	c.more.SetText(plotting.Plural(more, "more note") + "…")
	if column, is := inference.LabelColumn(text); is && column == name { // the note has said it, with a better cure
		c.of.Doubts = slices.DeleteFunc(slices.Clone(of.Doubts), func(d survey.Doubt) bool {
			return d.Cure == survey.LeaveOut && slices.Equal(d.Columns, []string{name})
		})
	}
	c.tellDoubt(c.of.Doubts)
	c.tellAdvice(t, c.of.Doubts)

	c.offerParts()
	p := c.shown()
	c.Transpose.Put(p.Transpose)
	c.Leave.SetText(files.LeftOut(c.of.Preprocessing) + "…")
	c.Recipe.SetText(stepsText(p) + "…")
	c.Log2p1.Put(p.Log2p1)
	c.Centre.Put(p.Centre)
	c.topColumns.Put(files.TopText(p.TopColumns))
	c.topRows.Put(files.TopText(p.TopRows))
	switch {
	case p.ScaleAll:
		c.scale.Put("table")
	case p.Scale:
		c.scale.Put("columns")
	default:
		c.scale.Put("none")
	}
}

// shown returns the preprocessing in the form: that of all tables, or of one of them.
func (c *Column) shown() inference.Preprocessing {
	if c.part == "" {
		return c.of.Preprocessing
	}
	return c.of.Preprocessing.Table(c.part)
}

// with returns the preprocessing with p for the tables of the form.
func (c *Column) with(p inference.Preprocessing) inference.Preprocessing {
	if c.part == "" {
		return p
	}
	return c.of.Preprocessing.WithTable(c.part, p)
}

// offerParts offers the tables that the open one was joined of.
func (c *Column) offerParts() {
	names := inference.TablesOf(c.of.Table)
	if !slices.Contains(names, c.part) {
		c.part = ""
	}
	options := []controls.Option{{Value: "", Title: "all tables"}}
	for _, name := range names {
		o := controls.Option{Value: name, Title: name, Note: "Prepared as all are."}
		if _, own := c.of.Preprocessing.Tables.Of(name); own {
			o.Note = "Has its own: " + c.of.Preprocessing.Table(name).String() + "."
		}
		options = append(options, o)
	}
	c.Part.Options = options
	c.Part.Put(c.part)
	controls.Show(c.partRow, len(names) > 1)
}

// stepsText says how many steps the recipe has.
func stepsText(p inference.Preprocessing) string {
	steps, off := p.Recipe.Steps(), 0
	for _, s := range steps {
		if s.Off {
			off++
		}
	}
	switch {
	case len(steps) == 0:
		return "no steps"
	case off > 0:
		return plotting.Plural(len(steps), "step") + ", " + strconv.Itoa(off) + " off"
	}
	return plotting.Plural(len(steps), "step")
}

// askSteps shows the recipe.
func (c *Column) askSteps() {
	if c.of.Table != nil {
		t := c.of.Table
		if part := t.Part(c.part, c.of.Preprocessing); part != nil {
			t = part
		}
		c.Steps = recipes.Ask(c.wish.Dialogs, c.wish.Style(), t, c.shown(),
			func(p inference.Preprocessing) { c.wish.Choose("Recipe", c.with(p)) })
	}
}

// tellDoubt shows the first doubt about the kinds of columns, and offers its cure.
func (c *Column) tellDoubt(doubts []survey.Doubt) {
	var first survey.Doubt
	if len(doubts) > 0 {
		first = doubts[0]
	}
	c.Doubt.Set(say.WithoutFlags(first.String()), look.WarnText)
	controls.Show(c.Doubt, first.Text != "")
	title, tip := "", ""
	switch first.Cure {
	case survey.TakeLog:
		title, tip = "Turn on log2(x + 1)", "Takes the logarithm of every cell. Undo takes it back."
	case survey.AddSteps:
		title = stepsTitle(first)
		if tip = ""; first.Across {
			tip = "Turns the table, so that its columns, the samples, become rows. "
		}
		tip += "Adds these steps to the recipe: " + strings.Join(recipe.Text(first.Steps).Words(), ", ") +
			". Undo takes them back."
	case survey.TakeKinds:
		title = "Take ratios of the parts"
		if first.Kinds.Kind.Sort == column.Rank {
			title = "Take as ranks within rows"
		}
		tip = "As on the page Columns of the sheet that opens a table. Undo takes it back."
	case survey.LeaveOut:
		title, tip = "Leave "+plotting.Plural(len(first.Columns), "column")+" out",
			"Models no longer see them. Undo takes it back."
	}
	c.Cure.SetText(title)
	c.Cure.WithTip(tip)
	controls.Show(c.Cure, title != "")
	controls.Show(c.Turn, first.Turn)
}

// tellAdvice offers to read the file of the table otherwise, where the first doubt or the first note says how.
func (c *Column) tellAdvice(t *inference.Table, doubts []survey.Doubt) {
	c.advice = nil
	if filepath.IsAbs(t.Source) && inference.TablesOf(t) == nil {
		if len(doubts) > 0 && doubts[0].Code != "" {
			c.advice = []read.Advice{read.AdviceOnCode(doubts[0].Code)}
		} else if len(t.Notes) > 0 {
			c.advice = read.Advised(t.Notes[0])
		}
	}
	controls.Show(c.Again, len(c.advice) > 0)
	if len(c.advice) > 0 {
		c.Again.SetText(c.advice[0].Title + "…")
		c.Again.WithTip(c.advice[0].Tip + " The preview shows what comes of it.")
	}
}

// stepsTitle is the text of the button for the steps of a cure.
func stepsTitle(d survey.Doubt) string {
	switch steps := d.Steps; {
	case strings.HasPrefix(steps, "counts:") && d.Across:
		return "Normalise and turn"
	case strings.HasPrefix(steps, "counts:"):
		return "Normalise"
	case strings.HasPrefix(steps, "missing:0:"):
		return "Take 0 as missing in " + plotting.Plural(len(d.Columns), "column")
	case strings.HasPrefix(steps, "log"):
		return "Take logarithms"
	case steps == "centre-rows":
		return "Centre the rows"
	}
	return "Add " + d.Steps
}

// applyCure carries out the cure that the button under a doubt offers.
func (c *Column) applyCure() {
	doubts := c.of.Doubts
	if len(doubts) == 0 {
		return
	}
	p := c.of.Preprocessing
	switch first := doubts[0]; first.Cure {
	case survey.TakeLog:
		p.Log2p1 = true
		c.wish.Choose("log2(x + 1)", p)
	case survey.AddSteps:
		if first.Across {
			p = p.Turned()
		}
		if with, err := p.Then(first.Steps); err == nil {
			c.wish.Choose(stepsTitle(first), with)
		}
	case survey.TakeKinds:
		p.Kinds = p.Kinds.With(first.Kinds)
		c.wish.Choose("Kinds of Columns", p)
	case survey.LeaveOut:
		p.Leave.Columns = inference.NamesOf(slices.Concat(p.Leave.Columns.List(), first.Columns)...)
		c.wish.Choose("Leave Out", p)
	}
}
