package study

import (
	"encoding/json"
	"maps"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/things"
)

// A TableID is the number of a table in its document, from 1; 0 is none.
type TableID int

// A ResultID is the number of a result in its document, from 1; 0 is none.
type ResultID int

// A State is everything that a user can do and undo. It is a value: its methods return new states, and its content is
// never modified.
type State struct {
	Sheets    []Sheet    `json:"sheets,omitempty"` // of the tables, in the order in which they were opened
	Open      TableID    `json:"open,omitempty"`
	Setup     Setup      `json:"setup"`             // of the next run
	Results   []ResultID `json:"results,omitempty"` // oldest first
	Shown     ResultID   `json:"shown,omitempty"`
	Selection Selection  `json:"selection,omitzero"` // of the open table
	// Labels are the names and notes that the user gave to results. It is never modified.
	Labels map[ResultID]Label `json:"labels,omitempty"`
	Note   string             `json:"note,omitempty"` // on the whole, as plain text
}

// A Sheet is a table with the user's changes to it. Rows and columns are those of the table as it was read, so that a
// sheet has the same meaning however the table is prepared.
type Sheet struct {
	Table         TableID                 `json:"table"`
	Preprocessing inference.Preprocessing `json:"preprocessing"`
	Rows          Side                    `json:"rows,omitzero"`
	Columns       Side                    `json:"columns,omitzero"` // for transposed tables, whose trees are over columns
	// Annotations and ColumnAnnotations are those that the user made from groups or joined from a file.
	// They follow those of the table, or replace one with the same name.
	Annotations       []inference.Annotation `json:"annotations,omitempty"`
	ColumnAnnotations []inference.Annotation `json:"column_annotations,omitempty"`
	// Naming says which annotations stand in place of the names of rows and columns wherever these are shown.
	Naming inference.Naming `json:"naming,omitzero"`
	// Things are the user's names for rows and columns; the zero value stands for those of the file.
	Things things.Nouns `json:"things,omitzero"`
	// Levels are the levels of annotations that come first, in this order, by the name of the annotation. It is never
	// modified.
	Levels map[string][]string `json:"levels,omitempty"`
	Panes  Panes               `json:"panes,omitempty"`
	// Origin says of which table this one is a part; nil if it was read from elsewhere.
	Origin *Origin `json:"origin,omitempty"`
	Note   string  `json:"note,omitempty"` // of the user, as plain text
	// Left records the view of the table when another one was opened.
	Left Left `json:"left,omitzero"`
}

// Left is the result of a table that was shown, 0 for none, and the selection.
type Left struct {
	Shown     ResultID  `json:"shown,omitempty"`
	Selection Selection `json:"selection,omitzero"`
}

// A Side holds the user's changes to the rows of a table, or to its columns.
type Side struct {
	Groups []Group `json:"groups,omitempty"` // no two share a row
	Edits  Edits   `json:"edits,omitzero"`
}

// Panes holds the state of each pane, by its name. A state is a value that can be written as JSON
// and is never modified.
type Panes map[string]any

// PaneOf returns the state of a pane; ok is false if there is none of that type. A state that was
// read from JSON becomes a T when it is asked for.
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

// Sheet returns the sheet of the open table; ok is false if none is open.
func (s State) Sheet() (sheet Sheet, ok bool) {
	sheet = s.SheetOf(s.Open)
	return sheet, sheet.Table != 0
}

// SheetOf returns the sheet of a table; it is empty for a table without one.
func (s State) SheetOf(t TableID) Sheet {
	for _, h := range s.Sheets {
		if h.Table == t {
			return h
		}
	}
	return Sheet{}
}

// WithSheet replaces the sheet of the same table, or adds the sheet at the end.
func (s State) WithSheet(h Sheet) State {
	s.Sheets = slices.Clone(s.Sheets)
	if i := slices.IndexFunc(s.Sheets, func(old Sheet) bool { return old.Table == h.Table }); i >= 0 {
		s.Sheets[i] = h
	} else {
		s.Sheets = append(s.Sheets, h)
	}
	return s
}

// Opened opens the sheet of a table, with the view and selection of when it was left, or none. The view of the table
// open until now is kept in its sheet.
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

// Label returns the name and the note of a result; empty if the user gave none.
func (s State) Label(r ResultID) Label { return s.Labels[r] }

// WithLabel sets the name and the note of a result.
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

// WithoutResult removes a result. If it was shown, none is shown then.
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

// Side returns the changes to the rows of the data, which are the columns of a transposed table.
func (h Sheet) Side() Side {
	if h.Preprocessing.Transpose {
		return h.Columns
	}
	return h.Rows
}

// WithSide replaces the changes to the rows of the data.
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

// A Setup is the content of the form for the next run: that part of a [job.Spec] which the user sets. The model decides
// fields that are absent. It is a value; its map is never modified.
type Setup struct {
	Model      string               `json:"model"`
	Settings   map[string]job.Value `json:"settings,omitempty"` // of all parameters, by name
	Seed       uint64               `json:"seed"`
	Chains     int                  `json:"chains,omitempty"`     // 0: as many as the method has by default
	Iterations int                  `json:"iterations,omitempty"` // 0: as many as the method does by default
	// effective sample size at which a sampler ends; 0: after its iterations
	Enough int `json:"enough,omitempty"`
	// annotation of which each level has a model of its own; "" for one model
	Classes string    `json:"classes,omitempty"`
	HeldOut int       `json:"held_out,omitempty"` // percent of the rows held out of these
	Held    *job.Held `json:"held,omitempty"`     // the hidden part, such as that of a duplicated result; nil for none
}

// SetupOf returns the form that asks for the same fit as a Spec, as far as possible.
func SetupOf(s job.Spec) Setup {
	u := Setup{Model: s.Model, Settings: s.Settings, Seed: s.Seed, Chains: s.Chains, Enough: int(s.Goal.EffectiveSize)}
	if n := s.Goal.Iterations; n != nil {
		u.Iterations = *n
	}
	if c := s.Classes; c != nil {
		u.Classes, u.HeldOut = c.Column, int(100*c.Share+0.5)
		return u
	}
	if h := s.Held; h != nil && h.Test == nil {
		held := *h
		if held.Seed == nil { // with another seed the fit must hide the same
			held.Seed = &s.Seed
		}
		u.Held = &held
	}
	return u
}
