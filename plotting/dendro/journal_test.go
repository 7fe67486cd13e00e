package dendro

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
)

// In one column of a journal a tree of 38 leaves with its heat map has all its names and those of all columns, none
// smaller than the journal allows and none over another.
func TestAllNamesInOneColumn(t *testing.T) {
	for _, preset := range []string{"nature-one-column", "cell-one-column", "pnas-one-column", "nature-two-columns"} {
		p, ok := plotting.PresetNamed(preset)
		if !ok {
			t.Fatal(preset, "is no preset")
		}
		d := example(38, 12, []string{"brain", "heart", "liver"}, 5)
		d.Strips = append(d.Strips, beside.Strip{Annotation: plottingtest.CladeLabels(d.Tree.Tree(), "age",
			[]string{"old", "young"}, plottingtest.TestRand(3))})
		d.Style = p.Printed.Style(plotting.Print)
		size := p.Size.GrownFor(d)
		if preset[:6] == "nature" && size != p.Size || size.HeightMM > 1.3*p.Size.HeightMM {
			t.Errorf("%s: it grew to %v mm", preset, size.HeightMM)
		}
		scene := d.LayoutTree(size.Points())
		out := plottingtest.NewInkRecorder(scene.Size())
		scene.Draw(out)
		if left := scene.LegendsLeftOut(); len(left) > 0 {
			t.Errorf("%s: legends left out: %v", preset, left)
		}
		rows, columns := map[string]bool{}, map[string]bool{}
		for _, name := range d.Tree.Tree().Names {
			rows[name] = name != ""
		}
		for _, j := range d.Heat.Order {
			columns[d.Heat.ColumnName(j)] = true
		}
		named := [2]int{}
		for i, text := range out.Texts {
			switch {
			case rows[text.Text]:
				named[0]++
			case columns[text.Text]:
				named[1]++
			}
			if size := float64(text.Size) * 72 / p.Size.PerInch(); size < 0.98*p.Printed.Least {
				t.Errorf("%s: %q is printed at %.2f points", preset, text.Text, size)
			}
			for _, other := range out.Texts[:i] {
				if plottingtest.Overlap(text.Corners, other.Corners, 0.1) {
					t.Errorf("%s: %q over %q", preset, text.Text, other.Text)
				}
			}
		}
		if named[0] != 38 || named[1] != 12 {
			t.Errorf("%s: %d rows and %d columns have their names", preset, named[0], named[1])
		}
	}
}
