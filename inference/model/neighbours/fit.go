package neighbours

import (
	"context"
	"errors"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	points = 30   // penalties along a path
	least  = 0.02 // the last of them, as a share of the first
	folds  = 10
	sure   = 0.75 // share of half-samples for which the bound on false edges is given
)

// fit is one run: the path of each column, then the half-samples.
type fit struct {
	atonce.Fit
	data       *inference.Dataset
	streams    inference.Streams
	both       bool
	validate   bool
	lambda     float64
	alpha      float64 // of the penalty of Meinshausen and Bühlmann; 0 for another choice
	gamma      float64
	subsamples int

	whole     *lasso.Regressions
	parts     []fold
	next      int // column
	walk      *walk
	penalties []float64
	beta      []float64 // D×D: coefficients of each column, at its penalty
	joined    [][2]int  // edges, i < j, by j
	sample    int       // half-samples done
	half      *lasso.Regressions
	found     []float64 // D×D: coefficients of the half-sample
	count     []int     // D×D, i < j at j·D+i
	selected  int       // edges in all half-samples
}

// A fold is a part of the rows left out: the regressions of the others, and the moments of these about
// the others' means.
type fold struct {
	others *lasso.Regressions
	own    []float64
}

var _ inference.Saver = (*fit)(nil)

// covariance is Σ (x−m)(x−m)ᵀ/n of some rows, about their mean or that given. A column of one value gets a variance
// of 1.
func (f *fit) covariance(rows []int, mean []float64) (s, m []float64) {
	_, d := f.data.Dims()
	n := float64(len(rows))
	if m = mean; m == nil {
		m = make([]float64, d)
		for _, i := range rows {
			for j, v := range f.data.X.RawRowView(i) {
				m[j] += v / n
			}
		}
	}
	s = make([]float64, d*d)
	e := make([]float64, d)
	for _, i := range rows {
		for j, v := range f.data.X.RawRowView(i) {
			e[j] = v - m[j]
		}
		for j, a := range e {
			to := s[j*d : j*d+j+1]
			for k := range to {
				to[k] += a * e[k] / n
			}
		}
	}
	for j := range d {
		for k := range j {
			s[k*d+j] = s[j*d+k]
		}
		if !(s[j*d+j] > 0) && mean == nil {
			s[j*d+j] = 1
		}
	}
	return s, m
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return f.Work(ctx, f.advance, f.fraction, func() []float64 {
		mean := 0.0
		for _, v := range f.penalties {
			mean += v / float64(len(f.penalties))
		}
		return []float64{float64(len(f.joined)), mean}
	})
}

func (f *fit) fraction() float64 {
	d := float64(len(f.penalties))
	return min(0.99, (float64(f.sample)+float64(f.next)/d)/float64(f.subsamples+1))
}

// advance does the work of one column, or prepares a sample.
func (f *fit) advance() {
	n, d := f.data.Dims()
	switch {
	case f.whole == nil:
		var whole *lasso.Regressions
		var parts []fold
		f.Apart(func() { whole, parts = f.prepare() }, func() { f.whole, f.parts = whole, parts })
	case f.joined == nil && f.next < d:
		if f.choose(f.next) {
			f.next++
		}
	case f.joined == nil:
		f.joined = f.edges(f.beta)
		f.next, f.Phase = 0, "half-samples"
		f.Finished = f.subsamples == 0
	case f.half == nil:
		var half *lasso.Regressions
		f.Apart(func() {
			s, _ := f.covariance(f.streams.Task(uint64(f.sample)).Perm(n)[:n/2], nil)
			half = lasso.NewRegressions(d, s)
		}, func() { f.half, f.found = half, make([]float64, d*d) })
	case f.next < d:
		beta, _ := f.half.Solve(f.next, f.penalties[f.next])
		copy(f.found[f.next*d:], beta)
		f.next++
	default:
		for _, e := range f.edges(f.found) {
			f.count[e[1]*d+e[0]]++
			f.selected++
		}
		f.half, f.next = nil, 0
		f.sample++
		f.Finished = f.sample == f.subsamples
	}
}

// prepare finds the covariance of all rows and, for cross-validation, of the folds.
func (f *fit) prepare() (whole *lasso.Regressions, parts []fold) {
	n, d := f.data.Dims()
	s, _ := f.covariance(inference.UpTo(n), nil)
	whole = lasso.NewRegressions(d, s)
	if !f.validate || f.lambda > 0 {
		return whole, nil
	}
	order := f.streams.Task(1 << 32).Perm(n)
	for k := range min(folds, n/2) {
		var in, out []int
		for place, i := range order {
			if place%min(folds, n/2) == k {
				out = append(out, i)
			} else {
				in = append(in, i)
			}
		}
		s, mean := f.covariance(in, nil)
		own, _ := f.covariance(out, mean)
		parts = append(parts, fold{lasso.NewRegressions(d, s), own})
	}
	return whole, parts
}

// A walk goes along the penalties of a column: it holds those still to try, and the best so far.
type walk struct {
	ahead       []float64
	alone       bool // there was one
	best, least float64
}

// choose tries one penalty of a column. It returns true once the penalty and the coefficients are found.
func (f *fit) choose(j int) bool {
	n, d := f.data.Dims()
	if f.walk == nil {
		f.walk = &walk{best: f.lambda, least: math.Inf(1)}
		switch {
		case f.lambda > 0:
			f.walk.ahead = []float64{f.lambda}
		case f.alpha > 0:
			f.walk.ahead = []float64{f.bound(j)}
		default:
			f.walk.ahead = f.path(j)
		}
		f.walk.alone = len(f.walk.ahead) == 1
	}
	w := f.walk
	lambda := w.ahead[0]
	w.ahead = w.ahead[1:]
	beta, residual := f.whole.Solve(j, lambda)
	value := f.criterion(n, d, beta, residual)
	if f.parts != nil {
		value = f.error(j, lambda)
	}
	if value < w.least || w.alone {
		w.best, w.least = lambda, value
		copy(f.beta[j*d:(j+1)*d], beta)
	}
	if len(w.ahead) > 0 {
		return false
	}
	f.penalties[j], f.walk = w.best, nil
	return true
}

// bound is the penalty of column j with which it has a neighbour outside of its part of the network with a
// probability of α/D at most: σ_j Φ⁻¹(1 − α/(2D²))/√N (Meinshausen and Bühlmann 2006, theorem 3, whose penalty
// is twice ours).
func (f *fit) bound(j int) float64 {
	n, d := f.data.Dims()
	return math.Sqrt(f.whole.Variance(j)) *
		-distuv.UnitNormal.Quantile(f.alpha/(2*float64(d)*float64(d))) / math.Sqrt(float64(n))
}

// path falls from the penalty without a coefficient on.
func (f *fit) path(j int) (path []float64) {
	largest := math.Max(f.whole.Largest(j), 1e-12)
	for k := range points {
		path = append(path, largest*math.Pow(least, float64(k)/(points-1)))
	}
	return path
}

// criterion is N log RSS/N + k log N + 2γk log(D−1).
func (f *fit) criterion(n, d int, beta []float64, residual float64) float64 {
	k := 0.0
	for _, b := range beta {
		if b != 0 {
			k++
		}
	}
	if k >= float64(n-1) {
		return math.Inf(1) // a fit without residual says nothing
	}
	rows := float64(n)
	return rows*math.Log(math.Max(residual, 1e-300)) + k*math.Log(rows) + 2*f.gamma*k*math.Log(float64(d-1))
}

// error is the mean squared error of a column at a penalty over the folds.
func (f *fit) error(j int, lambda float64) float64 {
	_, d := f.data.Dims()
	sum := 0.0
	for _, p := range f.parts {
		beta, _ := p.others.Solve(j, lambda)
		sum += p.own[j*d+j]
		for k, b := range beta {
			if b == 0 {
				continue
			}
			sum -= 2 * b * p.own[j*d+k]
			for l, c := range beta {
				if c != 0 {
					sum += b * c * p.own[k*d+l]
				}
			}
		}
	}
	return sum / float64(len(f.parts))
}

// edges lists the pairs that coefficients join.
func (f *fit) edges(beta []float64) [][2]int {
	_, d := f.data.Dims()
	out := [][2]int{}
	for j := range d {
		for i := range j {
			a, b := beta[j*d+i] != 0, beta[i*d+j] != 0
			if a && b || !f.both && (a || b) {
				out = append(out, [2]int{i, j})
			}
		}
	}
	return out
}

// weight is the geometric mean of the two coefficients where their signs agree, which with columns of
// unit variance estimates the partial correlation; half of the only one; 0 where they disagree.
func weight(a, b float64) float64 {
	switch {
	case a*b > 0:
		return math.Copysign(math.Sqrt(a*b), a)
	case a == 0 || b == 0:
		return (a + b) / 2
	}
	return 0
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := f.Show(float64(len(f.joined)))
	if !f.Finished {
		return s
	}
	_, d := f.data.Dims()
	g := &graph.Graph{Over: graph.Columns, Nodes: f.data.Columns, Measure: graph.Chosen, Weighted: graph.Coefficient}
	if f.subsamples > 0 {
		g.Measure = graph.Stability
		// Meinshausen and Bühlmann (2010), theorem 1, with the mean number of edges in a half-sample.
		q, all := float64(f.selected)/float64(f.subsamples), float64(d*(d-1))/2
		s.Scalars = append(s.Scalars, inference.Scalar{Name: "false_edges_at_75_percent", Mean: q * q / ((2*sure - 1) * all)})
	}
	for _, e := range f.joined {
		strength := 1.0
		if f.subsamples > 0 {
			strength = float64(f.count[e[1]*d+e[0]]) / float64(f.subsamples)
		}
		g.Edges = append(g.Edges,
			graph.Edge{From: e[0], To: e[1], Strength: strength, Weight: weight(f.beta[e[1]*d+e[0]], f.beta[e[0]*d+e[1]])})
	}
	s.Parts = []inference.Part{g}
	return s
}

// state is the saved form: penalties and coefficients are found again, half-samples are kept.
type state struct {
	Finished, Reported bool
	Sample, Selected   int
	Count              []int
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver. A half-sample under way is repeated.
func (f *fit) MarshalBinary() ([]byte, error) {
	return saved.Seal("neighbours", layout, state{f.Finished, f.Reported, f.sample, f.selected, f.count})
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("neighbours", layout, data, &s); err != nil {
		return err
	}
	if s.Sample == 0 && !s.Finished {
		return nil
	}
	_, d := f.data.Dims()
	if s.Sample < 0 || s.Sample > f.subsamples || s.Finished != (s.Sample == f.subsamples) ||
		len(s.Count) != d*d || s.Selected < 0 {
		return errors.New("neighbours: the saved state belongs to another table or other settings; start the run again")
	}
	f.whole, f.parts = f.prepare()
	for f.joined == nil {
		f.advance()
	}
	f.sample, f.selected, f.count, f.Finished, f.Reported = s.Sample, s.Selected, s.Count, s.Finished, s.Reported
	return nil
}
