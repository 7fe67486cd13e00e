package dpmm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/floats"
)

// faulty returns the model of Geweke's test with one thing wrong.
func faulty(full, gaps bool, seed uint64, fault string) *joint {
	j := newJoint(full, gaps, hyper{}, rand.New(rand.NewPCG(seed, 7)))
	switch fault {
	case "density":
		right := j.state.fresh
		j.state.fresh = func() conjugate.Component { return wrong{right()} }
		j.state.empty = nil
	case "scale":
		j.alter = func(p *pooled) { floats.Scale(0.9, p.precision) }
	case "shape": // a cluster counts once too often
		j.alter = func(p *pooled) { p.precision[0] += 0.1 * p.precision[0] }
	case "floor":
		for k := range j.state.shapes.Floor {
			j.state.shapes.Floor[k] *= 3
		}
	case "alpha":
		j.alter = func(*pooled) { j.state.hyper.alpha *= 1.1 }
	}
	j.Draw()
	return j
}

func TestGeweke(t *testing.T) {
	n := 40_000
	if testing.Short() {
		n = 10_000
	}
	for name, full := range map[string]bool{"diagonal": false, "full": true} {
		for threads, gaps := range map[int]bool{1: true, 2: false} { // on two, rows are weighed ahead
			t.Run(fmt.Sprint(name, ", threads ", threads, ", gaps ", gaps), func(t *testing.T) {
				t.Parallel()
				chain := faulty(full, gaps, 2, "")
				chain.state.threads, chain.state.ahead.always = threads, true
				inferencetest.Geweke(t, jointNames, faulty(full, gaps, 1, "").Draw, chain.Move, n)
			})
		}
	}
}

// The test finds copies of the sampler with one error.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two seconds")
	}
	for _, fault := range []string{"density", "scale", "shape", "floor", "alpha"} {
		for _, full := range []bool{false, true} {
			if full && fault == "density" {
				continue // of a diagonal cluster, whose rows are told apart by less
			}
			t.Run(fmt.Sprint(fault, ", full ", full), func(t *testing.T) {
				t.Parallel()
				inferencetest.GewekeFinds(t, fault, jointNames, faulty(full, false, 1, "").Draw,
					faulty(full, false, 2, fault).Move, 40_000)
			})
		}
	}
}
