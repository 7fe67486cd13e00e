package workspace

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
)

// LooksOf returns the looks that the document keeps of the figures of a table.
func (w *Workspace) LooksOf(t study.TableID) depict.Looks {
	for _, h := range w.Now().Sheets {
		if h.Table == t {
			return depict.LooksOfSheet(h, w.Doc.Table(t))
		}
	}
	return depict.Looks{}
}

// PaneTree is the name of the pane of trees in a sheet.
const PaneTree = drawn.Pane

// LookOn returns how the user looks at the trees of a sheet of data. If nobody has looked yet, such
// as in a study made on the command line, it is that of files: the annotations named to the fit stand first.
func LookOn(h study.Sheet, data *inference.Dataset, named []string) drawn.Look {
	l, ok := drawn.LookOf(h.Panes, PaneTree)
	switch {
	case ok:
		return l
	case data == nil:
		return drawn.NewLook(nil)
	}
	return depict.UsualLook(&depict.Subject{Data: data, Annotations: named, Groups: h.Side().Groups})
}

// panesFor returns the states of panes for the data of another table.
func panesFor(before study.Sheet, data *inference.Dataset) study.Panes {
	return study.Panes{PaneTree: LookOn(before, nil, nil).For(data)}
}

// SecondName is the name of the second pane among the states of panes.
const SecondName = "second pane"

// A SecondChoice is the content of the second pane: a result, 0 for none, and which of its figures, "" for the first.
type SecondChoice struct {
	Result study.ResultID `json:"result,omitempty"`
	Tab    string         `json:"tab,omitempty"`
}
