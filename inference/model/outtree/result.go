package outtree

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/spanning"
	"example.org/espalier/inference/stat/grouping"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// weakest is the least probability of an edge that is listed, unless it is in the best tree.
const weakest = 1e-3

// empty returns the graph of the trees just summed, before its edges are listed.
func (f *fit) empty() *graph.Graph {
	g := &graph.Graph{Over: graph.Rows, Nodes: f.names, Directed: true, Measure: graph.Probability,
		Weighted: graph.Distance, Root: make([]float64, f.table.t)}
	for u := range g.Root {
		g.Root[u] = math.Min(1, f.sum.root(u))
	}
	if f.graph != nil { // about as many edges as in the cycle before
		g.Edges = make([]graph.Edge, 0, len(f.graph.Edges)*9/8)
	}
	return g
}

// list adds the edges of row u to the graph.
func (f *fit) list(u int, parents []float64) {
	g := f.next
	for v, p := range parents {
		if v == u {
			continue
		}
		if p < weakest && g.Best[u] != v {
			g.Omitted += p
			continue
		}
		g.Edges = append(g.Edges, graph.Edge{From: v, To: u, Strength: math.Min(1, p), Weight: f.table.apart(u, v)})
	}
}

// apart is the Euclidean distance of two rows, in working units.
func (t *table) apart(u, v int) float64 {
	sum := 0.0
	for j, y := range t.row(v) {
		e := t.row(u)[j] - y
		sum += e * e
	}
	return math.Sqrt(sum)
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(f.Cycle-1, 0), Phase: f.phase()}
	if f.graph == nil {
		return s
	}
	s.Parts = []inference.Part{f.graph}
	if f.prior.forest {
		s.Parts = append(s.Parts, groups(f.graph.Draws, f.Roots))
	}
	if c := f.classified(); c != nil {
		s.Parts = append(s.Parts, c)
	}
	roots, count := f.Roots, 0.0
	if !f.prior.forest {
		roots = 1 // but for rounding
	}
	for _, d := range f.graph.Draws {
		k := -roots
		for _, v := range d {
			if v == spanning.Root {
				k++
			}
		}
		count += k * k
	}
	s.Scalars = []inference.Scalar{{Name: "tau", Mean: f.precision, StandardDeviation: f.deviation},
		{Name: "roots", Mean: roots, StandardDeviation: math.Sqrt(count / float64(len(f.graph.Draws)))}}
	if f.prior.forest {
		s.Scalars = append(s.Scalars, inference.Scalar{Name: "root_weight", Mean: f.Weight})
	}
	if f.Compared > 0 {
		s.Scalars = append(s.Scalars, inference.Scalar{Name: "block_error", Mean: f.Compared - 1})
	}
	if k := f.known; k != nil && f.Labels.Sweep > k.burnIn() {
		s.Scalars = append(s.Scalars, inference.Scalar{Name: "label_changes",
			Mean: f.Labels.Changes / float64(f.Labels.Sweep-k.burnIn())})
	}
	return s
}

// leastGroup is how many rows a tree has that is a group: 3, or a fiftieth of many. Those of smaller trees stand
// alone: as a root costs no more than the table's own Gaussian, single rows and pairs are roots by chance.
func leastGroup(n int) int { return max(3, (n+49)/50) }

// groups returns the partition of the rows into trees that the draws show. Where most rows are expected to be roots,
// no row descends from another, and there are no groups.
func groups(drawn [][]int, roots float64) *partition.Partition {
	n := len(drawn[0])
	labels := make([][]int, len(drawn))
	var number []float64
	for t, d := range drawn {
		labels[t] = components(d)
		count, _ := (&partition.Partition{Labels: grouping.Alone(labels[t], leastGroup(n))}).Count()
		for len(number) <= count {
			number = append(number, 0)
		}
		number[count] += 1 / float64(len(drawn))
	}
	p := partition.Drawn(groupName, labels, together(drawn), number, leastGroup(n))
	if roots > float64(n)/2 {
		for i := range p.Labels {
			p.Labels[i] = -1
		}
	}
	return p
}

const groupName = "tree"

// Present implements inference.Presenter: the groups of a forest are those of the last tree drawn.
func (f *fit) Present() []inference.Part {
	if f.graph == nil || !f.prior.forest {
		return nil
	}
	now := components(f.graph.Draws[len(f.graph.Draws)-1])
	return []inference.Part{f.graph, partition.State(groupName, now, leastGroup(len(now)))}
}

// components numbers the trees of a forest by their first rows.
func components(parent []int) []int {
	labels := make([]int, len(parent))
	number := map[int]int{}
	for u := range parent {
		root := u
		for parent[root] != spanning.Root {
			root = parent[root]
		}
		if _, ok := number[root]; !ok {
			number[root] = len(number)
		}
		labels[u] = number[root]
	}
	return labels
}

// mostTogether is how many rows the shares of pairs are counted for at most.
const mostTogether = 1000

// together is, for each pair of rows, the share of draws in which they are in one tree.
func together(drawn [][]int) *mat.Dense {
	n := len(drawn[0])
	if n > mostTogether {
		return nil
	}
	m := mat.NewDense(n, n, nil)
	for _, d := range drawn {
		labels := components(d)
		for i, a := range labels {
			row := m.RawRowView(i)
			for j, b := range labels {
				if a == b {
					row[j]++
				}
			}
		}
	}
	m.Scale(1/float64(len(drawn)), m)
	return m
}

// LogDensity implements inference.Predictor. A new row is a leaf below any row alike, in a forest
// also a root: the joint density of one row more has no such margin, so this is a definition.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	n, _ := x.Dims()
	t := f.table
	out, to := make([]float64, n), make([]float64, t.t, t.t+1)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.part.predict(t, x.RawRowView(i), to)
		all, total := to, float64(t.t)
		if f.prior.forest {
			root := math.Log(f.Weight)
			for j, v := range x.RawRowView(i) {
				if !math.IsNaN(v) {
					e := v - f.prior.mean[j]
					root -= 0.5 * (math.Log(2*math.Pi*f.prior.variance[j]) + e*e/f.prior.variance[j])
				}
			}
			all, total = append(to, root), total+f.Weight
		}
		out[i] = floats.LogSumExp(all) - math.Log(total)
	}
	return out, nil
}
