package ui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/panics"

	"fyne.io/fyne/v2"
)

// An opener opens files that the user chooses, drops or pastes: tables, trees, annotations and studies.
type opener struct{ w *window }

// firstSample is the table that the window opens by default.
const firstSample = "penguins"

const samplePrefix = "sample:"

func sampleName(path string) (string, bool) { return strings.CutPrefix(path, samplePrefix) }

// askOpen lets the user choose a file and opens it.
func (op opener) askOpen() {
	op.w.ChooseOpen("Open a study, a result or a table", files.OpenFilters, op.openPathAsking)
}

// openSample opens a table that comes with the program.
func (op opener) openSample(name string) {
	op.w.ws.Open(name, func(context.Context) (*inference.Table, error) { return sampledata.Open(name) })
}

// openPathAsking reads a file and shows the guesses before it is opened.
func (op opener) openPathAsking(path string) { op.openFile(path, true) }

// openPath opens a file as guessed, and asks only if that is impossible.
func (op opener) openPath(path string) { op.openFile(path, false) }

func (op opener) openFile(path string, ask bool) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if file.Is(path) {
		op.w.study.openStudy(path)
		return
	}
	if fit, ok := opening.FitAt(path); ok {
		op.w.ws.Studies.Bring(fit)
		return
	}
	name := filepath.Base(path)
	op.load(name, path, ask, op.w.recent.Options(path), op.w.recent.Used(path),
		func(ctx context.Context) (*read.Content, error) { return files.Content(ctx, path) })
}

// load gets bytes on another goroutine, looks at them, and opens or asks.
func (op opener) load(name, source string, ask bool, o read.Options, used *inference.Preprocessing,
	get func(context.Context) (*read.Content, error)) {
	op.w.ws.CancelOpen()
	ctx, cancel := context.WithCancel(op.w.ws.Context)
	mine := &workspace.Reading{Name: name, Cancel: cancel}
	op.w.ws.Opening = mine
	if op.w.ws.Notice.Bad {
		op.w.ws.Notice = workspace.Notice{}
	}
	op.w.ws.Changed(workspace.BusyChanged | workspace.NoticeChanged)
	op.w.Background(func(context.Context) func() {
		type look struct {
			content *read.Content
			preview *read.Preview
		}
		l, err := panics.Call(func() (l look, err error) {
			if l.content, err = get(ctx); err != nil {
				return l, err
			}
			l.preview, err = l.content.Look(op.w.ws.Telling(ctx, mine), o)
			return l, err
		})
		return func() {
			if op.w.ws.Opening != mine {
				return
			}
			op.w.ws.Opening = nil
			cancel()
			op.w.ws.Changed(workspace.BusyChanged)
			switch {
			case err != nil:
				op.w.ws.Fail("Could not open "+name+".", err)
			case ask || l.preview.Problem != nil:
				then := func(o read.Options, p inference.Preprocessing) {
					op.openContent(name, source,
						l.content, o, &p)
				}
				files.Show(op.w.Dialogs, op.w.centre.style(), name, l.content, l.preview, op.w.ws.Next.Info(),
					used, then)
			default:
				op.openContent(name, source, l.content, o, used)
			}
		}
	})
}

// readAgain reads the file of the open table otherwise, and shows the new table before it is opened.
func readAgain(w *window, a read.Advice) {
	path, used := w.ws.Table().Source, w.ws.Preprocessing()
	w.opens.load(filepath.Base(path), path, true, a.Options(w.recent.Options(path)), &used,
		func(ctx context.Context) (*read.Content, error) { return files.Content(ctx, path) })
}

// remember keeps how the open table is prepared for the next time that its file is opened.
func remember(w *window) {
	if t := w.ws.Table(); t != nil && filepath.IsAbs(t.Source) {
		w.recent.Prepared(t.Source, w.ws.Preprocessing())
	}
}

// openContent makes a table of a file and remembers where they came from. used says which way the table lies and which
// parts are left out; nil takes it as it stands.
func (op opener) openContent(name, source string, content *read.Content, o read.Options,
	used *inference.Preprocessing) {
	op.w.ws.OpenUsing(name, used, func(ctx context.Context) (*inference.Table, error) {
		t, err := content.Table(ctx, o)
		if err == nil && ctx.Err() == nil && filepath.IsAbs(source) {
			op.w.post(func() { op.w.recent.Add(source, o, used); op.w.menu.refresh() })
		}
		return t, err
	})
}

// dropped opens the first file that was dropped on the window.
func (op opener) dropped(_ fyne.Position, list []fyne.URI) {
	if len(list) == 0 {
		return
	}
	if s := list[0].Scheme(); s != "file" {
		op.w.ws.Fail("This cannot be opened.", fmt.Errorf("a table must be a file on this computer, not %s", list[0]))
		return
	}
	op.take(list[0].Path(), len(list))
}

// take opens a file, the first of so many, by the sort of its content.
func (op opener) take(path string, dropped int) {
	name, table := filepath.Base(path), op.w.ws.Table()
	if _, ok := opening.FitAt(path); ok {
		op.openPath(path)
		return
	}
	tell := func(as string) { op.w.ws.Tell(workspace.Notice{Text: files.Taken(name, as, dropped)}) }
	op.w.Background(func(ctx context.Context) func() {
		sort, lines, err := files.Told(ctx, path, table)
		return func() {
			switch {
			case err != nil:
				op.w.ws.Fail("Could not open "+name+".", err)
			case sort == files.Study:
				tell("a study")
				op.w.study.openStudy(path)
			case sort == files.Trees || files.IsTree(path):
				tell("a tree to compare with")
				op.w.compareFile(path)
			case lines != nil && op.w.ws.Table() == table:
				tell("annotations of " + table.Name)
				op.w.notes.showAnnotations(lines, func() { op.openPathAsking(path) })
			default:
				tell("a table")
				op.openPathAsking(path)
			}
		}
	})
}

// paste opens the text of the clipboard as a table.
func (op opener) paste() {
	text := op.w.app.Clipboard().Content()
	if strings.TrimSpace(text) == "" {
		op.w.ws.Fail("There is no table to paste.", errors.New("first copy the cells of a spreadsheet, with their "+
			"names, then paste them here"))
		return
	}
	op.load("pasted table", "clipboard", true, read.Options{}, nil, func(context.Context) (*read.Content, error) {
		return read.ContentOf("pasted table", "clipboard", []byte(text)), nil
	})
}
