package formula

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Formula is lines of mathematics, set in the typeface of the figures.
//
// The notation is a small part of TeX's: _ and ^ with one letter or {…}, \frac{a}{b}, \sqrt{a}, \hat{a}, \bar{a},
// \tilde{a}, \sum, \prod and \int with limits, \left( … \right) that grow, \text{words}, \quad and \, for spaces, and
// Greek letters and signs, as they are or by name. Letters in a row are a word, such as log; variables are separated by
// spaces, which do not count otherwise.
type Formula struct {
	Lines []string
	Size  vg.Length      // of letters, where the box is large enough; 0 means 14
	Least vg.Length      // no letter is smaller, where the box is large enough; 0 means 5
	Lit   string         // the sign that has the colour of the selection; "" for none
	Style plotting.Style // the zero value stands for Light
}

// Check returns an error that says where a line cannot be read.
func Check(line string) error {
	_, err := parseMath(line)
	return err
}

// WithStyle implements Styled.
func (f Formula) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return f }

func (f Formula) size() vg.Length {
	if f.Size > 0 {
		return f.Size
	}
	return 14
}

// formulaGap is the room between lines, as a share of the size of letters.
const formulaGap = 0.55

// boxes sets all lines at a size. A line that cannot be read is shown as written.
func (f Formula) boxes(size vg.Length) (lines []mathBox, width, height vg.Length) {
	for i, l := range f.Lines {
		n, err := parseMath(l)
		if err != nil {
			n = &mathNode{kind: mathWord, text: l}
		}
		b := setMath(n, setting{size, max(f.Least, mathLeast)})
		lines = append(lines, b)
		width = max(width, b.width)
		height += b.up + b.down
		if i > 0 {
			height += formulaGap * size
		}
	}
	return lines, width, height
}

// Natural returns the room that the formula takes at its own size.
func (f Formula) Natural() vg.Point {
	_, w, h := f.boxes(f.size())
	return vg.Point{X: w, Y: h}
}

// Layout implements Figure: the lines stand at the left, from the top down, smaller where
// the box is too small for their own size.
func (f Formula) Layout(size vg.Point) plotting.Scene {
	if f.Style == (plotting.Style{}) {
		f.Style = plotting.Light
	}
	letters := f.size()
	lines, w, h := f.boxes(letters)
	if shrink := min(size.X/max(w, 1), size.Y/max(h, 1)); shrink < 1 && shrink > 0 {
		letters *= shrink
		lines, _, _ = f.boxes(letters)
	}
	return formulaScene{size, lines, letters, f.Lit, f.Style}
}

type formulaScene struct {
	size    vg.Point
	lines   []mathBox
	letters vg.Length
	lit     string
	style   plotting.Style
}

func (s formulaScene) Size() vg.Point                     { return s.size }
func (s formulaScene) PlotArea() vg.Rectangle             { return vg.Rectangle{} }
func (s formulaScene) Hit(vg.Point) (plotting.Mark, bool) { return plotting.Mark{}, false }

func (s formulaScene) Draw(c vg.Canvas) {
	ink.DrawGround(c, s.style, s.size)
	y := s.size.Y
	c.SetLineDash(nil, 0)
	if s.lit != "" {
		c = litCanvas{c, s.lit, s.style}
	}
	for _, b := range s.lines {
		c.SetColor(s.style.Ink)
		b.draw(c, vg.Point{X: 0, Y: y - b.up})
		y -= b.up + b.down + formulaGap*s.letters
	}
}
