package formula

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A mathBox is a part of a formula that has been set: its extent about the baseline, and a function
// that draws it in the current colour with the left end of its baseline at a point.
type mathBox struct {
	width, up, down vg.Length
	draw            func(c vg.Canvas, at vg.Point)
}

// Proportions of formulas, as shares of the size of letters.
const (
	mathScriptSize = 0.68
	mathLeast      = 5     // points below which scripts shrink no further, unless more is asked for
	mathAxis       = 0.33  // height of fraction bars and of signs
	mathLine       = 0.055 // thickness of bars
	mathRise       = 0.42  // of superscripts
	mathDrop       = 0.2   // of subscripts
	mathThin       = 0.16  // space after words and commas
	mathWide       = 0.28  // about relations
	mathMedium     = 0.2   // about plus and the like
)

// A setting is the size of letters, and the size below which no part of the formula shrinks, in points.
type setting struct{ size, least vg.Length }

// smaller is the setting of a part whose letters are smaller by a share.
func (t setting) smaller(share vg.Length) setting {
	return setting{max(t.size*share, min(t.size, t.least)), t.least}
}

func (t setting) script() setting { return t.smaller(mathScriptSize) }

// glyphs sets text as it is.
func glyphs(s string, size vg.Length) mathBox {
	f := ink.Regular(plotting.Sans, size)
	return mathBox{ink.TextWidth(f, s), ink.CapHeight(f) + 0.04*size, 0.2 * size,
		func(c vg.Canvas, at vg.Point) { c.FillString(f, at, s) }}
}

func setMath(n *mathNode, t setting) mathBox {
	size := t.size
	switch n.kind {
	case mathWord:
		return glyphs(n.text, size)
	case mathSign:
		return setSign(n.text, size)
	case mathSpace:
		w := mathThin * size
		if n.text == "quad" {
			w = 1.2 * size
		}
		return mathBox{width: w, draw: func(vg.Canvas, vg.Point) {}}
	case mathFraction:
		return setFraction(n, t)
	case mathScript:
		return setScript(n, t)
	case mathBig:
		return setBig(n, t)
	case mathRoot, mathAccent:
		return setOver(n, t)
	case mathOpen:
		return setDelimited(n, t)
	}
	return setRow(n, t)
}

// setRow sets nodes one after another, with the usual spaces of mathematics.
func setRow(row *mathNode, t setting) mathBox {
	size := t.size
	out := mathBox{up: 0.4 * size, down: 0.05 * size}
	type placed struct {
		box mathBox
		x   vg.Length
	}
	var parts []placed
	var last *mathNode
	for _, n := range row.inner {
		// A sign at the beginning, or after another one, belongs to the next node.
		if n.binary && (last == nil || last.kind == mathSign && last.text != ")" && last.text != "]") {
			n = &mathNode{kind: mathSign, text: n.text}
		}
		out.width += mathSpaceBetween(last, n) * size
		b := setMath(n, t)
		parts = append(parts, placed{b, out.width})
		out.width += b.width
		out.up, out.down = max(out.up, b.up), max(out.down, b.down)
		last = n
	}
	out.draw = func(c vg.Canvas, at vg.Point) {
		for _, p := range parts {
			p.box.draw(c, vg.Point{X: at.X + p.x, Y: at.Y})
		}
	}
	return out
}

// mathSpaceBetween returns the space between neighbours, as a share of the size.
func mathSpaceBetween(a, b *mathNode) vg.Length {
	if a == nil || a.kind == mathSpace || b.kind == mathSpace {
		return 0
	}
	sign := func(n *mathNode) bool { return n.kind == mathSign }
	switch {
	case a.relation || b.relation:
		return mathWide
	case a.binary && a.text != "·" || b.binary && b.text != "·":
		return mathMedium
	case a.text == "·" || b.text == "·":
		return 0.1
	case sign(a) && (a.text == "," || a.text == ";"):
		return mathThin
	case sign(a) && a.text == "|" || sign(b) && b.text == "|":
		return mathThin
	case sign(b) && (b.text == "," || b.text == ")" || b.text == "(" || b.text == "]" || b.text == ";" || b.text == "!"):
		return 0.03
	case sign(a) && (a.text == "(" || a.text == "["):
		return 0.03
	case isBigWord(a) || isBigWord(b) || a.kind == mathBig || b.kind == mathBig:
		return mathThin
	}
	return 0.06
}

// isBigWord reports whether a node is a word of several letters, such as log.
func isBigWord(n *mathNode) bool {
	if n.kind == mathScript {
		n = n.base
	}
	return n.kind == mathWord && len([]rune(n.text)) > 1
}

// setSign sets a sign; those that the typeface lacks are drawn.
func setSign(s string, size vg.Length) mathBox {
	switch s {
	case "∝":
		return strokeBox(0.72*size, 0.62*size, size, func(x, y func(float64) vg.Length) vg.Path {
			var p vg.Path
			p.Move(vg.Point{X: x(1), Y: y(0.78)})
			p.CubeTo(vg.Point{X: x(0.72), Y: y(0.86)}, vg.Point{X: x(0.6), Y: y(0.22)}, vg.Point{X: x(0.3), Y: y(0.22)})
			p.CubeTo(vg.Point{X: x(0.02), Y: y(0.22)}, vg.Point{X: x(0.02), Y: y(0.84)}, vg.Point{X: x(0.3), Y: y(0.84)})
			p.CubeTo(vg.Point{X: x(0.6), Y: y(0.84)}, vg.Point{X: x(0.72), Y: y(0.2)}, vg.Point{X: x(1), Y: y(0.28)})
			return p
		})
	case "∈":
		return strokeBox(0.55*size, 0.66*size, size, func(x, y func(float64) vg.Length) vg.Path {
			var p vg.Path
			p.Move(vg.Point{X: x(1), Y: y(1)})
			p.Line(vg.Point{X: x(0.55), Y: y(1)})
			p.CubeTo(vg.Point{X: x(-0.12), Y: y(1)}, vg.Point{X: x(-0.12), Y: y(0.02)}, vg.Point{X: x(0.55), Y: y(0.02)})
			p.Line(vg.Point{X: x(1), Y: y(0.02)})
			p.Move(vg.Point{X: x(0.06), Y: y(0.51)})
			p.Line(vg.Point{X: x(0.9), Y: y(0.51)})
			return p
		})
	}
	return glyphs(s, size)
}

// strokeBox is a sign drawn by a path in the unit square, which becomes width × height.
func strokeBox(width, height, size vg.Length, path func(x, y func(float64) vg.Length) vg.Path) mathBox {
	return mathBox{width, height, 0.02 * size, func(c vg.Canvas, at vg.Point) {
		c.SetLineWidth(1.3 * mathLine * size)
		c.Stroke(path(
			func(t float64) vg.Length { return at.X + width*vg.Length(t) },
			func(t float64) vg.Length { return at.Y + height*vg.Length(t) }))
	}}
}

func bar(c vg.Canvas, x0, x1, y, width vg.Length) {
	c.Fill(vg.Rectangle{Min: vg.Point{X: x0, Y: y - width/2}, Max: vg.Point{X: x1, Y: y + width/2}}.Path())
}

func setFraction(n *mathNode, t setting) mathBox {
	size := t.size
	small := t.smaller(0.86)
	a, b := setMath(n.above, small), setMath(n.below, small)
	gap, axis, line := 0.16*size, mathAxis*size, mathLine*size
	width := max(a.width, b.width) + 0.24*size
	return mathBox{width, axis + gap + a.down + a.up, b.up + b.down + gap - axis, func(c vg.Canvas, at vg.Point) {
		a.draw(c, vg.Point{X: at.X + (width-a.width)/2, Y: at.Y + axis + gap + a.down})
		b.draw(c, vg.Point{X: at.X + (width-b.width)/2, Y: at.Y + axis - gap - b.up})
		bar(c, at.X+0.04*size, at.X+width-0.04*size, at.Y+axis, line)
	}}
}

func setScript(n *mathNode, t setting) mathBox {
	size := t.size
	base := setMath(n.base, t)
	out := base
	var up, down mathBox
	rise, drop := vg.Length(mathRise)*size, vg.Length(mathDrop)*size
	tall := n.base.kind == mathOpen || n.base.kind == mathFraction
	if n.above != nil {
		up = setMath(n.above, t.script())
		if tall {
			rise = max(rise, base.up-0.3*size)
		}
		out.up = max(base.up, rise+up.up)
	}
	if n.below != nil {
		down = setMath(n.below, t.script())
		if tall {
			drop = max(drop, base.down)
		}
		if n.above != nil {
			drop = max(drop, down.up-rise+up.down+0.06*size)
		}
		out.down = max(base.down, drop+down.down)
	}
	out.width = base.width + 0.05*size + max(up.width, down.width)
	out.draw = func(c vg.Canvas, at vg.Point) {
		base.draw(c, at)
		x := at.X + base.width + 0.04*size
		if n.above != nil {
			up.draw(c, vg.Point{X: x, Y: at.Y + rise})
		}
		if n.below != nil {
			down.draw(c, vg.Point{X: x, Y: at.Y - drop})
		}
	}
	return out
}

// setBig sets a sum, product or integral with its limits above and below.
func setBig(n *mathNode, t setting) mathBox {
	size := t.size
	large := 1.35 * size
	sign := glyphs(n.text, large)
	lift := mathAxis*size - ink.CapHeight(ink.Regular(plotting.Sans, large))/2 // its middle lies on the axis
	out := mathBox{width: sign.width, up: ink.CapHeight(ink.Regular(plotting.Sans, large)) + lift,
		down: -lift + 0.12*large}
	var up, down mathBox
	gap := 0.12 * size
	if n.above != nil {
		up = setMath(n.above, t.script())
		out.width = max(out.width, up.width)
	}
	if n.below != nil {
		down = setMath(n.below, t.script())
		out.width = max(out.width, down.width)
	}
	signUp, signDown := out.up, out.down
	if n.above != nil {
		out.up += gap + up.down + up.up
	}
	if n.below != nil {
		out.down += gap + down.up + down.down
	}
	width := out.width
	out.draw = func(c vg.Canvas, at vg.Point) {
		sign.draw(c, vg.Point{X: at.X + (width-sign.width)/2, Y: at.Y + lift})
		if n.above != nil {
			up.draw(c, vg.Point{X: at.X + (width-up.width)/2, Y: at.Y + signUp + gap + up.down})
		}
		if n.below != nil {
			down.draw(c, vg.Point{X: at.X + (width-down.width)/2, Y: at.Y - signDown - gap - down.up})
		}
	}
	return out
}

// setOver sets a root, or a hat, bar or tilde over something.
func setOver(n *mathNode, t setting) mathBox {
	size := t.size
	in := setMath(n.inner[0], t)
	line := mathLine * size
	if n.kind == mathRoot {
		left, top := 0.5*size, in.up+0.16*size
		return mathBox{in.width + left + 0.1*size, top + line, in.down, func(c vg.Canvas, at vg.Point) {
			in.draw(c, vg.Point{X: at.X + left, Y: at.Y})
			var p vg.Path
			p.Move(vg.Point{X: at.X + 0.04*size, Y: at.Y + 0.32*size})
			p.Line(vg.Point{X: at.X + 0.16*size, Y: at.Y + 0.38*size})
			p.Line(vg.Point{X: at.X + 0.3*size, Y: at.Y - in.down})
			p.Line(vg.Point{X: at.X + left - 0.05*size, Y: at.Y + top})
			p.Line(vg.Point{X: at.X + left + in.width + 0.08*size, Y: at.Y + top})
			c.SetLineWidth(line)
			c.Stroke(p)
		}}
	}
	low := in.up + 0.06*size
	// A small letter needs its accent nearer than a capital does.
	if w := n.inner[0]; w.kind == mathWord && len([]rune(w.text)) == 1 && !isTall([]rune(w.text)[0]) {
		low -= 0.17 * size
	}
	return mathBox{in.width, max(in.up, low+0.2*size), in.down, func(c vg.Canvas, at vg.Point) {
		in.draw(c, at)
		m, y := at.X+in.width/2, at.Y+low
		half := min(in.width/2, 0.26*size)
		switch n.accent {
		case "bar":
			bar(c, m-half, m+half, y+0.06*size, line)
		case "hat", "tilde":
			var p vg.Path
			p.Move(vg.Point{X: m - half, Y: y})
			if n.accent == "hat" {
				p.Line(vg.Point{X: m, Y: y + 0.14*size})
				p.Line(vg.Point{X: m + half, Y: y})
			} else {
				p.CubeTo(vg.Point{X: m - half/3, Y: y + 0.26*size}, vg.Point{X: m + half/3, Y: y - 0.14*size},
					vg.Point{X: m + half, Y: y + 0.12*size})
			}
			c.SetLineWidth(line)
			c.Stroke(p)
		}
	}}
}

// isTall reports whether a letter reaches the height of capitals.
func isTall(r rune) bool {
	return r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 'Α' && r <= 'Ω' ||
		r == 'b' || r == 'd' || r == 'f' || r == 'h' || r == 'k' || r == 'l' || r == 'β' || r == 'δ' || r == 'θ' || r == 'λ'
}

// setDelimited sets something between brackets as tall as it is.
func setDelimited(n *mathNode, t setting) mathBox {
	size := t.size
	in := setMath(n.inner[0], t)
	// Brackets stand evenly about the axis.
	axis := mathAxis * size
	half := max(in.up-axis, in.down+axis, 0.5*size) + 0.04*size
	wide := vg.Length(0.3) * size
	l, r := wide, wide
	if n.text == "." {
		l = 0.05 * size
	}
	if n.close == "." {
		r = 0.05 * size
	}
	return mathBox{in.width + l + r, axis + half, half - axis, func(c vg.Canvas, at vg.Point) {
		c.SetLineWidth(1.2 * mathLine * size)
		drawDelimiter(c, n.text, at.X+0.08*size, at.X+wide-0.06*size, at.Y+axis-half, at.Y+axis+half)
		in.draw(c, vg.Point{X: at.X + l, Y: at.Y})
		c.SetLineWidth(1.2 * mathLine * size)
		x := at.X + l + in.width
		drawDelimiter(c, n.close, x+wide-0.08*size, x+0.06*size, at.Y+axis-half, at.Y+axis+half)
	}}
}

// drawDelimiter draws a bracket, given the x of its back and that of its ends.
func drawDelimiter(c vg.Canvas, s string, back, ends, y0, y1 vg.Length) {
	var p vg.Path
	switch s {
	case "(", ")":
		bow := back + (back-ends)/3
		p.Move(vg.Point{X: ends, Y: y0})
		p.CubeTo(vg.Point{X: bow, Y: y0 + (y1-y0)/4}, vg.Point{X: bow, Y: y1 - (y1-y0)/4}, vg.Point{X: ends, Y: y1})
	case "[", "]":
		p.Move(vg.Point{X: ends, Y: y0})
		p.Line(vg.Point{X: back, Y: y0})
		p.Line(vg.Point{X: back, Y: y1})
		p.Line(vg.Point{X: ends, Y: y1})
	case "{", "}":
		m, y := (back+ends)/2, (y0+y1)/2
		tip := back - (ends-back)/3
		k := vg.Length(math.Min(float64(y1-y0)/6, math.Abs(float64(ends-back))))
		p.Move(vg.Point{X: ends, Y: y1})
		p.QuadTo(vg.Point{X: m, Y: y1}, vg.Point{X: m, Y: y1 - k})
		p.Line(vg.Point{X: m, Y: y + k})
		p.QuadTo(vg.Point{X: m, Y: y}, vg.Point{X: tip, Y: y})
		p.QuadTo(vg.Point{X: m, Y: y}, vg.Point{X: m, Y: y - k})
		p.Line(vg.Point{X: m, Y: y0 + k})
		p.QuadTo(vg.Point{X: m, Y: y0}, vg.Point{X: ends, Y: y0})
	case "|":
		m := (back + ends) / 2
		p.Move(vg.Point{X: m, Y: y0})
		p.Line(vg.Point{X: m, Y: y1})
	}
	if len(p) > 0 {
		c.Stroke(p)
	}
}
