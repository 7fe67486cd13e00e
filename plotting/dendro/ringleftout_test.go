package dendro

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

// A circular tree says how many rows and columns are named where some are not, also where it is too small for
// any name. The words touch no others.
func TestDiscsSayWhichNamesAreLeftOut(t *testing.T) {
	d := example(112, 12, []string{"Canidae", "Felidae", "Mustelidae"}, 3)
	d.Shape = Circular
	for i := range d.Tree.Tree().Names {
		if d.Tree.Tree().IsLeaf(i) {
			d.Tree.Tree().Names[i] = fmt.Sprintf("Genus_species%d", i)
		}
	}
	for _, size := range []plotting.Size{{WidthMM: 57, HeightMM: 57}, {WidthMM: 89, HeightMM: 89},
		{WidthMM: 120, HeightMM: 120}, {WidthMM: 180, HeightMM: 140}, {WidthMM: 400, HeightMM: 400}} {
		s := d.LayoutTree(size.Points())
		out := plottingtest.NewInkRecorder(s.Size())
		s.Draw(out)
		named := 0
		for _, text := range out.Texts {
			if k := strings.Index(text.Text, "…"); strings.HasPrefix(text.Text, "Gen") ||
				k >= 0 && strings.HasPrefix(text.Text, "G") {
				named++
				if k >= 0 && (len(text.Text) < 12 || size.WidthMM >= 180) { // the rings shrink first
					t.Errorf("%g mm: a name is cut to %q", size.WidthMM, text.Text)
				}
			}
		}
		want := fmt.Sprintf("%d of 112 rows named", named)
		said := named == 112
		for i, text := range out.Texts {
			if !strings.HasSuffix(text.Text, " named") {
				continue
			}
			said = said || text.Text == want
			disc := s.layout.circle.disc
			corner := text.Corners[0] // the one nearest to the disc, which lies above and to the right
			for _, c := range text.Corners[1:] {
				corner.X, corner.Y = max(corner.X, c.X), max(corner.Y, c.Y)
			}
			dx, dy := max(float64(disc.centre.X-corner.X), 0), max(float64(disc.centre.Y-corner.Y), 0)
			if math.Hypot(dx, dy) < disc.labels-5 {
				t.Errorf("%g mm: %q stands over the rings", size.WidthMM, text.Text)
			}
			for k, other := range out.Texts {
				if k != i && plottingtest.Overlap(text.Corners, other.Corners, 0.5) {
					t.Errorf("%g mm: %q touches %q", size.WidthMM, text.Text, other.Text)
				}
			}
		}
		if !said {
			t.Errorf("%g mm: nothing says %q", size.WidthMM, want)
		}
	}
}

// Beside a small tree the words take several lines, of which one is level with the labels of the axis. They keep clear
// of the last label, so that nobody reads "1 rows".
func TestWordsOnNamesKeepClearOfTheAxis(t *testing.T) {
	level := 0
	for _, name := range []string{"row%02d", "sample%02d", "specimen %02d"} {
		d := example(60, 0, nil, 3)
		for i := range d.Tree.Tree().Names {
			if d.Tree.Tree().IsLeaf(i) {
				d.Tree.Tree().Names[i] = fmt.Sprintf(name, i)
			}
		}
		s := d.LayoutTree(plotting.Size{WidthMM: 70, HeightMM: 50}.Points())
		out := plottingtest.NewInkRecorder(s.Size())
		s.Draw(out)
		for i, text := range out.Texts {
			if text.Text != "1" {
				continue
			}
			for _, words := range out.Texts[i+1:] {
				if words.Corners[0].Y < text.Corners[2].Y && text.Corners[0].Y < words.Corners[2].Y {
					level++
					if gap := words.Corners[0].X - text.Corners[2].X; gap < 12 {
						t.Errorf("%q is %.1f points from the label %q of the axis", words.Text, gap, text.Text)
					}
				}
			}
		}
	}
	if level == 0 {
		t.Error("no words are level with the axis")
	}
}
