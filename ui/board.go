package ui

import (
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/views/runs"
	"espalier/views/screen"
)

// newBoard makes the pane of the board.
func newBoard(c *centre, post screen.Post, style plotting.Style) *runs.BoardView {
	b := runs.NewBoardView(post, style)
	b.OnCompare, b.OnStop = c.w.askCompareModels, c.w.ws.StopComparing
	b.OnShow = func(id study.ResultID) {
		if id != c.w.ws.now().Shown {
			c.w.ws.Runs.Show(id)
		}
	}
	return b
}

// fillBoard brings the results of the open table to the board.
func (c *centre) fillBoard() { c.board.SetEntries(c.w.ws.Runs.entries()) }

// entries lists the results of the open table that have found something, oldest first.
func (r *Runs) entries() (list []runs.BoardEntry) {
	now := r.w.now()
	for _, id := range now.Results {
		known, ok := r.w.doc.Result(id)
		j := r.jobs[id]
		if !ok || j == nil || known.Table != now.Open || known.Fit.Snapshot == nil || j.Snapshot == nil {
			continue
		}
		shown := j.Result
		shown.of, shown.Data = j, r.w.annotated.of(now, j.data)
		list = append(list, runs.BoardEntry{ID: id, Name: now.Label(id).Name, Fit: known.Fit, Subject: shown.Subject()})
	}
	return list
}
