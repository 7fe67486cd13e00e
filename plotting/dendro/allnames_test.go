package dendro

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

// Trees without a border say how many rows are named, where some are not, and name all where that is wanted and
// possible.
func TestAllNamesAndHowMany(t *testing.T) {
	for shape, size := range map[Shape]plotting.Size{Radial: {WidthMM: 230, HeightMM: 230},
		Circular: {WidthMM: 150, HeightMM: 110}} {
		for _, rows := range []plotting.Names{plotting.ThinnedNames, plotting.AllNames} {
			n := map[Shape]int{Radial: 40, Circular: 110}[shape]
			d := example(n, 0, nil, 5)
			d.Shape = shape
			d.Style.Look.Rows = rows
			s := d.LayoutTree(size.Points())
			out := plottingtest.NewInkRecorder(s.Size())
			s.Draw(out)
			leaves, named, said := map[string]bool{}, 0, ""
			for _, name := range d.Tree.Tree().Names {
				leaves[name] = name != ""
			}
			for _, text := range out.Texts {
				if leaves[text.Text] {
					named++
				}
				if strings.HasSuffix(text.Text, "rows named") {
					said = text.Text
				}
			}
			switch {
			case rows == plotting.AllNames && (named != n || said != ""):
				t.Errorf("%v: all are wanted, and %d are named: %q", shape, named, said)
			case rows != plotting.AllNames && (named == 0 || named == n || said != fmt.Sprintf("%d of %d rows named", named, n)):
				t.Errorf("%v: %d are named: %q", shape, named, said)
			}
		}
	}
}
