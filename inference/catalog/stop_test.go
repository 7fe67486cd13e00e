package catalog

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// A fit answers to Stop between two steps and wherever a step looks at its context. So what it does between two such
// places, by its own processor time, must be far below the fifth of a second that it has.
const (
	mostBetween = 100 * time.Millisecond
	budget      = 250 * time.Millisecond // of a model
)

// watched is a context that notes when it is looked at.
type watched struct {
	context.Context
	last    time.Duration
	longest time.Duration
}

func (w *watched) note() {
	now := inferencetest.ProcessorTime()
	w.longest = max(w.longest, now-w.last)
	w.last = now
}

func (w *watched) Err() error            { w.note(); return w.Context.Err() }
func (w *watched) Done() <-chan struct{} { w.note(); return w.Context.Done() }

// Every model that takes a wide table answers to Stop soon enough, from its start on.
func TestStopOnWideTables(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a fit of every model on a wide table")
	}
	if inferencetest.ProcessorTime() == 0 {
		t.Skip("this system does not say what processor time was used")
	}
	widths := map[string]int{"treemixture": 120, "ggm": 60, "dag": 60, "gaussian": 400, "blockmodel": 200}
	for _, m := range Models() {
		name := m.Info().Name
		t.Run(name, func(t *testing.T) {
			n, d := 60, 700
			if w, ok := widths[name]; ok {
				d = w
			}
			if name == "blockmodel" { // which takes networks alone
				n = d
			}
			data := inferencetest.DatasetOf(wideTable(n, d))
			s, err := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
			if err != nil {
				t.Fatal(err)
			}
			begun, longest, phase := inferencetest.ProcessorTime(), time.Duration(0), ""
			for steps := 0; inferencetest.ProcessorTime()-begun < budget; steps++ {
				w := &watched{Context: context.Background(), last: inferencetest.ProcessorTime()}
				r, err := s.Step(w)
				w.note()
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				if w.longest > longest {
					longest, phase = w.longest, r.Phase
				}
				if r.Done {
					break
				}
			}
			t.Logf("%v at most, while %q", longest.Round(time.Millisecond), phase)
			if longest > mostBetween {
				t.Errorf("%v of work between two looks at the context, while %q; %v at most", longest, phase, mostBetween)
			}
		})
	}
}

func wideTable(n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64()+2*math.Sin(float64(i%4*(j%7))))
		}
	}
	return x
}
