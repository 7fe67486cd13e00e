package spectral

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/lloyd"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/spectrum"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/floats"
)

const (
	sliceWork   = 200_000 // multiply-adds between looks at the clock
	fullMost    = 400     // rows up to which all eigenvectors are computed
	mostLearnt  = 15      // clusters that a gap is sought behind
	startStream = 1 << 32 // the task whose stream the block of vectors begins from
)

// fit is one run: the graph, its eigenvectors, then starts of k-means.
type fit struct {
	data    *inference.Dataset
	streams inference.Streams
	weights string
	unit    bool // the embedding has rows of length 1
	ruler   *linkage.Ruler
	k       int            // asked for; 0 for as many as the rule says
	rule    string         // spectrum.Gap or spectrum.Modularity
	links   *nearest.Graph // of a network, until they are the graph
	first   int            // neighbours asked for, or by rule

	search *nearest.Search // nil before and after
	errand *parallel.Errand
	solve  *block
	trial  *trial
	found  found
	now    *lloyd.Clusters // nil between starts
	rows   lloyd.Rows      // of the embedding
}

// found is the result of a fit, which is saved. Work in progress is repeated.
type found struct {
	Neighbours int
	Parts      int            // of the graph
	Graph      *nearest.Graph // nil until it is made
	Values     []float64
	Tried      []float64       // modularity of 1, 2, 3, … clusters; nil where they are not tried
	Place      []int           // of each row among those that are clustered; −1 for a row without an edge
	Embedding  []float64       // rows × K; nil until the eigenvectors are found
	K          int             // clusters
	Left       float64         // |Lv − λv| where the rounds ended too early, else 0
	Best       *lloyd.Clusters // nil before the first start is complete
	Cut        float64
	Count      int // of complete starts
}

var _ inference.Saver = (*fit)(nil)

// Step implements inference.Stepper. Each start has its own stream, so it does not depend on the starts before.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	if g := f.found.Graph; g != nil && len(g.To) == 0 {
		return inference.Report{}, errors.New("spectral: no two rows have enough known cells in common; leave out " +
			"the columns that are mostly missing")
	}
	outcome, err := pace.Work(ctx, nil, func() bool {
		switch {
		case f.found.Graph == nil:
			f.join()
			return false
		case len(f.found.Graph.To) == 0:
			return false
		case f.found.Embedding == nil:
			f.eigenvectors(ctx)
			return false
		case f.now == nil:
			nearest := lloyd.Seeds(f.rows, f.found.K, f.streams.Task(uint64(f.found.Count)))
			f.now = lloyd.New(f.rows, nearest, f.found.K)
			f.now.Single = true
		}
		return f.now.Advance(sliceWork)
	})
	switch {
	case err != nil:
		return inference.Report{}, err
	case outcome == pace.Paused:
		return inference.Report{Phase: f.phase(), Fraction: f.fraction()}, nil
	}
	last := f.sum(f.now)
	better := f.found.Best == nil || f.now.Sum < f.found.Best.Sum
	if better {
		f.found.Best = f.now
		f.found.Cut = f.found.Graph.Cut(f.labels(), f.found.K)
	}
	f.now = nil
	f.found.Count++
	return inference.Report{Scalars: []float64{f.sum(f.found.Best), f.found.Cut, last}, Phase: f.phase(), Fraction: 1,
		Changed: better}, nil
}

// join searches for the neighbours of one row; after the last the graph is made, or more neighbours are sought where it
// falls into more parts than clusters are asked for.
func (f *fit) join() {
	n := len(f.data.Rows)
	if f.links != nil {
		f.found.Graph, f.found.Parts, f.found.Neighbours = f.links, f.links.Parts(), f.first
		f.links, f.ruler = nil, nil
		return
	}
	if f.search == nil {
		f.found.Neighbours = f.first
		f.search = nearest.NewSearch(f.ruler, n, f.first)
	}
	if !f.search.Advance() {
		return
	}
	g := nearest.Join(f.search.Near, f.weights)
	k := f.found.Neighbours
	f.found.Parts = g.Parts()
	limit := f.k
	if limit == 0 {
		limit = mostLearnt
	}
	if f.found.Parts > limit && k < n-1 {
		f.found.Neighbours = min(n-1, k+max(1, k/4))
		f.search = nearest.NewSearch(f.ruler, n, f.found.Neighbours)
		return
	}
	f.found.Graph, f.search, f.ruler = g, nil, nil
}

// eigenvectors works on the eigenvectors, on a goroutine whose pieces end by themselves.
func (f *fit) eigenvectors(ctx context.Context) {
	joined := 0
	place := make([]int, len(f.data.Rows))
	for i := range place {
		if place[i] = -1; f.found.Graph.Start[i] < f.found.Graph.Start[i+1] {
			place[i] = joined
			joined++
		}
	}
	if f.trial == nil { // which reads it
		f.found.Place = place
	}
	count := min(f.k+1, joined)
	if f.k == 0 {
		count = min(mostLearnt+1, joined)
	}
	if f.trial != nil {
		switch f.errand.Wait(ctx, pace.Step) {
		case parallel.Finished:
			f.begin()
		case parallel.Complete:
			f.embed(f.trial.values, f.trial.vectors, joined)
			f.trial, f.errand = nil, nil
		}
		return
	}
	if f.errand == nil {
		l := newLaplacian(f.found.Graph)
		f.solve = newBlock(l, count, f.streams.Task(startStream))
		solve := f.solve
		f.errand = parallel.NewErrand(func() bool { return solve.solve() })
	}
	switch f.errand.Wait(ctx, pace.Step) {
	case parallel.Unfinished:
		return
	case parallel.Finished:
		solve := f.solve
		f.errand = parallel.NewErrand(func() bool { return solve.round() })
		return
	}
	if f.solve.left > tolerance {
		f.found.Left = f.solve.left
	}
	solve := f.solve
	f.solve, f.errand = nil, nil
	if f.k == 0 && f.rule == spectrum.Modularity {
		f.trial = &trial{values: solve.values[:count], vectors: solve.v, joined: joined}
		f.begin()
		return
	}
	f.embed(solve.values[:count], solve.v, joined)
}

// embed chooses the number of clusters and places the rows.
func (f *fit) embed(values []float64, vectors [][]float64, joined int) {
	f.found.Values = slices.Clone(values)
	if f.found.K = min(f.k, joined); f.k == 0 {
		if f.trial != nil {
			f.found.K, f.found.Tried = f.trial.best, f.trial.tried
		} else {
			f.found.K = (&spectrum.Spectrum{Values: values}).Widest()
		}
	}
	f.found.Embedding = f.place(vectors, f.found.K, joined)
	f.rows = lloyd.Rows{N: joined, P: f.found.K, Y: f.found.Embedding}
}

// sum returns the sum of squares of clusters. It returns 0 where the sum is a rounding error, as it is where the
// clusters are the parts of a graph.
func (f *fit) sum(c *lloyd.Clusters) float64 {
	if c.Sum < 1e-24*floats.Dot(f.rows.Y, f.rows.Y) {
		return 0
	}
	return c.Sum
}

// gap is the distance from the last eigenvalue that is used to the next; 0 if there is no next.
func (f *fit) gap() float64 {
	if k := f.found.K; k < len(f.found.Values) {
		return f.found.Values[k] - f.found.Values[k-1]
	}
	return 0
}

func (f *fit) fraction() float64 {
	switch {
	case f.found.Best != nil:
		return 1
	case f.found.Graph != nil:
		return 0.8
	case f.search != nil:
		return 0.8 * f.search.Done()
	}
	return 0
}

func (f *fit) phase() string {
	switch {
	case f.found.Graph == nil:
		return "searching for neighbours"
	case f.found.Embedding == nil:
		return "finding eigenvectors"
	}
	return fmt.Sprintf("start %d", f.found.Count+1) + f.reason()
}

// reason says how the number of clusters was chosen, and describes the graph.
func (f *fit) reason() string {
	var say []string
	k := f.found.K
	if f.k == 0 && f.found.Tried != nil {
		say = append(say, fmt.Sprintf("the modularity at resolution %v of 1 to %d clusters is greatest "+
			"for %d, with %.2g",
			coarseness, len(f.found.Tried), k, f.found.Tried[k-1]))
	}
	if f.k == 0 && f.found.Tried == nil && k < len(f.found.Values) {
		say = append(say, fmt.Sprintf("the largest gap between the first %d eigenvalues lies behind number %d, "+
			"from %.2g to %.2g: "+
			"hence %s", len(f.found.Values), k,
			math.Max(0, f.found.Values[k-1]), f.found.Values[k], words.Plural(k, "cluster")))
	}
	if f.found.Parts > 1 {
		say = append(say, fmt.Sprintf("the graph falls into %d separate parts", f.found.Parts))
	}
	if f.found.Neighbours > f.first {
		say = append(say, fmt.Sprintf("each row has %d neighbours, because with %d the graph falls into more "+
			"parts than there are "+
			"clusters", f.found.Neighbours, f.first))
	}
	if alone := len(f.data.Rows) - f.rows.N; alone > 0 {
		say = append(say, words.Plural(alone, "row")+words.ByNumber(alone, " shares", " share")+
			" too few known cells with any other, "+
			"and"+words.ByNumber(alone, " is", " are")+" in no cluster")
	}
	if f.found.Left > 0 {
		say = append(say, fmt.Sprintf("the eigenvectors are known to %.1g only", f.found.Left))
	}
	text := ""
	for _, s := range say {
		text += "; " + s
	}
	return text
}

// labels are the clusters of the rows, the largest first; −1 for rows without an edge.
func (f *fit) labels() []int {
	best := f.found.Best
	order := inference.UpTo(f.found.K)
	stable.Sort(order, func(a, b int) int { return cmp.Compare(best.Size[b], best.Size[a]) })
	place := make([]int, f.found.K)
	for i, k := range order {
		place[k] = i
	}
	labels := make([]int, len(f.data.Rows))
	for i, at := range f.found.Place {
		if labels[i] = -1; at >= 0 {
			labels[i] = place[best.Nearest[at]]
		}
	}
	return labels
}

// Snapshot shows the best clusters so far, largest first.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(f.found.Count-1, 0), Phase: f.phase()}
	if f.found.Best == nil {
		return s
	}
	g := f.found.Graph
	s.Parts = []inference.Part{&partition.Partition{Name: "cluster", Labels: f.labels()},
		graph.OfNeighbours(f.data.Rows, g.Start, g.To, g.Weight, nearest.IsNetwork(f.data)), f.spectrum()}
	s.Scalars = []inference.Scalar{{Name: "sum_of_squares", Mean: f.sum(f.found.Best)},
		{Name: "normalised_cut", Mean: f.found.Cut},
		{Name: "eigengap", Mean: f.gap()}}
	return s
}

// spectrum says how the number of clusters was chosen.
func (f *fit) spectrum() *spectrum.Spectrum {
	s := &spectrum.Spectrum{Values: f.found.Values, Number: f.found.K, Rule: spectrum.Given,
		Modularity: f.found.Tried}
	switch {
	case f.found.Tried != nil:
		s.Rule = spectrum.Modularity
	case f.k == 0:
		s.Rule = spectrum.Gap
	}
	return s
}

// layout is the version of the saved state, first that before numbers of clusters were tried.
const (
	layout = 2
	first  = 1
)

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) { return saved.Seal("spectral", layout, f.found) }

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s found
	if err := saved.Open("spectral", layout, data, &s); err != nil {
		if saved.Open("spectral", first, data, &s) != nil {
			return err
		}
	}
	joined, ok := s.fits(len(f.data.Rows))
	if !ok || f.k > 0 && s.Embedding != nil && s.K != min(f.k, joined) {
		return fmt.Errorf("spectral: the saved state belongs to another table or number of clusters; start the " +
			"run again")
	}
	if s.Embedding == nil {
		s = found{Graph: s.Graph, Neighbours: s.Neighbours, Parts: s.Parts}
	}
	f.found, f.search, f.errand, f.solve, f.trial, f.now = s, nil, nil, nil, nil, nil
	f.rows = lloyd.Rows{N: joined, P: s.K, Y: s.Embedding}
	return nil
}

// fits reports whether the state belongs to n rows, and how many of them have an edge.
func (s *found) fits(n int) (joined int, ok bool) {
	if s.Graph == nil {
		return 0, s.Embedding == nil && s.Best == nil
	}
	if !s.Graph.Fits(n) || s.Count < 0 {
		return 0, false
	}
	if s.Embedding == nil {
		return 0, s.Best == nil
	}
	if len(s.Place) != n {
		return 0, false
	}
	for _, at := range s.Place {
		if at >= 0 {
			if at != joined {
				return 0, false
			}
			joined++
		}
	}
	if len(s.Tried) > 0 && s.K > len(s.Tried) || s.K < 1 || s.K > joined || len(s.Values) < s.K ||
		len(s.Embedding) != joined*s.K {
		return 0, false
	}
	b := s.Best
	if b == nil {
		return joined, true
	}
	for _, k := range b.Nearest {
		if k < 0 || k >= s.K {
			return 0, false
		}
	}
	return joined, len(b.Nearest) == joined && len(b.Size) == s.K
}
