package lineargaussian

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

var _ inference.Jointly = Model{}

// A joint is the model of Geweke's test: 4 rows, 3 columns, two cells missing.
type joint struct {
	state *state
	signs bool // cells are zeros and ones
	rng   *rand.Rand
	// For tests: something wrong before row i is drawn, and after a sweep; nil for nothing.
	before func(i int)
	after  func()
	drawn  func() // after latent numbers are
}

const (
	jointRows    = 4
	jointColumns = 3
)

// jointGaps are the missing cells of each row.
var jointGaps = [][]int{nil, {0}, nil, {2}}

// Joint implements inference.Jointly on a table of 4 rows and 3 columns with two missing cells.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	j := newJoint(hyperOf(s, 1), s.Bool("base"), rng)
	if s.Has("observation") && s.Text("observation") == probit {
		j.signed()
	}
	return j, nil
}

// signed makes the cells zeros and ones.
func (j *joint) signed() {
	h := &j.state.hyper
	h.noise, h.fixedNoise, j.signs = 1, true, true
	j.Draw()
}

// newJoint returns a draw; h holds the fixed hyperparameters.
func newJoint(h hyper, base bool, rng *rand.Rand) *joint {
	j := &joint{state: newState(rectangle(jointRows, jointColumns), jointGaps, base, 1, jointScales(h)), rng: rng}
	j.Draw()
	return j
}

// jointScales sets the hyperparameters that h leaves open.
func jointScales(h hyper) hyper {
	for _, v := range []*float64{&h.alpha, &h.beta, &h.noise, &h.variance} {
		if !(*v > 0) {
			*v = 1
		}
	}
	return h
}

// Draw implements inference.Joint.
func (j *joint) Draw() []float64 {
	h := j.state.hyper
	if !h.fixedAlpha {
		h.alpha = conjugate.Gamma(1, 1, j.rng)
	}
	if !h.fixedNoise {
		h.noise = 1 / conjugate.Gamma(1, 1, j.rng)
	}
	if !h.fixedVariance {
		h.variance = 1 / conjugate.Gamma(1, 1, j.rng)
	}
	base := j.state.base
	j.state = newState(rectangle(jointRows, jointColumns), jointGaps, base, 1, h)
	s := j.state
	if j.signs {
		s.latent = newLatent(mat.NewDense(jointRows, jointColumns, nil), false)
		s.latent.offset[1] = 0.6 // as of a column of more ones
	}
	z := s.prior().Draw(jointRows, j.rng)
	s.present = jointRows
	if base {
		s.values = [][]float64{j.normals(1)}
	}
	for _, rows := range z.Columns {
		s.open(s.next)
		s.next++
		k := len(s.z) - 1
		for _, i := range rows {
			s.z[k][i] = true
		}
		s.count[k] = len(rows)
		s.values = append(s.values, j.normals(math.Sqrt(h.variance)))
	}
	for i := range jointRows {
		j.observe(i, nil)
		j.observe(i, jointGaps[i])
		if j.signs {
			for _, c := range jointGaps[i] {
				s.latent.signs[i][c] = 0
			}
		}
	}
	return j.statistics()
}

// normals draws the values of a feature.
func (j *joint) normals(sd float64) []float64 {
	a := make([]float64, jointColumns)
	for c := range a {
		a[c] = sd * j.rng.NormFloat64()
	}
	return a
}

// observe draws the cells of a row: those listed, or the observed ones for nil.
func (j *joint) observe(i int, cells []int) {
	s := j.state
	s.sum(i)
	if cells == nil {
		for c := range jointColumns {
			if len(jointGaps[i]) == 0 || jointGaps[i][0] != c {
				cells = append(cells, c)
			}
		}
	}
	for _, c := range cells {
		s.x[i][c] = s.mean[c] + math.Sqrt(s.hyper.noise)*j.rng.NormFloat64()
		if j.signs {
			s.latent.signs[i][c] = signOf(s.x[i][c] + s.latent.offset[c])
		}
	}
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	s := j.state
	s.drawLatent(j.rng)
	if j.drawn != nil {
		j.drawn()
	}
	s.refresh(-1)
	seen := s.seen
	for i := range jointRows {
		own := s.take(i)
		if j.before != nil {
			j.before(i)
		}
		s.draw(i, own, j.rng)
		s.missing, s.seen = jointGaps, seen
	}
	for range 3 {
		s.joinOrPart(j.rng)
	}
	s.drawValues(j.rng)
	if j.after != nil {
		j.after()
	}
	for i := range jointRows {
		j.observe(i, nil)
	}
	return j.statistics()
}

var jointNames = []string{"features", "entries", "singletons", "log α", "log σ²", "log σ²_A", "values", "base", "cells",
	"missing cells"}

// Names implements inference.Joint.
func (*joint) Names() []string { return jointNames }

func (j *joint) statistics() []float64 {
	s := j.state
	entries, singles, values, base, cells, missing := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for k := s.first(); k < len(s.z); k++ {
		entries += float64(s.count[k])
		if s.count[k] == 1 {
			singles++
		}
		for _, v := range s.values[k] {
			values += math.Tanh(v * v)
		}
	}
	for k := range s.first() {
		for _, v := range s.values[k] {
			base += v
		}
	}
	for i, row := range s.x {
		for _, v := range row {
			cells += math.Tanh(v * v / 4)
		}
		for _, c := range jointGaps[i] {
			missing += math.Tanh(row[c] + row[1]/2)
		}
	}
	return []float64{float64(s.features()), entries, singles, math.Log(s.hyper.alpha), math.Log(s.hyper.noise),
		math.Log(s.hyper.variance), values, base, cells, missing}
}
