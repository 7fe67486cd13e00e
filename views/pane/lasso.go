package pane

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"
)

// Lasso lets the user draw a line around the points of the pane to select them: with a drag while Ctrl is down, or with
// any drag while the tool at the end of the row is on. With Shift the points are added to the selection that selected
// returns; otherwise they replace it. of turns rows and columns of the figure into those of the data; nil if they are
// the same.
func (b *Base) Lasso(selected func() study.Selection, of func(inside plotting.Selection) study.Selection) {
	if of == nil {
		of = func(s plotting.Selection) study.Selection {
			return study.Selection{Rows: study.SetOf(s.Rows), Columns: study.SetOf(s.Columns)}
		}
	}
	tool := controls.NewLink("Lasso", func() { b.view.SetLasso(!b.view.Lasso()) })
	tool.TextSize, tool.Tall = look.SizeSmall, 28
	b.Row.Add(tool)
	b.view.OnLasso = func(inside plotting.Selection, adds bool) {
		s := of(inside).Normal()
		if adds {
			s = selected().Joined(s)
		}
		b.Pick(s)
	}
	b.view.OnLassoTool = func(on bool) {
		text := "Lasso"
		if on {
			text = "End lasso"
		}
		tool.Set(text, false)
		controls.RefreshTools(b.Row, b.Box, true)
	}
}
