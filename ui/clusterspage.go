package ui

import (
	"espalier/plotting"
	"espalier/views"

	"fyne.io/fyne/v2"
)

const tabClusters = "Clusters"

// A clustersPage shows the clusters of a model without a tree over two directions of the data.
type clustersPage struct {
	c    *centre
	view *views.ClustersView
}

func newClustersPage(c *centre) *clustersPage {
	p := &clustersPage{c, views.NewClustersView(views.Post(c.w.post), c.style())}
	p.view.OnSelect = c.tree.Select
	return p
}

func (p *clustersPage) Name() string              { return tabClusters }
func (p *clustersPage) Object() fyne.CanvasObject { return p.view }
func (p *clustersPage) View() *views.View         { return p.view.View() }
func (p *clustersPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *clustersPage) Close()                    { p.view.Close() }

// Offers is so for results without a tree and without factors.
func (p *clustersPage) Offers(r *Result) bool {
	return len(r.Snapshot.Trees) == 0 && r.Snapshot.Factors == nil
}

// Show brings the clusters of the newest snapshot.
func (p *clustersPage) Show(r *Result) {
	p.view.SetTitle(figureTitle(r, 0), figureSubtitle(r, 0, ""))
	p.view.SetSnapshot(r.Data, r.Snapshot)
}

// Follow brings the selection that another view made.
func (p *clustersPage) Follow() {
	if p.c.shown != nil && len(p.c.shown.Snapshot.Trees) == 0 {
		p.view.Select(p.c.tree.State().Selection)
	}
}

// Figure implements page.
func (p *clustersPage) Figure() (plotting.Figure, string) {
	if f := p.view.Figure(); f != nil {
		return f, "clusters, over two directions of the data, with ellipses of one and two standard deviations"
	}
	return nil, ""
}
