package workspace

import (
	"context"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/cluster"
	"example.org/espalier/inference/column/guess"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/comparing"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/panics"
)

// A Change names the parts of a [Workspace] that changed.
type Change uint

// The changes; several may come at once.
const (
	DataChanged     Change = 1 << iota // table, preprocessing or dataset
	ModelChanged                       // model, settings or seed
	RunChanged                         // state of the run or its progress
	ResultChanged                      // the result shown in the centre
	HistoryChanged                     // steps that can be undone
	NoticeChanged                      // what the user should read
	BusyChanged                        // the opening or preparing under way
	WorkChanged                        // selection, groups, edits of trees, states of panes
	OthersChanged                      // results that are not shown
	StudyChanged                       // the study file, or whether it has all that was done
	anythingChanged = 1<<iota - 1
)

// A Workspace holds the state behind the window: the document, with the runs whose results it holds. It knows nothing
// of widgets.
//
// Its methods are called on one goroutine, that of the window. Work is done on
// others, which come back through post; post must call its argument on the window's
// goroutine and return when it has.
type Workspace struct {
	// OnChange is called on the window's goroutine after something changed.
	OnChange func(Change)
	// Next is the next run: its model and settings.
	Next *NextRun
	// Runs starts runs and controls the one shown.
	Runs *Runs
	// Studies keeps the work in files.
	Studies *Studies

	Post    func(func())
	Context context.Context
	cancel  context.CancelFunc
	models  []inference.Model
	named   map[string]inference.Model // the same by name
	Threads int
	Version string // of the program, for results
	Apart   bool   // fits run in processes of their own, by outside
	Outside fit.Runner

	Clusters []cluster.Cluster // that the user has saved
	On       *cluster.Cluster  // where runs start; nil for this machine

	Doc        *study.Document
	wanted     *preparation // under way
	generation int          // of the preparation under way; older answers are dropped
	Opening    *Reading
	comparison *comparison // under way; nil while there is none
	Notice     Notice      // what the user should read
	Writing    Writing     // the file being written
	refused    []refusal   // texts typed in the form that cannot be taken, oldest first
	annotated  study.Annotator
	known      comparing.Known
}

// A preparation is a table on its way to be the open one.
type preparation struct {
	label  string // of the step of the history
	table  study.TableID
	prep   inference.Preprocessing
	origin *study.Origin // of a part of a table, which stays open beside it; nil for others
	sheet  *study.Sheet  // the user's changes to the table that this one replaces; nil for others
	then   func()        // the user's request meanwhile, such as a run; nil for none
}

type Reading struct {
	Name   string
	Cancel context.CancelFunc
	far    string // how far it is, of a large file
}

// A Notice is something the user should read. The zero value is none.
type Notice struct {
	Bad  bool // an error; else a remark
	Text string
	Err  error // behind it, or nil
	// Folder is where a file was written; "" for other notices.
	Folder string
}

// A Writing is a file that is being written, in words, with a way to end it. The zero value is none.
type Writing struct {
	Text string
	End  func()
}

// NewWorkspace returns a workspace without a table that offers models, the first one
// picked. Models work with at most that number of threads. Close ends it.
func NewWorkspace(models []inference.Model, threads int, post func(func())) *Workspace {
	w := &Workspace{Post: post, models: models, named: map[string]inference.Model{}, Threads: max(1, threads),
		Doc: &study.Document{}}
	w.Next, w.Runs = &NextRun{w: w}, &Runs{w: w, Jobs: map[study.ResultID]*Job{}}
	w.Studies = &Studies{w: w}
	for _, m := range models {
		w.named[m.Info().Name] = m
	}
	w.Context, w.cancel = context.WithCancel(context.Background())
	w.Doc.Amend(func(s study.State) study.State {
		i := models[0].Info()
		s.Setup = study.Setup{Model: i.Name, Settings: fit.ValuesOf(i.Defaults()), Seed: 1, HeldOut: UsualHeld}
		return s
	})
	w.Doc.Observe(w.follow)
	w.Doc.Observe(w.Studies.follow)
	return w
}

// Close ends all work without waiting for it.
func (w *Workspace) Close() {
	w.OnChange = nil
	w.cancel()
}

func (w *Workspace) Changed(c Change) {
	if w.OnChange != nil && c != 0 {
		w.OnChange(c)
	}
}

// follow reports changes of the document.
func (w *Workspace) follow(c study.Change) {
	w.Runs.forget()
	var changed Change
	add := func(a study.Aspect, what Change) {
		if c.Has(a) {
			changed |= what
		}
	}
	add(study.Tables, anythingChanged&^NoticeChanged)
	add(study.Setups, ModelChanged|RunChanged)
	add(study.Results, ResultChanged|RunChanged)
	add(study.Selected|study.Groups|study.Edited|study.Looks, WorkChanged)
	add(study.Noted, OthersChanged)
	h, ok := w.Now().Sheet()
	if w.known.Follow(h) {
		changed |= ResultChanged
	}
	if ok && !h.Preprocessing.Transpose {
		add(study.Groups, DataChanged|ModelChanged|RunChanged|ResultChanged) // groups are an annotation
	}
	add(study.Annotated, DataChanged|ModelChanged|RunChanged|ResultChanged)
	add(study.Undoable, HistoryChanged)
	w.Changed(changed)
}

// Now is the present state of the document.
func (w *Workspace) Now() study.State { return w.Doc.State() }

// Models returns the models that can be picked, in the order of the catalog.
func (w *Workspace) Models() []inference.Model { return w.models }

// Table returns the open table, nil if there is none.
func (w *Workspace) Table() *inference.Table { return w.Doc.Table(w.Now().Open) }

// Data returns the preprocessed table with the annotations made of groups, nil if there
// is none.
func (w *Workspace) Data() *inference.Dataset { return w.annotated.Of(w.Now(), w.Table(), w.Plain()) }

// Plain returns the preprocessed table without annotations made of groups, nil if there is none.
func (w *Workspace) Plain() *inference.Dataset {
	h, ok := w.Now().Sheet()
	if !ok {
		return nil
	}
	return w.Doc.Prepared(h.Table, h.Preprocessing)
}

// Preprocessing returns the preprocessing of the table, carried out or under way.
func (w *Workspace) Preprocessing() inference.Preprocessing {
	if w.wanted != nil {
		return w.wanted.prep
	}
	h, _ := w.Now().Sheet()
	return h.Preprocessing
}

// Dismiss clears the notice.
func (w *Workspace) Dismiss() { w.Tell(Notice{}) }

// Tell shows a remark, or an error that happened elsewhere in the window.
func (w *Workspace) Tell(n Notice) {
	w.Notice = n
	w.Changed(NoticeChanged)
}

// SetWriting shows the file being written.
func (w *Workspace) SetWriting(to Writing) {
	w.Writing = to
	w.Changed(NoticeChanged)
}

func (w *Workspace) Fail(what string, err error) { w.Tell(Notice{Bad: true, Text: what, Err: err}) }

func (w *Workspace) Model(name string) inference.Model { return w.named[name] }

// Busy names the table being opened or prepared, "" if none is.
func (w *Workspace) Busy() string {
	switch {
	case len(w.Studies.Works) > 0:
		return w.Studies.Works[0]
	case w.Opening != nil:
		return "Reading " + w.Opening.Name + w.Opening.far
	case w.wanted != nil:
		return "Preparing the table"
	}
	return ""
}

// Open reads a table on another goroutine and makes it the open table. If reading fails, the previous table stays open;
// otherwise undo brings it back.
func (w *Workspace) Open(name string, load func(context.Context) (*inference.Table, error)) {
	w.OpenUsing(name, nil, load)
}

// OpenUsing is Open with a known orientation and known rows and columns to leave out.
func (w *Workspace) OpenUsing(name string, used *inference.Preprocessing,
	load func(context.Context) (*inference.Table, error)) {
	w.CancelOpen()
	ctx, cancel := context.WithCancel(w.Context)
	o := &Reading{Name: name, Cancel: cancel}
	w.Opening = o
	w.Notice = Notice{}
	w.Changed(BusyChanged | NoticeChanged)
	go func() {
		lost := false
		table, err := panics.Call(func() (t *inference.Table, err error) {
			if t, err = load(w.Telling(ctx, o)); err == nil && used != nil {
				var p inference.Preprocessing
				p, lost = files.Restored(t, *used)
				used = &p
			}
			return t, err
		})
		w.Post(func() {
			if w.Opening != o {
				return
			}
			cancelled := ctx.Err() != nil
			cancel()
			w.Opening = nil
			w.Changed(BusyChanged)
			switch {
			case cancelled:
			case err != nil:
				w.Fail("Could not open "+name+".", err)
			default:
				if used == nil && table.Observed.Columns { // nobody was asked
					used = &inference.Preprocessing{Transpose: true}
				}
				w.use(table, used)
				if lost {
					w.Tell(
						Notice{Text: "The steps that prepared this table the last time cannot be done any more, and were left out."})
				}
			}
		})
	}()
}

// CancelOpen gives up reading a table, if one is being read.
func (w *Workspace) CancelOpen() {
	if w.Opening != nil {
		w.Opening.Cancel()
		w.Opening = nil
		w.Changed(BusyChanged)
	}
}

// Use makes a table the open one, with the preprocessing that the model works best on. The
// table that was open is closed; undo brings it back.
func (w *Workspace) Use(t *inference.Table) { w.use(t, nil) }

func (w *Workspace) use(t *inference.Table, used *inference.Preprocessing) {
	var with inference.Preprocessing
	info := w.Next.Info()
	if used != nil {
		with = with.Using(*used)
		with.Recipe, with.Log2p1 = used.Recipe, used.Log2p1
	} else {
		with.Kinds = guess.Certain(t, false, info)
	}
	p := info.PreprocessingOf(t, with)
	w.prepare(preparation{label: "Open " + t.Name, table: w.Doc.AddTable(t), prep: p}, t)
}

// takeKinds prepares the open table again where the next run takes columns of other kinds.
func (w *Workspace) takeKinds() {
	p := w.Preprocessing()
	w.SetPreprocessing("Kinds of columns", w.Next.Info().Taking(p))
}

// SetChosen is SetPreprocessing where p has another choice of rows, columns or the logarithm: a scaling that the model
// took by itself is taken anew.
func (w *Workspace) SetChosen(label string, p inference.Preprocessing) {
	t, was, info := w.Table(), w.Preprocessing(), w.Next.Info()
	p = info.Taking(p)
	if t != nil && p.Centre == was.Centre && p.Scale == was.Scale && p.ScaleAll == was.ScaleAll &&
		info.PreprocessingOf(t, was) == was {
		p = info.PreprocessingOf(t, p)
	}
	w.SetPreprocessing(label, p)
}

// SetPreprocessing prepares the open table again. A run in progress is stopped once
// the new table is ready; undo brings back the old table with its result.
func (w *Workspace) SetPreprocessing(label string, p inference.Preprocessing) {
	t := w.Table()
	if t == nil || p == w.Preprocessing() {
		return
	}
	next := preparation{label: label, table: w.Now().Open, prep: p}
	if w.wanted != nil { // of the table being opened
		next.table = w.wanted.table
		if next.table != w.Now().Open {
			next.label, next.origin = w.wanted.label, w.wanted.origin
		}
		t = w.Doc.Table(next.table)
	}
	w.prepare(next, t)
}

// prepare makes a dataset on another goroutine and then its sheet the open one.
func (w *Workspace) prepare(next preparation, t *inference.Table) {
	w.generation++
	mine := w.generation
	if w.wanted != nil && w.wanted.table == next.table {
		next.then = w.wanted.then
	}
	w.wanted = &next
	w.Changed(BusyChanged | DataChanged)
	known := w.Doc.Prepared(next.table, next.prep) // the runs of a table stay those of its data
	doubts := w.Runs.doubts
	go func() {
		data, err := panics.Call(func() (d *inference.Dataset, err error) {
			if d = known; d == nil {
				if d, err = t.Prepare(next.prep); err != nil {
					return nil, err
				}
			}
			doubts.Of(d, false) // here, as it may take a second
			return d, nil
		})
		w.Post(func() {
			if mine != w.generation {
				return
			}
			w.wanted = nil
			if err != nil {
				w.Fail(next.label+" failed.", err)
				w.Changed(BusyChanged | DataChanged)
				return
			}
			if next.table == w.Now().Open && w.Runs.stopForChange(w.Now().Shown) { // the runs of other tables go on
				w.Notice = Notice{Text: "The run was stopped because the data changed. Undo brings its result back."}
			}
			if next.table != w.Now().Open {
				w.refused = nil
			}
			w.Doc.AddPrepared(next.table, data)
			w.Runs.doubts = doubts
			w.land(next)
			w.Changed(NoticeChanged | BusyChanged)
			if w.Now().Shown == 0 {
				w.Runs.firstTree()
			}
			if next.then != nil {
				next.then()
			}
		})
	}()
}

// land makes a prepared sheet the open one. An empty workspace is not worth remembering.
func (w *Workspace) land(p preparation) {
	if w.Now().Open == 0 {
		w.Doc.Amend(w.landed(p))
		return
	}
	w.Doc.Do(p.label, "", w.landed(p))
}

// landed returns the change of a state by which a prepared sheet becomes the open one.
func (w *Workspace) landed(p preparation) func(study.State) study.State {
	return func(s study.State) study.State {
		if h, ok := s.Sheet(); ok && h.Table == p.table {
			turned := h.Preprocessing.Transpose != p.prep.Transpose
			h.Preprocessing = p.prep
			s = s.WithSheet(h)
			s.Shown = 0
			if turned {
				s.Selection.Objects = nil
			}
			return s
		}
		h, _ := s.Sheet()
		// Sheets without changes are not worth keeping.
		s.Sheets = slices.DeleteFunc(slices.Clone(s.Sheets), func(h study.Sheet) bool {
			return !w.keepsAnything(h) && h.Table != p.table && (p.origin == nil || h.Table != p.origin.Table)
		})
		next := study.Sheet{Table: p.table, Preprocessing: p.prep, Origin: p.origin,
			Panes: panesFor(h, w.Doc.Prepared(p.table, p.prep))}
		if p.origin != nil {
			next.Naming = h.Naming
			next.Panes[depict.CodingsPane] = depict.CodingsOfPart(h, w.Doc.Table(h.Table))
		}
		if p.sheet != nil {
			next = *p.sheet
			s.Sheets = slices.DeleteFunc(s.Sheets, func(old study.Sheet) bool {
				return old.Table == h.Table && !w.hasResults(old) && !slices.ContainsFunc(s.Sheets,
					func(part study.Sheet) bool { return part.Origin != nil && part.Origin.Table == h.Table })
			})
		}
		if i := slices.IndexFunc(s.Sheets, func(h study.Sheet) bool { return h.Table == p.table }); i >= 0 {
			next = s.Sheets[i]
		}
		selected := s.Selection.Rows
		if s = s.Opened(next); p.sheet != nil {
			s.Selection.Rows = selected
		}
		if !slices.Contains(s.Results, s.Shown) {
			s.Shown = w.lastResult(p.table)
		}
		return s
	}
}

// lastResult returns the number of the last result of a table, 0 for none.
func (w *Workspace) lastResult(t study.TableID) study.ResultID {
	for _, id := range slices.Backward(w.Now().Results) {
		if r, ok := w.Doc.Result(id); ok && r.Table == t {
			return id
		}
	}
	return 0
}

// Undo takes back the last step, results included. It says which groups come back.
func (w *Workspace) Undo() {
	if text := w.Returning(); w.travel(w.Doc.Undo) && text != "" {
		w.Tell(Notice{Text: plotting.Capital(text) + "."})
	}
}

// Redo takes an Undo back.
func (w *Workspace) Redo() { w.travel(w.Doc.Redo) }

// mostReturning is how many groups are named one by one.
const mostReturning = 4

// Returning says which groups of the open table Undo would bring back, such as "3 groups are back: early, late,
// mixed"; "" for none.
func (w *Workspace) Returning() string {
	back, ok := w.Doc.Back()
	if !ok {
		return ""
	}
	now, then := w.Now().SheetOf(back.Open).Side().Groups, back.SheetOf(back.Open).Side().Groups
	if back.Open != w.Now().Open {
		return ""
	}
	var names []string
	for _, g := range then {
		stays := func(h study.Group) bool { return slices.Equal(g.Rows, h.Rows) && g.Name == h.Name }
		if !slices.ContainsFunc(now, stays) {
			names = append(names, g.Name)
		}
	}
	count := len(names)
	if count == 0 {
		return ""
	}
	rest := ""
	if n := len(names) - mostReturning; n > 1 {
		names, rest = names[:mostReturning], " and "+plotting.FormatCount(n)+" more"
	}
	are := " are back: "
	if count == 1 {
		are = " is back: "
	}
	return plotting.Plural(count, "group") + are + strings.Join(names, ", ") + rest
}

// travel goes along the history. A preparation under way, a notice and typed text belong to where it was, and so does a
// run; but not to another selection or another look of a tree.
func (w *Workspace) travel(move func() bool) bool {
	before := w.Now()
	if !move() {
		return false
	}
	now := w.Now()
	if now.Shown != before.Shown && !slices.Contains(now.Results, before.Shown) {
		w.Runs.stopForChange(before.Shown)
	}
	if study.Compare(before, now)&(study.Tables|study.Setups|study.Results) != 0 {
		w.generation++
		w.wanted, w.refused = nil, nil
		w.Notice = Notice{}
		w.Changed(NoticeChanged | BusyChanged | ModelChanged)
	}
	return true
}
