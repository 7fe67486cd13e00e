package dendro

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// moving is a tree of n leaves whose branches have numbers, one of them none.
func moving(n int) *Dendrogram {
	rng := plottingtest.TestRand(41)
	d := NewDendrogram(plottingtest.Coalescent(n, rng))
	d.Title, d.Subtitle = "Where factor 2 changed", "a, b up · c down"
	d.Branches = &BranchValues{Limit: 2, Title: "change of factor 2", Unit: "s.d.", Note: "limits: 98th percentile"}
	for range d.Tree.Tree().Nodes() {
		d.Branches.Values = append(d.Branches.Values, rng.NormFloat64())
	}
	d.Branches.Values[3] = math.NaN()
	return d
}

func TestPicturesOfBranchValues(t *testing.T) {
	plottingtest.GoldenPicture(t, "values-40", moving(40), 860, 600)
	dark := moving(300)
	dark.Style = plotting.Dark
	dark.Selection.Rows = dark.Tree.Leaves(dark.Tree.Tree().Children[dark.Tree.Tree().Top][0])
	plottingtest.GoldenPicture(t, "values-300-dark", dark, 860, 600)
	disc := moving(60)
	disc.Shape = Circular
	plottingtest.GoldenPicture(t, "values-circular", disc, 700, 600)
}

// Branches take the colour of their number; its limit ends the scale; those without one are plain.
func TestBranchValuesColours(t *testing.T) {
	d := moving(12)
	d.Branches.Values[0], d.Branches.Values[1], d.Branches.Values[2] = 5, -5, 0
	l := d.LayoutTree(vg.Point{X: 800, Y: 600}).layout
	colours := map[int][3]uint8{0: {0xC2, 0x4D, 0x0E}, 1: {0x1F, 0x4E, 0x8C}, 2: {0xB4, 0xBA, 0xC2}}
	for v, want := range colours {
		_, c := l.branches.branchPen(v, beside.PlainClass)
		for k, got := range [3]uint8{c.R, c.G, c.B} {
			if int(got)-int(want[k]) > 3 || int(want[k])-int(got) > 3 {
				t.Errorf("branch %d is %v, not %v", v, c, want)
			}
		}
	}
	if w, thin := l.branches.branchWidth(0, beside.PlainClass, 50),
		l.branches.branchWidth(2, beside.PlainClass, 50); w <= thin {
		t.Errorf("a strong change is %v wide and none %v", w, thin)
	}
	if _, c := l.branches.branchPen(3, beside.PlainClass); c != d.Style.Ink {
		t.Errorf("a branch without a number is %v", c)
	}
	if _, c := l.branches.branchPen(0, beside.SelectedClass); c != d.Style.Selection {
		t.Errorf("a selected branch is %v", c)
	}
}

// Tooltips and sheets say the numbers.
func TestBranchValuesInWords(t *testing.T) {
	d := moving(12)
	s := d.LayoutTree(vg.Point{X: 800, Y: 600})
	for _, v := range []int{0, 3, d.Tree.Tree().Top} {
		m, _ := s.NodeMark(v)
		i := slices.IndexFunc(m.Lines, func(l [2]string) bool { return l[0] == "change of factor 2" })
		if (i >= 0) != (v != 3) || i >= 0 && !strings.HasSuffix(m.Lines[i][1], " s.d.") {
			t.Errorf("node %d says %v", v, m.Lines)
		}
	}
	nodes := d.Sheets()[1]
	if h := nodes.Header; h[len(h)-1] != "change of factor 2" {
		t.Errorf("%v", h)
	}
}

func ExampleBranchValues() {
	d := moving(12)
	d.Branches.Limit = 1
	fmt.Println(d.Branches.Title, "in", d.Branches.Unit)
	// Output: change of factor 2 in s.d.
}

// Level trees begin at one height, whether their subtitles take one line or two.
func TestLevelTrees(t *testing.T) {
	size := vg.Point{X: 240, Y: 260}
	top := func(subtitle string, level bool) vg.Length {
		d := example(12, 0, nil, 3)
		d.Title, d.Subtitle, d.Level = "", subtitle, level
		return d.LayoutTree(size).layout.tree.Max.Y
	}
	long := strings.Repeat("columns that move ", 8)
	if short, wrapped, usual := top("columns", true), top(long, true),
		top("columns", false); short != wrapped || !(usual > short) {
		t.Errorf("the tree begins at %g below one line, at %g below two and usually at %g", short, wrapped, usual)
	}
}
