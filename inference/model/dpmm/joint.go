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

// A joint is the model of Geweke's test: hyperparameters, T, a partition, and a table of 6 rows and 2 columns. ρ and
// κ₀ are kept between 0.2 and 3, where second moments exist, by drawing again; the chain does the same.
type joint struct {
	state *state
	x     *mat.Dense
	gaps  bool // two cells are missing
	rng   *rand.Rand
	alter func(*pooled) // makes a mistake in the middle of a move, for tests; nil for none

	// Of columns that are no numbers, for tests; nil for none.
	laws  func()                                         // draws their hyperparameters
	cells func(z []int, numbers [][]float64) [][]float64 // draws them, and returns the rows with them
}

const (
	jointRows    = 6
	jointColumns = 2
	leastJoint   = 0.2
	mostJoint    = 3
)

// Joint implements inference.Jointly on a table of 6 rows and 2 columns with 6 degrees of freedom. "auto" means
// diagonal covariances.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	h := hyper{fixedAlpha: s.Fixed("concentration"), fixedScale: s.Fixed("scale"), fixedKappa: s.Fixed("kappa"),
		alpha: s.Real("concentration")}
	j := newJoint(s.Text("covariance") == ofFull, false, h, rng)
	j.Draw()
	return j, nil
}

// newJoint returns a joint from which nothing has been drawn.
func newJoint(full, gaps bool, h hyper, rng *rand.Rand) *joint {
	j := &joint{state: samplerFor(jointRows, jointColumns, full, gaps), gaps: gaps, rng: rng,
		x: mat.NewDense(jointRows, jointColumns, nil)}
	h.full = full
	if !(h.alpha > 0) {
		h.alpha = 1
	}
	j.state.hyper = h
	j.show()
	return j
}

// blanks are the cells that are missing where there are gaps.
var blanks = [][2]int{{1, 0}, {4, 1}}

// show makes the state see the table, as it is but for the cells that are missing.
func (j *joint) show() {
	s := j.state
	s.rows, _ = conjugate.Rows(j.x)
	if !j.gaps {
		return
	}
	if s.hyper.full {
		s.holes = make([][]float64, len(s.rows))
	}
	for _, cell := range blanks {
		i, seen := cell[0], append([]float64(nil), s.rows[cell[0]]...)
		if seen[cell[1]] = math.NaN(); s.hyper.full {
			s.holes[i] = seen // and the row has the cells drawn
		} else {
			s.rows[i] = seen
		}
	}
}

// samplerFor returns a state of n rows of zeros in d columns, without clusters. The floors of T are high enough to
// matter.
func samplerFor(n, d int, full, gaps bool) *state {
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
	shapes := conjugate.NewShapes(p, nil)
	for j, v := range p.Pivots() {
		shapes.Floor[j] = 0.1 * v
	}
	rows, _ := conjugate.Rows(mat.NewDense(n, d, nil))
	return newState(rows, p, shapes, full, gaps && !full, hyper{alpha: 1})
}

// Draw implements inference.Joint.
func (j *joint) Draw() []float64 {
	s := j.state
	for {
		for _, v := range []struct {
			of    *float64
			rate  float64
			fixed bool
		}{{&s.hyper.alpha, crp.ConcentrationRate(len(s.z)), s.hyper.fixedAlpha},
			{&s.prior.Scale, hyperRate, s.hyper.fixedScale},
			{&s.prior.Kappa, hyperRate, s.hyper.fixedKappa}} {
			if !v.fixed {
				*v.of = j.rng.ExpFloat64() / v.rate
			}
		}
		s.shapes.Begin(s.prior, j.rng)
		if j.inside() && s.prior.Scale >= s.shapes.LeastScale(s.prior) {
			break
		}
	}
	if j.laws != nil {
		j.laws()
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
	s.Reset(s.Clusters[:0]) // slots are numbered again
	j.show()
	if j.cells != nil {
		s.rows = j.cells(z, s.rows)
	}
	s.forget()
	s.load(&draw{Z: z, Filled: s.filled(), Drawn: s.drawnOf()})
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	s := j.state
	s.visit(0, len(s.z), j.rng)
	for range 2 {
		s.splitMerge(j.rng)
	}
	s.renumber()
	p := newPooled(s.prior)
	for _, k := range s.Active {
		p.add(s.Clusters[k], j.rng)
	}
	s.drawAlpha(j.rng)
	if j.alter != nil {
		j.alter(&p)
	}
	for {
		s.drawScales(p, j.rng)
		if j.inside() {
			break
		}
	}
	s.drawShape(p, j.rng)
	s.drawLaws(j.rng)
	z := append([]int(nil), s.z...)
	sampleRows(z, s.prior, j.x, j.rng)
	j.adopt(z)
	return j.statistics()
}

var jointNames = []string{"log α", "clusters", "rows 1 and 2 together", "log scale", "log κ", "spread", "distances",
	"log T₁", "log T₂"}

// Names implements inference.Joint.
func (*joint) Names() []string { return jointNames }

func (j *joint) statistics() []float64 {
	s := j.state
	together := 0.0
	if s.z[0] == s.z[1] {
		together = 1
	}
	spread, apart := 0.0, 0.0
	_, columns := j.x.Dims()
	for i := range s.z {
		for c := range columns {
			v := s.rows[i][c]
			if math.IsNaN(v) {
				continue
			}
			spread += v * v / (1 + v*v)
			e := v - s.rows[0][c]
			apart += e * e / (1 + e*e)
		}
	}
	pivots := s.prior.Pivots()
	return []float64{math.Log(s.hyper.alpha), float64(len(s.Active)), together, math.Log(s.prior.Scale),
		math.Log(s.prior.Kappa), spread, apart,
		math.Log(pivots[0]), math.Log(pivots[1])}
}
