package lineargaussian

import (
	"math"
	"math/rand/v2"
	"testing"

	"espalier/inference/inferencetest"
	"espalier/inference/process/ibp"
)

// A joint is the model of Geweke's test: 4 rows, 3 columns, two cells missing.
type joint struct {
	state *state
	rng   *rand.Rand
	fault string
}

func newJoint(seed uint64, fault string) *joint {
	j := &joint{rng: rand.New(rand.NewPCG(seed, 7)), fault: fault}
	j.forward()
	return j
}

var gaps = [][]int{nil, {0}, nil, {2}}

// forward draws everything from the model.
func (j *joint) forward() []float64 {
	h := hyper{alpha: gamma(1, 1, j.rng), beta: 1.6, noise: 1 / gamma(1, 1, j.rng), variance: 1 / gamma(1, 1, j.rng)}
	z := ibp.Prior{Alpha: h.alpha, Beta: h.beta}.Draw(4, j.rng)
	j.state = newState(rectangle(4, 3), gaps, true, 1, h)
	s := j.state
	s.present = 4
	s.values = [][]float64{{j.rng.NormFloat64(), j.rng.NormFloat64(), j.rng.NormFloat64()}}
	for _, rows := range z.Columns {
		s.open(s.next)
		s.next++
		k := len(s.z) - 1
		for _, i := range rows {
			s.z[k][i] = true
		}
		s.count[k] = len(rows)
		a := make([]float64, 3)
		for c := range a {
			a[c] = math.Sqrt(h.variance) * j.rng.NormFloat64()
		}
		s.values = append(s.values, a)
	}
	for i := range 4 {
		j.observe(i, nil)
		j.observe(i, gaps[i])
	}
	return j.statistics()
}

// observe draws the cells of a row: those listed, or the observed ones for nil.
func (j *joint) observe(i int, cells []int) {
	s := j.state
	s.sum(i)
	if cells == nil {
		for c := range 3 {
			if len(gaps[i]) == 0 || gaps[i][0] != c {
				cells = append(cells, c)
			}
		}
	}
	for _, c := range cells {
		s.x[i][c] = s.mean[c] + math.Sqrt(s.hyper.noise)*j.rng.NormFloat64()
	}
}

func (j *joint) chain() []float64 {
	s := j.state
	s.refresh(-1)
	for i := range 4 {
		own := s.take(i)
		if j.fault == "zeros" {
			s.missing, s.seen = make([][]int, 4), []int{3, 3, 3, 3}
			for _, c := range gaps[i] {
				s.x[i][c] = 0 // missing cells are filled with their mean, for good
			}
		}
		s.draw(i, own, j.rng)
		s.missing, s.seen = gaps, []int{3, 2, 3, 2}
	}
	for range 3 {
		s.joinOrPart(j.rng)
	}
	s.drawValues(j.rng)
	switch j.fault {
	case "noise":
		s.hyper.noise *= 1.1
	case "alpha":
		s.hyper.alpha *= 1.1
	}
	for i := range 4 {
		j.observe(i, nil)
	}
	return j.statistics()
}

var jointNames = []string{"features", "entries", "singletons", "log α", "log σ²", "log σ²_A", "values", "base", "cells", "missing cells"}

func (j *joint) statistics() []float64 {
	s := j.state
	entries, singles, values, base, cells, missing := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for k := 1; k < len(s.z); k++ {
		entries += float64(s.count[k])
		if s.count[k] == 1 {
			singles++
		}
		for _, v := range s.values[k] {
			values += math.Tanh(v * v)
		}
	}
	for _, v := range s.values[0] {
		base += v
	}
	for i, row := range s.x {
		for _, v := range row {
			cells += math.Tanh(v * v / 4)
		}
		for _, c := range gaps[i] {
			missing += math.Tanh(row[c] + row[1]/2)
		}
	}
	return []float64{float64(s.features()), entries, singles, math.Log(s.hyper.alpha), math.Log(s.hyper.noise), math.Log(s.hyper.variance), values, base, cells, missing}
}

type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }

func TestGeweke(t *testing.T) {
	t.Parallel()
	inferencetest.Geweke(t, jointNames, newJoint(1, "").forward, newJoint(2, "").chain, 20_000)
}

// replicate draws everything from the model, and notes the statistics before and after some sweeps.
func replicate(seed uint64, fault string) func() (before, after []float64) {
	j := newJoint(seed, fault)
	return func() (before, after []float64) {
		before = j.forward()
		for range 3 {
			after = j.chain()
		}
		return before, after
	}
}

func TestReplicates(t *testing.T) {
	t.Parallel()
	inferencetest.Replicates(t, jointNames, replicate(3, ""), 10_000)
}

// Copies with one thing wrong are found out.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, fault := range []string{"zeros", "noise", "alpha"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := &recorder{TB: t}
			inferencetest.Replicates(r, jointNames, replicate(4, fault), 10_000)
			if !r.failed {
				t.Errorf("the fault %q passes", fault)
			}
		})
	}
}
