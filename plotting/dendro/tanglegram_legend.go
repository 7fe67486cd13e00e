package dendro

import (
	"image/color"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A lineSample is an entry of the legend of a tanglegram: a line and its meaning.
type lineSample struct {
	ink   color.NRGBA
	width vg.Length
	dash  []vg.Length
	dot   bool
	text  string
}

const sampleWidth = 20

func (s *TanglegramScene) samples() []lineSample {
	st, k := s.f.Style, s.f.Tangle
	c := k.Comparison
	out := []lineSample{
		{ink: st.Ink, width: st.Stroke, dot: true, text: "clade in both trees (" + plotting.FormatCount(len(c.Shared)) + ")"}}
	if n := c.RobinsonFoulds; n > 0 {
		out = append(out, lineSample{ink: plotting.Fade(st.Ink, 0.55), width: st.Stroke, dash: []vg.Length{3, 3},
			text: "in one only (" + plotting.FormatCount(len(c.OnlyA)) + " left, " +
				plotting.FormatCount(len(c.OnlyB)) + " right)"})
	}
	n := len(k.Moved)
	if s.ink != nil {
		if k.moved > 0 {
			out = append(out, lineSample{ink: st.Muted, width: st.SelectedStroke,
				text: "leaf out of order (" + plotting.FormatCount(k.moved) + " of " + plotting.FormatCount(n) + ")"})
		}
		return out
	}
	out = append(out, lineSample{ink: plotting.Fade(st.Muted, 0.55), width: st.Stroke,
		text: "leaf in order (" + plotting.FormatCount(n-k.moved) + ")"})
	if k.moved > 0 {
		out = append(out,
			lineSample{ink: outOfOrder, width: st.Stroke, text: "out of order (" + plotting.FormatCount(k.moved) + ")"})
	}
	return out
}

// drawLegend adds the legend from its top left corner and returns its height; a nil list
// adds nothing.
func (s *TanglegramScene) drawLegend(list *ink.List, p vg.Point, width vg.Length) vg.Length {
	st := s.f.Style
	f := ink.Regular(st.Typeface, st.AxisSize)
	x, y := vg.Length(0), vg.Length(0)
	for _, e := range s.samples() {
		text := ink.Elide(f, e.text, width-sampleWidth-6)
		w := sampleWidth + 6 + ink.TextWidth(f, text)
		if x > 0 && x+w > width {
			x = 0
			y += ink.LegendLine
		}
		if list != nil {
			at := vg.Point{X: p.X + x, Y: p.Y - y - ink.CapHeight(f)/2}
			line := &ink.Stroke{Colour: e.ink, Width: e.width, Dash: e.dash}
			line.Segment(at, vg.Point{X: at.X + sampleWidth, Y: at.Y})
			list.Add(line)
			if e.dot {
				var dot vg.Path
				dot.Move(vg.Point{X: at.X + sampleWidth + st.DotRadius, Y: at.Y})
				dot.Arc(vg.Point{X: at.X + sampleWidth, Y: at.Y}, st.DotRadius, 0, 2*halfTurn)
				dot.Close()
				list.Add(ink.Fill{Colour: e.ink, Path: dot})
			}
			list.Text(f, st.Ink, vg.Point{X: at.X + sampleWidth + 6, Y: at.Y}, ink.MiddleLeft, 0, text)
		}
		x += w + 18
	}
	y += ink.CapHeight(f) + 4
	if s.ink == nil {
		return y
	}
	y += ink.LegendLine - ink.CapHeight(f)
	blocks := []ink.LegendBlock{s.ink.Legend(ink.ManyCategories)}
	return y + ink.DrawLegendFlow(list, blocks, st, vg.Point{X: p.X, Y: p.Y - y}, width)
}
