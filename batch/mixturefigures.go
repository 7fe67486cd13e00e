package batch

import (
	"fmt"

	"espalier/inference/process/diffusion"
	"espalier/plotting"
	"espalier/plotting/cells"
	"espalier/plotting/ink"
	"espalier/plotting/space"
)

// clustersSize is nearly square, so that ellipses have room.
var clustersSize = plotting.Size{WidthMM: 180, HeightMM: 120, DPI: 300}

// drawMixture saves the clusters over the first two principal components, where rows span
// a plane, and the loadings of the components.
func (f *fitted) drawMixture(save func(name string, figure plotting.Figure, size plotting.Size, m plotting.Metadata) error) error {
	mixture, m := f.snapshot.Mixture, f.metadata()
	if mixture == nil {
		return nil
	}
	if c := f.clusters(m.Title); c != nil {
		m := m
		m.Description = "rows over the first two principal components with the ellipses of one and two standard deviations of each cluster"
		if err := save("clusters", c, clustersSize, m); err != nil {
			return err
		}
	}
	if t := f.templates(m.Title + ": templates"); t != nil {
		m := m
		m.Title, m.Description = m.Title+": templates", "mean and factors of each cluster as pictures, in the units of the table"
		if err := save("templates", *t, treeSize, m); err != nil {
			return err
		}
	}
	if !mixture.HasFactors() {
		return nil
	}
	m.Title, m.Description = m.Title+": loadings", "mean loadings of each cluster as Hinton diagrams, in the units that the model works in"
	h := cells.Hinton{Title: m.Title, Subtitle: f.subtitle(), Value: "mean loading", Rows: f.material.data.Columns,
		Blocks: cells.LoadingBlocks(mixture, false), Window: plotting.All, Style: plotting.Print}
	return save("loadings", h, treeSize, m)
}

// clusters shows the rows with the components of the mixture; nil where they span no plane.
func (f *fitted) clusters(title string) *space.Clusters {
	data := f.material.data
	directions, shares := diffusion.Principal(data.X, 2)
	if len(directions) < 2 {
		return nil
	}
	axis := func(i int) ink.Measure {
		return ink.Measure{Name: fmt.Sprintf("PC %d, %s of the variance", i+1, plotting.FormatPercent(shares[i])), Factor: 1}
	}
	c := &space.Clusters{Title: title, Subtitle: f.subtitle(), Highlight: plotting.NoHighlight, Window: plotting.All, Style: plotting.Print,
		Points:   space.ProjectedPoints(data, directions[0], directions[1], axis(0), axis(1)),
		Ellipses: space.MixtureEllipses(f.snapshot.Mixture, directions[0], directions[1])}
	c.Class, c.Certainty = f.snapshot.Mixture.Assigned()
	return c
}

// templates shows the means and factors as pictures; nil where the columns are no square
// images.
func (f *fitted) templates(title string) *cells.Templates {
	data := f.material.data
	rows, columns := f.material.table.Dims()
	if data.Preprocessing.Transpose {
		columns = rows
	}
	width, height := cells.ImageShape(columns, data.Columns)
	if width == 0 {
		return nil
	}
	t := &cells.Templates{Title: title, Subtitle: f.subtitle(), Width: width, Height: height, Pixels: data.ColumnIndex, Names: data.Columns,
		Blocks: cells.MixtureTemplates(f.snapshot.Mixture, data, true), Window: plotting.All, Style: plotting.Print}
	t.SetScales()
	return t
}
