package network

import "gonum.org/v1/plot/vg"

// A grid finds which boxes meet a box, by the squares they lie in. Boxes outside its area are in the squares at its
// border.
type grid struct {
	from       vg.Point
	side       vg.Length
	wide, high int
	first      []int32 // of the boxes in a square, in entries; -1 for none
	entries    []entry
}

// An entry is a box in a square, and the next one there.
type entry struct {
	vg.Rectangle
	next int32
}

// newGrid returns an empty grid with room for some boxes.
func newGrid(area vg.Rectangle, side vg.Length, some int) *grid {
	g := &grid{entries: make([]entry, 0, 2*some), from: area.Min, side: side, wide: max(int(area.Size().X/side)+1, 1),
		high: max(int(area.Size().Y/side)+1, 1)}
	g.first = make([]int32, g.wide*g.high)
	for i := range g.first {
		g.first[i] = -1
	}
	return g
}

// squares returns the ranges of the squares that a box lies in.
func (g *grid) squares(r vg.Rectangle) (x0, x1, y0, y1 int) {
	at := func(v, from vg.Length, n int) int { return min(max(int((v-from)/g.side), 0), n-1) }
	return at(r.Min.X, g.from.X, g.wide), at(r.Max.X, g.from.X, g.wide), at(r.Min.Y, g.from.Y, g.high),
		at(r.Max.Y, g.from.Y, g.high)
}

func (g *grid) add(r vg.Rectangle) {
	x0, x1, y0, y1 := g.squares(r)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			g.entries = append(g.entries, entry{r, g.first[y*g.wide+x]})
			g.first[y*g.wide+x] = int32(len(g.entries) - 1)
		}
	}
}

// meets reports whether a box lies on one of those added.
func (g *grid) meets(r vg.Rectangle) bool {
	x0, x1, y0, y1 := g.squares(r)
	for y := y0; y <= y1; y++ {
		for _, k := range g.first[y*g.wide+x0 : y*g.wide+x1+1] {
			for ; k >= 0; k = g.entries[k].next {
				if b := &g.entries[k]; b.Min.X < r.Max.X && b.Max.X > r.Min.X && b.Min.Y < r.Max.Y &&
					b.Max.Y > r.Min.Y {
					return true
				}
			}
		}
	}
	return false
}
