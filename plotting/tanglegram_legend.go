package plotting

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// A lineSample is an entry of the legend of a tanglegram: a line and what it means.
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
	out := []lineSample{{ink: st.Ink, width: st.Stroke, dot: true, text: "clade in both trees (" + FormatCount(len(c.Shared)) + ")"}}
	if n := c.RobinsonFoulds; n > 0 {
		out = append(out, lineSample{ink: Fade(st.Ink, 0.55), width: st.Stroke, dash: []vg.Length{3, 3},
			text: "in one only (" + FormatCount(len(c.OnlyA)) + " left, " + FormatCount(len(c.OnlyB)) + " right)"})
	}
	n := len(k.Moved)
	if s.ink != nil {
		if k.moved > 0 {
			out = append(out, lineSample{ink: st.Muted, width: st.SelectedStroke, text: "leaf out of order (" + FormatCount(k.moved) + " of " + FormatCount(n) + ")"})
		}
		return out
	}
	out = append(out, lineSample{ink: Fade(st.Muted, 0.55), width: st.Stroke, text: "leaf in order (" + FormatCount(n-k.moved) + ")"})
	if k.moved > 0 {
		out = append(out, lineSample{ink: outOfOrder, width: st.Stroke, text: "out of order (" + FormatCount(k.moved) + ")"})
	}
	return out
}

// drawLegend adds the legend from its top left corner and returns its height; a nil list
// adds nothing.
func (s *TanglegramScene) drawLegend(list *drawList, p vg.Point, width vg.Length) vg.Length {
	st := s.f.Style
	f := Regular(st.AxisSize)
	x, y := vg.Length(0), vg.Length(0)
	for _, e := range s.samples() {
		text := Elide(f, e.text, width-sampleWidth-6)
		w := sampleWidth + 6 + TextWidth(f, text)
		if x > 0 && x+w > width {
			x = 0
			y += legendLine
		}
		if list != nil {
			at := vg.Point{X: p.X + x, Y: p.Y - y - CapHeight(f)/2}
			line := &strokeItem{colour: e.ink, width: e.width, dash: e.dash}
			line.segment(at, vg.Point{X: at.X + sampleWidth, Y: at.Y})
			list.add(line)
			if e.dot {
				var dot vg.Path
				dot.Move(vg.Point{X: at.X + sampleWidth + st.DotRadius, Y: at.Y})
				dot.Arc(vg.Point{X: at.X + sampleWidth, Y: at.Y}, st.DotRadius, 0, 2*halfTurn)
				dot.Close()
				list.add(fillItem{e.ink, dot})
			}
			list.text(f, st.Ink, vg.Point{X: at.X + sampleWidth + 6, Y: at.Y}, MiddleLeft, 0, text)
		}
		x += w + 18
	}
	y += CapHeight(f) + 4
	if s.ink == nil {
		return y
	}
	y += legendLine - CapHeight(f)
	blocks := []legendBlock{s.ink.legend(maxLevels)}
	return y + drawLegendFlow(list, blocks, st, vg.Point{X: p.X, Y: p.Y - y}, width)
}
