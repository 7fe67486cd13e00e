package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"espalier/inference"
	"espalier/inference/read"
	"espalier/sampledata"
	"espalier/ui/dialogs"
	"espalier/views/guard"
	"espalier/views/say"

	"fyne.io/fyne/v2"
)

// firstSample is what the window opens on when it is not told otherwise.
const firstSample = "penguins"

const samplePrefix = "sample:"

func sampleName(path string) (string, bool) {
	return strings.CutPrefix(path, samplePrefix)
}

// tableFilters are the kinds of file that can be opened.
var tableFilters = []dialogs.FileFilter{
	{Name: "Studies and tables", Extensions: append([]string{studyFilters[0].Extensions[0]}, read.Extensions()...)},
	studyFilters[0],
	{Name: "Tables (" + read.Titles() + ", also gzipped)", Extensions: read.Extensions()},
	{Name: "All files", Extensions: []string{"*"}},
}

// askOpen lets the user choose a file and opens it.
func (w *window) askOpen() {
	w.ChooseOpen("Open a study or a table", tableFilters, w.openPathAsking)
}

// openSample opens a table that comes with the program.
func (w *window) openSample(name string) {
	w.ws.Open(name, func(context.Context) (*inference.Table, error) { return sampledata.Open(name) })
}

// largest is the size of a file above which it is not read into memory.
const largest = 2 << 30

// openPathAsking reads a file and shows what was guessed before it is opened.
func (w *window) openPathAsking(path string) { w.openFile(path, true) }

// openPath opens a file as guessed, and asks only where that is not possible.
func (w *window) openPath(path string) { w.openFile(path, false) }

func (w *window) openFile(path string, ask bool) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if isStudyFile(path) {
		w.openStudy(path)
		return
	}
	name := filepath.Base(path)
	w.load(name, path, ask, w.recent.options(path), func(ctx context.Context) ([]byte, error) { return readFile(ctx, path) })
}

// load gets bytes on another goroutine, looks at them, and opens or asks.
func (w *window) load(name, source string, ask bool, o read.Options, get func(context.Context) ([]byte, error)) {
	w.ws.CancelOpen()
	ctx, cancel := context.WithCancel(w.ws.ctx)
	mine := &opening{name: name, cancel: cancel}
	w.ws.opening = mine
	w.ws.notice = Notice{}
	w.ws.changed(BusyChanged | NoticeChanged)
	w.Background(func(context.Context) func() {
		type look struct {
			data    []byte
			preview *read.Preview
		}
		l, err := guard.Call(func() (l look, err error) {
			if l.data, err = get(ctx); err != nil {
				return l, err
			}
			l.preview, err = read.LookContext(ctx, name, l.data, o)
			return l, err
		})
		return func() {
			if w.ws.opening != mine {
				return
			}
			w.ws.opening = nil
			cancel()
			w.ws.changed(BusyChanged)
			switch {
			case err != nil:
				w.ws.fail("Could not open "+name+".", err)
			case ask || l.preview.Problem != nil:
				w.showPreview(name, source, l.data, o, l.preview)
			default:
				w.openBytes(name, source, l.data, o)
			}
		}
	})
}

// openBytes makes a table of bytes and remembers where they came from.
func (w *window) openBytes(name, source string, data []byte, o read.Options) {
	w.ws.Open(name, func(ctx context.Context) (*inference.Table, error) {
		t, err := read.BytesContext(ctx, name, source, data, o)
		if err == nil && ctx.Err() == nil && filepath.IsAbs(source) {
			w.post(func() { w.recent.add(source, o); w.menu.refresh() })
		}
		return t, err
	})
}

// readFile reads a whole file and can be given up.
func readFile(ctx context.Context, path string) ([]byte, error) {
	name := filepath.Base(path)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &read.Error{File: name, What: "there is no such file", Remedy: "Look in " + filepath.Dir(path) + ": it may have been moved or renamed.", Err: err}
	case err != nil:
		return nil, &read.Error{File: name, What: "the file cannot be read: " + err.Error(), Err: err}
	case info.IsDir():
		return nil, &read.Error{File: name, What: "this is a folder", Remedy: "Choose a table in it."}
	case info.Size() > largest:
		return nil, &read.Error{File: name, What: "the file has " + say.Bytes(info.Size()), Remedy: "Keep only the rows and columns you need, at most " + say.Bytes(largest) + "."}
	}
	f, err := os.Open(path)
	if err != nil {
		what, remedy := "the file cannot be read", ""
		if errors.Is(err, os.ErrPermission) {
			what, remedy = "you do not have permission to read this file", "Ask its owner for permission or copy it to one of your folders."
		}
		return nil, &read.Error{File: name, What: what, Remedy: remedy, Err: err}
	}
	defer f.Close()
	data, err := io.ReadAll(untilDone{ctx, f})
	if err != nil {
		return nil, &read.Error{File: name, What: "reading stopped: " + err.Error(), Remedy: "Try again.", Err: err}
	}
	return data, nil
}

// untilDone reads until a context ends.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// dropped opens the first file that was dropped on the window.
func (w *window) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) == 0 {
		return
	}
	if s := files[0].Scheme(); s != "file" {
		w.ws.fail("This cannot be opened.", fmt.Errorf("a table must be a file on this computer, not %s", files[0]))
		return
	}
	if path := files[0].Path(); isTreeFile(path) {
		w.compareFile(path)
	} else {
		w.openPathAsking(path)
	}
	if len(files) > 1 {
		w.ws.Tell(Notice{Text: fmt.Sprintf("%d files were dropped; %s was opened.", len(files), files[0].Name())})
	}
}

// paste opens the text of the clipboard as a table.
func (w *window) paste() {
	text := w.app.Clipboard().Content()
	if strings.TrimSpace(text) == "" {
		w.ws.fail("There is no table to paste.", errors.New("copy the cells of a spreadsheet first, with their names, then paste them here"))
		return
	}
	w.load("pasted table", "clipboard", true, read.Options{}, func(context.Context) ([]byte, error) { return []byte(text), nil })
}
