package ui

import (
	"espalier/plotting"
	"espalier/views"

	"fyne.io/fyne/v2"
)

const tabLoadings = "Loadings"

// A loadingsPage shows the loadings of the components of a mixture of factor analysers.
type loadingsPage struct {
	c    *centre
	view *views.LoadingsView
}

func newLoadingsPage(c *centre) *loadingsPage {
	p := &loadingsPage{c, views.NewLoadingsView(views.Post(c.w.post), c.style())}
	p.view.OnSelect = c.tree.Select
	return p
}

func (p *loadingsPage) Name() string              { return tabLoadings }
func (p *loadingsPage) Object() fyne.CanvasObject { return p.view }
func (p *loadingsPage) View() *views.View         { return p.view.View() }
func (p *loadingsPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *loadingsPage) Close()                    { p.view.Close() }

// Offers is so for mixtures with factors.
func (p *loadingsPage) Offers(r *Result) bool { return r.Snapshot.Mixture.HasFactors() }

// Show brings the mixture of the newest snapshot.
func (p *loadingsPage) Show(r *Result) {
	p.view.SetTitle(figureTitle(r, 0), figureSubtitle(r, 0, ""))
	p.view.SetSnapshot(r.Data, r.Snapshot)
}

// Follow brings the selection that another view made.
func (p *loadingsPage) Follow() {
	if p.c.shown != nil && p.c.shown.Snapshot.Mixture != nil {
		p.view.Select(p.c.tree.State().Selection)
	}
}

// Figure implements page.
func (p *loadingsPage) Figure() (plotting.Figure, string) {
	if f := p.view.Figure(); f != nil {
		return f, "loadings, mean loadings of each cluster as Hinton diagrams, in the units that the model works in"
	}
	return nil, ""
}
