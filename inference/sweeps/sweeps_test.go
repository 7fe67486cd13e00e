package sweeps_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/sweeps"

	"gonum.org/v1/gonum/mat"
)

// A walk has a number, which a sweep moves in three pieces.
type walk struct {
	sweeps.Chain[*place]
	rng *rand.Rand
	at  float64
	n   int
}

type place struct {
	Iteration int
	X         float64
}

func (p *place) At() int { return p.Iteration }

func newWalk() *walk {
	w := &walk{}
	w.Chain, w.rng = sweeps.New[*place]("walk", "beginning", inference.Streams{Seed: 5})
	return w
}

func (w *walk) advance() bool {
	w.at += w.rng.NormFloat64()
	if w.n++; w.n%3 > 0 {
		return false
	}
	take := func() *place { return &place{w.Iteration, w.at} }
	w.Settle([]float64{w.at}, take, func(d []*place) bool { return len(d) > 10 })
	w.Now = take()
	return true
}

func (w *walk) to(t *testing.T, iteration int) {
	t.Helper()
	for w.Iteration < iteration {
		if _, err := w.Work(t.Context(), w.advance, func() float64 { return 0.5 }); err != nil {
			t.Fatal(err)
		}
	}
}

var errOdd = errors.New("it does not fit")

// A chain that was saved goes on to the same numbers; one without a sweep starts again.
func TestSaved(t *testing.T) {
	first := newWalk()
	if first.Phase() != "beginning" {
		t.Errorf("phase %q", first.Phase())
	}
	blank, err := first.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	first.to(t, 7)
	b, err := first.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	first.to(t, 40)
	again := newWalk()
	if err := again.Open(blank, func(*place) error { return errOdd }); err != nil || again.Now != nil {
		t.Errorf("before a sweep: %v, %v", again.Now, err)
	}
	if err := again.Open(b, func(p *place) error {
		if p.X > 1e9 {
			return errOdd
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	again.at = again.Now.X
	again.to(t, 40)
	if again.at != first.at || !slices.Equal(again.Scalars, first.Scalars) || again.Phase() != "sampling" {
		t.Errorf("saved and resumed: %v, want %v", again.at, first.at)
	}
	same := func(a, b *place) bool { return *a == *b }
	if a, b := again.Draws, first.Draws; a.Stride != b.Stride || !slices.EqualFunc(a.Draws, b.Draws, same) {
		t.Errorf("draws %v, want %v", a, b)
	}
	if err := newWalk().Open(b, func(*place) error { return errOdd }); !errors.Is(err, errOdd) {
		t.Errorf("a draw that does not fit: %v", err)
	}
	m := first.Mark()
	m.Generator = m.Generator[1:]
	if first.Resume(m) == nil {
		t.Error("a damaged generator is taken")
	}
}

// After one sweep a chain samples, has a draw to show, and is saved whole.
func TestOneSweep(t *testing.T) {
	w := newWalk()
	w.to(t, 0)
	s, now := w.Snapshot()
	if w.Phase() != "sampling" || s.Phase != "sampling" || len(now) != 1 {
		t.Errorf("phases %q, %q, %d draws", w.Phase(), s.Phase, len(now))
	}
	b, err := w.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again := newWalk()
	if err := again.Open(b, func(*place) error { return nil }); err != nil || again.Now == nil || again.Now.X != w.at {
		t.Errorf("saved: %+v, %v", again.Now, err)
	}
	r, err := w.Work(t.Context(), func() bool { return false }, func() float64 { return 0.5 })
	if err != nil || r.Changed || r.Fraction != 1 {
		t.Errorf("a part of the second sweep: %+v, %v", r, err)
	}
}

// Predictions are means over the draws after burn-in.
func TestPredictions(t *testing.T) {
	w := newWalk()
	cells, value := []inference.Cell{{Row: 0, Column: 1}}, []float64{3}
	jacobian := func(j int, u float64) float64 { return float64(j) * u }
	density := func(x float64) float64 { return math.Log(1 + x*x) }
	of := func(p *place) func(int, float64) (float64, float64) {
		return func(_ int, share float64) (log, mean float64) { return density(p.X), share * p.X }
	}
	if _, _, err := w.Cells(cells, value, jacobian, of); err == nil {
		t.Error("predictions without a draw")
	}
	w.to(t, 9)
	_, now := w.Snapshot()
	if len(now) == 0 || now[0].Iteration < 2 {
		t.Fatalf("%d draws after burn-in", len(now))
	}
	sum, total := 0.0, 0.0
	for _, p := range now {
		sum += (1 + p.X*p.X) / float64(len(now))
		total += p.X / float64(len(now))
	}
	log, mean, err := w.Cells(cells, value, jacobian, of)
	if err != nil || !(math.Abs(log[0]-3-math.Log(sum)) < 1e-12) || !(math.Abs(mean[0]-total) < 1e-12) {
		t.Errorf("%v, %v, %v, want %v, %v", log, mean, err, 3+math.Log(sum), total)
	}
	x := mat.NewDense(1, 2, []float64{math.NaN(), 3})
	row := func(p *place) func(int) float64 { return func(int) float64 { return density(p.X) } }
	rows, err := w.Rows(t.Context(), x, jacobian, row)
	if err != nil || !(math.Abs(rows[0]-3-math.Log(sum)) < 1e-12) {
		t.Errorf("rows: %v, %v", rows, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := w.Rows(stopped, x, jacobian, row); err == nil {
		t.Error("rows are told after a stop")
	}
}
