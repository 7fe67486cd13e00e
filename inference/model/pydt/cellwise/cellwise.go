// Package cellwise gathers what trees predict of single missing cells (math 8.1).
package cellwise

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/pruning"
)

// Check refuses cells outside the data, and cells that were observed: the tree was learnt from
// those.
func Check(data *inference.Dataset, cells []inference.Cell, value []float64, binary bool) error {
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

// A Mixture gathers what several trees predict of some cells.
type Mixture struct {
	densities []special.LogSum
	mean      []float64
}

func NewMixture(cells int) *Mixture {
	return &Mixture{densities: make([]special.LogSum, cells), mean: make([]float64, cells)}
}

// Add adds the prediction of one tree, with its weight.
func (m *Mixture) Add(i int, logWeight, logDensity, mean float64) {
	m.densities[i].Add(logWeight + logDensity)
	m.mean[i] += math.Exp(logWeight) * mean
}

func (m *Mixture) Values() (logDensity, mean []float64) {
	for i := range m.densities {
		logDensity = append(logDensity, m.densities[i].Value())
	}
	return logDensity, m.mean
}

// NormalLog returns the log density of a normal distribution at a distance from its mean.
func NormalLog(x, variance float64) float64 {
	return -0.5 * (pruning.Ln2Pi + math.Log(variance) + x*x/variance)
}

// ByRow lists the places of cells in their list, by row.
func ByRow(cells []inference.Cell) map[int][]int {
	by := map[int][]int{}
	for i, at := range cells {
		by[at.Row] = append(by[at.Row], i)
	}
	return by
}
