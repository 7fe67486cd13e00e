package study

import (
	"reflect"

	"example.org/espalier/inference"
)

// An Aspect is a part of a document. Observers are told which parts changed.
type Aspect uint

// The aspects; several may change at once.
const (
	Tables    Aspect = 1 << iota // which table is open and how it is prepared
	Setups                       // settings of the next run
	Results                      // which results there are and which is shown
	Selected                     // the selection
	Groups                       // groups
	Annotated                    // annotations that were added
	Edited                       // edits of trees
	Looks                        // states of panes
	Undoable                     // steps that can be undone or redone
	Snapshots                    // a result was replaced
	Noted                        // names and notes of results, notes on the whole and on the open table
	Loaded                       // all of it was replaced
)

// A Change tells an observer of a document that it changed.
type Change struct {
	Aspects Aspect
	Before  State    // the state before; the document has the present one
	Result  ResultID // which was replaced, if Snapshots is among the aspects
}

// Has reports whether any of the given aspects changed.
func (c Change) Has(a Aspect) bool { return c.Aspects&a != 0 }

// A preparation identifies a table prepared in one way.
type preparation struct {
	table TableID
	how   inference.Preprocessing
}

// A Document holds tables and results, the present state and its history. The zero value is an
// empty document. Its methods must be called on one goroutine, also by observers.
type Document struct {
	history    History[State]
	tables     map[TableID]*inference.Table
	prepared   map[preparation]*inference.Dataset
	results    map[ResultID]Result
	lastTable  TableID
	lastResult ResultID
	observers  []func(Change)
}

// Observe calls f on every change from now on, after earlier observers.
func (d *Document) Observe(f func(Change)) { d.observers = append(d.observers, f) }

// State returns the present state.
func (d *Document) State() State { return d.history.State() }

// Do makes a change that can be undone, as a step with the given name. Consecutive steps with the
// same merge, unless "", are one step. If change returns the state unchanged there is no step.
func (d *Document) Do(name, merge string, change func(State) State) {
	before := d.State()
	after := change(before)
	if reflect.DeepEqual(before, after) {
		return
	}
	if d.history.Do(name, merge, after) {
		d.forget()
	}
	d.tell(before, Undoable)
}

// Amend changes the present state without a step, for what happens before the first table or by
// itself.
func (d *Document) Amend(change func(State) State) {
	before := d.State()
	d.history.Amend(change(before))
	d.forget()
	d.tell(before, 0)
}

// Undo reverses the last step and reports whether there was one.
func (d *Document) Undo() bool { return d.travel(d.history.Undo) }

// Redo repeats the step that was undone last and reports whether there was one.
func (d *Document) Redo() bool { return d.travel(d.history.Redo) }

func (d *Document) travel(move func() (string, bool)) bool {
	before := d.State()
	_, ok := move()
	if ok {
		d.tell(before, Undoable)
	}
	return ok
}

// Back returns the state that Undo would bring back; ok is false when there is none.
func (d *Document) Back() (state State, ok bool) { return d.history.Back() }

// UndoName returns the name of the step that Undo would reverse, "" for none.
func (d *Document) UndoName() string { return d.history.UndoName() }

// RedoName returns the name of the step that Redo would repeat, "" for none.
func (d *Document) RedoName() string { return d.history.RedoName() }

// Steps returns how many steps can be undone.
func (d *Document) Steps() int { return d.history.Steps() }

// AddTable gives a table a number. The table is kept as long as a state in the history names it.
func (d *Document) AddTable(t *inference.Table) TableID {
	if d.tables == nil {
		d.tables = map[TableID]*inference.Table{}
	}
	d.lastTable++
	d.tables[d.lastTable] = t
	return d.lastTable
}

// Table returns a table; nil if there is none with that number.
func (d *Document) Table(id TableID) *inference.Table { return d.tables[id] }

// Prepared returns a table as prepared in a given way; nil if that was not done.
func (d *Document) Prepared(id TableID, p inference.Preprocessing) *inference.Dataset {
	return d.prepared[preparation{id, p}]
}

// AddPrepared keeps a prepared table as long as a state in the history names the table and the
// preparation.
func (d *Document) AddPrepared(id TableID, data *inference.Dataset) {
	if d.prepared == nil {
		d.prepared = map[preparation]*inference.Dataset{}
	}
	d.prepared[preparation{id, data.Preprocessing}] = data
}

// AddResult gives a result a number, which it returns. The result is kept as long as a state in the
// history names it.
func (d *Document) AddResult(r Result) ResultID {
	if d.results == nil {
		d.results = map[ResultID]Result{}
	}
	d.lastResult++
	r.ID = d.lastResult
	d.results[r.ID] = r
	return r.ID
}

// Result returns a result; ok is false if there is none with that number.
func (d *Document) Result(id ResultID) (r Result, ok bool) {
	r, ok = d.results[id]
	return r, ok
}

// Put replaces the result of a number by a newer one. A result that has been forgotten meanwhile
// stays forgotten.
func (d *Document) Put(r Result) {
	if _, ok := d.results[r.ID]; !ok {
		return
	}
	d.results[r.ID] = r
	d.notify(Change{Aspects: Snapshots, Before: d.State(), Result: r.ID})
}

// Without removes a result from a state. If none is shown then, it shows the last one of the open table.
func (d *Document) Without(s State, id ResultID) State {
	s = s.WithoutResult(id)
	if s.Shown == 0 {
		for _, other := range s.Results {
			if known, ok := d.results[other]; ok && known.Table == s.Open {
				s.Shown = other
			}
		}
	}
	return s
}

// Lose removes a result that turned out to be missing from every state of the history.
func (d *Document) Lose(id ResultID) {
	before := d.State()
	delete(d.results, id)
	d.history.Rewrite(func(s State) State {
		if s.Shown == id {
			s = d.Without(s, id)
		} else {
			s = s.WithoutResult(id)
		}
		for _, h := range s.Sheets {
			if h.Left.Shown == id {
				h.Left.Shown = 0
				s = s.WithSheet(h)
			}
		}
		return s
	})
	d.forget()
	d.tell(before, 0)
}

// forget drops tables, prepared or not, and results that no state names any more. The table and the
// result added last are kept, because the state that names them may be still to come.
func (d *Document) forget() {
	tables, results := map[TableID]bool{d.lastTable: true}, map[ResultID]bool{d.lastResult: true}
	prepared := map[preparation]bool{}
	d.history.All(func(s State) {
		for _, h := range s.Sheets {
			tables[h.Table], prepared[preparation{h.Table, h.Preprocessing}] = true, true
			if h.Origin != nil {
				tables[h.Origin.Table] = true
			}
		}
		results[s.Shown] = true
		for _, r := range s.Results {
			results[r] = true
		}
	})
	for id := range d.tables {
		if !tables[id] {
			delete(d.tables, id)
		}
	}
	for p := range d.prepared {
		if !prepared[p] {
			delete(d.prepared, p)
		}
	}
	for id := range d.results {
		if !results[id] {
			delete(d.results, id)
		}
	}
}

func (d *Document) tell(before State, more Aspect) {
	if p := Compare(before, d.State()) | more; p != 0 {
		d.notify(Change{Aspects: p, Before: before})
	}
}

func (d *Document) notify(c Change) {
	for _, f := range d.observers {
		f(c)
	}
}

// Compare returns the aspects in which two states differ. Among the sheets it considers only the
// open one.
func Compare(a, b State) (p Aspect) {
	add := func(which Aspect, x, y any) {
		if !reflect.DeepEqual(x, y) {
			p |= which
		}
	}
	add(Setups, a.Setup, b.Setup)
	add(Results, a.Results, b.Results)
	add(Results, a.Shown, b.Shown)
	add(Noted, a.Labels, b.Labels)
	add(Noted, a.Note, b.Note)
	if !a.Selection.Equal(b.Selection) {
		p |= Selected
	}
	h, hOpen := a.Sheet()
	k, kOpen := b.Sheet()
	if hOpen != kOpen || h.Table != k.Table || len(a.Sheets) != len(b.Sheets) {
		return p | Tables | Groups | Annotated | Edited | Looks
	}
	add(Tables, h.Preprocessing, k.Preprocessing)
	add(Groups, h.Side().Groups, k.Side().Groups)
	add(Annotated, h.Made(), k.Made())
	add(Annotated, h.Naming, k.Naming)
	add(Annotated, h.Things, k.Things)
	add(Annotated, h.Levels, k.Levels)
	add(Edited, h.Side().Edits, k.Side().Edits)
	add(Looks, h.Panes, k.Panes)
	add(Noted, h.Note, k.Note)
	return p
}
