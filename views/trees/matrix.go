package trees

import (
	"fmt"
	"time"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A MatrixView shows, for each pair of rows, the mean time at which their paths part over the draws
// of a tree view, or how often both are in one group. Rows have the order of the tree shown, and
// share its selection. Make one with [NewMatrixView]; Close it when it is no longer needed.
type MatrixView struct {
	pane.Base

	view    *screen.View
	at      drawn.Shown
	spacing screen.Pace
	shown   *drawn.Posterior // what the matrix is of
	chosen  depict.MatrixState
	times   *controls.Link
	alike   *controls.Link

	cache matrixCache // of the view's worker
}

// matrixCache keeps the matrix made last.
type matrixCache struct {
	of     *drawn.Posterior
	groups int
	pairs  *depict.PairMatrix
	maker  depict.PairsMaker
}

// NewMatrixView returns a matrix without draws. A nil post is fyne.DoAndWait.
func NewMatrixView(post screen.Post, style plotting.Style) *MatrixView {
	m := &MatrixView{spacing: screen.Pace{Most: 20 * time.Second}}
	m.times = controls.NewLink("Shared time", func() { m.ShowGroups(0) })
	m.alike = controls.NewLink("In one group", func() { m.ShowGroups(m.cut()) })
	m.Init(m, "Matrix", post, style)
	m.view = m.View()
	head := container.NewHBox(controls.Gap(13, 1), m.times, controls.Gap(8, 1), m.alike)
	m.Box = container.NewBorder(controls.Stack(0, controls.Gap(1, 4), head), nil, nil, nil, m.view)
	m.view.OnSelect = m.clicked
	m.view.OnOpen = func(k plotting.Mark, ok bool) bool { return false }
	pane.RecallValue(&m.Base, &m.chosen, func() { m.words(); m.refigure() })
	m.words()
	return m
}

// Offers reports whether there are draws of trees.
func (m *MatrixView) Offers(s *depict.Subject) bool {
	return len(forest.DrawsOf(s.Snapshot)) > 0 && s.HasTree()
}

// SetResult is part of [pane.Pane]; Follow sets what is shown.
func (m *MatrixView) SetResult(pane.Result) {}

// Select marks what is selected.
func (m *MatrixView) Select(s study.Selection) {
	if !s.Equal(m.at.State.Selection) {
		m.at.State.Selection = s
		m.refigure()
	}
}

// Close ends the goroutine of the view.
func (m *MatrixView) Close() { m.spacing.Stop(); m.Base.Close() }

// cut returns into how many groups trees are cut for the share of draws in one group.
func (m *MatrixView) cut() int {
	if n := len(m.at.State.Groups); n > 1 {
		return n
	}
	return m.at.UsualGroups
}

// ShowGroups shows the share of the draws in which two rows are in one group when the
// tree is cut into at most k groups; 0 shows their mean shared time.
func (m *MatrixView) ShowGroups(k int) {
	if m.chosen.Groups != k {
		m.chosen.Groups = k
		m.words()
		m.refigure()
		m.Chosen()
	}
}

func (m *MatrixView) words() {
	m.times.Quiet, m.alike.Quiet = m.chosen.Groups != 0, m.chosen.Groups == 0
	m.alike.Set(fmt.Sprintf("In one group of %d", m.cut()), false)
	m.times.Refresh()
	m.alike.Refresh()
}

// Follow is part of [Follower]. It brings the matrix up to date: at once with the selection and the order of the
// tree, and at the pace of a run, at most 1 % of a core, with new draws.
func (m *MatrixView) Follow(s drawn.Shown) {
	m.at = s
	if k := m.cut(); m.chosen.Groups != 0 && m.chosen.Groups != k {
		m.chosen.Groups = k
		m.Settle()
	}
	m.words()
	if p := s.Posterior; p != m.shown {
		if m.shown == nil || p == nil || m.shown.Draws == 0 || !m.shown.Alike(p) {
			m.shown = p
		} else {
			m.spacing.Offer(m.view.Do, func() {
				m.shown = m.at.Posterior
				m.refigure()
			})
		}
	}
	m.refigure()
}

// A matrixFigure is everything that a picture of the matrix needs.
type matrixFigure struct {
	of     *drawn.Posterior
	groups int
	tree   *beside.PreparedTree
	at     drawn.Shown
}

func (m *MatrixView) refigure() {
	f := matrixFigure{of: m.shown, groups: m.chosen.Groups, tree: m.at.Prepared(), at: m.at}
	m.view.SetSource(func() plotting.Figure { return m.figure(f) })
}

// figure makes the figure. It runs on the worker of the view.
func (m *MatrixView) figure(f matrixFigure) plotting.Figure {
	c := &m.cache
	if f.of != nil && f.tree != nil && f.tree.Tree().Leaves() <= depict.MostMatrixRows && (c.of != f.of || c.groups != f.groups) {
		start := time.Now()
		c.of, c.groups, c.pairs = f.of, f.groups, &depict.PairMatrix{Of: f.of.Draws}
		c.pairs.X, c.pairs.Draws = f.at.Pairs(f.groups, depict.DrawsForMatrix(f.tree.Tree().Leaves()))
		cost := time.Since(start)
		// Not on this goroutine: the worker must not wait for the window.
		go m.view.Do(func() { m.spacing.Cost = cost })
	}
	pairs := c.pairs
	if f.of == nil {
		pairs = nil
	}
	fig := c.maker.Figure(f.at.Caption.Title, pairs, f.tree, depict.MatrixState{Groups: f.groups})
	fig.Groups, fig.Selection.Rows = f.at.State.Groups, f.at.State.Selection.Rows
	return fig
}

// Figure returns the matrix that is on the screen, in the style and window of the view,
// for export; nil before the first.
func (m *MatrixView) Figure() plotting.Figure {
	f, _ := m.view.Shown()
	if k, ok := f.(matrix.Matrix); ok && k.Heat != nil {
		return k
	}
	return nil
}

// clicked selects the rows of a cell, or of a label or clade; with Shift or Ctrl they
// are added to the selection, or taken out of it.
func (m *MatrixView) clicked(k plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	f, _ := m.view.Shown()
	fig, is := f.(matrix.Matrix)
	if !is {
		return
	}
	more := modifiers&(fyne.KeyModifierShift|screen.Ctrl) != 0
	var rows []int
	switch {
	case !ok:
		if !more {
			m.PickRows(nil)
		}
		return
	case k.Kind == ink.LegendMark:
		rows = study.SetOf(k.Rows)
	case k.Kind == "cell":
		rows = study.SetOf([]int{k.Row, k.Column})
	case k.Kind == "column":
		rows = []int{k.Column}
	case k.Kind == "branch" && fig.Tree != nil:
		rows = study.SetOf(fig.Tree.Leaves(k.Node))
	case k.Row >= 0:
		rows = []int{k.Row}
	}
	if more {
		rows = study.Toggled(m.at.State.Selection.Rows, rows)
	}
	m.PickRows(rows)
}
