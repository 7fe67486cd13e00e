package network

import "gonum.org/v1/plot/vg"

// A grid finds which boxes meet a box, by the squares they lie in.
type grid struct {
	from  vg.Point
	side  vg.Length
	boxes map[[2]int][]vg.Rectangle
}

func newGrid(area vg.Rectangle, side vg.Length) *grid {
	return &grid{area.Min, side, map[[2]int][]vg.Rectangle{}}
}

// squares calls f with each square that a box lies in, until it returns false.
func (g *grid) squares(r vg.Rectangle, f func([2]int) bool) {
	at := func(v, from vg.Length) int { return int((v-from)/g.side + 1000) }
	for x := at(r.Min.X, g.from.X); x <= at(r.Max.X, g.from.X); x++ {
		for y := at(r.Min.Y, g.from.Y); y <= at(r.Max.Y, g.from.Y); y++ {
			if !f([2]int{x, y}) {
				return
			}
		}
	}
}

func (g *grid) add(r vg.Rectangle) {
	g.squares(r, func(k [2]int) bool { g.boxes[k] = append(g.boxes[k], r); return true })
}

// meets reports whether a box lies on one of those added.
func (g *grid) meets(r vg.Rectangle) bool {
	hit := false
	g.squares(r, func(k [2]int) bool {
		for _, b := range g.boxes[k] {
			if b.Min.X < r.Max.X && b.Max.X > r.Min.X && b.Min.Y < r.Max.Y && b.Max.Y > r.Min.Y {
				hit = true
				return false
			}
		}
		return true
	})
	return hit
}
