package plotting

import (
	"gonum.org/v1/plot/vg"
)

// A DendrogramScene is a laid-out [Dendrogram].
type DendrogramScene struct {
	d    *Dendrogram
	size vg.Point
	list drawList
	area vg.Rectangle // of the tree, which zooms along both axes
	rows vg.Rectangle // of all that zooms along the leaves

	layout *dendrogramLayout
}

// Size returns the size it was laid out for, in points.
func (s *DendrogramScene) Size() vg.Point { return s.size }

// Draw draws everything, its ground included.
func (s *DendrogramScene) Draw(c vg.Canvas) { s.list.draw(c) }

// PlotArea returns the box of the branches. Strips, heat map and labels share its
// height and zoom with it.
func (s *DendrogramScene) PlotArea() vg.Rectangle { return s.area }

// RowsArea returns the box of everything that zooms along the leaves: branches,
// strips, heat map and labels.
func (s *DendrogramScene) RowsArea() vg.Rectangle { return s.rows }

// Hit returns the mark under p: a leaf, branch, branch point, cell of the heat map,
// cell of a strip, column name, or the line of the cut (kind "cut").
func (s *DendrogramScene) Hit(p vg.Point) (Mark, bool) { return Mark{}, false }

// HitNode returns the node whose point, branch or label lies under p.
func (s *DendrogramScene) HitNode(p vg.Point) (node int, ok bool) { return -1, false }

// NodePosition returns where a node is drawn, and whether it is: it is not when it
// lies outside the window or within a collapsed clade.
func (s *DendrogramScene) NodePosition(v int) (vg.Point, bool) { return vg.Point{}, false }

// TimeAt returns the time in [0,1] under p, for dragging the line of the cut; ok says
// that p lies over the branches.
func (s *DendrogramScene) TimeAt(p vg.Point) (t float64, ok bool) { return 0, false }

// DrawOverlay draws what the pointer is over, by the Node, Row and Column of its mark,
// on a transparent canvas laid over the scene: a few lines, whatever the tree's size.
func (s *DendrogramScene) DrawOverlay(c vg.Canvas, m Mark) {}
