package inference

import (
	"slices"
	"strings"
)

// A Naming says which annotations give rows and columns the names by which people know them, such as symbols of genes
// in place of probes. "" keeps the names of the file.
type Naming struct {
	Rows    string `json:"rows,omitempty"`
	Columns string `json:"columns,omitempty"`
}

// Turned returns the naming of the transposed table.
func (n Naming) Turned() Naming { return Naming{n.Columns, n.Rows} }

// FileName is the name of the annotation that keeps the names of the file where an annotation stands in their place.
const FileName = "name in the file"

// Named returns the data with the values of the annotations in place of the names. Where there is no value the name
// stays; a value that several have is followed by the name in the file, so that all names differ. The names of the file
// become the annotation [FileName]. The naming is that of the rows and columns of the data, not of a table that was
// transposed; an annotation that the data lack changes nothing. It returns d itself if no name changes.
func (d *Dataset) Named(by Naming) *Dataset {
	s := *d
	s.Rows, s.Annotations, s.Called.Rows = renamed(d.Rows, d.Annotations, by.Rows)
	s.Columns, s.ColumnAnnotations, s.Called.Columns = renamed(d.Columns, d.ColumnAnnotations, by.Columns)
	if s.Called == (Naming{}) {
		return d
	}
	return &s
}

// Named is [Dataset.Named] for a table.
func (t *Table) Named(by Naming) *Table {
	s := *t
	s.Rows, s.Annotations, _ = renamed(t.Rows, t.Annotations, by.Rows)
	s.Columns, s.ColumnAnnotations, _ = renamed(t.Columns, t.ColumnAnnotations, by.Columns)
	return &s
}

// renamed returns names with the values of an annotation in their place, the annotations with the names of before, and
// by which annotation the names are; "" where nothing changes.
func renamed(names []string, list []Annotation, by string) ([]string, []Annotation, string) {
	a, ok := named(list, by)
	if by == "" || !ok || len(a.Values) != len(names) {
		return names, list, ""
	}
	times := make(map[string]int, len(names))
	for i, v := range a.Values {
		times[labelled(names[i], v)]++
	}
	out := make([]string, len(names))
	taken := make(map[string]bool, len(names))
	for i, v := range a.Values {
		label := labelled(names[i], v)
		if times[label] > 1 && label != names[i] {
			label += " (" + names[i] + ")"
		}
		for taken[label] { // a value that looks like one made here
			label += "*"
		}
		taken[label] = true
		out[i] = label
	}
	free := FileName
	for slices.ContainsFunc(list, func(a Annotation) bool { return a.Name == free }) {
		free += "*"
	}
	return out, append(slices.Clone(list), NewAnnotation(free, names)), by
}

// labelled returns the label of a row or column: its value, on one line, or its name where there is none.
func labelled(name, value string) string {
	if v := strings.Join(strings.Fields(value), " "); v != "" {
		return v
	}
	return name
}
