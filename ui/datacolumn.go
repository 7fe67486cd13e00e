package ui

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
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

	transpose, log2p1, centre *controls.Toggle
	topColumns, topRows       *controls.Field
	scale                     *controls.Picker
}

func newDataColumn(ws *Workspace, open, samples, notes func()) *dataColumn {
	c := &dataColumn{ws: ws}
	head := controls.Row(0, controls.Head("Data").Elastic(), controls.Beside(10,
		controls.NewButton("Open…", controls.Linked, open).WithTip("Open a table: "+read.Titles()+", also gzipped or zipped (Ctrl+O). You can also drop a file on the window, or paste it."),
		controls.NewButton("Samples…", controls.Linked, samples).WithTip("Tables that come with the program")))
	c.name = controls.NewText("", look.SizeName, look.Ink).Bold().Elastic()
	c.name.Middle = true
	c.size = controls.NewParagraph("", inner, look.SizeSmall, look.Muted)
	c.notes = controls.NewParagraph("", inner, look.SizeSmall, look.WarnText)
	c.more = controls.NewButton("", controls.Linked, notes)

	toggle := func(label string, set func(p *inference.Preprocessing, on bool)) *controls.Toggle {
		return controls.NewToggle(false, func(on bool) {
			p := ws.Preprocessing()
			set(&p, on)
			ws.SetPreprocessing(label, p)
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
		{Value: "table", Title: "whole table", Note: "All columns are divided by one factor, which keeps their differences in spread. Usual for pictures."},
	}, "none", func(v string) {
		p := ws.Preprocessing()
		p.Scale, p.ScaleAll = v == "columns", v == "table"
		ws.SetPreprocessing("Scale", p)
	})
	c.rows = controls.Stack(4,
		c.row("Transpose", "Turns rows into columns, to cluster measurements instead of observations.", c.transpose),
		c.row("log2(x + 1)", "Takes the logarithm of every cell, for counts and intensities.", c.log2p1),
		c.row("Keep columns", "Keeps this many of the most variable columns; empty keeps all.", c.topColumns),
		c.row("Keep rows", "Keeps this many of the most variable rows; empty keeps all.", c.topRows),
		c.row("Centre", "Subtracts its mean from each column.", c.centre),
		c.row("Scale", "Gives columns of different units the same spread.", c.scale),
	)
	c.object = controls.Stack(6, head, controls.Stack(4, c.name, c.size), c.notes, c.more, controls.Gap(0, 2), c.rows)
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
		k, err := parseTop(text)
		f.SetWrong(err != nil)
		if err != nil {
			c.ws.Tell(Notice{Bad: true, Text: label + ": " + err.Error() + "."})
			return
		}
		*at(&p) = k
		c.ws.SetPreprocessing(label, p)
	})
	f.PlaceHolder = "all"
	return f
}

// parseTop reads a number to keep: empty and "all" are 0, which keeps all.
func parseTop(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "all") {
		return 0, nil
	}
	k, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil || k < 1 {
		return 0, fmt.Errorf("%q is not a number of rows or columns: type a whole number of at least 1, or nothing "+
			"to keep all", text)
	}
	return k, nil
}

func topText(k int) (text, rest string) {
	if k == 0 {
		return "", ""
	}
	return strconv.Itoa(k), say.Thousands(k) + " most"
}

func (c *dataColumn) refresh() {
	t := c.ws.Table()
	controls.Show(c.rows, t != nil)
	if t == nil {
		c.name.Set("No table")
		c.size.Set("Open a file, drop one on the window, paste a table, or choose a sample.", look.Muted)
		c.notes.Set("", look.WarnText)
		controls.Show(c.more, false)
		return
	}
	c.name.Tip = t.Source
	c.name.Set(t.Name)
	h, _ := c.ws.now().Sheet()
	c.size.Set(files.Describe(h.AnnotatedTable(t), c.ws.Data()), look.Muted)
	text, more := c.notice(t)
	c.notes.Set(text, look.WarnText)
	controls.Show(c.more, more > 0)
	c.more.SetText(plotting.Plural(more, "more note") + "…")

	p := c.ws.Preprocessing()
	c.transpose.Put(p.Transpose)
	c.log2p1.Put(p.Log2p1)
	c.centre.Put(p.Centre)
	c.topColumns.Put(topText(p.TopColumns))
	c.topRows.Put(topText(p.TopRows))
	switch {
	case p.ScaleAll:
		c.scale.Put("table")
	case p.Scale:
		c.scale.Put("columns")
	default:
		c.scale.Put("none")
	}
}

// notice returns the text under the size of the table, and how many notes are left to read.
func (c *dataColumn) notice(t *inference.Table) (string, int) {
	notes := tableNotes(t)
	if len(notes) == 0 {
		return "", 0
	}
	text := notes[0]
	if r := []rune(text); len(r) > 150 {
		return string(r[:140]) + "…", len(notes)
	}
	return text, len(notes) - 1
}

// tableNotes returns what the user should know about a table.
func tableNotes(t *inference.Table) []string {
	notes := append([]string(nil), t.Notes...)
	switch {
	case t.Pictures() && t.Kind != inference.Binary:
		notes = append([]string{"The names suggest pixels: scale the table as a whole."}, notes...)
	case t.Kind == inference.Count:
		notes = append([]string{"Counts, treated as numbers; log2(x + 1) often suits them better."}, notes...)
	}
	return notes
}
