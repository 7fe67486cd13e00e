package ui

import (
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/views/clusters"
	"espalier/views/screen"

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
	View() *screen.View
	SetStyle(s plotting.Style)
	SetSubject(s *depict.Subject)
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
	offers func(r *Result) bool    // nil leaves it to the list of figures
	before func(r *Result)         // prepares the view for a result; nil for nothing
	follow func(s study.Selection) // brings more of the selection than rows; nil for nothing
	figure func() plotting.Figure
}

// flatPages makes the pages of models without a tree.
func flatPages(c *centre) []page {
	post, style := screen.Post(c.w.post), c.style()
	groups, loadings, memberships := clusters.NewScatterView(post, style), clusters.NewLoadingsView(post, style), clusters.NewMembershipsView(post, style)
	components, classes := clusters.NewComponentsView(post, style), clusters.NewConfusionView(post, style)
	list := []*flatPage{
		{name: tabClusters, view: groups, figure: func() plotting.Figure {
			if f := groups.Figure(); f != nil {
				return f
			}
			return nil
		}},
		{name: tabComponents, view: components, figure: components.Figure},
		{name: tabLoadings, view: loadings, figure: loadings.Figure},
		newTemplatesPage(c, clusters.NewTemplatesView(post, style)),
		{name: tabMemberships, view: memberships, figure: memberships.Figure},
		{name: tabClasses, view: classes, figure: classes.Figure},
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
func (p *flatPage) View() *screen.View { return p.view.View() }

// SetStyle implements page.
func (p *flatPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }

// Close implements page.
func (p *flatPage) Close() { p.view.Close() }

// Offers implements page.
func (p *flatPage) Offers(r *Result) bool {
	if p.offers != nil {
		return p.offers(r)
	}
	return depict.ByTab(p.name).Offers(r.Subject())
}

// Show brings the newest snapshot.
func (p *flatPage) Show(r *Result) {
	if p.before != nil {
		p.before(r)
	}
	p.view.SetSubject(r.Subject())
	p.view.ShowEpoch(p.c.epoch)
	p.Follow()
}

// Follow brings the selection that another view made.
func (p *flatPage) Follow() {
	if p.c.shown != nil && p.Offers(p.c.shown) {
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
		return f, ""
	}
	return nil, ""
}
