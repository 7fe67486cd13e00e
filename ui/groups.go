package ui

import (
	"errors"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
)

var errTurned = errors.New("the table is transposed: its groups are of columns, but annotations belong to rows")

// groupsName returns the name of the annotation made from the groups of a table. No annotation read
// with the table has that name.
func groupsName(t *inference.Table) string {
	name := "groups"
	for {
		if _, taken := t.AnnotationByName(name); !taken {
			return name
		}
		name += " here"
	}
}

// annotateGroups makes the groups an annotation of the table: a strip beside trees, a class of
// rows, a column of exported files. It does not change with the groups; calling annotateGroups
// again updates it.
func (w *window) annotateGroups() {
	h, ok := w.ws.now().Sheet()
	groups := h.Rows.Groups
	switch {
	case ok && h.Preprocessing.Transpose:
		w.ws.fail("The groups cannot be an annotation.", errTurned)
		return
	case len(groups) == 0:
		w.ws.fail("There are no groups to turn into an annotation.", errNoGroups)
		return
	}
	t := w.ws.Table()
	rows, _ := t.Dims()
	a := study.AsAnnotation(groupsName(t), groups, rows)
	w.ws.doc.Do("groups as an annotation", "", func(s study.State) study.State {
		look := lookOn(h, w.ws.data())
		if !slices.Contains(look.Strips, a.Name) {
			look.Strips = append(slices.Clone(look.Strips), a.Name)
		}
		return s.WithSheet(h.WithAnnotation(a).WithPane(paneTree, look))
	})
	w.ws.Tell(Notice{Text: "The groups are the annotation “" + a.Name + "” of this table: a strip, a class of rows, a column of exported files."})
}
