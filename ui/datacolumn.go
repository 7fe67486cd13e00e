package ui

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/survey"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

const (
	inner      = look.LeftWidth - 2*look.Margin // width within the left column
	valueWidth = 108
)

// A dataColumn shows the open table and its preprocessing.
type dataColumn struct {
	object fyne.CanvasObject

	ws    *Workspace
	name  *controls.Text
	size  *controls.Paragraph
	rows  *fyne.Container
	notes *controls.Paragraph
	more  *controls.Button
	// annotate makes the column an annotation that the notes take for labels.
	annotate *controls.Button
	// doubt says what a fit would take columns for against their looks; cure does something about it.
	doubt *controls.Paragraph
	cure  *controls.Button

	transpose, log2p1, centre *controls.Toggle
	topColumns, topRows       *controls.Field
	scale                     *controls.Picker
	leave                     *controls.Button
}

func newDataColumn(ws *Workspace, open, samples, notes, parts func()) *dataColumn {
	c := &dataColumn{ws: ws}
	head := controls.Row(0, controls.Head("Data").Elastic(), controls.Beside(10,
		controls.NewButton("Open…", controls.Linked, open).WithTip("Open a table: "+read.Titles()+", also gzipped or zipped (Ctrl+O). You can also drop a file on the window, or paste it."),
		controls.NewButton("Samples…", controls.Linked, samples).WithTip("Tables that come with the program")))
	c.name = controls.NewText("", look.SizeName, look.Ink).Bold().Elastic()
	c.name.Middle = true
	c.size = controls.NewParagraph("", inner, look.SizeSmall, look.Muted)
	c.notes = controls.NewParagraph("", inner, look.SizeSmall, look.WarnText)
	c.more = controls.NewButton("", controls.Linked, notes)
	c.annotate = controls.NewButton("", controls.Linked, func() { ws.MakeAnnotation(files.Suggested(ws.Table())) }).WithTip("Models no longer see the column; it is shown as colours and labels. Undo takes it back.")
	c.doubt = controls.NewParagraph("", inner, look.SizeSmall, look.WarnText)
	c.cure = controls.NewButton("", controls.Linked, c.applyCure)

	toggle := func(label string, set func(p *inference.Preprocessing, on bool)) *controls.Toggle {
		return controls.NewToggle(false, func(on bool) {
			p := ws.Preprocessing()
			set(&p, on)
			ws.SetChosen(label, p)
		})
	}
	c.transpose = toggle("Transpose", func(p *inference.Preprocessing, on bool) {
		if p.Transpose != on {
			*p = p.Turned()
		}
	})
	c.log2p1 = toggle("log2(x + 1)", func(p *inference.Preprocessing, on bool) { p.Log2p1 = on })
	c.centre = toggle("Centre", func(p *inference.Preprocessing, on bool) { p.Centre = on })
	c.topColumns = c.topField("Keep columns", func(p *inference.Preprocessing) *int { return &p.TopColumns })
	c.topRows = c.topField("Keep rows", func(p *inference.Preprocessing) *int { return &p.TopRows })
	c.scale = controls.NewPicker([]controls.Option{
		{Value: "none", Title: "none", Note: "The columns keep their units."},
		{Value: "columns", Title: "unit variance", Note: "Each column is divided by its standard deviation."},
		{Value: "table", Title: "whole table", Note: "All columns are divided by one factor, which keeps their differences in spread. Usual for pictures and for columns that share a unit."},
	}, "none", func(v string) {
		p := ws.Preprocessing()
		p.Scale, p.ScaleAll = v == "columns", v == "table"
		ws.SetPreprocessing("Scale", p)
	})
	c.leave = controls.NewButton("", controls.Linked, parts).WithTip("Leave out rows and columns by name or by rule; see what is missing, and what was found in the table.")
	c.rows = controls.Stack(4,
		c.row("Transpose", "Turns rows into columns, to cluster measurements instead of observations.", c.transpose),
		c.row("log2(x + 1)", "Takes the logarithm of every cell, for counts and intensities.", c.log2p1),
		c.row("Left out", c.leave.Tip, container.NewBorder(nil, nil, nil, c.leave)),
		c.row("Keep columns", "Keeps this many of the most variable columns; empty keeps all.", c.topColumns),
		c.row("Keep rows", "Keeps this many of the most variable rows; empty keeps all.", c.topRows),
		c.row("Centre", "Subtracts its mean from each column.", c.centre),
		c.row("Scale", "Gives columns of different units the same spread. Unless you choose, trees, linkage and k-means divide a table whose columns seem to share a unit by one factor.", c.scale),
	)
	c.object = controls.Stack(6, head, controls.Stack(4, c.name, c.size), c.notes, c.annotate, c.more, c.doubt, c.cure, controls.Gap(0, 2), c.rows)
	c.refresh()
	return c
}

// row is a line of the form.
func (c *dataColumn) row(label, tip string, value fyne.CanvasObject) fyne.CanvasObject {
	return controls.Row(valueWidth, controls.Label(label).WithTip(tip), value)
}

func (c *dataColumn) topField(label string, at func(*inference.Preprocessing) *int) *controls.Field {
	var f *controls.Field
	f = controls.NewField("", func(text string) {
		p := c.ws.Preprocessing()
		k, err := files.ParseTop(text)
		f.SetWrong(err != nil)
		if err != nil {
			c.ws.Tell(Notice{Bad: true, Text: label + ": " + err.Error() + "."})
			return
		}
		*at(&p) = k
		c.ws.SetChosen(label, p)
	})
	f.PlaceHolder = "all"
	return f
}

func (c *dataColumn) refresh() {
	t := c.ws.Table()
	controls.Show(c.rows, t != nil)
	if t == nil {
		c.name.Set("No table")
		c.size.Set("Open a file, drop one on the window, paste a table, or choose a sample.", look.Muted)
		c.notes.Set("", look.WarnText)
		controls.Show(c.more, false)
		controls.Show(c.annotate, false)
		c.tellDoubt(nil)
		return
	}
	c.name.Tip = t.Source
	c.name.Set(t.Name)
	h, _ := c.ws.now().Sheet()
	c.size.Set(files.Describe(h.AnnotatedTable(t), c.ws.Data()), look.Muted)
	text, more := files.FirstNote(t)
	c.notes.Set(text, look.WarnText)
	controls.Show(c.more, more > 0)
	name := files.Suggested(t)
	controls.Show(c.annotate, name != "")
	c.annotate.SetText(files.AnnotateTitle(name))
	c.more.SetText(plotting.Plural(more, "more note") + "…")
	c.tellDoubt(c.ws.Runs.Check().Doubts)

	p := c.ws.Preprocessing()
	c.transpose.Put(p.Transpose)
	c.leave.SetText(files.LeftOut(p) + "…")
	c.log2p1.Put(p.Log2p1)
	c.centre.Put(p.Centre)
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

// tellDoubt shows the first doubt about what columns are taken for, and offers its cure.
func (c *dataColumn) tellDoubt(doubts []survey.Doubt) {
	var first survey.Doubt
	if len(doubts) > 0 {
		first = doubts[0]
	}
	c.doubt.Set(say.WithoutFlags(first.String()), look.WarnText)
	controls.Show(c.doubt, first.Text != "")
	title, tip := "", ""
	switch first.Cure {
	case survey.TakeLog:
		title, tip = "Turn on log2(x + 1)", "Takes the logarithm of every cell. Undo takes it back."
	case survey.LeaveOut:
		title, tip = "Leave "+plotting.Plural(len(first.Columns), "column")+" out", "Models no longer see them. Undo takes it back."
	}
	c.cure.SetText(title)
	c.cure.WithTip(tip)
	controls.Show(c.cure, title != "")
}

// applyCure does what the button under a doubt offers.
func (c *dataColumn) applyCure() {
	doubts := c.ws.Runs.Check().Doubts
	if len(doubts) == 0 {
		return
	}
	p := c.ws.Preprocessing()
	switch first := doubts[0]; first.Cure {
	case survey.TakeLog:
		p.Log2p1 = true
		c.ws.SetChosen("log2(x + 1)", p)
	case survey.LeaveOut:
		p.Leave.Columns = inference.NamesOf(slices.Concat(p.Leave.Columns.List(), first.Columns)...)
		c.ws.SetChosen("Leave Out", p)
	}
}
