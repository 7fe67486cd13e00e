package autosave

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/study"

	"gonum.org/v1/gonum/mat"
)

// fake is a clock that a test drives.
type fake struct {
	mu      sync.Mutex
	now     time.Time
	worked  time.Duration
	waiting []*waiter
	asked   chan time.Duration // how long somebody begins to wait
}

type waiter struct {
	at time.Time
	c  chan time.Time
}

func newFake() *fake { return &fake{now: noon, asked: make(chan time.Duration, 100)} }

func (f *fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fake) Worked() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.worked
}

func (f *fake) work(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.worked += d
}

func (f *fake) After(d time.Duration) <-chan time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := &waiter{f.now.Add(d), make(chan time.Time, 1)}
	f.waiting = append(f.waiting, w)
	f.asked <- d
	return w.c
}

func (f *fake) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	left := f.waiting[:0]
	for _, w := range f.waiting {
		if w.at.After(f.now) {
			left = append(left, w)
		} else {
			w.c <- f.now
		}
	}
	f.waiting = left
}

func table() *inference.Table {
	return &inference.Table{Name: "t", Rows: []string{"a", "b", "c"}, Columns: []string{"x"},
		X: mat.NewDense(3, 1, []float64{1, 2, 4}), Kind: inference.Continuous}
}

func contents(note string) study.Contents {
	return study.Contents{State: study.State{Note: note}.Opened(study.Sheet{Table: 1}),
		Tables: map[study.TableID]*inference.Table{1: table()}}
}

// bench is a Keeper with what it saves.
type bench struct {
	t     *testing.T
	clock *fake
	root  string
	s     *Session
	k     *Keeper
	told  chan error
	mu    sync.Mutex
	work  Work
	took  time.Duration // that a save takes
	works time.Duration // that the processor works for it
}

func newBench(t *testing.T, d *disk.Disk) *bench {
	b := &bench{t: t, clock: newFake(), root: t.TempDir(), told: make(chan error, 100)}
	var err error
	if b.s, err = Begin(b.root, d); err != nil {
		t.Fatal(err)
	}
	b.k = Keep(b.s, func(context.Context) (Work, bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.clock.pass(b.took)
		b.clock.work(b.works)
		return b.work, true
	}, Options{Clock: b.clock, Told: func(err error) { b.told <- err }})
	t.Cleanup(func() {
		b.k.Stop()
		<-b.k.Gone()
		if err := b.s.Discard(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) costs(took, works time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.took, b.works = took, works
}

func (b *bench) set(w Work) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.work = w
}

// holds waits for a save and checks what is then on the disk.
func (b *bench) holds(note string) {
	b.t.Helper()
	if err := <-b.told; err != nil {
		b.t.Fatal(err)
	}
	c, lost := opened2(b.t, b.s.dir)
	if len(lost) > 0 || c.State.Note != note {
		b.t.Errorf("saved is %q, not %q: %v", c.State.Note, note, lost)
	}
}

func opened2(t *testing.T, dir string) (study.Contents, []study.Loss) {
	t.Helper()
	s := &Session{Store: opened(t, dir, nil)}
	return s.Contents()
}

func TestAChangeIsSavedAndThenAtMostEveryTenSeconds(t *testing.T) {
	b := newBench(t, nil)
	b.set(Work{Contents: contents("one")})
	b.k.Changed()
	b.holds("one")
	b.set(Work{Contents: contents("two")})
	b.k.Changed()
	if d := <-b.clock.asked; d != Every-reserve {
		t.Errorf("the next save waits %v", d)
	}
	b.clock.pass(Every - reserve - time.Second)
	if len(b.told) > 0 {
		t.Error("it was saved too early")
	}
	b.set(Work{Contents: contents("three")})
	b.k.Changed()
	b.clock.pass(time.Second)
	b.holds("three")
	b.set(Work{Contents: contents("four")})
	b.k.Changed()
	<-b.clock.asked
	b.k.Ended() // is saved at once
	b.holds("four")
}

// However long a save lasts on a loaded machine, no more than Every of a run's work is lost, unless
// the saves alone would keep the processor busy.
func TestAnEncumberedMachineDelaysNoSave(t *testing.T) {
	for _, c := range []struct {
		took, works, wait, urgent time.Duration // waits from the beginning of the save
	}{
		{took: 300 * time.Millisecond, works: 20 * time.Millisecond, wait: Every - reserve, urgent: time.Second},
		{took: 800 * time.Millisecond, works: 20 * time.Millisecond, wait: 8400 * time.Millisecond, urgent: time.Second},
		{took: 30 * time.Second, works: 800 * time.Millisecond, wait: 5 * time.Second, urgent: 5 * time.Second},
		{took: 2 * time.Second, works: 2 * time.Second, wait: 6 * time.Second, urgent: 6 * time.Second},
		{took: 3 * time.Second, works: 3 * time.Second, wait: 6 * time.Second, urgent: 6 * time.Second},
		{took: 20 * time.Second, works: 20 * time.Second, wait: 40 * time.Second, urgent: 40 * time.Second},
	} {
		b := newBench(t, nil)
		b.set(Work{Contents: contents("")})
		b.costs(c.took, c.works)
		for _, urgent := range []bool{false, true} {
			b.clock.pass(time.Hour)
			b.k.Changed()
			b.holds("")
			wait, tell := c.wait, b.k.Changed
			if urgent {
				wait, tell = c.urgent, b.k.Ended
			}
			tell()
			if wait <= c.took { // it is due already
				b.holds("")
				continue
			}
			if d := <-b.clock.asked; d != wait-c.took {
				t.Errorf("after a save of %v that worked %v the next one (a run has ended: %t) waits %v, not %v", c.took, c.works,
					urgent, d, wait-c.took)
			}
			b.clock.pass(wait)
			b.holds("")
		}
	}
}

// A save that takes twice as long as any of the last few, on a machine that is getting busier, is done
// before Every has passed since the previous one began.
func TestASlowerSaveIsDoneInTime(t *testing.T) {
	b := newBench(t, nil)
	b.set(Work{Contents: contents("")})
	begun := noon
	for i, took := range []time.Duration{100, 400, 100, 900, 500, 1800, 200, 300, 100, 900} {
		b.costs(took*time.Millisecond, 0)
		b.k.Changed()
		if i > 0 {
			b.clock.pass(<-b.clock.asked)
		}
		b.holds("")
		if lost := b.clock.Now().Sub(begun); i > 0 && lost > Every {
			t.Errorf("save %d is done %v after the one before began", i, lost)
		}
		begun = b.clock.Now().Add(-took * time.Millisecond)
	}
}

// saver is a fit at work.
type saver struct{ saves int }

func (s *saver) Save(context.Context) (*pieces.Bytes, error) {
	s.saves++
	return pieces.Of([]byte{byte(s.saves)}), nil
}

func TestOnlyWhatChangedIsMadeAgain(t *testing.T) {
	b := newBench(t, nil)
	c := contents("")
	spec := job.Spec{Version: job.SpecVersion, Model: "kmeans"}
	c.Results = map[study.ResultID]study.Result{
		1: {ID: 1, Table: 1, Fit: &job.Result{Spec: spec, State: pieces.Of([]byte("kept")), Version: "1"}},
		2: {ID: 2, Table: 1, Fit: &job.Result{Spec: spec}},
	}
	c.State = c.State.WithResult(1).WithResult(2)
	fit := &saver{}
	w := Work{Contents: c, Of: "/a/b.espalier", Running: map[study.ResultID]Fit{2: fit}}
	b.set(w)
	b.k.Changed()
	b.holds("")
	c.Results[1].Fit.Version = "2" // which nobody does: it shows whether it is looked at again
	b.k.Ended()
	b.holds("")
	back, _ := opened2(t, b.s.dir)
	if r := back.Results; r[1].Fit.Version != "1" || string(r[1].Fit.State.Start(9)) != "kept" ||
		string(r[2].Fit.State.Start(9)) != "\x02" || fit.saves != 2 {
		t.Errorf("%+v %+v, %d saves", r[1].Fit, r[2].Fit, fit.saves)
	}
	if of, at, ok := b.s.Saved(); of != "/a/b.espalier" || !at.Equal(noon) || !ok {
		t.Errorf("%q %v %v", of, at, ok)
	}
	w.Clean = true
	b.set(w)
	b.k.Ended()
	if err := <-b.told; err != nil {
		t.Fatal(err)
	}
	if _, _, ok := b.s.Saved(); ok {
		t.Error("what is in the study file is kept here too")
	}
	w.Clean = false
	b.set(w)
	b.k.Ended()
	b.holds("")
}

func TestAFailedSaveIsToldAndTriedAgain(t *testing.T) {
	full := errors.New("no space left on device")
	var mu sync.Mutex
	bad := false
	b := newBench(t, &disk.Disk{Before: func(op disk.Op, _ string, _ int) error {
		mu.Lock()
		defer mu.Unlock()
		if bad && op == disk.Write {
			return full
		}
		return nil
	}})
	b.set(Work{Contents: contents("one")})
	b.k.Changed()
	b.holds("one")
	mu.Lock()
	bad = true
	mu.Unlock()
	b.set(Work{Contents: contents("two")})
	b.k.Ended()
	if err := <-b.told; !errors.Is(err, full) {
		t.Error(err)
	}
	if c, lost := opened2(t, b.s.dir); len(lost) > 0 || c.State.Note != "one" {
		t.Errorf("%q %v", c.State.Note, lost)
	}
	mu.Lock()
	bad = false
	mu.Unlock()
	b.k.Ended()
	b.holds("two")
}

func TestSessions(t *testing.T) {
	root := filepath.Join(t.TempDir(), "state", "autosave")
	if all, lost := Orphans(root, nil); len(all)+len(lost) > 0 {
		t.Error(all, lost)
	}
	var names []string
	for i, note := range []string{"old", "new", ""} {
		s, err := Begin(root, nil)
		if err != nil {
			t.Fatal(err)
		}
		if note != "" {
			if err := s.SaveStudy(contents(note), "", "", noon.Add(time.Duration(i)*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		names = append(names, s.dir)
		if i == 0 {
			if all, _ := Orphans(root, nil); len(all) != 0 {
				t.Error("a session at work is taken for an orphan")
			}
		}
		left := filepath.Join(s.dir, ".manifest.json.7.new")
		if err := os.WriteFile(left, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s.lock.Release() // as the system does for a process that dies
	}
	all, lost := Orphans(root, nil)
	if len(lost) > 0 || len(all) != 2 || all[0].dir != names[1] || all[1].dir != names[0] {
		t.Fatal(all, lost)
	}
	if again, _ := Orphans(root, nil); len(again) != 0 {
		t.Error("an orphan is offered twice")
	}
	if c, lost := all[0].Contents(); len(lost) > 0 || c.State.Note != "new" {
		t.Error(c.State.Note, lost)
	}
	if _, err := os.Stat(names[2]); !errors.Is(err, os.ErrNotExist) {
		t.Error("a session in which nothing was saved is still there")
	}
	for _, dir := range names[:2] {
		if files, _ := os.ReadDir(dir); len(files) != 3 {
			t.Errorf("%s holds %v", dir, files)
		}
	}
	if err := all[0].Discard(); err != nil {
		t.Error(err)
	}
	if err := all[1].Release(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(root); len(left) != 1 {
		t.Errorf("left are %v", left)
	}
	t.Setenv("XDG_STATE_HOME", "/somewhere")
	if got, err := Folder(); err != nil || got != filepath.FromSlash("/somewhere/espalier/autosave") {
		t.Error(got, err)
	}
}

// normal is a table of normal numbers around a few centres.
func normal(n, d int) *inference.Table {
	r := rand.New(rand.NewPCG(1, 2))
	t := &inference.Table{Name: "normal", X: mat.NewDense(n, d, nil), Kind: inference.Continuous}
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprint("row ", i))
		for j := range d {
			t.X.(*mat.Dense).Set(i, j, r.NormFloat64()+float64(i%7)*float64(j%3))
		}
	}
	for j := range d {
		t.Columns = append(t.Columns, fmt.Sprint("column ", j))
	}
	return t
}
