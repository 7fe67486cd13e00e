package selected

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Bars are the small figure of the inspector: a name, a bar and numbers for each column, the highest above the
// lowest, each under its head.
type Bars struct {
	Highest, Lowest []Contrast
	Heads           [2]string // empty ones are the usual
	Style           plotting.Style
}

const (
	barHead    vg.Length = 34 // height of a head
	barRow     vg.Length = 21
	barTall    vg.Length = 37 // of a comparison, which has a line of numbers
	barSmall   vg.Length = 11
	barHeight  vg.Length = 7.5
	barNames   vg.Length = 0.4 // share of the width for names
	barText    vg.Length = 12
	barHeading vg.Length = 12.5
)

// Height returns the height that the bars need.
func (b Bars) Height() vg.Length {
	var h vg.Length
	for _, part := range [][]Contrast{b.Highest, b.Lowest} {
		if len(part) > 0 {
			h += barHead + 6
			for _, c := range part {
				h += c.barHeight()
			}
		}
	}
	return h
}

// WithStyle returns a copy in another style.
func (b Bars) WithStyle(s plotting.Style) plotting.Figure { b.Style = s; return b }

// Layout places the bars from the top.
func (b Bars) Layout(size vg.Point) plotting.Scene {
	s := &barScene{size: size, style: b.Style}
	greatest := 0.0
	for _, c := range append(append([]Contrast(nil), b.Highest...), b.Lowest...) {
		greatest = max(greatest, math.Abs(c.Difference))
	}
	y := size.Y
	for k, part := range [][]Contrast{b.Highest, b.Lowest} {
		if len(part) == 0 {
			continue
		}
		head := "Highest compared with the rest"
		if k == 1 {
			head = "Lowest"
			if len(b.Highest) == 0 {
				head = "Lowest compared with the rest"
			}
		}
		if b.Heads[k] != "" {
			head = b.Heads[k]
		}
		s.heads = append(s.heads, barLabel{head, vg.Point{Y: y - barHead + 13}})
		y -= barHead
		for _, c := range part {
			left := size.X * barNames
			s.bars = append(s.bars, placedBar{
				contrast: c,
				middle:   y - barRow/2,
				row:      vg.Rectangle{Min: vg.Point{Y: y - c.barHeight()}, Max: vg.Point{X: size.X, Y: y}},
				bar: vg.Rectangle{
					Min: vg.Point{X: left, Y: y - barRow/2 - barHeight/2},
					Max: vg.Point{X: left + max(1, (size.X-left)*vg.Length(math.Abs(c.Difference)/greatest)),
						Y: y - barRow/2 + barHeight/2},
				},
			})
			y -= c.barHeight()
		}
		y -= 6
	}
	return s
}

// barHeight returns the height of the row of a contrast.
func (c Contrast) barHeight() vg.Length {
	if c.Pick != nil {
		return barRow
	}
	return barTall
}

// numbers writes a comparison: the difference of the means in input units and in standard deviations, and the p value.
func (c Contrast) numbers() string {
	text := withSign(c.Inside-c.Outside) + " · " + withSign(c.Difference) + " s.d."
	if c.Tested {
		text += " · " + plotting.PWords(c.P)
	}
	return text
}

// withSign writes a number with its sign.
func withSign(x float64) string {
	if x > 0 {
		return "+" + plotting.FormatNumber(x)
	}
	return plotting.FormatNumber(x)
}

type barLabel struct {
	text string
	at   vg.Point
}

type placedBar struct {
	contrast Contrast
	row, bar vg.Rectangle
	middle   vg.Length // of the name and the bar, above the numbers
}

type barScene struct {
	size  vg.Point
	style plotting.Style
	heads []barLabel
	bars  []placedBar
}

func (s *barScene) Size() vg.Point         { return s.size }
func (s *barScene) PlotArea() vg.Rectangle { return vg.Rectangle{} }

// Draw draws heads, names and bars.
func (s *barScene) Draw(c vg.Canvas) {
	ground := vg.Rectangle{Max: s.size}
	c.SetColor(s.style.Surface)
	c.Fill(ground.Path())
	left := ink.Anchor{X: 0, Y: 0.5}
	for _, h := range s.heads {
		ink.DrawText(c, ink.Bold(s.style.Typeface, barHeading), s.style.Ink, h.at, left, h.text)
	}
	face := ink.Regular(s.style.Typeface, barText)
	for _, b := range s.bars {
		name := ink.Elide(face, b.contrast.Name, s.size.X*barNames-8)
		ink.DrawText(c, face, s.style.Ink, vg.Point{Y: b.middle}, left, name)
		c.SetColor(signColour(b.contrast.Difference))
		c.Fill(b.bar.Path())
		if b.contrast.Pick == nil {
			small := ink.Regular(s.style.Typeface, barSmall)
			text := ink.Elide(small, b.contrast.numbers(), s.size.X)
			ink.DrawText(c, small, s.style.Muted, vg.Point{Y: b.row.Min.Y + barTall - barRow - barSmall/2 + 1}, left,
				text)
		}
	}
}

// signColour returns the end of the signed colour map on the side of x.
func signColour(x float64) color.Color {
	scale := ink.Scale{Map: ink.Signed, Low: -1, High: 1}
	if x < 0 {
		return scale.At(-0.8)
	}
	return scale.At(0.9)
}

// Hit returns the bar whose row holds p.
func (s *barScene) Hit(p vg.Point) (plotting.Mark, bool) {
	for i, b := range s.bars {
		if p.Y >= b.row.Min.Y && p.Y < b.row.Max.Y && p.X >= 0 && p.X <= s.size.X {
			m := plotting.NewMark(plotting.ColumnMark)
			m.Column, m.Index = b.contrast.Column, i
			m.Title = b.contrast.Name
			if b.contrast.Pick != nil {
				m.Kind = "bar"
				m.Lines = [][2]string{{"value", plotting.FormatDigits(b.contrast.Difference, 3)}}
				m.Anchor = vg.Point{X: b.bar.Max.X, Y: b.middle}
				return m, true
			}
			m.Lines = [][2]string{
				{"mean here", plotting.FormatNumber(b.contrast.Inside)},
				{"mean of the rest", plotting.FormatNumber(b.contrast.Outside)},
				{"difference", withSign(b.contrast.Inside - b.contrast.Outside)},
				{"difference, s.d.", withSign(b.contrast.Difference)},
			}
			if b.contrast.Tested {
				m.Lines = append(m.Lines, [2]string{"p, adjusted", plotting.FormatP(b.contrast.P)})
			}
			m.Anchor = vg.Point{X: b.bar.Max.X, Y: b.middle}
			return m, true
		}
	}
	return plotting.NewMark(plotting.NoMark), false
}
