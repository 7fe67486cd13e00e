package ui

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/views/screen"
)

// twoResults saves a study with two results of one table, the second shown, and begins a new study.
func (s *stage) twoResults(path string) (first, second study.ResultID) {
	s.t.Helper()
	s.fitted("iris", "kmeans")
	s.do(func() { first = s.w.ws.Runs.Job().ID })
	s.do(func() {
		s.w.ws.Next.SetSeed(2)
		s.w.ws.Runs.Go()
	})
	s.until("the second fit", func() bool { j := s.w.ws.Runs.Job(); return j != nil && j.ID != first && j.Kept })
	s.do(func() {
		second = s.w.ws.Runs.Job().ID
		s.w.ws.Studies.SaveAs(path, func(err error) {
			if err != nil {
				s.t.Error(err)
			}
		})
	})
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() && s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" })
	s.do(s.w.study.newStudy)
	return first, second
}

// openHeld opens a study that shows a result. The others are read when somebody waits for them.
func (s *stage) openHeld(path string, shown study.ResultID) {
	s.t.Helper()
	s.do(func() {
		s.w.ws.Studies.Settled = func() <-chan struct{} { return make(chan struct{}) }
		s.w.opens.openPath(path)
	})
	s.until("the study", func() bool {
		return s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" && s.w.centre.shown != nil && s.w.centre.shown.ID == shown
	})
}

// A study is on the screen before the results are read that are not shown. They are in the list, and are read
// when one is asked for; what is saved meanwhile has them; nothing of it counts as a change.
func TestResultsThatAreNotShownAreReadLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	first, second := s.twoResults(path)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.openHeld(path, second)
	s.do(func() {
		w := s.w
		if !w.ws.Studies.Waits(first) || w.ws.Studies.Waits(second) || len(w.ws.Runs.Results()) != 2 {
			t.Errorf("the results are %v", w.ws.Runs.Results())
		}
		if e := w.list.entry(first); e.Title != w.ws.Runs.Jobs[second].Info.Title || e.Time == "" || e.Score != "" {
			t.Errorf("in the list it is %+v", e)
		}
		w.ws.Runs.Show(first)
		if got := w.centre.empty.Text; got != "Reading this result…" {
			t.Errorf("asked for, it says %q", got)
		}
		if w.exports.askReport(); w.Top() != nil || !strings.Contains(w.ws.Notice.Text, "still being read") {
			t.Errorf("a report without it is begun; %+v", w.ws.Notice)
		}
		w.ws.Dismiss()
		w.ws.Studies.Saved-- // as if something had changed
		w.ws.Runs.Show(second)
		w.study.save()
		if w.ws.Busy() == "" {
			t.Error("nothing is being saved")
		}
	})
	s.until("the save", func() bool { return s.w.ws.Busy() == "" && !s.w.ws.Studies.Waits(first) })
	s.do(func() {
		if s.w.ws.Studies.Changed() || s.w.ws.Notice.Bad {
			t.Errorf("what was read counts as a change; %+v", s.w.ws.Notice)
		}
		s.w.ws.Runs.Show(first)
		if shown := s.w.centre.shown; shown == nil || shown.ID != first || shown.Snapshot == nil {
			t.Errorf("shown is %+v", shown)
		}
	})
	c, lost, err := file.Read(path)
	if err != nil || len(lost) > 0 || len(c.Results) != 2 || c.Results[first].Fit.Snapshot == nil || c.Results[first].Fit.State == nil {
		t.Errorf("saved meanwhile: %+v, %v, %v", c.Results, lost, err)
	}
	if after, err := os.ReadFile(path); err != nil || len(after) < len(before)*9/10 {
		t.Errorf("%d bytes, before %d, %v", len(after), len(before), err)
	}
}

// spoil damages what a result of a study found.
func spoil(t *testing.T, path string, id study.ResultID) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"snapshot", "state"} {
		name := fmt.Sprintf("results/%d/%s", id, part)
		at := bytes.Index(data, []byte(name))
		if at < 0 {
			t.Fatal(name + " is not in the file")
		}
		data[at+len(name)+30] ^= 2
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Damage found while the other results are read is reported then, and those results leave the list.
func TestDamageThatIsFoundLaterIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	first, second := s.twoResults(path)
	spoil(t, path, first)
	s.do(func() { s.w.opens.openPath(path) })
	s.until("the damage", func() bool { return s.w.ws.Notice.Bad })
	s.do(func() {
		n := s.w.ws.Notice
		if !strings.Contains(n.Text, "damaged") || !strings.Contains(n.Err.Error(), "result") {
			t.Errorf("told is %q, %v", n.Text, n.Err)
		}
		if got := s.w.ws.Runs.Results(); len(got) != 1 || got[0] != second || s.w.centre.shown == nil || s.w.centre.shown.ID != second {
			t.Errorf("open are %v", got)
		}
	})
}

// What cannot be read is not saved over: its file stays as it is until the user has been told.
func TestAStudyWithDamageIsNotSavedOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	first, second := s.twoResults(path)
	spoil(t, path, first)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.openHeld(path, second)
	told := make(chan error, 1)
	s.do(func() {
		s.w.ws.Doc.Do("note", "", func(now study.State) study.State { now.Note = "x"; return now })
		s.w.ws.Studies.Save(func(err error) { told <- err })
	})
	if err := <-told; err == nil || err.Error() != "1 result could not be read: save under another name" {
		t.Errorf("told is %v", err)
	}
	s.do(func() {
		if !s.w.ws.Studies.Changed() {
			t.Error("it counts as saved")
		}
	})
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was written: %v", err)
	}
	s.until("the damage", func() bool { return s.w.ws.Notice.Bad })
	other := filepath.Join(t.TempDir(), "other.espalier")
	s.do(func() { s.w.ws.Studies.SaveAs(other, func(err error) { told <- err }) })
	if err := <-told; err != nil {
		t.Error(err)
	}
	if c, lost, err := file.Read(other); err != nil || len(lost) > 0 || len(c.Results) != 1 || c.Results[second].Fit.Snapshot == nil {
		t.Errorf("under another name: %+v, %v, %v", c.Results, lost, err)
	}
}

// A result that turns out to be damaged after it was asked for is not shown, nor does Undo bring it back.
func TestADamagedResultDoesNotComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	first, second := s.twoResults(path)
	spoil(t, path, first)
	s.openHeld(path, second)
	s.do(func() {
		s.w.ws.Doc.Do("note", "", func(now study.State) study.State { now.Note = "x"; return now })
		s.w.ws.Runs.Remove(second)
		if !s.w.ws.Studies.Waits(s.w.ws.Now().Shown) {
			t.Fatal("the damaged result is not asked for")
		}
	})
	s.until("the damage", func() bool { return s.w.ws.Notice.Bad })
	s.do(func() {
		if now := s.w.ws.Now(); now.Shown != 0 || len(now.Results) != 0 {
			t.Errorf("%+v", now)
		}
		s.w.ws.Undo()
		if now := s.w.ws.Now(); now.Shown != second || len(now.Results) != 1 {
			t.Errorf("after one step back %+v", now)
		}
		s.w.ws.Undo()
		if now := s.w.ws.Now(); now.Shown != second || len(now.Results) != 1 {
			t.Errorf("after two steps back %+v", now)
		}
		if _, ok := s.w.ws.Doc.Result(first); ok {
			t.Error("the document has it still")
		}
	})
}

// A fit that was at work when it was saved does not go on when it was removed before it was read. Undo brings
// it back as one that was stopped.
func TestARemovedFitDoesNotGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "iris.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "kmeans"))
	first, second := s.twoResults(path)
	c, _, err := file.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	c.Results[first].Fit.Ended = run.Paused
	f := file.Hold(path)
	if err := errors.Join(f.Save(c, "test"), f.Release()); err != nil {
		t.Fatal(err)
	}
	s.openHeld(path, second)
	s.do(func() {
		s.w.ws.Runs.Remove(first)
		s.w.ws.Studies.Rest.Want()
	})
	s.until("the rest", func() bool { return s.w.ws.Studies.Rest == nil })
	s.do(func() {
		if open := s.w.ws.Runs.Open; len(open) != 0 {
			t.Errorf("%d fits are at work", len(open))
		}
		s.w.ws.Undo()
		j := s.w.ws.Runs.Jobs[first]
		if known, ok := s.w.ws.Doc.Result(first); !ok || len(s.w.ws.Now().Results) != 2 ||
			known.Fit.Ended != run.Stopped || known.Fit.State == nil || j == nil || !j.Landed {
			t.Errorf("after Undo: %+v", known.Fit)
		}
	})
}

// The results that are not shown wait until the figure is drawn, however long that takes.
func TestDrawn(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	held, other := screen.NewWorker(), screen.NewWorker()
	t.Cleanup(held.Close)
	t.Cleanup(other.Close)
	release, begun := make(chan struct{}), make(chan struct{})
	let := sync.OnceFunc(func() { close(release) })
	defer let() // a test that fails ends too
	held.Submit(func() { close(begun); <-release })
	<-begun
	var drawn <-chan struct{}
	s.do(func() { drawn = s.w.drawn(time.Hour) })
	for range 100 { // what another worker draws does not matter
		other.Submit(func() {})
		<-other.Rest()
		select {
		case <-drawn:
			t.Fatal("a worker is at work, but all is drawn")
		default:
		}
	}
	let()
	<-drawn
}
