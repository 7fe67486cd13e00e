package study

import (
	"slices"

	"example.org/espalier/inference"
)

// WithColumns returns the sheet for a table with the same rows and other columns, matched by name. Groups and
// annotations of columns are carried over; the edits of their tree, and the view, are not.
func (h Sheet) WithColumns(old, now []string) Sheet {
	h.Left = Left{}
	h.Columns = Side{Groups: regrouped(h.Columns.Groups, old, now)}
	h.ColumnAnnotations = slices.Clone(h.ColumnAnnotations)
	for k, a := range h.ColumnAnnotations {
		h.ColumnAnnotations[k] = follow(a, old, now)
	}
	return h
}

// regrouped returns groups of columns with their places in another list of names.
func regrouped(groups []Group, old, now []string) (kept []Group) {
	at := places(now)
	for _, g := range groups {
		var columns []int
		for _, j := range g.Rows {
			if k, ok := at[old[j]]; ok {
				columns = append(columns, k)
			}
		}
		slices.Sort(columns)
		if g.Rows = columns; len(columns) > 0 {
			kept = append(kept, g)
		}
	}
	return kept
}

// follow carries an annotation of columns over to another list of names. New columns have no value.
func follow(a inference.Annotation, old, now []string) inference.Annotation {
	at := places(old)
	values, codes := make([]string, len(now)), make([]int, len(now))
	for k, name := range now {
		codes[k] = -1
		if j, ok := at[name]; ok && j < len(a.Values) {
			values[k], codes[k] = a.Values[j], a.Codes[j]
		}
	}
	a.Values, a.Codes = values, codes
	return a
}

// places returns the place of each name.
func places(names []string) map[string]int {
	at := make(map[string]int, len(names))
	for j, name := range names {
		at[name] = j
	}
	return at
}
