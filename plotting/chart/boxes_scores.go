package chart

import (
	"math"

	"example.org/espalier/plotting"
)

// A Scored is a model under one set of settings, with its fits.
type Scored struct {
	Name string
	Fits []ScoredFit
}

// A ScoredFit is how well one fit predicted hidden values, in the units of the table.
type ScoredFit struct {
	Name       string
	Seed       uint64  // of the hidden data: fits of one seed are compared on the same values
	LogDensity float64 // mean of a cell or row, nats
	Squared    float64 // mean squared error; NaN if not known
}

// ScoreBoxes compares the held-out fit of models as box plots, the best first: log density and, if known, squared error
// and how far each fit is behind that of the best model with the same seed. The last cancels values that are hard to
// predict for every model (Knowles thesis, figures 3.7 to 3.9). The unit is "cell" or "row".
func ScoreBoxes(data, unit string, models []Scored) Boxes {
	b := Boxes{Title: "Held-out fit of models to " + data, Window: plotting.All, Style: plotting.Print,
		Subtitle: "each point is a fit; the best model first"}
	density := BoxPanel{Name: "log density per " + unit + ", nats", Notes: []string{"higher is better"}, ID: 0}
	behind := BoxPanel{Notes: []string{"less is better"}, ID: 1}
	squared := BoxPanel{Name: "squared error per " + unit, Notes: []string{"lower is better"}, ID: 2}
	best := map[uint64]float64{}
	for i, g := range models {
		b.Groups = append(b.Groups, g.Name)
		for _, f := range g.Fits {
			add := func(p *BoxPanel, value float64) {
				if !math.IsNaN(value) {
					p.Values, p.Group, p.Names = append(p.Values, value), append(p.Group, i), append(p.Names, f.Name)
				}
			}
			add(&density, f.LogDensity)
			add(&squared, f.Squared)
			if top, ok := best[f.Seed]; ok && i > 0 {
				add(&behind, top-f.LogDensity)
			} else if i == 0 {
				best[f.Seed] = f.LogDensity
			}
		}
	}
	b.Panels = append(b.Panels, density)
	if len(behind.Values) > 0 {
		behind.Name = "behind " + models[0].Name + " on the same " + unit + "s, nats"
		b.Panels = append(b.Panels, behind)
	}
	if len(squared.Values) > 0 {
		b.Panels = append(b.Panels, squared)
	}
	return b
}
