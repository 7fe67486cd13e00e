package ui

import (
	"slices"

	"example.org/espalier/inference/study"
)

// keepGroups makes an annotation of the present groups that does not change with them: it can be compared
// with groups that are made later.
func (w *window) keepGroups() {
	h, ok := w.ws.now().Sheet()
	if !ok || len(h.Side().Groups) == 0 {
		w.ws.fail("There are no groups to keep as an annotation.", errNoGroups)
		return
	}
	kept, a := h.KeptGroups(w.ws.Table())
	w.ws.doc.Do("keep the groups as an annotation", "", func(s study.State) study.State {
		look := lookOn(h, w.ws.data())
		look.Strips = append(slices.Clone(look.Strips), a.Name)
		return s.WithSheet(kept.WithPane(paneTree, look))
	})
	w.ws.Tell(Notice{Text: "The annotation “" + a.Name + "” keeps these groups: it stays as it is when the groups change."})
}
