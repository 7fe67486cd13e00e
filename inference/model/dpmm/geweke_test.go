package dpmm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/conjugate"
)

// faulty returns the model of Geweke's test with one thing wrong.
func faulty(full bool, seed uint64, fault string) *joint {
	j := newJoint(full, hyper{}, rand.New(rand.NewPCG(seed, 7)))
	switch fault {
	case "density":
		right := j.state.fresh
		j.state.fresh = func() conjugate.Component { return wrong{right()} }
		j.state.empty = nil
	case "scale":
		j.alter = func(p *pooled) { p.trace *= 0.9 }
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
		for _, threads := range []int{1, 2} { // on two, rows are weighed ahead
			t.Run(fmt.Sprint(name, ", threads ", threads), func(t *testing.T) {
				t.Parallel()
				chain := faulty(full, 2, "")
				chain.state.threads, chain.state.ahead.always = threads, true
				inferencetest.Geweke(t, jointNames, faulty(full, 1, "").Draw, chain.Move, n)
			})
		}
	}
}

// The test finds copies of the sampler with one error.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two seconds")
	}
	for _, fault := range []string{"density", "scale", "alpha"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := &inferencetest.Recorder{TB: t}
			inferencetest.Geweke(r, jointNames, faulty(false, 1, "").Draw, faulty(false, 2, fault).Move, 40_000)
			if len(r.Failures) == 0 {
				t.Errorf("a wrong %s passes", fault)
			}
		})
	}
}
