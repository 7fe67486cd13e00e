package crosscat

import (
	"math/rand/v2"

	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/observation"
)

// Concentrations have the prior Ga(1, ln N), N being the number of columns or of rows: then all are together with
// about the probability ½.
const concentrationShape = 1

// learnConcentrations draws the concentration of views, and those of the clusters of each view.
func (s *state) learnConcentrations(rng *rand.Rand) {
	draw := func(alpha float64, n, k int) float64 {
		return crp.DrawConcentration(alpha, n, k, concentrationShape, crp.ConcentrationRate(n), rng)
	}
	if !s.fixedAlpha {
		s.alpha = draw(s.alpha, s.t.d, len(s.views))
	}
	for _, v := range s.views {
		if !s.fixedBeta {
			v.Alpha = draw(v.Alpha, s.t.n, len(v.Active))
		}
	}
}

// learnLaw draws the hyperparameters of a column. The clusters must then be filled again.
func (s *state) learnLaw(j int, rng *rand.Rand) {
	if s.usual {
		return
	}
	at, place := s.find(j)
	s.laws[j] = block.Learn(s.laws[j], s.views[at].Blocks(place), rng).Tabulated(s.t.n)
}

// drawLimits draws the cells of column j of which only limits are known: mean and variance of each cluster given its
// cells, then the cells given these. The clusters must then be filled again.
func (s *state) drawLimits(j int, rng *rand.Rand) {
	at, place := -1, 0
	var mean, variance map[int]float64
	for k, l := range s.t.limits {
		if l.column != j {
			continue
		}
		if at < 0 {
			at, place = s.find(j)
			mean, variance = map[int]float64{}, map[int]float64{}
			numbers := s.laws[j].(*block.Numbers)
			for _, slot := range s.views[at].Active {
				mean[slot], variance[slot] = numbers.DrawParameters(s.views[at].Clusters[slot].Stats[place], rng)
			}
		}
		slot := s.views[at].Z[l.row]
		between := observation.Interval(l.between)
		var u [1]float64
		between.Draw([]float64{mean[slot]}, []float64{variance[slot]}, rng, u[:])
		s.drawn[k] = u[0]
	}
}
