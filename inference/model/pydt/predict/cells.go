package predict

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/pruning"
)

// CheckCells refuses cells outside the data, and cells that were observed: the tree was learnt from
// those.
func CheckCells(data *inference.Dataset, cells []inference.Cell, value []float64, binary bool) error {
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

// A CellMixture gathers what several trees predict of some cells.
type CellMixture struct {
	densities []special.LogSum
	mean      []float64
}

func NewCellMixture(cells int) *CellMixture {
	return &CellMixture{densities: make([]special.LogSum, cells), mean: make([]float64, cells)}
}

// Add adds the prediction of one tree, with its weight.
func (m *CellMixture) Add(i int, logWeight, logDensity, mean float64) {
	m.densities[i].Add(logWeight + logDensity)
	m.mean[i] += math.Exp(logWeight) * mean
}

func (m *CellMixture) Values() (logDensity, mean []float64) {
	for i := range m.densities {
		logDensity = append(logDensity, m.densities[i].Value())
	}
	return logDensity, m.mean
}

// LogCells adds the prediction of one tree whose cavities are current (math 8.1): a missing cell of
// a leaf is normal about the message that the leaf's parent gets from everything else.
func LogCells(s *posterior.State, p *problem.Problem, cells []inference.Cell, value []float64, logWeight float64,
	out *CellMixture) {
	if p.Kinds() != nil {
		kinds := NewPredictor(s).kinds
		for i, at := range cells {
			log, expected := kinds.Missing(at.Row, at.Column, value[i])
			out.Add(i, logWeight, log, expected)
		}
		return
	}
	place := make([]int, p.D)
	for j, column := range p.Columns {
		place[column] = j
	}
	class := make([]int, p.D)
	for k, c := range p.Classes {
		for j := c.Low; j < c.High; j++ {
			class[j] = k
		}
	}
	for i, at := range cells {
		v, j := int32(at.Row), place[at.Column]
		mean := s.CavMeanOf(v)[j]
		variance := s.CavVari[at.Row*len(s.Classes)+class[j]] + s.Hyper.Sigma2*s.ParentRem(v) + s.Hyper.Noise
		if !p.Binary() {
			out.Add(i, logWeight, NormalLog(value[i]-mean, variance), mean)
			continue
		}
		z := mean / math.Sqrt(variance)
		out.Add(i, logWeight, special.LogNormalCDF((2*value[i]-1)*z), math.Exp(special.LogNormalCDF(z)))
	}
}

// NormalLog returns the log density of a normal distribution at a distance from its mean.
func NormalLog(x, variance float64) float64 {
	return -0.5 * (pruning.Ln2Pi + math.Log(variance) + x*x/variance)
}
