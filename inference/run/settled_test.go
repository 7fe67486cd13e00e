package run

import (
	"context"
	"errors"
	"math"
	"testing"

	"example.org/espalier/inference"
)

// climber approaches 100 nats: 100(1−exp(−i/30)) after iteration i, with a step back at every
// third. Iteration end, if set, is the last.
type climber struct{ i, end int }

var climberInfo = inference.Info{Name: "climb", Scalars: []string{"evidence"}, Objective: "evidence",
	ObjectiveTitle: "log evidence, nats", Iterations: 1000}

func (c *climber) Step(context.Context) (inference.Report, error) {
	v := 100 * (1 - math.Exp(-float64(c.i)/30))
	if c.i%3 == 2 {
		v -= 5
	}
	done := c.end > 0 && c.i == c.end
	c.i++
	return inference.Report{Scalars: []float64{v}, Fraction: 1, Done: done}, nil
}

func (c *climber) Snapshot() *inference.Snapshot { return &inference.Snapshot{} }

func TestUntilSettled(t *testing.T) {
	if !Climbs(climberInfo) {
		t.Fatal("a search does not climb")
	}
	r := launch(t, &climber{}, Options{Iterations: -1, Settle: SettleGain(50), UntilSettled: true})
	finish(t, r)
	// The best value at i is that of i or, at each third, of i−1.
	best := func(i int) float64 {
		if i%3 == 2 {
			i--
		}
		return 100 * (1 - math.Exp(-float64(i)/30))
	}
	want := 100
	for best(want)-best(want-100) >= 0.1 {
		want++
	}
	p := r.Progress()
	if p.Iteration != want || !p.Settled || !p.GainKnown || !(math.Abs(p.Gain-(best(want)-best(want-100))) <= 1e-9) ||
		p.State != Finished {
		t.Errorf("ended with %+v, want iteration %d", p, want)
	}
	if err := r.More(10); err != nil {
		t.Fatal(err)
	}
	finish(t, r)
	if p := r.Progress(); p.Iteration != want+10 {
		t.Errorf("ten more ended at %d", p.Iteration)
	}
}

func TestStillImproving(t *testing.T) {
	r := launch(t, &climber{}, Options{Iterations: 120, Settle: SettleGain(50)})
	finish(t, r)
	if p := r.Progress(); p.Settled || !p.GainKnown || p.Gain < 40 {
		t.Errorf("after 120 iterations %+v", p)
	}
	r = launch(t, &climber{}, Options{Iterations: 99, Settle: SettleGain(50)})
	finish(t, r)
	// Iterations 0 and 99 have the values 0 and 100(1−exp(−3.3)) = 96.31168.
	if p := r.Progress(); p.Settled || !p.GainKnown || !(math.Abs(p.Gain-96.31168) < 1e-5) {
		t.Errorf("before a full window %+v", p)
	}
	r = launch(t, &climber{}, Options{Iterations: 0, Settle: SettleGain(50)})
	finish(t, r)
	if p := r.Progress(); p.Settled || p.GainKnown {
		t.Errorf("with one value %+v", p)
	}
	for _, i := range []inference.Info{{Samples: true, Iterations: 9, Objective: "log_joint",
		ObjectiveTitle: "log joint, nats"}, {Iterations: 9},
		{Iterations: 9, Objective: "sum_of_squares", ObjectiveTitle: "sum of squares"}} {
		if Climbs(i) {
			t.Errorf("%+v climbs", i)
		}
	}
}

// A search with nothing left to try has settled, however much it gained last. A method that does not
// search never settles.
func TestSettledAtTheEnd(t *testing.T) {
	for _, settle := range []float64{0, SettleGain(50)} {
		r := launch(t, &climber{end: 40}, Options{Iterations: 1000, Settle: settle})
		finish(t, r)
		if p := r.Progress(); !p.Final || p.Iteration != 40 || p.Settled != (settle > 0) || p.GainKnown != (settle > 0) {
			t.Errorf("at the end, with %v, %+v", settle, p)
		}
	}
}

func TestRest(t *testing.T) {
	r := start(t, newWalker(3), Options{Iterations: -1, Paused: true})
	r.StepN(4)
	if err := r.Rest(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := r.Progress(); p.State != Paused || p.Iteration != 3 || r.Latest().Iteration != 3 {
		t.Errorf("rests at %+v with a snapshot of %d", p, r.Latest().Iteration)
	}
	r.Resume()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Rest(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	r.Close()
	if err := r.Rest(t.Context()); err != nil {
		t.Error(err)
	}
}

func launch(t *testing.T, s inference.Stepper, o Options) *Run {
	t.Helper()
	r := Start(t.Context(), s, climberInfo, o)
	t.Cleanup(r.Close)
	return r
}
