// Package affine holds the maps of the plane that canvases keep between Push and Pop.
package affine

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A Matrix maps (x, y) to (A·x + C·y + E, B·x + D·y + F).
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity leaves every point where it is.
var Identity = Matrix{A: 1, D: 1}

// Times returns the map that applies n first and then m.
func (m Matrix) Times(n Matrix) Matrix {
	return Matrix{
		A: m.A*n.A + m.C*n.B, C: m.A*n.C + m.C*n.D, E: m.A*n.E + m.C*n.F + m.E,
		B: m.B*n.A + m.D*n.B, D: m.B*n.C + m.D*n.D, F: m.B*n.E + m.D*n.F + m.F,
	}
}

// Rotated returns m after a rotation by an angle in radians. Quarter turns are exact, which keeps
// lines along the axes straight.
func (m Matrix) Rotated(angle float64) Matrix {
	s, c := math.Sincos(angle)
	if q := math.Round(angle / (math.Pi / 2)); math.Abs(angle-q*(math.Pi/2)) < 1e-12 {
		s, c = math.Round(s), math.Round(c)
	}
	return m.Times(Matrix{A: c, B: s, C: -s, D: c})
}

// Translated returns m after a shift by p.
func (m Matrix) Translated(p vg.Point) Matrix {
	return m.Times(Matrix{A: 1, D: 1, E: float64(p.X), F: float64(p.Y)})
}

// Scaled returns m after a magnification along each axis.
func (m Matrix) Scaled(x, y float64) Matrix { return m.Times(Matrix{A: x, D: y}) }

// Apply returns the image of p.
func (m Matrix) Apply(p vg.Point) (x, y float64) {
	u, v := float64(p.X), float64(p.Y)
	return m.A*u + m.C*v + m.E, m.B*u + m.D*v + m.F
}

// Box returns the box around the image of r.
func (m Matrix) Box(r vg.Rectangle) (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, q := range [...]vg.Point{r.Min, r.Max, {X: r.Min.X, Y: r.Max.Y}, {X: r.Max.X, Y: r.Min.Y}} {
		x, y := m.Apply(q)
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	return x0, y0, x1, y1
}

// Factor returns the scale of lengths: the geometric mean over both axes.
func (m Matrix) Factor() float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }
