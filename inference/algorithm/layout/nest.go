package layout

import (
	"math"

	"gonum.org/v1/gonum/floats/scalar"
)

// mostNested is how many boxes are nested into each other's corners; more stand in shelves.
const mostNested = 40

// A spot is where a box stands, by its nearest corner to the origin.
type spot struct{ x, y, wide, high float64 }

func (a spot) meets(b spot) bool {
	const touch = 1e-9
	return a.x+touch < b.x+b.wide && b.x+touch < a.x+a.wide && a.y+touch < b.y+b.high && b.y+touch < a.y+a.high
}

// nest puts each box, the first at the origin, into the corner between others where all are largest on a page of the
// shape, and parts them evenly.
func nest(boxes []box, shape float64) {
	var spots []spot
	wide, high := 0.0, 0.0
	for i := range boxes {
		xs, ys := []float64{0}, []float64{0}
		for _, s := range spots {
			xs, ys = append(xs, s.x+s.wide), append(ys, s.y+s.high)
		}
		best, least := spot{}, [3]float64{math.Inf(1)}
		for _, x := range xs {
			for _, y := range ys {
				at := spot{x, y, boxes[i].width, boxes[i].depth}
				if meetsAny(at, spots) {
					continue
				}
				w, h := max(wide, x+at.wide), max(high, y+at.high)
				size := [3]float64{max(w/shape, h), w * h, math.Hypot(x, y)}
				if before(size, least) {
					best, least = at, size
				}
			}
		}
		spots = append(spots, best)
		wide, high = max(wide, best.x+best.wide), max(high, best.y+best.high)
	}
	part(spots, min(max(wide, shape*high), mostApart*wide), min(max(high, wide/shape), mostApart*high))
	for i, s := range spots {
		boxes[i].move(s.x, -s.y-s.high) // the first at the top
	}
}

func meetsAny(s spot, spots []spot) bool {
	for _, o := range spots {
		if s.meets(o) {
			return true
		}
	}
	return false
}

// before compares by the first of the numbers that differ by more than rounding.
func before(a, b [3]float64) bool {
	for k := range a {
		if !scalar.EqualWithinRel(a[k], b[k], 1e-9) {
			return a[k] < b[k]
		}
	}
	return false
}

// mostApart limits how far boxes are moved apart, as a multiple of the width or height that they need.
const mostApart = 1.8

// part moves each spot to the middle of the room that the others leave it to its left and right, and above and below,
// within a page, until all stand evenly.
func part(spots []spot, wide, high float64) {
	const rounds = 60
	for range rounds {
		for i := range spots {
			s := &spots[i]
			low, top, left, right := 0.0, high, 0.0, wide
			for k, o := range spots {
				if k == i {
					continue
				}
				if row := (spot{s.x, o.y, s.wide, o.high}); row.meets(o) { // beneath or above
					if o.y >= s.y+s.high-1e-9 {
						top = min(top, o.y)
					} else {
						low = max(low, o.y+o.high)
					}
				}
			}
			s.y = max((low+top-s.high)/2, 0)
			for k, o := range spots {
				if k == i {
					continue
				}
				if column := (spot{o.x, s.y, o.wide, s.high}); column.meets(o) {
					if o.x >= s.x+s.wide-1e-9 {
						right = min(right, o.x)
					} else {
						left = max(left, o.x+o.wide)
					}
				}
			}
			s.x = max((left+right-s.wide)/2, 0)
		}
	}
}
