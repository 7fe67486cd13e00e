package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// One pass over the messages gives the same as an upward pass followed by the likelihood, and both
// agree with the evidence of the state: with branch points of many children, missing cells, and columns of their own.
func TestEvaluateIsRecomputeAndLikelihood(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 98))
		s, p := randomState(rng, 9, 1+int(seed%3), 0.3*float64(seed%2), 0.1)
		l := newLive(p, s.Hyper)
		l.load(s.Capture())
		l.Recompute()
		for _, v := range l.Preorder() {
			if !l.IsLeaf(v) {
				l.SetEll(v, 1.3*l.Node[v].Ell)
			}
		}
		for _, v := range s.Preorder() {
			if !s.IsLeaf(v) {
				s.SetTime(v, 1.3*s.Ell[v])
			}
		}
		got := l.Evaluate(l.Preorder())
		messages := append([]float64(nil), l.Message...)
		l.Recompute()
		for i, m := range messages {
			if m != l.Message[i] && !(math.Abs(m-l.Message[i]) <= 1e-14*(1+math.Abs(m))) {
				t.Fatalf("seed %d: message %d is %v, %v after an upward pass", seed, i, m, l.Message[i])
			}
		}
		close(t, "log likelihood", got, l.LogLikelihood(), 1e-12)
		s.Recompute()
		close(t, "evidence of a state", got, s.LogEvidence(), 1e-9)
	}
}

// Only the score of the tree scored last is reused, and reusing it leaves the cavities unchanged. So a
// step that scores several places ends in the same state as one whose searcher forgets all scores before each.
func TestScoresAreOfTheTreeAtHand(t *testing.T) {
	f, _ := runFit(t, Model{}, bushyData(30, 5, 1, 0.2, 6), nil, 1, 0, 1)
	s, q := f.state, f.searcher
	s.Cavities()
	before := append(append([]float64(nil), s.CavMean...), s.CavVari...)
	want := s.Score() // which leaves cavities of its own
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
	const rows = pilotWhole + 1
	rng := rand.New(rand.NewPCG(2, 6))
	x := mat.NewDense(rows, 3, nil)
	for i := range rows {
		for j := range 3 {
			x.Set(i, j, float64(rng.IntN(2)))
		}
	}
	s := byDefault(Model{})
	if err := s.Set("observation", "probit"); err != nil {
		t.Fatal(err)
	}
	began, err := askedFit("pydt", datasetOf(x), s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	f := began.(*fit)
	first := posterior.NewState(f.problem, f.start)
	first.Load(randomPairing(rows, rng))
	f.open(first)
	f.startPilot()
	visit := func() {
		for i := range f.pilot.members {
			f.pilot.advanceChain(i)
		}
	}
	visit()
	tree := f.pilot.members[0].chain.capture(0)
	f.pilot.found = learning{Points: pitmanyor.Moment{Mean: 300, Deviation: 20}, C: pitmanyor.Moment{Mean: 1,
		Deviation: 0.1}, Noise: pitmanyor.Moment{Mean: 1, Deviation: 0}, Theta: pitmanyor.Moment{Mean: 1, Deviation: 0.2},
		Alpha: pitmanyor.Moment{Mean: 0.2, Deviation: 0.1},
		Agree: true, Each: []float64{300, 300}, Draws: []draw{tree}}
	f.renew()
	visit()
	if n := len(f.pilot.members); n != renewChains || f.pilot.members[0].chain.problem.N != rows ||
		len(f.some) != pilotSome {
		t.Errorf("%d chains on %d rows, %d before", n, f.pilot.members[0].chain.problem.N, len(f.some))
	}
}
