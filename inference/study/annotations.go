package study

import (
	"maps"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/things"
)

// Annotations are those annotations of the rows and columns of a table that were made from groups
// or joined from a file. They are never modified.
type Annotations struct {
	Rows, Columns []inference.Annotation
}

// Made returns the annotations that the user added to the table of a sheet.
func (h Sheet) Made() Annotations { return Annotations{h.Annotations, h.ColumnAnnotations} }

// WithAnnotation adds an annotation of the rows of the table, or replaces the one with the same
// name.
func (h Sheet) WithAnnotation(a inference.Annotation) Sheet {
	h.Annotations = inference.WithAnnotation(h.Annotations, a)
	return h
}

// WithColumnAnnotation adds an annotation of the columns of the table, or replaces the one with the
// same name.
func (h Sheet) WithColumnAnnotation(a inference.Annotation) Sheet {
	h.ColumnAnnotations = inference.WithAnnotation(h.ColumnAnnotations, a)
	return h
}

// groupsName is the name of the annotation that shows the present groups, if it is free.
const groupsName = "groups"

// keptName begins the names of annotations that are copies of groups.
const keptName = "kept " + groupsName

// NamesGroups reports whether the name of an annotation that comes from no file says that it was made from
// groups, or is a copy of them.
func NamesGroups(name string) bool {
	return strings.HasPrefix(name, groupsName) || strings.HasPrefix(name, keptName)
}

// GroupsAnnotated returns the sheet with its present groups of rows as the last annotation of rows, and
// likewise for columns. It returns h itself if there are no groups.
func (h Sheet) GroupsAnnotated(t *inference.Table) Sheet {
	if t == nil {
		return h
	}
	rows, columns := h.GroupsNames(t)
	if rows != "" {
		h = h.WithAnnotation(AsAnnotation(rows, h.Rows.Groups, len(t.Rows)))
	}
	if columns != "" {
		h = h.WithColumnAnnotation(AsAnnotation(columns, h.Columns.Groups, len(t.Columns)))
	}
	return h
}

// GroupsNames returns the names of the annotations that show the present groups of rows and of columns of the
// table, "" if there are no groups.
func (h Sheet) GroupsNames(t *inference.Table) (rows, columns string) {
	if len(h.Rows.Groups) > 0 {
		rows = freeOf(groupsName, " now", t.Annotations, h.Annotations)
	}
	if len(h.Columns.Groups) > 0 {
		columns = freeOf(groupsName, " now", t.ColumnAnnotations, h.ColumnAnnotations)
	}
	return rows, columns
}

// KeptGroups returns the sheet with the present groups of the rows of the data kept as an annotation with a
// new name, which does not change with the groups.
func (h Sheet) KeptGroups(t *inference.Table) (Sheet, inference.Annotation) {
	if h.Preprocessing.Transpose {
		a := AsAnnotation(freeOf(keptName, " again", t.ColumnAnnotations, h.ColumnAnnotations), h.Columns.Groups,
			len(t.Columns))
		return h.WithColumnAnnotation(a), a
	}
	a := AsAnnotation(freeOf(keptName, " again", t.Annotations, h.Annotations), h.Rows.Groups, len(t.Rows))
	return h.WithAnnotation(a), a
}

// freeOf returns a name that no annotation in the given lists has.
func freeOf(name, more string, lists ...[]inference.Annotation) string {
	taken := func(a inference.Annotation) bool { return a.Name == name }
	for slices.ContainsFunc(slices.Concat(lists...), taken) {
		name += more
	}
	return name
}

// WithLevels puts levels of an annotation first, in this order; none leaves them as the table has them.
func (h Sheet) WithLevels(annotation string, order []string) Sheet {
	if slices.Equal(h.Levels[annotation], order) {
		return h
	}
	h.Levels = maps.Clone(h.Levels)
	if h.Levels == nil {
		h.Levels = map[string][]string{}
	}
	if h.Levels[annotation] = order; len(order) == 0 {
		delete(h.Levels, annotation)
	}
	return h
}

// AnnotatedTable returns the table of the sheet with the annotations that were added.
func (h Sheet) AnnotatedTable(t *inference.Table) *inference.Table { return h.Made().Table(t) }

// Annotated returns data of the table of the sheet as people see them: with the annotations that were added, and named
// and ordered as they chose.
func (h Sheet) Annotated(d *inference.Dataset) *inference.Dataset {
	if d = h.Made().Data(d); d == nil {
		return nil
	}
	if len(h.Levels) > 0 {
		ordered := *d
		ordered.Annotations = inference.OrderedBy(d.Annotations, h.Levels)
		ordered.ColumnAnnotations = inference.OrderedBy(d.ColumnAnnotations, h.Levels)
		d = &ordered
	}
	if h.Things != (things.Nouns{}) {
		called, own := *d, h.Things
		if d.Preprocessing.Transpose {
			own = own.Turned()
		}
		called.Things = own.Or(d.Things)
		d = &called
	}
	if h.Naming == (inference.Naming{}) {
		return d
	}
	if d.Preprocessing.Transpose {
		return d.Named(h.Naming.Turned())
	}
	return d.Named(h.Naming)
}

// Empty reports whether there are none.
func (by Annotations) Empty() bool { return len(by.Rows)+len(by.Columns) == 0 }

// Same reports whether both are the very same lists, as in states between which they were not changed.
func (by Annotations) Same(other Annotations) bool {
	same := func(a, b []inference.Annotation) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }
	return same(by.Rows, other.Rows) && same(by.Columns, other.Columns)
}

// Table returns a table with the annotations.
func (by Annotations) Table(t *inference.Table) *inference.Table {
	for _, a := range by.Rows {
		if len(a.Values) == len(t.Rows) {
			t = t.WithAnnotation(a)
		}
	}
	for _, a := range by.Columns {
		if len(a.Values) == len(t.Columns) {
			t = t.WithColumnAnnotation(a)
		}
	}
	return t
}

// Data returns data of the table with the annotations; if the data are transposed, those of columns
// are on the rows. It returns d itself if there are none. A row or column that an annotation does not
// cover has no value.
func (by Annotations) Data(d *inference.Dataset) *inference.Dataset {
	if d == nil || by.Empty() {
		return d
	}
	f, annotated := FrameOf(d), *d
	rows, columns := by.Rows, by.Columns
	if f.turned {
		rows, columns = columns, rows
	}
	for _, a := range rows {
		annotated.Annotations = inference.WithAnnotation(annotated.Annotations, f.rows.annotation(a, len(d.Rows)))
	}
	for _, a := range columns {
		annotated.ColumnAnnotations = inference.WithAnnotation(annotated.ColumnAnnotations,
			f.columns.annotation(a, len(d.Columns)))
	}
	return &annotated
}

// annotation returns an annotation of a side of the table for the n places of the data.
func (a axis) annotation(of inference.Annotation, n int) inference.Annotation {
	b := inference.Annotation{Name: of.Name, Levels: of.Levels, Numeric: of.Numeric, Values: make([]string, n),
		Codes: make([]int, n)}
	for i := range n {
		b.Codes[i] = -1
		if r := a.out(i); r < len(of.Codes) {
			b.Values[i], b.Codes[i] = of.Values[r], of.Codes[r]
		}
	}
	return b
}
