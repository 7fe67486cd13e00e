package ink

import (
	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// A Sentence is a figure that says why there is nothing to show.
type Sentence struct {
	Text  string
	Style plotting.Style
}

var _ plotting.Styled = Sentence{}

// WithStyle implements Styled.
func (n Sentence) WithStyle(s plotting.Style) plotting.Figure { n.Style = s; return n }

// Layout implements Figure.
func (n Sentence) Layout(size vg.Point) plotting.Scene { return sentenceScene{n, size} }

type sentenceScene struct {
	Sentence
	size vg.Point
}

func (s sentenceScene) Size() vg.Point                     { return s.size }
func (s sentenceScene) Hit(vg.Point) (plotting.Mark, bool) { return plotting.Mark{}, false }
func (s sentenceScene) PlotArea() (r vg.Rectangle)         { return r }

func (s sentenceScene) Draw(c vg.Canvas) {
	DrawGround(c, s.Style, s.size)
	m := min(2*s.Style.Margin, s.size.X/4)
	DrawNote(c, s.Style, vg.Rectangle{Min: vg.Point{X: m}, Max: vg.Point{X: s.size.X - m, Y: s.size.Y}}, s.Text)
}

// IsBlank implements [plotting.Blank].
func (s Sentence) IsBlank() bool { return true }
