package network

import "gonum.org/v1/plot/vg"

// A grid finds which boxes meet a box, by the squares they lie in. What lies outside its area is in the
// squares at its border.
type grid struct {
	from       vg.Point
	side       vg.Length
	wide, high int
	boxes      [][]vg.Rectangle
}

func newGrid(area vg.Rectangle, side vg.Length) *grid {
	g := &grid{from: area.Min, side: side, wide: max(int(area.Size().X/side)+1, 1), high: max(int(area.Size().Y/side)+1, 1)}
	g.boxes = make([][]vg.Rectangle, g.wide*g.high)
	return g
}

// squares returns the ranges of the squares that a box lies in.
func (g *grid) squares(r vg.Rectangle) (x0, x1, y0, y1 int) {
	at := func(v, from vg.Length, n int) int { return min(max(int((v-from)/g.side), 0), n-1) }
	return at(r.Min.X, g.from.X, g.wide), at(r.Max.X, g.from.X, g.wide), at(r.Min.Y, g.from.Y, g.high), at(r.Max.Y, g.from.Y, g.high)
}

func (g *grid) add(r vg.Rectangle) {
	x0, x1, y0, y1 := g.squares(r)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			g.boxes[y*g.wide+x] = append(g.boxes[y*g.wide+x], r)
		}
	}
}

// meets reports whether a box lies on one of those added.
func (g *grid) meets(r vg.Rectangle) bool {
	x0, x1, y0, y1 := g.squares(r)
	for y := y0; y <= y1; y++ {
		for _, list := range g.boxes[y*g.wide+x0 : y*g.wide+x1+1] {
			for i := range list {
				if b := &list[i]; b.Min.X < r.Max.X && b.Max.X > r.Min.X && b.Min.Y < r.Max.Y && b.Max.Y > r.Min.Y {
					return true
				}
			}
		}
	}
	return false
}
