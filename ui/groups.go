package ui

import (
	"errors"
	"slices"

	"example.org/espalier/inference/study"
)

var errTurned = errors.New("the table is transposed: its groups are of columns, but annotations belong to rows")

// keepGroups makes an annotation of the present groups that does not change with them: it can be compared
// with groups that are made later.
func (w *window) keepGroups() {
	h, ok := w.ws.now().Sheet()
	switch {
	case ok && h.Preprocessing.Transpose:
		w.ws.fail("The groups cannot be an annotation.", errTurned)
		return
	case !ok || len(h.Rows.Groups) == 0:
		w.ws.fail("There are no groups to keep as an annotation.", errNoGroups)
		return
	}
	a := h.KeptGroups(w.ws.Table())
	w.ws.doc.Do("keep the groups as an annotation", "", func(s study.State) study.State {
		look := lookOn(h, w.ws.data())
		look.Strips = append(slices.Clone(look.Strips), a.Name)
		return s.WithSheet(h.WithAnnotation(a).WithPane(paneTree, look))
	})
	w.ws.Tell(Notice{Text: "The annotation “" + a.Name + "” keeps these groups: it stays as it is when the groups change."})
}
