package study

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"example.org/espalier/inference"
)

// Contents are the part of a document that is saved: the present state, and the tables and results
// that it names, but not the history. Tables, results and snapshots are shared and never modified.
type Contents struct {
	State   State
	Tables  map[TableID]*inference.Table
	Results map[ResultID]Result
	// Layout of the window, which alone understands it; nil if there is none.
	Layout json.RawMessage
}

// Contents returns the part of the document that is saved. Results without a known fit are left
// out.
func (d *Document) Contents() Contents {
	c := Contents{State: d.State(), Tables: map[TableID]*inference.Table{}, Results: map[ResultID]Result{}}
	table := func(id TableID) {
		if t := d.tables[id]; t != nil {
			c.Tables[id] = t
		}
	}
	for _, h := range c.State.Sheets {
		table(h.Table)
		if h.Origin != nil {
			table(h.Origin.Table)
		}
	}
	for _, id := range append(slices.Clone(c.State.Results), c.State.Shown) {
		if r, ok := d.results[id]; ok && r.Fit != nil {
			c.Results[id] = r
			table(r.Table)
		}
	}
	return c
}

// Load replaces everything that the document holds. Its history begins again. The contents must
// have passed [Contents.Mend].
func (d *Document) Load(c Contents) {
	before := d.State()
	d.tables, d.results, d.prepared = maps.Clone(c.Tables), maps.Clone(c.Results), nil
	if d.tables == nil {
		d.tables = map[TableID]*inference.Table{}
	}
	if d.results == nil {
		d.results = map[ResultID]Result{}
	}
	// Numbers that this program has used are not used again for something else.
	for id := range d.tables {
		d.lastTable = max(d.lastTable, id)
	}
	for id := range d.results {
		d.lastResult = max(d.lastResult, id)
	}
	d.history.Reset(c.State)
	d.tell(before, Undoable|Loaded)
}

// A Loss names a part of a study that could not be read, and the reason.
type Loss struct {
	What string // "result 3", "the groups of crabs"
	Why  string
}

func (l Loss) String() string { return l.What + ": " + l.Why }

// Mend removes inconsistent parts, as a damaged or foreign file may have, and reports them. Afterwards every table and
// result that the state names exists, and all places of rows and columns are within their tables.
func (c *Contents) Mend() (lost []Loss) {
	lose := func(what, format string, a ...any) { lost = append(lost, Loss{what, fmt.Sprintf(format, a...)}) }
	for _, id := range slices.Sorted(maps.Keys(c.Results)) {
		if r := c.Results[id]; r.Fit == nil || c.Tables[r.Table] == nil {
			lose(fmt.Sprintf("result %d", id), "its table is missing")
			delete(c.Results, id)
		}
	}
	c.mendSheets(lose)
	s := &c.State
	there := func(id ResultID) bool { _, ok := c.Results[id]; return ok }
	var results []ResultID
	for _, id := range s.Results {
		if there(id) && !slices.Contains(results, id) {
			results = append(results, id)
		}
	}
	if len(s.Results) == 0 { // from a file that has lost the list
		for _, id := range slices.Sorted(maps.Keys(c.Results)) {
			if !c.Results[id].First {
				results = append(results, id)
			}
		}
	}
	s.Results = results
	if !there(s.Shown) || c.Results[s.Shown].Table != s.Open {
		s.Shown = 0
	}
	for id := range s.Labels {
		if !there(id) {
			*s = s.WithLabel(id, Label{})
		}
	}
	c.mendSelection(there)
	c.mendLeft(there)
	return lost
}

// mendSheets keeps one sheet for each table, restricted to the rows and columns of the table.
func (c *Contents) mendSheets(lose func(what, format string, a ...any)) {
	s := &c.State
	var sheets []Sheet
	has := func(id TableID) bool { return slices.ContainsFunc(sheets, func(h Sheet) bool { return h.Table == id }) }
	for _, h := range s.Sheets {
		t := c.Tables[h.Table]
		switch {
		case t == nil:
			lose(fmt.Sprintf("table %d", h.Table), "it is not in the file")
		case !has(h.Table):
			sheets = append(sheets, h.mended(t, c.Tables, lose))
		}
	}
	if len(s.Sheets) == 0 {
		for _, id := range slices.Sorted(maps.Keys(c.Tables)) {
			sheets = append(sheets, Sheet{Table: id})
		}
	}
	s.Sheets = sheets
	if !has(s.Open) {
		s.Open = 0
		if len(sheets) > 0 {
			s.Open = sheets[0].Table
		}
	}
}

func (h Sheet) mended(t *inference.Table, tables map[TableID]*inference.Table,
	lose func(what, format string, a ...any)) Sheet {
	n, d := t.Dims()
	if p := h.Preprocessing; p.TopRows < 0 || p.TopColumns < 0 {
		h.Preprocessing = inference.Preprocessing{}
		lose("the preprocessing of "+t.Name, "it keeps a negative number of rows or columns")
	}
	if err := h.Preprocessing.Leave.Check(); err != nil {
		h.Preprocessing.Leave = inference.LeaveOut{}
		lose("the list of what is left out of "+t.Name, "%s", err)
	}
	var ok bool
	if h.Rows, ok = h.Rows.within(n); !ok {
		lose("groups or edits of rows of "+t.Name, "some are of rows that the table does not have")
	}
	if h.Columns, ok = h.Columns.within(d); !ok {
		lose("groups or edits of columns of "+t.Name, "some are of columns that the table does not have")
	}
	whole := func(list []inference.Annotation, n int, what string) []inference.Annotation {
		list = slices.DeleteFunc(slices.Clone(list), func(a inference.Annotation) bool {
			if len(a.Values) != n {
				lose(fmt.Sprintf("the annotation %q of %s", a.Name, t.Name), "it has %d values for %d %s", len(a.Values), n, what)
			}
			return len(a.Values) != n
		})
		if len(list) == 0 {
			return nil
		}
		return list
	}
	h.Annotations, h.ColumnAnnotations = whole(h.Annotations, n, "rows"), whole(h.ColumnAnnotations, d, "columns")
	if o := h.Origin; o != nil && tables[o.Table] == nil {
		h.Origin = nil
	}
	return h
}

// within returns the part of a side that concerns rows below n, and whether that is all of it.
func (s Side) within(n int) (in Side, all bool) {
	all = true
	keep := func(set Set) Set {
		k := setWithin(set, n)
		all = all && len(k) == len(set)
		return k
	}
	taken := make([]bool, n)
	for _, g := range s.Groups {
		g.Rows = SetOf(slices.DeleteFunc(keep(g.Rows), func(i int) bool { return taken[i] }))
		for _, i := range g.Rows {
			taken[i] = true
		}
		in.Groups = append(in.Groups, g)
	}
	clades := func(sets []Set) (list []Set) {
		for _, set := range sets {
			if set = keep(set); len(set) > 0 {
				list = append(list, set)
			}
		}
		return list
	}
	in.Edits = Edits{Collapsed: clades(s.Edits.Collapsed), Rotated: clades(s.Edits.Rotated), Order: s.Edits.Order}
	return in, all
}

// setWithin returns, as a set, those of the numbers that are at least 0 and below n.
func setWithin(numbers []int, n int) Set {
	return SetOf(slices.DeleteFunc(slices.Clone(numbers), func(i int) bool { return i < 0 || i >= n }))
}

func (c *Contents) mendSelection(there func(ResultID) bool) {
	s := &c.State
	t := c.Tables[s.Open]
	if t == nil {
		s.Selection = Selection{}
		return
	}
	n, d := t.Dims()
	sel := Selection{Rows: setWithin(s.Selection.Rows, n), Columns: setWithin(s.Selection.Columns, d),
		Objects: map[ResultID][]Object{}}
	for id, list := range s.Selection.Objects {
		if there(id) {
			sel.Objects[id] = slices.DeleteFunc(slices.Clone(list), func(o Object) bool {
				return slices.ContainsFunc(o.IDs, func(i int) bool { return i < 0 })
			})
		}
	}
	s.Selection = sel.Normal()
}

// mendLeft removes, from the views left of other tables, results that no longer exist.
func (c *Contents) mendLeft(there func(ResultID) bool) {
	for i, h := range c.State.Sheets {
		if h.Left.Shown == 0 && h.Left.Selection.Empty() {
			continue
		}
		of := Contents{State: State{Open: h.Table, Selection: h.Left.Selection}, Tables: c.Tables}
		of.mendSelection(there)
		h.Left.Selection = of.State.Selection
		if !there(h.Left.Shown) || c.Results[h.Left.Shown].Table != h.Table {
			h.Left.Shown = 0
		}
		c.State.Sheets[i] = h
	}
}
