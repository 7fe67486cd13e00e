package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/model/agglomerative"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/export"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"
)

// one stands for the goroutine of the window: a test holds it while it acts, workers
// while they come back. It is one for all tests, since the toolkit has one state.
var one sync.Mutex

// A stage is a window on the test driver.
type stage struct {
	door
	t      testing.TB
	w      *window
	hold   hold // of the first model
	closed bool // what comes back later finds no window
}

// answers is a file chooser that answers with a path.
type answers struct{ path string }

func (a answers) Open(string, []dialogs.FileFilter) (string, error)         { return a.path, nil }
func (a answers) Save(string, string, []dialogs.FileFilter) (string, error) { return a.path, nil }

func newStage(t testing.TB, size fyne.Size, chooser dialogs.FileChooser, more ...inference.Model) *stage {
	one.Lock()
	a := test.NewTempApp(t)
	one.Unlock()
	before := goleak.IgnoreCurrent()
	s := &stage{door: door{mu: &one}, t: t}
	models := []inference.Model{fakeModel{name: "slow", target: 40, hold: &s.hold}, agglomerative.Model{}}
	models = append(models, more...)
	one.Lock()
	defer one.Unlock()
	s.w = newWindow(a, Config{Version: "test", Chooser: chooser}, models, func(f func()) {
		s.post(func() {
			if !s.closed {
				f()
			}
		})
	})
	s.w.banner.after = func(time.Duration, func()) func() { return func() {} } // remarks stay to be read
	s.w.win.Resize(size)
	t.Cleanup(func() {
		s.do(func() {
			if !s.closed {
				s.w.close()
			}
			s.closed = true
		})
		allGone(t, before)
	})
	return s
}

// allGone waits until the workers that a test started have ended: the next test has
// another application, whose theme one of them might still read. If they do not end, neither does
// the test.
func allGone(t testing.TB, before goleak.Option) {
	t.Helper()
	own := goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/async.(*UnboundedChan[...]).processing")
	for goleak.Find(before, own) != nil {
	}
}

func (s *stage) openSample(name string) {
	s.t.Helper()
	s.do(func() { s.w.openSample(name) })
	s.until("the first tree of "+name, func() bool {
		return s.w.ws.Table() != nil && s.w.ws.Table().Name == name && s.w.centre.shown != nil && s.w.centre.shown.Table.Name == name
	})
}

var usual = fyne.NewSize(1440, 900)

func TestWindowRuns(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(3)
	s.openSample("crabs")
	s.do(func() {
		if got := s.w.run.go_.Text; got != "Run" {
			t.Errorf("the button says %q before a run", got)
		}
		if title := s.w.centre.tree.Figure().Title; title != "First tree of crabs" {
			t.Errorf("the figure is titled %q", title)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the run", func() bool { return s.w.run.go_.Text == "Pause" && s.w.centre.shown.Info.Name == "slow" })
	s.hold.meet()
	s.do(func() { test.Tap(s.w.run.go_) })
	s.until("the pause", func() bool { return s.w.run.go_.Text == "Resume" && s.w.ws.Runs.Stage().Paused })
	s.until("the figure of the moment of the pause", func() bool {
		p, _ := s.w.ws.Runs.Progress()
		return s.w.centre.shown.Snapshot.Iteration == p.Iteration && len(s.w.centre.shown.Snapshot.Trace.Iteration) == p.Iteration+1
	})
	var at int
	s.do(func() { p, _ := s.w.ws.Runs.Progress(); at = p.Iteration; test.Tap(s.w.run.step) })
	s.until("one step", func() bool {
		p, _ := s.w.ws.Runs.Progress()
		return p.Iteration == at+1 && s.w.ws.Runs.Stage().Paused && strings.HasPrefix(s.w.run.line1.Text, "count ")
	})
	s.do(func() { test.Tap(s.w.run.stop) })
	s.until("the stop", func() bool { return s.w.run.go_.Text == "Run more" && s.w.run.stop.Disabled() })
	s.do(func() {
		if !s.w.centre.leaf(tabTrace).card.Visible() {
			t.Error("the objective is not shown after a run")
		}
		test.Tap(s.w.run.go_)
	})
	s.until("more", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.Iteration > at+1 })
}

func TestFormValidates(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		var alpha *controls.Field
		each(s.w.model.form, func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Field); ok && strings.Contains(f.Tip, "How bushy") {
				alpha = f
			}
		})
		if alpha == nil {
			t.Fatal("the form has no field for alpha")
		}
		alpha.FocusGained()
		alpha.SetText("1.5")
		alpha.FocusLost()
		why := s.w.model.entries["alpha"].why
		if !alpha.Wrong || !why.Visible() || why.Text != "1.5 is outside its range (at least 0 and below 1)." {
			t.Errorf("1.5 for alpha: wrong %v, %q", alpha.Wrong, why.Text)
		}
		if v := s.w.ws.Next.Settings().Text("alpha"); v != "0" {
			t.Errorf("the refused value was taken: %s", v)
		}
		alpha.FocusGained()
		alpha.SetText("0,25")
		alpha.FocusLost()
		if why.Text != "" || alpha.Wrong {
			t.Errorf("0,25 is refused: %q", why.Text)
		}
		if set := s.w.ws.Next.Settings(); set.Text("alpha") != "0.25" || !set.Fixed("alpha") {
			t.Errorf("alpha is %s, fixed %v", set.Text("alpha"), set.Fixed("alpha"))
		}
		alpha.FocusGained()
		alpha.SetText("learn")
		alpha.FocusLost()
		if set := s.w.ws.Next.Settings(); set.Text("alpha") != "0" || set.Fixed("alpha") {
			t.Errorf("after learn alpha is %s, fixed %v", set.Text("alpha"), set.Fixed("alpha"))
		}
	})
}

func TestOneUndoForTableAndTree(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() { s.w.centre.tree.Groups.CutInto(3) })
	s.do(func() { test.Tap(s.w.data.centre) })
	s.until("the table without centring", func() bool { return !s.w.ws.Data().Preprocessing.Centre })
	s.do(func() {
		if s.w.menu.undo.Label != "Undo Centre" {
			t.Errorf("the menu says %q", s.w.menu.undo.Label)
		}
		s.w.undo()
	})
	s.until("centring again", func() bool { return s.w.ws.Data().Preprocessing.Centre })
	s.do(func() {
		if n := len(s.w.centre.tree.State().Groups); n != 3 {
			t.Errorf("undoing the table changed the groups: %d", n)
		}
		s.w.undo()
		if n := len(s.w.centre.tree.State().Groups); n != 0 {
			t.Errorf("undo left %d groups", n)
		}
		s.w.redo()
		if n := len(s.w.centre.tree.State().Groups); n != 3 {
			t.Errorf("redo made %d groups", n)
		}
		s.w.redo()
	})
	s.until("redo of the table", func() bool { return !s.w.ws.Data().Preprocessing.Centre })
}

func TestDroppedFiles(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	dir := t.TempDir()
	picture := filepath.Join(dir, "photo.csv")
	if err := os.WriteFile(picture, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.do(func() { s.w.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(picture)}) })
	s.until("the refusal", func() bool { return s.w.ws.Notice().Bad })
	s.do(func() {
		if s.w.ws.Table().Name != "crabs" || s.w.centre.tree.Tree() == nil {
			t.Error("the table that was open is gone")
		}
		if !s.w.banner.object.Visible() || !strings.Contains(s.w.banner.text.Text, "photo.csv") {
			t.Errorf("the banner says %q", s.w.banner.text.Text)
		}
		s.w.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(filepath.Join(dir, "none.csv"))})
	})
	s.until("the refusal of a file that is not there", func() bool { return strings.Contains(s.w.banner.text.Text, "none.csv") })

	good := filepath.Join(dir, "beans.csv")
	if err := os.WriteFile(good, []byte("name;size;weight;kind\na;1,5;2;x\nb;2,5;3;y\nc;9,5;;x\nd;8;1;y\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.do(func() { s.w.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(good)}) })
	s.until("the preview", func() bool { return s.w.Top() != nil })
	s.do(func() { s.w.Top().Accept() })
	s.until("the table", func() bool { return s.w.ws.Table().Name == "beans" })
	s.do(func() {
		table := s.w.ws.Table()
		if n, d := table.Dims(); n != 4 || d != 2 || len(table.Annotations) != 1 || table.X.At(0, 0) != 1.5 {
			t.Errorf("the table is %d × %d with %d annotations", n, d, len(table.Annotations))
		}
		if got := s.w.recent.Paths(); len(got) != 1 || got[0] != good {
			t.Errorf("recent files: %v", got)
		}
	})
}

// A file of annotations that is dropped is taken for what it is; what it adds can be undone, and
// groups can be made of it.
func TestDropAnnotations(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("animals")
	path := filepath.Join(t.TempDir(), "legs.txt")
	var rows []string
	s.do(func() { rows = s.w.ws.Table().Rows })
	text := "animal\tlegs\tkind\n"
	for i, name := range rows {
		text += strings.ToUpper(name) + "\t" + []string{"none\ta", "four\tb"}[i%2] + "\n"
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	drop := func() {
		s.do(func() { s.w.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(path)}) })
		s.until("the sheet", func() bool { return s.w.Top() != nil })
	}
	drop()
	s.until("the join", func() bool { s.w.Top().Accept(); return s.w.Top() == nil })
	s.do(func() {
		has := func() bool {
			return slices.ContainsFunc(s.w.ws.Data().Annotations, func(a inference.Annotation) bool { return a.Name == "legs" && a.Values[1] == "four" })
		}
		if !has() || !strings.Contains(s.w.ws.Notice().Text, "2 annotations of rows") {
			t.Errorf("%v, %+v", s.w.ws.Data().Annotations, s.w.ws.Notice())
		}
		if f := s.w.centre.tree.Figure(); len(f.Strips) < 2 || f.Strips[len(f.Strips)-1].Annotation.Name != "kind" {
			t.Errorf("the tree has %d strips", len(f.Strips))
		}
		if !strings.Contains(s.w.data.size.Text, "legs (2)") {
			t.Errorf("the table is described as %q", s.w.data.size.Text)
		}
		s.w.undo()
		if has() || strings.Contains(s.w.data.size.Text, "legs") {
			t.Error("undo leaves the annotations")
		}
		j, err := annotate.Join(s.w.ws.Table(), &annotate.Lines{File: "x", Cells: [][]string{{rows[0], "a"}, {rows[1], "b"}, {rows[2], "a"}}}, annotate.Choices{})
		if err != nil {
			t.Fatal(err)
		}
		s.w.ws.annotate(j, j.Annotations[0].Name)
		if h, _ := s.w.ws.now().Sheet(); len(h.Rows.Groups) != 2 || h.Rows.Groups[0].Name != "a" || len(h.Rows.Groups[0].Rows) != 2 {
			t.Errorf("%+v", h.Rows.Groups)
		}
	})
}

// pick selects, inside the door.
func (s *stage) pick(sel study.Selection) {
	s.w.ws.doc.Do("select", "select", func(now study.State) study.State { now.Selection = sel; return now })
}

// Gene sets are tested on what the window shows; a row that is clicked selects its names.
func TestGeneSetsOfTheWindow(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("animals")
	var names []string
	s.do(func() {
		s.w.centre.tree.Groups.CutInto(2)
		for _, i := range s.w.centre.tree.State().Groups[0].Rows {
			names = append(names, s.w.centre.shown.Data.Rows[i])
		}
	})
	path := filepath.Join(t.TempDir(), "sets.gmt")
	if err := os.WriteFile(path, []byte("one\tna\t"+strings.Join(names, "\t")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.do(func() { s.w.testSets(path) })
	s.until("the sheet", func() bool { return s.w.Top() != nil })
	s.do(func() {
		s.w.Top().Accept()
		s.pick(files.Named(s.w.centre.shown.Data, names[:2], false))
		if got := s.w.ws.now().Selection; len(got.Rows) != 2 || s.w.ws.Table().Rows[got.Rows[0]] == "" {
			t.Errorf("selected are %+v", got)
		}
		if l := files.Lists(s.w.ws.now(), s.w.centre.shown.Data); len(l.Rows) != 3 || l.Rows[0].Name != "selection" || len(l.Rows[1].Names) != len(names) {
			t.Errorf("%+v", l)
		}
	})
	if text, err := os.ReadFile(s.save(t.TempDir(), "groups.gmt", s.w.exportGroups)); err != nil || strings.Count(string(text), "\n") != 3 || !strings.Contains(string(text), names[0]) {
		t.Errorf("%s, %v", text, err)
	}
	s.do(func() {
		s.pick(files.Named(s.w.centre.shown.Data, s.w.centre.shown.Data.Columns[:2], true))
		s.w.copyNames()
		if got := strings.Fields(s.w.app.Clipboard().Content()); len(got) < 2 || !strings.HasPrefix(s.w.centre.shown.Data.Columns[0], got[0]) {
			t.Errorf("copied are %q", got)
		}
	})
	s.do(func() { s.w.testSets(path + "x") })
	s.until("the refusal", func() bool { return strings.Contains(s.w.ws.Notice().Text, "could not be tested") })
}

// TestPasteShowsAPreview, and opens what it shows.
func TestPasteShowsAPreview(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		s.w.app.Clipboard().SetContent("name\tsize\tyear\na\t1\t2001\nb\t2\t2002\nc\t5\t2001\n")
		s.w.paste()
	})
	s.until("the preview", func() bool { return s.w.Top() != nil })
	s.do(func() { s.w.Top().Accept() })
	s.until("the table", func() bool { return s.w.ws.Table().Name == "pasted table" })
}

// save exports to a file of a folder and returns its path.
func (s *stage) save(dir, name string, export func()) string {
	s.t.Helper()
	path := filepath.Join(dir, name)
	s.do(func() { s.w.Chooser = answers{path}; export() })
	s.until("saving "+name, func() bool {
		n := s.w.ws.Notice()
		return n.Bad || strings.HasPrefix(n.Text, "Saved")
	})
	s.do(func() {
		if n := s.w.ws.Notice(); n.Bad {
			s.t.Errorf("%s: %s %v", name, n.Text, n.Err)
		}
		s.w.ws.Dismiss()
	})
	return path
}

func TestExports(t *testing.T) {
	dir := t.TempDir()
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	save := func(name string, export func()) string { t.Helper(); return s.save(dir, name, export) }
	for _, format := range write.Formats() {
		path := save("tree."+format.Name, func() {
			f, m, err := s.w.centre.figure()
			if err != nil {
				t.Fatal(err)
			}
			export.Figure(s.w.Dialogs, f, m, nil, nil)
			var formats *controls.Picker
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if p, ok := o.(*controls.Picker); ok && formats == nil {
					formats = p
				}
			})
			formats.OnPicked(format.Name)
			s.w.Top().Accept()
		})
		if info, err := os.Stat(path); err != nil || info.Size() < 2000 {
			t.Errorf("%s was not written: %v", path, err)
		}
		s.do(func() {
			if s.w.Top() != nil {
				t.Error("the dialog stays open after saving")
			}
		})
	}
	for _, name := range []string{"all.pdf", "all.svg"} {
		save(name, func() {
			s.w.exportFigure()
			pressed := false
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if b, ok := o.(*controls.Button); ok && b.Text == "All Figures…" && !pressed {
					pressed = true
					b.OnTapped()
				}
			})
			if !pressed {
				t.Error("all figures are not offered")
			}
		})
	}
	if pdf, err := os.ReadFile(filepath.Join(dir, "all.pdf")); err != nil || bytes.Count(pdf, []byte("/Type /Page\n")) < 2 {
		t.Errorf("the figures are not on pages: %v", err)
	}
	if svg, err := filepath.Glob(filepath.Join(dir, "all", "*.svg")); err != nil || len(svg) < 2 {
		t.Errorf("the folder has %v", svg)
	}
	contains := func(path string, wants ...string) {
		t.Helper()
		files, _ := filepath.Glob(strings.TrimSuffix(path, filepath.Ext(path)) + "*" + filepath.Ext(path))
		text := ""
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Error(err)
			}
			text += string(data)
		}
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%v do not have %q", files, want)
			}
		}
	}
	row := s.w.ws.Data().Rows[0]
	contains(save("crabs.nwk", s.w.exportTree), row, ");")
	contains(save("crabs.nex", s.w.exportTree), "#NEXUS", row)
	contains(save("numbers.csv", s.w.exportNumbers), row)
	s.do(func() { s.w.centre.tree.Groups.CutInto(4) })
	contains(save("groups.csv", s.w.exportGroups), "row,group\r\n", "group 4")
	contains(save("crabs.gct", s.w.exportTable), "#1.3\n200\t", row)

	s.do(func() { s.w.Chooser = answers{filepath.Join(dir, "none", "tree.nwk")}; s.w.exportTree() })
	s.until("the refusal", func() bool { return s.w.ws.Notice().Bad })
}

// The dialog cuts at one time, or into the tightest clades, and comes back as it was left.
func TestCutDialog(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.until("a tree", func() bool { return s.w.centre.tree.Groups.CanCutTightest() })
	for _, how := range []string{"time", "tightest"} {
		s.do(func() {
			s.w.askGroups()
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if p, ok := o.(*controls.Picker); ok {
					p.OnPicked = nil
					p.Put(how)
				}
			})
			s.w.Top().Accept()
			state := s.w.centre.tree.State()
			if len(state.Groups) != 2 || state.Tightest != (how == "tightest") {
				t.Errorf("%s: %d groups, tightest %v", how, len(state.Groups), state.Tightest)
			}
		})
	}
	s.do(func() {
		s.w.askGroups()
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if p, ok := o.(*controls.Picker); ok && p.Value != "tightest" {
				t.Errorf("the dialog offers %s first", p.Value)
			}
		})
		s.w.Top().Close()
	})
}

// each calls f for an object and all objects in its containers.
func each(o fyne.CanvasObject, f func(fyne.CanvasObject)) {
	f(o)
	if c, ok := o.(*fyne.Container); ok {
		for _, child := range c.Objects {
			each(child, f)
		}
	}
	if c, ok := o.(*container.Scroll); ok {
		each(c.Content, f)
	}
}

func TestNothingOverlapsInASmallWindow(t *testing.T) {
	t.Run("all columns", func(t *testing.T) { nothingOverlaps(t, fyne.NewSize(1000, 700)) })
	t.Run("two columns", func(t *testing.T) { nothingOverlaps(t, least) })
}

func nothingOverlaps(t *testing.T, least fyne.Size) {
	s := newStage(t, least, nil)
	s.openSample("tissue_expression")
	s.do(func() {
		s.w.ws.Tell(Notice{Bad: true, Text: "Something long enough to fill a line of the banner is said here.", Err: os.ErrNotExist})
		s.w.centre.openFind()
	})
	s.do(func() {
		size := s.w.win.Canvas().Size()
		if size.Width > least.Width || size.Height > least.Height {
			t.Errorf("the window wants %v, more than %v", size, least)
		}
		box := func(o fyne.CanvasObject) (x0, y0, x1, y1 float32) {
			p := s.w.app.Driver().AbsolutePositionForObject(o)
			return p.X, p.Y, p.X + o.Size().Width, p.Y + o.Size().Height
		}
		inside := func(name string, o fyne.CanvasObject, left, right float32) {
			x0, y0, x1, y1 := box(o)
			if x0 < left-0.5 || x1 > right+0.5 || y0 < 0 || y1 > size.Height+0.5 {
				t.Errorf("%s lies at %g to %g, %g to %g, outside %g to %g", name, x0, x1, y0, y1, left, right)
			}
		}
		end := size.Width
		if wide := size.Width > 958; s.w.columns.Shown() != wide {
			t.Errorf("a window of %g shows the inspector: %v", size.Width, !wide)
		} else if wide {
			end -= 250
			inside("the inspector", s.w.side.object, end, size.Width)
		}
		inside("the left column", s.w.left, 0, 268)
		inside("what is told of the run", s.w.run.object, 0, 268)
		inside("the buttons of the run", s.w.run.buttons, 0, 268)
		inside("the centre", s.w.middle, 268, end)
		inside("the banner", s.w.banner.object, 268, end)
		inside("the tree", s.w.centre.leaf(tabTree).card, 268, end)
		inside("the search", s.w.centre.find, 268, end)
		for _, c := range s.w.banner.object.Objects {
			if m := c.MinSize(); m.Width > s.w.banner.object.Size().Width {
				t.Errorf("the banner needs %g of %g", m.Width, s.w.banner.object.Size().Width)
			}
		}
		_, _, tabsEnd, _ := box(s.w.centre.tabs)
		seen := 0
		for _, o := range s.w.centre.tools.Objects {
			if !o.Visible() {
				continue
			}
			seen++
			if start, _, _, _ := box(o); tabsEnd > start {
				t.Errorf("the tabs end at %g, the tools begin at %g", tabsEnd, start)
			}
			inside("a tool", o, tabsEnd, end)
		}
		if seen < 3 {
			t.Errorf("%d tools are shown", seen)
		}
	})
}

func TestThemeIsRemembered(t *testing.T) {
	s := newStage(t, usual, nil)
	s.do(func() {
		s.w.setMode("dark")
		if !s.w.isDark() || !s.w.centre.tree.View().Style().Dark || s.w.app.Preferences().String(prefTheme) != "dark" {
			t.Error("dark is not dark")
		}
		if !s.w.menu.dark.Checked || s.w.menu.light.Checked {
			t.Error("the menu does not show it")
		}
		s.w.setMode("light")
		if s.w.isDark() || s.w.centre.tree.View().Style().Dark {
			t.Error("light is not light")
		}
	})
}

func TestKeys(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(3)
	s.openSample("crabs")
	s.do(func() {
		s.w.showShortcuts()
		s.w.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if s.w.Top() != nil {
			t.Error("Escape leaves the dialog open")
		}
		s.w.win.Canvas().Unfocus()
		s.w.win.Canvas().OnTypedRune()(']')
		if len(s.w.centre.tree.State().Groups) == 0 {
			t.Error("a key that cuts into groups is lost when nothing has the focus")
		}
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyF5})
	})
	s.until("the run", func() bool { return s.w.ws.Runs.Stage().Working })
	s.do(func() {
		v := s.w.centre.tree.View()
		if !v.OnKey(&fyne.KeyEvent{Name: fyne.KeyF5}) {
			t.Error("the tree keeps F5 for itself")
		}
	})
	s.until("the pause", func() bool { return s.w.ws.Runs.Stage().Paused })
}

func TestStartSize(t *testing.T) {
	p := test.NewTempApp(t).Preferences()
	for _, c := range []struct {
		asked string
		want  fyne.Size
	}{{"1000x700", fyne.NewSize(1000, 700)}, {"", fyne.NewSize(1440, 900)}, {"big", fyne.NewSize(1440, 900)}, {"-3x5", fyne.NewSize(1440, 900)}} {
		if got := startSize(c.asked, p); got != c.want {
			t.Errorf("%q gives %v, not %v", c.asked, got, c.want)
		}
	}
	p.SetFloat(prefWidth, 200)
	if got := startSize("", p); got.Width != least.Width {
		t.Errorf("a window %g wide is too small", got.Width)
	}
}
