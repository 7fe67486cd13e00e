package network

import (
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A matrixView shows the strength of each edge as a cell. A click selects the ends of an edge.
type matrixView struct {
	pane.Base
	subject   *depict.Subject
	selection study.Selection
	made      *depict.EdgeMatrixMaker
}

func newMatrixView(post screen.Post, style plotting.Style) *matrixView {
	v := &matrixView{made: &depict.EdgeMatrixMaker{}}
	v.Init(v, "Edges", post, style)
	controls.Show(v.Row, false)
	v.View().OnSelect = v.clicked
	return v
}

// SetResult is part of [pane.Pane].
func (v *matrixView) SetResult(r pane.Result) {
	if v.subject == nil || v.subject.Data != r.Data {
		v.selection = study.Selection{}
	}
	v.subject = r.Subject
	v.View().Offer(v.maker())
}

// maker returns the maker of what is to be shown now.
func (v *matrixView) maker() func() plotting.Figure {
	made, s, selection := v.made, v.subject, v.selection
	return func() plotting.Figure {
		m := made.Figure(s)
		if m.Selection.Rows = selection.Rows; graph.Of(s.Snapshot).Over == graph.Columns {
			m.Selection.Rows = selection.Columns // rows of the matrix are columns of the data
		}
		return m
	}
}

// Select is part of [pane.Pane].
func (v *matrixView) Select(s study.Selection) {
	if !s.Equal(v.selection) {
		v.selection = s
		if v.subject != nil {
			v.View().SetSource(v.maker())
		}
	}
}

// clicked selects the ends of an edge.
func (v *matrixView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.subject == nil {
		return
	}
	over := graph.Of(v.subject.Snapshot).Over
	s := screen.MatrixSelection(m, ok, func(rows, columns []int) study.Selection {
		nodes := study.SetOf(append(rows, columns...))
		if over == graph.Columns {
			return study.Selection{Columns: nodes}
		}
		return study.Selection{Rows: nodes}
	})
	v.Select(screen.ClickedOn(v.selection, s, modifiers))
	v.Pick(v.selection)
}

// Figure is part of [pane.Pane]: what is on the screen; nil before the first picture.
func (v *matrixView) Figure() plotting.Figure {
	f, _ := v.View().Shown()
	if m, ok := f.(matrix.Matrix); ok {
		return m
	}
	return nil
}
