package glasso

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/markov"

	"gonum.org/v1/gonum/mat"
)

const (
	sliceWork = 2_000_000
	rounds    = 8 // of expectations of missing cells at a penalty
)

// fit is one run: each iteration is one penalty of the path, and the last measures the stability. If
// pairs have penalties of their own there are two paths, and the first sets the penalties of the second.
type fit struct {
	names                []string
	streams              inference.Streams
	lambda, gamma, ratio float64
	points, subsamples   int
	criterion            string
	adaptive             bool

	x         *mat.Dense
	rows      *rows
	work      *lasso.Graphical
	penalties []float64
	round     int // of expectations, at this penalty
	begun     bool

	path      []graph.Point // complete
	logs      []float64     // log likelihoods of its points
	trial     *trial        // of the criterion at this penalty, under way
	measuring *measured     // this penalty; nil until its trial is over
	first     *mat.SymDense // Ω that the first path chose; nil on the first path
	share     []float64     // penalties of the pairs on the second, as multiples of λ
	before    int           // points of the first path
	best      *chosen
	kept      start // of the next penalty
	sample    int   // subsamples done
	count     []int
	sub       *lasso.Graphical
	done      bool
}

// chosen is the fit at the best penalty so far.
type chosen struct {
	lambda, log float64
	mean        []float64
	omega       *mat.SymDense
	density     *markov.Density
}

var (
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

func (f *fit) prepare(x *mat.Dense) {
	f.x, f.rows = x, newRows(x)
	f.plan()
}

// plan begins a path.
func (f *fit) plan() {
	f.work, f.penalties = lasso.New(f.rows.d, f.rows.s), nil
	f.work.Weigh(f.share)
	largest := f.work.Largest()
	if f.lambda > 0 {
		f.penalties = []float64{f.lambda}
		return
	}
	for k := range f.points {
		f.penalties = append(f.penalties, largest*math.Pow(f.ratio, float64(k)/float64(f.points-1)))
	}
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	r, err := pace.Course{Ended: func() bool { return f.done }, Advance: f.advance, Phase: f.phase, Scalars: f.scalars,
		First: len(f.path) == 0}.Step(ctx)
	if failed := f.failed(); r.Changed && failed != nil {
		return inference.Report{}, failed
	}
	return r, err
}

func (f *fit) phase() string {
	switch {
	case f.done:
		return "complete"
	case len(f.path) < len(f.penalties) && f.share != nil:
		return fmt.Sprintf("penalty %d of %d, each pair with its own", len(f.path)+1, len(f.penalties))
	case len(f.path) < len(f.penalties):
		return fmt.Sprintf("penalty %d of %d", len(f.path)+1, len(f.penalties))
	}
	return fmt.Sprintf("subsample %d of %d", f.sample+1, f.subsamples)
}

func (f *fit) scalars() []float64 {
	if f.done && f.best != nil && f.resampled() { // the result, once more
		e := edges(f.best.omega)
		return []float64{f.ebic(f.best.log, e), float64(e), f.best.lambda, f.best.log}
	}
	k := len(f.path) - 1
	p := f.path[k]
	return []float64{f.ebic(f.logs[k], p.Edges), float64(p.Edges), p.Penalty, f.logs[k]}
}

// resampled reports whether the last iteration measures the stability.
func (f *fit) resampled() bool { return f.subsamples > 0 && f.criterion != stars }

// ebic is the extended Bayesian information criterion; the largest number where there is no density.
func (f *fit) ebic(log float64, edges int) float64 {
	if math.IsInf(log, -1) {
		return math.MaxFloat64
	}
	return -2*log + f.cost(edges)
}

// cost returns the penalty of the criterion for this many edges.
func (f *fit) cost(edges int) float64 {
	e := float64(edges)
	return e*math.Log(float64(f.rows.n)) + 4*f.gamma*e*math.Log(float64(f.rows.d))
}

// advance does a slice of work and reports whether an iteration is complete.
func (f *fit) advance() bool {
	if k := len(f.path); k < len(f.penalties) {
		if !f.begun {
			f.work.Begin(f.penalties[k])
			f.begun, f.round = true, 0
		}
		if !f.work.Advance(sliceWork) {
			return false
		}
		if !f.rows.complete() && f.round < rounds {
			f.rows.expect(f.work.Precision())
			f.work.Replace(f.rows.s)
			f.work.Begin(f.penalties[k])
			f.round++
			return false
		}
		if f.trial == nil {
			f.trial = f.newTrial(f.penalties[k])
		}
		if !f.trial.advance(sliceWork) {
			return false
		}
		if f.measuring == nil {
			f.measuring = f.measure()
		}
		if f.measuring.errand.Wait(context.Background(), pace.Step) != parallel.Complete {
			return false
		}
		f.begun = false
		f.point(f.penalties[k], f.measuring)
		f.trial, f.measuring = nil, nil
		f.extend()
		f.done = k+1 == len(f.penalties) && !f.again() && !f.resampled()
		return true
	}
	if f.again() {
		f.weigh(f.best.omega)
		return false
	}
	return f.resample()
}

const (
	leastRatio = 1e-3 // of the first penalty, to which a path is extended at most
	mostRatio  = 0.9  // of a penalty to that before it, where a path is extended
)

// extend adds a penalty to a complete path whose last one is the best, unless that joins all pairs. Its
// criterion then falls for lack of smaller penalties. Where ebic has no more rows than columns the
// likelihood has no bound as the penalty falls: the path stays as it is.
func (f *fit) extend() {
	k := len(f.path)
	if k < 2 || k < len(f.penalties) || f.best == nil || f.best.lambda != f.penalties[k-1] {
		return
	}
	if d := f.rows.d; f.path[k-1].Edges == d*(d-1)/2 || f.criterion == ebic && f.rows.n <= d {
		return
	}
	f.further()
}

// further adds a penalty; it returns false if that would be too small.
func (f *fit) further() bool {
	k := len(f.penalties)
	if k < 2 {
		return false
	}
	next := f.penalties[k-1] * min(mostRatio, math.Pow(f.ratio, 1/float64(f.points-1)))
	if next < leastRatio*f.penalties[0]*(1-1e-9) {
		return false
	}
	f.penalties = append(f.penalties, next)
	return true
}

// again reports whether a second path follows this one.
func (f *fit) again() bool { return f.adaptive && f.share == nil && f.best != nil }

// point ends a penalty of the path.
func (f *fit) point(lambda float64, m *measured) {
	omega, d, ok, log := m.omega, m.density, m.ok, m.log
	p := graph.Point{Penalty: lambda, Edges: edges(omega), Criterion: math.MaxFloat64}
	if p.Edges <= mostJoined*f.rows.d {
		p.Joined = joined(omega)
	}
	if ok {
		p.Criterion = f.trial.score(f, log, p.Edges)
	}
	if ok && f.better(p) {
		f.best = &chosen{lambda, log, d.Mean, omega, d}
		if f.criterion == stars {
			f.count, f.sample = f.trial.count, f.subsamples
		}
	}
	f.path, f.logs = append(f.path, p), append(f.logs, log)
	f.kept = f.keep()
}

// better reports whether a point beats those on the path.
func (f *fit) better(p graph.Point) bool {
	if f.criterion == stars {
		return f.best == nil || p.Criterion <= mostUnstable
	}
	for _, q := range f.path {
		if q.Criterion <= p.Criterion {
			return false
		}
	}
	return true
}

// mostJoined is the number of edges per column up to which a point of the path keeps them.
const mostJoined = 4

// joined lists the edges, in the order of package graph.
func joined(omega *mat.SymDense) [][2]int {
	list := [][2]int{}
	for j := range omega.SymmetricDim() {
		for i := range j {
			if omega.At(i, j) != 0 {
				list = append(list, [2]int{i, j})
			}
		}
	}
	return list
}

func edges(omega *mat.SymDense) int {
	n, count := omega.SymmetricDim(), 0
	for i := range n {
		for j := range i {
			if omega.At(i, j) != 0 {
				count++
			}
		}
	}
	return count
}

// resample does a slice of the work on subsamples, each from the stream of its number.
func (f *fit) resample() bool {
	if f.sub == nil {
		f.sub = lasso.New(f.rows.d, f.subsample(f.sample))
		f.sub.Weigh(f.share)
		f.sub.Begin(f.best.lambda)
	}
	if !f.sub.Advance(sliceWork) {
		return false
	}
	if f.count == nil {
		f.count = make([]int, f.rows.d*f.rows.d)
	}
	tally(f.count, f.sub.Precision())
	f.sub = nil
	f.sample++
	f.done = f.sample == f.subsamples
	return f.done
}

// tally counts the edges of Ω.
func tally(count []int, omega *mat.SymDense) {
	d := omega.SymmetricDim()
	for i := range d {
		for j := range i {
			if omega.At(i, j) != 0 {
				count[i*d+j]++
			}
		}
	}
}

// subsample is the covariance of 10√N rows where there are more than 144, else of four fifths.
func (f *fit) subsample(k int) []float64 {
	n, d := f.rows.n, f.rows.d
	size := max(2, 4*n/5)
	if n > 144 {
		size = int(10 * math.Sqrt(float64(n)))
	}
	rng := f.streams.Task(uint64(k))
	part := &rows{n: size, d: d, mean: make([]float64, d)}
	for _, i := range rng.Perm(n)[:size] {
		part.x = append(part.x, f.rows.row(i)...)
	}
	part.moments(make([]float64, d*d))
	return part.s
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(f.before+len(f.path)-1, 0), Phase: f.phase()}
	if f.done && f.resampled() {
		s.Iteration = f.before + len(f.path)
	}
	if f.best == nil {
		return s
	}
	s.Parts = []inference.Part{f.graph()}
	s.Scalars = []inference.Scalar{{Name: "lambda", Mean: f.best.lambda},
		{Name: "edges", Mean: float64(edges(f.best.omega))}}
	return s
}

// graph is the network at the best penalty so far, with partial correlations.
func (f *fit) graph() *graph.Graph {
	g := &graph.Graph{Over: graph.Columns, Nodes: f.names, Measure: graph.Chosen, Weighted: graph.Partial,
		Path: slices.Clone(f.path)}
	if f.done && f.sample > 0 {
		g.Measure = graph.Stability
	}
	for k := range g.Path {
		g.Path[k].Chosen = g.Path[k].Penalty == f.best.lambda
	}
	d := f.rows.d
	for j := range d {
		for i := range j {
			o := f.best.omega.At(i, j)
			if o == 0 {
				continue
			}
			e := graph.Edge{From: i, To: j, Strength: 1, Weight: -o / math.Sqrt(f.best.omega.At(i, i)*f.best.omega.At(j, j))}
			if g.Measure == graph.Stability {
				e.Strength = float64(f.count[j*d+i]) / float64(f.subsamples)
			}
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

// LogDensity implements inference.Predictor: the Gaussian of the best penalty.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.best == nil {
		return nil, errors.New("glasso: no penalty has been tried yet; run longer and try again")
	}
	return atonce.LogDensities(ctx, x, f.best.density.Log)
}

// failed is why there is no result.
func (f *fit) failed() error {
	if f.best != nil || len(f.path) < len(f.penalties) {
		return nil
	}
	return fmt.Errorf("glasso: the covariance is too close to singular for a penalty of %v; set a larger lambda, or "+
		"let the criterion choose it", f.penalties[0])
}

// measured is the density at a penalty and the log likelihood of the rows, which a goroutine of its own finds: for
// thousands of columns that takes longer than a step may.
type measured struct {
	errand  *parallel.Errand
	omega   *mat.SymDense
	density *markov.Density
	ok      bool
	log     float64
}

func (f *fit) measure() *measured {
	m := &measured{omega: f.work.Precision(), log: math.Inf(-1)}
	mean, rows, n := slices.Clone(f.rows.mean), f.x, f.rows.n
	m.errand = parallel.NewErrand(func() bool {
		if m.density, m.ok = markov.New(mean, m.omega); m.ok {
			m.log = 0
			for i := range n {
				m.log += m.density.Log(rows.RawRowView(i))
			}
		}
		return true
	})
	return m
}
