package ggm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/markov"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/blocks"

	"gonum.org/v1/gonum/mat"
)

const (
	mostDraws = 64   // kept for predictions
	kappa     = 0.01 // rows' worth of prior mean
)

// A draw is a kept state: the predictive Gaussian of a new row given Ω.
type draw struct {
	Iteration   int
	Mean, Omega []float64 // of D; D(D+1)/2, row by row
}

func (d *draw) at() int { return d.Iteration }

// state is all that a chain needs to continue from the end of a sweep.
type state struct {
	Iteration int // −1 before the start is complete
	Generator []byte
	Omega     []float64 // D(D+1)/2
	Slabs     []bool    // D(D−1)/2
	Cells     []float64 // missing ones, row by row
	Prior     float64   // probability of an edge without data
	Means     blocks.Means
	Kept      []*draw
	Stride    int
	Scalars   []float64
}

// fit is one chain, which measures the prior first.
type fit struct {
	data   *inference.Dataset
	source *rand.PCG
	chain  *sampler
	empty  *sampler // without data
	sweeps int      // of empty
	hits   float64  // Σ of inclusion probabilities there
	state  state
}

var (
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

func newFit(data *inference.Dataset, s inference.Settings, streams inference.Streams) *fit {
	_, d := data.Dims()
	p := prior{spike: s.Real("spike"), slab: s.Real("slab"), lambda: s.Real("lambda"), kappa: kappa,
		share: min(0.5, s.Real("edges")/float64(d-1))}
	source := streams.Source(0)
	return &fit{data: data, source: source, chain: newSampler(data.X, d, p, rand.New(source)),
		empty: newSampler(nil, d, p, streams.Task(1)), state: state{Iteration: -1, Stride: 1}}
}

// priorSweeps is how many sweeps the sampler runs without data; the first fifth is discarded.
func priorSweeps(d int) int { return max(25, min(1000, 40_000/(d*d))) }

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Advance: f.advance, Phase: f.phase, Scalars: func() []float64 { return f.state.Scalars },
		First:    f.state.Iteration < 0,
		Fraction: func() float64 { return float64(f.sweeps) / float64(priorSweeps(f.chain.d)+1) }}.Step(ctx)
}

func (f *fit) phase() string {
	if f.empty != nil {
		return "sampling the prior"
	}
	return "sampling"
}

// advance draws a column, or ends a sweep, and reports whether an iteration is complete.
func (f *fit) advance() bool {
	if f.empty != nil {
		if e := f.empty; e.step() {
			if f.sweeps++; f.sweeps > priorSweeps(e.d)/5 {
				f.hits += e.meanInclusion()
			}
			if all := priorSweeps(e.d); f.sweeps == all {
				f.state.Prior = f.hits / float64(all-all/5)
				f.empty = nil
			}
		}
		return false
	}
	if !f.chain.step() {
		return false
	}
	f.settle()
	return true
}

// step draws the next column; after the last it draws edges and missing cells, and reports true.
func (s *sampler) step() bool {
	if s.next < s.d {
		s.column(s.next)
		s.next++
		return false
	}
	s.next = 0
	s.choose()
	for _, g := range s.gaps {
		if g != nil {
			s.fill()
			break
		}
	}
	if !s.invert() && !s.invertFirmly() {
		panic("ggm: a drawn precision matrix is not positive definite")
	}
	return true
}

func (s *sampler) meanInclusion() float64 {
	sum := 0.0
	for i := range s.d {
		for j := range i {
			sum += s.inclusion(s.omega[i*s.d+j])
		}
	}
	return sum / (float64(s.d*(s.d-1)) / 2)
}

// settle ends an iteration.
func (f *fit) settle() {
	s, c := &f.state, f.chain
	s.Iteration++
	d := c.d
	edges := 0
	s.Omega, s.Slabs, s.Cells = nil, nil, nil
	var inclusion, partial []float64
	for i := range d {
		for j := range i + 1 {
			o := c.omega[i*d+j]
			s.Omega = append(s.Omega, o)
			if i == j {
				continue
			}
			z := c.slabs[i*d+j]
			s.Slabs = append(s.Slabs, z)
			if z {
				edges++
			}
			inclusion = append(inclusion, c.inclusion(o))
			r := -o / math.Sqrt(c.omega[i*d+i]*c.omega[j*d+j])
			partial = append(partial, math.Max(-1, math.Min(1, r)))
		}
	}
	for i, g := range c.gaps {
		for _, j := range g {
			s.Cells = append(s.Cells, c.x[i*d+j])
		}
	}
	s.Means.Add(s.Iteration, append(inclusion, partial...))
	if s.Iteration%s.Stride == 0 {
		s.Kept = append(s.Kept, &draw{s.Iteration, c.center(), s.Omega})
		if len(s.Kept) > mostDraws {
			s.Stride *= 2
			s.Kept = inference.Thin(s.Kept, (*draw).at, s.Stride)
		}
	}
	s.Scalars = []float64{c.logJoint(), float64(edges)}
	s.Generator = saved.Generator(f.source)
}

// weakest is the smallest probability of a listed edge.
const weakest = 1e-3

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(f.state.Iteration, 0), Phase: f.phase()}
	mean := f.state.Means.Mean()
	if mean == nil {
		return s
	}
	g := &graph.Graph{Over: graph.Columns, Nodes: f.data.Columns, Measure: graph.Probability, Weighted: graph.Partial}
	expected, at := 0.0, 0
	for i := range f.chain.d {
		for j := range i {
			p := mean[at]
			expected += p
			if p < weakest {
				g.Omitted += p
			} else {
				g.Edges = append(g.Edges, graph.Edge{From: j, To: i, Strength: math.Min(1, p), Weight: mean[len(mean)/2+at]})
			}
			at++
		}
	}
	s.Parts = []inference.Part{g}
	s.Scalars = []inference.Scalar{{Name: "edges", Mean: expected}, {Name: "prior_inclusion", Mean: f.state.Prior}}
	return s
}

// LogDensity implements inference.Predictor: the mean over draws of N(Nx̄/(N+κ), (1 + 1/(N+κ))Ω⁻¹).
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	draws := inference.AfterBurnIn(f.state.Kept, (*draw).at, f.state.Iteration)
	if len(draws) == 0 {
		return nil, errors.New("ggm: nothing has been drawn yet; run longer and try again")
	}
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	shrink := 1 / (1 + 1/(float64(f.chain.n)+f.chain.kappa))
	for _, k := range draws {
		omega := mat.NewSymDense(f.chain.d, nil)
		at := 0
		for i := range f.chain.d {
			for j := range i + 1 {
				omega.SetSym(i, j, shrink*k.Omega[at])
				at++
			}
		}
		density, ok := markov.New(k.Mean, omega)
		if !ok {
			return nil, errors.New("ggm: a draw is not positive definite; run longer and try again")
		}
		for i := range out {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			out[i] = special.LogAdd(out[i], density.Log(x.RawRowView(i))-math.Log(float64(len(draws))))
		}
	}
	return out, nil
}
