package ui

import (
	"context"
	"fmt"

	"espalier/inference"
)

// A Change says what of a [Workspace] is not as it was.
type Change uint

// The changes; several may come at once.
const (
	DataChanged     Change = 1 << iota // table, preprocessing or dataset
	ModelChanged                       // model, settings or seed
	RunChanged                         // state of the run or its progress
	ResultChanged                      // what is shown in the centre
	HistoryChanged                     // what can be undone
	NoticeChanged                      // what the user should read
	BusyChanged                        // what is being opened or prepared
	anythingChanged = 1<<iota - 1
)

// A Workspace is what the window shows: the open table with its preprocessing, the
// model with its settings, the run with its result, and the history of all of these.
// It knows nothing of widgets.
//
// Its methods are called on one goroutine, that of the window. Work is done on
// others, which come back through post; post must call its argument on the window's
// goroutine and return when it has.
type Workspace struct {
	// OnChange is called on the window's goroutine after something changed.
	OnChange func(Change)

	post    func(func())
	ctx     context.Context
	cancel  context.CancelFunc
	models  []inference.Model
	named   map[string]inference.Model // the same by name
	threads int

	now          state
	past, future []state
	wanted       *state // being prepared
	generation   int    // of what is being prepared; older answers are dropped
	opening      *opening
	notice       Notice
	refused      []refusal       // what is typed in the form and cannot be taken, oldest first
	predictors   map[string]bool // models that give densities of new rows, by name
	jobs         []*job          // whose runs are open, oldest first
	checked      struct {
		data   *inference.Dataset
		key    string // model and settings
		answer Checked
	}
}

// state is one point of the history. What it holds is never modified.
type state struct {
	label    string // what led here: "Centre"
	table    *inference.Table
	prep     inference.Preprocessing
	data     *inference.Dataset
	model    string
	settings inference.Settings
	seed     uint64
	chains   int    // 0: as many as the model's method has by default
	length   int    // iterations; 0: as many as the method does by default
	classes  string // annotation of which each level has a model of its own; "" for one model
	held     int    // percent of the rows held out of these
	enough   int    // effective sample size at which a sampler ends; 0: it ends after its iterations
	job      *job   // whose result is shown; nil for none
}

type opening struct {
	name   string
	cancel context.CancelFunc
}

// A Notice is something the user should read. The zero value is none.
type Notice struct {
	Bad  bool // an error; else a remark
	Text string
	Err  error // behind it, or nil
}

const historyLength = 60

// NewWorkspace returns a workspace without a table that offers models, the first one
// picked. Models work with at most so many threads. Close ends it.
func NewWorkspace(models []inference.Model, threads int, post func(func())) *Workspace {
	w := &Workspace{post: post, models: models, named: map[string]inference.Model{}, threads: max(1, threads)}
	for _, m := range models {
		w.named[m.Info().Name] = m
	}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	w.now = state{model: models[0].Info().Name, settings: models[0].Info().Defaults(), seed: 1, held: usualHeld}
	return w
}

// Close ends all work without waiting for it.
func (w *Workspace) Close() {
	w.OnChange = nil
	w.cancel()
}

func (w *Workspace) changed(c Change) {
	if w.OnChange != nil {
		w.OnChange(c)
	}
}

// Models returns what can be picked, in the order of the catalog.
func (w *Workspace) Models() []inference.Model { return w.models }

// Table returns the open table, nil if there is none.
func (w *Workspace) Table() *inference.Table { return w.now.table }

// Data returns the preprocessed table, nil if there is none.
func (w *Workspace) Data() *inference.Dataset { return w.now.data }

// Preprocessing returns what is done, or being done, to the table.
func (w *Workspace) Preprocessing() inference.Preprocessing { return w.base().prep }

// Settings returns those of the next run. They must not be modified.
func (w *Workspace) Settings() inference.Settings { return w.now.settings }

// Seed returns that of the next run.
func (w *Workspace) Seed() uint64 { return w.now.seed }

// Info describes the model of the next run under its settings.
func (w *Workspace) Info() inference.Info { return inference.InfoFor(w.fitted(), w.now.settings) }

// Chains returns how many chains the next run has, 1 where the method does not sample.
func (w *Workspace) Chains() int {
	i := w.Info()
	switch {
	case !i.Samples:
		return 1
	case w.now.chains > 0:
		return w.now.chains
	}
	return max(1, i.Chains)
}

// Notice returns what the user should read.
func (w *Workspace) Notice() Notice { return w.notice }

// Dismiss clears the notice.
func (w *Workspace) Dismiss() { w.say(Notice{}) }

// Tell shows a remark, or an error that happened elsewhere in the window.
func (w *Workspace) Tell(n Notice) { w.say(n) }

func (w *Workspace) say(n Notice) {
	w.notice = n
	w.changed(NoticeChanged)
}

func (w *Workspace) fail(what string, err error) {
	w.say(Notice{Bad: true, Text: what, Err: err})
}

// Model returns the model of the next run.
func (w *Workspace) Model() inference.Model { return w.model(w.now.model) }

func (w *Workspace) model(name string) inference.Model { return w.named[name] }

// Busy says in words what is being opened or prepared, "" if nothing is.
func (w *Workspace) Busy() string {
	switch {
	case w.opening != nil:
		return "Reading " + w.opening.name
	case w.wanted != nil:
		return "Preparing the table"
	}
	return ""
}

// base is what the next change starts from.
func (w *Workspace) base() *state {
	if w.wanted != nil {
		return w.wanted
	}
	return &w.now
}

// Open reads a table on another goroutine and makes it the open one. The table that
// was open stays where reading fails; undo brings it back where it does not.
func (w *Workspace) Open(name string, load func(context.Context) (*inference.Table, error)) {
	w.CancelOpen()
	ctx, cancel := context.WithCancel(w.ctx)
	o := &opening{name: name, cancel: cancel}
	w.opening = o
	w.notice = Notice{}
	w.changed(BusyChanged | NoticeChanged)
	go func() {
		table, err := guarded(func() (*inference.Table, error) { return load(ctx) })
		w.post(func() {
			if w.opening != o {
				return
			}
			cancelled := ctx.Err() != nil
			cancel()
			w.opening = nil
			w.changed(BusyChanged)
			switch {
			case cancelled:
			case err != nil:
				w.fail("Could not open "+name+".", err)
			default:
				w.Use(table)
			}
		})
	}()
}

// CancelOpen gives up reading a table, if one is being read.
func (w *Workspace) CancelOpen() {
	if w.opening != nil {
		w.opening.cancel()
		w.opening = nil
		w.changed(BusyChanged)
	}
}

// Use makes a table the open one, with the preprocessing that the model works best on.
func (w *Workspace) Use(t *inference.Table) {
	next := w.now
	next.label, next.table = "Open "+t.Name, t
	next.prep = w.Model().Info().Preprocessing.For(t)
	w.prepare(next)
}

// SetPreprocessing prepares the open table anew. A run in progress is stopped once
// the new table is ready; undo brings back the old table with its result.
func (w *Workspace) SetPreprocessing(label string, p inference.Preprocessing) {
	if w.now.table == nil || p == w.base().prep {
		return
	}
	next := *w.base()
	next.label, next.prep = label, p
	w.prepare(next)
}

// prepare makes the dataset of a state on another goroutine and then the state the present one.
func (w *Workspace) prepare(next state) {
	next.job, next.data = nil, nil
	w.generation++
	mine := w.generation
	w.wanted = &next
	w.changed(BusyChanged | DataChanged)
	go func() {
		data, err := guarded(func() (*inference.Dataset, error) { return next.table.Prepare(next.prep) })
		w.post(func() {
			if mine != w.generation {
				return
			}
			w.wanted = nil
			if err != nil {
				w.fail(next.label+" cannot be done.", err)
				w.changed(BusyChanged | DataChanged)
				return
			}
			next.data = data
			if w.now.table == nil {
				w.now.job = nil
			}
			stopped := w.stopForChange()
			if next.table != w.now.table {
				w.refused = nil
			}
			w.advance(next)
			if stopped {
				w.notice = Notice{Text: "The run was stopped because the data changed. Undo brings back its result."}
			}
			w.changed(anythingChanged)
			w.firstTree()
		})
	}()
}

// stopForChange stops the run of the present state and says whether there was one to stop.
func (w *Workspace) stopForChange() bool {
	j := w.now.job
	if j == nil || j.run.Progress().State.Ended() {
		return false
	}
	j.run.Stop()
	return !j.First
}

// advance makes next the present state and remembers the one before. An empty
// workspace is not worth remembering.
func (w *Workspace) advance(next state) {
	if w.now.table != nil {
		w.past = append(w.past, w.now)
		if len(w.past) > historyLength {
			w.past = w.past[1:]
		}
	}
	w.future = nil
	w.now = next
}

// SetModel picks a model by name, with its default settings.
func (w *Workspace) SetModel(name string) error {
	m := w.model(name)
	if m == nil {
		return fmt.Errorf("ui: there is no model %q", name)
	}
	if name == w.now.model {
		return nil
	}
	old := w.Model().Info().Preprocessing
	next := w.now
	next.label, next.model, next.settings = m.Info().Title, name, m.Info().Defaults()
	next.chains, next.length = 0, 0
	for _, p := range m.Info().Parameters { // what both models have is carried over
		if s := w.now.settings; s.Has(p.Name) && sameParameter(p, s) && next.settings.Set(p.Name, s.Text(p.Name)) == nil && p.Learnt {
			_ = next.settings.Fix(p.Name, s.Fixed(p.Name))
		}
	}
	w.refused = nil
	w.edit(next)
	if t := w.now.table; t != nil {
		if p := m.Info().Preprocessing.For(t); w.base().prep == old.For(t) {
			w.SetPreprocessing("Preprocessing of "+m.Info().Title, p)
		}
	}
	return nil
}

func sameParameter(p inference.Parameter, s inference.Settings) bool {
	for _, q := range s.Parameters() {
		if q.Name == p.Name {
			return q.Type == p.Type && q.Learnt == p.Learnt && q.Default == p.Default
		}
	}
	return false
}

// Set gives a parameter of the model a typed value, and fixes it or lets it be learnt
// where it can be. The error says what the parameter accepts. A run in progress goes
// on with the settings it was started with.
func (w *Workspace) Set(name, value string, fixed bool) error {
	s := w.now.settings.Clone()
	if err := s.Set(name, value); err != nil {
		return err
	}
	label, length := name, w.now.length
	if name == "method" {
		length = 0 // a sweep is not a search step
	}
	for _, p := range s.Parameters() {
		if p.Name == name {
			label = p.Title
			if p.Learnt {
				if err := s.Fix(name, fixed); err != nil {
					return err
				}
			}
		}
	}
	next := w.now
	next.label, next.settings, next.length = label, s, length
	w.edit(next)
	return nil
}

// SetSeed changes the seed of the next run.
func (w *Workspace) SetSeed(seed uint64) {
	if seed != w.now.seed {
		next := w.now
		next.label, next.seed = "Seed", seed
		w.edit(next)
	}
}

// SetChains changes how many chains the next run has.
func (w *Workspace) SetChains(n int) {
	if n >= 1 && n <= MostChains && n != w.Chains() {
		next := w.now
		next.label, next.chains = "Chains", n
		w.edit(next)
	}
}

// Iterations returns how many iterations the next run does; 0 where the method has none.
func (w *Workspace) Iterations() int {
	n := w.Info().Iterations
	if n > 0 && w.now.length > 0 {
		return w.now.length
	}
	return n
}

// SetIterations changes how many iterations the next run does.
func (w *Workspace) SetIterations(n int) {
	if n >= 1 && n <= MostIterations && n != w.Iterations() {
		next := w.now
		next.label, next.length = "Iterations", n
		w.edit(next)
	}
}

// Enough returns the effective sample size at which the next run ends, whatever the
// number of iterations it takes; 0 where it ends after its iterations.
func (w *Workspace) Enough() int {
	if !w.Info().Samples {
		return 0
	}
	return w.now.enough
}

// SetEnough changes the effective sample size at which the next run ends; 0 takes it away.
func (w *Workspace) SetEnough(n int) {
	if n >= 0 && n <= MostEnough && n != w.Enough() {
		next := w.now
		next.label, next.enough = "Until ESS", n
		w.edit(next)
	}
}

// MostEnough is the greatest effective sample size that can be asked for in the window:
// no more trees than a few thousand are kept.
const MostEnough = 10_000

// MostIterations is how many iterations a run can be asked for in the window at once.
const MostIterations = 10_000_000

// MostChains is how many chains a run can have in the window.
const MostChains = 16

// edit makes a state with other settings the present one, under a preparation in flight too.
func (w *Workspace) edit(next state) {
	w.advance(next)
	if w.wanted != nil {
		w.wanted.model, w.wanted.settings, w.wanted.seed = next.model, next.settings, next.seed
		w.wanted.chains, w.wanted.length, w.wanted.enough = next.chains, next.length, next.enough
		w.wanted.classes, w.wanted.held = next.classes, next.held
	}
	w.changed(ModelChanged | HistoryChanged | RunChanged)
}

// CanUndo returns what Undo would take back, "" if nothing.
func (w *Workspace) CanUndo() string {
	if len(w.past) == 0 {
		return ""
	}
	return w.now.label
}

// CanRedo returns what Redo would do again, "" if nothing.
func (w *Workspace) CanRedo() string {
	if len(w.future) == 0 {
		return ""
	}
	return w.future[len(w.future)-1].label
}

// Undo goes back by one change of data, model or run, results included.
func (w *Workspace) Undo() {
	if n := len(w.past); n > 0 {
		old := w.past[n-1]
		w.past = w.past[:n-1]
		w.future = append(w.future, w.now)
		w.goTo(old)
	}
}

// Redo takes an Undo back.
func (w *Workspace) Redo() {
	if n := len(w.future); n > 0 {
		next := w.future[n-1]
		w.future = w.future[:n-1]
		w.past = append(w.past, w.now)
		w.goTo(next)
	}
}

func (w *Workspace) goTo(s state) {
	if s.job != w.now.job {
		w.stopForChange()
	}
	w.generation++
	w.wanted = nil
	w.notice = Notice{}
	w.refused = nil
	w.now = s
	w.changed(anythingChanged)
}

// guarded calls f and makes a panic its error.
func guarded[T any](f func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("ui: the program failed here: %v", p)
		}
	}()
	return f()
}
