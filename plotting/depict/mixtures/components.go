package mixtures

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/ink"
)

// ComponentTable lists the components of a mixture in their order: size, share, factors, share of
// variance that is noise, score, and the most common level of an annotation among the rows (class
// nil leaves it out).
func ComponentTable(m *mixture.Mixture, class *inference.Annotation, places ink.Places,
	s plotting.Style) cells.Table {
	t := cells.Table{Style: s, Window: plotting.All, Sort: 0}
	if m == nil {
		return t
	}
	factors := m.HasFactors()
	t.Columns = []cells.TableColumn{{Head: "cluster", Name: "cluster"},
		{Head: "rows", Name: "rows", Bar: true, Tip: [][2]string{{"expected number", "of rows"}}},
		{Head: "share", Name: "weight"}}
	if factors {
		t.Columns = append(t.Columns, cells.TableColumn{Head: "factors", Name: "factors",
			Tip: [][2]string{{"dimensions", "that are used"}}},
			cells.TableColumn{Head: "noise", Name: "noise_share", Tip: [][2]string{{"noise", "of its variance"}}})
	} else {
		t.Columns = append(t.Columns, cells.TableColumn{Head: "s.d.", Name: "standard_deviation",
			Tip: [][2]string{{"of each column", "in working units"}}})
	}
	t.Columns = append(t.Columns, cells.TableColumn{Head: "score", Name: "score",
		Tip: [][2]string{{"share of the objective", "a row"}}})
	var level []int
	var share []float64
	if class != nil {
		if level, share = m.Majority(class.Codes, len(class.Levels)); level != nil {
			t.Columns = append(t.Columns, cells.TableColumn{Head: class.Name, Name: class.Name, Text: true},
				cells.TableColumn{Head: "of it", Name: "majority_share"})
		}
	}
	t.Columns = append(t.Columns, cells.TableColumn{Head: "born as", Name: "component"})
	for k, c := range m.Components {
		ink := places.Ink(k)
		noise, all := variances(m, c)
		r := cells.TableRow{Index: k, Swatch: &ink, Lines: componentLines(c), Cells: []cells.TableCell{
			cell(fmt.Sprint(k+1), float64(k+1)), cell(plotting.FormatDigits(c.Size, 3), c.Size),
			cell(plotting.FormatPercent(c.Weight), c.Weight)}}
		if factors {
			r.Cells = append(r.Cells, cell(fmt.Sprint(c.Dimension()), float64(c.Dimension())),
				cell(plotting.FormatPercent(noise/all), noise/all))
		} else {
			deviation := math.Sqrt(noise / math.Max(1, float64(len(c.Mean))))
			r.Cells = append(r.Cells, cell(plotting.FormatDigits(deviation, 3), deviation))
		}
		r.Cells = append(r.Cells, cell(plotting.FormatDigits(c.Score, 3), c.Score))
		if level != nil {
			name, of := cell("–", math.NaN()), cell("", math.NaN())
			if level[k] >= 0 {
				name.Text, of = class.Levels[level[k]], cell(plotting.FormatPercent(share[k]), share[k])
			}
			r.Cells = append(r.Cells, name, of)
		}
		r.Cells = append(r.Cells, cell(fmt.Sprint(c.ID+1), float64(c.ID+1)))
		t.Rows = append(t.Rows, r)
	}
	return t
}

// NoiseShare returns the share of a component's variance that is noise.
func NoiseShare(m *mixture.Mixture, c mixture.Component) float64 {
	noise, all := variances(m, c)
	return noise / all
}

// variances returns the variance of a component summed over the columns: that of its noise,
// and all of it.
func variances(m *mixture.Mixture, c mixture.Component) (noise, all float64) {
	for _, v := range m.NoiseOf(c) {
		noise += v
	}
	all = noise
	if c.Loadings != nil {
		p, k := c.Loadings.Dims()
		for q := range p {
			for l := range k {
				all += c.Loadings.At(q, l) * c.Loadings.At(q, l)
			}
		}
	}
	return noise, all
}

// cell is a cell of the list: its text, and its value for the order of the rows.
func cell(text string, value float64) cells.TableCell {
	return cells.TableCell{Text: text, Value: value}
}
