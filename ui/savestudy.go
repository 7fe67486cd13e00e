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

// A studyKeeper opens, saves and closes the study, and asks before work is lost.
type studyKeeper struct{ w *window }

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
	text, err := json.Marshal(layoutJSON{c.tabs.Picked(), c.beside, c.places.Split, w.columns.Wanted(),
		pane.Zooms(c.leaves), pane.Zooms(c.other.panes)})
	if err != nil {
		panic(err) // its fields always marshal
	}
	return text
}

// arrange restores the layout of the window from a saved study. It ignores unknown parts.
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
func (sk studyKeeper) newStudy() {
	sk.unlessLost("begin a new study", func() {
		sk.w.ws.Studies.New()
		sk.remember("")
	})
}

// openStudy opens a study, after asking about unsaved work.
func (sk studyKeeper) openStudy(path string) {
	sk.unlessLost("open "+filepath.Base(path), func() { sk.openStudyNow(path) })
}

func (sk studyKeeper) openStudyNow(path string) {
	sk.w.ws.Studies.Open(path, func(err error) {
		if err != nil {
			sk.w.ws.Fail("Could not open "+filepath.Base(path)+".", err)
			return
		}
		sk.remember(sk.w.ws.Studies.Path())
	})
}

// remember sets the study that the next start opens, "" for none.
func (sk studyKeeper) remember(path string) {
	sk.w.app.Preferences().SetString(prefStudy, path)
	if path != "" {
		sk.w.recent.AddStudy(path)
	}
	sk.w.menu.refresh()
	sk.w.retitle()
}

// save saves the study; if it has no file, it asks for one.
func (sk studyKeeper) save() { sk.saveThen(func() {}) }

func (sk studyKeeper) saveThen(then func()) {
	s := sk.w.ws.Studies
	if s.Path() == "" || s.ReadOnly() != nil {
		sk.saveAsThen(then)
		return
	}
	s.Save(func(err error) { sk.savedThen(err, then) })
}

// saveAs saves the study under another name.
func (sk studyKeeper) saveAs() { sk.saveAsThen(func() {}) }

// studyName is the name of the study, or one made of its first table, of which others may be parts.
func (sk studyKeeper) studyName() string {
	name := sk.w.ws.Studies.Name()
	if sheets := sk.w.ws.Studies.Tables(); name == "" && len(sheets) > 0 {
		first := slices.MinFunc(sheets, func(a, b study.Sheet) int { return cmp.Compare(a.Table, b.Table) })
		if t := sk.w.ws.Doc.Table(first.Table); t != nil {
			name = strings.TrimSuffix(t.Name, filepath.Ext(t.Name))
		}
	}
	return cmp.Or(name, "study")
}

func (sk studyKeeper) saveAsThen(then func()) {
	sk.w.ChooseSave("Save the study", sk.studyName()+file.Extension, files.StudyFilters, func(path string) {
		if !file.Is(path) {
			path += file.Extension
		}
		sk.w.ws.Studies.SaveAs(path, func(err error) { sk.savedThen(err, then) })
	})
}

// notSaved is the message when saving failed.
const notSaved = "The study was not saved."

func (sk studyKeeper) savedThen(err error, then func()) {
	if err != nil {
		sk.w.ws.Fail(notSaved, err)
		return
	}
	if sk.w.ws.Notice.Text == notSaved {
		sk.w.ws.Dismiss()
	}
	sk.remember(sk.w.ws.Studies.Path())
	then()
}

// closeStudy closes the study; the window stays, empty.
func (sk studyKeeper) closeStudy() {
	sk.unlessLost("close it", func() {
		sk.w.ws.Studies.New()
		sk.remember("")
	})
}

// unlessLost calls then, which replaces the study, after asking whether to save work that would be
// lost.
func (sk studyKeeper) unlessLost(what string, then func()) {
	s := sk.w.ws.Studies
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
	save := controls.NewButton("Save", controls.Primary,
		answer(func() { sk.saveThen(then) })).WithTip("Saves the study first (Return)")
	discard := controls.NewButton("Discard", controls.Quiet, answer(then)).WithTip("Discards unsaved changes")
	cancel := controls.NewButton("Cancel", controls.Quiet, func() { q.Close() }).WithTip("Goes back (Esc)")
	text := "You are about to " + what + "."
	if n := len(sk.w.ws.Now().Results); n > 0 {
		text += " The study holds " + plotting.Plural(n, "result") + "."
	}
	if n := sk.w.ws.Runs.Working(); n > 0 {
		verb := "is"
		if n > 1 {
			verb = "are"
		}
		text += fmt.Sprintf(" %s %s still working: Save keeps what has been found so far, to continue from there.",
			plotting.Capital(plotting.Plural(n, "fit")), verb)
	}
	body := controls.NewParagraph(text, 400, look.SizeBody, look.Ink)
	q = sk.w.OpenSheet(name+" has unsaved changes", fyne.NewSize(460, body.MinSize().Height+140), body, cancel,
		discard, save)
	q.Accept = save.OnTapped
	sk.w.win.Canvas().Focus(save)
}

// askNote lets the user write about the study, as plain text.
func (sk studyKeeper) askNote() {
	sk.w.Edit("Note on the study", sk.w.ws.Now().Note, "What this study is about", func(note string) {
		sk.w.ws.Doc.Do("note on the study", "", func(now study.State) study.State { now.Note = note; return now })
	})
}

// quit closes the window, after asking about unsaved work.
func (w *window) quit() {
	if top := w.Top(); top != nil && w.ws.Studies.Changed() {
		top.Close()
	}
	w.study.unlessLost("quit", w.close)
}

// begin starts automatic saves, and offers the work left by a program that did not end properly. If nothing is restored
// it calls then, which opens the file that the program was asked to open. A program asked for a stage asks nothing: the
// work is kept for the next start.
func (sk studyKeeper) begin(root string, o autosave.Options, then func()) {
	left, err := sk.w.ws.Studies.Begin(root, o)
	if err != nil {
		sk.w.ws.Fail("The work may not be saved automatically.", err)
	}
	if len(left) == 0 || sk.w.config.Teach != nil {
		for _, one := range left {
			_ = one.Release() // nothing was written
		}
		sk.w.later = len(left) > 0
		then()
		return
	}
	sk.w.curtain.Lift()
	sk.offer(left, o, then)
}

// offer asks whether to restore or discard work left behind, the latest first.
func (sk studyKeeper) offer(left []*autosave.Session, o autosave.Options, then func()) {
	one := left[0]
	of, at, _ := one.Saved()
	name := "A study without a name"
	if of != "" {
		name = filepath.Base(of)
	}
	var q *dialogs.Sheet
	next := func() {
		if len(left) > 1 {
			sk.offer(left[1:], o, then)
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
		sk.w.ws.Studies.Restore(one, o, func() { sk.w.retitle(); sk.w.menu.refresh() })
	}).WithTip("Opens it as it was; runs continue where they stopped (Return)")
	discard := controls.NewButton("Discard", controls.Quiet, func() {
		answered = true
		q.Close()
		if err := one.Discard(); err != nil {
			sk.w.ws.Fail("The automatic copy could not be removed.", err)
		}
		next()
	})
	body := controls.NewParagraph("Espalier did not close properly. "+name+" was saved automatically on "+
		at.Local().Format("2 January 2006 at 15:04:05")+". Restore it, discard it, or decide at the next start.", 420,
		look.SizeBody, look.Ink)
	q = sk.w.OpenSheet("Restore unsaved work?", fyne.NewSize(480, body.MinSize().Height+140), body,
		controls.NewButton("Later", controls.Quiet, func() { q.Close() }).
			WithTip("Keeps it until the next start (Esc)"), discard, restore)
	q.Accept = restore.OnTapped
	q.Closed = func() {
		if !answered { // it is offered again at the next start
			_ = one.Release() // nothing was written
			next()
		}
	}
	sk.w.win.Canvas().Focus(restore)
}

// openFirst opens the file that the program was asked to open, by default the last study or, without one, a sample.
func (sk studyKeeper) openFirst() {
	path := sk.w.config.Path
	sk.w.ws.Opening = nil // set by main until the window is there
	if path == "" {
		if last := sk.w.app.Preferences().String(prefStudy); last != "" {
			sk.w.ws.Studies.Open(last, func(err error) {
				if err == nil {
					sk.remember(sk.w.ws.Studies.Path())
					return
				}
				sk.remember("")
				sk.w.opens.openSample(firstSample)
				sk.w.ws.Fail("Could not open the last study.", err)
			})
			return
		}
		sk.w.opens.openSample(firstSample)
		return
	}
	if name, ok := sampleName(path); ok {
		sk.w.opens.openSample(name)
		return
	}
	sk.w.opens.openPath(path)
}

// title returns the title of the window: the study or, without one, the table, and whether it has unsaved changes.
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
