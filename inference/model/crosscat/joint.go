package crosscat

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/sweeps"
)

// A joint is the model of Geweke's test: a table of 5 rows and 6 columns, two each of numbers and of yes/no, a
// category and counts, with two blanks. Numbers below −0.2 in column 1 are only known to be so.
type joint struct {
	state *state
	x     [][]float64 // by column
	rng   *rand.Rand
	alter func(s *state) // makes a mistake in each sweep, for tests; nil for none
}

const (
	jointRows  = 5
	jointLimit = -0.2
)

var _ inference.Jointly = Model{}

// Joint implements inference.Jointly on a table of 5 rows and 6 columns of four kinds.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	j := newJoint(rng)
	j.state.usual = s.Text("prior") == sweeps.Usual
	j.state.fixedAlpha, j.state.fixedBeta = s.Fixed("concentration"), s.Fixed("row_concentration")
	j.state.alpha, j.state.beta = s.Real("concentration"), s.Real("row_concentration")
	j.Draw()
	return j, nil
}

// newJoint returns a joint from which nothing has been drawn.
func newJoint(rng *rand.Rand) *joint {
	numbers := block.NewNumbers(0, 0.5, 3, 2)
	t := &table{n: jointRows, usual: []block.Law{numbers, block.UsualBinary(), block.NewCategories(3, 0.5),
		block.UsualCounts(2), numbers, block.UsualBinary()}}
	t.d = len(t.usual)
	t.exposures, t.own = make([][]float64, t.d), make([][]float64, t.d)
	t.exposures[3] = []float64{1, 2, 0.5, 1, 1}
	j := &joint{rng: rng}
	for _, l := range t.usual {
		j.x = append(j.x, make([]float64, t.n))
		t.own[len(j.x)-1] = make([]float64, t.n*l.Width())
	}
	j.x[1][1], j.x[4][2] = math.NaN(), math.NaN()
	j.state = newState(t, t.usual)
	return j
}

// drawData draws the cells that are not blank, and lets the state see them.
func (j *joint) drawData() {
	s := j.state
	for _, v := range s.views {
		for _, c := range v.columns {
			block.Fill(j.x[c], s.t.exposures[c], s.laws[c], v.Z, j.rng)
		}
	}
	for c, l := range s.laws {
		w := l.Width()
		clear(s.own[c])
		for i, y := range j.x[c] {
			l.Add(s.own[c][i*w:(i+1)*w], y, s.t.exposure(i, c))
		}
	}
	s.t.limits, s.drawn = nil, nil
	for i, u := range j.x[0] {
		if u < jointLimit {
			s.t.limits = append(s.t.limits, limit{i, 0, column.Interval{Low: math.Inf(-1), High: jointLimit}})
			s.drawn = append(s.drawn, u)
		}
	}
	s.again()
	s.settle()
}

// Draw implements inference.Joint.
func (j *joint) Draw() []float64 {
	s := j.state
	if !s.fixedAlpha {
		s.alpha = j.rng.ExpFloat64() / crp.ConcentrationRate(s.t.d)
	}
	if !s.usual {
		laws := make([]block.Law, s.t.d)
		for c, l := range s.laws {
			laws[c] = block.Prior(l, j.rng)
		}
		s.laws = s.t.tabulated(laws)
	}
	of := crp.Partition(s.t.d, crp.Parameters{Concentration: s.alpha}, j.rng)
	var rows [][]int
	var beta []float64
	for _, v := range of {
		if v == len(rows) {
			beta = append(beta, s.drawBeta(j.rng))
			rows = append(rows, crp.Partition(s.t.n, crp.Parameters{Concentration: beta[v]}, j.rng))
		}
	}
	s.begin(of, rows, beta)
	j.drawData()
	return j.statistics()
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	s, rng := j.state, j.rng
	for range 2 { // the last draws of a sweep affect the next
		if j.alter != nil {
			j.alter(s)
		}
		s.sweep(2, rng)
	}
	for k, l := range s.t.limits {
		j.x[0][l.row] = s.drawn[k]
	}
	j.drawData()
	return j.statistics()
}

// sweep does all that a chain does in an iteration, at once.
func (s *state) sweep(proposals int, rng *rand.Rand) {
	for _, v := range s.views {
		for i := range s.t.n {
			v.Visit(i, rng)
		}
		for range proposals {
			v.SplitMerge(rng)
		}
	}
	for c := range s.t.d {
		w := s.consider(c)
		for !s.weigh(w, rng) {
		}
		s.choose(w, rng)
	}
	for c := range s.t.d {
		if d := s.depart(c, rng); d != nil {
			d.seat(s.t.n, rng)
			s.decide(d, rng)
		}
	}
	for range proposals {
		m := s.proposeViews(rng)
		for !s.work(m, s.t.n, rng) {
		}
		s.decideViews(m, rng)
	}
	s.learnConcentrations(rng)
	for c := range s.t.d {
		s.learnLaw(c, rng)
		s.drawLimits(c, rng)
	}
	s.fill()
	s.again()
	s.settle()
}

// Names implements inference.Joint.
func (*joint) Names() []string {
	return []string{"log α", "log β of column 1", "views", "clusters of column 1", "columns 1 and 2 together",
		"columns 4 and 5 together", "rows 1 and 2 together in column 3", "rows 4 and 5 together in column 1",
		"log κ", "log shape of numbers", "log variance of numbers", "log of ones", "log of zeros", "log of categories",
		"log shape of counts", "log rate of counts", "numbers", "ones", "categories", "counts", "numbers with a limit",
		"columns 1 and 5 alike", "columns 2 and 6 alike"}
}

func (j *joint) statistics() []float64 {
	s := j.state
	of := make([]int, s.t.d)
	for k, v := range s.views {
		for _, c := range v.columns {
			of[c] = k
		}
	}
	yes := func(ok bool) float64 {
		if ok {
			return 1
		}
		return 0
	}
	first, third := s.views[of[0]], s.views[of[2]]
	out := []float64{math.Log(s.alpha), math.Log(first.Alpha), float64(len(s.views)), float64(len(first.Active)),
		yes(of[0] == of[1]), yes(of[3] == of[4]), yes(third.Z[0] == third.Z[1]), yes(first.Z[3] == first.Z[4])}
	for _, l := range s.laws[:4] {
		for _, h := range l.Hyper() {
			out = append(out, math.Log(h))
		}
	}
	bounded := func(y float64) float64 { return y / (1 + math.Abs(y)) }
	for _, x := range j.x[:4] {
		sum := 0.0
		for _, y := range x {
			if !math.IsNaN(y) {
				sum += bounded(y)
			}
		}
		// The order of the columns is numbers, yes/no, category, counts.
		out = append(out, sum)
	}
	alike := func(a, b []float64) (sum float64) {
		for i := range a {
			if e := a[i] - b[i]; !math.IsNaN(e) {
				sum += 1 / (1 + e*e)
			}
		}
		return sum
	}
	low := 0.0
	for _, u := range j.x[0] {
		low += max(-1, bounded(min(0, u-jointLimit)))
	}
	return append(out, low, alike(j.x[0], j.x[4]), alike(j.x[1], j.x[5]))
}
