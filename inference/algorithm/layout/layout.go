// Package layout gives the nodes of a graph places in the plane, the same for the same graph.
//
// Connected parts are laid out apart and then packed. A part of moderate size is drawn by stress:
// places whose distances are as near as can be to the distances along the graph (Gansner, Koren
// and North 2005, Graph drawing by stress majorization), from the start of classical scaling by
// pivots (Brandes and Pich 2007, Eigensolver methods for progressive multidimensional scaling).
// Larger parts keep that start, spread apart by few rounds with sampled distances.
package layout

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
)

// An Edge joins two nodes at a length above 0.
type Edge struct {
	A, B   int
	Length float64
}

// mostDense is the greatest part of which all distances are used: n² numbers.
const mostDense = 800

// rounds of stress; each costs n² of a part.
const rounds = 60

// Places returns a place for each of n nodes, about 1 apart along edges of length 1.
func Places(n int, edges []Edge) (x, y []float64) {
	x, y = make([]float64, n), make([]float64, n)
	near := neighbours(n, edges)
	var boxes []box
	for _, part := range parts(n, near) {
		px, py := place(part, near)
		boxes = append(boxes, box{part, px, py, 0, 0})
	}
	pack(boxes, apart, page)
	for _, b := range boxes {
		for k, u := range b.nodes {
			x[u], y[u] = b.x[k], b.y[k]
		}
	}
	if len(boxes) == 1 {
		fill(x, y)
	}
	return x, y
}

// parts returns the connected parts, the largest first, and their nodes in order.
func parts(n int, near [][]Edge) [][]int {
	seen := make([]bool, n)
	var out [][]int
	for u := range n {
		if seen[u] {
			continue
		}
		seen[u] = true
		part := []int{u}
		for k := 0; k < len(part); k++ {
			for _, e := range near[part[k]] {
				if !seen[e.B] {
					seen[e.B] = true
					part = append(part, e.B)
				}
			}
		}
		slices.Sort(part)
		out = append(out, part)
	}
	stable.Sort(out, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// place lays out one part.
func place(part []int, near [][]Edge) (x, y []float64) {
	n := len(part)
	if n == 1 {
		return []float64{0}, []float64{0}
	}
	g := newDistances(part, near)
	x, y = g.scaling()
	if n <= mostDense {
		g.stress(x, y)
	} else {
		g.sparse(x, y, rounds/2)
	}
	turn(x, y)
	return x, y
}

// A box is a part in its own frame.
type box struct {
	nodes        []int
	x, y         []float64
	width, depth float64
}

// apart is the room about each part.
const apart = 1.2

// page is how many times as wide as high the parts are packed together, and fewSingles how many
// single nodes have as much room as other parts.
const (
	page       = 1.4
	fewSingles = 20
)

// pack places the boxes, the largest first, in about the given shape, with room about each: few where they are largest
// on the page, many in shelves.
func pack(boxes []box, apart, shape float64) {
	area, singles := 0.0, 0
	for _, b := range boxes {
		if len(b.nodes) == 1 {
			singles++
		}
	}
	room := func(b *box) float64 {
		if len(b.nodes) == 1 && singles > fewSingles {
			return apart / 2
		}
		return apart
	}
	for i := range boxes {
		b := &boxes[i]
		left, right := slices.Min(b.x), slices.Max(b.x)
		low, high := slices.Min(b.y), slices.Max(b.y)
		for k := range b.x {
			b.x[k], b.y[k] = b.x[k]-left, b.y[k]-low
		}
		b.width, b.depth = right-left+room(b), high-low+room(b)
		area += b.width * b.depth
	}
	if len(boxes) <= mostNested {
		nest(boxes, shape)
		return
	}
	// The best width of the shelves, at which all are largest on a page of the shape, is that of the first few boxes, or
	// about that of the page.
	widths := []float64{math.Sqrt(shape * area)}
	for i := range min(len(boxes), 12) {
		widths = append(widths, boxes[i].width)
		if i > 0 {
			widths[i+1] += widths[i]
		}
	}
	var best []int
	least := math.Inf(1)
	for _, width := range widths {
		ends, wide, high := shelves(boxes, width)
		if size := max(wide/shape, high); size < least*(1-1e-9) {
			best, least = ends, size
		}
	}
	spread(boxes, best)
}

// spread puts the boxes of each shelf evenly along it, their middles at one height.
func spread(boxes []box, ends []int) {
	wide, first := 0.0, 0
	for _, end := range ends {
		across := 0.0
		for _, b := range boxes[first:end] {
			across += b.width
		}
		wide, first = max(wide, across), end
	}
	up := 0.0
	first = 0
	for _, end := range ends {
		across, deep := 0.0, 0.0
		for _, b := range boxes[first:end] {
			across, deep = across+b.width, max(deep, b.depth)
		}
		between := (wide - across) / float64(end-first)
		across = between / 2
		for i := range boxes[first:end] {
			b := &boxes[first+i]
			b.move(across, up-(deep+b.depth)/2)
			across += b.width + between
		}
		up, first = up-deep, end
	}
}

// move moves a box from its place at the origin.
func (b *box) move(x, y float64) {
	for k := range b.x {
		b.x[k] += x
		b.y[k] += y
	}
}

// fill turns places about their middle so that they are largest on the page; only where that is worth it.
func fill(x, y []float64) {
	sizeAt := func(angle float64) float64 {
		sin, cos := math.Sincos(angle)
		left, right, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
		for k := range x {
			a, b := x[k]*cos-y[k]*sin, x[k]*sin+y[k]*cos
			left, right, low, high = min(left, a), max(right, a), min(low, b), max(high, b)
		}
		return max((right-left)/page, high-low)
	}
	const steps = 36
	best, least := 0.0, 0.85*sizeAt(0)
	for k := range steps {
		angle := math.Pi * (float64(k)/steps - 0.5)
		if size := sizeAt(angle); size < least*(1-1e-9) {
			best, least = angle, size
		}
	}
	sin, cos := math.Sincos(best)
	for k := range x {
		x[k], y[k] = x[k]*cos-y[k]*sin, x[k]*sin+y[k]*cos
	}
}

// shelves puts boxes side by side until the next would pass a width. It returns where each shelf ends, and how wide
// and high all are together.
func shelves(boxes []box, width float64) (ends []int, wide, high float64) {
	across, shelf := 0.0, 0.0
	for i, b := range boxes {
		if across > 0 && across+b.width > width*(1+1e-9) {
			ends, high = append(ends, i), high+shelf
			across, shelf = 0, 0
		}
		across, shelf = across+b.width, max(shelf, b.depth)
		wide = max(wide, across)
	}
	return append(ends, len(boxes)), wide, high + shelf
}

// turn rotates places so that their variance is greatest from left to right.
func turn(x, y []float64) {
	n := float64(len(x))
	mx, my := 0.0, 0.0
	for k := range x {
		mx, my = mx+x[k]/n, my+y[k]/n
	}
	xx, yy, xy := 0.0, 0.0, 0.0
	for k := range x {
		a, b := x[k]-mx, y[k]-my
		xx, yy, xy = xx+a*a, yy+b*b, xy+a*b
	}
	sin, cos := math.Sincos(0.5 * math.Atan2(2*xy, xx-yy))
	for k := range x {
		a, b := x[k]-mx, y[k]-my
		x[k], y[k] = a*cos+b*sin, b*cos-a*sin
	}
}
