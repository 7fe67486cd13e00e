package ui

import (
	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/inference/kind/forest"
	"espalier/inference/kind/mixture"
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/views"

	"fyne.io/fyne/v2"
)

// Names of the tabs of models without a tree.
const (
	tabClusters    = "Clusters"
	tabLoadings    = "Loadings"
	tabTemplates   = "Templates"
	tabComponents  = "Components"
	tabMemberships = "Memberships"
	tabClasses     = "Classes"
)

// A flatView is a view of a model without a tree.
type flatView interface {
	fyne.CanvasObject
	View() *views.View
	SetStyle(s plotting.Style)
	SetTitle(title, subtitle string)
	SetSnapshot(data *inference.Dataset, s *inference.Snapshot)
	Select(rows []int)
	ShowEpoch(i int)
	SetClass(name string)
	Tell(selected func(rows []int), epoch func(i int), class func(name string))
	Close()
}

// A flatPage is a page with a view of a model without a tree. These pages share what is
// selected, the accepted epoch that is shown and the annotation that is the class.
type flatPage struct {
	c      *centre
	name   string
	view   flatView
	offers func(r *Result) bool
	before func(r *Result)         // prepares the view for a result; nil for nothing
	follow func(s study.Selection) // brings more of the selection than rows; nil for nothing
	figure func() plotting.Figure
	about  string
	title  string // after that of the result; "" for none
}

// flatPages makes the pages of models without a tree.
func flatPages(c *centre) []page {
	post, style := views.Post(c.w.post), c.style()
	clusters, loadings, memberships := views.NewClustersView(post, style), views.NewLoadingsView(post, style), views.NewMembershipsView(post, style)
	components, confusion := views.NewComponentsView(post, style), views.NewConfusionView(post, style)
	mixed := func(r *Result) bool { return mixture.Of(r.Snapshot) != nil }
	flat := func(r *Result) bool { return len(forest.TreesOf(r.Snapshot)) == 0 }
	list := []*flatPage{
		{name: tabClusters, view: clusters, about: "clusters, over two directions of the data, with ellipses of one and two standard deviations",
			offers: func(r *Result) bool { return flat(r) && factor.StateOf(r.Snapshot) == nil },
			figure: func() plotting.Figure {
				if f := clusters.Figure(); f != nil {
					return f
				}
				return nil
			}},
		{name: tabComponents, view: components, figure: components.Figure, offers: mixed, title: "components",
			about: "components, of the mixture with their size, dimensionality, noise and score"},
		{name: tabLoadings, title: "loadings", view: loadings, figure: loadings.Figure, offers: func(r *Result) bool { return mixture.Of(r.Snapshot).HasFactors() },
			about: "loadings, mean loadings of each cluster as Hinton diagrams, in the units that the model works in"},
		newTemplatesPage(c, views.NewTemplatesView(post, style)),
		{name: tabMemberships, title: "memberships", view: memberships, figure: memberships.Figure, offers: func(r *Result) bool { return flat(r) && views.Memberships(r.Snapshot) },
			about: "memberships, how surely each row belongs to its cluster"},
		{name: tabClasses, title: "classes", view: confusion, figure: confusion.Figure, offers: func(r *Result) bool { return flat(r) && views.HasConfusion(r.Data, r.Snapshot) },
			about: "classes, how many rows of each class are in each cluster"},
	}
	var pages []page
	for _, p := range list {
		p.c = c
		p.view.Tell(c.pickRows, c.showEpoch, c.showClass)
		pages = append(pages, p)
	}
	return pages
}

// showEpoch shows an accepted epoch in all views of a mixture, also those that are shown later.
func (c *centre) showEpoch(i int) {
	c.epoch = i
	c.trace.ShowEpoch(i)
	for _, l := range c.leaves {
		if p, ok := l.page.(*flatPage); ok {
			p.view.ShowEpoch(i)
		}
	}
	if c.w.side != nil {
		c.w.side.refresh()
	}
}

// showClass makes an annotation the class of the rows in all views of a mixture.
func (c *centre) showClass(name string) {
	for _, l := range c.leaves {
		if p, ok := l.page.(*flatPage); ok {
			p.view.SetClass(name)
		}
	}
}

// Name implements page.
func (p *flatPage) Name() string { return p.name }

// Object implements page.
func (p *flatPage) Object() fyne.CanvasObject { return p.view }

// View implements page.
func (p *flatPage) View() *views.View { return p.view.View() }

// SetStyle implements page.
func (p *flatPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }

// Close implements page.
func (p *flatPage) Close() { p.view.Close() }

// Offers implements page.
func (p *flatPage) Offers(r *Result) bool { return p.offers(r) }

// Show brings the newest snapshot.
func (p *flatPage) Show(r *Result) {
	title := figureTitle(r, 0)
	if p.title != "" {
		title += ": " + p.title
	}
	p.view.SetTitle(title, figureSubtitle(r, 0, ""))
	if p.before != nil {
		p.before(r)
	}
	p.view.SetSnapshot(r.Data, r.Snapshot)
	p.view.ShowEpoch(p.c.epoch)
	p.Follow()
}

// Follow brings the selection that another view made.
func (p *flatPage) Follow() {
	if p.c.shown != nil && p.offers(p.c.shown) {
		s := p.c.selection()
		p.view.Select(s.Rows)
		if p.follow != nil {
			p.follow(s)
		}
	}
}

// Figure implements page.
func (p *flatPage) Figure() (plotting.Figure, string) {
	if f := p.figure(); f != nil {
		return f, p.about
	}
	return nil, ""
}
