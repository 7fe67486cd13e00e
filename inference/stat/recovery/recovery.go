// Package recovery scores a graph against edges that are known: how many of those it shows are true, and
// how many of the true ones it shows.
package recovery

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/kind/graph"
)

// A Truth holds the edges of T nodes, each once, with the parent first where they have a direction.
type Truth struct {
	T     int
	Edges [][2]int
}

// mostLines limits a list of edges.
const mostLines = 5_000_000

// Read reads a list of edges as CSV, with a header that has the columns source and target, in any order
// and among others. The error names the line of a node that is not among nodes. An edge that stands
// there twice, or the other way round too, counts once.
func Read(r io.Reader, nodes []string) (*Truth, error) {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	head, err := c.Read()
	if err != nil {
		return nil, errors.New("the list of edges is empty; give it a header with source and target")
	}
	from, to := -1, -1
	for k, name := range head {
		switch strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))) {
		case "source":
			from = k
		case "target":
			to = k
		}
	}
	if from < 0 || to < 0 {
		return nil, errors.New("the list of edges needs a header with source and target")
	}
	place := make(map[string]int, len(nodes))
	for k, name := range nodes {
		place[name] = k
	}
	t := &Truth{T: len(nodes)}
	seen := map[[2]int]bool{}
	for lines := 0; ; lines++ {
		record, err := c.Read()
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return nil, fmt.Errorf("the list of edges: %w", err)
		}
		line, _ := c.FieldPos(0)
		if lines == mostLines {
			return nil, fmt.Errorf("the list has more than %d edges", mostLines)
		}
		var e [2]int
		for k, at := range []int{from, to} {
			name := strings.TrimSpace(record[at])
			node, ok := place[name]
			if !ok {
				return nil, fmt.Errorf("line %d of the list of edges: there is no node %q; spell names as in the table", line, name)
			}
			e[k] = node
		}
		if e[0] == e[1] {
			return nil, fmt.Errorf("line %d of the list of edges joins %q to itself", line, nodes[e[0]])
		}
		if key := [2]int{min(e[0], e[1]), max(e[0], e[1])}; !seen[key] {
			seen[key] = true
			t.Edges = append(t.Edges, e)
		}
	}
}

// A Score compares pairs of nodes, whatever the direction of their edge.
type Score struct {
	True  int     // edges of the truth
	Least float64 // strength from which on an edge counts as shown
	Shown int     // edges of at least that strength
	Right int     // true ones among them
	// AveragePrecision is the area below the curve of precision over recall as edges are taken from the
	// strongest on, equal ones together: 1 where all true edges come first; the share of pairs that are
	// true for a graph that knows nothing. NaN without true edges.
	AveragePrecision float64
	// Pointed and Forward say how many of the right edges have one direction more probable than the
	// other, and in how many of these it is that of the truth; 0 for graphs without directions.
	Pointed, Forward int
}

// Precision is the share of the edges shown that are true, NaN where none is shown.
func (s Score) Precision() float64 { return float64(s.Right) / float64(s.Shown) }

// Recall is the share of the true edges that are shown, NaN where there are none.
func (s Score) Recall() float64 { return float64(s.Right) / float64(s.True) }

// Of scores a graph. Both directions of a pair add up; edges of equal strength are ordered by the size
// of their weight, and those that the graph does not list come last, all alike. It panics where the
// numbers of nodes differ.
func Of(g *graph.Graph, t *Truth, least float64) Score {
	if len(g.Nodes) != t.T {
		panic("recovery: the truth has other nodes")
	}
	type pair struct {
		strength, weight float64
		there, back      float64 // from the lesser node on, and to it
		listed           bool
	}
	n := t.T
	pairs := make([]pair, n*n) // by i·n+j, i < j
	for _, e := range g.Edges {
		p := &pairs[min(e.From, e.To)*n+max(e.From, e.To)]
		p.strength, p.listed = math.Min(1, p.strength+e.Strength), true
		p.weight = math.Max(p.weight, math.Abs(e.Weight))
		if e.From < e.To {
			p.there += e.Strength
		} else {
			p.back += e.Strength
		}
	}
	direction := make([]int, n*n)
	for _, e := range t.Edges {
		way := 1
		if e[0] > e[1] {
			way = -1
		}
		direction[min(e[0], e[1])*n+max(e[0], e[1])] = way
	}
	var order []int
	for i := range n {
		for j := i + 1; j < n; j++ {
			order = append(order, i*n+j)
		}
	}
	compare := func(a, b int) int {
		p, q := pairs[a], pairs[b]
		return cmp.Or(cmp.Compare(q.strength, p.strength), cmp.Compare(q.weight, p.weight))
	}
	slices.SortStableFunc(order, compare)
	s := Score{True: len(t.Edges), Least: least}
	right, taken := 0, 0
	for k := 0; k < len(order); {
		from, found := k, 0
		for ; k < len(order) && compare(order[from], order[k]) == 0; k++ {
			p, way := pairs[order[k]], direction[order[k]]
			shown := p.listed && p.strength >= least
			if shown {
				s.Shown++
			}
			if way == 0 {
				continue
			}
			found++
			if shown {
				s.Right++
				if g.Directed && p.there != p.back {
					s.Pointed++
					if (p.there > p.back) == (way > 0) {
						s.Forward++
					}
				}
			}
		}
		taken, right = taken+k-from, right+found
		s.AveragePrecision += float64(found) / float64(len(t.Edges)) * float64(right) / float64(taken)
	}
	if len(t.Edges) == 0 {
		s.AveragePrecision = math.NaN()
	}
	return s
}
