package ink

import (
	"math"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// Subpixel is the height in points below which a clade is drawn as a solid piece of
// its rows, not branch by branch.
const Subpixel = 0.9

// Fine is the least distance in points at which two bars are both drawn, and the
// height of the rows that stand for clades below subpixel.
const Fine = 0.5

// Outline frames a box in the colour of the selection.
func Outline(st plotting.Style, r vg.Rectangle) *Stroke {
	return &Stroke{Colour: st.Selection, Width: st.SelectedStroke, Path: r.Path()}
}

// Reach is how far from a line the pointer still touches it, in points.
const Reach = 4

// Within reports whether p lies in r; an empty r, of a part that is not shown, holds nothing.
func Within(p vg.Point, r vg.Rectangle) bool {
	return r.Max.X > r.Min.X && Contains(r, p)
}

// A Span is a stretch along one axis, in points.
type Span struct{ From, To vg.Length }

// Width returns the length of the span.
func (s Span) Width() vg.Length { return s.To - s.From }

// Contains reports whether p lies in r, its edges included.
func Contains(r vg.Rectangle, p vg.Point) bool {
	return p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y && p.Y <= r.Max.Y
}

// Finite reports whether x is a number that can be drawn.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Disc returns the path of a disc.
func Disc(at vg.Point, radius vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + radius, Y: at.Y})
	p.Arc(at, radius, 0, 2*math.Pi)
	p.Close()
	return p
}

// Placed returns a path of lines drawn about the origin in units of a side, about another point.
func Placed(path vg.Path, at vg.Point, side vg.Length) vg.Path {
	moved := make(vg.Path, len(path))
	for i, c := range path {
		c.Pos = vg.Point{X: at.X + side*c.Pos.X, Y: at.Y + side*c.Pos.Y}
		moved[i] = c
	}
	return moved
}
