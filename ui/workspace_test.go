package ui

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/ui/workspace"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"
)

func TestFirstTreeComesByItself(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	d.open(testTable("beans", 20))
	d.until("the first tree", func() bool {
		r := d.ws.Runs.Result()
		return r != nil && r.First && r.Snapshot != nil && len(forest.TreesOf(r.Snapshot)) > 0
	})
	d.do(func() {
		if s := d.ws.Runs.Stage(); s.Exists {
			t.Error("the first tree counts as a run")
		}
		if n := d.ws.Doc.Steps(); n != 0 {
			t.Errorf("an empty workspace is remembered: %d steps of history", n)
		}
	})
}

func TestRunPauseStepStopMore(t *testing.T) {
	h := newHold(3)
	d := newDesk(t, fakeModels(h))
	d.open(testTable("beans", 20))
	d.do(d.ws.Runs.Go)
	d.until("an iteration", func() bool { p, _ := d.ws.Runs.Progress(); return d.ws.Runs.Stage().Exists && p.Iteration >= 2 })
	h.meet()
	d.do(d.ws.Runs.Go)
	d.until("the pause", func() bool { return d.ws.Runs.Stage().Paused })
	var at int
	d.do(func() { p, _ := d.ws.Runs.Progress(); at = p.Iteration })
	d.do(d.ws.Runs.Step)
	d.until("one step", func() bool {
		p, _ := d.ws.Runs.Progress()
		return d.ws.Runs.Stage().Paused && p.Iteration == at+1
	})
	d.do(d.ws.Runs.Stop)
	d.until("the stop", func() bool { return d.ws.Runs.Stage().Ended })
	d.do(func() {
		if r := d.ws.Runs.Result(); r.Snapshot == nil || r.Snapshot.Iteration != at+1 {
			t.Errorf("the result of the stopped run is lost: %+v", r.Snapshot)
		}
		if !d.ws.Runs.Stage().More {
			t.Error("a stopped run cannot go on")
		}
	})
	d.do(d.ws.Runs.More)
	d.until("the end", func() bool {
		p, _ := d.ws.Runs.Progress()
		return p.State == run.Finished && p.Iteration == at+1+40 && d.ws.Runs.Result().Snapshot.Iteration == p.Iteration
	})
	d.do(d.ws.Runs.Go) // Run more again
	d.until("more", func() bool { p, _ := d.ws.Runs.Progress(); return p.Iteration > at+1+40 })
}

// A step that is asked for while the last snapshot of a stopped run is made leaves a run that
// can be worked with.
func TestStepBeforeTheLastSnapshot(t *testing.T) {
	var engine atomic.Pointer[fit.Handle]
	asked := make(chan struct{})
	shoot := func() { // the last snapshot takes until the step was asked for
		if h := engine.Load(); h != nil && (*h).Progress().State.Ended() {
			<-asked
		}
	}
	held := newHold(3)
	d := newDesk(t, []inference.Model{fakeModel{name: "costly", target: 40, hold: held, shoot: &shoot}})
	d.open(testTable("beans", 20))
	d.do(d.ws.Runs.Go)
	d.until("an iteration", func() bool { p, _ := d.ws.Runs.Progress(); return d.ws.Runs.Stage().Exists && p.Iteration >= 2 })
	held.meet()
	d.do(func() {
		engine.Store(&d.ws.Runs.Job().Run)
		d.ws.Runs.Stop()
	})
	d.until("the stop of the engine", func() bool { return d.ws.Runs.Job().Run.Progress().State.Ended() })
	at := 0
	d.do(func() {
		if d.ws.Runs.Stage().Ended {
			t.Error("the run has ended before its last snapshot")
		}
		at = d.ws.Runs.Job().Run.Progress().Iteration
		d.ws.Runs.Step()
	})
	close(asked)
	d.until("the pause after the step", func() bool {
		p, _ := d.ws.Runs.Progress()
		return d.ws.Runs.Stage().Paused && p.Iteration > at
	})
	d.do(d.ws.Runs.Go)
	d.until("the end", func() bool { return d.ws.Runs.Stage().Ended })
	d.do(func() {
		if p, _ := d.ws.Runs.Progress(); !d.ws.Runs.Stage().More || d.ws.Runs.Result().Snapshot.Iteration != p.Iteration {
			t.Errorf("%+v after %d iterations, shown %d", d.ws.Runs.Stage(), p.Iteration, d.ws.Runs.Result().Snapshot.Iteration)
		}
	})
}

// A snapshot that comes in after the end of its run, which brought a newer one of the same iteration, is
// not shown, and what the run left is kept.
func TestSnapshotAfterTheEnd(t *testing.T) {
	h := newHold(3)
	d := newDesk(t, fakeModels(h))
	d.open(testTable("beans", 20))
	d.do(d.ws.Runs.Go)
	d.until("an iteration", func() bool { p, _ := d.ws.Runs.Progress(); return d.ws.Runs.Stage().Exists && p.Iteration >= 2 })
	h.meet()
	d.do(d.ws.Runs.Stop)
	d.until("the end", func() bool {
		j := d.ws.Runs.Job()
		if !j.Landed {
			return false
		}
		late := *j.Snapshot // the document has not been given yet what the run left
		d.ws.Runs.Arrived(j, &late)
		return true
	})
	d.until("what the run left", func() bool { return d.ws.Runs.Job().Kept })
	d.do(func() {
		j := d.ws.Runs.Job()
		if r, _ := d.ws.Doc.Result(j.ID); j.Snapshot != j.Run.Latest() || r.Fit.Snapshot != j.Snapshot {
			t.Error("another snapshot is shown than that of the end")
		}
	})
}

func TestChangeWhileRunningKeepsTheResult(t *testing.T) {
	d := newDesk(t, fakeModels(newHold(3)))
	d.open(testTable("beans", 20))
	d.do(d.ws.Runs.Go)
	d.until("a result", func() bool {
		r := d.ws.Runs.Result()
		now, _ := d.ws.Runs.Progress()
		return !r.First && r.Snapshot != nil && now.Iteration >= 2
	})
	p := d.ws.Preprocessing()
	p.Scale = false
	d.do(func() { d.ws.SetPreprocessing("Scale", p) })
	d.until("the new table", func() bool { return d.ws.Data().Preprocessing == p })
	d.do(func() {
		if r := d.ws.Runs.Result(); r != nil && !r.First {
			t.Error("the result of the old table is shown for the new one")
		}
		if n := d.ws.Notice; n.Bad || n.Text == "" {
			t.Errorf("nothing is said of the stopped run: %+v", n)
		}
		if what := d.ws.Doc.UndoName(); what != "Scale" {
			t.Errorf("undo would take back %q", what)
		}
	})
	d.do(d.ws.Undo)
	d.until("the old result", func() bool { r := d.ws.Runs.Result(); return r != nil && !r.First && r.Snapshot.Iteration >= 2 })
	d.until("its run to have stopped", func() bool { return d.ws.Runs.Stage().Ended })
	d.do(func() {
		if !d.ws.Preprocessing().Scale {
			t.Error("undo left the preprocessing")
		}
	})
	d.do(d.ws.Runs.More)
	d.until("the old run to go on", func() bool { now, _ := d.ws.Runs.Progress(); return now.Iteration > 2 })
	d.do(d.ws.Redo)
	d.until("redo", func() bool { return d.ws.Preprocessing() == p })
}

func TestQuickChangesAddUp(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	d.open(testTable("beans", 20))
	d.do(func() {
		p := d.ws.Preprocessing()
		p.Scale = false
		d.ws.SetPreprocessing("Scale", p)
		p = d.ws.Preprocessing()
		p.Log2p1 = true
		d.ws.SetPreprocessing("log2(x + 1)", p)
	})
	want := inference.Preprocessing{Centre: true, Log2p1: true}
	d.until("both changes", func() bool { return d.ws.Data().Preprocessing == want })
}

func TestWhatCannotBePreparedChangesNothing(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	table := testTable("beans", 20)
	table.X.(*mat.Dense).Set(3, 1, -4)
	d.open(table)
	d.do(func() {
		p := d.ws.Preprocessing()
		p.Log2p1 = true
		d.ws.SetPreprocessing("log2(x + 1)", p)
	})
	d.until("the refusal", func() bool { return d.ws.Notice.Bad })
	d.do(func() {
		if d.ws.Preprocessing().Log2p1 || d.ws.Data() == nil || d.ws.Busy() != "" {
			t.Error("the refused change is shown as made")
		}
		if err := d.ws.Notice.Err; err == nil || !strings.Contains(err.Error(), "row 4") {
			t.Errorf("the error does not name the row: %v", err)
		}
	})
}

func TestOpening(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	beans := testTable("beans", 20)
	d.open(beans)
	bad := errors.New("peas.csv, line 3: too few cells")
	d.do(func() {
		d.ws.Open("peas.csv", func(context.Context) (*inference.Table, error) { return nil, bad })
	})
	d.until("the error", func() bool { return d.ws.Notice.Bad })
	d.do(func() {
		if d.ws.Table() != beans || !errors.Is(d.ws.Notice.Err, bad) || d.ws.Busy() != "" {
			t.Errorf("after an error the table is %v, the notice %+v", d.ws.Table().Name, d.ws.Notice)
		}
		d.ws.Open("panic.csv", func(context.Context) (*inference.Table, error) { panic("of the reader") })
	})
	d.until("the panic", func() bool { return strings.Contains(d.ws.Notice.Text, "panic.csv") })

	waits := make(chan struct{})
	d.do(func() {
		d.ws.Open("slow.csv", func(ctx context.Context) (*inference.Table, error) {
			close(waits)
			<-ctx.Done()
			return nil, ctx.Err()
		})
	})
	<-waits
	d.do(func() {
		if d.ws.Busy() != "Reading slow.csv" {
			t.Errorf("busy with %q", d.ws.Busy())
		}
		d.ws.CancelOpen()
		if d.ws.Busy() != "" {
			t.Error("busy after the opening was given up")
		}
	})
	peas := testTable("peas", 12)
	d.do(func() { d.ws.Open("peas", func(context.Context) (*inference.Table, error) { return peas, nil }) })
	d.until("peas", func() bool { return d.ws.Table() == peas })
	d.do(d.ws.Undo)
	d.until("beans again", func() bool { return d.ws.Table() == beans && d.ws.Data() != nil && d.ws.Data().Name == "beans" })
}

func TestSettings(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	d.open(testTable("beans", 20))
	d.do(func() {
		if err := d.ws.Next.Set("alpha", "1.5", true); err == nil || !strings.Contains(err.Error(), "alpha") {
			t.Errorf("alpha = 1.5 gives %v", err)
		}
		if err := d.ws.Next.Set("c", "2", true); err != nil {
			t.Fatal(err)
		}
		if s := d.ws.Next.Settings(); s.Text("c") != "2" || !s.Fixed("c") {
			t.Errorf("c is %s, fixed %v", s.Text("c"), s.Fixed("c"))
		}
		if err := d.ws.Next.SetModel("failing"); err != nil {
			t.Fatal(err)
		}
		if s := d.ws.Next.Settings(); s.Text("c") != "2" || !s.Fixed("c") {
			t.Error("the next model does not take over what it has in common")
		}
		d.ws.Undo()
		d.ws.Undo()
		if s := d.ws.Next.Settings(); s.Text("c") != "1" || s.Fixed("c") {
			t.Errorf("undo leaves c = %s, fixed %v", s.Text("c"), s.Fixed("c"))
		}
		if err := d.ws.Next.SetModel("none"); err == nil {
			t.Error("a model that is not there can be picked")
		}
	})
}

func TestStaleSettingsDoNotDisturbTheRun(t *testing.T) {
	h := newHold(3)
	d := newDesk(t, fakeModels(h))
	d.open(testTable("beans", 20))
	d.do(d.ws.Runs.Go)
	d.until("an iteration", func() bool { p, _ := d.ws.Runs.Progress(); return d.ws.Runs.Stage().Exists && p.Iteration >= 1 })
	d.do(func() {
		d.ws.Next.SetSeed(7)
		if s := d.ws.Runs.Stage(); !s.Working || !s.Stale {
			t.Errorf("after a new seed the stage is %+v", s)
		}
	})
	h.release()
	d.until("the end", func() bool { return d.ws.Runs.Stage().Ended })
	d.do(func() {
		if d.ws.Runs.Result().Seed != 1 {
			t.Error("the result claims the new seed")
		}
		d.ws.Runs.Go() // not "more", but a run with the new seed
	})
	d.until("the new run", func() bool { r := d.ws.Runs.Result(); return r.Seed == 7 && r.Snapshot != nil })
}

func TestPanicOfAModelIsShown(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	d.open(testTable("beans", 20))
	d.do(func() {
		if err := d.ws.Next.SetModel("failing"); err != nil {
			t.Fatal(err)
		}
		d.ws.Runs.Run()
	})
	d.until("the failure", func() bool { return d.ws.Notice.Bad })
	d.do(func() {
		if s := d.ws.Runs.Stage(); !s.Ended || s.More {
			t.Errorf("stage after a failure: %+v", s)
		}
		if r := d.ws.Runs.Result(); r.Snapshot == nil || r.Err == nil {
			t.Error("what was found before the failure is lost")
		}
	})
}

// Close returns although a step is at work that ends only afterwards.
func TestCloseDoesNotWait(t *testing.T) {
	step := make(chan struct{})
	d := newDesk(t, []inference.Model{fakeModel{name: "sleepy", target: 1000, deaf: step}})
	d.open(testTable("beans", 20))
	d.do(d.ws.Runs.Go)
	d.until("the run", func() bool { return d.ws.Runs.Stage().Working })
	d.do(d.ws.Close)
	close(step)
}

func TestCloseLeavesNoGoroutine(t *testing.T) {
	before := goleak.IgnoreCurrent()
	d := newDesk(t, fakeModels(nil))
	d.open(testTable("beans", 20))
	for seed := range uint64(2 * workspace.OpenRuns) { // more runs than are kept open
		d.do(func() { d.ws.Next.SetSeed(seed + 10); d.ws.Runs.Run() })
		d.until("a result", func() bool { r := d.ws.Runs.Result(); return r.Seed == seed+10 && r.Snapshot != nil })
	}
	d.do(func() {
		if n := len(d.ws.Runs.Open); n > workspace.OpenRuns {
			t.Errorf("%d runs are kept open, more than %d", n, workspace.OpenRuns)
		}
		d.ws.Close()
	})
	allGone(t, before)
}

func TestRunWithoutTable(t *testing.T) {
	d := newDesk(t, fakeModels(nil))
	d.do(d.ws.Runs.Go)
	d.do(func() {
		if n := d.ws.Notice; !n.Bad || n.Err == nil {
			t.Errorf("Run without a table says %+v", n)
		}
	})
	d.do(func() { d.ws.Runs.Step(); d.ws.Runs.Stop(); d.ws.Runs.More(); d.ws.Undo(); d.ws.Redo() })
}

// Opening another table stops no run, and going back to a table finds its run where it has come to; a change of the
// table itself does stop it.
func TestRunsGoOnBesideAnotherTable(t *testing.T) {
	h := newHold(3)
	d := newDesk(t, fakeModels(h))
	d.open(testTable("beans", 20))
	d.do(d.ws.Runs.Go)
	h.meet()
	var first *workspace.Job
	var table study.TableID
	d.do(func() { first, table = d.ws.Runs.Job(), d.ws.Now().Open })
	d.open(testTable("peas", 12))
	d.do(func() {
		if p := first.Progress(); !p.State.Working() || d.ws.Runs.Job() == first || d.ws.Notice.Text != "" {
			t.Errorf("with another table the run is %v; %+v", p.State, d.ws.Notice)
		}
	})
	h.release()
	d.until("the end", func() bool { return first.Kept && first.Progress().State == run.Finished })
	d.do(func() { d.ws.Studies.ShowTable(table) })
	d.until("the first table", func() bool { return d.ws.Now().Open == table && d.ws.Busy() == "" })
	d.do(func() {
		if r := d.ws.Runs.Result(); r == nil || r.ID != first.ID || r.Snapshot.Iteration != 40 {
			t.Errorf("back at the table, %+v is shown", r)
		}
	})
}
