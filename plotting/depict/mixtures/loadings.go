package mixtures

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"

	"gonum.org/v1/gonum/mat"
)

// LoadingBlocks returns the mean loadings of the components of a mixture as the blocks of a [cells.Hinton]. The factors
// of a component are in the order of their precision; dropped factors come last, without values. With means, the mean
// of each component is a column before them. The data, which may be nil, name the rows.
func LoadingBlocks(m *mixture.Mixture, d *inference.Dataset, means bool) []cells.HintonBlock {
	if m == nil {
		return nil
	}
	blocks := make([]cells.HintonBlock, len(m.Components))
	for k, c := range m.Components {
		blocks[k] = loadingBlock(c, len(c.Mean), means)
		blocks[k].Note = d.Say(blocks[k].Note)
		blocks[k].Name, blocks[k].Short = fmt.Sprintf("cluster %d", k+1), fmt.Sprint(k+1)
	}
	return blocks
}

func loadingBlock(c mixture.Component, columns int, mean bool) cells.HintonBlock {
	b := cells.HintonBlock{Note: plotting.FormatRows(c.Size), Lines: [][2]string{
		{"rows", plotting.FormatDigits(c.Size, 4)}, {"share", plotting.FormatPercent(c.Weight)},
		{"factors", fmt.Sprint(c.Dimension())}, {"score, nats a row", plotting.FormatDigits(c.Score, 3)},
		{"component", fmt.Sprint(c.ID + 1)}}}
	var values [][]float64
	if mean {
		b.Columns = append(b.Columns, cells.HintonColumn{Name: "mean", Apart: true})
		values = append(values, c.Mean)
	}
	factors := 0
	if c.Loadings != nil {
		_, factors = c.Loadings.Dims()
	}
	order := inference.UpTo(factors)
	stable.Sort(order, func(a, b int) int {
		switch d := c.Precision[a] - c.Precision[b]; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	for _, l := range order {
		values = append(values, mat.Col(nil, l, c.Loadings))
		addFactor(&b, c.Precision[l], !c.Active[l])
	}
	for _, precision := range c.Extinct {
		none := make([]float64, columns)
		for q := range none {
			none[q] = math.NaN()
		}
		values = append(values, none)
		addFactor(&b, precision, true)
	}
	if len(values) > 0 {
		b.Values = mat.NewDense(columns, len(values), nil)
		for j, v := range values {
			b.Values.SetCol(j, v)
		}
	}
	return b
}

// addFactor appends the column of a factor.
func addFactor(b *cells.HintonBlock, precision float64, off bool) {
	n := len(b.Columns) + 1
	if n > 1 && b.Columns[0].Apart {
		n--
	}
	k := cells.HintonColumn{Name: fmt.Sprintf("factor %d", n), Off: off,
		Lines: [][2]string{{"precision", plotting.FormatDigits(precision, 3)}}}
	if off {
		k.Note = plotting.FormatDigits(precision, 2)
		if precision >= 1e4 {
			power := math.Floor(math.Log10(precision))
			k.Note = fmt.Sprintf("%.0fe%.0f", precision/math.Pow(10, power), power)
		}
	}
	b.Columns = append(b.Columns, k)
}
