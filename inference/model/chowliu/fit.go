package chowliu

import (
	"cmp"
	"context"
	"errors"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/process/markov"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/pairs"

	"gonum.org/v1/gonum/mat"
)

// An edge joins columns a < b.
type edge struct {
	a, b  int
	score float64 // gain in log likelihood, less the cost of its parameters
	r     float64 // correlation, or the mutual information of categories in nats
}

// fit is one run: the pairs of the table, then those of each bootstrap sample.
type fit struct {
	atonce.Fit
	data      *inference.Dataset
	streams   inference.Streams
	all       bool
	resamples int

	coding *coding // of tables of categories; nil for numbers
	coded  [][]int // their categories

	x       *mat.Dense   // the rows of the sample at work; nil where only categories count
	columns *pairs.Table // their correlations
	codes   [][]int      // the same as categories
	next    int          // column whose pairs are measured next
	edges   []edge       // measured
	sample  int          // complete, the table itself among them

	forest  []edge // of the table
	counts  map[[2]int]int
	density density // nil where there is none
	log     float64
}

var (
	_ inference.Saver     = (*fit)(nil)
	_ inference.Predictor = (*fit)(nil)
)

// correlated reports whether edges have correlations: of numbers, and of zeros and ones.
func (f *fit) correlated() bool { return f.coding == nil || f.data.Kind == inference.Binary }

// begin prepares the pairs of some of the rows.
func (f *fit) begin(rows []int) {
	_, d := f.data.Dims()
	f.x, f.columns, f.codes, f.next, f.edges = nil, nil, nil, 1, nil
	if f.correlated() || f.mixed() {
		f.x = mat.NewDense(len(rows), d, nil)
		for k, i := range rows {
			f.x.SetRow(k, f.data.X.RawRowView(i))
		}
		f.columns = pairs.New(f.x, pairs.Raw)
	}
	for _, column := range f.coded {
		if column == nil {
			f.codes = append(f.codes, nil)
			continue
		}
		codes := make([]int, len(rows))
		for k, i := range rows {
			codes[k] = column[i]
		}
		f.codes = append(f.codes, codes)
	}
}

// measure scores the pairs of column b with those before it.
func (f *fit) measure(b int) {
	for a := range b {
		e := edge{a: a, b: b}
		gain, freedom, n := f.pair(&e)
		e.score = gain
		if !f.all {
			e.score -= freedom / 2 * math.Log(math.Max(float64(n), 1))
		}
		if e.score > 0 || f.all {
			f.edges = append(f.edges, e)
		}
	}
}

// pair measures a pair: its gain in log likelihood, the number of its parameters, and the rows that have both. It
// sets the weight of the edge.
func (f *fit) pair(e *edge) (gain, freedom float64, rows int) {
	var nats float64
	var free int
	switch one, other := f.codesOf(e.a), f.codesOf(e.b); {
	case one != nil && other != nil:
		nats, rows, free = pairs.Counts(one, other)
		e.r = max(0, nats)
		if f.correlated() {
			e.r, _ = f.columns.Correlation(e.a, e.b)
		}
	case one != nil:
		nats, rows, free = between(one, mat.Col(nil, e.b, f.x))
		e.r = nats
	case other != nil:
		nats, rows, free = between(other, mat.Col(nil, e.a, f.x))
		e.r = nats
	default:
		e.r, rows = f.columns.Correlation(e.a, e.b)
		nats, free = pairs.Information(e.r), 1
	}
	return float64(rows) * nats, float64(free), rows
}

// mixed reports whether some columns hold categories and some numbers.
func (f *fit) mixed() bool { return f.coding != nil && f.coding.mixed() }

// codesOf returns the categories of a column of the sample at work, nil for numbers.
func (f *fit) codesOf(j int) []int {
	if f.codes == nil {
		return nil
	}
	return f.codes[j]
}

// best returns the best forest of the edges measured. Of mixed columns it is the best of those in which no path leads
// from categories through numbers to categories: first that of the categories, then that of the numbers with all
// categories as one node.
func (f *fit) best() []edge {
	_, d := f.data.Dims()
	if !f.mixed() {
		return spanning(f.edges, d, nil)
	}
	var nominal, others []edge
	for _, e := range f.edges {
		if f.codes[e.a] != nil && f.codes[e.b] != nil {
			nominal = append(nominal, e)
		} else {
			others = append(others, e)
		}
	}
	together := -1
	group := inference.UpTo(d)
	for j, c := range f.codes {
		if c == nil {
			continue
		}
		if together < 0 {
			together = j
		}
		group[j] = together
	}
	forest := append(spanning(nominal, d, nil), spanning(others, d, group)...)
	stable.SortFunc(forest, inOrder)
	return forest
}

// inOrder compares edges by their second column, then the first.
func inOrder(x, y edge) int { return cmp.Or(cmp.Compare(x.b, y.b), cmp.Compare(x.a, y.a)) }

// spanning returns the edges of the best forest, the first of equal ones. Columns of one group, numbered by a
// column of it, count as joined; nil is none.
func spanning(edges []edge, d int, group []int) (forest []edge) {
	stable.Sort(edges, func(x, y edge) int { return cmp.Compare(y.score, x.score) })
	if group == nil {
		group = inference.UpTo(d)
	}
	find := func(u int) int {
		for group[u] != u {
			group[u] = group[group[u]]
			u = group[u]
		}
		return u
	}
	for _, e := range edges {
		if a, b := find(e.a), find(e.b); a != b {
			group[a] = b
			forest = append(forest, e)
		}
	}
	stable.SortFunc(forest, inOrder)
	return forest
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return f.Work(ctx, f.advance, f.fraction, func() []float64 { return []float64{float64(len(f.forest)), f.log} })
}

func (f *fit) fraction() float64 {
	_, d := f.data.Dims()
	return min(0.99, (float64(f.sample)+float64(f.next)/float64(d))/float64(f.resamples+1))
}

// advance measures the pairs of one column, or ends a sample.
func (f *fit) advance() {
	_, d := f.data.Dims()
	if f.next < d {
		f.measure(f.next)
		f.next++
		return
	}
	var forest []edge
	f.Apart(func() { forest = f.best() }, func() { f.end(forest) })
}

// end ends a sample, whose forest this is.
func (f *fit) end(forest []edge) {
	if f.sample == 0 {
		f.forest = forest
		f.Apart(f.learn, f.goOn)
		return
	}
	for _, e := range forest {
		f.counts[[2]int{e.a, e.b}]++
	}
	f.goOn()
}

// goOn begins the next sample.
func (f *fit) goOn() {
	n, _ := f.data.Dims()
	f.sample++
	if f.sample > f.resamples {
		f.Finished, f.x, f.columns, f.edges, f.codes = true, nil, nil, nil, nil
		return
	}
	f.Phase = "bootstrap samples"
	rng := f.streams.Task(uint64(f.sample))
	rows := make([]int, n)
	for k := range rows {
		rows[k] = rng.IntN(n)
	}
	f.begin(rows)
}

// learn finds the Gaussian of the forest: its precision is made of those of its columns and pairs. Of categories
// it finds the probabilities.
func (f *fit) learn() {
	if f.mixed() {
		mean, variance, _ := conjugate.Moments(f.data.X)
		f.density = newMixture(f.forest, f.coding, f.coded, f.data, mean, variance)
		f.add()
		return
	}
	if f.coding != nil {
		f.density = newDiscrete(f.forest, f.coding, f.coded)
		f.add()
		return
	}
	mean, variance, _ := conjugate.Moments(f.data.X)
	d := len(mean)
	omega := mat.NewSymDense(d, nil)
	add := func(i, j int, v float64) { omega.SetSym(i, j, omega.At(i, j)+v) }
	for j, v := range variance {
		add(j, j, 1/v)
	}
	for _, e := range f.forest {
		r := math.Max(-1+1e-6, math.Min(1-1e-6, e.r)) // columns that are one another still have a density
		rest := 1 - r*r
		add(e.a, e.a, r*r/(rest*variance[e.a]))
		add(e.b, e.b, r*r/(rest*variance[e.b]))
		add(e.a, e.b, -r/(rest*math.Sqrt(variance[e.a]*variance[e.b])))
	}
	if g, ok := markov.New(mean, omega); ok {
		f.density = g
	}
	f.add()
}

// add finds the log likelihood.
func (f *fit) add() {
	f.log = 0
	if f.density != nil {
		n, _ := f.data.Dims()
		for i := range n {
			f.log += f.density.Log(f.data.X.RawRowView(i))
		}
	}
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := f.Show(float64(len(f.forest)))
	if f.Finished {
		s.Parts = []inference.Part{f.graph()}
	}
	return s
}

func (f *fit) graph() *graph.Graph {
	g := &graph.Graph{Over: graph.Columns, Nodes: f.data.Columns, Measure: graph.Chosen, Weighted: graph.Correlation}
	if f.resamples > 0 {
		g.Measure = graph.Bootstrapped
	}
	if !f.correlated() {
		g.Weighted = graph.Information
	}
	for _, e := range f.forest {
		strength := 1.0
		if f.resamples > 0 {
			strength = float64(f.counts[[2]int{e.a, e.b}]) / float64(f.resamples)
		}
		g.Edges = append(g.Edges, graph.Edge{From: e.a, To: e.b, Strength: strength, Weight: f.weight(e)})
	}
	return g
}

// weight returns the weight of an edge as shown: its correlation, or the information in nats.
func (f *fit) weight(e edge) float64 {
	if f.mixed() && f.coding.levels[e.a] == nil && f.coding.levels[e.b] == nil {
		return pairs.Information(math.Max(-1+closest, math.Min(1-closest, e.r)))
	}
	return e.r
}

// LogDensity implements inference.Predictor. Of categories it is a probability, of numbers a density.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.density == nil {
		return nil, errors.New("chowliu: the covariance of the forest is not positive definite; leave out columns " +
			"that repeat others")
	}
	if f.coding != nil {
		if err := f.coding.check(x); err != nil {
			return nil, err
		}
	}
	out, err := atonce.LogDensities(ctx, x, f.density.Log)
	if err == nil && f.coding != nil { // probabilities, not densities in working units
		for i := range out {
			for j, v := range x.RawRowView(i) {
				if f.coding.levels[j] != nil && !math.IsNaN(v) {
					out[i] -= f.data.LogJacobianAt(j, v)
				}
			}
		}
	}
	return out, err
}

// mostWeight is the greatest size of the weight of an edge: a correlation, or the information of ten categories
// or of numbers that are one another.
func (f *fit) mostWeight() float64 {
	switch {
	case f.correlated():
		return 1
	case f.mixed():
		return -0.5*math.Log(closest) + 1e-9
	}
	return math.Log(marginal.MostLevels) + 1e-9
}

// state is the saved form: before the end there is nothing to save, for the fit is repeated.
type state struct {
	Finished, Reported bool
	A, B, Counts       []int
	R                  []float64
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := state{}
	if f.Finished {
		s.Finished, s.Reported = true, f.Reported
		for _, e := range f.forest {
			s.A, s.B, s.R, s.Counts = append(s.A, e.a), append(s.B, e.b), append(s.R, e.r),
				append(s.Counts, f.counts[[2]int{e.a, e.b}])
		}
	}
	return saved.Seal("chowliu", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("chowliu", layout, data, &s); err != nil {
		return err
	}
	if !s.Finished {
		return nil
	}
	_, d := f.data.Dims()
	f.forest = nil
	for k := range s.A {
		if k >= len(s.B) || k >= len(s.R) || k >= len(s.Counts) || s.A[k] < 0 || s.B[k] >= d || s.A[k] >= s.B[k] ||
			!(math.Abs(s.R[k]) <= f.mostWeight()) || s.Counts[k] < 0 || s.Counts[k] > f.resamples {
			return errors.New("chowliu: the saved state belongs to another table or other settings; start the run again")
		}
		f.forest = append(f.forest, edge{a: s.A[k], b: s.B[k], r: s.R[k]})
		f.counts[[2]int{s.A[k], s.B[k]}] = s.Counts[k]
	}
	f.learn()
	f.Finished, f.Reported, f.sample = true, s.Reported, f.resamples+1
	return nil
}
