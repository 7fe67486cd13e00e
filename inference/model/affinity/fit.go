package affinity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/exemplar"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

const (
	still    = 50   // rounds for which exemplars stand still
	rounds   = 1000 // at most
	restarts = 10   // random ones of k medoids
)

// fit is one run: similarities, messages, then greedy searches.
type fit struct {
	atonce.Fit
	data       *inference.Dataset
	streams    inference.Streams
	ruler      *linkage.Ruler
	k          int // clusters asked for; 0 for as many as the preference gives
	preference float64
	squared    bool
	damping    float64

	next     int        // row whose similarities come next
	known    []int      // rows with values, in the order of those of s
	s        *mat.Dense // of the known rows
	messages *exemplar.Messages
	starts   [][]int // of the searches to come
	search   *exemplar.Choice
	found    found
}

// found is the result of a fit, which is saved. Work in progress is repeated.
type found struct {
	Finished, Reported bool
	Near               []int // exemplar of each row; −1 for rows without values
	Net                float64
	Passed             []int   // exemplars of the messages; nil for none
	PassedNet          float64 // theirs, each row with the most similar one
	Settled            bool
}

var _ inference.Saver = (*fit)(nil)

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	r, err := f.Work(ctx, f.advance, f.fraction, func() []float64 {
		return []float64{f.found.Net, float64(len(f.exemplars()))}
	})
	f.found.Finished, f.found.Reported = f.Finished, f.Reported
	return r, err
}

// advance does a piece of the work.
func (f *fit) advance() {
	switch {
	case f.s == nil || f.next < len(f.known):
		f.compare()
	case f.search != nil || f.starts != nil:
		f.improve()
	case f.k > 0:
		f.Phase = "exchanging medoids"
		f.begin()
		for t := range restarts {
			f.starts = append(f.starts, f.streams.Task(uint64(t)).Perm(len(f.known))[:f.k])
		}
	case f.messages == nil:
		f.Phase = "passing messages"
		var m *exemplar.Messages
		f.Apart(func() { m = exemplar.NewMessages(f.s, f.damping) }, func() { f.messages = m })
	case f.messages.Advance() && (f.messages.Settled(still) || f.messages.Rounds == rounds):
		f.Phase = "improving exemplars"
		f.found.Settled = f.messages.Settled(still)
		f.begin()
		if of := f.messages.Exemplars(); len(of) > 0 {
			f.found.Passed = of
			f.found.PassedNet = exemplar.NewChoice(f.s, of).Net()
			f.starts = append(f.starts, of)
		}
		f.messages = nil
	}
}

// begin makes a search from the best single row the first.
func (f *fit) begin() { f.starts = [][]int{{exemplar.Single(f.s)}} }

// compare finds the similarities of one row, after the last the preference.
func (f *fit) compare() {
	n := len(f.data.Rows)
	if f.s == nil {
		for i := range n {
			if slices.ContainsFunc(f.data.X.RawRowView(i), func(v float64) bool { return !math.IsNaN(v) }) {
				f.known = append(f.known, i)
			}
		}
		f.s = mat.NewDense(len(f.known), len(f.known), nil)
	}
	all, row := make([]float64, n), f.s.RawRowView(f.next)
	f.ruler.From(f.known[f.next], all)
	for k, j := range f.known {
		if row[k] = -all[j]; f.squared {
			row[k] = -all[j] * all[j]
		}
	}
	if f.next++; f.next < len(f.known) {
		return
	}
	f.ruler = nil
	f.Apart(f.prefer, func() {})
}

// prefer finds the preference, and gives rows that share no column a similarity.
func (f *fit) prefer() {
	least, preference := 0.0, 0.0
	pairs := make([]float64, 0, len(f.known)*len(f.known)/2)
	for i := range f.known {
		for k, v := range f.s.RawRowView(i) {
			if k < i && !math.IsInf(v, 0) {
				pairs = append(pairs, v)
				least = math.Min(least, v)
			}
		}
	}
	if slices.Sort(pairs); f.k == 0 && len(pairs) > 0 {
		at := f.preference * float64(len(pairs)-1)
		low := int(at)
		preference = pairs[low] + (at-float64(low))*(pairs[min(low+1, len(pairs)-1)]-pairs[low])
	}
	for i := range f.known {
		for k, v := range f.s.RawRowView(i) {
			if math.IsInf(v, 0) { // the rows share no known column: less alike than any that do
				f.s.Set(i, k, 100*least-1)
			}
		}
		f.s.Set(i, i, preference)
	}
}

// improve makes one move of a search; after its last the next one begins.
func (f *fit) improve() {
	if f.search == nil {
		f.search = exemplar.NewChoice(f.s, f.starts[0])
		f.starts = f.starts[1:]
		return
	}
	search := f.search
	if f.k > 0 && len(search.Of) < f.k {
		f.Apart(search.Add, func() {})
		return
	}
	gains := false
	f.Apart(func() { gains = search.Improve(f.k > 0) }, func() {
		if !gains {
			f.end()
		}
	})
}

// end keeps the result of a search if it is better, and ends the fit after the last search.
func (f *fit) end() {
	if net := f.search.Net(); f.found.Near == nil || net > f.found.Net {
		f.found.Net, f.found.Near = net, slices.Repeat([]int{-1}, len(f.data.Rows))
		for i, k := range f.search.Near() {
			f.found.Near[f.known[i]] = f.known[k]
		}
	}
	if f.search = nil; len(f.starts) == 0 {
		f.Finished, f.starts, f.s = true, nil, nil
	}
}

func (f *fit) fraction() float64 {
	switch {
	case f.s == nil:
		return 0
	case f.next < len(f.known):
		return 0.2 * float64(f.next) / float64(len(f.known))
	case f.messages != nil:
		return 0.2 + 0.6*math.Min(1, float64(f.messages.Rounds)/200)
	case f.search != nil || f.starts != nil:
		return 0.9
	}
	return 0.2
}

// exemplars are the rows that stand for others, those of most rows first.
func (f *fit) exemplars() (list []int) {
	size := map[int]int{}
	for i, k := range f.found.Near {
		if k >= 0 {
			size[k]++
		}
		if k == i {
			list = append(list, i)
		}
	}
	stable.Sort(list, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	return list
}

// reason says how the exemplars came about.
func (f *fit) reason(list []int) (text string) {
	switch of := f.found.Passed; {
	case f.k > 0:
	case of == nil:
		text = "; messages chose no exemplar, so the greedy search began from the best single row. A " +
			"damping of 0.95 may help"
	case !f.found.Settled:
		text = fmt.Sprintf("; messages had not settled after %d rounds: a damping of 0.95 may help", rounds)
	case f.found.Net > f.found.PassedNet+1e-9*math.Abs(f.found.PassedNet):
		text = fmt.Sprintf("; the greedy search found a greater net similarity than the messages, %.6g against %.6g",
			f.found.Net, f.found.PassedNet)
	}
	if len(list) > 0 {
		const most = 5
		text += "; exemplars are "
		for k, i := range list[:min(len(list), most)] {
			if k > 0 {
				text += ", "
			}
			text += fmt.Sprintf("%q", f.data.Rows[i])
		}
		if more := len(list) - most; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	return text
}

// Snapshot shows the clusters, and each row joined to its exemplar.
func (f *fit) Snapshot() *inference.Snapshot {
	if !f.Finished {
		return f.Show(0)
	}
	s, list := f.Show(f.found.Net), f.exemplars()
	s.Phase += f.reason(list)
	label := make([]int, len(f.data.Rows))
	g := &graph.Graph{Over: graph.Rows, Nodes: f.data.Rows, Directed: true, Measure: graph.Neighbouring,
		Best: make([]int, len(label))}
	for i, k := range f.found.Near {
		label[i], g.Best[i] = slices.Index(list, k), -1
		if k >= 0 && k != i {
			g.Best[i] = k
			g.Edges = append(g.Edges, graph.Edge{From: k, To: i, Strength: 1})
		}
	}
	s.Parts = []inference.Part{&partition.Partition{Name: "cluster", Labels: label}, g}
	s.Scalars = append(s.Scalars, inference.Scalar{Name: "exemplars", Mean: float64(len(list))})
	return s
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	if !f.Finished {
		return saved.Seal("affinity", layout, found{})
	}
	s := f.found
	s.Finished, s.Reported = f.Finished, f.Reported
	return saved.Seal("affinity", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s found
	if err := saved.Open("affinity", layout, data, &s); err != nil {
		return err
	}
	n := len(f.data.Rows)
	wrong := s.Finished != (len(s.Near) == n) || math.IsNaN(s.Net)
	for _, k := range s.Near {
		wrong = wrong || k < -1 || k >= n || len(s.Near) == n && k >= 0 && s.Near[k] != k
	}
	if wrong {
		return errors.New("affinity: the saved state is not of this table; start the run again")
	}
	f.found, f.Finished, f.Reported = s, s.Finished, s.Reported
	return nil
}
