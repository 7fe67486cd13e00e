package bicluster

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/crp/seating"
)

// faulty returns the model of Geweke's test with one thing wrong.
func faulty(seed uint64, fault string) *joint {
	j := newJoint(rand.New(rand.NewPCG(seed, 7)))
	switch fault {
	case "blank": // that of row 2 and column 1 counts as a zero
		j.alter = func(s *side) {
			s.laws[0].Add(s.of(1-s.which, 0), 0, 1)
			again(s)
		}
	case "concentration":
		j.alter = func(s *side) { s.Alpha *= 1.3 }
	case "learning":
		j.alter = func(*side) { j.state.alpha[0] *= 1.6 }
	}
	j.Draw()
	return j
}

// again fills the clusters anew after their items were changed.
func again(s *side) {
	s.Seating = seating.New(s, s.laws, s.across, s.Alpha, s.Z)
	s.Settle(0, len(s.Z))
}

func TestGeweke(t *testing.T) {
	n := 20_000
	if testing.Short() {
		n = 6_000
	}
	inferencetest.Geweke(t, (*joint)(nil).Names(), faulty(1, "").Draw, faulty(2, "").Move, n)
}

// The test finds copies of the sampler with one error.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, fault := range []string{"blank", "concentration", "learning"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			inferencetest.GewekeFinds(t, fault, (*joint)(nil).Names(), faulty(1, "").Draw, faulty(2, fault).Move, 20_000)
		})
	}
}
