package ui

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
)

// looksOf returns the looks that the document keeps of the figures of a table.
func (w *Workspace) looksOf(t study.TableID) depict.Looks {
	for _, h := range w.now().Sheets {
		if h.Table == t {
			return depict.LooksOfSheet(h, w.doc.Table(t))
		}
	}
	return depict.Looks{}
}

// paneTree is the name of the pane of trees in a sheet.
const paneTree = drawn.Pane

// lookOn returns how the user looks at the trees of a sheet of data. If nobody has looked yet, such
// as in a study made on the command line, it is that of files: the annotations named to the fit stand first.
func lookOn(h study.Sheet, data *inference.Dataset, named []string) drawn.Look {
	l, ok := drawn.LookOf(h.Panes, paneTree)
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
	return study.Panes{paneTree: lookOn(before, nil, nil).For(data)}
}

// secondName is the name of the second pane among the states of panes.
const secondName = "second pane"

// A secondChoice is what the second pane shows: a result, 0 for none, and which of its figures, ""
// for the first.
type secondChoice struct {
	Result study.ResultID `json:"result,omitempty"`
	Tab    string         `json:"tab,omitempty"`
}
