package ui

import (
	"errors"
	"strconv"
	"time"

	"espalier/inference"
	"espalier/inference/run"
	"espalier/inference/run/chains"
	"espalier/inference/stat/diagnostics"
)

// Most rows and cells for which a table gets a quick tree when it is opened: a
// fraction of a second of work.
const (
	firstRows  = 4000
	firstCells = 4_000_000
	firstModel = "agglomerative"
)

// openRuns is how many runs are kept so that they could go on: the others keep their
// results alone.
const openRuns = 3

// Checked is what a model says of the data before a run.
type Checked struct {
	Notes []string
	Err   error
	inference.Estimate
}

// Duration is the time that a run of the usual length is expected to take.
func (c Checked) Duration(iterations int) time.Duration {
	return c.Start + time.Duration(iterations)*c.Iteration
}

// Check asks the model whether it can fit the data with the present settings, once
// for each change of either.
func (w *Workspace) Check() Checked {
	key := w.now.model + strconv.Itoa(w.now.chains) + w.Classes() + strconv.Itoa(w.now.held)
	for _, p := range w.now.settings.Parameters() {
		key += "\n" + w.now.settings.Text(p.Name) + strconv.FormatBool(w.now.settings.Fixed(p.Name))
	}
	if w.checked.data != w.now.data || w.checked.key != key || w.now.data == nil {
		w.checked.data, w.checked.key = w.now.data, key
		w.checked.answer = w.check()
	}
	return w.checked.answer
}

func (w *Workspace) check() Checked {
	var c Checked
	if w.now.data == nil {
		c.Err = errors.New("open a table first")
		return c
	}
	m := w.fitted()
	c.Notes, c.Err = m.Check(w.now.data, w.now.settings)
	if c.Err == nil {
		c.Estimate = m.Estimate(w.now.data, w.now.settings)
		if n := w.Chains(); n > 1 { // as many at once as there are threads
			rounds := time.Duration((n + w.threads - 1) / w.threads)
			c.Bytes, c.Start, c.Iteration = c.Bytes*int64(n), c.Start*rounds, c.Iteration*rounds
		}
		c.Err = run.Fits(c.Estimate)
	}
	return c
}

// Run fits the model to the data from the start. The result that was shown stays in
// the history.
func (w *Workspace) Run() {
	if w.startable() {
		w.start(false)
	}
}

// start starts a run of a form that is in order.
func (w *Workspace) start(paused bool) {
	if w.now.data == nil {
		w.fail("There is nothing to fit.", errors.New("open a table first, or pick a sample"))
		return
	}
	if c := w.Check(); c.Err != nil {
		w.fail(w.Model().Info().Title+" cannot be fitted to this table.", c.Err)
		return
	}
	w.stopForChange()
	m := w.fitted()
	j, err := w.launch(m, w.now.settings, w.now.seed, w.Chains(), w.limits(paused))
	if err != nil {
		w.fail(m.Info().Title+" could not be started.", err)
		return
	}
	// Until the run has something to show, the result before stays in sight.
	if old := w.now.job; old != nil && old.Data == j.Data {
		j.Snapshot = nil
		j.before = old
	}
	next := w.now
	j.classes, j.held = w.Classes(), w.now.held
	next.label, next.job = "Run", j
	w.notice = Notice{}
	w.advance(next)
	w.changed(RunChanged | ResultChanged | HistoryChanged | NoticeChanged)
	if paused {
		j.run.StepN(1)
	}
}

// limits says when the next run ends.
func (w *Workspace) limits(paused bool) run.Options {
	o := run.Options{Iterations: w.Iterations(), Paused: paused, SnapshotEvery: tick}
	if w.Enough() > 0 {
		o.Iterations, o.Until = -1, w.goal()
	}
	return o
}

// goal ends a run when there are enough draws.
func (w *Workspace) goal() run.Until {
	return diagnostics.NewGoal(float64(w.Enough()), diagnostics.Options{BurnIn: inference.BurnIn}).Check
}

// launch starts a run on the present data and the goroutines that listen to it.
func (w *Workspace) launch(m inference.Model, s inference.Settings, seed uint64, n int, o run.Options) (*job, error) {
	type started struct {
		s inference.Stepper
	}
	made, err := guarded(func() (started, error) {
		st, err := chains.New(m, w.now.data, s, seed, n, w.threads)
		return started{st}, err
	})
	if err != nil {
		return nil, err
	}
	j := &job{Result: Result{Info: inference.InfoFor(m, s), Settings: s, Decided: inference.Decided(m, w.now.data, s), Seed: seed, Chains: n, Table: w.now.table, Data: w.now.data}, enough: w.Enough(), gone: make(chan struct{})}
	_, j.weighable = made.s.(inference.EvidenceEstimator)
	j.run = run.Start(w.ctx, made.s, j.Info, o)
	w.jobs = append(w.jobs, j)
	w.retire()
	go w.read(j)
	go w.tick(j)
	go w.wait(j)
	return j, nil
}

// read brings snapshots to the window, each as soon as the window is ready for it.
func (w *Workspace) read(j *job) {
	for s := range j.run.Snapshots() {
		w.post(func() {
			if j.Snapshot != nil && s.Iteration < j.Snapshot.Iteration {
				return // the end of the run came first, with a newer one
			}
			j.Snapshot, j.before = s, nil
			if w.now.job == j {
				w.changed(ResultChanged | RunChanged)
			}
		})
	}
}

// tick shows progress between snapshots, and nothing while nothing moves.
func (w *Workspace) tick(j *job) {
	t := time.NewTicker(tick)
	defer t.Stop()
	var last run.Progress
	for {
		select {
		case <-w.ctx.Done():
			return
		case <-j.gone:
			return
		case <-t.C:
		}
		p := j.run.Progress()
		if p == last {
			continue
		}
		last = p
		w.post(func() {
			if w.now.job == j {
				w.changed(RunChanged)
			}
		})
	}
}

// wait brings the end of a run to the window.
func (w *Workspace) wait(j *job) {
	err := j.run.Wait()
	w.post(func() {
		if !j.run.Progress().State.Ended() { // more was asked for meanwhile
			go w.wait(j)
			return
		}
		j.Err, j.landed = err, true
		if s := j.run.Latest(); s != nil {
			j.Snapshot, j.before = s, nil
		}
		if w.now.job == j {
			if err != nil && w.ctx.Err() == nil {
				w.fail(j.Info.Title+" stopped with an error.", err)
			}
			w.changed(RunChanged | ResultChanged)
		}
	})
}

// retire closes all but the youngest runs and the one shown.
func (w *Workspace) retire() {
	for len(w.jobs) > openRuns {
		i := 0
		if w.jobs[0] == w.now.job {
			i = 1
		}
		old := w.jobs[i]
		w.jobs = append(w.jobs[:i:i], w.jobs[i+1:]...)
		old.closed = true
		close(old.gone)
		go old.run.Close()
	}
}

// firstTree makes a quick tree of a table that was just opened or prepared.
func (w *Workspace) firstTree() {
	m := w.model(firstModel)
	if m == nil || w.now.data == nil {
		return
	}
	n, d := w.now.data.Dims()
	s := m.Info().Defaults()
	if n > firstRows || n*d > firstCells {
		return
	}
	if _, err := m.Check(w.now.data, s); err != nil {
		return
	}
	j, err := w.launch(m, s, 1, 1, run.Options{Iterations: m.Info().Iterations})
	if err != nil {
		return
	}
	j.First = true
	w.now.job = j
	w.changed(RunChanged | ResultChanged)
}

// Stage says what the run shown can be asked to do.
type Stage struct {
	Exists  bool // there is a run of the picked model
	Working bool // building or running
	Paused  bool
	Ended   bool
	More    bool // can go on
	Stale   bool // data, model or settings are not those of the run any more
}

// Stage returns what can be asked of the run shown. The quick first tree is no run.
func (w *Workspace) Stage() Stage {
	j := w.now.job
	if j == nil || j.First {
		return Stage{}
	}
	p := j.Progress()
	s := Stage{Exists: true, Working: p.State.Working(), Paused: p.State == run.Paused, Ended: p.State.Ended()}
	s.Stale = j.Data != w.now.data || j.Info.Name != w.now.model || j.Seed != w.now.seed || j.Info.Samples && j.Chains != w.Chains() || !sameSettings(j.Settings, w.now.settings) ||
		j.classes != w.Classes() || j.classes != "" && j.held != w.now.held
	s.More = s.Ended && p.State != run.Failed && !j.closed && j.Info.Iterations > 0
	return s
}

func sameSettings(a, b inference.Settings) bool {
	for _, p := range a.Parameters() {
		if !b.Has(p.Name) || a.Text(p.Name) != b.Text(p.Name) || a.Fixed(p.Name) != b.Fixed(p.Name) {
			return false
		}
	}
	return len(a.Parameters()) == len(b.Parameters())
}

// Go is the one key: it starts a run, pauses one that works, and lets a paused one go on.
func (w *Workspace) Go() {
	switch s := w.Stage(); {
	case s.Working:
		w.now.job.run.Pause()
	case s.Paused:
		w.now.job.run.Resume()
	case !w.startable():
		return
	case s.Ended && s.More && !s.Stale:
		w.More()
		return
	default:
		w.Run()
		return
	}
	w.changed(RunChanged)
}

// Step does one iteration and pauses, starting a run if there is none.
func (w *Workspace) Step() {
	s := w.Stage()
	if !s.Working && !s.Paused && !w.startable() {
		return
	}
	if !s.Exists || s.Ended && (s.Stale || !s.More) {
		w.start(true)
		return
	}
	w.now.job.run.StepN(1)
	if s.Ended {
		w.again()
	}
	w.changed(RunChanged)
}

// Stop ends the run and keeps what it found.
func (w *Workspace) Stop() {
	if s := w.Stage(); s.Working || s.Paused {
		w.now.job.run.Stop()
		w.changed(RunChanged)
	}
}

// More lets a run that has ended go on for as many iterations as it did by default, or
// until there are enough draws.
func (w *Workspace) More() {
	j := w.now.job
	if j == nil || !w.Stage().More || !w.startable() {
		return
	}
	more := moreIterations(j.Info)
	if n := w.Enough(); n > 0 && n != j.reached() {
		j.run.SetUntil(w.goal())
		more = -1
	}
	if err := j.run.More(more); err != nil {
		w.fail("The run cannot go on.", err)
		return
	}
	w.again()
	w.changed(RunChanged)
}

// again listens for the end of a run that was let go on.
func (w *Workspace) again() {
	w.now.job.landed = false
	go w.wait(w.now.job)
}

func moreIterations(i inference.Info) int { return max(1, i.Iterations) }
