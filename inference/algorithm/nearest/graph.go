// Package nearest joins rows to those nearest to them, and makes a graph of that.
package nearest

import (
	"cmp"
	"math"

	"example.org/espalier/inference/algorithm/stable"
)

// Weights of edges.
const (
	Binary = "binary"
	Shared = "shared"
	Scaled = "scaled"
)

// widthAt is the neighbour whose distance is the width of a row, from 1 (Zelnik-Manor and Perona 2004).
const widthAt = 7

// A Graph joins rows: the edges of row i are Start[i] to Start[i+1], each to a row with a weight above 0. It is
// symmetric and has no loops.
type Graph struct {
	Start, To []int
	Weight    []float64
}

// Join joins two rows where one is a neighbour of the other.
func Join(near [][]Link, weights string) *Graph {
	n := len(near)
	ends := make([][]Link, n)
	for i, links := range near {
		for _, l := range links {
			ends[i] = append(ends[i], l)
			ends[l.To] = append(ends[l.To], Link{i, l.Distance})
		}
	}
	of := weigher{near: near, mark: make([]int, n)}
	g := &Graph{Start: make([]int, 1, n+1)}
	for i, links := range ends {
		stable.SortFunc(links, func(a, b Link) int { return cmp.Compare(a.To, b.To) })
		of.begin(i)
		for k, l := range links {
			if k > 0 && links[k-1].To == l.To {
				continue
			}
			w := 0.5
			switch {
			case weights == Shared:
				w = of.shared(i, l.To)
			case weights == Scaled:
				w = of.scaled(i, l)
			case k+1 < len(links) && links[k+1].To == l.To:
				w = 1 // each is a neighbour of the other
			}
			if w > 0 {
				g.To, g.Weight = append(g.To, l.To), append(g.Weight, w)
			}
		}
		g.Start = append(g.Start, len(g.To))
	}
	return g
}

// A weigher weighs the edges of a row.
type weigher struct {
	near [][]Link
	mark []int // i+1 for the neighbours of row i and itself
}

func (w weigher) begin(i int) {
	w.mark[i] = i + 1
	for _, l := range w.near[i] {
		w.mark[l.To] = i + 1
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
		if w.mark[l.To] == i+1 {
			both++
		}
	}
	return float64(both) / float64(len(w.near[i])+len(w.near[j])+2-both)
}

// scaled is exp(−d²/2ab), a and b the widths of the two rows.
func (w weigher) scaled(i int, l Link) float64 {
	if l.Distance == 0 {
		return 1
	}
	return math.Exp(-l.Distance / w.width(i) * (l.Distance / w.width(l.To)) / 2)
}

func (w weigher) width(i int) float64 {
	links := w.near[i]
	if len(links) == 0 { // a row that is joined by others alone has no width; the edge is as long as theirs
		return math.Inf(1)
	}
	return math.Max(links[min(widthAt, len(links))-1].Distance, math.SmallestNonzeroFloat64)
}

// Rows is the number of rows.
func (g *Graph) Rows() int { return len(g.Start) - 1 }

// Degrees are the sums of the weights of each row.
func (g *Graph) Degrees() []float64 {
	d := make([]float64, g.Rows())
	for i := range d {
		for _, w := range g.Weight[g.Start[i]:g.Start[i+1]] {
			d[i] += w
		}
	}
	return d
}

// Parts is the number of connected parts that have an edge.
func (g *Graph) Parts() int {
	seen := make([]bool, g.Rows())
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

// Cut is the normalised cut of labels from 0 to k−1, negative for rows that are not counted: Σ_c W(c, rest)/W(c,
// all), 0 to k.
func (g *Graph) Cut(labels []int, k int) float64 {
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

// Fits reports whether a graph that was read is one of n rows.
func (g *Graph) Fits(n int) bool {
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
