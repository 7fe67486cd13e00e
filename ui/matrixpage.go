package ui

import (
	"espalier/inference/kind/forest"
	"espalier/plotting"
	"espalier/views/screen"
	"espalier/views/trees"

	"fyne.io/fyne/v2"
)

const tabMatrix = "Matrix"

// A matrixPage shows for each pair of rows how late they part over the draws.
type matrixPage struct{ matrix *trees.MatrixView }

func newMatrixPage(c *centre) *matrixPage {
	return &matrixPage{trees.NewMatrixView(c.tree, screen.Post(c.w.post), c.style())}
}

func (p *matrixPage) Name() string              { return tabMatrix }
func (p *matrixPage) Object() fyne.CanvasObject { return p.matrix }
func (p *matrixPage) View() *screen.View        { return p.matrix.View() }

// Offers is so where there are draws of trees.
func (p *matrixPage) Offers(r *Result) bool {
	return len(forest.DrawsOf(r.Snapshot)) > 0 && len(forest.TreesOf(r.Snapshot)) > 0
}

// Show brings what the tree view has made of the draws.
func (p *matrixPage) Show(*Result) { p.matrix.Follow() }

// Follow brings the selection, the order and the groups of the tree.
func (p *matrixPage) Follow() { p.matrix.Follow() }

// Figure implements page.
func (p *matrixPage) Figure() (plotting.Figure, string) {
	if f := p.matrix.Figure(); f != nil {
		return f, ""
	}
	return nil, ""
}

// SetStyle implements page.
func (p *matrixPage) SetStyle(s plotting.Style) { p.matrix.SetStyle(s) }

// Close implements page.
func (p *matrixPage) Close() { p.matrix.Close() }
