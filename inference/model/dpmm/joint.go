package dpmm

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/crp"

	"gonum.org/v1/gonum/mat"
)

var _ inference.Jointly = Model{}

// A joint is the model of Geweke's test: hyperparameters, a partition, and a table of 6 rows and 2 columns. ρ and κ₀ are
// kept between 0.2 and 3, where second moments exist, by drawing again; the chain does the same.
type joint struct {
	state *state
	x     *mat.Dense
	rng   *rand.Rand
	alter func(*pooled) // makes a mistake in the middle of a move, for tests; nil for none
}

const (
	jointRows    = 6
	jointColumns = 2
	leastJoint   = 0.2
	mostJoint    = 3
)

// Joint implements inference.Jointly on a table of 6 rows and 2 columns with 6 degrees of freedom. "auto" means diagonal
// covariances.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	h := hyper{fixedAlpha: s.Fixed("concentration"), fixedScale: s.Fixed("scale"), fixedKappa: s.Fixed("kappa"), alpha: s.Real("concentration")}
	j := newJoint(s.Text("covariance") == "full", h, rng)
	j.Draw()
	return j, nil
}

// newJoint returns a joint from which nothing has been drawn.
func newJoint(full bool, h hyper, rng *rand.Rand) *joint {
	j := &joint{state: samplerFor(jointRows, jointColumns, full, rng), rng: rng, x: mat.NewDense(jointRows, jointColumns, nil)}
	h.full = full
	if !(h.alpha > 0) {
		h.alpha = 1
	}
	j.state.hyper = h
	j.state.rows, _ = conjugate.Rows(j.x)
	return j
}

// samplerFor returns a state of n rows of zeros in d columns, without clusters.
func samplerFor(n, d int, full bool, rng *rand.Rand) *state {
	v, mean := make([]float64, d), make([]float64, d)
	for j := range v {
		v[j] = 1 + float64(j)/2
	}
	p := conjugate.NewDiagonalPrior(mean, v, 1, 6, 1)
	if full {
		shape := make([]float64, d*d)
		for i := range d {
			for j := range d {
				if shape[i*d+j] = 0.4; i == j {
					shape[i*d+j] = v[i]
				}
			}
		}
		var err error
		if p, err = conjugate.NewFullPrior(mean, shape, 1, 6, 1); err != nil {
			panic(err) // the shape is positive definite
		}
	}
	rows, _ := conjugate.Rows(mat.NewDense(n, d, nil))
	return newState(rows, p, full, false, hyper{alpha: 1})
}

// Draw implements inference.Joint.
func (j *joint) Draw() []float64 {
	s := j.state
	for {
		for _, v := range []struct {
			of    *float64
			fixed bool
		}{{&s.hyper.alpha, s.hyper.fixedAlpha}, {&s.prior.Scale, s.hyper.fixedScale}, {&s.prior.Kappa, s.hyper.fixedKappa}} {
			if !v.fixed {
				*v.of = j.rng.ExpFloat64()
			}
		}
		if j.inside() {
			break
		}
	}
	z := crp.Partition(len(s.z), crp.Parameters{Concentration: s.hyper.alpha}, j.rng)
	sampleRows(z, s.prior, j.x, j.rng)
	j.adopt(z)
	return j.statistics()
}

// inside reports whether ρ and κ₀ are in their range.
func (j *joint) inside() bool {
	s := j.state
	in := func(x float64, fixed bool) bool { return fixed || x > leastJoint && x < mostJoint }
	return in(s.prior.Scale, s.hyper.fixedScale) && in(s.prior.Kappa, s.hyper.fixedKappa)
}

// adopt makes the state hold a partition of the rows as they are.
func (j *joint) adopt(z []int) {
	s := j.state
	s.slots, s.place, s.active, s.free = s.slots[:0], s.place[:0], s.active[:0], s.free[:0] // slots are numbered again
	s.forget()
	s.load(&draw{Z: z})
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	s := j.state
	s.visit(0, len(s.z), j.rng)
	for range 2 {
		s.splitMerge(j.rng)
	}
	s.renumber()
	var p pooled
	for _, k := range s.active {
		p.add(s.slots[k], j.rng)
	}
	s.drawAlpha(j.rng)
	if j.alter != nil {
		j.alter(&p)
	}
	for {
		s.drawBase(p, j.rng)
		if j.inside() {
			break
		}
	}
	z := append([]int(nil), s.z...)
	sampleRows(z, s.prior, j.x, j.rng)
	j.adopt(z)
	return j.statistics()
}

var jointNames = []string{"log α", "clusters", "rows 1 and 2 together", "log scale", "log κ", "spread", "distances"}

// Names implements inference.Joint.
func (*joint) Names() []string { return jointNames }

func (j *joint) statistics() []float64 {
	s := j.state
	together := 0.0
	if s.z[0] == s.z[1] {
		together = 1
	}
	spread, apart := 0.0, 0.0
	for i := range s.z {
		for c := range jointColumns {
			v := j.x.At(i, c)
			spread += v * v / (1 + v*v)
			e := v - j.x.At(0, c)
			apart += e * e / (1 + e*e)
		}
	}
	return []float64{math.Log(s.hyper.alpha), float64(len(s.active)), together, math.Log(s.prior.Scale), math.Log(s.prior.Kappa), spread, apart}
}
