package mixtures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
)

// MixtureTemplates returns the means of the components of a mixture as the blocks of a [cells.Templates],
// in the units of the table. With factors, the loadings of active factors follow, in the order of
// their precision: the change that one standard deviation along the factor makes. Logarithms of
// counts stay logarithms.
func MixtureTemplates(m *mixture.Mixture, data *inference.Dataset, factors bool) []cells.TemplateBlock {
	if m == nil {
		return nil
	}
	most := 0.0
	for _, c := range m.Components {
		most = max(most, c.Weight)
	}
	var blocks []cells.TemplateBlock
	for k, c := range m.Components {
		b := cells.TemplateBlock{Index: k, Name: fmt.Sprintf("cluster %d", k+1), Short: fmt.Sprint(k + 1),
			Lines: componentLines(c)}
		if most > 0 {
			b.Size = c.Weight / most
		}
		b.Note = plotting.FormatRows(c.Size)
		if c.Loadings != nil {
			b.Brief = b.Note
			b.Note += ", " + plotting.Plural(c.Dimension(), "factor")
		}
		mean := make([]float64, len(c.Mean))
		for q, v := range c.Mean {
			mean[q] = v*data.Scale[q] + data.Centre[q]
		}
		b.Pictures = append(b.Pictures, cells.TemplatePicture{Name: "mean", Values: mean})
		if factors {
			b.Pictures = append(b.Pictures, factorPictures(c, data)...)
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// componentLines describe a component in tooltips.
func componentLines(c mixture.Component) [][2]string {
	lines := [][2]string{{"rows", plotting.FormatDigits(c.Size, 4)}, {"share", plotting.FormatPercent(c.Weight)}}
	if c.Loadings != nil {
		lines = append(lines, [2]string{"factors", fmt.Sprint(c.Dimension())})
	}
	return append(lines, [2]string{"component", fmt.Sprint(c.ID + 1)})
}

func factorPictures(c mixture.Component, data *inference.Dataset) (list []cells.TemplatePicture) {
	if c.Loadings == nil {
		return nil
	}
	var active []int
	for l, on := range c.Active {
		if on {
			active = append(active, l)
		}
	}
	stable.Sort(active, func(a, b int) int { return cmp.Compare(c.Precision[a], c.Precision[b]) })
	for i, l := range active {
		values := make([]float64, len(c.Mean))
		for q := range values {
			values[q] = c.Loadings.At(q, l) * data.Scale[q]
		}
		list = append(list, cells.TemplatePicture{Name: fmt.Sprintf("factor %d", i+1), Values: values, Signed: true})
	}
	return list
}

// FactorTemplates returns the factors of a factor model as the blocks of a [cells.Templates], in the
// units of the table; nil if they do not load on columns. A loading is weighted by its inclusion
// probability.
func FactorTemplates(f *factor.State, data *inference.Dataset) []cells.TemplateBlock {
	if f.Count() == 0 || f.Side != inference.OnColumns || f.Loadings == nil {
		return nil
	}
	var blocks []cells.TemplateBlock
	n, _ := f.Activities.Dims()
	for k := range f.Count() {
		values := make([]float64, len(data.Columns))
		for q := range values {
			values[q] = f.Loadings.At(q, k) * data.Scale[q]
			if f.Inclusion != nil && !f.Binary {
				values[q] *= f.Inclusion.At(q, k)
			}
		}
		power := 0.0
		for i := range n {
			power += math.Pow(f.Activities.At(i, k), 2) / float64(n)
		}
		name, picture, note := "factor %d", "loadings", "r.m.s. "+plotting.FormatDigits(math.Sqrt(power), 2)
		if f.Binary {
			name, picture, note = "feature %d", cells.FeatureValue, "in "+plotting.FormatPercent(power)+" of rows"
		}
		blocks = append(blocks, cells.TemplateBlock{Index: k, Name: fmt.Sprintf(name, k+1), Short: fmt.Sprint(k + 1),
			Note: note, Size: 1,
			Pictures: []cells.TemplatePicture{{Name: picture, Values: values, Signed: true}},
			Lines:    [][2]string{{"activity", note}}})
	}
	return blocks
}

// GroupByMajority puts each block into the group of the level that most of its rows have, counted
// by responsibility, and says so in its lines. Blocks of no level come last.
func GroupByMajority(t *cells.Templates, m *mixture.Mixture, a inference.Annotation) {
	level, share := m.Majority(a.Codes, len(a.Levels))
	if level == nil {
		return
	}
	t.Groups = append(slices.Clone(a.Levels), "no "+a.Name)
	for i := range t.Blocks {
		b := &t.Blocks[i]
		b.Group = len(a.Levels)
		if k := level[b.Index]; k >= 0 {
			b.Group = k
			b.Lines = append(slices.Clone(b.Lines),
				[2]string{a.Name, a.Levels[k] + ", " + plotting.FormatPercent(share[b.Index])})
		}
	}
}
