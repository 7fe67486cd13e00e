package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// Only the score of the tree scored last is reused, and reusing it leaves the cavities unchanged. So a
// step that scores several places ends in the same state as one whose searcher forgets all scores before each.
func TestScoresAreOfTheTreeAtHand(t *testing.T) {
	f, _ := runFit(t, pydt, pydttest.BushyData(30, 5, 1, 0.2, 6), nil, 1, 0, 1)
	s, q := f.state, f.searcher
	s.Cavities()
	before := append(append([]float64(nil), s.CavMean...), s.CavVari...)
	want := evidence.Score(s) // which leaves cavities of its own
	copy(s.CavMean, before[:len(s.CavMean)])
	copy(s.CavVari, before[len(s.CavMean):])
	for range 2 {
		if got := q.ScoreNow(); got != want {
			t.Fatalf("score %v, looked up %v", want, got)
		}
	}
	for i, x := range append(append([]float64(nil), s.CavMean...), s.CavVari...) {
		if x != before[i] && !(math.IsNaN(x) && math.IsNaN(before[i])) {
			t.Fatalf("cavity %d changed from %v to %v", i, before[i], x)
		}
	}
	for step := range 200 {
		for done := false; !done; {
			done, _ = q.Advance(50)
		}
		known := q.ScoreNow()
		q.Known = posterior.Scored{}
		if got := q.ScoreNow(); got != known {
			t.Fatalf("step %d: the score is %v, not %v", step, got, known)
		}
	}
}

// For many rows of zeros and ones the pilot takes a sample too, and chains on all rows follow.
func TestPilotOfManyZerosAndOnes(t *testing.T) {
	const rows = pilot.Whole + 1
	rng := rand.New(rand.NewPCG(2, 6))
	x := mat.NewDense(rows, 3, nil)
	for i := range rows {
		for j := range 3 {
			x.Set(i, j, float64(rng.IntN(2)))
		}
	}
	s := byDefault(pydt)
	if err := s.Set("observation", "probit"); err != nil {
		t.Fatal(err)
	}
	began, err := pydt.New(pydttest.DatasetOf(x), s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	f := began
	first := posterior.NewState(f.Problem, f.start)
	first.Load(posterior.RandomPairing(rows, rng))
	f.open(first)
	f.startPilot()
	visit := func() {
		for i := range f.Pilot.Chains() {
			f.Pilot.AdvanceChain(i)
		}
	}
	visit()
	tree := f.Pilot.Last()[0]
	f.Pilot.Found = pilot.Learning{Points: pitmanyor.Moment{Mean: 300, Deviation: 20}, C: pitmanyor.Moment{Mean: 1,
		Deviation: 0.1}, Noise: pitmanyor.Moment{Mean: 1, Deviation: 0}, Theta: pitmanyor.Moment{Mean: 1, Deviation: 0.2},
		Alpha: pitmanyor.Moment{Mean: 0.2, Deviation: 0.1},
		Agree: true, Each: []float64{300, 300}, Draws: []kept.Draw{tree}}
	f.renew()
	visit()
	if n := f.Pilot.Chains(); n != pilot.RenewChains || leaves(f.Pilot) != rows ||
		len(f.some) != pilot.Some {
		t.Errorf("%d chains on %d rows, %d before", n, leaves(f.Pilot), len(f.some))
	}
}

// leaves returns the number of rows of the first chain's tree.
func leaves(p *pilot.Pilot) int {
	d := p.Last()[0]
	return d.Tree().Leaves()
}
