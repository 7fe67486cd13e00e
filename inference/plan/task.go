package plan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
)

// Options say how tasks are done. Nothing here changes their results.
type Options struct {
	Version string // of the program, for results
	Threads int    // of each task
	// Every is how much of its work a task may lose to a kill: saves begin so early that they end within it. Live is
	// how often it says how far it is; 0 for a minute and five seconds.
	Every, Live time.Duration
	// Pictures makes a task also publish its present result whenever it writes its progress.
	Pictures bool
	// Clock sends after a time; nil is the machine's.
	Clock func(time.Duration) <-chan time.Time
	// Kept is called for each state that was saved; nil for nobody.
	Kept func(Task)
	// Note receives notes for the user before a task starts; nil for nobody. Tasks that run at once call it at once.
	Note func(Task, string)
}

// Outcome is how the attempt at a task ended.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"
	Before  Outcome = "done before" // nothing was computed
	Busy    Outcome = "at work elsewhere"
	Stopped Outcome = "stopped" // with its state saved
	Failed  Outcome = "failed"
)

// Do does a task, from its last state where it has one. When ctx ends it saves its state and stops. The
// error says why the task failed, or its files could not be written; it may then be done again.
func (p *Plan) Do(ctx context.Context, t Task, o Options) (Outcome, error) {
	if p.finished(t) {
		return Before, nil
	}
	lock, err := disk.TryLock(p.path("locks", t.Hash))
	if held := (*disk.Locked)(nil); errors.As(err, &held) {
		return Busy, nil
	}
	if errors.Is(err, disk.ErrNoLock) {
		return Failed, fmt.Errorf("task %d: %w", t.Number, err)
	}
	// Where the file system has no locks a task may be done twice at once, to the same bits.
	defer func() { _ = lock.Release() }() // the system does it otherwise
	if p.finished(t) {                    // meanwhile
		return Before, nil
	}
	how, err := p.fit(ctx, t, o)
	if err != nil {
		why, _ := json.Marshal(failure{t.Number, err.Error()}) // there is nothing in it that could fail
		return Failed, errors.Join(fmt.Errorf("task %d: %w", t.Number, err), put(p.path("failed", t.Hash+".json"), why))
	}
	return how, nil
}

type failure struct {
	Task  int    `json:"task"`
	Error string `json:"error"`
}

// ForgetFailure removes the record of a task's failure, before it is tried again.
func (p *Plan) ForgetFailure(t Task) error {
	if err := os.Remove(p.path("failed", t.Hash+".json")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// finished reports whether the result of a task is there and whole.
func (p *Plan) finished(t Task) bool {
	if _, err := os.Stat(p.path("results", t.Hash+".fit")); err != nil {
		return false
	}
	_, err := p.Result(t)
	return err == nil
}

// Result reads the result of a task. The error is that of a file which is not there where it is not done.
func (p *Plan) Result(t Task) (*job.Result, error) { return p.read("results", t) }

// Saved reads the state from which a task continues, with its result so far. The error is that of a file which is not
// there where it has none.
func (p *Plan) Saved(t Task) (*job.Result, error) { return p.read("states", t) }

func (p *Plan) read(folder string, t Task) (*job.Result, error) {
	b, err := disk.Read(p.path(folder, t.Hash+".fit"), longestFile)
	if err != nil {
		return nil, err
	}
	r, err := job.DecodeResult(b)
	if err != nil {
		return nil, fmt.Errorf("%s/%s.fit: %w", folder, t.Hash, err)
	}
	if r.Hash != t.Hash {
		return nil, fmt.Errorf("%s/%s.fit is the result of another fit", folder, t.Hash)
	}
	return r, nil
}

// fit does a task whose lock is held.
func (p *Plan) fit(ctx context.Context, t Task, o Options) (Outcome, error) {
	m, err := p.Material(t)
	if err != nil {
		return "", err
	}
	var state *pieces.Bytes
	var before []string                            // notes on earlier work
	if r, err := p.read("states", t); err == nil { // one that is damaged is as good as none
		state = r.State
		before = slices.DeleteFunc(slices.Clone(r.Notes), func(note string) bool { return slices.Contains(m.Notes, note) })
		if note := arithmetic.Elsewhere(r.Arithmetic); note != "" {
			if before = append(before, note); o.Note != nil {
				o.Note(t, note)
			}
		}
	}
	h, err := job.Local{Version: o.Version}.Start(context.WithoutCancel(ctx), m,
		job.Options{Threads: max(1, o.Threads), State: state, Keep: true})
	if err != nil {
		return "", err
	}
	defer h.Close()
	end := p.watch(t, h, o, before)
	stop := context.AfterFunc(ctx, func() { _ = h.Control(job.Command{Do: job.Stop}) }) // which cannot fail
	failed := h.Wait()
	stop()
	end()
	if failed != nil {
		return "", failed
	}
	if ctx.Err() != nil && h.Progress().State != run.Finished {
		return Stopped, p.save(t, h, o, before)
	}
	r, err := h.Result(context.WithoutCancel(ctx))
	if err != nil {
		return "", err
	}
	r.Notes = append(slices.Clip(r.Notes), before...)
	b, err := r.Encode()
	if err != nil {
		return "", err
	}
	if err := put(p.path("results", t.Hash+".fit"), b); err != nil {
		return "", err
	}
	for _, left := range []string{p.path("states", t.Hash+".fit"), p.path("live", t.Hash+".json"),
		p.path("live", t.Hash+".fit"), p.path("failed", t.Hash+".json")} {
		if err := os.Remove(left); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Done, nil // the result says more
		}
	}
	return Done, nil
}

// save writes the state of a running task, with notes on earlier work.
func (p *Plan) save(t Task, h job.Handle, o Options, before []string) error {
	// The snapshot is not after the state, so that going on from it repeats nothing of it.
	s, progress := h.Latest(), h.Progress()
	state, err := h.Save(context.Background())
	if err != nil {
		return err
	}
	r := h.Material().Outline().With(s, progress)
	r.Version, r.State, r.Hash = o.Version, state, t.Hash
	r.Notes = append(slices.Clip(r.Notes), before...)
	b, err := r.Encode()
	if err != nil {
		return err
	}
	return put(p.path("states", t.Hash+".fit"), b)
}

// watch saves the state of a task and writes its progress, at certain times, until the function that it returns is
// called. A failed write is repeated the next time.
func (p *Plan) watch(t Task, h job.Handle, o Options, before []string) (end func()) {
	clock := o.Clock
	if clock == nil {
		clock = time.After
	}
	quit, gone := make(chan struct{}), make(chan struct{}, 2)
	repeat := func(pause func(took time.Duration) time.Duration, do func()) {
		defer func() { gone <- struct{}{} }()
		for took := time.Duration(0); ; {
			select {
			case <-quit:
				return
			case <-clock(pause(took)):
				begun := time.Now()
				do()
				took = time.Since(begun)
			}
		}
	}
	every, live := or(o.Every, time.Minute), or(o.Live, 5*time.Second)
	go repeat(func(took time.Duration) time.Duration { return job.BetweenSaves(every, took) }, func() {
		if p.save(t, h, o, before) == nil && o.Kept != nil {
			o.Kept(t)
		}
	})
	begun := time.Now()
	_ = p.tell(t, h, begun) // it is written again soon
	show := pictures{p: p, t: t, h: h, version: o.Version}
	go repeat(func(time.Duration) time.Duration { return live }, func() {
		_ = p.tell(t, h, begun)
		if o.Pictures {
			show.draw()
		}
	})
	return func() {
		close(quit)
		<-gone
		<-gone
	}
}

func or(d, usual time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return usual
}
