package plottingtest

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// CheckLegend checks that each level of an annotation can be hit in the legend of a scene, with the rows of that level.
// It returns the last mark.
func CheckLegend(t *testing.T, s plotting.Scene, a inference.Annotation) (last plotting.Mark) {
	t.Helper()
	out := NewInkRecorder(s.Size())
	s.Draw(out)
	for code, level := range a.Levels {
		hit := false
		for _, text := range out.Texts {
			if text.Text != level {
				continue
			}
			middle := vg.Point{X: (text.Corners[0].X + text.Corners[2].X) / 2, Y: (text.Corners[0].Y + text.Corners[2].Y) / 2}
			m, ok := s.Hit(middle)
			if !ok || m.Kind != "legend" {
				continue
			}
			hit = true
			var want []int
			for i, c := range a.Codes {
				if c == code {
					want = append(want, i)
				}
			}
			if last = m; !slices.Equal(m.Rows, want) {
				t.Errorf("%q in the legend stands for %v, want %v", level, m.Rows, want)
			}
		}
		if !hit {
			t.Errorf("%q is not found in the legend", level)
		}
	}
	return last
}
