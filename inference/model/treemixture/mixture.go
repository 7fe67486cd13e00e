package treemixture

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/pairs"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	mostChosen  = 6    // components that the criterion tries
	mostCycles  = 1000 // of a start
	tolerance   = 1e-5 // nats of gain in a cycle, below which a start is at rest
	rowsAtOnce  = 200
	dirichlet   = 1.0 // rows' worth of prior of each component's share
	nothingDone = -1
)

// A fitted is a mixture: the responsibilities from which the components follow.
type fitted struct {
	K        int
	R        []float64 // N×K
	Log, BIC float64   // log posterior up to a constant; criterion
}

// progress is all that a fit needs to continue from the end of a cycle.
type progress struct {
	Cycle    int // cycles done in all, less 1
	K, Start int // under way
	Cycles   int // of this start
	R        []float64
	Log      float64 // of the last cycle of this start
	Best     *fitted // of this number of components
	Overall  *fitted // by the criterion, of the numbers that are complete
	Scalars  []float64
	Done     bool
}

// mixed is the mixture of trees.
type mixed struct {
	data     *inference.Dataset // the complete rows
	all      *inference.Dataset
	streams  inference.Streams
	discrete bool
	weight   float64
	columns  [][]float64
	rows     [][]float64
	variance []float64
	ks       []int // numbers of components to be tried
	starts   int

	state progress
	parts []component // under way
	share []float64
	part  int // component, column or rows of the stage
	at    int
	stage int // 0 measures components, 1 rows
	next  []float64
	found float64 // Σ log density so far in this cycle
	shown []component
	of    *fitted // fit that shown belongs to
}

var (
	_ inference.Saver     = (*mixed)(nil)
	_ inference.Predictor = (*mixed)(nil)
)

func newMixture(all *inference.Dataset, s inference.Settings, streams inference.Streams) *mixed {
	data := marginal.Complete(all)
	f := &mixed{data: data, all: all, streams: streams, discrete: data.Kind == inference.Binary, weight: s.Real("weight"),
		starts: s.Int("starts")}
	f.columns = columnsOf(data, f.discrete)
	n, d := data.Dims()
	for i := range n {
		row := make([]float64, d)
		for j := range d {
			row[j] = f.columns[j][i]
		}
		f.rows = append(f.rows, row)
	}
	for _, x := range f.columns {
		mean, square := floats.Sum(x)/float64(n), 0.0
		for _, v := range x {
			square += (v - mean) * (v - mean) / float64(n)
		}
		if !(square > 0) {
			square = 1
		}
		f.variance = append(f.variance, square)
	}
	if k := s.Int("components"); k > 0 {
		f.ks = []int{k}
	} else {
		for k := 1; k <= max(1, min(mostChosen, n/10)); k++ {
			f.ks = append(f.ks, k)
		}
	}
	f.state = progress{Cycle: nothingDone, K: f.ks[0]}
	return f
}

// component is an empty one.
func (f *mixed) component() component {
	if f.discrete {
		return &binary{x: f.columns, alpha: f.weight}
	}
	return &gaussian{x: f.columns, n0: f.weight, variance0: f.variance}
}

// begin makes the responsibilities of a start: each row goes with the nearest of K rows drawn.
func (f *mixed) begin() {
	n, k := len(f.rows), f.state.K
	f.state.R, f.state.Cycles, f.state.Log = make([]float64, n*k), 0, math.Inf(-1)
	centres := f.streams.Task(uint64(1000*k + f.state.Start)).Perm(n)[:min(k, n)]
	for i, row := range f.rows {
		best, least := 0, math.Inf(1)
		for c, at := range centres {
			if e := floats.Distance(row, f.rows[at], 2); e < least {
				best, least = c, e
			}
		}
		f.state.R[i*k+best] = 1
	}
}

// Step implements inference.Stepper.
func (f *mixed) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Ended: func() bool { return f.state.Done }, Advance: f.advance, Phase: f.phase,
		Scalars: func() []float64 { return f.state.Scalars }, First: f.state.Cycle < 0,
		Fraction: func() float64 { return 0.5 }}.Step(ctx)
}

func (f *mixed) phase() string {
	if f.state.Done {
		return "complete"
	}
	return fmt.Sprintf("%s, start %d of %d", inference.Plural(f.state.K, "component"), f.state.Start+1, f.starts)
}

// advance does a piece of work and reports whether a cycle has ended.
func (f *mixed) advance() bool {
	n, k := len(f.rows), f.state.K
	if f.state.R == nil {
		f.begin()
	}
	if f.stage == 0 {
		if f.part == 0 && f.at == 0 {
			f.parts, f.share = nil, make([]float64, k)
		}
		if f.at == 0 {
			f.parts = append(f.parts, f.component())
			f.share[f.part] = start(f.parts[f.part], f.state.R, n, k, f.part)
		}
		f.parts[f.part].measure(f.at)
		if f.at++; f.at == len(f.columns) {
			f.parts[f.part].finish()
			f.part, f.at = f.part+1, 0
		}
		if f.part == k {
			f.stage, f.part, f.found, f.next = 1, 0, 0, make([]float64, n*k)
			f.share = shares(f.share, n)
		}
		return false
	}
	for end := min(n, f.at+rowsAtOnce); f.at < end; f.at++ {
		r := f.next[f.at*k : (f.at+1)*k]
		f.found += respond(r, f.rows[f.at], true, f.parts, f.share)
	}
	if f.at < n {
		return false
	}
	f.at, f.stage = 0, 0
	f.settle()
	return true
}

// start begins a component with its column of responsibilities and returns their sum.
func start(c component, all []float64, n, k, part int) (total float64) {
	r := make([]float64, n)
	for i := range r {
		r[i] = all[i*k+part]
		total += r[i]
	}
	c.begin(r, total)
	return total
}

// shares are (N_k + 1)/(N + K).
func shares(counts []float64, n int) []float64 {
	out := make([]float64, len(counts))
	for c, v := range counts {
		out[c] = (v + dirichlet) / (float64(n) + dirichlet*float64(len(counts)))
	}
	return out
}

// respond writes the responsibilities of a row and returns its log density. A row that may have missing cells is not
// complete.
func respond(r, row []float64, complete bool, parts []component, share []float64) float64 {
	for c, p := range parts {
		if r[c] = math.Log(share[c]); complete {
			r[c] += p.log(row)
		} else {
			r[c] += p.seen(row)
		}
	}
	log := floats.LogSumExp(r)
	for c := range r {
		r[c] = math.Exp(r[c] - log)
	}
	return log
}

// settle ends a cycle: it goes on with the start, or keeps its result.
func (f *mixed) settle() {
	s := &f.state
	log := f.found
	for c, p := range f.parts {
		log += p.prior() + dirichlet*math.Log(f.share[c])
	}
	_, d := f.data.Dims()
	free := float64(s.K)*parameters(d, f.discrete) + float64(s.K-1)
	bic := -2*f.found + free*math.Log(float64(len(f.rows)))
	s.Scalars = []float64{log, float64(s.K), bic}
	s.Cycle++
	s.Cycles++
	rest := log-s.Log < tolerance || s.Cycles == mostCycles
	from := s.R
	s.Log, s.R = log, f.next
	if !rest {
		return
	}
	if s.Best == nil || log > s.Best.Log {
		s.Best = &fitted{K: s.K, R: from, Log: log, BIC: bic}
	}
	s.R = nil
	if s.Start++; s.Start < f.starts && s.K > 1 {
		return
	}
	if s.Overall == nil || s.Best.BIC < s.Overall.BIC {
		s.Overall = s.Best
	}
	s.Start, s.Best = 0, nil
	for i, k := range f.ks {
		if k == s.K && i+1 < len(f.ks) {
			s.K = f.ks[i+1]
			return
		}
	}
	s.Done = true
	s.Scalars = []float64{s.Overall.Log, float64(s.Overall.K), s.Overall.BIC} // the result, once more
}

// result returns the best mixture so far with its components; nil before there is one.
func (f *mixed) result() (*fitted, []component, []float64) {
	b := f.state.Overall
	if b == nil {
		b = f.state.Best
	}
	if b == nil {
		return nil, nil, nil
	}
	n := len(f.rows)
	counts := make([]float64, b.K)
	if f.of != b {
		f.of, f.shown = b, nil
		for k := range b.K {
			c := f.component()
			start(c, b.R, n, b.K, k)
			for j := range f.columns {
				c.measure(j)
			}
			c.finish()
			f.shown = append(f.shown, c)
		}
	}
	for i := range n {
		for k := range b.K {
			counts[k] += b.R[i*b.K+k]
		}
	}
	return b, f.shown, shares(counts, n)
}

// Snapshot implements inference.Stepper. An edge is as strong as the components are large whose trees
// have it.
func (f *mixed) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(f.state.Cycle, 0), Phase: f.phase()}
	b, parts, share := f.result()
	if b == nil {
		return s
	}
	_, d := f.data.Dims()
	strength := make([]float64, d*d)
	for k, p := range parts {
		for _, e := range edgesOf(p.tree()) {
			strength[e[1]*d+e[0]] += share[k]
		}
	}
	g := &graph.Graph{Over: graph.Columns, Nodes: f.data.Columns, Measure: graph.Shared, Weighted: graph.Correlation}
	table := pairs.New(f.data.X, pairs.Raw)
	for v := range d {
		for u := range v {
			if p := strength[v*d+u]; p > 0 {
				r, _ := table.Correlation(u, v)
				g.Edges = append(g.Edges, graph.Edge{From: u, To: v, Strength: math.Min(1, p), Weight: r})
			}
		}
	}
	of := make([]int, 0, len(f.rows))
	next, r := 0, make([]float64, b.K)
	for i := range f.all.Rows {
		if slices.ContainsFunc(f.all.X.RawRowView(i), math.IsNaN) {
			of = append(of, -1)
			continue
		}
		respond(r, f.rows[next], true, parts, share)
		of = append(of, floats.MaxIdx(r))
		next++
	}
	labels.Number(of)
	s.Parts = []inference.Part{g, &partition.Partition{Name: "component", Labels: of}}
	s.Scalars = []inference.Scalar{{Name: "components", Mean: float64(b.K)}, {Name: "bic", Mean: b.BIC}}
	return s
}

// LogDensity implements inference.Predictor. Missing cells are integrated or summed out of each tree, exactly.
func (f *mixed) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	b, parts, share := f.result()
	if b == nil {
		return nil, errors.New("treemixture: nothing has been fitted yet; run longer and try again")
	}
	n, _ := x.Dims()
	out, r := make([]float64, n), make([]float64, b.K)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, err := marginal.Row(f.data, x.RawRowView(i), f.discrete)
		if err != nil {
			return nil, fmt.Errorf("treemixture: %w", err)
		}
		out[i] = respond(r, row, marginal.Missing(row) == 0, parts, share)
		if f.discrete {
			out[i] = marginal.Probability(f.data, x.RawRowView(i), out[i])
		}
	}
	return out, nil
}

// MarshalBinary implements inference.Saver. A cycle under way is repeated.
func (f *mixed) MarshalBinary() ([]byte, error) {
	return saved.Seal("treemixture mixture", layout, f.state)
}

var errOther = errors.New("treemixture: the saved state belongs to another table or other settings; start the run again")

// UnmarshalBinary implements inference.Saver.
func (f *mixed) UnmarshalBinary(data []byte) error {
	var s progress
	if err := saved.Open("treemixture mixture", layout, data, &s); err != nil {
		return err
	}
	if s.Cycle < 0 {
		return nil
	}
	known := false
	for _, k := range f.ks {
		known = known || k == s.K
	}
	if !known || s.Start < 0 || s.Start > f.starts || s.R != nil && !f.responsible(s.R, s.K) || len(s.Scalars) != 3 ||
		s.Done && s.Overall == nil {
		return errOther
	}
	for _, b := range []*fitted{s.Best, s.Overall} {
		if b != nil && (b.K < 1 || b.K > f.ks[len(f.ks)-1] || !f.responsible(b.R, b.K)) {
			return errOther
		}
	}
	f.state, f.stage, f.part, f.at, f.of = s, 0, 0, 0, nil
	return nil
}

// responsible reports whether r are responsibilities of all rows.
func (f *mixed) responsible(r []float64, k int) bool {
	if len(r) != len(f.rows)*k {
		return false
	}
	for _, v := range r {
		if !(v >= 0 && v <= 1+1e-9) {
			return false
		}
	}
	return true
}
