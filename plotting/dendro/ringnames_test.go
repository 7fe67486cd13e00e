package dendro

import (
	"math"
	"testing"

	"example.org/espalier/plotting/plottingtest"
)

// The rings of a circular tree carry their names, in the gap at the top: those of all annotations, and of as many
// columns as have room. They lie over their rings and touch nothing.
func TestRingsHaveNames(t *testing.T) {
	for _, columns := range []int{4, 40, 400} {
		d := example(46, columns, []string{"cortex", "liver", "kidney"}, 3)
		d.Shape = Circular
		s := d.Layout(plottingtest.At(700, 600)).(*DendrogramScene)
		out := plottingtest.NewInkRecorder(s.Size())
		s.Draw(out)
		disc := s.layout.circle.disc
		names := map[string]float64{"tissue": disc.rings[0] + 5}
		for k, j := range d.Heat.Order {
			names[d.Heat.ColumnName(j)] = disc.heat + disc.ringWidth*(float64(k)+0.5)
		}
		found := 0
		for i, text := range out.Texts {
			radius, ok := names[text.Text]
			middle := (text.Corners[0].X + text.Corners[1].X) / 2
			if !ok || !(math.Abs(float64(middle-disc.centre.X)) <= 1) {
				continue
			}
			found++
			if y := float64(text.Corners[0].Y+text.Corners[2].Y)/2 - float64(disc.centre.Y); !(math.Abs(y-radius) <= 3) {
				t.Errorf("%d columns: %s stands at the radius %.1f, its ring at %.1f", columns, text.Text, y, radius)
			}
			for _, other := range out.Texts[:i] {
				if plottingtest.Overlap(text.Corners, other.Corners, 1) {
					t.Errorf("%d columns: %s touches %s", columns, text.Text, other.Text)
				}
			}
		}
		if want := 1 + min(columns, 6); found < want {
			t.Errorf("%d columns: %d names at the rings, want %d or more", columns, found, want)
		}
	}
}
