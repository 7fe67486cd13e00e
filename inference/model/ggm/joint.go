package ggm

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

var _ inference.Jointly = Model{}

// A joint is the model of Geweke's test: Ω, z, and a table of 4 rows and 3 columns, three cells of
// which are missing.
type joint struct {
	s     *sampler
	truth prior
	rows  int
}

// Joint implements inference.Jointly on a table of 4 rows and 3 columns, with priors under which
// edges come and go often enough to be compared, whatever the settings.
func (Model) Joint(_ inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	return newJoint(rng), nil
}

func newJoint(rng *rand.Rand) *joint {
	p := prior{spike: 0.3, slab: 1, share: 0.4, lambda: 2, kappa: 1}
	x := mat.NewDense(4, 3, nil)
	x.Set(1, 2, math.NaN())
	x.Set(1, 0, math.NaN())
	x.Set(3, 1, math.NaN())
	j := &joint{s: newSampler(x, 3, p, rng), truth: p, rows: 4}
	j.Draw()
	return j
}

// Draw implements inference.Joint: Ω and z by rejection, and rows from them.
func (j *joint) Draw() []float64 {
	s, p := j.s, j.truth
	for {
		for a := range 3 {
			v := s.rng.ExpFloat64() / (p.lambda / 2)
			s.omega[a*3+a] = v
			for b := range a {
				z, sd := s.rng.Float64() < p.share, p.spike
				if z {
					sd = p.slab
				}
				v := sd * s.rng.NormFloat64()
				s.omega[a*3+b], s.omega[b*3+a], s.slabs[a*3+b], s.slabs[b*3+a] = v, v, z, z
			}
		}
		if s.invert() {
			break
		}
	}
	j.data()
	return j.statistics()
}

// data draws all rows given Ω.
func (j *joint) data() {
	s := j.s
	mu := s.normal([]int{0, 1, 2})
	for i := range j.rows {
		e := s.normal([]int{0, 1, 2})
		for c, v := range e {
			s.x[i*3+c] = mu[c]/math.Sqrt(j.truth.kappa) + v
		}
	}
	s.moments()
}

// Move implements inference.Joint: it moves Ω, z and the missing cells, looks, and draws the rows again.
func (j *joint) Move() []float64 {
	for !j.s.step() {
	}
	out := j.statistics()
	j.data()
	return out
}

// Names implements inference.Joint.
func (j *joint) Names() []string { return jointNames }

var jointNames = []string{"ω12", "ω13", "log ω11", "log ω33", "edges", "x", "pull of a missing cell", "xx",
	"xx of missing cells", "mean"}

// statistics have all moments: cells can be far away where Ω is nearly singular.
func (j *joint) statistics() []float64 {
	s := j.s
	edges := 0.0
	for _, z := range []bool{s.slabs[1], s.slabs[2], s.slabs[5]} {
		if z {
			edges++
		}
	}
	soft := math.Tanh
	return []float64{soft(s.omega[1]), soft(s.omega[2]), math.Log(s.omega[0]), math.Log(s.omega[8]), edges,
		soft(s.x[0]), soft(3 * s.omega[5] * s.x[4] * s.x[5]), soft(s.x[0] * s.x[1]), soft(s.x[3] * s.x[5]),
		soft(s.mean[1] * s.mean[1])}
}
