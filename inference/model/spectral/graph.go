package spectral

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/linkage"
)

// A search finds the nearest rows of each row, the nearest first. Of rows as near, the first in the table come first.
type search struct {
	ruler *linkage.Ruler
	k     int
	near  [][]link
	next  int
	all   []float64
}

// A link leads to a row at a distance.
type link struct {
	to       int
	distance float64
}

func newSearch(ruler *linkage.Ruler, n, k int) *search {
	return &search{ruler: ruler, k: k, near: make([][]link, n), all: make([]float64, n)}
}

// advance searches for one row and reports whether it was the last. A row has fewer neighbours where it shares no
// cell with the others. O(n·d).
func (s *search) advance() bool {
	i := s.next
	s.ruler.From(i, s.all)
	best := make([]link, 0, s.k+1)
	for j, d := range s.all {
		if j == i || math.IsInf(d, 1) || len(best) == s.k && d >= best[s.k-1].distance {
			continue
		}
		at := len(best)
		for at > 0 && d < best[at-1].distance {
			at--
		}
		if best = slices.Insert(best, at, link{j, d}); len(best) > s.k {
			best = best[:s.k]
		}
	}
	s.near[i] = best
	s.next++
	return s.next == len(s.near)
}

// Weights of edges.
const (
	binary = "binary"
	shared = "shared"
	scaled = "scaled"
)

// Ways to place the rows by the eigenvectors.
const (
	walk = "walk"
	unit = "unit"
)

// widthAt is the neighbour whose distance is the width of a row, from 1 (Zelnik-Manor and Perona 2004).
const widthAt = 7

// A Graph joins rows: the edges of row i are Start[i] to Start[i+1], each to a row with a weight above 0. It is
// symmetric and has no loops.
type Graph struct {
	Start, To []int
	Weight    []float64
}

// newGraph joins two rows where one is a neighbour of the other.
func newGraph(near [][]link, weights string) *Graph {
	n := len(near)
	ends := make([][]link, n)
	for i, links := range near {
		for _, l := range links {
			ends[i] = append(ends[i], l)
			ends[l.to] = append(ends[l.to], link{i, l.distance})
		}
	}
	of := weigher{near: near, mark: make([]int, n)}
	g := &Graph{Start: make([]int, 1, n+1)}
	for i, links := range ends {
		slices.SortFunc(links, func(a, b link) int { return cmp.Compare(a.to, b.to) })
		of.begin(i)
		for k, l := range links {
			if k > 0 && links[k-1].to == l.to {
				continue
			}
			w := 0.5
			switch {
			case weights == shared:
				w = of.shared(i, l.to)
			case weights == scaled:
				w = of.scaled(i, l)
			case k+1 < len(links) && links[k+1].to == l.to:
				w = 1 // each is a neighbour of the other
			}
			if w > 0 {
				g.To, g.Weight = append(g.To, l.to), append(g.Weight, w)
			}
		}
		g.Start = append(g.Start, len(g.To))
	}
	return g
}

// A weigher weighs the edges of a row.
type weigher struct {
	near [][]link
	mark []int // i+1 for the neighbours of row i and itself
}

func (w weigher) begin(i int) {
	w.mark[i] = i + 1
	for _, l := range w.near[i] {
		w.mark[l.to] = i + 1
	}
}

// shared is the number of rows that are a neighbour of both i and j, or one of them, over that of rows that are one
// of either.
func (w weigher) shared(i, j int) float64 {
	both := 0
	if w.mark[j] == i+1 {
		both++
	}
	for _, l := range w.near[j] {
		if w.mark[l.to] == i+1 {
			both++
		}
	}
	return float64(both) / float64(len(w.near[i])+len(w.near[j])+2-both)
}

// scaled is exp(−d²/2ab), a and b the widths of the two rows.
func (w weigher) scaled(i int, l link) float64 {
	if l.distance == 0 {
		return 1
	}
	return math.Exp(-l.distance / w.width(i) * (l.distance / w.width(l.to)) / 2)
}

func (w weigher) width(i int) float64 {
	links := w.near[i]
	if len(links) == 0 { // a row that is joined by others alone has no width; the edge is as long as theirs
		return math.Inf(1)
	}
	return math.Max(links[min(widthAt, len(links))-1].distance, math.SmallestNonzeroFloat64)
}

// rows is the number of rows.
func (g *Graph) rows() int { return len(g.Start) - 1 }

// degrees are the sums of the weights of each row.
func (g *Graph) degrees() []float64 {
	d := make([]float64, g.rows())
	for i := range d {
		for _, w := range g.Weight[g.Start[i]:g.Start[i+1]] {
			d[i] += w
		}
	}
	return d
}

// parts is the number of connected parts that have an edge.
func (g *Graph) parts() int {
	seen := make([]bool, g.rows())
	count := 0
	for i := range seen {
		if seen[i] || g.Start[i] == g.Start[i+1] {
			continue
		}
		count++
		seen[i] = true
		for todo := []int{i}; len(todo) > 0; {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, j := range g.To[g.Start[at]:g.Start[at+1]] {
				if !seen[j] {
					seen[j] = true
					todo = append(todo, j)
				}
			}
		}
	}
	return count
}

// cut is the normalised cut of labels from 0 to k−1, negative for rows that are not counted: Σ_c W(c, rest)/W(c,
// all), 0 to k.
func (g *Graph) cut(labels []int, k int) float64 {
	out, all := make([]float64, k), make([]float64, k)
	for i, c := range labels {
		if c < 0 {
			continue
		}
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			all[c] += g.Weight[e]
			if labels[g.To[e]] != c {
				out[c] += g.Weight[e]
			}
		}
	}
	sum := 0.0
	for c, v := range all {
		if v > 0 {
			sum += out[c] / v
		}
	}
	return sum
}

// fits reports whether a graph that was read is one of n rows.
func (g *Graph) fits(n int) bool {
	if len(g.Start) != n+1 || g.Start[0] != 0 || g.Start[n] != len(g.To) || len(g.To) != len(g.Weight) {
		return false
	}
	for i := range n {
		if g.Start[i] > g.Start[i+1] || g.Start[i+1] > len(g.To) {
			return false
		}
	}
	for e, j := range g.To {
		if j < 0 || j >= n || !(g.Weight[e] > 0) {
			return false
		}
	}
	return true
}
