package dendro

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

// Wherever triangles stand for clades the figure says how many, at every size that is printed, in every shape.
func TestCollapsedCladesAreAlwaysCounted(t *testing.T) {
	for _, shape := range []Shape{Rectangular, Slanted, Circular, Radial} {
		for _, width := range []float64{45, 57, 85, 89, 120, 180} {
			for _, columns := range []int{0, 6} {
				for _, height := range []float64{0.6, 1} {
					d := example(400, columns, []string{"cortex", "liver", "kidney"}, 3)
					d.Shape = shape
					s := d.LayoutTree(plotting.Size{WidthMM: width, HeightMM: height * width}.Points())
					if s.layout.branches.folded == 0 {
						continue
					}
					out := plottingtest.NewInkRecorder(s.Size())
					s.Draw(out)
					said := false
					for i, text := range out.Texts {
						if !strings.HasPrefix(text.Text, fmt.Sprint(s.layout.branches.folded, " ")) ||
							!strings.Contains(text.Text, "collapsed") && !strings.Contains(text.Text, "▲") {
							continue
						}
						said = true
						for k, other := range out.Texts {
							if k != i && shape == Rectangular && plottingtest.Overlap(text.Corners, other.Corners, 1) {
								t.Errorf("%v, %g mm, %d columns: %q touches %q", shape, width, columns, text.Text, other.Text)
							}
						}
					}
					if !said {
						t.Errorf("%v, %g × %g mm, %d columns: %d clades are collapsed and nothing says so", shape,
							width, height*width, columns, s.layout.branches.folded)
					}
				}
			}
		}
	}
}

// The way to open a clade is said on a screen, not on paper.
func TestOnlyScreensSayHowToOpenClades(t *testing.T) {
	d := example(400, 0, nil, 3)
	for _, screen := range []bool{true, false} {
		for _, shape := range []Shape{Rectangular, Slanted} {
			d.Shape, d.Style.Handles = shape, screen
			s := d.LayoutTree(plotting.Size{WidthMM: 180, HeightMM: 140}.Points())
			out := plottingtest.NewInkRecorder(s.Size())
			s.Draw(out)
			said := false
			for _, text := range out.Texts {
				said = said || strings.Contains(text.Text, "zoom in")
			}
			if said != screen {
				t.Errorf("%v, on a screen: %t; the way is said: %t", shape, screen, said)
			}
		}
	}
}
