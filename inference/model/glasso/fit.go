package glasso

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/markov"

	"gonum.org/v1/gonum/mat"
)

const (
	stepTime  = 20 * time.Millisecond
	sliceWork = 2_000_000
	rounds    = 8 // of expectations of missing cells at a penalty
)

// fit is one run: an iteration is one penalty of the path, the last is the stability.
type fit struct {
	names                []string
	streams              inference.Streams
	lambda, gamma, ratio float64
	points, subsamples   int

	x         *mat.Dense
	rows      *rows
	work      *lasso.Graphical
	penalties []float64
	round     int // of expectations, at this penalty
	begun     bool

	path   []graph.Point // complete
	best   *chosen
	kept   start // of the next penalty
	sample int   // subsamples done
	count  []int
	sub    *lasso.Graphical
	done   bool
}

// chosen is the fit at the best penalty so far.
type chosen struct {
	lambda, ebic, log float64
	mean              []float64
	omega             *mat.SymDense
	density           *markov.Density
}

var (
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

func (f *fit) prepare(x *mat.Dense) {
	f.x, f.rows = x, newRows(x)
	f.work = lasso.New(f.rows.d, f.rows.s)
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
	for begun := time.Now(); ; {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		if f.done {
			return inference.Report{Phase: f.phase(), Fraction: 1, Done: true}, nil
		}
		if f.advance() {
			if err := f.failed(); err != nil {
				return inference.Report{}, err
			}
			return inference.Report{Scalars: f.scalars(), Phase: f.phase(), Fraction: 1, Changed: true, Done: f.done}, nil
		}
		if time.Since(begun) > stepTime {
			r := inference.Report{Phase: f.phase(), Fraction: 1}
			if len(f.path) == 0 {
				r.Fraction = 0
			}
			return r, nil
		}
	}
}

func (f *fit) phase() string {
	switch {
	case f.done:
		return "complete"
	case len(f.path) < len(f.penalties):
		return fmt.Sprintf("penalty %d of %d", len(f.path)+1, len(f.penalties))
	}
	return fmt.Sprintf("subsample %d of %d", f.sample+1, f.subsamples)
}

func (f *fit) scalars() []float64 {
	p := f.path[len(f.path)-1]
	if f.done && f.subsamples > 0 { // the result, once more
		return []float64{f.best.ebic, float64(edges(f.best.omega)), f.best.lambda, f.best.log}
	}
	return []float64{p.Criterion, float64(p.Edges), p.Penalty, f.log(p)}
}

// log is the log likelihood of a point of the path, from its criterion.
func (f *fit) log(p graph.Point) float64 {
	return -0.5 * (p.Criterion - f.cost(p.Edges))
}

// cost is what the criterion charges for so many edges.
func (f *fit) cost(edges int) float64 {
	e := float64(edges)
	return e*math.Log(float64(f.rows.n)) + 4*f.gamma*e*math.Log(float64(f.rows.d))
}

// advance does a slice of work and reports whether an iteration has ended.
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
		f.begun = false
		f.point(f.penalties[k])
		f.done = k+1 == len(f.penalties) && f.subsamples == 0
		return true
	}
	return f.resample()
}

// point ends a penalty of the path.
func (f *fit) point(lambda float64) {
	omega := f.work.Precision()
	d, ok := markov.New(slices.Clone(f.rows.mean), omega)
	p := graph.Point{Penalty: lambda, Edges: edges(omega), Criterion: math.MaxFloat64}
	if p.Edges <= mostJoined*f.rows.d {
		p.Joined = joined(omega)
	}
	log := math.Inf(-1)
	if ok {
		log = 0
		for i := range f.rows.n {
			log += d.Log(f.x.RawRowView(i))
		}
		p.Criterion = -2*log + f.cost(p.Edges)
	}
	f.path = append(f.path, p)
	f.kept = f.keep()
	if ok && (f.best == nil || p.Criterion < f.best.ebic) {
		f.best = &chosen{lambda, p.Criterion, log, d.Mean, omega, d}
	}
}

// mostJoined is up to how many edges for each column a point of the path keeps them.
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
		f.sub.Begin(f.best.lambda)
	}
	if !f.sub.Advance(sliceWork) {
		return false
	}
	if f.count == nil {
		f.count = make([]int, f.rows.d*f.rows.d)
	}
	omega := f.sub.Precision()
	for i := range f.rows.d {
		for j := range i {
			if omega.At(i, j) != 0 {
				f.count[i*f.rows.d+j]++
			}
		}
	}
	f.sub = nil
	f.sample++
	f.done = f.sample == f.subsamples
	return f.done
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
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(len(f.path)-1, 0), Phase: f.phase()}
	if f.done && f.subsamples > 0 {
		s.Iteration = len(f.path)
	}
	if f.best == nil {
		return s
	}
	s.Parts = []inference.Part{f.graph()}
	s.Scalars = []inference.Scalar{{Name: "lambda", Mean: f.best.lambda}, {Name: "edges", Mean: float64(edges(f.best.omega))}}
	return s
}

// graph is the network at the best penalty so far, with partial correlations.
func (f *fit) graph() *graph.Graph {
	g := &graph.Graph{Over: graph.Columns, Nodes: f.names, Measure: graph.Chosen, Weighted: graph.Partial, Path: slices.Clone(f.path)}
	if f.done && f.subsamples > 0 {
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
