package plotting

import "gonum.org/v1/plot/vg"

// A Scattered scene shows rows or columns of the data as points, which a lasso can enclose.
type Scattered interface {
	Scene
	// Within returns the rows and columns whose points are visible and lie inside a loop.
	Within(l Loop) Selection
}

// A Loop is a closed line through some points of a scene, in points from the bottom left: the last
// is joined to the first. It may cross itself.
type Loop []vg.Point

// Contains reports whether p lies inside the loop: whether a ray from it meets the line an odd
// number of times. O(number of points).
func (l Loop) Contains(p vg.Point) bool {
	inside := false
	for i, a := range l {
		b := l[(i+len(l)-1)%len(l)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			inside = !inside
		}
	}
	return inside
}

// Bounds returns the smallest rectangle that holds the loop; it is empty for no points.
func (l Loop) Bounds() (r vg.Rectangle) {
	for i, p := range l {
		if i == 0 {
			r = vg.Rectangle{Min: p, Max: p}
		}
		r.Min.X, r.Min.Y = min(r.Min.X, p.X), min(r.Min.Y, p.Y)
		r.Max.X, r.Max.Y = max(r.Max.X, p.X), max(r.Max.Y, p.Y)
	}
	return r
}

// Enclosed returns those of n points that lie inside the loop and inside a rectangle, ascending.
// at returns the place of a point, and whether it is drawn.
func (l Loop) Enclosed(n int, visible vg.Rectangle, at func(i int) (vg.Point, bool)) (inside []int) {
	b := l.Bounds()
	low := vg.Point{X: max(b.Min.X, visible.Min.X), Y: max(b.Min.Y, visible.Min.Y)}
	high := vg.Point{X: min(b.Max.X, visible.Max.X), Y: min(b.Max.Y, visible.Max.Y)}
	for i := range n {
		p, drawn := at(i)
		if drawn && p.X >= low.X && p.X <= high.X && p.Y >= low.Y && p.Y <= high.Y && l.Contains(p) {
			inside = append(inside, i)
		}
	}
	return inside
}

// Path returns the loop as a closed path.
func (l Loop) Path() (path vg.Path) {
	for i, p := range l {
		if i == 0 {
			path.Move(p)
		} else {
			path.Line(p)
		}
	}
	path.Close()
	return path
}
