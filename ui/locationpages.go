package ui

import (
	"espalier/inference/kind/forest"
	"espalier/plotting"
	"espalier/views/paths"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
)

// Names of the tabs of the locations of a tree.
const (
	tabPaths   = "Paths"
	tabDensity = "Density"
)

// hasLocations reports whether a result has a tree of the rows of its data.
func hasLocations(r *Result) bool {
	t := forest.TreesOf(r.Snapshot)
	return len(t) > 0 && t[0].Tree != nil && t[0].Tree.Leaves() == len(r.Data.Rows)
}

// A pathsPage shows how the paths of the tree run in time.
type pathsPage struct {
	c    *centre
	view *paths.DiffusionView
}

func newPathsPage(c *centre) *pathsPage {
	return &pathsPage{c, paths.NewDiffusionView(c.tree, screen.Post(c.w.post), c.style())}
}

func (p *pathsPage) Name() string              { return tabPaths }
func (p *pathsPage) Object() fyne.CanvasObject { return p.view }
func (p *pathsPage) View() *screen.View        { return p.view.View() }
func (p *pathsPage) Offers(r *Result) bool     { return hasLocations(r) }
func (p *pathsPage) Follow()                   { p.view.Follow() }
func (p *pathsPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *pathsPage) Close()                    { p.view.Close() }

// Show brings the parameters of the newest snapshot; the tree is that of the tree view.
func (p *pathsPage) Show(r *Result) {
	p.view.SetSubject(r.Subject())
}

// Figure implements page.
func (p *pathsPage) Figure() (plotting.Figure, string) {
	if f := p.view.Figure(); f != nil {
		return f, "in diffusion time, along " + p.view.Directions()[p.view.Direction()] + ": " + f.Subtitle
	}
	return nil, ""
}

// A densityPage shows the predictive density of a new row.
type densityPage struct {
	c    *centre
	view *paths.DensityView
}

func newDensityPage(c *centre) *densityPage {
	return &densityPage{c, paths.NewDensityView(c.tree, screen.Post(c.w.post), c.style())}
}

func (p *densityPage) Name() string              { return tabDensity }
func (p *densityPage) Object() fyne.CanvasObject { return p.view }
func (p *densityPage) View() *screen.View        { return p.view.View() }
func (p *densityPage) Offers(r *Result) bool     { return hasLocations(r) }
func (p *densityPage) Follow()                   { p.view.Follow() }
func (p *densityPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *densityPage) Close()                    { p.view.Close() }

// Show brings the parameters of the newest snapshot; the tree is that of the tree view.
func (p *densityPage) Show(r *Result) {
	p.view.SetSubject(r.Subject())
}

// Figure implements page.
func (p *densityPage) Figure() (plotting.Figure, string) {
	if f := p.view.Figure(); f != nil {
		x, y := p.view.Shown()
		names := p.view.Directions()
		return f, "over " + names[x] + " and " + names[y] + ": " + f.Subtitle
	}
	return nil, ""
}
