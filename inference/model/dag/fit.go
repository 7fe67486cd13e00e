package dag

import (
	"context"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/blocks"
	"example.org/espalier/inference/stat/pairs"
)

const (
	setsAtOnce  = 64
	termsAtOnce = 100_000
	mostDraws   = 400
)

// A draw is a kept state of a chain.
type draw struct {
	Iteration int
	Parents   []uint32 // of each column, over its candidates
}

func (d *draw) at() int { return d.Iteration }

// state is all that a chain needs to continue from the end of a sweep, or the result of the exact sum.
type state struct {
	Iteration int // completed; −1 before the start is
	Generator []byte
	Layer     []int
	Kept      []*draw
	Edges     blocks.Means // of each column and candidate, the probability given the layering
	Stride    int
	Scalars   []float64
	Best      []uint32 // parents in the best network so far
	BestLog   float64
	Found     []float64 // of the exact sum: D×D probabilities
	Log       float64   // of the exact sum: the log evidence
}

// fit is one chain, or the exact sum.
type fit struct {
	data     *inference.Dataset
	settings inference.Settings
	exact    bool
	discrete bool
	streams  inference.Streams
	source   *rand.PCG
	rng      *rand.Rand

	scorer   marginal.Scorer
	families []*family
	build    *builder
	built    bool
	all      *total // of the data
	none     *total // without data
	layering *layering
	at       int // column to move next
	state    state
	class    *graph.Class // of state.Best
}

var (
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

// newFit prepares a fit of the complete rows.
func newFit(data *inference.Dataset, s inference.Settings, streams inference.Streams) *fit {
	data = marginal.Complete(data)
	f := &fit{data: data, settings: s, exact: methodOf(data, s) == exact, discrete: bayesDirichlet(data, s),
		streams: streams, source: streams.Source(0)}
	f.rng = rand.New(f.source)
	f.state = state{Iteration: -1, Stride: 1, BestLog: math.Inf(-1)}
	return f
}

// prepare makes scorer and families.
func (f *fit) prepare() {
	if f.families != nil {
		return
	}
	_, d := f.data.Dims()
	f.scorer = scorerOf(f.data, f.settings)
	if f.exact {
		f.families = everyone(d)
	} else {
		f.families = candidatesOf(d, f.settings.Int("candidates"), func(u, v int) float64 {
			return f.scorer.Log([]int{u, v}) - f.scorer.Log([]int{u}) - f.scorer.Log([]int{v})
		})
	}
	f.build = newBuilder(f.scorer, f.families, f.settings.Int("parents"))
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Ended: func() bool { return f.exact && f.state.Iteration == 0 }, Advance: f.advance, Phase: f.phase,
		Scalars: func() []float64 { return f.state.Scalars }, First: f.state.Iteration < 0, Fraction: f.fraction}.Step(ctx)
}

func (f *fit) phase() string {
	switch {
	case f.exact && f.state.Iteration == 0:
		return "complete"
	case !f.built:
		return "scoring sets of parents"
	case f.exact:
		return "summing over all networks"
	}
	return "sampling"
}

func (f *fit) fraction() float64 {
	if !f.built {
		if f.build == nil {
			return 0
		}
		return 0.5 * float64(f.build.node) / float64(len(f.families))
	}
	return 0.5
}

// advance does a slice of work and reports whether an iteration is complete.
func (f *fit) advance() bool {
	switch {
	case f.families == nil:
		f.prepare()
	case !f.built:
		f.built = f.build.advance(setsAtOnce)
	case f.exact:
		return f.sum()
	case f.layering == nil:
		f.layering = flat(f.families)
		f.settle()
		return true
	default:
		return f.sweep()
	}
	return false
}

// sum does a slice of the exact sum.
func (f *fit) sum() bool {
	orders := f.settings.Text("over") == "orders"
	if f.all == nil {
		f.all = newTotal(f.families, orders)
		empty := everyone(len(f.families))
		newBuilder(nil, empty, f.settings.Int("parents")).advance(math.MaxInt)
		f.none = newTotal(empty, orders)
		return false
	}
	if !f.all.advance(termsAtOnce, true) || !f.none.advance(termsAtOnce, false) {
		return false
	}
	s, d := &f.state, len(f.families)
	s.Found = make([]float64, d*d)
	expected := 0.0
	for i := range d {
		for j := range d {
			s.Found[i*d+j] = f.all.edge(i, j)
			expected += s.Found[i*d+j]
		}
	}
	parents, log := best(f.families)
	s.Best = make([]uint32, d)
	for j, set := range parents {
		for _, i := range set {
			s.Best[j] |= f.families[j].place(i)
		}
	}
	s.BestLog, s.Log = log, f.all.log()-f.none.log()
	s.Scalars, s.Iteration = []float64{log, expected}, 0
	f.all, f.none = nil, nil
	return true
}

// sweep moves the next column; after the last it exchanges some and ends the iteration.
func (f *fit) sweep() bool {
	d := len(f.families)
	if f.at < d {
		f.layering.move(f.at, f.rng)
		f.at++
		return false
	}
	for range (d + 3) / 4 {
		f.layering.exchange(f.rng)
	}
	f.at = 0
	f.settle()
	return true
}

// settle ends an iteration.
func (f *fit) settle() {
	s := &f.state
	s.Iteration++
	parents := f.layering.draw(f.rng)
	log, edges := logScore(f.families, parents), 0
	for j, m := range parents {
		edges += len(f.families[j].set(m))
	}
	if log > s.BestLog {
		s.Best, s.BestLog, f.class = parents, log, nil
	}
	if s.Iteration%s.Stride == 0 {
		s.Kept = append(s.Kept, &draw{s.Iteration, parents})
		if len(s.Kept) > mostDraws {
			s.Stride *= 2
			s.Kept = inference.Thin(s.Kept, (*draw).at, s.Stride)
		}
	}
	s.Edges.Add(s.Iteration, f.layering.probabilities())
	s.Scalars = []float64{log, float64(edges)}
	s.Layer = append([]int(nil), f.layering.layer...)
	s.Generator = saved.Generator(f.source)
}

// draws returns the draws after burn-in.
func (f *fit) draws() []*draw {
	return inference.AfterBurnIn(f.state.Kept, (*draw).at, f.state.Iteration)
}

// edges returns the probability of each edge, D×D by parent and child.
func (f *fit) edges() []float64 {
	if f.state.Found != nil {
		return f.state.Found
	}
	d := len(f.families)
	out := make([]float64, d*d)
	mean := f.state.Edges.Mean()
	for j, fam := range f.families {
		for k, i := range fam.candidates {
			out[i*d+j] = mean[k]
		}
		mean = mean[len(fam.candidates):]
	}
	return out
}

// weakest is the smallest probability of a listed edge.
const weakest = 1e-3

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(f.state.Iteration, 0), Phase: f.phase()}
	if f.state.Iteration < 0 {
		return s
	}
	d := len(f.families)
	g := &graph.Graph{Over: graph.Columns, Nodes: f.data.Columns, Directed: true, Measure: graph.Probability,
		Weighted: graph.Correlation}
	table := pairs.New(f.data.X, pairs.Raw)
	edges, expected := f.edges(), 0.0
	for j := range d {
		for i := range d {
			p := math.Min(1, edges[i*d+j])
			expected += p
			if p < weakest {
				g.Omitted += p
				continue
			}
			r, _ := table.Correlation(i, j)
			g.Edges = append(g.Edges, graph.Edge{From: i, To: j, Strength: p, Weight: r})
		}
	}
	if f.class == nil {
		parents := make([][]int, d)
		for j, m := range f.state.Best {
			parents[j] = f.families[j].set(m)
		}
		f.class = &graph.Class{Log: f.state.BestLog, Bonds: equivalent(parents)}
	}
	g.Class = f.class
	s.Parts = []inference.Part{g}
	s.Scalars = []inference.Scalar{{Name: "edges", Mean: expected}}
	if f.exact {
		s.Scalars = append(s.Scalars, inference.Scalar{Name: "log_evidence", Mean: f.state.Log})
	}
	return s
}
