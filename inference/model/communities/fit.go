package communities

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/community"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/words"
)

// fit is one run: the graph, then the communities at each resolution, that asked for first.
type fit struct {
	data       *inference.Dataset
	streams    inference.Streams
	weights    string
	ruler      *linkage.Ruler
	links      *nearest.Graph // of a network, until they are the graph
	neighbours int
	starts     int
	list       []float64 // resolutions, ascending
	asked      int       // place of that asked for

	search *nearest.Search // nil before and after
	errand *parallel.Errand
	under  finding // result of the errand
	found  found
}

// found is the result of a fit, which is saved. Work in progress is repeated.
type found struct {
	Graph  *nearest.Graph // nil until it is made
	Places []int          // of resolutions that are done, in the order in which they were
	Labels [][]int
	Q      []float64
}

// A finding is the best of the starts so far at one resolution.
type finding struct {
	label []int
	q     float64
	count int // of starts
}

var _ inference.Saver = (*fit)(nil)

// next is the place of the resolution that comes next: that asked for, then the others in turn.
func (f *fit) next() int {
	count := len(f.found.Places)
	if count == 0 {
		return f.asked
	}
	if count-1 < f.asked {
		return count - 1
	}
	return count
}

// Step implements inference.Stepper. Each start has its own stream, so it does not depend on the starts before.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	if g := f.found.Graph; g != nil && len(g.To) == 0 {
		return inference.Report{}, errors.New("communities: no two rows have enough known cells in " +
			"common; leave out the columns that are mostly missing")
	}
	ended := func() bool { return len(f.found.Places) == len(f.list) }
	outcome, err := pace.Work(ctx, ended, func() bool {
		if f.found.Graph == nil {
			f.join()
			return false
		}
		return len(f.found.Graph.To) > 0 && f.find(ctx)
	})
	switch {
	case err != nil:
		return inference.Report{}, err
	case outcome == pace.Ended:
		return inference.Report{Phase: f.phase(), Fraction: 1, Done: true}, nil
	case outcome == pace.Paused:
		return inference.Report{Phase: f.phase(), Fraction: f.fraction()}, nil
	}
	at := len(f.found.Places) - 1
	return inference.Report{Scalars: []float64{f.found.Q[at], float64(slices.Max(f.found.Labels[at]) + 1)},
		Phase: f.phase(), Fraction: 1, Share: float64(at+1) / float64(len(f.list)), Changed: true, Done: ended()}, nil
}

// join searches for the neighbours of one row; after the last the graph is made.
func (f *fit) join() {
	if f.links != nil {
		f.found.Graph, f.links, f.ruler = f.links, nil, nil
		return
	}
	if f.search == nil {
		f.search = nearest.NewSearch(f.ruler, len(f.data.Rows), f.neighbours)
	}
	if f.search.Advance() {
		f.found.Graph = nearest.Join(f.search.Near, f.weights)
		f.search, f.ruler = nil, nil
	}
}

// find works on the resolution that comes next, on a goroutine whose pieces are starts, and reports whether it
// is done.
func (f *fit) find(ctx context.Context) bool {
	if f.errand == nil {
		at := f.next()
		g, resolution, task := f.found.Graph, f.list[at], uint64(at*f.starts+f.under.count)
		streams, under := f.streams, &f.under
		f.errand = parallel.NewErrand(func() bool {
			label, q := community.Leiden(g, resolution, streams.Task(task))
			if under.count == 0 || q > under.q {
				under.label, under.q = label, q
			}
			under.count++
			return true
		})
	}
	if f.errand.Wait(ctx, pace.Step) == parallel.Unfinished {
		return false
	}
	f.errand = nil
	if f.under.count < f.starts {
		return false
	}
	f.found.Places = append(f.found.Places, f.next())
	f.found.Labels, f.found.Q = append(f.found.Labels, f.under.label), append(f.found.Q, f.under.q)
	f.under = finding{}
	return true
}

func (f *fit) fraction() float64 {
	switch {
	case len(f.found.Places) > 0:
		return 1
	case f.found.Graph != nil:
		return 0.9
	case f.search != nil:
		return 0.9 * f.search.Done()
	}
	return 0
}

func (f *fit) phase() string {
	switch count := len(f.found.Places); {
	case f.found.Graph == nil:
		return "searching for neighbours"
	case count == 0:
		return "finding communities"
	case count < len(f.list):
		return fmt.Sprintf("resolution %d of %d", count+1, len(f.list)) + f.reason()
	}
	return "communities found" + f.reason()
}

// reason describes the graph.
func (f *fit) reason() (text string) {
	if parts := f.found.Graph.Parts(); parts > 1 {
		text = fmt.Sprintf("; the graph falls into %d separate parts", parts)
	}
	alone := 0
	for _, c := range f.found.Labels[0] {
		if c < 0 {
			alone++
		}
	}
	if alone > 0 {
		text += "; " + words.Plural(alone, "row") + words.ByNumber(alone, " shares", " share") + " too few known " +
			"cells, or no neighbours, with any other, and" + words.ByNumber(alone, " is", " are") + " in no community"
	}
	return text
}

// Snapshot shows the communities at the resolution asked for, those of the others that are done, and the graph.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(len(f.found.Places)-1, 0), Phase: f.phase()}
	if len(f.found.Places) == 0 {
		return s
	}
	label, g := f.found.Labels[0], f.found.Graph
	p := &scales.Scales{Name: "resolution", Of: "community", Measure: "modularity", Asked: f.list[f.asked]}
	for at := range f.list {
		if k := slices.Index(f.found.Places, at); k >= 0 {
			p.At, p.Labels = append(p.At, f.list[at]), append(p.Labels, f.found.Labels[k])
			p.Quality = append(p.Quality, f.found.Q[k])
		}
	}
	s.Parts = []inference.Part{&partition.Partition{Name: "community", Labels: label}, p,
		graph.OfNeighbours(f.data.Rows, g.Start, g.To, g.Weight, nearest.IsNetwork(f.data))}
	s.Scalars = []inference.Scalar{{Name: "modularity", Mean: f.found.Q[0]},
		{Name: "communities", Mean: float64(slices.Max(label) + 1)}}
	return s
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) { return saved.Seal("communities", layout, f.found) }

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s found
	if err := saved.Open("communities", layout, data, &s); err != nil {
		return err
	}
	if !s.fits(len(f.data.Rows), len(f.list)) {
		return errors.New("communities: the saved state belongs to another table; start the run again")
	}
	f.found, f.search, f.errand, f.under = s, nil, nil, finding{}
	for at, place := range s.Places {
		f.found.Places = s.Places[:at]
		if want := f.next(); place != want {
			return errors.New("communities: the saved resolutions are not those of this run; start it again")
		}
	}
	f.found.Places = s.Places
	return nil
}

// fits reports whether the state belongs to n rows and so many resolutions.
func (s *found) fits(n, count int) bool {
	if s.Graph == nil {
		return len(s.Places) == 0
	}
	if !s.Graph.Fits(n) || len(s.Places) > count || len(s.Labels) != len(s.Places) || len(s.Q) != len(s.Places) {
		return false
	}
	for k, z := range s.Labels {
		if len(z) != n || math.IsNaN(s.Q[k]) {
			return false
		}
		for _, c := range z {
			if c < -1 || c >= n {
				return false
			}
		}
	}
	return true
}
