package ui

import (
	"espalier/plotting"
	"espalier/views"

	"fyne.io/fyne/v2"
)

const tabMemberships = "Memberships"

// A membershipsPage shows how surely the rows belong to their clusters.
type membershipsPage struct {
	c    *centre
	view *views.MembershipsView
}

func newMembershipsPage(c *centre) *membershipsPage {
	p := &membershipsPage{c, views.NewMembershipsView(views.Post(c.w.post), c.style())}
	p.view.OnSelect = c.tree.Select
	return p
}

func (p *membershipsPage) Name() string              { return tabMemberships }
func (p *membershipsPage) Object() fyne.CanvasObject { return p.view }
func (p *membershipsPage) View() *views.View         { return p.view.View() }
func (p *membershipsPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *membershipsPage) Close()                    { p.view.Close() }

// Offers is so for models without a tree that say how sure they are of their clusters.
func (p *membershipsPage) Offers(r *Result) bool {
	return len(r.Snapshot.Trees) == 0 && views.Memberships(r.Snapshot)
}

// Show brings the newest snapshot.
func (p *membershipsPage) Show(r *Result) {
	p.view.SetTitle(figureTitle(r, 0), figureSubtitle(r, 0, ""))
	p.view.SetSnapshot(r.Data, r.Snapshot)
}

// Follow brings the selection that another view made.
func (p *membershipsPage) Follow() {
	if p.c.shown != nil && p.Offers(p.c.shown) {
		p.view.Select(p.c.tree.State().Selection)
	}
}

// Figure implements page.
func (p *membershipsPage) Figure() (plotting.Figure, string) {
	if f := p.view.Figure(); f != nil {
		return f, "memberships, how surely each row belongs to its cluster"
	}
	return nil, ""
}
