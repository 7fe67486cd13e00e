package dpmm

import (
	"math"
	"math/rand/v2"
	"testing"

	"espalier/inference/inferencetest"
	"espalier/inference/process/conjugate"
	"espalier/inference/process/crp"

	"gonum.org/v1/gonum/mat"
)

// A joint is the model of Geweke's test: hyperparameters, partition and rows.
type joint struct {
	state *state
	x     *mat.Dense
	rng   *rand.Rand
	fault string
}

func newJoint(full bool, seed uint64, fault string) *joint {
	rng := rand.New(rand.NewPCG(seed, 7))
	j := &joint{state: samplerFor(6, 2, full, rng), rng: rng, fault: fault}
	j.x = mat.NewDense(6, 2, nil)
	j.state.rows, _ = conjugate.Rows(j.x)
	if fault == "density" {
		right := j.state.fresh
		j.state.fresh = func() conjugate.Component { return wrong{right()} }
		j.state.empty = nil
	}
	j.forward()
	return j
}

// forward draws everything from the model. The hyperparameters are kept from their
// extremes, where second moments would not exist, by drawing again; chain does the same.
func (j *joint) forward() []float64 {
	s := j.state
	for {
		s.hyper.alpha, s.prior.Scale, s.prior.Kappa = j.rng.ExpFloat64(), j.rng.ExpFloat64(), j.rng.ExpFloat64()
		if j.inside() {
			break
		}
	}
	z := crp.Partition(len(s.z), crp.Parameters{Concentration: s.hyper.alpha}, j.rng)
	sampleRows(z, s.prior, j.x, j.rng)
	j.adopt(z)
	return j.statistics()
}

func (j *joint) inside() bool {
	s := j.state
	return s.prior.Scale > 0.2 && s.prior.Scale < 3 && s.prior.Kappa > 0.2 && s.prior.Kappa < 3
}

// adopt makes the state hold a partition of the rows as they are.
func (j *joint) adopt(z []int) {
	s := j.state
	for len(s.active) > 0 {
		s.close(s.active[0])
	}
	s.forget()
	s.load(&draw{Z: z})
}

func (j *joint) chain() []float64 {
	s := j.state
	for i := range s.z {
		s.take(i)
		s.put(i, j.rng)
	}
	for range 2 {
		s.splitMerge(j.rng)
	}
	s.renumber()
	var p pooled
	for _, k := range s.active {
		p.add(s.slots[k], j.rng)
	}
	if j.fault == "scale" {
		p.trace *= 0.9
	}
	for {
		s.drawBase(p, j.rng)
		if j.inside() {
			break
		}
	}
	s.drawAlpha(j.rng)
	if j.fault == "alpha" {
		s.hyper.alpha *= 1.1
	}
	z := append([]int(nil), s.z...)
	sampleRows(z, s.prior, j.x, j.rng)
	j.adopt(z)
	return j.statistics()
}

var jointNames = []string{"alpha", "clusters", "together", "log scale", "log kappa", "spread", "pairs apart"}

func (j *joint) statistics() []float64 {
	s := j.state
	together := 0.0
	if s.z[0] == s.z[1] {
		together = 1
	}
	spread, apart := 0.0, 0.0
	for i := range s.z {
		for c := range 2 {
			v := j.x.At(i, c)
			spread += v * v / (1 + v*v)
			e := v - j.x.At(0, c)
			apart += e * e / (1 + e*e)
		}
	}
	return []float64{math.Log(s.hyper.alpha), float64(len(s.active)), together, math.Log(s.prior.Scale), math.Log(s.prior.Kappa), spread, apart}
}

type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }

func TestGeweke(t *testing.T) {
	n := 40_000
	if testing.Short() {
		n = 10_000
	}
	for name, full := range map[string]bool{"diagonal": false, "full": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inferencetest.Geweke(t, jointNames, newJoint(full, 1, "").forward, newJoint(full, 2, "").chain, n)
		})
	}
}

// Copies with one thing wrong are found out.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two seconds")
	}
	for _, fault := range []string{"density", "scale", "alpha"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := &recorder{TB: t}
			inferencetest.Geweke(r, jointNames, newJoint(false, 1, "").forward, newJoint(false, 2, fault).chain, 40_000)
			if !r.failed {
				t.Errorf("a wrong %s passes", fault)
			}
		})
	}
}
