package outtree

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

const (
	sliceWork = 4_000_000 // multiply-adds between looks at the clock
	tolerance = 1e-5      // nats of gain in a cycle, below which the fit has settled
	draws     = 100       // trees drawn after each cycle
	many      = 1000      // rows whose matrices count in the memory of the program
)

// A stage is the next step of a cycle.
type stage int

const (
	weighing  stage = iota // roots, and the weights of the sum
	summing                // over all trees
	drawing                // of trees
	searching              // for the best tree
	gathering              // expectations over trees: of edges, of θ, of missing cells
	filling                // of missing cells
	comparing              // of a sum in blocks with that of all pairs
	labelling              // sweeps over the labels
)

// state is all that a fit needs to continue from the beginning of a cycle.
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
	// Compared is the mean difference of the parents of a row in blocks from those of all pairs, plus 1; 0 before it is
	// known.
	Compared float64
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

	blocked       bool // the sum is in blocks
	stage         stage
	at            int // row, column of gaps, or draw, within the stage
	root, line    []float64
	sum           trees
	swept         bool         // the sum is that of the sweep under way
	sketch        *sketch      // a tree under way; nil for none
	contrast      *contrast    // the comparison under way; nil for none
	next          *graph.Graph // in the making
	gained, roots float64      // of the cycle under way: its bound, the expected roots
	// precision and deviation are the mean and standard deviation of τ after the last cycle; the cycle under way may
	// have learnt others.
	precision, deviation float64
	// rises are those of the bound since the fit was begun or read, told the share of it that was told last.
	rises []float64
	told  float64
}

var (
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

// newFit prepares a fit of x, n×d; start is the first τ, 0 to take it from the data.
func newFit(x *mat.Dense, p prior, linear bool, start float64) *fit {
	t := newTable(x, p)
	f := &fit{prior: p, table: t, root: make([]float64, t.t), line: make([]float64, t.t), sum: new(pairs)}
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

// keep puts the results of a cycle into the state.
func (f *fit) keep() {
	f.Numbers = f.part.numbers()
	f.precision, f.deviation = f.part.precision(), f.part.deviation()
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
	if len(s.Cells) != cells || len(s.Covariances) != pairs || s.Cycle < 0 || !(s.Weight > 0) ||
		(s.Cycle > 0) != (len(s.Found) > 0) {
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
	f.precision, f.deviation = f.part.precision(), f.part.deviation()
	if s.Cycle > 0 {
		f.graph = new(graph.Graph)
		if err := f.graph.UnmarshalBinary(s.Found); err != nil {
			return fmt.Errorf("outtree: %w", err)
		}
		if len(f.graph.Nodes) != t.t || f.graph.Over != graph.Rows {
			return errOther
		}
	}
	if !f.known.fits(s) || !(s.Compared == 0 || f.blocked && s.Settled && s.Compared >= 1 && s.Compared <= 2) {
		return errOther
	}
	f.state = s
	f.Found = nil
	f.to(f.first())
	f.part.prepare(t)
	return nil
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	switch outcome, err := pace.Work(ctx, f.done, f.advance); {
	case err != nil:
		return inference.Report{}, err
	case outcome == pace.Ended:
		return inference.Report{Phase: settled, Fraction: 1, Done: true}, nil
	case outcome == pace.Completed:
		return inference.Report{Scalars: f.scalars(), Phase: f.phase(), Fraction: 1, Share: f.share(), Changed: true,
			Done: f.done()}, nil
	}
	r := inference.Report{Phase: f.phase(), Fraction: 1, Share: f.share()}
	if f.Cycle == 0 {
		r.Fraction = f.fraction()
	}
	return r, nil
}

const settled = "settled"

// done reports whether the bound has settled and all labels are known as well as they will be.
func (f *fit) done() bool { return f.Settled && f.first() == weighing }

// first is the stage that is next between cycles; weighing where nothing is left to do once the fit has settled.
func (f *fit) first() stage {
	switch {
	case f.Settled && f.blocked && f.Compared == 0:
		return comparing
	case f.Settled && f.known != nil && f.Labels.Sweep < f.known.sweeps:
		return labelling
	}
	return weighing
}

func (f *fit) phase() string {
	switch {
	case f.done():
		return settled
	case f.Settled && f.first() == comparing:
		return "comparing blocks with all pairs"
	case f.Settled:
		return fmt.Sprintf("propagating labels, sweep %d of %d", f.Labels.Sweep+1, f.known.sweeps)
	}
	return fmt.Sprintf("summing over all trees, cycle %d", f.Cycle+1)
}

// fraction is the share of the cycle under way that is done.
func (f *fit) fraction() float64 {
	switch f.stage {
	case weighing:
		return 0
	case summing:
		return 0.9 * f.sum.fraction()
	}
	return 0.95
}

// usualCycles is how many cycles a fit takes, before it can be told from how the bound rises.
const usualCycles = 20

// expected is about how many cycles the fit takes until it settles: the rise of the bound falls by about the same
// share in each cycle, from the last to the tolerance.
func (f *fit) expected() float64 {
	done := float64(f.Cycle)
	if f.Settled {
		return done
	}
	if k := len(f.rises); k >= 3 && f.rises[k-1] > tolerance {
		if log := math.Log(f.rises[k-1]/f.rises[k-3]) / 2; log < -0.02 {
			return done + math.Ceil(math.Log(tolerance/f.rises[k-1])/log)
		}
	}
	return max(usualCycles, 1.5*done)
}

// sweepCost is that of a sweep over labels in cycles: the sum alone.
const sweepCost = 1. / 3

// share is that of the whole fit which is done. It does not fall when more cycles turn out to be needed.
func (f *fit) share() float64 {
	done, all := float64(f.Cycle), f.expected()
	if !f.Settled {
		done += f.fraction()
	}
	if f.known != nil {
		done, all = done+sweepCost*float64(f.Labels.Sweep), all+sweepCost*float64(f.known.sweeps)
	}
	f.told = max(f.told, min(done/all, 0.99))
	if f.done() {
		f.told = 1
	}
	return f.told
}

func (f *fit) scalars() []float64 { return []float64{f.Bound, f.part.precision(), f.Roots, f.Weight} }

// advance does a slice of work and reports whether a cycle has ended.
func (f *fit) advance() bool {
	t := f.table
	switch f.stage {
	case weighing:
		f.weigh()
		f.sum.reset(f.weights())
		f.to(summing)
	case summing:
		if f.sum.advance(sliceWork, true) {
			f.gained, f.roots = f.bound(), 0
			for u := range t.t {
				f.roots += f.sum.root(u)
			}
			f.next = f.empty()
			f.to(drawing)
		}
	case drawing:
		if f.at < f.draws() {
			f.drawTree()
			break
		}
		f.to(searching)
	case searching:
		if f.next.Best = f.sum.best(); f.next.Best != nil {
			f.part.begin(t)
			for k := range t.gaps {
				t.gaps[k].begin()
			}
			f.to(gathering)
		}
	case gathering:
		for work := 0; f.at < t.t && work < sliceWork; f.at++ {
			f.gather(f.at)
			work += t.t * (t.d + 10)
		}
		if f.at == t.t {
			f.part.learn(t, float64(t.t)-f.roots)
			f.to(filling)
		}
	case filling:
		if f.at < len(t.gaps) {
			t.fill(&t.gaps[f.at], f.sum, f.part.precision(), f.prior)
			f.at++
			break
		}
		f.finish()
		return true
	case comparing:
		difference, through := f.compare()
		if !through {
			break
		}
		f.Compared = 1 + difference
		f.to(f.first())
		if f.done() {
			f.Cycle++
			return true
		}
	case labelling:
		if f.sweepLabels() && f.done() {
			f.Cycle++
			return true
		}
	}
	return false
}

// weigh finds the weights of the roots.
func (f *fit) weigh() {
	for u := range f.root {
		f.root[u] = f.table.root(u, f.prior)
		if f.prior.forest {
			f.root[u] += math.Log(f.Weight)
		}
	}
}

// weights returns the weights of all trees under the present parameters and missing cells.
func (f *fit) weights() weights {
	return weights{root: f.root, forest: f.prior.forest, parents: func(u int, parents []int, to []float64) {
		f.part.weigh(f.table, u, parents, to)
	}}
}

// draws is how many trees are drawn after each cycle.
func (f *fit) draws() int {
	if f.blocked {
		return draws / 5
	}
	return draws
}

// A sketch is a tree under way.
type sketch struct {
	parent []int
	done   func() bool
}

// drawTree does a slice of the work on a tree that is drawn.
func (f *fit) drawTree() {
	if f.sketch == nil {
		parent := make([]int, f.table.t)
		f.sketch = &sketch{parent, f.sum.draw(f.streams.Task(uint64(f.Cycle*draws+f.at)), parent)}
	}
	if f.sketch.done() {
		f.next.Draws = append(f.next.Draws, f.sketch.parent)
		f.sketch = nil
		f.at++
	}
}

// gather adds the expectations over trees of row u.
func (f *fit) gather(u int) {
	f.sum.edges(u, f.line)
	f.list(u, f.line)
	f.part.gather(f.table, u, f.line)
	for k := range f.table.gaps {
		f.table.gaps[k].gather(f.table, u, f.line)
	}
}

func (f *fit) to(s stage) { f.stage, f.at, f.sketch, f.contrast = s, 0, nil, nil }

// finish ends a cycle.
func (f *fit) finish() {
	t := f.table
	t.spreads()
	if n := float64(t.t); f.prior.forest && !f.prior.weightFixed {
		// E K = 1 + (T−1)a/(T+a), which ends at the bounds where every row is a root, or one is.
		f.Weight = math.Min(math.Max(n*(f.roots-1)/(n-f.roots), 1e-6), 1e6)
	}
	f.Settled = f.Cycle > 0 && f.gained-f.Bound < tolerance
	if f.Cycle > 0 {
		f.rises = append(f.rises, f.gained-f.Bound)
	}
	f.Bound, f.Roots = f.gained, f.roots
	f.Cycle++
	f.graph, f.next = f.next, nil
	if t.t >= many {
		runtime.GC() // the garbage of a cycle would otherwise grow to the size of the matrices
	}
	f.part.prepare(t)
	f.keep()
	f.to(f.first())
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
	return f.sum.log() - count - f.part.divergence() + f.table.entropy()
}
