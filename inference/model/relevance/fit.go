package relevance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/association"
	"example.org/espalier/inference/stat/pairs"
)

// fit is one run: the pairs of the table, then those of shuffled tables.
type fit struct {
	atonce.Fit
	names    []string
	streams  inference.Streams
	informed *informed // nil where pairs are correlated; then the columns
	columns  *pairs.Table
	shuffles int // 0 for p values of Student's t
	rate     float64
	// dependent says that the rate holds however the pairs depend on each other.
	dependent bool

	next  int       // column whose pairs come next
	r, p  []float64 // of the pairs: (0,1), (0,2), (1,2), …
	table *pairs.Table
	done  int       // shuffled tables
	null  []float64 // |r| of shuffled pairs
	edges []graph.Edge
}

var _ inference.Saver = (*fit)(nil)

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return f.Work(ctx, f.advance, f.fraction, func() []float64 { return []float64{float64(len(f.edges))} })
}

func (f *fit) fraction() float64 {
	if f.informed != nil {
		return min(0.99, f.informed.fraction())
	}
	return min(0.99, (float64(f.done)+float64(f.next)/float64(f.columns.D))/float64(f.shuffles+1))
}

// advance correlates one column with those before it, or ends a table; or it measures some pairs.
func (f *fit) advance() {
	switch {
	case f.informed != nil:
		if f.informed.advance() {
			f.conclude()
		} else if f.informed.table != nil {
			f.Phase = fmt.Sprint("shuffled table ", f.informed.tables+1)
		}
	case f.next < f.columns.D && len(f.r) < f.columns.D*(f.columns.D-1)/2:
		for a := range f.next {
			r, n := f.columns.Correlation(a, f.next)
			f.r, f.p = append(f.r, r), append(f.p, pairs.Significance(r, n))
		}
		f.next++
	case f.done == f.shuffles:
		f.conclude()
	case f.table == nil:
		f.Phase = fmt.Sprintf("shuffled table %d of %d", f.done+1, f.shuffles)
		f.shuffle()
		f.next = 1
	case f.next < f.columns.D:
		for a := range f.next {
			r, _ := f.table.Correlation(a, f.next)
			f.null = append(f.null, math.Abs(r))
		}
		f.next++
	default:
		f.table = nil
		f.done++
	}
}

// shuffle shuffles every column by itself.
func (f *fit) shuffle() {
	rng := f.streams.Task(uint64(f.done))
	f.table = &pairs.Table{N: f.columns.N, D: f.columns.D, Seen: f.columns.Seen}
	for _, c := range f.columns.Columns {
		c = slices.Clone(c)
		rng.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
		f.table.Columns = append(f.table.Columns, c)
	}
}

// conclude tests the pairs, which takes long for thousands of columns.
func (f *fit) conclude() {
	var edges []graph.Edge
	f.Apart(func() { edges = f.judge() }, func() { f.edges, f.Finished = edges, true })
}

// judge finds p and q values and returns the edges.
func (f *fit) judge() (edges []graph.Edge) {
	switch {
	case f.informed != nil:
		f.p = f.informed.significance()
		for _, nats := range f.informed.nats {
			f.r = append(f.r, max(0, nats)) // an estimate below 0 says that there is none
		}
	case f.shuffles > 0:
		slices.Sort(f.null)
		for k, r := range f.r {
			// As strong but for rounding counts as strong: ranks give few different values.
			beyond := len(f.null) - sort.SearchFloat64s(f.null, math.Abs(r)-1e-9)
			f.p[k] = float64(1+beyond) / float64(1+len(f.null))
		}
	}
	q := association.Adjust(f.p)
	if f.dependent {
		q = association.AdjustDependent(f.p)
	}
	k := 0
	for b := 1; b < len(f.names); b++ {
		for a := range b {
			if q[k] <= f.rate {
				edges = append(edges, graph.Edge{From: a, To: b, Strength: 1 - q[k], Weight: f.r[k]})
			}
			k++
		}
	}
	return edges
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := f.Show(float64(len(f.edges)))
	if f.Finished {
		s.Parts = []inference.Part{f.graph(f.edges)}
	}
	return s
}

func (f *fit) graph(edges []graph.Edge) *graph.Graph {
	g := &graph.Graph{Over: graph.Columns, Nodes: f.names, Measure: graph.Significance, Weighted: graph.Correlation,
		Edges: edges}
	if f.informed != nil {
		g.Weighted = graph.Information
	}
	return g
}

// state is the saved form: before the end there is nothing to save, for the fit is repeated.
type state struct {
	Finished, Reported bool
	Edges              []graph.Edge
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	return saved.Seal("relevance", layout, state{f.Finished, f.Reported, f.edges})
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("relevance", layout, data, &s); err != nil {
		return err
	}
	if !s.Finished {
		return nil
	}
	if err := f.graph(s.Edges).Check(nil); err != nil {
		return errors.New("relevance: the saved state belongs to another table; start the run again")
	}
	f.edges, f.Finished, f.Reported = s.Edges, true, s.Reported
	return nil
}
