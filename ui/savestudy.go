package ui

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/autosave"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// layoutJSON is how the window is arranged, as a study keeps it.
type layoutJSON struct {
	Page      string                `json:"page,omitempty"`
	Beside    string                `json:"beside,omitempty"`
	Split     bool                  `json:"split,omitempty"`
	Inspector bool                  `json:"inspector"`
	Zoom      map[string][4]float64 `json:"zoom,omitempty"`        // by tab
	Second    map[string][4]float64 `json:"zoom_second,omitempty"` // of the second pane
}

func (w *window) layout() json.RawMessage {
	c := w.centre
	text, err := json.Marshal(layoutJSON{c.tabs.Picked(), c.beside, c.places.Split, w.columns.Wanted(), pane.Zooms(c.leaves), pane.Zooms(c.other.panes)})
	if err != nil {
		panic(err) // its fields always marshal
	}
	return text
}

// arrange restores the layout of the window from a saved study. It ignores what it does not
// understand.
func (w *window) arrange(text json.RawMessage) {
	var l layoutJSON
	if json.Unmarshal(text, &l) != nil {
		return
	}
	c := w.centre
	if l.Split != c.places.Split {
		c.toggleSplit()
	}
	if l.Inspector != w.columns.Wanted() {
		w.columns.Want(l.Inspector)
		c.followBest()
		w.menu.refresh()
	}
	if l.Page != c.tabs.Picked() {
		c.tabs.Pick(l.Page)
	}
	if c.beside = l.Beside; !c.leaf(c.beside).offered {
		c.beside = ""
	}
	pane.Rezoom(c.leaves, l.Zoom)
	pane.Rezoom(c.other.panes, l.Second)
	c.arrange()
}

// newStudy begins an empty study.
func (w *window) newStudy() {
	w.unlessLost("begin a new study", func() {
		w.ws.Studies.New()
		w.remember("")
	})
}

// openStudy opens a study, after asking about unsaved work.
func (w *window) openStudy(path string) {
	w.unlessLost("open "+filepath.Base(path), func() { w.openStudyNow(path) })
}

func (w *window) openStudyNow(path string) {
	w.ws.Studies.Open(path, func(err error) {
		if err != nil {
			w.ws.Fail("Could not open "+filepath.Base(path)+".", err)
			return
		}
		w.remember(w.ws.Studies.Path())
	})
}

// remember sets the study that the next start opens, "" for none.
func (w *window) remember(path string) {
	w.app.Preferences().SetString(prefStudy, path)
	if path != "" {
		w.recent.AddStudy(path)
	}
	w.menu.refresh()
	w.retitle()
}

// save saves the study; if it has no file, it asks for one.
func (w *window) save() { w.saveThen(func() {}) }

func (w *window) saveThen(then func()) {
	s := w.ws.Studies
	if s.Path() == "" || s.ReadOnly() != nil {
		w.saveAsThen(then)
		return
	}
	s.Save(func(err error) { w.savedThen(err, then) })
}

// saveAs saves the study under another name.
func (w *window) saveAs() { w.saveAsThen(func() {}) }

// studyName is the name of the study, or one made of its first table, of which others may be parts.
func (w *window) studyName() string {
	name := w.ws.Studies.Name()
	if sheets := w.ws.Studies.Tables(); name == "" && len(sheets) > 0 {
		first := slices.MinFunc(sheets, func(a, b study.Sheet) int { return cmp.Compare(a.Table, b.Table) })
		if t := w.ws.Doc.Table(first.Table); t != nil {
			name = strings.TrimSuffix(t.Name, filepath.Ext(t.Name))
		}
	}
	return cmp.Or(name, "study")
}

func (w *window) saveAsThen(then func()) {
	w.ChooseSave("Save the study", w.studyName()+file.Extension, files.StudyFilters, func(path string) {
		if !file.Is(path) {
			path += file.Extension
		}
		w.ws.Studies.SaveAs(path, func(err error) { w.savedThen(err, then) })
	})
}

// notSaved is what the user reads when saving failed.
const notSaved = "The study was not saved."

func (w *window) savedThen(err error, then func()) {
	if err != nil {
		w.ws.Fail(notSaved, err)
		return
	}
	if w.ws.Notice.Text == notSaved {
		w.ws.Dismiss()
	}
	w.remember(w.ws.Studies.Path())
	then()
}

// closeStudy closes the study; the window stays, empty.
func (w *window) closeStudy() {
	w.unlessLost("close it", func() {
		w.ws.Studies.New()
		w.remember("")
	})
}

// unlessLost calls then, which replaces the study, after asking whether to save work that would be
// lost.
func (w *window) unlessLost(what string, then func()) {
	s := w.ws.Studies
	if !s.Changed() {
		then()
		return
	}
	name := s.Name()
	if name == "" {
		name = "The study"
	}
	var q *dialogs.Sheet
	answer := func(f func()) func() { return func() { q.Close(); f() } }
	save := controls.NewButton("Save", controls.Primary, answer(func() { w.saveThen(then) })).WithTip("Saves the study first (Return)")
	discard := controls.NewButton("Discard", controls.Quiet, answer(then)).WithTip("Discards unsaved changes")
	cancel := controls.NewButton("Cancel", controls.Quiet, func() { q.Close() }).WithTip("Goes back (Esc)")
	text := "You are about to " + what + "."
	if n := len(w.ws.Now().Results); n > 0 {
		text += " The study holds " + plotting.Plural(n, "result") + "."
	}
	if n := w.ws.Runs.Working(); n > 0 {
		verb := "is"
		if n > 1 {
			verb = "are"
		}
		text += fmt.Sprintf(" %s %s still working: Save keeps what has been found so far, to continue from there.", plotting.Capital(plotting.Plural(n, "fit")), verb)
	}
	body := controls.NewParagraph(text, 400, look.SizeBody, look.Ink)
	q = w.OpenSheet(name+" has unsaved changes", fyne.NewSize(460, body.MinSize().Height+140), body, cancel, discard, save)
	q.Accept = save.OnTapped
	w.win.Canvas().Focus(save)
}

// askNote lets the user write about the study, as plain text.
func (w *window) askNote() {
	w.Edit("Note on the study", w.ws.Now().Note, "What this study is about", func(note string) {
		w.ws.Doc.Do("note on the study", "", func(now study.State) study.State { now.Note = note; return now })
	})
}

// quit closes the window, after asking about unsaved work.
func (w *window) quit() {
	if top := w.Top(); top != nil && w.ws.Studies.Changed() {
		top.Close()
	}
	w.unlessLost("quit", w.close)
}

// begin starts automatic saves, and offers the work left by a program that did not end properly. If
// nothing is restored it calls then, which opens what the program was asked to open. A program asked for
// a stage asks nothing: the work is kept for the next start.
func (w *window) begin(root string, o autosave.Options, then func()) {
	left, err := w.ws.Studies.Begin(root, o)
	if err != nil {
		w.ws.Fail("The work may not be saved automatically.", err)
	}
	if len(left) == 0 || w.config.Teach != nil {
		for _, one := range left {
			_ = one.Release() // nothing was written
		}
		w.later = len(left) > 0
		then()
		return
	}
	w.curtain.Lift()
	w.offer(left, o, then)
}

// offer asks what to do with work left behind, the latest first.
func (w *window) offer(left []*autosave.Session, o autosave.Options, then func()) {
	one := left[0]
	of, at, _ := one.Saved()
	name := "A study without a name"
	if of != "" {
		name = filepath.Base(of)
	}
	var q *dialogs.Sheet
	next := func() {
		if len(left) > 1 {
			w.offer(left[1:], o, then)
			return
		}
		then()
	}
	answered := false
	restore := controls.NewButton("Restore", controls.Primary, func() {
		answered = true
		q.Close()
		for _, other := range left[1:] {
			_ = other.Release() // offered again at the next start
		}
		w.ws.Studies.Restore(one, o, func() { w.retitle(); w.menu.refresh() })
	}).WithTip("Opens it as it was; runs continue where they stopped (Return)")
	discard := controls.NewButton("Discard", controls.Quiet, func() {
		answered = true
		q.Close()
		if err := one.Discard(); err != nil {
			w.ws.Fail("The automatic copy could not be removed.", err)
		}
		next()
	})
	body := controls.NewParagraph("Espalier did not close properly. "+name+" was saved automatically on "+
		at.Local().Format("2 January 2006 at 15:04:05")+". Restore it, discard it, or decide at the next start.", 420, look.SizeBody, look.Ink)
	q = w.OpenSheet("Restore unsaved work?", fyne.NewSize(480, body.MinSize().Height+140), body,
		controls.NewButton("Later", controls.Quiet, func() { q.Close() }).WithTip("Keeps it until the next start (Esc)"), discard, restore)
	q.Accept = restore.OnTapped
	q.Closed = func() {
		if !answered { // it is offered again at the next start
			_ = one.Release() // nothing was written
			next()
		}
	}
	w.win.Canvas().Focus(restore)
}

// openFirst opens what the program was asked to open, by default the last study or, without one, a
// sample.
func (w *window) openFirst() {
	path := w.config.Path
	if path == "" {
		if last := w.app.Preferences().String(prefStudy); last != "" {
			w.ws.Studies.Open(last, func(err error) {
				if err == nil {
					w.remember(w.ws.Studies.Path())
					return
				}
				w.remember("")
				w.openSample(firstSample)
				w.ws.Fail("Could not open the last study.", err)
			})
			return
		}
		w.openSample(firstSample)
		return
	}
	if name, ok := sampleName(path); ok {
		w.openSample(name)
		return
	}
	w.openPath(path)
}

// title names what the window shows: the study or, without one, the table, and whether it has
// unsaved changes.
func (w *window) title() string {
	s := w.ws.Studies
	name := s.Name()
	if t := w.ws.Table(); name == "" && t != nil {
		name = t.Name
	}
	switch {
	case name == "":
		return "Espalier"
	case s.ReadOnly() != nil:
		name += " (read only)"
	}
	if s.Changed() {
		name = "*" + name
	}
	return name + " – Espalier"
}
