package recovery

import (
	"cmp"
	"math"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/graph"
)

// A Score compares pairs of nodes, whatever the direction of their edge.
type Score struct {
	True  int     // edges of the truth
	Least float64 // least strength of an edge that counts as shown
	Shown int     // edges of at least that strength
	Right int     // true ones among them
	// AveragePrecision is the area below the curve of precision over recall as edges are taken in order
	// of strength, equal ones together. It is 1 if all true edges come first, and the share of true
	// pairs for a graph without information. NaN without true edges.
	AveragePrecision float64
	// Pointed and Forward say how many of the right edges have one direction more probable than the
	// other, and in how many of these it is that of the truth; 0 for graphs without directions.
	Pointed, Forward int
}

// Precision is the share of the edges shown that are true, NaN if none is shown.
func (s Score) Precision() float64 { return float64(s.Right) / float64(s.Shown) }

// Recall is the share of the true edges that are shown, NaN if there are none.
func (s Score) Recall() float64 { return float64(s.Right) / float64(s.True) }

// A Point is a point on the curve of precision over recall: the pairs taken down to some strength.
type Point struct {
	Strength float64 // of the pairs taken last
	Taken    int     // pairs so far
	Right    int     // true ones among them
	Listed   bool    // whether the graph lists the pairs taken last; those it does not list come last, all together
}

// Of scores a graph. The strengths of both directions of a pair are added; edges of equal strength are
// ordered by the size of their weight, and those that the graph does not list come last, all together. It
// panics if the numbers of nodes differ.
func Of(g *graph.Graph, t *Truth, least float64) Score {
	s, _ := Curve(g, t, least)
	return s
}

// Curve returns the score of a graph as [Of] does, and the points of its curve, the strongest pairs first. It panics
// if the numbers of nodes differ.
func Curve(g *graph.Graph, t *Truth, least float64) (Score, []Point) {
	s := Score{True: len(t.Edges), Least: least}
	r := rank(g, t)
	for _, p := range r.pairs {
		if !(p.listed && p.strength >= least) {
			continue
		}
		s.Shown++
		if p.way == 0 {
			continue
		}
		s.Right++
		if g.Directed && p.there != p.back {
			s.Pointed++
			if (p.there > p.back) == (p.way > 0) {
				s.Forward++
			}
		}
	}
	right, points := 0, r.curve()
	for _, p := range points {
		s.AveragePrecision += float64(p.Right-right) / float64(len(t.Edges)) * float64(p.Right) / float64(p.Taken)
		right = p.Right
	}
	if len(t.Edges) == 0 {
		s.AveragePrecision = math.NaN()
	}
	return s, points
}

// A pair is two nodes as a graph and the truth join them.
type pair struct {
	strength, weight float64
	there, back      float64 // from the node of lower number, and to it
	listed           bool
	way              int // in the truth: 1 from the node of lower number, −1 to it, 0 not joined
}

// before defines the order in which pairs are taken.
func (p pair) before(q pair) int {
	return cmp.Or(cmp.Compare(q.strength, p.strength), cmp.Compare(q.weight, p.weight))
}

// ranked returns all pairs of nodes in the order in which they are taken.
type ranked struct{ pairs []pair }

func rank(g *graph.Graph, t *Truth) ranked {
	if len(g.Nodes) != t.T {
		panic("recovery: the truth has other nodes")
	}
	n := t.T
	all := make([]pair, n*n) // by i·n+j, i < j
	for _, e := range g.Edges {
		p := &all[min(e.From, e.To)*n+max(e.From, e.To)]
		p.strength, p.listed = math.Min(1, p.strength+e.Strength), true
		p.weight = math.Max(p.weight, math.Abs(e.Weight))
		if e.From < e.To {
			p.there += e.Strength
		} else {
			p.back += e.Strength
		}
	}
	for _, e := range t.Edges {
		p := &all[min(e[0], e[1])*n+max(e[0], e[1])]
		if p.way = 1; e[0] > e[1] {
			p.way = -1
		}
	}
	var r ranked
	for i := range n {
		r.pairs = append(r.pairs, all[i*n+i+1:(i+1)*n]...)
	}
	stable.Sort(r.pairs, pair.before)
	return r
}

// curve takes the pairs one after the other, equal ones together.
func (r ranked) curve() (points []Point) {
	right := 0
	for k := 0; k < len(r.pairs); {
		first := r.pairs[k]
		listed := false
		for ; k < len(r.pairs) && first.before(r.pairs[k]) == 0; k++ {
			listed = listed || r.pairs[k].listed
			if r.pairs[k].way != 0 {
				right++
			}
		}
		points = append(points, Point{first.strength, k, right, listed})
	}
	return points
}
