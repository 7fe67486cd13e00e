package lineargaussian

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// faulty returns the model of Geweke's test with one thing wrong; "" for nothing.
func faulty(seed uint64, fault string) *joint {
	j := newJoint(hyper{beta: 1.6}, true, rand.New(rand.NewPCG(seed, 7)))
	switch fault {
	case "zeros":
		j.before = func(i int) {
			s := j.state
			s.missing, s.seen = make([][]int, 4), []int{3, 3, 3, 3}
			for _, c := range jointGaps[i] {
				s.x[i][c] = 0 // missing cells are filled with their mean, for good
			}
		}
	case "noise":
		j.after = func() { j.state.hyper.noise *= 1.1 }
	case "alpha":
		j.after = func() { j.state.hyper.alpha *= 1.1 }
	}
	return j
}

func TestGeweke(t *testing.T) {
	t.Parallel()
	inferencetest.Geweke(t, jointNames, faulty(1, "").Draw, faulty(2, "").Move, 20_000)
}

// replicate draws everything from the model, and notes the statistics before and after some sweeps.
func replicate(seed uint64, fault string) func() (before, after []float64) {
	j := faulty(seed, fault)
	return func() (before, after []float64) {
		before = j.Draw()
		for range 3 {
			after = j.Move()
		}
		return before, after
	}
}

func TestReplicates(t *testing.T) {
	t.Parallel()
	inferencetest.Replicates(t, jointNames, replicate(3, ""), 10_000)
}

// The test finds copies of the sampler with one error.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, fault := range []string{"zeros", "noise", "alpha"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := &inferencetest.Recorder{TB: t}
			scores := inferencetest.Replicates(r, jointNames, replicate(4, fault), 5_000)
			t.Logf("fault %s: |z| = %.1f", fault, inferencetest.Greatest(scores))
			if len(r.Failures) == 0 {
				t.Errorf("the fault %q passes", fault)
			}
		})
	}
}

// The joint density has the exponential prior of the precisions, and the Gaussian of the cells.
func TestPriorsOfVariances(t *testing.T) {
	s := faulty(1, "").state
	for name, v := range map[string]*float64{"noise": &s.hyper.noise, "variance": &s.hyper.variance} {
		squares, cells := s.squares()
		if name == "variance" {
			squares, cells = s.valueSquares(), s.features()*len(s.mean)
		}
		before, was := s.logJoint(), *v
		*v = 3 * was
		gain := s.logJoint() - before
		*v = was
		want := -float64(cells)/2*math.Log(3) + (squares/2+s.spread)*(1/was-1/(3*was))
		inferencetest.Close(t, name, gain, want, 1e-10)
	}
}

// The entries of the base have independent Gaussians of the variance of the table about 0, beside what they do to the
// cells.
func TestPriorOfTheBase(t *testing.T) {
	s := faulty(1, "").state
	if !s.base {
		t.Fatal("there is no base")
	}
	squares, _ := s.squares()
	before, was := s.logJoint(), s.values[0][1]
	s.values[0][1] = was + 0.7
	after, _ := s.squares()
	gain := s.logJoint() - before
	s.values[0][1] = was
	want := -(after-squares)/(2*s.hyper.noise) - ((was+0.7)*(was+0.7)-was*was)/(2*s.spread)
	inferencetest.Close(t, "gain", gain, want, 1e-10)
}

// What is not held fixed is 1 in Geweke's test, and what is given stays.
func TestJointScales(t *testing.T) {
	got := jointScales(hyper{beta: 1.6, noise: 0.2, fixedNoise: true})
	if want := (hyper{alpha: 1, beta: 1.6, noise: 0.2, variance: 1, fixedNoise: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
