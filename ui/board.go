package ui

import (
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/runs"
	"example.org/espalier/views/screen"
)

// newBoard makes the pane of the board.
func newBoard(c *centre, post screen.Post, style plotting.Style) *runs.BoardView {
	b := runs.NewBoardView(post, style)
	b.OnCompare, b.OnStop = c.w.askCompareModels, c.w.ws.StopComparing
	b.OnShow = func(id study.ResultID) {
		if id != c.w.ws.Now().Shown {
			c.w.ws.Runs.Show(id)
			controls.Reveal(c.w.list.object)
		}
	}
	return b
}

// fillBoard gives the results of the open table to the board, and to the comparison of partitions
// under distinct names.
func (c *centre) fillBoard() {
	list := workspace.Boarded(c.w.ws.Runs)
	c.board.SetEntries(list)
	h, _ := c.w.ws.Now().Sheet()
	named := slices.Clone(list)
	ids := make([]study.ResultID, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	names := distinctNames(c.w.ws, ids)
	for i, id := range ids {
		named[i].Name = names[id]
	}
	groups := h.Columns.Groups
	if !h.Preprocessing.Transpose {
		groups = nil // those of rows are an annotation
	}
	c.crossing.SetEntries(named, groups)
}

// relist brings the list of trees to compare with up to date: names of results, and those that run beside the one
// shown.
func (c *centre) relist() {
	if c.leaf(c.compare.Tab()).card.Visible() {
		c.compare.Relist()
	}
}
