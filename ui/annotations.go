package ui

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/export"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/joining"
	"example.org/espalier/ui/naming"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/panics"
)

// An annotator adds annotations to the rows and columns of the open table.
type annotator struct{ w *window }

// keepGroups makes an annotation of the present groups that does not change with them: it can be compared
// with groups that are made later.
func (an annotator) keepGroups() {
	h, ok := an.w.ws.Now().Sheet()
	if !ok || len(h.Side().Groups) == 0 {
		an.w.ws.Fail("There are no groups to keep as an annotation.", errNoGroups)
		return
	}
	kept, a := h.KeptGroups(an.w.ws.Table())
	an.w.ws.Doc.Do("keep the groups as an annotation", "", func(s study.State) study.State {
		look := workspace.LookOn(h, an.w.ws.Plain(), an.w.ws.Runs.Named())
		look.Strips = append(slices.Clone(look.Strips), a.Name)
		codings, _ := study.PaneOf[plotting.Codings](h.Panes, depict.CodingsPane)
		codings = codings.With(a.Name, depict.CodingOfGroups(h.Side().Groups))
		return s.WithSheet(kept.WithPane(workspace.PaneTree, look).WithPane(depict.CodingsPane, codings))
	})
	an.w.ws.Tell(workspace.Notice{Text: "The annotation “" + a.Name +
		"” keeps these groups, even when the groups change."})
}

// askAnnotations lets the user choose a file of annotations of the open table.
func (an annotator) askAnnotations() {
	if an.w.ws.Table() == nil {
		an.w.ws.Fail("There is no table to annotate.", errNothingOpen)
		return
	}
	an.w.ChooseOpen("Add annotations", files.OpenFilters[3:], an.annotateFrom)
}

// askTable lets the user choose a table of the same rows and adds its columns to the open one.
func askTable(w *window) {
	t, of := w.ws.Table(), w.ws.Now().Open
	if t == nil {
		w.ws.Fail("There is no table to add to.", errNothingOpen)
		return
	}
	w.ChooseOpen("Add a table of the same rows", files.OpenFilters[3:], func(path string) {
		joining.Ask(w.Dialogs, t, path, func(j joining.Joined) {
			if w.ws.Now().Open == of {
				w.ws.ReplaceTable("Add Table", j.Table, j.Prepared(t, w.ws.Preprocessing(), w.ws.Next.Info()))
				w.ws.Tell(workspace.Notice{Text: "Added " + j.Text + "."})
			}
		})
	})
}

var errNothingOpen = errors.New("first open a table, then add to its rows or columns")

// annotateFrom asks how a file annotates the open table.
func (an annotator) annotateFrom(path string) {
	an.readLines(filepath.Base(path), func(ctx context.Context) ([]byte, error) { return files.Read(ctx, path) },
		func() { an.w.opens.openPathAsking(path) })
}

// pasteAnnotations takes the text of the clipboard for annotations of the open table.
func (an annotator) pasteAnnotations() {
	text := an.w.app.Clipboard().Content()
	if an.w.ws.Table() == nil || strings.TrimSpace(text) == "" {
		an.w.ws.Fail("There are no annotations to paste.", errors.New("open a table, copy cells of a spreadsheet that "+
			"include the names of its rows or columns, then paste them here"))
		return
	}
	an.readLines("clipboard", func(context.Context) ([]byte, error) { return []byte(text), nil }, nil)
}

// readLines reads lines of annotations on another goroutine and asks how they join the open table.
func (an annotator) readLines(name string, get func(context.Context) ([]byte, error), other func()) {
	an.w.Background(func(ctx context.Context) func() {
		lines, err := panics.Call(func() (*annotate.Lines, error) {
			data, err := get(ctx)
			if err != nil {
				return nil, err
			}
			return read.Lines(ctx, name, data, read.Options{})
		})
		return func() {
			if err != nil {
				an.w.ws.Fail("Could not read "+name+".", err)
				return
			}
			an.showAnnotations(lines, other)
		}
	})
}

// showAnnotations asks how lines join the open table and adds the annotations that the user accepts.
func (an annotator) showAnnotations(lines *annotate.Lines, other func()) {
	t, of := an.w.ws.Table(), an.w.ws.Now().Open
	if t == nil {
		return
	}
	files.ShowAnnotations(an.w.Dialogs, t, lines, func(j *annotate.Joined, use files.Use) {
		if an.w.ws.Now().Open == of {
			an.w.ws.Annotate(j, use)
		}
	}, other)
}

// askNaming asks which annotations stand in place of the names of the open table.
func askNaming(w *window) {
	h, ok := w.ws.Now().Sheet()
	if !ok {
		return
	}
	t := w.ws.Table()
	naming.Ask(w.Dialogs, h.AnnotatedTable(t), h.Naming, h.Things.Or(t.Things), w.ws.NameBy, w.notes.askAnnotations)
}

// askSets lets the user choose a file of gene sets, and tests the lists of the result shown, the groups and the
// selection.
func (an annotator) askSets() {
	if an.w.centre.shown == nil {
		an.w.ws.Fail("There is nothing to test.", errNoFigure)
		return
	}
	an.w.ChooseOpen("Test gene sets: choose a GMT file", []dialogs.FileFilter{{Name: "Gene sets (GMT)",
		Extensions: []string{"gmt"}}, {Name: "All files", Extensions: []string{"*"}}}, an.testSets)
}

// testSets tests the sets of a file and shows the outcome.
func (an annotator) testSets(path string) {
	if r := an.w.centre.shown; r != nil {
		files.TestSets(an.w.Dialogs, an.w.centre.style(), path, r.Subject(), files.Lists(an.w.ws.Now(), r.Data),
			"Espalier "+an.w.config.Version,
			func(f plotting.Figure, m plotting.Metadata) { export.Figure(an.w.Dialogs, f, m, nil, nil) },
			func(selected study.Selection) {
				an.w.ws.Doc.Do("select", "select", func(s study.State) study.State { s.Selection = selected; return s })
			})
	}
}
