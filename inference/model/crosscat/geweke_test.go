package crosscat

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// faulty returns the model of Geweke's test with one thing wrong.
func faulty(seed uint64, fault string) *joint {
	j := newJoint(rand.New(rand.NewPCG(seed, 7)))
	switch fault {
	case "blank": // that of row 2 and column 2 counts as a zero
		j.alter = func(s *state) {
			s.laws[1].Add(s.own[1][2:4], 0, 1)
			s.again()
			s.settle()
		}
	case "concentration":
		j.alter = func(s *state) {
			for _, v := range s.views {
				v.Alpha *= 3
			}
		}
	case "views":
		j.alter = func(s *state) { s.alpha *= 3 }
	case "limit": // the cell is drawn as if it were not known to be low
		j.alter = func(s *state) {
			for k := range s.t.limits {
				s.t.limits[k].between.High = math.Inf(1)
			}
		}
	}
	j.Draw()
	return j
}

func TestGeweke(t *testing.T) {
	n := 6_000
	if testing.Short() {
		n = 1_500
	}
	inferencetest.Geweke(t, (*joint)(nil).Names(), faulty(1, "").Draw, faulty(2, "").Move, n)
}

// The test finds copies of the sampler with one error.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, fault := range []string{"blank", "concentration", "views", "limit"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			inferencetest.GewekeFinds(t, fault, (*joint)(nil).Names(), faulty(1, "").Draw, faulty(2, fault).Move, 6_000)
		})
	}
}
