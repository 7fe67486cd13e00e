package workspace

import (
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/things"
	"example.org/espalier/ui/files"
)

// NameBy puts annotations in place of the names of the open table, and sets the nouns of its rows and columns. Without
// a noun they are rows and columns, whatever the file says.
func (w *Workspace) NameBy(n inference.Naming, called things.Nouns) {
	w.Doc.Do("name rows and columns", "", func(s study.State) study.State {
		h, _ := s.Sheet()
		h.Naming = n
		if t := w.Table(); t == nil || called != t.Things || h.Things != (things.Nouns{}) {
			h.Things = called.Or(things.Nouns{Rows: things.NounOf("row"), Columns: things.NounOf("column")})
		}
		return s.WithSheet(h)
	})
}

// Annotate adds annotations to the open table, as groups or in place of its names if they are for that.
func (w *Workspace) Annotate(j *annotate.Joined, use files.Use) {
	h, ok := w.Now().Sheet()
	if !ok {
		return
	}
	h, what := files.Annotated(h, j, use)
	if use == (files.Use{}) {
		h = w.withStrips(h, j)
	}
	w.Doc.Do("add "+what, "", func(s study.State) study.State { return s.WithSheet(h) })
	w.Tell(Notice{Text: fmt.Sprintf("Added %s, for %d of %d.", what, j.Matched(), len(j.To))})
}

// withStrips shows the first annotations that were added as strips beside the tree, if they are of its leaves.
func (w *Workspace) withStrips(h study.Sheet, j *annotate.Joined) study.Sheet {
	const most = 3
	if (j.Target == annotate.Columns) != h.Preprocessing.Transpose {
		return h
	}
	look, added := LookOn(h, w.Plain(), w.Runs.Named()), 0
	look.Strips = slices.Clone(look.Strips)
	for _, a := range j.Annotations {
		if added < most && (a.Numeric || len(a.Levels) <= mostLevels) && !slices.Contains(look.Strips, a.Name) {
			look.Strips = append(look.Strips, a.Name)
			added++
		}
	}
	return h.WithPane(PaneTree, look)
}
