package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"math/rand/v2"
	"testing"
	"time"

	"espalier/inference"
)

var fakeInfo = inference.Info{Name: "walk", Scalars: []string{"evidence", "height"}, Iterations: 10}

// A walker is a Stepper with everything a real one has: a start of several
// steps, iterations of several steps, a generator, work that a cancelled context
// cuts short in the middle, and state that can be saved.
type walker struct {
	W         walk
	pcg       *rand.PCG
	rng       *rand.Rand
	work      time.Duration // each step
	snapshot  time.Duration // each snapshot
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
		// Sleeps are a millisecond at least; shorter steps sleep once, in the middle.
		if each := w.work / parts; each >= time.Millisecond {
			time.Sleep(each)
		} else if w.W.Part == parts/2 {
			time.Sleep(w.work)
		}
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

// until waits for a condition, at most for a generous time.
func until(t testing.TB, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !f(); time.Sleep(200 * time.Microsecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

func inState(r *Run, s State) func() bool { return func() bool { return r.Progress().State == s } }

type stepper = inference.Stepper
