package study

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind"
)

// A Result is a fit of a table of the document, as far as it has come. It is a value; a newer
// snapshot makes a newer result under the same ID. The user's name and note for it are a [Label] of
// the [State], because they can be undone.
type Result struct {
	ID    ResultID
	Table TableID
	// First marks the quick tree that is computed when a table is opened.
	First bool
	// Fit holds the Spec of the fit and its result so far. It is never nil for a result of a document, and never modified,
	// but replaced by newer ones. Its Snapshot is nil before the first; the fit continues from its State.
	Fit *job.Result
	// Made are the annotations that had been added to the table when it was fitted; see
	// [Sheet.Made].
	Made Annotations
	// Places are those of the groups of its rows among the colours, the same as of like groups of results before it; see
	// package identity. nil gives each group its number.
	Places []int
	// Test is the table of held-out rows or cells that the fit was given; nil for none.
	Test *inference.Table
	// Data are the data that were fitted: the table as it was prepared and annotated at the time. They are made from the
	// table when asked for, and nil before that.
	Data *inference.Dataset
}

// Source returns the table as it was fitted, given the table of the document.
func (r Result) Source(t *inference.Table) *inference.Table { return r.Made.Table(t) }

// Material prepares the data of the fit again, from the table of the document, and checks that the
// snapshot belongs to these data. It fits nothing. data are those of the fit if they are known; nil
// prepares them.
func (r Result) Material(t *inference.Table, data *inference.Dataset) (*job.Material, error) {
	m, err := job.BuildFrom(r.Fit.Spec, r.Source(t), r.Test, job.Parts{Data: data})
	if err != nil {
		return nil, err
	}
	if s := r.Fit.Snapshot; s != nil {
		if err := kind.Fits(s, m.Data); err != nil {
			return nil, fmt.Errorf("the result does not belong to this table: %w", err)
		}
	}
	return m, nil
}

// A Label is the user's text about a result, without markup.
type Label struct {
	Name string `json:"name,omitempty"`
	Note string `json:"note,omitempty"`
}

// An Origin says of which other table a table is a part.
type Origin struct {
	Table TableID `json:"table"`
	// Rows and Columns are places in that table as read; absent for all.
	Rows    job.Places `json:"rows,omitempty"`
	Columns job.Places `json:"columns,omitempty"`
	// How says in words how they were chosen: "without group 2".
	How string `json:"how,omitempty"`
}

// Whole returns the table of which a table is ultimately a part, with its rows and columns there; nil for all. It
// returns the table itself if it is not a part.
func (s State) Whole(t TableID) (whole TableID, rows, columns job.Places) {
	for range s.Sheets { // a damaged study may go in circles
		o := s.SheetOf(t).Origin
		if o == nil {
			break
		}
		t, rows, columns = o.Table, within(rows, o.Rows), within(columns, o.Columns)
	}
	return t, rows, columns
}

// within translates places in a part to places in the whole; nil means all.
func within(part, of job.Places) job.Places {
	if part == nil || of == nil {
		if part == nil {
			return of
		}
		return part
	}
	var places job.Places
	for _, i := range part {
		if i < len(of) {
			places = append(places, of[i])
		}
	}
	return places
}
