package dendro

import (
	"bytes"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/write"

	xfont "golang.org/x/image/font"
)

// In every shape of a tree the names of leaves, and nothing else, are in italics where a person wants that, selected
// ones in bold italics; and in files too.
func TestItalics(t *testing.T) {
	for _, shape := range Shapes() {
		for _, on := range []bool{false, true} {
			d := example(14, 3, []string{"a", "b"}, 5)
			d.Shape, d.ShowLabels = shape, true
			d.Style.Look.Italics = on
			d.Selection.Rows = []int{3}
			d.Tree.Tree().Names[d.Tree.Order()[0]] = "Homo_sapiens"
			size := plotting.Size{WidthMM: 230, HeightMM: 230}
			s := d.LayoutTree(size.Points())
			out := plottingtest.NewInkRecorder(s.Size())
			s.Draw(out)
			leaves, drawn, named, bold := map[string]bool{}, map[string]bool{}, 0, 0
			for _, name := range d.Tree.Tree().Names {
				leaves[ink.RowName(d.Style, name)] = name != ""
			}
			for _, text := range out.Texts {
				drawn[text.Text] = true
				if italic := text.Face.Style == xfont.StyleItalic; italic != (on && leaves[text.Text]) {
					t.Errorf("%v, italics %v: %q is in italics: %v", shape, on, text.Text, italic)
				}
				if leaves[text.Text] {
					named++
					if text.Face.Weight == xfont.WeightBold {
						bold++
					}
				}
			}
			if want := map[bool]string{false: "Homo_sapiens", true: "Homo sapiens"}[on]; !drawn[want] {
				t.Errorf("%v, italics %v: no leaf is named %s", shape, on, want)
			}
			if named < 10 || bold != 1 {
				t.Errorf("%v: %d leaves are named, %d in bold", shape, named, bold)
			}
			for format, mark := range map[string]string{"svg": `font-style="italic"`, "pdf": "/FontName /utf8liberationsansI"} {
				var b bytes.Buffer
				if err := write.Encode(&b, format, d, size, plotting.Metadata{Title: "t"}); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(b.String(), mark) != on {
					t.Errorf("%v, italics %v: %s has %q: %v", shape, on, format, mark, !on)
				}
			}
		}
	}
}
