package hdbscan

import (
	"context"
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/density"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/inference/saved"
)

// fit is one run: core distances, the spanning tree, then the clusters.
type fit struct {
	atonce.Fit
	data   *inference.Dataset
	ruler  *linkage.Ruler
	k      int // rows that a core distance reaches
	least  int // size of a cluster
	leaves bool

	core  *density.Core
	tree  *density.Spanning
	edges []density.Edge
	of    *scales.Scales
	label []int
}

var _ inference.Saver = (*fit)(nil)

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return f.Work(ctx, f.advance, f.fraction, func() []float64 {
		return []float64{float64(slices.Max(f.label) + 1), f.noise()}
	})
}

// advance does one row of the core distances or of the tree.
func (f *fit) advance() {
	n := len(f.data.Rows)
	switch {
	case f.core == nil:
		f.core = density.NewCore(f.ruler, n, f.k)
	case f.tree == nil:
		if f.core.Advance() {
			f.Phase = "growing the spanning tree"
			f.tree = density.NewSpanning(f.ruler, f.core.Distances)
		}
	case f.tree.Advance():
		f.edges = f.tree.Edges
		f.cluster()
		f.Finished = true
	}
}

// cluster finds the clusters at each least size along the tree.
func (f *fit) cluster() {
	n := len(f.data.Rows)
	h := density.NewHierarchy(n, f.edges)
	f.of = &scales.Scales{Name: "least size", Of: "cluster", Measure: "share of rows in clusters",
		Asked: float64(f.least)}
	for _, least := range sizes(n, f.least) {
		c := h.Condense(least)
		chosen := c.Stable()
		if f.leaves {
			chosen = c.Leaves()
		}
		label := c.Labels(chosen)
		in := 0
		for _, k := range label {
			if k >= 0 {
				in++
			}
		}
		f.of.At, f.of.Labels = append(f.of.At, float64(least)), append(f.of.Labels, label)
		f.of.Quality = append(f.of.Quality, float64(in)/float64(n))
		if least == f.least {
			f.label = label
		}
	}
}

// noise is the share of the rows that are in no cluster.
func (f *fit) noise() float64 {
	out := 0
	for _, k := range f.label {
		if k < 0 {
			out++
		}
	}
	return float64(out) / float64(len(f.label))
}

func (f *fit) fraction() float64 {
	switch {
	case f.tree != nil:
		return 0.5 + 0.5*f.tree.Done()
	case f.core != nil:
		return 0.5 * float64(len(f.core.Distances)) / float64(len(f.data.Rows))
	}
	return 0
}

// Snapshot shows the clusters and the spanning tree, whose edges are the stronger the shorter they are.
func (f *fit) Snapshot() *inference.Snapshot {
	if !f.Finished {
		return f.Show(0)
	}
	s := f.Show(float64(slices.Max(f.label) + 1))
	if slices.Max(f.label) < 0 {
		s.Phase += "; no two groups of rows are denser than what lies between them: all rows are noise. " +
			"Set least_size lower, or expect no clusters"
	}
	g := &graph.Graph{Over: graph.Rows, Nodes: f.data.Rows, Measure: graph.Neighbouring, Weighted: graph.Distance}
	least := density.Least(f.edges)
	for _, e := range f.edges {
		strength := 1.0
		if e.Distance > 0 {
			strength = math.Min(1, least/e.Distance)
		}
		g.Edges = append(g.Edges, graph.Edge{From: min(e.A, e.B), To: max(e.A, e.B), Strength: strength,
			Weight: e.Distance})
	}
	stable.SortFunc(g.Edges, func(a, b graph.Edge) int {
		if a.To != b.To {
			return a.To - b.To
		}
		return a.From - b.From
	})
	s.Parts = []inference.Part{&partition.Partition{Name: "cluster", Labels: f.label}, f.of, g}
	s.Scalars = append(s.Scalars, inference.Scalar{Name: "noise", Mean: f.noise()})
	return s
}

// state is saved: the tree, once it is complete. Work before that is repeated.
type state struct {
	Edges    []density.Edge
	Finished bool
	Reported bool
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	return saved.Seal("hdbscan", layout, state{f.edges, f.Finished, f.Reported})
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("hdbscan", layout, data, &s); err != nil {
		return err
	}
	n := len(f.data.Rows)
	reached := make([]bool, n)
	for k, e := range s.Edges {
		if e.A < 0 || e.A >= n || e.B < 0 || e.B >= n || !(e.Distance >= 0) || reached[e.B] ||
			k > 0 && !reached[e.A] {
			return errors.New("hdbscan: the saved state is not of this table; start the run again")
		}
		reached[e.A], reached[e.B] = true, true
	}
	if f.edges = s.Edges; s.Finished {
		f.cluster()
		f.Finished, f.Reported = true, s.Reported
	}
	return nil
}
