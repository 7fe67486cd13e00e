package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"example.org/espalier/inference"
)

var fakeInfo = inference.Info{Name: "walk", Scalars: []string{"evidence", "height"}, Iterations: 10}

// A walker is a Stepper with everything a real one has: a start of several
// steps, iterations of several steps, a generator, work that a cancelled context
// cuts short in the middle, and state that can be saved.
type walker struct {
	W         walk
	pcg       *rand.PCG
	rng       *rand.Rand
	work      time.Duration // each step, by the clock of a bubble
	snapshot  time.Duration // each snapshot, likewise
	panicAt   int           // iteration; 0: never
	doneAt    int
	failAt    int
	failure   error
	snapshots int
}

// walk is the state of a walker that is saved.
type walk struct {
	Step      int
	Started   bool
	Iteration int
	Part      int // of the step, when it was cut short
	Best, Sum float64
	PCG       []byte
}

func newWalker(seed uint64) *walker {
	pcg := inference.Streams{Seed: seed}.Source(0)
	return &walker{pcg: pcg, rng: rand.New(pcg)}
}

const parts, startSteps, stepsEach = 50, 5, 3

func (w *walker) Step(ctx context.Context) (inference.Report, error) {
	for ; w.W.Part < parts; w.W.Part++ {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		w.W.Sum += w.rng.NormFloat64()
		time.Sleep(w.work / parts)
	}
	w.W.Part = 0
	w.W.Step++
	if !w.W.Started {
		r := inference.Report{Phase: "starting", Fraction: float64(w.W.Step) / startSteps}
		if w.W.Step == startSteps {
			w.W.Started, w.W.Step = true, 0
			r.Scalars, r.Changed = w.scalars(), true
		}
		return r, nil
	}
	r := inference.Report{Phase: "walking", Fraction: 1}
	if w.W.Step < stepsEach {
		return r, nil
	}
	w.W.Step = 0
	w.W.Iteration++
	if w.panicAt > 0 && w.W.Iteration == w.panicAt {
		var none []int
		_ = none[w.panicAt] // the mistake
	}
	if w.failAt > 0 && w.W.Iteration == w.failAt {
		return inference.Report{}, w.failure
	}
	if w.W.Sum > w.W.Best {
		w.W.Best, r.Changed = w.W.Sum, true
	}
	r.Scalars = w.scalars()
	r.Done = w.doneAt > 0 && w.W.Iteration >= w.doneAt
	return r, nil
}

func (w *walker) scalars() []float64 { return []float64{w.W.Best, w.W.Sum} }

func (w *walker) Snapshot() *inference.Snapshot {
	w.snapshots++
	time.Sleep(w.snapshot)
	return &inference.Snapshot{Scalars: []inference.Scalar{{Name: "best", Mean: w.W.Best}, {Name: "sum", Mean: w.W.Sum}}}
}

func (w *walker) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	var err error
	if w.W.PCG, err = w.pcg.MarshalBinary(); err != nil {
		return nil, err
	}
	err = gob.NewEncoder(&b).Encode(w.W)
	return b.Bytes(), err
}

func (w *walker) UnmarshalBinary(data []byte) error {
	w.W = walk{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&w.W); err != nil {
		return err
	}
	return w.pcg.UnmarshalBinary(w.W.PCG)
}

var _ inference.Saver = (*walker)(nil)

// until advances the clock of a bubble until a condition holds. It fails after an hour of that
// clock, which stands still while anything is running.
func until(t testing.TB, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Hour); ; time.Sleep(100 * time.Microsecond) {
		synctest.Wait()
		if f() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// rest waits until a run is at rest, and fails unless it is then in the given state.
func rest(t testing.TB, r *Run, s State) {
	t.Helper()
	if err := r.Rest(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := r.Progress(); p.State != s {
		t.Fatalf("it rests %v, want %v", p.State, s)
	}
}

type stepper = inference.Stepper
