package teach

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// Every part of every stage can be read from the last row of a lecture hall: no text is smaller than a fortieth of the
// height of the screen.
func TestPartsForAHall(t *testing.T) {
	screen, room := vg.Point{X: 1600, Y: 900}, vg.Point{X: 1580, Y: 740}
	style := plotting.Light.ForHall(screen.Y)
	eachStage(t, func(t *testing.T, s Stage) {
		c := open(t, s, 1, s.Light...)
		for _, step := range []int{s.PreviewStep(c.Steps())} {
			to(t, c, step)
			parted, ok := c.Figure().(stage.Parted)
			if !ok {
				t.Fatalf("%T has no parts", c.Figure())
			}
			names := parted.PartNames()
			if len(names) < 2 {
				t.Errorf("step %d: parts %q", step, names)
			}
			for i, name := range names {
				f := plotting.InStyle(parted.Part(i), style)
				scene := f.Layout(room)
				ink := plottingtest.NewInkRecorder(room)
				scene.Draw(ink)
				if len(ink.Texts)+len(ink.Boxes) == 0 {
					t.Errorf("step %d: %s is empty", step, name)
				}
				for _, text := range ink.Texts {
					share := float64(text.Size / screen.Y)
					if share < plotting.LeastOfHall-1e-9 && strings.TrimSpace(text.Text) != "" {
						t.Errorf("step %d: %s: %q has %.2f %% of the height", step, name, text.Text, 100*share)
					}
				}
			}
		}
	})
}
