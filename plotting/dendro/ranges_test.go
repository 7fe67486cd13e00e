package dendro

import (
	"image/color"
	"slices"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
)

// The grounds of groups lie behind the largest clades that are all of one group: here a clade, and a clade with a leaf
// elsewhere. Nothing is shaded unless a person wants it.
func TestRangesAreThoseOfGroups(t *testing.T) {
	d := example(30, 0, nil, 5)
	p := d.Tree
	tr := p.Tree()
	var inner []int // clades of three leaves or more that are not the whole
	for _, i := range p.Preorder {
		if v := int(i); tr.Parent[v] >= 0 && p.Size(v) >= 3 && p.Size(v) <= 12 {
			inner = append(inner, v)
		}
	}
	first := inner[0]
	second := inner[slices.IndexFunc(inner, func(v int) bool { return p.First[v] > p.Last[first] })]
	far := int(p.Order()[len(p.Order())-1])
	if slices.Contains(p.Leaves(first), far) || slices.Contains(p.Leaves(second), far) || tr.Parent[far] == second {
		t.Fatal("the tree of the test has no leaf apart")
	}
	d.Groups = []beside.Group{{Name: "one", Rows: p.Leaves(first)},
		{Name: "two", Rows: append(slices.Clone(p.Leaves(second)), far)}}
	for _, shape := range Shapes() {
		d.Shape = shape
		d.Style = plotting.Light
		picture := func() int {
			m := plottingtest.Rendered(d, 700, 600)
			n := 0
			for _, g := range []color.NRGBA{beside.GroupColour(d.Groups, 0), beside.GroupColour(d.Groups, 1)} {
				over := func(c, ground uint8) uint8 {
					return uint8(float64(c)*lightRange + float64(ground)*(1-lightRange) + 0.5)
				}
				w := d.Style.Surface
				for i := 0; i < len(m.Pix); i += 4 {
					near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 2 }
					if near(m.Pix[i], over(g.R, w.R)) && near(m.Pix[i+1], over(g.G, w.G)) && near(m.Pix[i+2], over(g.B, w.B)) {
						n++
					}
				}
			}
			return n
		}
		if n := picture(); n > 200 {
			t.Errorf("%v: %d pixels are shaded although nobody asked", shape, n)
		}
		d.Style.Look.Ranges = true
		if n := picture(); n < 3000 {
			t.Errorf("%v: only %d pixels are shaded", shape, n)
		}
		var clades []int
		s := d.LayoutTree(plottingtest.At(700, 600))
		s.layout.labelling.eachRange(func(v int, _ color.NRGBA) { clades = append(clades, v) })
		want := []int{first, second, far}
		slices.Sort(clades)
		slices.Sort(want)
		if !slices.Equal(clades, want) {
			t.Errorf("%v: the clades %v are shaded, not %v", shape, clades, want)
		}
	}
}
