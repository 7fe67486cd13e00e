package workspace

import (
	"slices"
	"time"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/replaying"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/stamp"
)

// A Result is a run as the window sees it: the model, the data, the settings and the progress.
type Result struct {
	Model    inference.Model // that was fitted
	Info     inference.Info
	Settings inference.Settings
	Decided  map[string]string // choices that settings leave to the data, see inference.Decider
	Seed     uint64
	Chains   int
	Table    *inference.Table
	Data     *inference.Dataset
	Named    []string           // annotations that were named to the fit
	Known    *graphs.KnownEdges // with which its network is compared; nil for none
	// First marks the quick tree that is made when a table is opened.
	First    bool
	ID       study.ResultID
	Snapshot *inference.Snapshot // newest; nil before the first
	Err      error               // why the run failed
	Moment   bool                // its snapshot is one of a replay
	Of       *Job                // whose it is
	Trees    subject.OtherTrees  // of the study, over the same rows, where its figures are compared with them
	depicted *depict.Subject     // see Subject
	places   []int               // of its groups among the colours
}

// Subject returns the result for its figures and captions. The result must have a snapshot.
func (r *Result) Subject() *depict.Subject {
	keep := r
	if r.Of != nil {
		if keep = &r.Of.Result; r.Data.Called != (inference.Naming{}) {
			// So that figures derive their data from a snapshot only once.
			keep = &r.Of.called
		}
	}
	if s := keep.depicted; s != nil && s.Snapshot == r.Snapshot && s.Data == r.Data && s.Table == r.Table &&
		subject.Told[graphs.Told](s).Known == r.Known &&
		slices.Equal(subject.Told[subject.OtherTrees](s), r.Trees) {
		return s
	}
	keep.depicted = r.newSubject()
	return keep.depicted
}

// AsLeft returns the result for files: its figures are as the user left those of its table.
func (r *Result) AsLeft(h study.Sheet) *depict.Subject {
	return depict.Edited(r.newSubject(), h, study.FrameOf(r.Data))
}

func (r *Result) newSubject() *depict.Subject {
	s := &depict.Subject{Model: r.Model, Info: r.Info, Settings: r.Settings, Decided: r.Decided, Seed: r.Seed,
		Chains: r.Chains, BurnIn: inference.BurnIn, First: r.First, Table: r.Table, Data: r.Data, Snapshot: r.Snapshot,
		Annotations: r.Named, Number: r.ID, Places: r.places}
	return s.With(graphs.Told{Known: r.Known}, latent.Told{Truth: sampledata.Loadings(r.Table)}, r.Trees)
}

// Pane returns the result for panes. The result must have a snapshot.
func (r *Result) Pane() pane.Result {
	return pane.Result{Subject: r.Subject(), ID: r.ID, Moment: r.Moment, Rests: r.Of == nil ||
		!r.Of.Progress().State.Working()}
}

// Stamp returns the stamp of figures of the result.
func (r *Result) Stamp() stamp.Stamp { return stamp.Of(r.Table, r.ID, r.Snapshot) }

// A Job is a run with the data and settings that it was started on.
type Job struct {
	Result
	Run       fit.Handle
	Plain     *inference.Dataset // of the result, before groups became annotations
	Namer     subject.Namer      // of its trees, where the user chose the names of rows
	called    Result             // keeps the subject with these names
	Weighable bool               // the evidence of its fit can be estimated
	classes   string             // annotation of which each level has a model of its own
	held      int                // percent of the rows held out of these
	enough    int                // effective sample size to reach; 0 for none
	closed    bool               // its run can no longer continue
	Queued    bool               // waits for other runs to end
	Away      bool               // it is on a cluster
	// how numbers are rounded where it was made, until it has been said that it goes on here; "" if unknown
	made     string
	stopping bool           // was told to stop last
	Landed   bool           // its run has ended, and the last snapshot is here
	Kept     bool           // the document has everything it left, including its state
	goal     fit.Goal       // that it was given last
	gone     chan struct{}  // closed then
	before   *Job           // shown until the first snapshot
	tape     replaying.Tape // of its past snapshots
	groups   grouped        // of its rows
	Claims   string         // warnings about its tree, once they are known; see readTree
	Apart    bool           // its tree sets the rows apart less than Ward's
	Rival    bool           // its tree was chosen before that of independent columns
}

// Progress returns the progress of the run. For the window the run ends only once its last snapshot
// has arrived.
func (j *Job) Progress() run.Progress {
	p := j.Run.Progress()
	if p.State.Ended() && !j.Landed {
		p.State = run.Running
	}
	return p
}

// reached returns the effective sample size that ended the run, 0 if none did.
func (j *Job) reached() int {
	if j.Progress().Reached {
		return j.enough
	}
	return 0
}

// Job returns the run of the result that the document shows, nil for none.
func (r *Runs) Job() *Job { return r.Jobs[r.w.Now().Shown] }

// Shown returns the run whose result is shown, nil if there is none.
func (r *Runs) Shown() *Job {
	j := r.Job()
	for j != nil && j.Snapshot == nil && j.before != nil {
		j = j.before
	}
	return j
}

// Result returns the result shown in the centre, nil if there is none. Its data have the present
// annotations of the table.
func (r *Runs) Result() *Result {
	j := r.Shown()
	if j == nil {
		return nil
	}
	return r.Seen(j)
}

// Named returns the annotations that were named to the fit shown.
func (r *Runs) Named() []string {
	if j := r.Shown(); j != nil {
		return j.Named
	}
	return nil
}

// Seen returns the result of a run of the open table, with the present annotations and known edges.
func (r *Runs) Seen(j *Job) *Result {
	j.Known = r.w.known.Of(j.Plain)
	shown := j.Result
	shown.Of, shown.Data = j, r.w.annotated.Of(r.w.Now(), j.Table, j.Plain)
	if shown.Moment = r.Moment != nil && r.momentOf == j.ID; shown.Moment {
		shown.Snapshot = r.Moment
	}
	shown.Snapshot = j.Namer.Named(shown.Snapshot, shown.Data.Rows)
	if depict.ComparesTrees(shown.Snapshot) {
		shown.Trees = treesBeside(r, j)
	}
	return &shown
}

// treesBeside returns the best trees of the other results of the open table over the same rows, the newest first.
func treesBeside(r *Runs, j *Job) (list subject.OtherTrees) {
	for _, id := range Listed(r) {
		if o := r.Jobs[id]; o != nil && o.ID != j.ID && o.Table == j.Table {
			list = list.With(id, r.Title(id), o.Snapshot, j.Plain.Rows)
		}
	}
	return list
}

// Progress returns that of the run shown, and whether there is one.
func (r *Runs) Progress() (run.Progress, bool) {
	j := r.Job()
	if j == nil {
		return run.Progress{}, false
	}
	return j.Progress(), true
}

const tick = 100 * time.Millisecond

// ShowMoment shows a moment of the result shown in its place; nil shows the result.
func (r *Runs) ShowMoment(s *inference.Snapshot) {
	if r.Moment = s; s != nil && r.Shown() != nil {
		r.momentOf = r.Shown().ID
	}
	r.w.Changed(ResultChanged)
}

// Replayable returns the result shown, for its replay, once its run has ended.
func Replayable(r *Runs) replaying.Source {
	j := r.Shown()
	if j == nil || j != r.Job() || j.Snapshot == nil || j.Away || !j.Progress().State.Ended() {
		return replaying.Source{}
	}
	return replaying.Source{Last: j.Snapshot, Material: j.Run.Material(), Tape: &j.tape, Took: j.Progress().Elapsed,
		Threads: r.w.Threads}
}
