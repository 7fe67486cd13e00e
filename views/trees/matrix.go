package trees

import (
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// A MatrixView shows, for each pair of rows, the mean time at which their paths part over the draws
// of a tree view, or how often both are in one group. Rows have the order of the tree shown, and
// share its selection. Make one with [NewMatrixView]; Close it when it is no longer needed.
type MatrixView struct {
	*pane.Entry
	at      *drawn.Shown // trees of the matrix
	newest  *drawn.Posterior
	spacing screen.Pace
}

// NewMatrixView returns a matrix without draws. A nil post is fyne.DoAndWait.
func NewMatrixView(post screen.Post, style plotting.Style) *MatrixView {
	m := &MatrixView{Entry: pane.NewEntry(depict.ByTab("Matrix"), nil, post, style), at: &drawn.Shown{},
		spacing: screen.Pace{Most: 20 * time.Second}}
	m.OnGiven = func(g *depict.Given) { g.Tree = m.at }
	return m
}

// Close ends the goroutine of the view.
func (m *MatrixView) Close() { m.spacing.Stop(); m.Entry.Close() }

// Follow is part of [Follower]. It brings the matrix up to date: at once with the selection and the order of the
// tree, and at the pace of a run, at most 1 % of a core, with new draws.
func (m *MatrixView) Follow(s drawn.Shown) {
	shown := m.at.Posterior
	m.newest = s.Posterior
	if shown != nil && s.Posterior != shown && shown.Draws > 0 && shown.Alike(s.Posterior) {
		s.Posterior = shown
		m.spacing.Cost = costOfPairs(s)
		m.spacing.Offer(m.View().Do, func() {
			at := *m.at
			at.Posterior = m.newest
			m.show(at)
		})
	}
	m.show(s)
}

func (m *MatrixView) show(s drawn.Shown) {
	m.at = &s
	m.Redraw()
}

// costOfPairs is about how long a matrix takes to make: a second at most.
func costOfPairs(s drawn.Shown) time.Duration {
	n := s.Tree.Leaves()
	share := float64(min(s.Posterior.Draws, depict.DrawsForMatrix(n))) / float64(depict.DrawsForMatrix(n))
	return time.Duration(share * float64(time.Second))
}
