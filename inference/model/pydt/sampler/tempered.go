package sampler

import (
	"context"
	"encoding"
	"fmt"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A tempered is method mcmc with several temperatures (parallel tempering, Geyer 1991): chains at
// powers of the likelihood from 1 down. Those of low power move freely, and after every sweep
// neighbours may swap their states. The first chain samples the posterior; it alone is reported.
type tempered struct {
	chains []*Chain
	powers []float64
	source *rand.PCG
	rng    *rand.Rand
	turn   int // of the chain that sweeps
	odd    bool
	tried  int // swaps
	made   int
}

// Tasks of the streams of a chain, beside its own 0.
const swapTask = 2

// NewTempered prepares chains at that many powers, the last one that of the hottest.
func NewTempered(data *inference.Dataset, plan Plan, temperatures int, hottest float64,
	streams inference.Streams) (*tempered, error) {
	t := &tempered{powers: annealing.Ladder(temperatures, hottest), source: streams.Source(swapTask)}
	t.rng = rand.New(t.source)
	for k := range t.powers {
		own := streams
		own.Chain += uint64(k) << 40
		c, err := NewChain(data, plan, own)
		if err != nil {
			return nil, err
		}
		if hot := c.part.hotPasses(plan.Moves, &c.Begin); k > 0 && hot != nil {
			c.passes = hot
		}
		c.hot = k > 0
		t.chains = append(t.chains, c)
	}
	return t, nil
}

// Step implements inference.Stepper.
func (t *tempered) Step(ctx context.Context) (inference.Report, error) {
	began := time.Now()
	r := inference.Report{Phase: "sampling", Fraction: 1}
	for r.Scalars == nil && time.Since(began) < problem.StepTime {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		c := t.chains[t.turn]
		if c.Live == nil {
			return t.start(ctx, c)
		}
		if c.Advance(c.VisitsPerLook()) {
			if t.turn++; t.turn == len(t.chains) {
				r.Scalars, r.Changed = t.endSweep(), true
			}
		}
	}
	return r, nil
}

// start makes the first tree of the chain whose turn it is.
func (t *tempered) start(ctx context.Context, c *Chain) (inference.Report, error) {
	r, err := c.start(ctx)
	r.Fraction = (float64(t.turn) + r.Fraction) / float64(len(t.chains))
	if r.Scalars == nil {
		return r, err
	}
	c.part.temper(c.Live, t.powers[t.turn])
	if t.turn++; t.turn < len(t.chains) {
		r.Scalars = nil
		return r, nil
	}
	r.Scalars = t.endSweep()
	return r, nil
}

// endSweep proposes swaps to the pairs of neighbours that begin at an even place, the next time to
// the others. It returns what the first chain reported before.
func (t *tempered) endSweep() []float64 {
	t.turn = 0
	scalars := t.chains[0].Scalars
	from := 0
	if t.odd = !t.odd; !t.odd && len(t.chains) > 2 {
		from = 1
	}
	for k := from; k+1 < len(t.chains); k += 2 {
		a, b := t.chains[k], t.chains[k+1]
		t.tried++
		if x := logSwap(a, b, t.powers[k], t.powers[k+1]); x >= 0 || t.rng.ExpFloat64() > -x {
			t.made++
			swap(a, b, t.powers[k], t.powers[k+1])
		}
	}
	return append(scalars[:len(scalars):len(scalars)], float64(t.made)/float64(t.tried))
}

// logSwap returns the log probability that two chains at these powers exchange their states, if it is below 0.
func logSwap(a, b *Chain, powerA, powerB float64) float64 {
	if k, is := a.part.(*kinded); is {
		return k.logSwap(a.Live, b.part.(*kinded), b.Live)
	}
	return annealing.LogSwap(powerA, powerB, a.Live.LogLikelihood(), b.Live.LogLikelihood())
}

// swap exchanges the states of two chains.
func swap(a, b *Chain, powerA, powerB float64) {
	if k, is := a.part.(*kinded); is {
		k.swap(a.Live, b.part.(*kinded), b.Live)
	}
	a.Live, b.Live = b.Live, a.Live
	if _, is := a.part.(*kinded); !is {
		a.Live.Power, b.Live.Power = powerA, powerB
	}
}

// Snapshot implements inference.Stepper.
func (t *tempered) Snapshot() *inference.Snapshot {
	s := t.chains[0].Snapshot()
	if t.turn > 0 && s.Iteration > 0 { // the first chain is one sweep ahead of those still to come
		s.Iteration--
	}
	return s
}

// LogDensity implements inference.Predictor.
func (t *tempered) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return t.chains[0].LogDensity(ctx, x)
}

var (
	_ inference.Saver         = (*tempered)(nil)
	_ inference.Predictor     = (*tempered)(nil)
	_ inference.CellPredictor = (*tempered)(nil)
)

type savedTempered struct {
	Chains         [][]byte `cbor:",omitempty"` // of older files; now they are inner states
	Generator      []byte
	Turn           int
	Odd            bool
	Tried, Swapped int
}

// MarshalBinary implements inference.Saver.
func (t *tempered) MarshalBinary() ([]byte, error) { return pieces.Whole(t.Pieces()) }

// Pieces returns the state in pieces.
func (t *tempered) Pieces() (*pieces.Bytes, error) {
	f := savedTempered{Generator: saved.Generator(t.source), Turn: t.turn, Odd: t.odd, Tried: t.tried, Swapped: t.made}
	chains := make([]encoding.BinaryMarshaler, len(t.chains))
	for i, c := range t.chains {
		chains[i] = c
	}
	return saved.Around(t.chains[0].Model, Layout, f, chains...)
}

// UnmarshalBinary implements inference.Saver.
func (t *tempered) UnmarshalBinary(data []byte) error {
	var f savedTempered
	name := t.chains[0].Model
	inner, err := saved.OpenOuter(name, Layout, data, &f)
	if err != nil {
		return err
	}
	if inner != nil {
		f.Chains = inner
	}
	if len(f.Chains) != len(t.chains) {
		return fmt.Errorf("%s: the saved state has %d temperatures, but this run has %d", name, len(f.Chains), len(t.chains))
	}
	if err := t.source.UnmarshalBinary(f.Generator); err != nil {
		return fmt.Errorf("%s: the saved random number generator cannot be read: %w", name, err)
	}
	t.turn, t.odd, t.tried, t.made = f.Turn, f.Odd, f.Tried, f.Swapped
	for k, c := range t.chains {
		if err := c.UnmarshalBinary(f.Chains[k]); err != nil {
			return err
		}
		if c.Live != nil {
			c.part.temper(c.Live, t.powers[k])
		}
	}
	return nil
}
