package ui

import (
	"espalier/inference"
	"espalier/plotting"
	"espalier/views"

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
	View() *views.View
	SetTitle(title, subtitle string)
	SetFactors(data *inference.Dataset, s views.FactorStates)
	Select(p views.Picks)
	Figure() plotting.Figure
	SetStyle(s plotting.Style)
	Close()
}

// A factorPage shows a heat map of a factor model.
type factorPage struct {
	c           *centre
	name, about string
	factorMap
}

// newFactorPages makes the heat maps of factor models.
func newFactorPages(c *centre) []page {
	post := views.Post(c.w.post)
	features := views.NewFeaturesView(post, c.style())
	features.OnPick = c.tree.Pick
	activities := views.NewActivitiesView(post, c.style())
	activities.OnPick = c.tree.Pick
	reconstruction := views.NewReconstructionView(post, c.style())
	reconstruction.OnPick = c.tree.Pick
	return []page{
		&factorPage{c, tabFeatures, "features, which of them each row of the heat map has", features},
		&factorPage{c, tabActivities, "activities, of each factor in each case, in the units that the model works in", activities},
		&factorPage{c, tabReconstruction, "reconstruction, the data, what the factors make of them and what is left over, in the units that the model works in", reconstruction},
	}
}

func (p *factorPage) Name() string              { return p.name }
func (p *factorPage) Object() fyne.CanvasObject { return p.factorMap }

// Offers is so for factor models.
func (p *factorPage) Offers(r *Result) bool { return r.Snapshot.Factors != nil }

// Show brings the factors of the newest snapshot.
func (p *factorPage) Show(r *Result) {
	p.SetTitle(figureTitle(r, 0), figureSubtitle(r, 0, ""))
	p.SetFactors(r.Data, views.FactorStates{Shown: r.Snapshot.Factors, Iteration: r.Snapshot.Iteration})
	p.Select(p.c.tree.State().Picks())
}

// Follow brings the selection that another view made.
func (p *factorPage) Follow() {
	if p.c.shown != nil && p.c.shown.Snapshot.Factors != nil {
		p.Select(p.c.tree.State().Picks())
	}
}

// Figure implements page.
func (p *factorPage) Figure() (plotting.Figure, string) {
	if f := p.factorMap.Figure(); f != nil {
		return f, p.about
	}
	return nil, ""
}
