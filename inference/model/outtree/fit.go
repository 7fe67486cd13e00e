package outtree

import (
	"context"
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/spanning"

	"gonum.org/v1/gonum/mat"
)

const (
	stepTime  = 20 * time.Millisecond
	sliceWork = 4_000_000 // multiply-adds between looks at the clock
	tolerance = 1e-5      // nats of gain in a cycle, below which the fit has settled
	draws     = 100       // trees drawn after each cycle
)

// A stage is what is done next in a cycle.
type stage int

const (
	weighing  stage = iota // of each pair
	summing                // over all trees
	gathering              // what the trees say of θ
	filling                // of missing cells
	drawing                // of trees
	weighed                // of each pair, once more, for the labels
	labelling              // sweeps over the labels
)

// state is all that a fit goes on from at the beginning of a cycle.
type state struct {
	Cycle   int // cycles done
	Settled bool
	Bound   float64   // after the last cycle
	Weight  float64   // a
	Numbers []float64 // of the conditional
	// Cells are the means of the missing cells, and Covariances theirs, column by column.
	Cells, Covariances []float64
	Found              []byte // the graph of the last cycle; set where it is saved
	Roots              float64
	Labels             labels // sweeps done, where labels are propagated
}

// A fit is one run. Each cycle sums the trees given q(θ) and q(missing cells), which gives the
// bound, and then renews these.
type fit struct {
	state
	prior   prior
	names   []string
	streams inference.Streams
	table   *table
	part    conditional
	graph   *graph.Graph // of the last complete cycle; nil before
	known   *known       // labels to be propagated; nil for none

	stage         stage
	at            int // row, column of gaps, or draw, within the stage
	edge          []float64
	root          []float64
	sum           *spanning.Sum
	next          *graph.Graph // in the making
	gained, roots float64      // what the cycle under way has found: its bound, the expected roots
	precision     float64      // τ after the last cycle; the cycle under way may have learnt another
}

var (
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

// newFit prepares a fit of x, n×d; start is the first τ, 0 to take it from the data.
func newFit(x *mat.Dense, p prior, linear bool, start float64) *fit {
	t := newTable(x, p)
	f := &fit{prior: p, table: t, edge: make([]float64, t.t*t.t), root: make([]float64, t.t)}
	if linear {
		f.part = newRegression(t, p, start)
	} else {
		f.part = newWalker(t, p, start)
	}
	f.Bound, f.Weight = math.Inf(-1), p.weight
	f.keep()
	f.part.prepare(t)
	return f
}

// keep puts what a cycle has learnt into the state.
func (f *fit) keep() {
	f.Numbers, f.precision = f.part.numbers(), f.part.precision()
	f.Cells, f.Covariances = nil, nil
	for _, g := range f.table.gaps {
		for k, i := range g.rows {
			f.Cells = append(f.Cells, f.table.x[i*f.table.d+g.column])
			for l := range k + 1 {
				f.Covariances = append(f.Covariances, g.covariance.At(k, l))
			}
		}
	}
}

// restore takes a saved state.
func (f *fit) restore(s state) error {
	t := f.table
	cells, pairs := 0, 0
	for _, g := range t.gaps {
		cells, pairs = cells+len(g.rows), pairs+len(g.rows)*(len(g.rows)+1)/2
	}
	if len(s.Cells) != cells || len(s.Covariances) != pairs || s.Cycle < 0 || !(s.Weight > 0) || (s.Cycle > 0) != (len(s.Found) > 0) {
		return errOther
	}
	left, half := s.Cells, s.Covariances
	for _, g := range t.gaps {
		c := mat.NewSymDense(len(g.rows), nil)
		for k, i := range g.rows {
			t.x[i*t.d+g.column] = left[k]
			for l := range k + 1 {
				c.SetSym(k, l, half[l])
			}
			half = half[k+1:]
		}
		var factor mat.Cholesky
		if !factor.Factorize(c) {
			return errOther
		}
		left = left[len(g.rows):]
		g.covariance.CopySym(c)
	}
	t.spreads()
	if !f.part.set(t, s.Numbers) {
		return errOther
	}
	f.precision = f.part.precision()
	if s.Cycle > 0 {
		f.graph = new(graph.Graph)
		if err := f.graph.UnmarshalBinary(s.Found); err != nil {
			return fmt.Errorf("outtree: %w", err)
		}
		if len(f.graph.Nodes) != t.t || f.graph.Over != graph.Rows {
			return errOther
		}
	}
	if !f.known.fits(s) {
		return errOther
	}
	f.state = s
	f.Found = nil
	f.stage, f.at = weighing, 0
	if f.Settled {
		f.stage = weighed
	}
	f.part.prepare(t)
	return nil
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	for begun := time.Now(); ; {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		if f.done() {
			return inference.Report{Phase: settled, Fraction: 1, Done: true}, nil
		}
		if f.advance() {
			return inference.Report{Scalars: f.scalars(), Phase: f.phase(), Fraction: 1, Changed: true, Done: f.done()}, nil
		}
		if time.Since(begun) > stepTime {
			r := inference.Report{Phase: f.phase(), Fraction: 1}
			if f.Cycle == 0 {
				r.Fraction = f.fraction()
			}
			return r, nil
		}
	}
}

const settled = "settled"

// done reports whether the bound has settled and all labels are known as well as they will be.
func (f *fit) done() bool { return f.Settled && (f.known == nil || f.Labels.Sweep == f.known.sweeps) }

func (f *fit) phase() string {
	switch {
	case f.done():
		return settled
	case f.Settled:
		return fmt.Sprintf("propagating labels, sweep %d of %d", f.Labels.Sweep+1, f.known.sweeps)
	}
	return fmt.Sprintf("summing over all trees, cycle %d", f.Cycle+1)
}

// fraction is the share of the first cycle that is done.
func (f *fit) fraction() float64 {
	switch f.stage {
	case weighing:
		return 0
	case summing:
		return 0.9 * f.sum.Fraction(true)
	}
	return 0.95
}

func (f *fit) scalars() []float64 {
	return []float64{f.Bound, f.part.precision(), f.Roots, f.Weight}
}

// advance does a slice of work and reports whether a cycle has ended.
func (f *fit) advance() bool {
	t := f.table
	switch f.stage {
	case weighing, weighed:
		f.weigh()
	case summing:
		if f.sum.Advance(sliceWork, true) {
			f.gained, f.roots = f.bound(), 0
			for u := range t.t {
				f.roots += f.sum.Root(u)
			}
			f.next = f.listed()
			f.part.begin(t)
			f.to(gathering)
		}
	case gathering:
		for work := 0; f.at < t.t && work < sliceWork; f.at++ {
			f.part.gather(t, f.at, f.sum)
			work += t.t * (t.d + 1)
		}
		if f.at == t.t {
			f.to(drawing)
		}
	case drawing:
		if f.at < draws {
			parent := make([]int, t.t)
			f.sum.Sample(f.streams.Task(uint64(f.Cycle*draws+f.at)), parent)
			f.next.Draws = append(f.next.Draws, parent)
			f.at++
			break
		}
		f.part.learn(t, float64(t.t)-f.roots)
		f.to(filling)
	case filling:
		if f.at < len(t.gaps) {
			t.fill(&t.gaps[f.at], f.sum, f.part.precision(), f.prior)
			f.at++
			break
		}
		f.finish()
		return true
	case labelling:
		if f.sweepLabels() && f.done() {
			f.Cycle++
			return true
		}
	}
	return false
}

// weigh finds the weights of the next pairs, and begins the sum after the last.
func (f *fit) weigh() {
	t := f.table
	for work := 0; f.at < t.t && work < sliceWork; f.at++ {
		f.part.weigh(t, f.at, f.edge[f.at*t.t:(f.at+1)*t.t])
		f.edge[f.at*t.t+f.at] = math.Inf(-1)
		f.root[f.at] = t.root(f.at, f.prior)
		if f.prior.forest {
			f.root[f.at] += math.Log(f.Weight)
		}
		work += t.t * (t.d + 1)
	}
	switch {
	case f.at < t.t:
	case f.stage == weighed:
		f.to(labelling)
	default:
		f.sum = spanning.New(spanning.Weights{T: t.t, Edge: f.edge, Root: f.root, Forest: f.prior.forest})
		f.to(summing)
	}
}

func (f *fit) to(s stage) { f.stage, f.at = s, 0 }

// finish ends a cycle.
func (f *fit) finish() {
	t := f.table
	t.spreads()
	if n := float64(t.t); f.prior.forest && !f.prior.weightFixed {
		// E K = 1 + (T−1)a/(T+a), which ends at the bounds where every row is a root, or one is.
		f.Weight = math.Min(math.Max(n*(f.roots-1)/(n-f.roots), 1e-6), 1e6)
	}
	f.Settled = f.Cycle > 0 && f.gained-f.Bound < tolerance
	f.Bound, f.Roots = f.gained, f.roots
	f.Cycle++
	f.graph, f.next, f.sum = f.next, nil, nil
	f.part.prepare(t)
	f.keep()
	f.to(weighing)
	if f.Settled {
		f.to(weighed)
	}
}

// bound returns F, right after the trees were summed:
//
//	F = log Σ_r w_r Z_r(β̃) − (T−1) log T − KL(q(θ) ‖ p(θ)) + entropy of the missing cells
//
// The prior of forests is a^K / (a (T+a)^(T−1)).
func (f *fit) bound() float64 {
	n := float64(f.table.t)
	count := (n - 1) * math.Log(n)
	if f.prior.forest {
		count = math.Log(f.Weight) + (n-1)*math.Log(n+f.Weight)
	}
	return f.sum.Log() - count - f.part.divergence() + f.table.entropy()
}
