package pydt

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
)

// checkCells refuses cells outside the data, and cells that were observed: the tree was learnt from
// those.
func checkCells(data *inference.Dataset, cells []inference.Cell, value []float64, binary bool) error {
	if len(cells) != len(value) {
		return fmt.Errorf("there are %d cells and %d values; give one value for each cell", len(cells), len(value))
	}
	n, d := data.Dims()
	for i, at := range cells {
		switch {
		case at.Row < 0 || at.Row >= n || at.Column < 0 || at.Column >= d:
			return fmt.Errorf("the table has no cell in row %d and column %d", at.Row+1, at.Column+1)
		case !math.IsNaN(data.X.At(at.Row, at.Column)):
			return fmt.Errorf("the tree was learnt with the value in row %d and column %d; it predicts only cells "+
				"that were missing", at.Row+1, at.Column+1)
		case binary && value[i] != 0 && value[i] != 1:
			return fmt.Errorf("%g in row %d and column %d is neither 0 nor 1, but the tree was learnt from zeros and "+
				"ones by probit", value[i], at.Row+1, at.Column+1)
		}
	}
	return nil
}

// A cellMixture gathers what several trees predict of some cells.
type cellMixture struct {
	densities []logSum
	mean      []float64
}

func newCellMixture(cells int) *cellMixture {
	return &cellMixture{densities: make([]logSum, cells), mean: make([]float64, cells)}
}

// add adds the prediction of one tree, with its weight.
func (m *cellMixture) add(i int, logWeight, logDensity, mean float64) {
	m.densities[i].add(logWeight + logDensity)
	m.mean[i] += math.Exp(logWeight) * mean
}

func (m *cellMixture) values() (logDensity, mean []float64) {
	for i := range m.densities {
		logDensity = append(logDensity, m.densities[i].value())
	}
	return logDensity, m.mean
}

// logCells adds the prediction of one tree whose cavities are current (math 8.1): a missing cell of
// a leaf is normal about the message that the leaf's parent gets from everything else.
func logCells(s *state, p *problem, cells []inference.Cell, value []float64, logWeight float64, out *cellMixture) {
	place := make([]int, p.d)
	for j, column := range p.columns {
		place[column] = j
	}
	class := make([]int, p.d)
	for k, c := range p.classes {
		for j := c.low; j < c.high; j++ {
			class[j] = k
		}
	}
	for i, at := range cells {
		v, j := int32(at.Row), place[at.Column]
		mean := s.cavMeanOf(v)[j]
		variance := s.cavVari[at.Row*len(s.classes)+class[j]] + s.hyper.sigma2*s.parentRem(v) + s.hyper.noise
		if !p.binary {
			out.add(i, logWeight, normalLog(value[i]-mean, variance), mean)
			continue
		}
		z := mean / math.Sqrt(variance)
		out.add(i, logWeight, special.LogNormalCDF((2*value[i]-1)*z), math.Exp(special.LogNormalCDF(z)))
	}
}

// normalLog returns the log density of a normal distribution at a distance from its mean.
func normalLog(x, variance float64) float64 {
	return -0.5 * (ln2Pi + math.Log(variance) + x*x/variance)
}
