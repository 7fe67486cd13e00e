package write

import (
	"image/color"
	"math"
	"strconv"

	"example.org/espalier/plotting/affine"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// vectorPen is the state of a vector canvas between Push and Pop. It maps coordinates itself, so
// files hold plain numbers and no nested transformations.
type vectorPen struct {
	m       affine.Matrix // from the figure's points to the file's units
	width   vg.Length
	pattern []vg.Length
	offset  vg.Length
	ink     color.NRGBA
}

// vectorPens is a pen with the stack of those saved; canvases embed it.
type vectorPens struct {
	vectorPen
	saved []vectorPen
}

func (p *vectorPens) SetLineWidth(w vg.Length) { p.width = w }

func (p *vectorPens) SetLineDash(pattern []vg.Length, offset vg.Length) {
	p.pattern, p.offset = append([]vg.Length(nil), pattern...), offset
}

func (p *vectorPens) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.ink = color.NRGBAModel.Convert(c).(color.NRGBA)
}

func (p *vectorPens) Rotate(rad float64)    { p.m = p.m.Rotated(rad) }
func (p *vectorPens) Translate(pt vg.Point) { p.m = p.m.Translated(pt) }
func (p *vectorPens) Scale(x, y float64)    { p.m = p.m.Scaled(x, y) }
func (p *vectorPens) Push()                 { p.saved = append(p.saved, p.vectorPen) }
func (p *vectorPens) Pop() {
	p.vectorPen = p.saved[len(p.saved)-1]
	p.saved = p.saved[:len(p.saved)-1]
}

// visit calls the functions for the parts of a path in the coordinates of the file. Arcs become
// cubic curves that are off by less than 10⁻⁶ of their radius. A coordinate that is not finite
// breaks the path.
func (p *vectorPen) visit(path vg.Path, move, line func(x, y float64),
	curve func(x1, y1, x2, y2, x, y float64), end func()) {
	var first, last vg.Point
	begun := false // whether there is a current point
	to := func(q vg.Point, draw func(x, y float64)) {
		x, y := p.m.Apply(q)
		if !ink.Finite(x) || !ink.Finite(y) {
			begun = false
			return
		}
		if !begun {
			draw, first, begun = move, q, true
		}
		draw(x, y)
		last = q
	}
	bend := func(c1, c2, q vg.Point) {
		x1, y1 := p.m.Apply(c1)
		x2, y2 := p.m.Apply(c2)
		x, y := p.m.Apply(q)
		if !ink.Finite(x1+y1+x2+y2) || !ink.Finite(x+y) || !begun {
			begun = false
			return
		}
		curve(x1, y1, x2, y2, x, y)
		last = q
	}
	for i := range path {
		c := &path[i]
		switch c.Type {
		case vg.MoveComp:
			begun = false
			to(c.Pos, move)
		case vg.LineComp:
			to(c.Pos, line)
		case vg.ArcComp:
			at := func(angle float64, r vg.Length) vg.Point {
				s, k := math.Sincos(angle)
				return vg.Point{X: c.Pos.X + r*vg.Length(k), Y: c.Pos.Y + r*vg.Length(s)}
			}
			if start := at(c.Start, c.Radius); !begun || math.Hypot(float64(start.X-last.X), float64(start.Y-last.Y)) > 1e-9 {
				to(start, line)
			}
			n := int(min(max(math.Ceil(math.Abs(c.Angle)/(math.Pi/4)), 1), 1000))
			step := c.Angle / float64(n)
			// The control points of an arc lie on its tangents; the factor makes the curve meet the
			// arc in the middle.
			h := 4.0 / 3 * math.Tan(step/4)
			reach := c.Radius * vg.Length(math.Hypot(1, h))
			turn := math.Atan(h)
			for k := range n {
				a, b := c.Start+step*float64(k), c.Start+step*float64(k+1)
				bend(at(a+turn, reach), at(b-turn, reach), at(b, c.Radius))
			}
		case vg.CurveComp:
			switch len(c.Control) {
			case 1: // a quadratic curve as a cubic one
				q := c.Control[0]
				third := func(end vg.Point) vg.Point {
					return vg.Point{X: end.X + (q.X-end.X)*2/3, Y: end.Y + (q.Y-end.Y)*2/3}
				}
				bend(third(last), third(c.Pos), c.Pos)
			case 2:
				bend(c.Control[0], c.Control[1], c.Pos)
			default:
				panic("plotting: curve without one or two control points")
			}
		case vg.CloseComp:
			if begun {
				end()
				last = first
			}
		default:
			panic("plotting: unknown path component")
		}
	}
}

// decimal appends x with at most the given number of decimals and no trailing zeros.
func decimal(b []byte, x float64, digits int) []byte {
	start := len(b)
	b = strconv.AppendFloat(b, x, 'f', digits, 64)
	if digits > 0 {
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
		if b[len(b)-1] == '.' {
			b = b[:len(b)-1]
		}
	}
	if string(b[start:]) == "-0" {
		return append(b[:start], '0')
	}
	return b
}
