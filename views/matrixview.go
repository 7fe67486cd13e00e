package views

import (
	"fmt"
	"image/color"
	"strings"
	"time"

	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/beside"
	"espalier/plotting/ink"
	"espalier/plotting/matrix"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"gonum.org/v1/gonum/mat"
)

// MaxMatrixRows is how many rows a [MatrixView] shows at most.
const MaxMatrixRows = 3000

// matrixCells is how many pairs of leaves, over all draws, go into one matrix: of more
// draws evenly spaced ones are taken, so that a matrix is made in about a second.
const matrixCells = 400e6

// A MatrixView shows for each pair of rows how late their paths part in the mean over
// the draws of a tree view, or how often they fall into one group. Rows stand in the
// order of the tree shown; the selection is shared with it. Make one with
// [NewMatrixView]; Close it when it is no longer needed.
type MatrixView struct {
	widget.BaseWidget
	tree    *TreeView
	view    *View
	spacing pace
	shown   *Posterior // what the matrix is of
	groups  int        // cut into so many, for the share of one group; 0: shared times
	times   *link
	alike   *link
	box     *fyne.Container

	cache matrixCache // of the view's worker
}

// matrixCache keeps what was made last.
type matrixCache struct {
	of     *Posterior
	groups int
	x      *mat.Dense
	draws  int
	tree   *beside.PreparedTree
	heat   *beside.Heat
}

// NewMatrixView returns the matrix of the draws of a tree view; Follow it after changes.
func NewMatrixView(t *TreeView, post Post, style plotting.Style) *MatrixView {
	m := &MatrixView{tree: t, view: NewView(post, style), spacing: pace{most: 20 * time.Second}}
	m.times = newLink("Shared time", func() { m.ShowGroups(0) })
	m.alike = newLink("In one group", func() { m.ShowGroups(m.cut()) })
	head := container.NewHBox(gapWide(13), m.times, gapWide(8), m.alike)
	m.box = container.NewBorder(container.New(column{}, gap(4), head), nil, nil, nil, m.view)
	m.view.OnSelect = m.clicked
	m.view.OnShortcut = t.shortcut
	m.view.OnOpen = func(k plotting.Mark, ok bool) bool { return false }
	m.ExtendBaseWidget(m)
	m.words()
	return m
}

// gapWide is an empty space of a width.
func gapWide(width float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(width, 1))
	return r
}

// CreateRenderer is part of fyne.Widget.
func (m *MatrixView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(m.box) }

// View returns the view within.
func (m *MatrixView) View() *View { return m.view }

// SetStyle changes the style, such as from light to dark.
func (m *MatrixView) SetStyle(s plotting.Style) { m.view.SetStyle(s) }

// Close ends the goroutine of the view.
func (m *MatrixView) Close() { m.spacing.stop(); m.view.Close() }

// Show makes the view visible, and drawn if something changed meanwhile.
func (m *MatrixView) Show() { m.BaseWidget.Show(); m.view.Show() }

// Hide makes the view invisible; nothing is made for it until Show.
func (m *MatrixView) Hide() { m.BaseWidget.Hide(); m.view.Hide() }

// cut is into how many groups trees are cut for the share of one group.
func (m *MatrixView) cut() int {
	if n := len(m.tree.State().Groups); n > 1 {
		return n
	}
	return m.tree.usualGroups()
}

// ShowGroups shows the share of the draws in which two rows are in one group when the
// tree is cut into at most k groups; 0 shows their mean shared time.
func (m *MatrixView) ShowGroups(k int) {
	if m.groups != k {
		m.groups = k
		m.words()
		m.refigure()
	}
}

func (m *MatrixView) words() {
	m.times.quiet, m.alike.quiet = m.groups != 0, m.groups == 0
	m.alike.set(fmt.Sprintf("In one group of %d", m.cut()), false)
	m.times.Refresh()
	m.alike.Refresh()
}

// Follow brings the matrix up to date: at once with the selection and the order of the
// tree, and at the pace of a run, at most 1 % of a core, with new draws.
func (m *MatrixView) Follow() {
	if k := m.cut(); m.groups != 0 && m.groups != k {
		m.groups = k
	}
	m.words()
	if p := m.tree.Draws.Posterior(); p != m.shown {
		if m.shown == nil || p == nil || m.shown.Draws == 0 || len(m.shown.order) != len(p.order) {
			m.shown = p
		} else {
			m.spacing.offer(m.view.post, func() {
				m.shown = m.tree.Draws.Posterior()
				m.refigure()
			})
		}
	}
	m.refigure()
}

// A matrixFigure is all that a picture of the matrix is made from.
type matrixFigure struct {
	of      *Posterior
	groups  int
	tree    *beside.PreparedTree
	state   TreeState
	caption string
}

func (m *MatrixView) refigure() {
	f := matrixFigure{of: m.shown, groups: m.groups, tree: m.tree.prepared(), state: m.tree.State(), caption: m.tree.caption.Title}
	m.view.SetSource(func() plotting.Figure { return m.figure(f) })
}

// figure makes the figure. It runs on the worker of the view.
func (m *MatrixView) figure(f matrixFigure) plotting.Figure {
	fig := matrix.Matrix{Title: f.caption, Symmetric: true, Groups: f.state.Groups,
		Selection: plotting.Selection{Rows: f.state.Selection.Rows, Node: -1}, Window: plotting.All, Style: plotting.Light}
	switch {
	case f.of == nil || f.tree == nil:
		fig.Empty = "The matrix comes with the first draws."
		return fig
	case f.tree.Tree().Leaves() > MaxMatrixRows:
		fig.Empty = "A matrix of " + plotting.FormatCount(f.tree.Tree().Leaves()) + " rows would not be legible: it is shown for up to " +
			plotting.FormatCount(MaxMatrixRows) + ". Keep fewer rows, such as the most variable ones, to see it."
		return fig
	}
	if fig.Title != "" {
		fig.Title += ": "
	}
	fig.Title += "shared times"
	if f.groups > 0 {
		fig.Title = strings.TrimSuffix(fig.Title, "shared times") + "rows in one group"
	}
	c := &m.cache
	if c.of != f.of || c.groups != f.groups {
		start := time.Now()
		c.x, c.draws = m.tree.summariser.pairs(f.groups)
		c.of, c.groups, c.heat = f.of, f.groups, nil
		cost := time.Since(start)
		// Not from here: the window waits for no worker, and this one waits for the window.
		go m.view.post(func() { m.spacing.cost = cost })
	}
	if c.x == nil || c.x.RawMatrix().Rows != f.tree.Tree().Leaves() {
		fig.Empty = "The matrix comes with the first draws."
		return fig
	}
	names := f.tree.Tree().Names
	if c.heat == nil || c.tree != f.tree {
		order := make([]int, len(names))
		for i, r := range f.tree.Order() {
			order[i] = int(r)
		}
		c.tree = f.tree
		c.heat = &beside.Heat{X: c.x, Columns: names, Order: order, Title: "mean shared time", Scale: ink.Scale{Map: ink.Viridis, Low: 0, High: 1}}
		if f.groups > 0 {
			c.heat.Title, c.heat.Scale.Map = "share of draws", ink.Ink
		}
	}
	fig.Heat, fig.Rows, fig.Order, fig.Tree = c.heat, names, c.heat.Order, f.tree
	fig.Subtitle = "time at which the paths of two leaves part, mean of "
	if f.groups > 0 {
		fig.Subtitle = fmt.Sprintf("share of draws in which two leaves are in one group, the tree cut into at most %d, of ", f.groups)
	}
	fig.Subtitle += plotting.Plural(c.draws, "draw")
	if c.draws < f.of.Draws {
		fig.Subtitle += ", evenly chosen from " + plotting.FormatCount(f.of.Draws)
	}
	return fig
}

// pairs returns the matrix of shared times, or of one group of k, from as many draws as
// make it in about a second.
func (s *summariser) pairs(k int) (*mat.Dense, int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	n := max(len(s.set.Names()), 1)
	most := max(int(matrixCells/float64(n*n)), 20)
	if k > 0 {
		return s.set.CoClustering(k, most)
	}
	return s.set.SharedTimes(most)
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
	more := modifiers&(fyne.KeyModifierShift|ctrl) != 0
	var rows []int
	switch {
	case !ok:
		if !more {
			m.tree.Select(nil)
		}
		return
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
		rows = study.Toggled(m.tree.State().Selection.Rows, rows)
	}
	m.tree.Select(rows)
}
