package ui

import (
	"time"

	"espalier/inference"
	"espalier/inference/run"
)

// A Result is a run as the window sees it: what was fitted, with what, and how far it
// has come.
type Result struct {
	Info     inference.Info
	Settings inference.Settings
	Decided  map[string]string // what settings left to the data, see inference.Decider
	Seed     uint64
	Chains   int
	Table    *inference.Table
	Data     *inference.Dataset
	// First marks the quick tree that is made when a table is opened.
	First    bool
	Snapshot *inference.Snapshot // newest; nil before the first
	Err      error               // why the run failed
	of       *job                // whose it is
}

// A job is a run with what it was started on.
type job struct {
	Result
	run       *run.Run
	weighable bool          // the evidence of its fit can be estimated
	classes   string        // annotation of which each level has a model of its own
	held      int           // percent of the rows held out of these
	enough    int           // effective sample size that it was to reach; 0 for none
	closed    bool          // its run cannot go on any more
	landed    bool          // its run has ended, and the last snapshot is here
	gone      chan struct{} // closed then
	before    *job          // shown until the first snapshot
}

// Progress returns that of the run, which for the window has not ended before its last
// state is here to be shown.
func (j *job) Progress() run.Progress {
	p := j.run.Progress()
	if p.State.Ended() && !j.landed {
		p.State = run.Running
	}
	return p
}

// reached returns the effective sample size that ended the run, 0 where none did.
func (j *job) reached() int {
	if j.Progress().Reached {
		return j.enough
	}
	return 0
}

// shown returns the run whose result is shown, nil if there is none.
func (w *Workspace) shown() *job {
	j := w.now.job
	for j != nil && j.Snapshot == nil && j.before != nil {
		j = j.before
	}
	return j
}

// Result returns what is shown in the centre, nil if there is nothing.
func (w *Workspace) Result() *Result {
	j := w.shown()
	if j == nil {
		return nil
	}
	r := j.Result
	r.of = j
	return &r
}

// Progress returns that of the run shown, and whether there is one.
func (w *Workspace) Progress() (run.Progress, bool) {
	if w.now.job == nil {
		return run.Progress{}, false
	}
	return w.now.job.Progress(), true
}

const tick = 100 * time.Millisecond
