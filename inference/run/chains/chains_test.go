package chains

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"

	"gonum.org/v1/gonum/mat"
)

// walk is a model whose chains are random walks, two steps to an iteration.
type walk struct{}

func (walk) Info() inference.Info {
	return inference.Info{Name: "walk", Scalars: []string{"x"}, Samples: true}
}
func (walk) Check(*inference.Dataset, inference.Settings) ([]string, error) { return nil, nil }
func (walk) Estimate(*inference.Dataset, inference.Settings) inference.Estimate {
	return inference.Estimate{}
}
func (walk) New(_ *inference.Dataset, _ inference.Settings, s inference.Streams, _ int) (inference.Stepper, error) {
	src := s.Source(0)
	return &walker{source: src, rng: rand.New(src), fails: s.Seed == 13 && s.Chain == 2}, nil
}

type walker struct {
	source *rand.PCG
	rng    *rand.Rand
	x      float64
	half   bool
	n      int
	fails  bool
}

func (w *walker) Step(ctx context.Context) (inference.Report, error) {
	if err := ctx.Err(); err != nil {
		return inference.Report{}, err
	}
	if w.fails {
		panic("no way on")
	}
	if w.half = !w.half; w.half {
		return inference.Report{Fraction: 0.5}, nil
	}
	w.x += w.rng.NormFloat64()
	w.n++
	return inference.Report{Scalars: []float64{w.x}, Fraction: 1, Changed: true}, nil
}

func (w *walker) Snapshot() *inference.Snapshot {
	return &inference.Snapshot{Scalars: []inference.Scalar{{Name: "x", Mean: w.x}},
		Parts: []inference.Part{&forest.Forest{Draws: []forest.Draw{{Iteration: w.n, Objective: w.x}}}}}
}

func (w *walker) LogDensity(_ context.Context, x *mat.Dense) ([]float64, error) {
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		out[i] = w.x
	}
	return out, nil
}

func (w *walker) LogCells(cells []inference.Cell, value []float64) (density, mean []float64, err error) {
	density, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for i := range cells {
		density[i], mean[i] = w.x-value[i], w.x
	}
	return density, mean, nil
}

func (w *walker) MarshalBinary() ([]byte, error) {
	b, err := w.source.MarshalBinary()
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(w.x))
	return binary.LittleEndian.AppendUint64(b, uint64(w.n)), err
}

func (w *walker) UnmarshalBinary(b []byte) error {
	k := len(b) - 16
	w.x = math.Float64frombits(binary.LittleEndian.Uint64(b[k:]))
	w.n = int(binary.LittleEndian.Uint64(b[k+8:]))
	return w.source.UnmarshalBinary(b[:k])
}

// iterate takes steps until n iterations have been reported.
func iterate(t *testing.T, s inference.Stepper, n int) (last []float64) {
	t.Helper()
	for i := 0; i < n; {
		r, err := s.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			last = r.Scalars
			i++
		}
	}
	return last
}

func make5(t *testing.T, threads int) inference.Stepper {
	t.Helper()
	s, err := From(walk{}, nil, inference.Settings{}, 7, 0, 5, threads)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stepwise makes each Step take at most one step of each chain.
func stepwise(s inference.Stepper) inference.Stepper {
	s.(fullGroup).turn = 0
	return s
}

// A goroutine whose chain has completed the iteration continues with the next chain; one that has no time left stops.
func TestAStepIsATurn(t *testing.T) {
	for _, threads := range []int{1, 2, 5} {
		s := make5(t, threads)
		s.(fullGroup).turn = time.Hour
		if r, err := s.Step(context.Background()); err != nil || len(r.Scalars) != 5 {
			t.Errorf("%d threads: after a long turn %d chains have completed the iteration, %v", threads, len(r.Scalars), err)
		}
		steps := 1
		for s = stepwise(make5(t, threads)); ; steps++ {
			r, err := s.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				break
			}
		}
		if want := 2 * ((5 + threads - 1) / threads); steps != want {
			t.Errorf("%d threads: %d short turns to an iteration of two steps of five chains, want %d", threads, steps, want)
		}
	}
}

func TestChainsAreThoseRunAlone(t *testing.T) {
	for _, threads := range []int{1, 2, 8} {
		s := make5(t, threads)
		got := iterate(t, s, 10)
		for i, x := range got {
			alone, _ := walk{}.New(nil, inference.Settings{}, inference.Streams{Seed: 7, Chain: uint64(i)}, 1)
			if want := iterate(t, alone, 10)[0]; x != want {
				t.Errorf("%d threads: chain %d is at %v, alone at %v", threads, i, x, want)
			}
		}
		snap := s.Snapshot()
		for i, d := range forest.DrawsOf(snap) {
			if d.Chain != i || d.Iteration != 10 || d.Objective != got[i] {
				t.Errorf("draw %d is %+v, chain is at %v", i, d, got[i])
			}
		}
		mean, square := 0.0, 0.0
		for _, x := range got {
			mean += x / 5
			square += x * x / 5
		}
		if p := snap.Scalars[0]; !(math.Abs(p.Mean-mean) <= 1e-12) ||
			!(math.Abs(p.StandardDeviation-math.Sqrt(square-mean*mean)) <= 1e-12) {
			t.Errorf("pooled %+v, want mean %v and variance %v", p, mean, square-mean*mean)
		}
		y, err := s.(inference.Predictor).LogDensity(context.Background(), mat.NewDense(1, 1, nil))
		sum := 0.0
		for _, x := range got {
			sum += math.Exp(x) / 5
		}
		if err != nil || !(math.Abs(y[0]-math.Log(sum)) <= 1e-12) {
			t.Errorf("log density %v, %v; want %v", y, err, math.Log(sum))
		}
		y, m, err := s.(inference.CellPredictor).LogCells(make([]inference.Cell, 2), []float64{0, 1})
		if err != nil || !(math.Abs(y[1]-math.Log(sum)+1) <= 1e-12) || !(math.Abs(m[1]-mean) <= 1e-12) {
			t.Errorf("log density of a cell %v, its mean %v, %v; want %v and %v", y, m, err, math.Log(sum)-1, mean)
		}
	}
}

// Saved between any two steps, even while some chains wait for others, they continue to the same
// bits.
func TestSaveBetweenAnySteps(t *testing.T) {
	want := iterate(t, make5(t, 2), 12)
	for steps := range 14 {
		s := stepwise(make5(t, 2))
		done := 0
		for range steps {
			r, err := s.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				done++
			}
		}
		state, err := s.(inference.Saver).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		again := make5(t, 1)
		if err := again.(inference.Saver).UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		got := iterate(t, again, 12-done)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("restored after %d steps: chain %d is at %v, want %v", steps, i, got[i], want[i])
			}
		}
	}
	if err := make5(t, 1).(inference.Saver).UnmarshalBinary(bytes.Repeat([]byte{1}, 9)); err == nil {
		t.Error("a broken state is taken")
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	s, err := From(walk{}, nil, inference.Settings{}, 13, 0, 4, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("the panic of a chain is lost")
		}
	}()
	iterate(t, s, 1)
}

func TestCancelIsObeyed(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := make5(t, 2).Step(ctx); err != context.Canceled {
		t.Errorf("a cancelled step says %v", err)
	}
}
