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

// Few rows with short names leave little room beside them: what is said of the columns stands elsewhere then, as a
// whole.
func TestWordsOnColumnsBesideShortNames(t *testing.T) {
	d := example(4, 20000, nil, 3)
	copy(d.Tree.Tree().Names, []string{"r0", "r1", "r2", "r3"})
	for width := vg.Length(300); width <= 1000; width += 50 {
		s := d.LayoutTree(vg.Point{X: width, Y: 500})
		out := plottingtest.NewInkRecorder(s.Size())
		s.Draw(out)
		said := false
		for _, text := range out.Texts {
			said = said || strings.Contains(text.Text, " of 20,000 columns")
			if text.Text == "of" {
				t.Errorf("%g points wide: a word is left of what is said", width)
			}
		}
		if !said && width >= 550 {
			t.Errorf("%g points wide: it is not said how many columns are named", width)
		}
	}
}
