package treemixture

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/process/spanning"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/pairs"

	"gonum.org/v1/gonum/mat"
)

const (
	sliceWork   = 4_000_000
	pairsAtOnce = 500
	weakest     = 1e-3 // least probability of an edge that is listed
	mostSummed  = 120  // greatest number of columns for which new rows are summed over all trees
	mostTrees   = 100  // trees drawn beyond that

	mostFilled = 10_000_000 // greatest number of operations to fill in a row of zeros and ones in every way
)

// averaged is the sum over all trees.
type averaged struct {
	atonce.Fit
	data    *inference.Dataset
	scorer  marginal.Scorer
	streams inference.Streams

	single []float64 // log m(v)
	weight []float64 // D×D, log w_uv
	next   int       // column whose pairs are measured next
	sum    *spanning.Sum
	found  []float64 // D×D, of complete fits: probabilities of edges
	log    float64   // evidence
}

var (
	_ inference.Saver     = (*averaged)(nil)
	_ inference.Predictor = (*averaged)(nil)
)

// Step implements inference.Stepper.
func (f *averaged) Step(ctx context.Context) (inference.Report, error) {
	return f.Work(ctx, f.advance, f.fraction, func() []float64 {
		return []float64{f.log,
			float64(f.scorer.Columns() - 1)}
	})
}

func (f *averaged) fraction() float64 {
	if f.sum == nil {
		return 0.5 * float64(f.next) / float64(f.scorer.Columns())
	}
	return 0.5 + 0.49*f.sum.Fraction(true)
}

// weigh measures column v alone and with those before it.
func weigh(s marginal.Scorer, single, weight []float64, v int) {
	d := s.Columns()
	single[v] = s.Log([]int{v})
	for u := range v {
		w := s.Log([]int{u, v}) - single[u] - single[v]
		weight[u*d+v], weight[v*d+u] = w, w
	}
}

// trees are the undirected trees over D nodes, as trees with the first node for a root.
func trees(d int, weight []float64) spanning.Weights {
	root := make([]float64, d)
	for u := 1; u < d; u++ {
		root[u] = math.Inf(-1)
	}
	return spanning.Weights{T: d, Edge: weight, Root: root}
}

func (f *averaged) advance() {
	d := f.scorer.Columns()
	if f.weight == nil {
		f.single, f.weight = make([]float64, d), make([]float64, d*d)
	}
	for work := 0; f.next < d && work < pairsAtOnce; f.next++ {
		weigh(f.scorer, f.single, f.weight, f.next)
		work += f.next + 1
	}
	if f.next < d {
		return
	}
	if f.sum == nil {
		f.sum = spanning.New(trees(d, f.weight))
		f.Phase = "summing over all trees"
	}
	if !f.sum.Advance(sliceWork, true) {
		return
	}
	f.found = make([]float64, d*d)
	for u := range d {
		for v := range d {
			if u != v {
				f.found[u*d+v] = math.Min(1, f.sum.Edge(u, v)+f.sum.Edge(v, u))
			}
		}
	}
	f.log = logEvidence(f.single, f.sum)
	f.Finished = true
}

// logEvidence is Σ log m(v) + log Σ_trees Π w − (D−2) log D.
func logEvidence(single []float64, sum *spanning.Sum) float64 {
	d := float64(len(single))
	log := sum.Log() - (d-2)*math.Log(d)
	for _, m := range single {
		log += m
	}
	return log
}

// Snapshot implements inference.Stepper.
func (f *averaged) Snapshot() *inference.Snapshot {
	s := f.Show(f.log)
	if !f.Finished {
		return s
	}
	d := f.scorer.Columns()
	g := &graph.Graph{Over: graph.Columns, Nodes: f.data.Columns, Measure: graph.Probability, Weighted: graph.Correlation}
	table := pairs.New(f.data.X, pairs.Raw)
	for v := range d {
		for u := range v {
			p := f.found[u*d+v]
			if p < weakest {
				g.Omitted += p
				continue
			}
			r, _ := table.Correlation(u, v)
			g.Edges = append(g.Edges, graph.Edge{From: u, To: v, Strength: p, Weight: r})
		}
	}
	s.Parts = []inference.Part{g}
	return s
}

// LogDensity implements inference.Predictor: p(x, X)/p(X), a sum over all trees for each row of up to 120
// columns; beyond, the mean over 100 trees drawn. Of a row with missing cells it is the density of the others. Zeros
// and ones are filled in in every way, if that takes few operations; else the cells are integrated out of each tree
// drawn (marginal.Partial).
func (f *averaged) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if !f.Finished {
		return nil, errors.New("treemixture: nothing has been fitted yet; run longer and try again")
	}
	n, d := x.Dims()
	discrete := f.data.Kind == inference.Binary
	var drawn [][]int
	if d > mostSummed {
		drawn = f.draw(mostTrees)
	}
	var nets *marginal.Draws
	out := make([]float64, n)
	single, weight := make([]float64, d), make([]float64, d*d)
	score := func(row []float64) float64 {
		with := f.scorer.With(row)
		if drawn != nil {
			return f.mean(with, drawn)
		}
		for v := range d {
			weigh(with, single, weight, v)
		}
		return logEvidence(single, spanning.Of(trees(d, weight), false)) - f.log
	}
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, err := marginal.Row(f.data, x.RawRowView(i), discrete)
		if err != nil {
			return nil, fmt.Errorf("treemixture: %w", err)
		}
		switch missing := marginal.Missing(row); {
		case missing == d:
			continue
		case missing == 0:
			out[i] = score(row)
		case discrete && d <= mostSummed && math.Pow(2, float64(missing))*math.Pow(float64(d), 3) <= mostFilled:
			out[i] = math.Inf(-1)
			err = marginal.Completions(row, func(row []float64) error {
				out[i] = special.LogAdd(out[i], score(row))
				return ctx.Err()
			})
		default:
			if nets == nil {
				nets = f.networks()
			}
			out[i], _, err = nets.LogMean(marginal.NewPartial(f.scorer, row))
		}
		if err != nil {
			return nil, fmt.Errorf("treemixture: %w", err)
		}
		if discrete {
			out[i] = marginal.Probability(f.data, x.RawRowView(i), out[i])
		}
	}
	return out, nil
}

// networks are trees drawn from the posterior, with parameters.
func (f *averaged) networks() *marginal.Draws {
	rng, trees := f.streams.Task(2), f.sampler()
	return marginal.NewDraws(func() *marginal.Network {
		parents := make([][]int, f.scorer.Columns())
		for u, v := range trees() {
			if v != spanning.Root {
				parents[u] = []int{v}
			}
		}
		return marginal.NewNetwork(f.scorer, parents, rng)
	})
}

// sampler draws trees from the posterior, as parents.
func (f *averaged) sampler() func() []int {
	sum := spanning.Of(trees(f.scorer.Columns(), f.weight), false)
	rng := f.streams.Task(1)
	return func() []int {
		parent := make([]int, f.scorer.Columns())
		sum.Sample(rng, parent)
		return parent
	}
}

// draw draws trees from the posterior, as parents.
func (f *averaged) draw(count int) (drawn [][]int) {
	next := f.sampler()
	for range count {
		drawn = append(drawn, next())
	}
	return drawn
}

// mean is the log of the mean density, over trees, of the row that with has more.
func (f *averaged) mean(with marginal.Scorer, drawn [][]int) float64 {
	d := with.Columns()
	alone, gain, sum := 0.0, map[[2]int]float64{}, math.Inf(-1)
	single := make([]float64, d)
	for v := range d {
		single[v] = with.Log([]int{v})
		alone += single[v] - f.single[v]
	}
	for _, parent := range drawn {
		log := alone
		for u, v := range parent {
			if v == spanning.Root {
				continue
			}
			key := [2]int{min(u, v), max(u, v)}
			g, ok := gain[key]
			if !ok {
				g = with.Log(key[:]) - single[u] - single[v] - f.weight[u*d+v]
				gain[key] = g
			}
			log += g
		}
		sum = special.LogAdd(sum, log)
	}
	return sum - math.Log(float64(len(drawn)))
}

// summed is the saved form: before the end there is nothing to save, for the sum is repeated.
type summed struct {
	Finished, Reported bool
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *averaged) MarshalBinary() ([]byte, error) {
	return saved.Seal("treemixture", layout, summed{f.Finished, f.Reported})
}

// UnmarshalBinary implements inference.Saver. A complete sum is done again.
func (f *averaged) UnmarshalBinary(data []byte) error {
	var s summed
	if err := saved.Open("treemixture", layout, data, &s); err != nil {
		return err
	}
	for s.Finished && !f.Finished {
		f.advance()
	}
	f.Reported = s.Reported
	return nil
}
