package workspace

import (
	"cmp"

	fit "example.org/espalier/inference/job"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/say"
)

// A Portion is some of the rows or columns of a table, with how they were chosen.
type Portion struct {
	Places fit.Places // nil for all
	How    string     // "without species setosa"; "" for all
}

// NewTable opens a part of the open table as a new table. The old one stays, with its results; the
// study records where the new one comes from. An empty name is made of how the parts were chosen. Levels of annotations
// that no row of the part has are left out.
func (w *Workspace) NewTable(name string, rows, columns Portion) {
	h, ok := w.Now().Sheet()
	if !ok || rows.Places == nil && columns.Places == nil {
		return
	}
	whole := h.GroupsAnnotated(w.Table()).AnnotatedTable(w.Table())
	part, err := fit.Keep(whole, rows.Places, columns.Places)
	if err != nil {
		w.Fail("The new table could not be made.", err)
		return
	}
	how := say.Both(rows.How, columns.How)
	t := *part
	t.Annotations, t.ColumnAnnotations = inference.Present(t.Annotations), inference.Present(t.ColumnAnnotations)
	// it has no file of its own
	t.Name, t.Source, t.SHA256 = cmp.Or(name, whole.Name+", "+how), "part of "+whole.Name, ""
	// of the reader, on the whole
	t.Notes = nil
	p := h.Preprocessing.Within(&t)
	w.prepare(preparation{label: "New Table", table: w.Doc.AddTable(&t), prep: p,
		origin: &study.Origin{Table: h.Table, Rows: rows.Places, Columns: columns.Places, How: how}}, &t)
}

// Portions lists the possible rows and columns of a new table: all, those selected, groups, and levels of annotations,
// each also excluded.
func (w *Workspace) Portions() (rows, columns []Portion) {
	h, ok := w.Now().Sheet()
	if !ok {
		return nil, nil
	}
	t := h.AnnotatedTable(w.Table())
	n, d := t.Dims()
	with := func(list []Portion, all int, chosen []int, what string) []Portion {
		in := fit.PlacesOf(chosen)
		if len(in) == 0 || len(in) == all {
			return list
		}
		out := fit.PlacesOf(study.Without(inference.UpTo(all), in))
		return append(list, Portion{in, what}, Portion{out, "without " + what})
	}
	rows, columns = []Portion{{}}, []Portion{{}}
	rows = with(rows, n, w.Now().Selection.Rows, plotting.Plural(len(w.Now().Selection.Rows), "selected row"))
	columns = with(columns, d, w.Now().Selection.Columns, plotting.Plural(len(w.Now().Selection.Columns),
		"selected column"))
	for _, g := range h.Rows.Groups {
		rows = with(rows, n, g.Rows, g.Name)
	}
	for _, g := range h.Columns.Groups {
		columns = with(columns, d, g.Rows, g.Name)
	}
	levels := func(list []Portion, all int, annotations []inference.Annotation) []Portion {
		for _, a := range annotations {
			if len(a.Levels) > mostLevels {
				continue
			}
			for k, level := range a.Levels {
				list = with(list, all, a.Having(k), a.Name+" "+level)
			}
		}
		return list
	}
	return levels(rows, n, t.Annotations), levels(columns, d, t.ColumnAnnotations)
}

// mostLevels is the largest number of levels of an annotation that are offered as parts of a table.
const mostLevels = 30

// MakeAnnotation turns a column of numbers of the open table into an annotation. Undo turns it back.
func (w *Workspace) MakeAnnotation(column string) {
	moved, err := files.WithAnnotated(w.Table(), column)
	if err != nil {
		w.Fail("The column could not be made an annotation.", err)
		return
	}
	w.ReplaceTable("Make Annotation", moved, w.Preprocessing())
}

// ReplaceTable opens a table that has the rows of the open one and other roles of its columns. Groups,
// annotations and notes go
// with it. The old table stays in the study only where it has results.
func (w *Workspace) ReplaceTable(label string, t *inference.Table, p inference.Preprocessing) {
	h, ok := w.Now().Sheet()
	if !ok {
		return
	}
	old := w.Table()
	p = p.Within(t)
	h = h.WithColumns(old.Columns, t.Columns)
	h.Preprocessing, h.Table = p, w.Doc.AddTable(t)
	w.prepare(preparation{label: label, table: h.Table, prep: p, sheet: &h}, t)
}
