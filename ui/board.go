package ui

import (
	"fmt"
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
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
	list := c.w.ws.Runs.Entries()
	c.board.SetEntries(list)
	h, _ := c.w.ws.Now().Sheet()
	named := slices.Clone(list)
	taken := map[string]int{}
	for i, e := range named {
		known, _ := c.w.ws.Doc.Result(e.ID)
		name := c.w.ws.Runs.Title(e.ID)
		if settings := settingsInWords(c.w.ws, known); settings != "" && e.Name == "" {
			name += ", " + settings
		}
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, taken[name])
		}
		named[i].Name = name
	}
	groups := h.Columns.Groups
	if !h.Preprocessing.Transpose {
		groups = nil // those of rows are an annotation
	}
	c.crossing.SetEntries(named, groups)
}
