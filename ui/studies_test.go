package ui

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/autosave"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// realModel returns a model of the catalog.
func realModel(t testing.TB, name string) inference.Model {
	t.Helper()
	m, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fitted opens a sample and fits a model to it.
func (s *stage) fitted(sample, model string) {
	s.t.Helper()
	s.openSample(sample)
	s.do(func() {
		if err := s.w.ws.Next.SetModel(model); err != nil {
			s.t.Fatal(err)
		}
	})
	s.until("the data", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data() != nil })
	s.do(func() { s.w.ws.Runs.Go() })
	s.until("the fit", func() bool {
		j := s.w.ws.Runs.Job()
		return j != nil && j.Info.Name == model && j.Kept
	})
}

// button returns the button of the topmost dialog that says text.
func (s *stage) button(text string) *controls.Button {
	s.t.Helper()
	var found *controls.Button
	each(s.w.Top().Content(), func(o fyne.CanvasObject) {
		if b, ok := o.(*controls.Button); ok && b.Text == text {
			found = b
		}
	})
	if found == nil {
		s.t.Fatalf("there is no button %q", text)
	}
	return found
}

func TestAStudyIsSavedAndOpened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crabs.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	s.openSample("crabs")
	s.do(func() {
		if s.w.ws.Studies.Changed() || s.w.win.Title() != "crabs – Espalier" {
			t.Errorf("of a sample just opened: %v, %q", s.w.ws.Studies.Changed(), s.w.win.Title())
		}
	})
	s.fitted("crabs", "kmeans")
	var want string
	zoomed := plotting.Window{X0: 0.25, X1: 0.5, Y0: 0, Y1: 1}
	s.do(func() {
		if !s.w.ws.Studies.Changed() || s.w.win.Title() != "*crabs – Espalier" {
			t.Errorf("after a fit: %v, %q", s.w.ws.Studies.Changed(), s.w.win.Title())
		}
		want = s.w.centre.shown.Subject().Snapshot.Trace.Names[0]
		s.w.centre.tabs.Pick(s.w.centre.tabs.Names()[1])
		s.w.centre.toggleSplit()
		s.w.centre.leaf(tabTrace).View().Recall(zoomed)
		s.w.menu.save.Action()
	})
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() })
	s.do(func() {
		if s.w.win.Title() != "crabs – Espalier" || s.w.ws.Studies.Path() != path || !s.w.menu.save.Disabled {
			t.Errorf("%q of %q, save disabled: %v", s.w.win.Title(), s.w.ws.Studies.Path(), s.w.menu.save.Disabled)
		}
		if p := s.w.recent.Paths(); len(p) != 1 || p[0] != path {
			t.Errorf("recent files: %v", p)
		}
		s.w.study.newStudy()
		if s.w.ws.Table() != nil || s.w.win.Title() != "Espalier" || s.w.centre.shown != nil {
			t.Errorf("a new study shows something: %q", s.w.win.Title())
		}
		for _, l := range s.w.centre.leaves[1:] {
			if l.card.Visible() {
				t.Errorf("a new study shows %s of the old one", l.Tab())
			}
		}
		s.w.centre.toggleSplit()
		s.w.centre.leaf(tabTrace).View().Recall(plotting.All)
		s.w.opens.openPath(path)
	})
	s.until("the study", func() bool { return s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" })
	s.do(func() {
		c := s.w.centre
		if c.shown == nil || c.shown.Info.Name != "kmeans" || c.shown.Table.Name != "crabs" || c.shown.Snapshot.Trace.Names[0] != want {
			t.Fatalf("shown is %+v", c.shown)
		}
		if w, ok := c.leaf(tabTrace).View().Chosen(); w != zoomed || !ok {
			t.Errorf("the trace shows %v, chosen %v", w, ok)
		}
		if !c.places.Split || s.w.ws.Studies.Changed() {
			t.Errorf("split %v, changed %v", c.places.Split, s.w.ws.Studies.Changed())
		}
		st := s.w.ws.Runs.Stage()
		if !st.Ended || st.Stale || !st.Exists {
			t.Errorf("%+v", st)
		}
		// Which tab is shown, and what is selected, is no work to be asked about, but can be saved.
		c.tabs.Pick(c.tabs.Names()[0])
		c.pick(study.Selection{Rows: study.SetOf([]int{1, 2, 3})})
		c.keep(workspace.SecondName, workspace.SecondChoice{Result: c.shown.ID})
		c.other.at.View().Recall(zoomed)
		if s.w.ws.Studies.Changed() || s.w.win.Title() != "crabs – Espalier" || s.w.menu.save.Disabled {
			t.Errorf("after a selection: changed %v, %q, save disabled %v", s.w.ws.Studies.Changed(), s.w.win.Title(), s.w.menu.save.Disabled)
		}
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); err != nil || len(left) != 1 {
			t.Errorf("beside the study are %v (its lock alone should be)", left)
		}
		s.w.menu.save.Action()
	})
	s.until("another save", func() bool { return s.w.menu.save.Disabled && len(s.w.ws.Studies.Works) == 0 })
	s.do(func() {
		s.w.study.newStudy()
		for _, p := range s.w.centre.other.panes {
			p.View().Recall(plotting.All)
		}
		s.w.opens.openPath(path)
	})
	s.until("the study again", func() bool { return s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" })
	s.do(func() {
		if w, ok := s.w.centre.other.at.View().Chosen(); w != zoomed || !ok {
			t.Errorf("the second pane shows %v, chosen %v", w, ok)
		}
		s.w.ws.Runs.Label(s.w.centre.shown.ID, study.Label{Name: "mine"})
		if !s.w.ws.Studies.Changed() || s.w.win.Title() != "*crabs – Espalier" {
			t.Error("a name that was given does not count as work")
		}
	})
}

// An edit of a figure is work: it is asked about, saved and opened again. Undone, nothing is left to save.
func TestEditsOfFiguresAreWork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crabs.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	s.openSample("crabs")
	s.do(func() {
		if s.w.ws.Studies.Changed() {
			t.Error("a sample just opened is work")
		}
		s.w.centre.looks.code("species", plotting.Coding{Palette: "viridis"})
		if !s.w.ws.Studies.Changed() {
			t.Error("colours of an annotation do not count as work")
		}
		s.w.study.save()
	})
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() && s.w.ws.Busy() == "" })
	title, ok := plotting.ControlNamed("title-text")
	if !ok {
		t.Fatal("there is no control of the title")
	}
	s.do(func() {
		s.w.centre.looks.set(tabTree, title, "Blue and orange crabs", "")
		if !s.w.ws.Studies.Changed() || s.w.win.Title() != "*crabs – Espalier" {
			t.Errorf("a title: changed %v, %q", s.w.ws.Studies.Changed(), s.w.win.Title())
		}
		s.w.study.newStudy()
		if s.w.Top() == nil {
			t.Error("the title would be lost without a question")
		} else {
			s.w.Top().Close()
		}
		s.w.study.save()
	})
	s.until("another save", func() bool { return !s.w.ws.Studies.Changed() && s.w.ws.Busy() == "" })
	s.do(func() { s.w.study.newStudy(); s.w.opens.openPath(path) })
	s.until("the study", func() bool { return s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" })
	s.do(func() {
		if got := s.w.centre.looks.value(tabTree, title); got != "Blue and orange crabs" {
			t.Errorf("the title is %q", got)
		}
	})
}

// Before work that is not saved is replaced, the user is asked, and each answer does what it says.
func TestWorkThatIsNotSavedIsAskedAbout(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	s.fitted("iris", "kmeans")
	s.do(func() {
		s.w.study.newStudy()
		if s.w.Top() == nil {
			t.Fatal("nothing is asked")
		}
		test.Tap(s.button("Cancel"))
		if s.w.Top() != nil || s.w.ws.Table() == nil || !s.w.ws.Studies.Changed() {
			t.Error("Cancel does more than to go back")
		}
		s.w.quit()
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if s.w.Top() != nil || s.w.ws.Table() == nil {
			t.Error("Escape does more than to go back")
		}
		s.w.study.closeStudy()
		s.w.Top().Accept() // Return
	})
	s.until("the save", func() bool { return s.w.ws.Table() == nil })
	s.do(func() { s.w.opens.openPath(path) })
	s.until("the study", func() bool {
		return s.w.ws.Studies.Path() == path && len(s.w.ws.Now().Results) == 1 && s.w.ws.Busy() == ""
	})
	s.do(func() {
		s.w.ws.Doc.Do("note", "", func(now study.State) study.State { now.Note = "x"; return now })
		if !s.w.ws.Studies.Changed() {
			t.Error("a note is no change")
		}
		s.w.study.newStudy()
		test.Tap(s.button("Discard"))
		if s.w.ws.Table() != nil {
			t.Error("Discard does not go on")
		}
	})
	if c, _, err := file.Read(path); err != nil || c.State.Note != "" {
		t.Errorf("Discard saved: %q, %v", c.State.Note, err)
	}
}

// A study that is closed while a fit works says so.
func TestAWorkingFitIsMentioned(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(3)
	s.openSample("crabs")
	s.do(func() { test.Tap(s.w.run.go_) })
	s.until("the fit", func() bool { return s.w.ws.Studies.Changed() && s.w.run.go_.Text == "Pause" })
	s.do(func() {
		s.w.study.newStudy()
		if s.w.Top() == nil {
			t.Fatal("nothing is asked")
		}
		var said string
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if p, ok := o.(*controls.Paragraph); ok {
				said += p.Text + " "
			}
		})
		if !strings.Contains(said, "1 fit is still working") {
			t.Errorf("the question is %q", said)
		}
		test.Tap(s.button("Cancel"))
	})
}

// A program asked for a stage asks nothing about work left behind. It is offered at the next start without one.
func TestAStageIsNotAskedOver(t *testing.T) {
	root := t.TempDir()
	s := newStage(t, usual, nil)
	told := make(chan error, 100)
	o := autosave.Options{Told: func(err error) { told <- err }}
	s.openSample("crabs")
	s.do(func() { s.w.study.begin(root, o, func() {}) })
	s.until("the data", func() bool { return s.w.ws.Busy() == "" })
	s.do(func() {
		s.w.ws.Doc.Do("note on the study", "", func(now study.State) study.State { now.Note = "left"; return now })
	})
	for range 2 { // the first one may have begun before
		s.do(func() { s.w.ws.Studies.Keeper.Ended() })
		if err := <-told; err != nil {
			t.Fatal(err)
		}
	}
	s.do(func() { s.closed = true }) // the system ends the program
	s.w.settled()
	s.do(func() { s.w.close() })

	z := newStage(t, usual, nil)
	z.do(func() {
		z.w.config.Teach = &teach.Request{Stage: "crp", Seed: 1}
		opened := false
		z.w.study.begin(root, o, func() { opened = true })
		z.w.teach.Start(z.w.config.Teach)
		if top := z.w.Top(); top != nil || !opened || !z.w.teach.Shown() {
			t.Errorf("asked %v, opened %v, stage %v", top != nil, opened, z.w.teach.Shown())
		}
		z.w.teach.Leave()
		if n := z.w.ws.Notice; !strings.Contains(n.Text, "unsaved work") {
			t.Errorf("the remark is %q", n.Text)
		}
		z.w.close()
		z.closed = true
	})
	z.w.settled()

	y := newStage(t, usual, nil)
	y.do(func() {
		y.w.study.begin(root, o, func() {})
		if y.w.Top() == nil {
			t.Error("nothing is offered at the next start")
		}
		test.Tap(y.button("Discard"))
	})
}

// A fit that was at work when the program was killed continues to the same bits as one that was not.
func TestWhatACrashLeftGoesOn(t *testing.T) {
	root := t.TempDir()
	s := newStage(t, usual, nil, realModel(t, "pydt"))
	told := make(chan error, 100)
	o := autosave.Options{Told: func(err error) { told <- err }}
	s.openSample("crabs")
	s.do(func() {
		s.w.study.begin(root, o, func() {})
		if err := s.w.ws.Next.SetModel("pydt"); err != nil {
			t.Fatal(err)
		}
	})
	s.until("the data", func() bool { return s.w.ws.Busy() == "" })
	s.do(func() {
		n := s.w.ws.Next
		if err := n.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		n.SetChains(2)
		n.SetIterations(workspace.MostIterations)
		s.w.ws.Runs.Go()
	})
	s.until("some sweeps", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.Iteration > 3 })
	s.do(func() { s.w.ws.Studies.Keeper.Ended() })
	for range 2 { // the first one may have begun before
		if err := <-told; err != nil {
			t.Fatal(err)
		}
		s.do(func() { s.w.ws.Studies.Keeper.Ended() })
	}
	// The system ends the program: nobody is asked, and nobody holds the session any more.
	s.do(func() { s.closed = true }) // what comes back finds no window
	s.w.settled()
	s.do(func() { s.w.close() })

	z := newStage(t, usual, nil, realModel(t, "pydt"))
	z.do(func() {
		z.w.study.begin(root, o, func() { t.Error("something else is opened") })
		if z.w.Top() == nil {
			t.Fatal("nothing is offered")
		}
		test.Tap(z.button("Restore"))
	})
	z.until("the chain continues", func() bool {
		p, ok := z.w.ws.Runs.Progress()
		return ok && p.State == run.Running && z.w.ws.Runs.Job().Snapshot != nil && z.w.ws.Studies.Changed() &&
			strings.HasPrefix(z.w.win.Title(), "*")
	})
	z.do(func() { z.w.ws.Runs.Stop() })
	z.until("the end", func() bool { return z.w.ws.Runs.Job().Kept })
	z.do(func() {
		r, _ := z.w.ws.Doc.Result(z.w.ws.Now().Shown)
		if r.Fit.State == nil || r.Fit.Diagnostics == nil || r.Fit.Iterations < 3 || len(r.Fit.Snapshot.Chains) != 2 {
			t.Errorf("%+v", r.Fit)
		}
		z.w.close()
		z.closed = true
	})
	z.w.settled()
	if left, _ := os.ReadDir(root); len(left) != 0 {
		t.Errorf("after a proper end %v is left", left)
	}
}

// A fit that was read continues, by one step here, to the same bits as one that was never interrupted.
func TestAFitOfAStudyGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "pydt"))
	s.openSample("iris")
	s.do(func() {
		n := s.w.ws.Next
		if err := errors.Join(n.SetModel("pydt"), n.Set("method", "mcmc", false)); err != nil {
			t.Fatal(err)
		}
		n.SetChains(2)
		n.SetIterations(3)
	})
	s.until("the data", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data() != nil })
	s.do(func() { s.w.ws.Runs.Go() })
	s.until("the fit", func() bool { j := s.w.ws.Runs.Job(); return j != nil && j.Kept })
	s.do(func() { s.w.study.save() })
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() })
	s.do(func() {
		s.w.study.newStudy()
		s.w.opens.openPath(path)
	})
	s.until("the study", func() bool {
		return s.w.ws.Studies.Path() == path && s.w.ws.Runs.Job() != nil &&
			s.w.ws.Busy() == ""
	})
	s.do(func() {
		if st := s.w.ws.Runs.Stage(); !st.More || st.Stale {
			t.Errorf("%+v", st)
		}
		s.w.ws.Runs.Step()
	})
	s.until("the step", func() bool {
		j := s.w.ws.Runs.Job()
		return j.Snapshot.Iteration == 4 && j.Kept
	})
	s.do(func() {
		r, _ := s.w.ws.Doc.Result(s.w.ws.Now().Shown)
		spec, four := r.Fit.Spec, 4
		spec.Goal = fit.Goal{Iterations: &four}
		m, err := fit.Build(spec, s.w.ws.Table(), nil)
		if err != nil {
			t.Fatal(err)
		}
		h, err := fit.Local{}.Start(t.Context(), m, fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		var bits [2][]byte
		for i, snapshot := range []*inference.Snapshot{h.Latest(), r.Fit.Snapshot} {
			if bits[i], err = snapshot.Parts[0].MarshalBinary(); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(bits[0], bits[1]) || r.Fit.Iterations != 4 {
			t.Errorf("after %d iterations other trees were drawn", r.Fit.Iterations)
		}
	})
}

// Another table joins the study; what was done with the one before stays.
func TestTablesOfAStudy(t *testing.T) {
	s := newStage(t, usual, nil, realModel(t, "kmeans"))
	s.fitted("iris", "kmeans")
	s.openSample("crabs")
	s.do(func() {
		if n := len(s.w.ws.Studies.Tables()); n != 2 || len(s.w.ws.Now().Results) != 1 || s.w.menu.tables.Disabled {
			t.Fatalf("%d tables, %d results", n, len(s.w.ws.Now().Results))
		}
		if s.w.ws.Studies.Path() != "" || s.w.study.studyName() != "iris" {
			t.Errorf("the study is to be saved as %s", s.w.study.studyName())
		}
		s.w.menu.tables.ChildMenu.Items[0].Action()
	})
	s.until("the first table", func() bool {
		return s.w.ws.Table().Name == "iris" && s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "kmeans"
	})
	s.do(func() {
		if s.w.ws.Runs.Job().Plain != s.w.ws.Plain() {
			t.Error("the run is taken for one of other data")
		}
	})
	s.openSample("penguins") // nothing was done with crabs
	s.do(func() {
		var names []string
		for _, h := range s.w.ws.Studies.Tables() {
			names = append(names, s.w.ws.Doc.Table(h.Table).Name)
		}
		if got := strings.Join(names, " "); got != "iris penguins" {
			t.Errorf("tables %s", got)
		}
		s.w.ws.Undo()
		if s.w.ws.Table().Name != "iris" {
			t.Errorf("Undo leads to %s", s.w.ws.Table().Name)
		}
	})
}

// Of two works with files the second begins when the first has ended, and the window is busy until both have.
func TestWorksWithFilesDoNotMeet(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	begun, goOn := make(chan struct{}), make(chan struct{})
	var did []string
	d.do(func() {
		d.ws.Studies.Work("First", func(context.Context) func() {
			close(begun)
			<-goOn
			d.do(func() { did = append(did, "first") })
			return func() { did = append(did, "first ended") }
		})
		d.ws.Studies.Work("Second", func(context.Context) func() {
			d.do(func() { did = append(did, "second") })
			return func() { did = append(did, "second ended") }
		})
	})
	<-begun
	d.do(func() {
		if d.ws.Busy() != "First" {
			t.Errorf("busy with %q", d.ws.Busy())
		}
	})
	close(goOn)
	d.until("the end of the first", func() bool { return len(did) >= 2 })
	d.do(func() {
		if len(did) < 4 && d.ws.Busy() != "Second" {
			t.Errorf("busy with %q after %q", d.ws.Busy(), did)
		}
	})
	d.until("the end of both", func() bool { return d.ws.Busy() == "" })
	d.do(func() {
		if want := []string{"first", "first ended", "second", "second ended"}; !slices.Equal(did, want) {
			t.Errorf("%q, want %q", did, want)
		}
	})
}

func TestAStudyThatIsOpenElsewhereIsReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.espalier")
	s := newStage(t, usual, answers{filepath.Join(filepath.Dir(path), "b.espalier")}, realModel(t, "kmeans"))
	s.fitted("iris", "kmeans")
	s.do(func() {
		s.w.ws.Studies.SaveAs(path, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
	})
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() })
	z := newStage(t, usual, answers{filepath.Join(filepath.Dir(path), "b.espalier")})
	z.do(func() { z.w.opens.openPath(path) })
	z.until("the study", func() bool { return z.w.ws.Studies.Path() == path && z.w.ws.Busy() == "" })
	z.do(func() {
		if z.w.ws.Studies.ReadOnly() == nil || !strings.Contains(z.w.win.Title(), "read only") ||
			!strings.Contains(z.w.ws.Notice.Text, "open elsewhere") {
			t.Errorf("%q, %q", z.w.win.Title(), z.w.ws.Notice.Text)
		}
		z.w.study.save() // asks for another name
	})
	z.until("the save under another name", func() bool {
		return z.w.ws.Studies.Name() == "b" && z.w.ws.Studies.ReadOnly() == nil && z.w.ws.Busy() == ""
	})
	if _, lost, err := file.Read(path); err != nil || len(lost) > 0 {
		t.Error(lost, err)
	}
	// What is damaged is reported, and what is whole is open.
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(filepath.Dir(path), "bad.espalier")
	if err := os.WriteFile(bad, data[:len(data)*3/4], 0o600); err != nil {
		t.Fatal(err)
	}
	z.do(func() { z.w.opens.openPath(bad) })
	z.until("what is left", func() bool { return z.w.ws.Studies.Name() == "bad" && z.w.ws.Busy() == "" })
	z.do(func() {
		if n := z.w.ws.Notice; !n.Bad || !strings.Contains(n.Text, "damaged") || z.w.ws.Table() == nil {
			t.Errorf("%+v", n)
		}
		// The only copy of the damaged part is not saved over, not even by its own name.
		z.w.ws.Doc.Do("note", "", func(now study.State) study.State { now.Note = "x"; return now })
		z.w.ws.Studies.SaveAs(bad, func(err error) {
			if err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("saving over it: %v", err)
			}
		})
		z.w.study.save()
	})
	z.until("the save under another name", func() bool { return z.w.ws.Studies.Name() == "b" && z.w.ws.Busy() == "" })
	if now, err := os.ReadFile(bad); err != nil || len(now) != len(data)*3/4 {
		t.Errorf("the damaged file has %d bytes, %v", len(now), err)
	}
	z.do(func() {
		z.w.opens.openPath(filepath.Join(filepath.Dir(path), "none.espalier"))
	})
	z.until("the error", func() bool { return strings.HasPrefix(z.w.ws.Notice.Text, "Could not open none.espalier") })
}
