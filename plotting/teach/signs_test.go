package teach

import (
	"slices"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/formula"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// The signs that light a picture stand in the formula, and their pictures are there half way through the course. A
// picture in a frame has one more stroke, and the scene knows which picture is under a point.
func TestSignsAndTheirPictures(t *testing.T) {
	some := 0
	eachStage(t, func(t *testing.T, s Stage) {
		if len(s.Signs) == 0 {
			return
		}
		some++
		f := formula.Formula{Lines: s.Formula}
		size := f.Natural()
		var there []string
		for _, sign := range f.Signs(size) {
			there = append(there, sign.Text)
			middle := vg.Point{X: (sign.Box.Min.X + sign.Box.Max.X) / 2, Y: (sign.Box.Min.Y + sign.Box.Max.Y) / 2}
			if got := f.SignAt(size, middle); got == "" {
				t.Errorf("nothing is at %s", sign.Text)
			}
		}
		c := open(t, s, 1, s.Light...)
		to(t, c, s.PreviewStep(c.Steps()))
		figure := plotting.InStyle(c.Figure(), plotting.Light).(stage.Parted)
		names := figure.PartNames()
		room := vg.Point{X: 1200, Y: 800}
		strokes := func(f plotting.Figure) int {
			r := plottingtest.NewInkRecorder(room)
			f.Layout(room).Draw(r)
			return len(r.Boxes)
		}
		plain := strokes(figure)
		for sign := range s.Signs {
			if !slices.Contains(there, sign) {
				t.Errorf("%s is not among the signs %q", sign, there)
			}
			part := s.Shows(sign, figure)
			if part < 0 {
				t.Errorf("no part %s of %q", s.Signs[sign], names)
				continue
			}
			if back := s.SignOf(names[part]); back == "" || s.Signs[back] != s.Signs[sign] {
				t.Errorf("%s stands in %s, which has %q", sign, names[part], back)
			}
			if n := strokes(figure.Lit(part)); n != plain+1 {
				t.Errorf("%s lit has %d strokes, before %d", names[part], n, plain)
			}
		}
		placed := figure.Layout(room).(stage.Placed)
		seen := map[int]bool{}
		for x := vg.Length(5); x < room.X; x += 20 {
			for y := vg.Length(5); y < room.Y; y += 20 {
				seen[placed.PartAt(vg.Point{X: x, Y: y})] = true
			}
		}
		for i, name := range names {
			if !seen[i] {
				t.Errorf("%s is nowhere", name)
			}
		}
	})
	if some < 16 {
		t.Errorf("%d stages have signs", some)
	}
}
