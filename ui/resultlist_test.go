package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Results of a table are listed with what was fitted and how it stands. They can be shown, named,
// put into the form, removed, and all that can be undone.
func TestResultList(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "fake", target: 3})
	s.openSample("animals")
	list := s.w.list.list
	ended := func(n int) func() bool {
		return func() bool {
			r := s.w.ws.Runs.Results()
			return len(r) == n && s.w.ws.Runs.Jobs[r[0]].Progress().State == run.Finished
		}
	}
	s.do(func() {
		if e := list.Entries(); len(e) != 1 || e[0].Title != "First tree" {
			t.Errorf("before a run %+v are listed", e)
		}
		if err := s.w.ws.Next.SetModel("fake"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the first run", ended(1))
	s.do(func() {
		s.w.ws.Next.SetSeed(7)
		test.Tap(s.w.run.go_)
	})
	s.until("the second run", ended(2))
	s.until("small pictures", func() bool {
		e := list.Entries()
		return len(e) == 3 && e[0].Picture != nil && e[1].Picture != nil
	})
	var first study.ResultID
	s.do(func() {
		e := list.Entries()
		first = e[1].ID
		if !e[0].Shown || e[1].Shown || e[0].Settings != "seed 7" || e[1].Settings != "" || e[0].Score == "" || e[0].Time == "" || e[0].Done >= 0 {
			t.Fatalf("%+v", e)
		}
		s.w.win.Canvas().Focus(list)
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if !list.Entries()[1].Shown || s.w.centre.shown.ID != first {
			t.Error("Return does not show the first result")
		}
		s.w.undo()
		if s.w.centre.shown.ID == first {
			t.Error("undo does not show the second again")
		}
		list.TypedRune('d')
		if s.w.ws.Next.Seed() != 1 || s.w.ws.Next.Model().Info().Name != "fake" ||
			!strings.Contains(s.w.ws.Notice.Text, "in the form") {
			t.Errorf("the form has seed %d", s.w.ws.Next.Seed())
		}
		list.Do.Rename(first)
		if s.w.Top() == nil {
			t.Fatal("nothing asks for a name and a note")
		}
		s.w.Top().Close()
		s.w.ws.Runs.Label(first, study.Label{Name: "the first", Note: "kept"})
		if list.Entries()[1].Title != "the first" {
			t.Errorf("the name is %q", list.Entries()[1].Title)
		}
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2}) // in its place
		for _, r := range "the 1st" {
			s.w.win.Canvas().Focused().TypedRune(r)
		}
		s.w.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		undo := s.w.ws.Doc.UndoName()
		if e := list.Entries()[1]; e.Title != "the 1st" || e.Note != "kept" || undo != "name of the first" {
			t.Errorf("renamed, it is %q, %q; to undo is %q", e.Title, e.Note, undo)
		}
		s.w.undo()
		s.w.win.Canvas().Focus(list)
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete}) // the one that is shown
		if e := list.Entries(); len(e) != 2 || e[0].ID != first || s.w.centre.shown.ID != first {
			t.Errorf("%d results are left", len(list.Entries()))
		}
		s.w.undo()
		if e := list.Entries(); len(e) != 3 || !e[0].Shown || e[1].Title != "the first" {
			t.Errorf("undo brings back %+v", e)
		}
		s.w.ws.Runs.Remove(first)
		s.w.ws.Runs.Remove(list.Entries()[0].ID)
		if len(list.Entries()) != 1 || s.w.ws.Runs.Result() != nil {
			t.Error("a result stays after all were removed")
		}
	})
}

// A run that is queued waits for the one that works, which stays in sight; then it runs by itself.
func TestQueue(t *testing.T) {
	h := newHold(2)
	d := newDesk(t, fakeModels(h))
	d.open(testTable("a", 12))
	var queued []study.ResultID
	d.do(func() {
		d.ws.Runs.Run()
		for range workspace.AtOnce() + 1 {
			d.ws.Next.SetSeed(d.ws.Next.Seed() + 1)
			d.ws.Runs.Queue()
		}
		all := d.ws.Runs.Results()
		slices.Reverse(all)
		queued = all[1:]
		if len(queued) != workspace.AtOnce()+1 || d.ws.Now().Shown != all[0] {
			t.Fatalf("%d runs are queued, shown is %d", len(queued), d.ws.Now().Shown)
		}
		waiting := 0
		for _, id := range queued {
			if d.ws.Runs.Jobs[id].Queued {
				waiting++
			}
		}
		if waiting != 2 { // beside the one that was started by hand as many work as may
			t.Errorf("%d runs wait", waiting)
		}
	})
	h.release()
	d.until("the end of all runs", func() bool {
		for _, id := range queued {
			if j := d.ws.Runs.Jobs[id]; j == nil || j.Progress().State != run.Finished {
				return false
			}
		}
		return true
	})
	d.do(func() {
		for _, id := range queued {
			if j := d.ws.Runs.Jobs[id]; j.Snapshot == nil || j.Snapshot.Iteration != 40 {
				t.Errorf("result %d was not fitted", id)
			}
		}
	})
}

// A result that is dragged to the right half of the figures is shown in the second pane, to the left
// half in the first; dropped elsewhere it stays where it is.
func TestDragResults(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{})
	s.openSample("iris")
	for n := range 2 {
		s.do(func() {
			if err := s.w.ws.Next.SetModel("kmeans"); err != nil {
				t.Fatal(err)
			}
			s.w.ws.Next.SetSeed(uint64(n + 1))
			test.Tap(s.w.run.go_)
		})
		s.until("a result", func() bool { return len(s.w.ws.Runs.Entries()) == n+1 && !s.w.ws.Runs.Stage().Working })
	}
	drag := func(id study.ResultID, x, y float32) {
		drop := fyne.NewPos(x, y)
		s.w.list.list.Do.Carry(id, drop, false)
		s.w.list.list.Do.Carry(id, drop, true)
	}
	s.do(func() {
		ids := s.w.ws.Runs.Results()
		newest, oldest := ids[0], ids[1]
		area := controls.AreaOf(s.w.centre.figures)
		drag(oldest, area.At.X-30, area.At.Y+40)
		if s.w.centre.other.on() || s.w.ws.Now().Shown != newest {
			t.Error("a result that is dropped in the left column moves")
		}
		drag(oldest, area.At.X+0.75*area.Size.Width, area.At.Y+40)
		if s.w.centre.other.chosen.Result != oldest || s.w.ws.Now().Shown != newest {
			t.Errorf("in the second pane is %d", s.w.centre.other.chosen.Result)
		}
		drag(oldest, area.At.X+0.75*area.Size.Width, area.At.Y+40)
		if !s.w.centre.other.on() {
			t.Error("dropped there again, it goes away")
		}
		drag(oldest, area.At.X+10, area.At.Y+40)
		if s.w.ws.Now().Shown != oldest {
			t.Error("dropped at the left, it is not shown there")
		}
		drag(oldest+77, area.At.X+10, area.At.Y+40)
		if s.w.ws.Now().Shown != oldest {
			t.Error("a result that is gone is shown")
		}
	})
}

// TestDuplicateShowsTheForm: the settings of a result are put into the form, and the form comes in sight.
func TestDuplicateShowsTheForm(t *testing.T) {
	s := newStage(t, fyne.NewSize(1366, 520), nil, kmeans.Model{})
	s.fitted("iris", "kmeans")
	s.do(func() {
		place := func(o fyne.CanvasObject) float32 {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
		}
		form, run := s.w.model.object, s.w.run.object
		if place(form)+60 < place(run) {
			t.Fatalf("the form is in sight at %v, above %v", place(form), place(run))
		}
		s.w.list.list.Do.Duplicate(s.w.ws.Runs.Results()[0])
		if y := place(form); y < 0 || y+60 > place(run) {
			t.Errorf("the form begins at %v, the buttons at %v", y, place(run))
		}
	})
}

// A duplicate hides what was hidden from its original, whatever its seed, and says so in the form, where that can
// be undone; another model hides nothing.
func TestDuplicateHidesTheSame(t *testing.T) {
	s := newStage(t, usual, nil, realModel(t, "gaussian"), kmeans.Model{})
	s.openSample("iris")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
	})
	s.until("the data", func() bool { return s.w.ws.Data() != nil && s.w.ws.Busy() == "" })
	s.do(func() {
		s.w.ws.Doc.Do("hide", "",
			func(now study.State) study.State { now.Setup.Held = &fit.Held{Share: 0.1}; return now })
		test.Tap(s.w.run.go_)
	})
	s.until("the fit", func() bool { return len(s.w.ws.Runs.Results()) == 1 && s.w.ws.Runs.Stage().Ended })
	s.do(func() {
		s.w.ws.Next.HideNothing()
		if s.w.model.hiddenRow.Visible() {
			t.Error("the form hides something")
		}
		s.w.list.list.Do.Duplicate(s.w.ws.Runs.Results()[0])
		if !s.w.model.hiddenRow.Visible() || s.w.model.hidden.Text != "10 % of the table ✕" {
			t.Errorf("the form says %q", s.w.model.hidden.Text)
		}
		s.w.ws.Next.SetSeed(7)
		test.Tap(s.w.run.go_)
	})
	s.until("the duplicate", func() bool { return len(s.w.ws.Runs.Results()) == 2 && s.w.ws.Runs.Stage().Ended })
	s.do(func() {
		var hidden []*fit.Held
		for _, id := range s.w.ws.Runs.Results() {
			r, _ := s.w.ws.Doc.Result(id)
			hidden = append(hidden, r.Fit.Spec.Held)
			if n := len(s.w.ws.Runs.Jobs[id].Run.Material().Data.Rows); n != 135 {
				t.Errorf("%d of 150 rows are fitted", n)
			}
		}
		if h := hidden[0]; h == nil || h.Share != 0.1 || h.Seed == nil || *h.Seed != 1 {
			t.Errorf("the duplicate hides %+v", h)
		}
		test.Tap(s.w.model.hidden)
		if s.w.model.hiddenRow.Visible() || s.w.ws.Next.Hidden() != nil {
			t.Error("the button does not let it go")
		}
		s.w.list.list.Do.Duplicate(s.w.ws.Runs.Results()[0])
		if err := s.w.ws.Next.SetModel("kmeans"); err != nil {
			t.Fatal(err)
		}
		if s.w.ws.Next.Hidden() != nil {
			t.Error("another model hides the same")
		}
	})
}

// A sampler that was asked for many sweeps says of how many, and the list that they are not the usual
// number; a search that ends by itself does not.
func TestManySweeps(t *testing.T) {
	p := run.Progress{Iteration: 120, Target: 200_000, Fraction: 1, State: run.Running}
	sampler, search := inference.Info{Iteration: "sweep", Samples: true, Iterations: 1000}, inference.Info{Iterations: say.Endless}
	if line, _ := say.ProgressLines(p, sampler); !strings.Contains(line, "sweep 120 of 200,000") {
		t.Errorf("a sampler says %q", line)
	}
	if line, _ := say.ProgressLines(p, search); line != "iteration 120, until settled" {
		t.Errorf("a search says %q", line)
	}
	if a, b := say.BarFraction(p, sampler, false), say.BarFraction(p, search, false); a <= 0.1 || b != 0.1 {
		t.Errorf("bars of %v and %v", a, b)
	}
	s := newStage(t, usual, nil, realModel(t, "dpmm"))
	s.openSample("iris")
	s.do(func() {
		n := 200_000
		m := realModel(t, "dpmm")
		spec := fit.Spec{Model: "dpmm", Settings: fit.ValuesOf(m.Info().Defaults()), Seed: 1, Chains: max(1, m.Info().Chains), Goal: fit.Goal{Iterations: &n}}
		if got := settingsInWords(s.w.ws, study.Result{Fit: &fit.Result{Spec: spec}}); !strings.HasPrefix(got, "200,000 ") {
			t.Errorf("the list says %q", got)
		}
		if got := settingsInWords(s.w.ws, study.Result{Fit: &fit.Result{Spec: spec, Ended: run.Finished, Iterations: 23}}); !strings.HasPrefix(got, "23 of 200,000 ") {
			t.Errorf("of a fit that ended early the list says %q", got)
		}
		iterations := m.Info().Iterations
		spec.Goal.Iterations = &iterations
		if got := settingsInWords(s.w.ws, study.Result{Fit: &fit.Result{Spec: spec}}); got != "" {
			t.Errorf("of a usual fit the list says %q", got)
		}
		spec.Chains = 3
		if got := settingsInWords(s.w.ws, study.Result{Fit: &fit.Result{Spec: spec}}); m.Info().Samples && got != "3 chains" {
			t.Errorf("of three chains the list says %q", got)
		}
	})
}

// A result says that the settings have changed only where those of its own model have: a click on the result of
// another model changes none.
func TestStaleSettingsAreOfTheSameModel(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "fake", target: 3})
	s.openSample("animals")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("fake"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the run", func() bool {
		r := s.w.ws.Runs.Results()
		return len(r) == 1 && s.w.ws.Runs.Jobs[r[0]].Progress().State == run.Finished
	})
	said := func() string { _, text := statusOf(s.w.ws); return text }
	s.do(func() {
		if text := said(); strings.Contains(text, "next run") {
			t.Errorf("nothing has changed, but it says %q", text)
		}
		s.w.ws.Next.SetSeed(7)
		if text := said(); !strings.Contains(text, "settings have changed") {
			t.Errorf("of another seed it says %q", text)
		}
		if err := s.w.ws.Next.SetModel("slow"); err != nil {
			t.Fatal(err)
		}
		if text := said(); strings.Contains(text, "changed") || !strings.Contains(text, "The next run fits ") {
			t.Errorf("with another model it says %q", text)
		}
	})
}

// Results of all tables stand in one list, each table with its name; a click on one of another table shows it
// with its table.
func TestResultsOfAllTables(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "fake", target: 3})
	list := s.w.list.list
	for _, sample := range []string{"animals", "iris"} {
		s.openSample(sample)
		s.do(func() {
			if err := s.w.ws.Next.SetModel("fake"); err != nil {
				t.Fatal(err)
			}
		})
		s.until("the data", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data() != nil })
		s.do(func() { s.w.ws.Runs.Run() })
		s.until("a run", func() bool { return s.w.ws.Runs.Stage().Ended && s.w.centre.shown.Table.Name == sample })
	}
	var other study.ResultID
	s.do(func() {
		e := list.Entries()
		if len(e) != 3 || e[0].Head != "iris" || !e[0].Shown || e[1].Head != "" || e[1].Title != "First tree" ||
			e[2].Head != "animals" {
			t.Fatalf("%+v are listed", e)
		}
		other = e[2].ID
		list.Do.Show(other)
	})
	s.until("the other table", func() bool {
		return s.w.ws.Table().Name == "animals" && s.w.ws.Now().Shown == other &&
			s.w.centre.seen() == s.w.centre.wanted().Stamp
	})
	s.do(func() {
		if e := list.Entries(); e[0].ID != other || e[0].Head != "animals" || !e[0].Shown ||
			e[len(e)-1].Head != "iris" {
			t.Errorf("%+v are listed", e)
		}
	})
}
