package inference

import "slices"

// TablesAnnotation is the name of the annotation of columns that says which table each column came from, where several
// tables were joined. Columns of one value of it are prepared together, apart from the others.
const TablesAnnotation = "table"

// TablesOf returns the names of the tables that a table was joined of, in their order; nil for a table that stands
// alone. They are those of its columns, or of its rows if the observations stand in the columns of the file.
func TablesOf(t *Table) []string {
	for _, list := range [][]Annotation{t.ColumnAnnotations, t.Annotations} {
		if a, is := named(list, TablesAnnotation); is && len(a.Levels) > 1 {
			return slices.Clone(a.Levels)
		}
	}
	return nil
}

// Groups returns the annotation that puts the columns of the data into groups by their tables, and whether there is
// one with at least two groups.
func (d *Dataset) Groups() (Annotation, bool) {
	a, is := named(d.ColumnAnnotations, TablesAnnotation)
	if !is || len(a.Values) != len(d.Columns) {
		return a, false
	}
	present := Present([]Annotation{a})[0]
	return present, len(present.Levels) > 1
}

// A Related is the columns that hold a relation between the rows: they are the rows again, in their order.
type Related struct {
	Name    string // of the table that they came from; "" for one that stands alone
	Columns []int
}

// Relations returns the columns that hold relations between the rows, and the others. Each of the tables that the data
// were joined of may begin with a relation, and a table that stands alone, of at least three rows.
func (d *Dataset) Relations() (list []Related, others []int) {
	of, joined := d.Groups()
	if !joined {
		of = Annotation{Levels: []string{""}, Codes: make([]int, len(d.Columns))}
	}
	n := len(d.Rows)
	for k, name := range of.Levels {
		columns := of.Having(k)
		if r := (Related{name, columns[:min(n, len(columns))]}); r.relates(d) {
			list, columns = append(list, r), columns[n:]
		}
		others = append(others, columns...)
	}
	slices.Sort(others)
	return list, others
}

// relates reports whether the columns are the rows in their order, by their names, which may begin with that of the
// table.
func (r Related) relates(d *Dataset) bool {
	if len(r.Columns) != len(d.Rows) || len(r.Columns) < 3 {
		return false
	}
	for i, name := range d.Rows {
		if c := d.Columns[r.Columns[i]]; c != name && c != r.Name+"."+name {
			return false
		}
	}
	return true
}

// InOrder makes an annotation whose levels stand in the order of their first appearance.
func InOrder(name string, values []string) Annotation {
	var order []string
	seen := map[string]bool{}
	for _, v := range values {
		if v != "" && !seen[v] {
			seen[v] = true
			order = append(order, v)
		}
	}
	return NewAnnotation(name, values).Ordered(order)
}
