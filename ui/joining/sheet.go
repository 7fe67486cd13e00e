// Package joining adds a table of the same rows to the open one, as a group of columns.
package joining

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/tables"
	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Sheet shows how a file joins the open table.
type Sheet struct {
	d            *dialogs.Dialogs
	sheet        *dialogs.Sheet
	first, added *inference.Table
	joined       *inference.Table
	then         func(Joined)
	asked        int // joins begun; a late one is dropped
	name, steps  string
	told         string // the additions, in words

	// Name is that of the group, Steps how its columns are prepared.
	Name, Steps *controls.Field
	Add         *controls.Button
	summary     *controls.Text
	notes       *controls.Paragraph
	lists       *fyne.Container
}

// Joined is the joined table that the user accepts: the table of all columns, and the steps of the added ones, "" for
// those of all.
type Joined struct {
	Table       *inference.Table
	Name, Steps string
	Text        string // the additions, in words
}

// Prepared returns how a model takes the joined table, of which first was prepared as p: as the model likes it, where
// p is that.
func (j Joined) Prepared(first *inference.Table, p inference.Preprocessing,
	info inference.Info) inference.Preprocessing {
	usual := info.PreprocessingOf(first, p) == p
	if j.Steps != "" {
		p.Tables = p.Tables.With(recipe.TableSteps{Table: j.Name, Steps: j.Steps})
	}
	if usual {
		return info.PreprocessingOf(j.Table, p)
	}
	return p
}

const (
	wide = 640
	high = 470
	text = wide - 40
)

// Ask reads a file and shows how it joins a table. It calls then if the user adds it.
func Ask(d *dialogs.Dialogs, first *inference.Table, path string, then func(Joined)) {
	d.Background(func(ctx context.Context) func() {
		added, err := panics.Call(func() (*inference.Table, error) { return read.File(ctx, path, read.Options{}) })
		return func() {
			if err != nil {
				d.Fail("Could not read "+filepath.Base(path)+".", err)
				return
			}
			Show(d, first, added, then)
		}
	})
}

// Show shows how one table joins another.
func Show(d *dialogs.Dialogs, first, added *inference.Table, then func(Joined)) *Sheet {
	s := &Sheet{d: d, first: first, added: added, then: then}
	s.Name = controls.NewField(added.Name, func(v string) { s.name = v; s.join() })
	s.Name.Tip = "What the group of its columns is called"
	s.Steps = controls.NewField("", s.setSteps)
	s.Steps.PlaceHolder = "as the other columns"
	s.Steps.Tip = "How its columns are prepared, such as log2(x+1),scale-all; raw neither centres nor scales"
	s.summary = controls.NewText("", look.SizeBody, look.Ink).Bold().Elastic()
	s.notes = controls.NewParagraph("", text, look.SizeSmall, look.WarnText)
	s.lists = controls.Stack(12)
	cell := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return controls.Stack(4, controls.NewText(label, look.SizeSmall, look.Muted), o)
	}
	form := controls.Shares(12, []float32{1, 1.6}, cell("Its columns are called", s.Name), cell("They are prepared by",
		s.Steps))
	top := controls.Stack(10, form, controls.Stack(4, s.summary, s.notes), controls.Rule())
	list := container.NewVScroll(controls.Inset(0, 8, 0, 0, s.lists))
	s.Add = controls.NewButton("Add", controls.Primary, s.accept)
	s.sheet = d.OpenSheet("Add "+added.Name+" to "+first.Name, fyne.NewSize(wide, high),
		container.NewBorder(top, nil, nil, nil, list),
		controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }), s.Add)
	s.sheet.Accept, s.sheet.Closed = s.accept, func() { s.asked++ }
	s.Add.SetEnabled(false)
	s.join()
	return s
}

// setSteps takes the steps as they were typed, which are none if they cannot be read.
func (s *Sheet) setSteps(typed string) {
	s.steps = ""
	var err error
	if typed != "" {
		if _, err = recipe.ParseTableSteps("t=" + typed); err == nil {
			s.steps = typed
		}
	}
	s.Steps.SetWrong(err != nil)
	s.Add.SetEnabled(err == nil && s.joined != nil)
	s.notes.Set("", look.WarnText)
	if err != nil {
		s.notes.Set(say.Sentence(err.Error()), look.BadText)
	}
}

// join joins the tables on another goroutine.
func (s *Sheet) join() {
	s.asked++
	mine, name := s.asked, s.name
	s.joined = nil
	s.Add.SetEnabled(false)
	s.d.Background(func(context.Context) func() {
		type both struct {
			t *inference.Table
			j *tables.Joined
		}
		got, err := panics.Call(func() (both, error) {
			t, j, err := tables.Join(s.first, s.added, name, read.MaxCells)
			return both{t, j}, err
		})
		return func() {
			if mine == s.asked {
				s.put(got.t, got.j, err)
			}
		}
	})
}

// put shows how the tables join.
func (s *Sheet) put(t *inference.Table, j *tables.Joined, err error) {
	s.lists.Objects = nil
	if err != nil {
		s.summary.Set("The table cannot be added.")
		s.notes.Set(say.Explain(err), look.BadText)
		s.sheet.Refresh()
		return
	}
	s.joined, s.name = s.together(t, j.Name), j.Name
	s.Name.Put(j.Name, "")
	s.Add.SetEnabled(true)
	s.told = s.words(j)
	s.summary.Set(s.told)
	s.notes.Set("", look.WarnText)
	list := func(title, names string) {
		head := controls.NewText(title, look.SizeBody, look.Ink).Bold()
		s.lists.Add(controls.Stack(3, head, controls.NewParagraph(names, text, look.SizeSmall, look.Muted)))
	}
	switch {
	case j.ByPlace:
		list("Rows are matched by their place", "Neither table names its rows. Give both a first column of names, "+
			"to be safe.")
	case j.Columns:
		list("Both tables have their observations in the columns", "So the added table gives rows.")
	case j.Turned:
		list("It was transposed", "Its columns have the names of the rows.")
	}
	for _, l := range j.Lists() {
		list(l.Title, l.Text(200))
	}
	if n := len(j.Renamed); n > 0 {
		list(plotting.Plural(n, "name")+" in use before: the table's stands in front", words.QuoteSome(j.Renamed, 200))
	}
	if len(s.lists.Objects) == 0 {
		list("Every row matches", "")
	}
	s.sheet.Refresh()
}

// together returns the joined table without a path: no file holds it, so that nothing reads it from one again. It keeps
// the files that it was made of.
func (s *Sheet) together(t *inference.Table, name string) *inference.Table {
	whole := *t
	whole.Source, whole.SHA256, whole.Joined = t.Name+" with "+name, "", s.first.Joined
	if whole.Joined == nil && s.first.SHA256 != "" {
		whole.Joined = []inference.JoinedFile{{Path: s.first.Source, SHA256: s.first.SHA256}}
	}
	if whole.Joined != nil {
		whole.Joined = append(slices.Clip(whole.Joined),
			inference.JoinedFile{Name: name, Path: s.added.Source, SHA256: s.added.SHA256})
	}
	return &whole
}

// words describes the rows and columns that the table adds: "clinical: 90 of 120 rows, 12 columns".
func (s *Sheet) words(j *tables.Joined) string {
	of, to := s.joined.Columns, s.first.Columns
	side, more := "row", "column"
	if j.Columns {
		of, to, side, more = s.joined.Rows, s.first.Rows, more, side
	}
	return fmt.Sprintf("%s: %d of %s, %s", j.Name, j.Matched(), plotting.Plural(len(j.To), side),
		plotting.Plural(len(of)-len(to), more))
}

func (s *Sheet) accept() {
	if s.Add.Disabled() || s.joined == nil {
		return
	}
	s.sheet.Close()
	s.then(Joined{s.joined, s.name, s.steps, s.told})
}
