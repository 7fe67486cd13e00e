package study

import (
	"encoding/json"
	"maps"
	"slices"

	"example.org/espalier/inference"
)

// A TableID is the number of a table in its document, from 1; 0 is none.
type TableID int

// A ResultID is the number of a result in its document, from 1; 0 is none.
type ResultID int

// A State is everything that a user can do and undo. It is a value: its methods return other
// states, and what it holds is never written.
type State struct {
	Sheets    []Sheet    `json:"sheets,omitempty"` // of the tables, in the order in which they were opened
	Open      TableID    `json:"open,omitempty"`
	Setup     Setup      `json:"setup"`             // of the next run
	Results   []ResultID `json:"results,omitempty"` // oldest first
	Shown     ResultID   `json:"shown,omitempty"`
	Selection Selection  `json:"selection,omitzero"` // of the open table
	// Labels are the names and notes that the user gave to results. It is never written.
	Labels map[ResultID]Label `json:"labels,omitempty"`
	Note   string             `json:"note,omitempty"` // on the whole, as plain text
}

// A Sheet is a table with what the user did to it. Rows and columns are those of the table as
// it was read, so that a sheet means the same however the table is prepared.
type Sheet struct {
	Table         TableID                 `json:"table"`
	Preprocessing inference.Preprocessing `json:"preprocessing"`
	Rows          Side                    `json:"rows,omitzero"`
	Columns       Side                    `json:"columns,omitzero"`      // for turned tables, whose trees are of columns
	Annotations   []inference.Annotation  `json:"annotations,omitempty"` // made of groups of rows; they follow those of the table
	Panes         Panes                   `json:"panes,omitempty"`
	// Origin says of which table this one is a part; nil where it was read from elsewhere.
	Origin *Origin `json:"origin,omitempty"`
	Note   string  `json:"note,omitempty"` // of the user, as plain text
	// Left is what was shown of the table when another one was opened.
	Left Left `json:"left,omitzero"`
}

// Left is the result of a table that was shown, 0 for none, and what was selected.
type Left struct {
	Shown     ResultID  `json:"shown,omitempty"`
	Selection Selection `json:"selection,omitzero"`
}

// A Side is what was done to the rows of a table, or to its columns.
type Side struct {
	Groups []Group `json:"groups,omitempty"` // no two share a row
	Edits  Edits   `json:"edits,omitzero"`
}

// Panes holds the state of each pane by its name. A state is a value that can be written as
// JSON and is never modified.
type Panes map[string]any

// PaneOf returns the state of a pane; ok is false where there is none of that type. A state
// that was read from JSON becomes a T when it is asked for.
func PaneOf[T any](p Panes, name string) (state T, ok bool) {
	v, ok := p[name]
	if !ok {
		return state, false
	}
	if state, ok = v.(T); ok {
		return state, true
	}
	if data, err := json.Marshal(v); err != nil || json.Unmarshal(data, &state) != nil {
		var none T
		return none, false
	}
	return state, true
}

// Sheet returns that of the open table; ok is false where none is open.
func (s State) Sheet() (sheet Sheet, ok bool) {
	for _, h := range s.Sheets {
		if h.Table == s.Open {
			return h, true
		}
	}
	return Sheet{}, false
}

// WithSheet puts a sheet in place of that of the same table, or last where there is none.
func (s State) WithSheet(h Sheet) State {
	s.Sheets = slices.Clone(s.Sheets)
	if i := slices.IndexFunc(s.Sheets, func(old Sheet) bool { return old.Table == h.Table }); i >= 0 {
		s.Sheets[i] = h
	} else {
		s.Sheets = append(s.Sheets, h)
	}
	return s
}

// Opened opens the sheet of a table: with what was shown and selected when it was left, or nothing. What
// is shown of the table that was open is kept in its sheet.
func (s State) Opened(h Sheet) State {
	if was, ok := s.Sheet(); ok && was.Table != h.Table {
		was.Left = Left{s.Shown, s.Selection}
		s = s.WithSheet(was)
	}
	s.Open, s.Shown, s.Selection = h.Table, h.Left.Shown, h.Left.Selection
	h.Left = Left{}
	return s.WithSheet(h)
}

// WithResult adds a result and shows it.
func (s State) WithResult(r ResultID) State {
	s.Results, s.Shown = append(slices.Clone(s.Results), r), r
	return s
}

// Label returns the name and the note of a result; empty where the user gave none.
func (s State) Label(r ResultID) Label { return s.Labels[r] }

// WithLabel names a result and notes something on it.
func (s State) WithLabel(r ResultID, l Label) State {
	s.Labels = maps.Clone(s.Labels)
	if s.Labels == nil {
		s.Labels = map[ResultID]Label{}
	}
	if s.Labels[r] = l; l == (Label{}) {
		delete(s.Labels, r)
	}
	if len(s.Labels) == 0 {
		s.Labels = nil
	}
	return s
}

// WithoutResult removes a result. Where it was shown none is.
func (s State) WithoutResult(r ResultID) State {
	s.Results = slices.DeleteFunc(slices.Clone(s.Results), func(other ResultID) bool { return other == r })
	if s.Shown == r {
		s.Shown = 0
	}
	if _, ok := s.Selection.Objects[r]; ok {
		s.Selection.Objects = maps.Clone(s.Selection.Objects)
		delete(s.Selection.Objects, r)
	}
	if _, ok := s.Labels[r]; ok {
		s = s.WithLabel(r, Label{})
	}
	return s
}

// Side returns what was done to the rows of the data, which are the columns of a turned table.
func (h Sheet) Side() Side {
	if h.Preprocessing.Transpose {
		return h.Columns
	}
	return h.Rows
}

// WithSide changes what was done to the rows of the data.
func (h Sheet) WithSide(side Side) Sheet {
	if h.Preprocessing.Transpose {
		h.Columns = side
	} else {
		h.Rows = side
	}
	return h
}

// WithPane changes the state of a pane.
func (h Sheet) WithPane(name string, state any) Sheet {
	h.Panes = maps.Clone(h.Panes)
	if h.Panes == nil {
		h.Panes = Panes{}
	}
	h.Panes[name] = state
	return h
}

// WithAnnotation adds an annotation of the rows of the table, or puts it in place of the one
// of its name.
func (h Sheet) WithAnnotation(a inference.Annotation) Sheet {
	h.Annotations = withAnnotation(h.Annotations, a)
	return h
}

func withAnnotation(list []inference.Annotation, a inference.Annotation) []inference.Annotation {
	list = slices.Clone(list)
	if i := slices.IndexFunc(list, func(old inference.Annotation) bool { return old.Name == a.Name }); i >= 0 {
		list[i] = a
		return list
	}
	return append(list, a)
}

// groupsName is the name of the annotation that the present groups are, where it is free.
const groupsName = "groups"

// GroupsAnnotated returns the sheet with its present groups of rows as the last of its annotations. It returns
// h itself where there are no groups, and where the table is turned: its groups are of columns.
func (h Sheet) GroupsAnnotated(t *inference.Table) Sheet {
	if len(h.Rows.Groups) == 0 || h.Preprocessing.Transpose || t == nil {
		return h
	}
	a := AsAnnotation(h.freeName(t, groupsName, " now"), h.Rows.Groups, len(t.Rows))
	return h.WithAnnotation(a)
}

// KeptGroups returns the present groups as an annotation that does not change with them. Its name is new.
func (h Sheet) KeptGroups(t *inference.Table) inference.Annotation {
	return AsAnnotation(h.freeName(t, "kept "+groupsName, " again"), h.Rows.Groups, len(t.Rows))
}

// freeName returns a name that no annotation of the table has.
func (h Sheet) freeName(t *inference.Table, name, more string) string {
	taken := func(a inference.Annotation) bool { return a.Name == name }
	for slices.ContainsFunc(t.Annotations, taken) || slices.ContainsFunc(h.Annotations, taken) {
		name += more
	}
	return name
}

// AnnotatedTable returns the table of the sheet with the annotations that were made of groups.
func (h Sheet) AnnotatedTable(t *inference.Table) *inference.Table {
	return annotatedTable(t, h.Annotations)
}

func annotatedTable(t *inference.Table, by []inference.Annotation) *inference.Table {
	for _, a := range by {
		if len(a.Values) == len(t.Rows) {
			t = t.WithAnnotation(a)
		}
	}
	return t
}

// Annotated returns data of the table with the annotations that were made of groups. It
// returns d itself where there are none, or where d is turned: annotations are of rows. A row
// that an annotation does not reach has no value.
func (h Sheet) Annotated(d *inference.Dataset) *inference.Dataset {
	if d == nil || len(h.Annotations) == 0 || d.Preprocessing.Transpose {
		return d
	}
	f, annotated := FrameOf(d), *d
	for _, a := range h.Annotations {
		b := inference.Annotation{Name: a.Name, Levels: a.Levels, Numeric: a.Numeric, Values: make([]string, len(d.Rows)), Codes: make([]int, len(d.Rows))}
		for i := range d.Rows {
			b.Codes[i] = -1
			if r := f.Row(i); r < len(a.Codes) {
				b.Values[i], b.Codes[i] = a.Values[r], a.Codes[r]
			}
		}
		annotated.Annotations = withAnnotation(annotated.Annotations, b)
	}
	return &annotated
}
