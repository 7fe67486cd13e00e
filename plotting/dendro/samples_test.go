package dendro

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// posteriorCases are dendrograms with supports and sampled trees.
func posteriorCases() map[string]*Dendrogram {
	show := func(n, draws, moves int, s SupportStyle, behind bool) *Dendrogram {
		set := plottingtest.Posterior(n, draws, moves, 3)
		d := NewDendrogram(set.Majority(0.5))
		d.Title, d.Subtitle, d.Support = "Posterior", "majority-rule consensus of 60 draws", s
		if behind {
			d.Samples = NewTreeSamples(set.Trees())
		}
		return d
	}
	cases := map[string]*Dendrogram{
		"posterior-labels":   show(24, 60, 1, SupportLabels, true),
		"posterior-colour":   show(40, 60, 2, SupportColour, false),
		"posterior-width":    show(40, 60, 2, SupportWidth, true),
		"posterior-circular": show(60, 60, 2, SupportLabels, true),
		"posterior-500":      show(500, 100, 8, SupportWidth, true),
		"posterior-3":        show(3, 10, 1, SupportLabels, true),
	}
	cases["posterior-circular"].Shape = Circular
	dark := *cases["posterior-labels"]
	dark.Style = plotting.Dark
	cases["posterior-dark"] = &dark
	return cases
}

func BenchmarkDendrogramSamples(b *testing.B) {
	for _, shape := range Shapes() {
		for _, n := range []int{100, 500, 2000} {
			set := plottingtest.Posterior(n, 100, 5, 1)
			d := NewDendrogram(set.MaximumCladeCredibility())
			d.Shape = shape
			for _, behind := range []bool{false, true} {
				if d.Samples = nil; behind {
					d.Samples = NewTreeSamples(set.Trees())
				}
				c := raster.New(image.NewRGBA(image.Rect(0, 0, 1200, 800)), 1)
				b.Run(fmt.Sprintf("shape %d/%d leaves/behind %v", shape, n, behind), func(b *testing.B) {
					for b.Loop() {
						d.LayoutTree(vg.Point{X: 1200, Y: 800}).Draw(c)
					}
				})
			}
		}
	}
}

// TestSampledLinesMeetTheTree checks that a sampled tree equal to the one shown lies
// exactly behind it, in both shapes and in the window of a zoom.
func TestSampledLinesMeetTheTree(t *testing.T) {
	tr := plottingtest.Coalescent(30, rand.New(rand.NewPCG(2, 2)))
	for _, shape := range Shapes() {
		for _, w := range []plotting.Window{plotting.All, {X0: 0.3, X1: 0.9, Y0: 0.2, Y1: 0.6}} {
			d := NewDendrogram(tr)
			d.Shape, d.Window, d.Samples = shape, w, NewTreeSamples([]*tree.Tree{tr})
			s := d.LayoutTree(vg.Point{X: 700, Y: 500})
			l := s.layout
			for i, b := range d.Samples.branches(l.q)[0] {
				v := int(l.p.Preorder[len(l.p.Preorder)-1-i]) // nodes stand below their parents
				if !(math.Abs(float64(b.y)-l.q.Y[v]) <= 1e-4) || !(math.Abs(float64(b.time)-l.p.Time[v]) <= 1e-6) {
					t.Fatalf("node %d is at %v, %v behind and at %v, %v in front", v, b.time, b.y, l.p.Time[v], l.q.Y[v])
				}
			}
		}
	}
}

// TestSampledTreesAreThinned checks how many trees are drawn.
func TestSampledTreesAreThinned(t *testing.T) {
	for _, c := range []struct{ leaves, given, want int }{{10, 30, 30}, {10, 500, 100}, {1000, 500, 50},
		{20000, 500, 10}, {20000, 3, 3}} {
		tr := plottingtest.Coalescent(c.leaves, rand.New(rand.NewPCG(2, 2)))
		s := NewTreeSamples(slices.Repeat([]*tree.Tree{tr}, c.given))
		if drawn, given := s.Len(); drawn != c.want || given != c.given {
			t.Errorf("%d of %d trees of %d leaves are drawn, not %d", drawn, given, c.leaves, c.want)
		}
	}
}

// TestSupportLabelsDoNotTouch checks that labels of support keep apart, stand beside
// their branch points and say what the tree says.
func TestSupportLabelsDoNotTouch(t *testing.T) {
	for name, d := range posteriorCases() {
		d.Support = SupportLabels
		s := d.LayoutTree(vg.Point{X: 860, Y: 600})
		list := &ink.List{}
		s.layout.branches.drawSupports(list)
		var boxes []vg.Rectangle
		for _, i := range list.Items {
			if k, ok := i.(ink.Text); ok {
				c := k.Corners()
				boxes = append(boxes, vg.Rectangle{Min: k.At, Max: c[2]})
			}
		}
		if len(boxes) == 0 && d.Tree.Tree().Nodes()-d.Tree.Tree().Leaves() > 3 {
			t.Errorf("%s: no supports are shown", name)
		}
		for i, a := range boxes {
			if slices.ContainsFunc(boxes[:i], func(b vg.Rectangle) bool { return near(a, b, 0) }) {
				t.Errorf("%s: labels of support touch", name)
			}
		}
	}
}

// TestSupportsForgiving checks that the label of a clade has its support and then the one that forgives stray rows.
func TestSupportsForgiving(t *testing.T) {
	times := []float64{1, 1, 1, 1, 1, 1, 0.9, 0.9, 0.6, 0.6, 0.1}
	for v, at := range times {
		times[v] = -math.Log(1 - at)
	}
	x, err := tree.New([]string{"a", "b", "c", "d", "e", "f"}, []int{6, 6, 7, 7, 9, 9, 8, 8, 10, 10, -1}, times)
	if err != nil {
		t.Fatal(err)
	}
	// one draw has the clade of four rows, three have one row in place of another
	draws := [][]int{x.Parent}
	for range 3 {
		draws = append(draws, []int{6, 6, 7, 8, 7, 8, 9, 9, 10, 10, -1})
	}
	x.Support = slices.Repeat([]float64{math.NaN()}, 11)
	x.Support[8], x.Support[9] = 0.25, 0.5
	d := NewDendrogram(x)
	d.Support, d.Near = SupportBoth, support.Of(&witness.Witnesses{Rows: 6, Columns: 1, Effective: 1, Parents: draws})
	list := &ink.List{}
	d.LayoutTree(vg.Point{X: 860, Y: 600}).layout.branches.drawSupports(list)
	var texts []string
	for _, i := range list.Items {
		if k, ok := i.(ink.Text); ok {
			texts = append(texts, k.Text)
		}
	}
	slices.Sort(texts)
	if want := []string{"25/50", "50/25"}; !slices.Equal(texts, want) {
		t.Errorf("labels %q, want %q", texts, want)
	}
	b, _ := d.LayoutTree(vg.Point{X: 860, Y: 600}).layout.branches.supportBlock()
	if len(b.Entries) != 2 || !strings.Contains(b.Entries[1].Text, "stray") {
		t.Errorf("the legend says %+v", b.Entries)
	}
	x.Support = slices.Repeat([]float64{math.NaN()}, 11)
	x.Support[10] = 1 // of the whole tree, by definition
	d = NewDendrogram(x)
	if _, shown := d.LayoutTree(vg.Point{X: 860, Y: 600}).layout.branches.supportBlock(); shown {
		t.Error("the legend explains supports of a tree without any")
	}
}

// TestSupportsOfAFile: a tree whose file gives two supports shows both, in its labels, its marks and its numbers.
func TestSupportsOfAFile(t *testing.T) {
	all, err := tree.Read([]byte("(((a:1,b:1)95.5/100:1,(c:1,d:1)62/71:1):1,(e:1,f:1)88:2);"))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDendrogram(all[0].Tree)
	d.Support = SupportLabels
	s := d.LayoutTree(vg.Point{X: 860, Y: 600})
	list := &ink.List{}
	s.layout.branches.drawSupports(list)
	var texts []string
	for _, i := range list.Items {
		if k, ok := i.(ink.Text); ok {
			texts = append(texts, k.Text)
		}
	}
	slices.Sort(texts)
	if want := []string{"62/71", "88", "96/100"}; !slices.Equal(texts, want) {
		t.Errorf("labels %q, want %q", texts, want)
	}
	sheets, err := plotting.Numbers(d)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, sheet := range sheets {
		at := slices.Index(sheet.Header, "all supports of its file")
		for row := range sheet.Rows {
			if at >= 0 && (row[at] == "0.955/1" || row[at] == "0.62/0.71" || row[at] == "0.88") {
				found++
			}
		}
	}
	if found != 3 {
		t.Errorf("the numbers have %d of 3 supports", found)
	}
	f := &Tanglegram{Tangle: NewTangle(all[0].Tree, all[0].Tree.Clone()), Names: [2]string{"a", "b"},
		Axes: [2]TimeAxis{DiffusionAxis(), DiffusionAxis()}, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
	c := f.Tangle.Comparison.Shared
	for _, pair := range c {
		m := f.LayoutTrees(vg.Point{X: 860, Y: 640}).NodeMark(0, pair[0])
		want := all[0].Tree.SupportText(pair[0], plotting.FormatPercent)
		if said := fmt.Sprint(m.Lines); want != "" && !strings.Contains(said, strings.ReplaceAll(want, "/", " / ")) {
			t.Errorf("%s lacks %s", said, want)
		}
	}
	if h := f.cladeSheet().Header; h[len(h)-1] != "all supports right" {
		t.Errorf("%q", h)
	}
}

// TestShade lays every opacity of an ink on every ground.
func TestShade(t *testing.T) {
	for rest := range uint32(256) {
		for ground := range uint32(256) {
			for ink := range 256 - rest {
				s := shade{uint64(ink) * 0x0000_0001_0001_0001, uint64(rest)}
				s.lanes |= uint64(255-rest) << 48
				kept := ground * rest / 255
				want := (ink+kept)*0x01_01_01 | (255-rest+kept)<<24
				if got := s.over(ground * 0x01_01_01_01); got != want {
					t.Fatalf("ink %d, %d of 255 of ground %d kept: %08x, want %08x", ink, rest, ground, got, want)
				}
			}
		}
	}
}

// TestLinesAreCounted checks the grid that sampled trees are drawn with.
func TestLinesAreCounted(t *testing.T) {
	g := newLineGrid(5, 4)
	g.across(-3, 2, 1)
	g.across(1, 9, 1)
	g.down(2, -1, 2)
	g.dot(4, 3)
	g.dot(5, 3) // beyond the edge
	m := image.NewRGBA(image.Rect(0, 0, 5, 4))
	g.paint(m, 0, 0, plotting.Hex(0xFFFFFF), func(n int) float64 { return 1 - math.Pow(0.5, float64(n)) })
	want := [4][5]uint8{{0, 0, 128, 0, 0}, {128, 191, 223, 128, 128}, {0, 0, 128, 0, 0}, {0, 0, 0, 0, 128}}
	for y := range want {
		for x, a := range want[y] {
			if got := m.RGBAAt(x, y).A; got != a {
				t.Errorf("pixel %d, %d has opacity %d, not %d", x, y, got, a)
			}
		}
	}
}
