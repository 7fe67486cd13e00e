package dendro

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

// Times of branch points stand beside them where a person wants that, after the supports where these are written too,
// and heights in place of them.
func TestTimesAtNodes(t *testing.T) {
	for _, shape := range Shapes() {
		d := example(16, 0, nil, 5)
		d.Shape = shape
		texts := func() map[string]bool {
			s := d.LayoutTree(plotting.Size{WidthMM: 230, HeightMM: 230}.Points())
			out := plottingtest.NewInkRecorder(s.Size())
			s.Draw(out)
			seen := map[string]bool{}
			for _, text := range out.Texts {
				seen[text.Text] = true
			}
			return seen
		}
		count := func(write func(time float64) string) (n int) {
			seen, tree := texts(), d.Tree.Tree()
			for v := range tree.Parent {
				if !tree.IsLeaf(v) && tree.Parent[v] >= 0 && seen[write(d.Tree.Time[v])] {
					n++
				}
			}
			return n
		}
		before := texts()
		d.Style.Look.Times = true
		if n := count(plotting.FormatTime); n < 5 {
			t.Errorf("%v: %d branch points have their time", shape, n)
		}
		more := 0
		for text := range texts() {
			if !before[text] {
				more++
			}
		}
		if more < 5 {
			t.Errorf("%v: %d texts are new", shape, more)
		}
		d.Height = 40
		if n := count(func(time float64) string { return plotting.FormatNumber(40 * (1 - time)) }); n < 5 {
			t.Errorf("%v: %d branch points have their height", shape, n)
		}
		d.Height, d.Support = 0, SupportLabels
		if n := count(func(time float64) string { return "50 · " + plotting.FormatTime(time) }); n != 0 {
			t.Errorf("%v: %d supports that nobody knows", shape, n)
		}
		support := make([]float64, len(d.Tree.Tree().Parent))
		for v := range support {
			support[v] = 0.5
		}
		d.Tree.Tree().Support = support
		if n := count(func(time float64) string { return "50 · " + plotting.FormatTime(time) }); n < 3 {
			t.Errorf("%v: %d branch points have support and time", shape, n)
		}
		for text := range texts() {
			if strings.HasPrefix(text, " · ") {
				t.Errorf("%v: a label is %q", shape, text)
			}
		}
	}
}
