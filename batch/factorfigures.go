package batch

import (
	"espalier/plotting"
	"espalier/plotting/cells"
	"espalier/plotting/chart"
	"espalier/plotting/matrix"
)

// Sizes of the figures of factors, in mm, and how many items the loadings are shown of.
const (
	factorWidth = 180
	leastTall   = 90
	mostTall    = 240
	mostLoading = 60
)

// tall is the height of a figure of so many rows, each of so many mm beside the margins.
func tall(rows int, each float64) plotting.Size {
	return plotting.Size{WidthMM: factorWidth, HeightMM: min(max(45+each*float64(rows), leastTall), mostTall), DPI: 300}
}

// drawFactors saves which items have which factor, the loadings of the items that lead the
// factors, how active the factors are in each case, and how many factors there are.
func (f *fitted) drawFactors(save func(name string, figure plotting.Figure, size plotting.Size, m plotting.Metadata) error) error {
	s, m := f.summary(), f.metadata()
	if s == nil {
		return nil
	}
	p := &matrix.FactorPlot{Data: f.material.data, Factors: s.Factors, Title: m.Title, Subtitle: f.subtitle()}
	items, _ := p.Items()
	cases, _ := p.Cases()
	rows := items
	if s.Factors.Binary {
		rows = cases
	}
	m.Description = "which of the " + count(len(rows), "row") + " of the figure have which factor: the share of the draws, after burn-in and matched"
	if s.Draws == 0 {
		m.Description = "which of the " + count(len(rows), "row") + " of the figure have which factor"
	}
	title := m.Title
	m.Title = title + ": features"
	p.Title = m.Title
	z := p.Features(matrix.FeatureOptions{LeftOrdered: true, Grouped: true, Shares: s.Draws > 0})
	if err := save("features", z, tall(len(rows), 1.2), m); err != nil {
		return err
	}
	shown := cells.FactorItems(s, cells.ByFactor, mostLoading)
	names := make([]string, len(shown))
	for i, d := range shown {
		names[i] = items[d]
	}
	m.Description = "loadings as a Hinton diagram, in the units that the model works in"
	if len(shown) < len(items) {
		m.Description += "; of " + count(len(items), "item") + " the " + plotting.FormatCount(len(shown)) + " that lead the factors"
	}
	m.Title = title + ": loadings"
	h := cells.Hinton{Title: m.Title, Subtitle: f.subtitle(), Value: "mean loading", Rows: names, Items: shown,
		Blocks: []cells.HintonBlock{cells.FactorBlock(s, shown)}, Window: plotting.All, Style: plotting.Print}
	if s.Draws == 0 {
		h.Value = "loading"
	}
	if err := save("loadings", h, tall(len(shown), 3.2), m); err != nil {
		return err
	}
	m.Title, m.Description = title+": activities", "how active each factor is in each case"
	if s.Factors.Binary {
		m.Title, m.Description = title+": values", "what each feature adds to each column"
	}
	p.Title = m.Title
	var order []int
	if !s.Factors.Binary { // whose activities figure is of the items
		order = p.UsualCases()
	}
	if err := save("activities", p.Activities(order), tall(s.Count(), 5), m); err != nil {
		return err
	}
	c := chart.NewCounts(f.snapshot, s, f.command.BurnIn, f.info.Iteration)
	m.Title, m.Description = title+": number of factors", c.Posterior()
	c.Title, c.Subtitle, c.Style = m.Title, f.subtitle(), plotting.Print
	return save("factors", c, plotting.Size{WidthMM: factorWidth, HeightMM: 120, DPI: 300}, m)
}

// drawReconstruction saves the data, what the factors make of them and what is left over,
// cells that were held out marked.
func (f *fitted) drawReconstruction(save func(name string, figure plotting.Figure, size plotting.Size, m plotting.Metadata) error) error {
	s, m := f.summary(), f.metadata()
	if s == nil {
		return nil
	}
	m.Title += ": reconstruction"
	p := &matrix.FactorPlot{Data: f.material.data, Factors: s.Factors, Title: m.Title, Subtitle: f.subtitle()}
	target := matrix.NewTarget(p.Data, s.Factors)
	if k := f.material.cells; k != nil {
		target.Hold(k.cells, k.value)
	}
	r := p.Reconstruction(target, true, p.UsualCases(), "")
	r.Style = plotting.Print
	m.Description = "the data, what the factors make of them and what is left over, in the units that the model works in"
	return save("reconstruction", r, plotting.Size{WidthMM: 260, HeightMM: 150, DPI: 300}, m)
}
