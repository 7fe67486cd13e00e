package bicluster

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/sweeps"
)

// draw draws the cells that are not blank, given the clusters of rows z and of columns w.
func (t *table) draw(z, w []int, laws []block.Law, rng *rand.Rand) {
	stats := map[[3]int][]float64{}
	for i, a := range z {
		for j, b := range w {
			if math.IsNaN(t.x[i*t.d+j]) {
				continue
			}
			p := t.part[j]
			key := [3]int{a, b, p}
			if stats[key] == nil {
				stats[key] = make([]float64, laws[p].Width())
			}
			y := laws[p].Draw(stats[key], t.exposure(i, j), rng)
			laws[p].Add(stats[key], y, t.exposure(i, j))
			t.x[i*t.d+j] = y
		}
	}
}

// A joint is the model of Geweke's test: a table of 5 rows and 6 columns, two each of zeros and ones, counts and
// numbers, with two blanks.
type joint struct {
	state *state
	rng   *rand.Rand
	alter func(s *side) // makes a mistake before the moves of a side, for tests; nil for none
}

const (
	jointRows = 5
	jointEach = 2 // columns of a kind
)

var _ inference.Jointly = Model{}

// Joint implements inference.Jointly on a table of 5 rows and 6 columns of three kinds.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	j := newJoint(rng)
	j.state.usual = s.Text("prior") == sweeps.Usual
	j.state.fixed = [2]bool{s.Fixed("row_concentration"), s.Fixed("column_concentration")}
	j.state.alpha = [2]float64{s.Real("row_concentration"), s.Real("column_concentration")}
	j.Draw()
	return j, nil
}

// newJoint returns a joint from which nothing has been drawn.
func newJoint(rng *rand.Rand) *joint {
	laws := []block.Law{block.UsualBinary(), block.UsualCounts(2),
		block.NewNumbers(0, 0.5, 3, 2)}
	t := &table{n: jointRows, d: jointEach * len(laws)}
	for p, l := range laws {
		t.parts = append(t.parts, part{law: l, columns: jointEach, masses: p < 2})
		for k := range jointEach {
			t.part, t.place = append(t.part, p), append(t.place, k)
		}
	}
	t.x = make([]float64, t.n*t.d)
	t.x[1*t.d+0], t.x[3*t.d+4] = math.NaN(), math.NaN()
	return &joint{rng: rng, state: &state{t: t, laws: laws, alpha: [2]float64{1, 1},
		z: [2][]int{make([]int, t.n), make([]int, t.d)}}}
}

// Draw implements inference.Joint.
func (j *joint) Draw() []float64 {
	s := j.state
	for which, z := range s.z {
		if !s.fixed[which] {
			s.alpha[which] = j.rng.ExpFloat64() / crp.ConcentrationRate(len(z))
		}
		s.z[which] = crp.Partition(len(z), crp.Parameters{Concentration: s.alpha[which]}, j.rng)
	}
	if !s.usual {
		laws := make([]block.Law, len(s.laws))
		for p, l := range s.laws {
			laws[p] = block.Prior(l, j.rng)
		}
		s.laws = s.t.tabulated(laws)
	}
	s.t.draw(s.z[ofRows], s.z[ofColumns], s.laws, j.rng)
	return j.statistics()
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	s := j.state
	for which := range s.z {
		s.ready(which)
		if j.alter != nil {
			j.alter(s.moving)
		}
		for i := range s.z[which] {
			s.moving.Visit(i, j.rng)
		}
		for range 2 {
			s.moving.SplitMerge(j.rng)
		}
		if which == ofColumns {
			s.learn(j.rng)
		}
		s.end()
	}
	s.t.draw(s.z[ofRows], s.z[ofColumns], s.laws, j.rng)
	return j.statistics()
}

// Names implements inference.Joint.
func (*joint) Names() []string {
	return []string{"log α of rows", "log α of columns", "row clusters", "column clusters", "rows 1 and 2 together",
		"columns 1 and 3 together", "log of ones", "log of zeros", "log shape of counts", "log rate of counts", "log κ",
		"log shape of numbers", "log variance of numbers", "ones", "counts", "numbers", "alike"}
}

func (j *joint) statistics() []float64 {
	s := j.state
	same := func(z []int, a, b int) float64 {
		if z[a] == z[b] {
			return 1
		}
		return 0
	}
	rows, columns := s.z[ofRows], s.z[ofColumns]
	out := []float64{math.Log(s.alpha[ofRows]), math.Log(s.alpha[ofColumns]), float64(clusters(rows)),
		float64(clusters(columns)), same(rows, 0, 1), same(columns, 0, 2)}
	for _, l := range s.laws {
		for _, h := range l.Hyper() {
			out = append(out, math.Log(h))
		}
	}
	sums := make([]float64, len(s.laws))
	alike := 0.0
	for i := range s.t.n {
		for k, y := range s.t.x[i*s.t.d : (i+1)*s.t.d] {
			if math.IsNaN(y) {
				continue
			}
			bounded := y / (1 + math.Abs(y))
			sums[s.t.part[k]] += bounded
			if e := y - s.t.x[k]; i > 0 && !math.IsNaN(e) {
				alike += 1 / (1 + e*e)
			}
		}
	}
	return append(append(out, sums...), alike)
}
