package predict

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
)

// LogCells adds the prediction of one tree whose cavities are current (math 8.1): a missing cell of
// a leaf is normal about the message that the leaf's parent gets from everything else.
func LogCells(s *posterior.State, p *problem.Problem, cells []inference.Cell, value []float64, logWeight float64,
	out *cellwise.Mixture) {
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
			out.Add(i, logWeight, cellwise.NormalLog(value[i]-mean, variance), mean)
			continue
		}
		z := mean / math.Sqrt(variance)
		out.Add(i, logWeight, special.LogNormalCDF((2*value[i]-1)*z), math.Exp(special.LogNormalCDF(z)))
	}
}
