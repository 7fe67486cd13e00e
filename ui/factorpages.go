package ui

import (
	"espalier/inference/kind/factor"
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/views/factors"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
)

// Names of the tabs of the heat maps of factor models.
const (
	tabFeatures       = "Features"
	tabActivities     = "Activities"
	tabReconstruction = "Reconstruction"
)

// A factorMap is a heat map of a factor model.
type factorMap interface {
	fyne.CanvasObject
	View() *screen.View
	SetSubject(result study.ResultID, s depict.FactorSubject)
	Select(s study.Selection)
	Figure() plotting.Figure
	SetStyle(s plotting.Style)
	Close()
}

// A factorPage shows a heat map of a factor model.
type factorPage struct {
	c    *centre
	name string
	factorMap
}

// newFactorPages makes the heat maps of factor models.
func newFactorPages(c *centre) []page {
	post := screen.Post(c.w.post)
	features := factors.NewFeaturesView(post, c.style())
	features.OnPick = c.pick
	activities := factors.NewActivitiesView(post, c.style())
	activities.OnPick = c.pick
	reconstruction := factors.NewReconstructionView(post, c.style())
	reconstruction.OnPick = c.pick
	pages := []*factorPage{
		{c, tabFeatures, features},
		{c, tabActivities, activities},
		{c, tabReconstruction, reconstruction},
	}
	var out []page
	for _, p := range pages {
		c.summaries.follow = append(c.summaries.follow, func(*factors.Posterior) { p.bring() })
		out = append(out, p)
	}
	return out
}

func (p *factorPage) Name() string              { return p.name }
func (p *factorPage) Object() fyne.CanvasObject { return p.factorMap }

// Offers is so for factor models.
func (p *factorPage) Offers(r *Result) bool { return factor.StateOf(r.Snapshot) != nil }

// Show brings the factors of the newest snapshot, and has it summarised; what the draws
// say follows when it is.
func (p *factorPage) Show(r *Result) {
	p.bring()
	p.Select(p.c.selection())
	p.c.summaries.offer(r)
}

// bring shows what is known of the factors: what the draws say together where there are
// some, else the present state.
func (p *factorPage) bring() {
	r := p.c.shown
	if r == nil || factor.StateOf(r.Snapshot) == nil {
		return
	}
	s := depict.FactorSubject{Subject: r.Subject()}
	if q := p.c.summaries.current(r); q != nil && q.Summary.Draws > 0 {
		s.Summary = q.Summary
	}
	p.SetSubject(r.ID, s)
}

// Follow brings the selection that another view made.
func (p *factorPage) Follow() {
	if p.c.shown != nil && factor.StateOf(p.c.shown.Snapshot) != nil {
		p.Select(p.c.selection())
	}
}

// Figure implements page.
func (p *factorPage) Figure() (plotting.Figure, string) {
	if f := p.factorMap.Figure(); f != nil {
		return f, ""
	}
	return nil, ""
}
