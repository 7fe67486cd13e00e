package dendro

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// Legends may take two columns, of which one reaches down to the words on names that are left out.
// These touch no other words.
func TestWordsOnNamesBesideLegends(t *testing.T) {
	d := example(800, 56, []string{"G1", "S", "M", "G2", "M/G1"}, 3)
	rng := plottingtest.TestRand(5)
	for i, name := range []string{"chromosome", "arm", "strand"} {
		levels := []string{"left", "right", "missing"}
		if i == 0 {
			for k := range 16 {
				levels = append(levels, fmt.Sprintf("chr%d", k))
			}
		}
		d.Strips = append(d.Strips, beside.Strip{Annotation: plottingtest.CladeLabels(d.Tree.Tree(), name, levels, rng)})
	}
	said := 0
	for width := vg.Length(560); width <= 900; width += 20 {
		for height := vg.Length(330); height <= 600; height += 10 {
			s := d.LayoutTree(vg.Point{X: width, Y: height})
			out := plottingtest.NewInkRecorder(s.Size())
			s.Draw(out)
			for i, text := range out.Texts {
				if !strings.Contains(text.Text, " of 800") && !strings.Contains(text.Text, " of 56") {
					continue
				}
				said++
				for k, other := range out.Texts {
					if k != i && plottingtest.Overlap(text.Corners, other.Corners, 0.5) {
						t.Fatalf("at %g × %g %q touches %q", width, height, text.Text, other.Text)
					}
				}
			}
		}
	}
	if said < 500 {
		t.Errorf("only %d words on names that are left out", said)
	}
}
