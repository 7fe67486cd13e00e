package workspace

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/arithmetic"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/inference/survey"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
)

// Runs starts runs and controls the one whose result is shown.
type Runs struct {
	w    *Workspace
	Jobs map[study.ResultID]*Job // of the results that the document has
	Open []*Job                  // whose runs can continue, oldest first
	// moment is shown in place of the result momentOf; nil shows the result.
	Moment   *inference.Snapshot
	momentOf study.ResultID
	checked  struct {
		data   *inference.Dataset
		key    string // model and settings
		answer Checked
	}
	doubts survey.Doubter
	rate   int // iterations a second at most; 0 for as many as can be
}

// mostResults limits how many results of a table are kept.
const mostResults = 60

// OpenRuns limits how many ended runs are kept ready to continue: the others keep only their
// results.
const OpenRuns = 3

// Checked is a model's check of the data before a run.
type Checked struct {
	Notes  []string
	Doubts []survey.Doubt // about the kinds of the columns
	Err    error
	inference.Estimate
}

// Duration returns the expected time of a run of the usual length.
func (c Checked) Duration(iterations int) time.Duration {
	return c.Start + time.Duration(iterations)*c.Iteration
}

// Check asks the model whether it can fit the data with the present settings. It asks once for each
// change of either.
func (r *Runs) Check() Checked {
	next, data := r.w.Next, r.w.Data()
	settings := next.Settings()
	key := fmt.Sprint(r.w.On != nil) + next.Setup().Model + strconv.Itoa(next.Setup().Chains) + next.Classes() +
		strconv.Itoa(next.HeldOut())
	for _, p := range settings.Parameters() {
		key += "\n" + settings.Text(p.Name) + strconv.FormatBool(settings.Fixed(p.Name))
	}
	if r.checked.data != data || r.checked.key != key || data == nil {
		r.checked.data, r.checked.key = data, key
		r.checked.answer = r.check(data, settings)
	}
	return r.checked.answer
}

func (r *Runs) check(data *inference.Dataset, s inference.Settings) Checked {
	var c Checked
	if data == nil {
		c.Err = errors.New("open a table first")
		return c
	}
	m := r.w.Next.fitted()
	c.Notes, c.Err = inference.Check(m, data, s)
	for i, note := range data.KindNotes() {
		c.Notes = slices.Insert(c.Notes, i, say.WithoutFlags(note))
	}
	if c.Err == nil {
		c.Doubts = r.doubts.Of(data, inference.TakesAsSuch(m, data, s))
		c.Estimate = m.Estimate(data, s)
		if n := r.w.Next.Chains(); n > 1 { // in parallel, as far as there are threads
			rounds := time.Duration((n + r.w.Threads - 1) / r.w.Threads)
			c.Bytes, c.Start, c.Iteration = c.Bytes*int64(n), c.Start*rounds, c.Iteration*rounds
		}
		if _, away := r.w.runnerOf(m.Info().Name); !away {
			c.Err = run.Fits(c.Estimate)
		}
	}
	return c
}

// Run fits the model to the data from the start. The result shown before stays in the history.
func (r *Runs) Run() {
	if r.w.startable() {
		r.start(false)
	}
}

// later reports whether the open table is being prepared, and if so calls do afterwards: a run on the earlier data
// would be stopped then.
func (r *Runs) later(do func()) bool {
	if r.w.wanted == nil {
		return false
	}
	r.w.wanted.then = do
	return true
}

// start starts a run of a form that is in order.
func (r *Runs) start(paused bool) {
	w := r.w
	old := r.Job()
	if !r.fits() {
		return
	}
	r.stopForChange(w.Now().Shown)
	j := r.launchNext(paused)
	if j == nil {
		return
	}
	// Until the run has something to show, the previous result stays visible.
	if old != nil && old.Plain == j.Plain {
		j.before = old
	}
	w.Doc.Do("Run", "", func(s study.State) study.State { return withResult(s, j.ID) })
	w.Changed(NoticeChanged)
	if paused {
		r.tell(j, fit.Command{Do: fit.Step, N: 1})
	}
}

// fits reports whether the model of the form can be fitted to the open table; if not, it tells the
// user why.
func (r *Runs) fits() bool {
	w := r.w
	if w.Plain() == nil {
		w.Fail("There is nothing to fit.", errors.New("first open a table, or choose a sample"))
		return false
	}
	if c := r.Check(); c.Err != nil {
		w.Fail(w.Next.Model().Info().Title+" cannot be fitted to this table.", c.Err)
		return false
	}
	return true
}

// withResult adds a result to a state and shows it.
func withResult(s study.State, id study.ResultID) study.State {
	if len(s.Results) == mostResults {
		s = s.WithoutResult(s.Results[0])
	}
	return s.WithResult(id)
}

// launchNext starts the run that the form describes. If that fails it tells the user and returns
// nil.
func (r *Runs) launchNext(paused bool) *Job {
	w := r.w
	spec := r.spec(w.Now().Setup, w.Next.Chains())
	spec.Goal = w.Next.goal()
	if class := w.Next.Classes(); class != "" {
		spec.Classes = &fit.Classes{Column: class, Share: float64(w.Next.HeldOut()) / 100}
	}
	spec.Held = w.Next.Hidden()
	j, err := r.launch(w.Next.Model(), spec, paused)
	if err != nil {
		w.Fail(w.Next.fitted().Info().Title+" could not be started.", err)
		return nil
	}
	j.classes, j.held = w.Next.Classes(), w.Next.HeldOut()
	w.Notice = Notice{}
	return j
}

// stopForChange stops the run of a result and reports whether there was one to stop.
func (r *Runs) stopForChange(id study.ResultID) bool {
	j := r.Jobs[id]
	if j == nil || j.Away || j.Run.Progress().State.Ended() {
		return false // a run on a cluster is no obstacle
	}
	r.tell(j, fit.Command{Do: fit.Stop})
	return !j.First
}

// spec describes a run of the open table, which must be prepared, without its goal and classes.
func (r *Runs) spec(setup study.Setup, chains int) fit.Spec {
	p := r.w.Plain().Preprocessing
	return fit.Spec{Version: fit.SpecVersion, Table: fit.SourceOf(r.w.Table()),
		Annotations: r.w.Table().NumericAnnotations(), Preprocessing: &p, Model: setup.Model,
		Settings: setup.Settings, Seed: setup.Seed, Chains: chains}
}

// tell sends a command to a run and reports whether it was accepted.
func (r *Runs) tell(j *Job, c fit.Command) bool {
	j.Queued = false // a run with a command no longer waits
	j.stopping = c.Do == fit.Stop
	err := j.Run.Control(c)
	switch {
	case err != nil:
		r.w.Fail("The run cannot continue.", err)
	case c.Do != fit.Stop && c.Do != fit.Pause:
		r.goesOn(j)
	}
	return err == nil
}

// goesOn warns that a fit was saved where numbers are rounded in another way, and tells the effect of continuing here.
func (r *Runs) goesOn(j *Job) {
	if note := arithmetic.Elsewhere(j.made); note != "" && !j.Away {
		r.w.Tell(Notice{Text: note})
	}
	j.made = ""
}

// runner returns the runner of fits that are started now.
func (w *Workspace) runner() fit.Runner {
	if w.Apart {
		return w.Outside
	}
	return fit.Local{Version: w.Version}
}

// runnerOf returns the runner of a fit of a model that starts now, and whether that is elsewhere. The quick first tree
// is made here.
func (w *Workspace) runnerOf(model string) (r fit.Runner, away bool) {
	if w.On == nil || model == opening.FirstModel {
		return w.runner(), false
	}
	c := *w.On
	c.Here = w.runner()
	return c, true
}

// launch starts a run on the present data and the goroutines that listen to it. The document has
// its result, but no state refers to it yet.
func (r *Runs) launch(base inference.Model, spec fit.Spec, paused bool) (*Job, error) {
	w := r.w
	table := w.Table()
	sheet, _ := w.Now().Sheet()
	if spec.Classes != nil {
		sheet = sheet.GroupsAnnotated(table) // the classes may be the present groups
	}
	table = sheet.AnnotatedTable(table)
	runner, away := w.runnerOf(spec.Model)
	h, err := panics.Call(func() (fit.Handle, error) {
		m, err := fit.BuildFrom(spec, table, nil, fit.Parts{Model: base, Data: sheet.Made().Data(w.Plain())})
		if err != nil {
			return nil, err
		}
		return runner.Start(w.Context, m, fit.Options{Threads: w.Threads, Paused: paused, Every: tick, Rate: r.rate})
	})
	if err != nil {
		return nil, err
	}
	m := h.Material()
	j := &Job{Result: Result{Model: m.Model, Info: m.Info, Settings: m.Settings, Decided: m.Decided(),
		Seed: spec.Seed, Chains: m.Chains, Table: w.Table(), Data: m.Data, Named: spec.Annotations},
		Plain: w.Plain(), enough: int(spec.Goal.EffectiveSize), Weighable: h.Able().Evidence, Run: h,
		goal: m.Spec.Goal, gone: make(chan struct{}),
		Away: away && !paused}
	found := m.Outline()
	found.Version = w.Version
	j.ID = w.Doc.AddResult(study.Result{Table: w.Now().Open, Fit: found, Made: sheet.Made(), Data: m.Data})
	r.Jobs[j.ID] = j
	r.Open = append(r.Open, j)
	r.retire()
	go r.read(j)
	go r.tick(j)
	go r.wait(j)
	return j, nil
}

// took records in the document the progress of a run.
func (r *Runs) took(j *Job) {
	known, ok := r.w.Doc.Result(j.ID)
	if !ok {
		return
	}
	r.place(j)
	p := j.Progress()
	known.Places = j.places
	known.First, known.Fit = j.First, known.Fit.With(j.Snapshot, p)
	if known.Fit.Spec.Goal = j.goal; p.Target >= 0 {
		known.Fit.Spec.Goal.Iterations = &p.Target
	}
	if j.Err != nil {
		known.Fit.Problem = j.Err.Error()
	}
	r.w.Doc.Put(known)
}

// forget closes the runs of results that the document has dropped.
func (r *Runs) forget() {
	for id, j := range r.Jobs {
		if _, ok := r.w.Doc.Result(id); !ok {
			delete(r.Jobs, id)
			if i := slices.Index(r.Open, j); i >= 0 {
				r.close(i)
			}
		}
	}
}

// read passes snapshots to the window, each as soon as the window is ready.
func (r *Runs) read(j *Job) {
	for s := range j.Run.Snapshots() {
		j.tape.Add(s)
		r.w.Post(func() { r.Arrived(j, s) })
	}
}

// Arrived takes a snapshot of a run. The end of the run may have come before it, with a newer one, which may
// be of the same iteration.
func (r *Runs) Arrived(j *Job, s *inference.Snapshot) {
	if j.Kept || j.Landed && s != j.Run.Latest() || j.Snapshot != nil && s.Iteration < j.Snapshot.Iteration {
		return
	}
	if j.Landed && s == j.Snapshot {
		return // it was told at the end
	}
	j.Snapshot, j.before = s, nil
	r.took(j)
	if j.Landed { // it had gone on and ended again by the time its end was told
		r.keepEnd(j)
	}
	r.changed(j, ResultChanged|RunChanged)
}

// tick shows progress between snapshots, if there is any.
func (r *Runs) tick(j *Job) {
	t := time.NewTicker(tick)
	defer t.Stop()
	var last run.Progress
	for {
		select {
		case <-r.w.Context.Done():
			return
		case <-j.gone:
			return
		case <-t.C:
		}
		p := j.Run.Progress()
		if p == last {
			continue
		}
		last = p
		r.w.Post(func() {
			r.changed(j, RunChanged)
		})
	}
}

// changed reports a change of a run; for one that is not shown it is a change of the other results.
func (r *Runs) changed(j *Job, what Change) {
	if r.Job() != j {
		what = OthersChanged
	}
	r.w.Changed(what)
}

// wait tells the window when a run ends.
func (r *Runs) wait(j *Job) {
	err := j.Run.Wait()
	r.w.Post(func() {
		if !j.Run.Progress().State.Ended() { // it was continued meanwhile
			go r.wait(j)
			return
		}
		j.Err, j.Landed = err, true
		if s := j.Run.Latest(); s != nil {
			j.Snapshot, j.before = s, nil
		}
		r.took(j)
		j.Queued = false
		r.keepEnd(j)
		r.readTree(j)
		r.advance()
		if err != nil && r.w.Context.Err() == nil {
			r.w.Fail(r.Title(j.ID)+" stopped with an error.", err)
		}
		r.changed(j, RunChanged|ResultChanged)
	})
}

// retire closes runs that have ended, except the newest ones and the one shown. It leaves runs that
// work or wait.
func (r *Runs) retire() {
	var ended []*Job
	for _, j := range r.Open {
		if j != r.Job() && (j.stopping || j.Run.Progress().State.Ended()) {
			ended = append(ended, j)
		}
	}
	for len(r.Open) > OpenRuns && len(ended) > 0 {
		r.close(slices.Index(r.Open, ended[0]))
		ended = ended[1:]
	}
}

// close ends a run and keeps only its result.
func (r *Runs) close(i int) {
	j := r.Open[i]
	r.Open = append(r.Open[:i:i], r.Open[i+1:]...)
	j.closed = true
	close(j.gone)
	go j.Run.Close()
}

// FirstTree returns the model and the settings of the quick tree of the open table; false where it gets none.
func FirstTree(w *Workspace) (m inference.Model, s inference.Settings, ok bool) {
	if m = w.Model(opening.FirstModel); m != nil && w.Plain() != nil {
		s, ok = opening.FirstTree(m, w.Plain())
	}
	return m, s, ok
}

// firstTree makes a quick tree of a table that was just opened or prepared.
func (r *Runs) firstTree() {
	m, s, ok := FirstTree(r.w)
	if !ok {
		return
	}
	setup := study.Setup{Model: m.Info().Name, Settings: fit.ValuesOf(s), Seed: 1}
	j, err := r.launch(m, r.spec(setup, 1), false)
	if err != nil {
		return
	}
	j.First = true
	r.took(j)
	r.w.Doc.Amend(func(s study.State) study.State {
		s.Shown = j.ID
		return s
	})
}

// Stage lists the commands that the run shown can take now.
type Stage struct {
	Exists  bool // there is a run of the picked model
	Working bool // building or running
	Paused  bool
	Ended   bool
	More    bool // can go on
	Stale   bool // data, model or settings have changed since the run
	// Climbing means that the run can continue and is a search whose objective has not settled.
	Climbing bool
	Away     bool // on a cluster, where it can only be watched and stopped
}

// Stage returns the commands that the run shown can take now. The quick first tree is not a run.
func (r *Runs) Stage() Stage {
	j := r.Job()
	if j == nil || j.First {
		return Stage{}
	}
	p := j.Progress()
	s := Stage{Exists: true, Working: p.State.Working(), Paused: p.State == run.Paused, Ended: p.State.Ended(),
		Away: j.Run.Able().Away}
	next := r.w.Next
	s.Stale = !r.reads(j) || j.Info.Name != next.Setup().Model || j.Seed != next.Seed() || j.Info.Samples &&
		j.Chains != next.Chains() || !j.Settings.Equal(next.Settings()) ||
		j.classes != next.Classes() ||
		j.classes != "" && (j.held != next.HeldOut() || !inference.SameAnnotation(j.Data, r.w.Data(), j.classes))
	s.More = s.Ended && p.State != run.Failed && !p.Final && !j.closed && j.Info.Iterations > 0
	s.Climbing = s.More && run.Climbs(j.Info) && !p.Settled
	return s
}

// reads reports whether the run has the data of the next one. Columns of kinds are prepared for each model: columns
// that the last model could not take are no change.
func (r *Runs) reads(j *Job) bool {
	now := r.w.Plain()
	if j.Plain == now || j.Plain == nil || now == nil {
		return j.Plain == now
	}
	known, ok := r.w.Doc.Result(j.ID)
	return ok && known.Table == r.w.Now().Open && j.Plain.Preprocessing == r.w.Next.Info().Taking(now.Preprocessing)
}

// Go starts a run, pauses a working one, or continues a paused one.
func (r *Runs) Go() {
	switch s := r.Stage(); {
	case s.Working:
		r.tell(r.Job(), fit.Command{Do: fit.Pause})
	case s.Paused:
		r.tell(r.Job(), fit.Command{Do: fit.Resume})
	case !r.w.startable() || r.later(r.Go):
		return
	case s.Ended && s.More && !s.Stale:
		r.More()
		return
	default:
		r.Run()
		return
	}
	r.w.Changed(RunChanged)
}

// Step does one iteration and pauses, starting a run if there is none.
func (r *Runs) Step() {
	s := r.Stage()
	if !s.Working && !s.Paused && (!r.w.startable() || r.later(r.Step)) {
		return
	}
	if !s.Exists || s.Ended && (s.Stale || !s.More) {
		r.start(true)
		return
	}
	r.tell(r.Job(), fit.Command{Do: fit.Step, N: 1})
	if s.Ended {
		r.again()
	}
	r.w.Changed(RunChanged)
}

// Stop ends the run and keeps its result.
func (r *Runs) Stop() {
	if s := r.Stage(); s.Working || s.Paused {
		r.tell(r.Job(), fit.Command{Do: fit.Stop})
		r.w.Changed(RunChanged)
	}
}

// More continues a run that has ended, for the default number of iterations or until there are
// enough draws.
func (r *Runs) More() {
	j := r.Job()
	if j == nil || !r.Stage().More || !r.w.startable() {
		return
	}
	var to fit.Goal
	more := moreIterations(j.Info)
	if n := r.w.Next.Enough(); n > 0 && n != j.reached() {
		to.EffectiveSize, more = float64(n), -1
	} else if j.reached() == 0 {
		to.EffectiveSize = float64(j.enough)
	}
	if !r.tell(j, fit.Command{Do: fit.Until, To: to}) || !r.tell(j, fit.Command{Do: fit.More, N: more}) {
		return
	}
	j.goal = to
	r.again()
	r.w.Changed(RunChanged)
}

// Settle continues a search that has ended until its objective has settled, however long that
// takes.
func (r *Runs) Settle() {
	j := r.Job()
	if j == nil || !r.Stage().Climbing || !r.w.startable() {
		return
	}
	if !r.tell(j, fit.Command{Do: fit.Until, To: fit.Goal{Settled: true}}) ||
		!r.tell(j, fit.Command{Do: fit.More, N: -1}) {
		return
	}
	j.goal = fit.Goal{Settled: true}
	r.again()
	r.w.Changed(RunChanged)
}

// again waits for the end of a continued run.
func (r *Runs) again() {
	j := r.Job()
	j.Landed, j.Kept = false, false
	if !slices.Contains(r.Open, j) { // it was read from a study
		r.Open = append(r.Open, j)
		r.retire()
	}
	r.w.pace(j)
	go r.wait(j)
}

func moreIterations(i inference.Info) int { return max(1, i.Iterations) }
