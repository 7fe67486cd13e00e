package dendro

import (
	"bytes"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/write"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// TestPrepared holds the prepared tree against what a walk over the tree says.
func TestPrepared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "leaves")
		tr := plottingtest.Coalescent(n, plottingtest.TestRand(rapid.Uint64().Draw(t, "seed")))
		p := beside.Prepare(tr)
		var walk func(v int) []int
		walk = func(v int) []int {
			if tr.IsLeaf(v) {
				return []int{v}
			}
			var rows []int
			for _, c := range tr.Children[v] {
				rows = append(rows, walk(c)...)
			}
			return rows
		}
		for v := range tr.Nodes() {
			rows := walk(v)
			if !slices.Equal(p.Leaves(v), rows) || p.Size(v) != len(rows) {
				t.Fatalf("leaves below %d: %v, want %v", v, p.Leaves(v), rows)
			}
			slices.Reverse(rows)
			if u, exact := p.Clade(rows); u != v || !exact {
				t.Fatalf("clade of the leaves below %d is %d, exact %v", v, u, exact)
			}
			if len(rows) > 2 {
				if u, exact := p.Clade(rows[1:]); exact && p.Size(u) != len(rows)-1 {
					t.Fatalf("part of a clade counts as clade %d", u)
				}
			}
		}
		if v, exact := p.Clade([]int{-1, n}); v != -1 || exact {
			t.Fatalf("rows outside the tree give clade %d", v)
		}
	})
}

// TestPlacement checks that the heights of leaves add up, in order, and that collapsed
// clades take less than their leaves would.
func TestPlacement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := plottingtest.Coalescent(rapid.IntRange(3, 60).Draw(t, "leaves"),
			plottingtest.TestRand(rapid.Uint64().Draw(t, "seed")))
		p := beside.Prepare(tr)
		var shut []int
		for v := tr.Leaves(); v < tr.Nodes(); v++ {
			if v != tr.Top && rapid.Float64Range(0, 1).Draw(t, "shut") < 0.2 {
				shut = append(shut, v)
			}
		}
		q := p.Placed(shut)
		if p.Placed(shut) != q {
			t.Fatal("a placement is made twice")
		}
		if !slices.IsSorted(q.Edge) || q.Height() > float64(tr.Leaves())+1e-9 {
			t.Fatalf("edges %v", q.Edge)
		}
		for r := range p.Order() {
			if middle := (q.Edge[r] + q.Edge[r+1]) / 2; q.At(middle) != r {
				t.Fatalf("leaf of rank %d is found at %d", r, q.At(middle))
			}
		}
		for _, v := range shut {
			if room, size := q.Edge[p.Last[v]+1]-q.Edge[p.First[v]], float64(p.Size(v)); room > size+1e-9 {
				t.Fatalf("a collapsed clade of %v leaves takes %v", size, room)
			}
		}
	})
}

func TestSheetsOfDendrogram(t *testing.T) {
	d := example(20, 3, plottingtest.Tissues, 31)
	d.Groups = beside.CategoryGroups([][]int{d.Tree.Leaves(d.Tree.Tree().Children[d.Tree.Tree().Top][0])})
	sheets, err := plotting.Numbers(d)
	if err != nil || len(sheets) != 2 {
		t.Fatalf("%d sheets, %v", len(sheets), err)
	}
	var b bytes.Buffer
	if err := write.CSV(&b, sheets[0]); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\r\n")
	if lines[0] != "position,name,group,tissue,GENE1,GENE2,GENE3" || len(lines) != 21 {
		t.Errorf("header %q over %d lines", lines[0], len(lines)-1)
	}
	row := int(d.Tree.Order()[0])
	if want := "1," + d.Tree.Tree().Names[row] + ",group 1," + d.Strips[0].Annotation.Values[row] + "," +
		plotting.Cell(d.Heat.X.At(row, 0)); !strings.HasPrefix(lines[1], want) {
		t.Errorf("first line %q, want %q", lines[1], want)
	}
	seen := 0
	for cells := range sheets[1].Rows {
		v, err := strconv.Atoi(cells[0])
		if err != nil {
			t.Fatal(err)
		}
		if time, err := strconv.ParseFloat(cells[3], 64); err != nil || time != d.Tree.Tree().Time(v) {
			t.Errorf("time of node %d is %s", v, cells[3])
		}
		if u := d.Tree.Tree().Parent[v]; u >= 0 && cells[1] != strconv.Itoa(u) || u < 0 && cells[1] != "" {
			t.Errorf("parent of node %d is %q", v, cells[1])
		}
		seen++
	}
	if seen != d.Tree.Tree().Nodes() {
		t.Errorf("%d nodes in the sheet", seen)
	}
}

// TestGlide checks where motion starts and ends, and that each node goes straight.
func TestGlide(t *testing.T) {
	a := NewDendrogram(plottingtest.Coalescent(50, plottingtest.TestRand(41)))
	b := NewDendrogram(plottingtest.Coalescent(50, plottingtest.TestRand(42)))
	from, to := a.LayoutTree(usual), b.LayoutTree(usual)
	if glide(from, to, 1) != to {
		t.Error("motion does not end at the new scene")
	}
	start, half := glide(from, to, 0), glide(from, to, 0.5)
	for leaf := range 50 {
		p, _ := from.NodePosition(leaf)
		q, _ := to.NodePosition(leaf)
		s, _ := start.NodePosition(leaf)
		h, _ := half.NodePosition(leaf)
		if !(math.Abs(float64(s.Y-p.Y)) <= 1e-6) || !(math.Abs(float64(h.Y-(p.Y+q.Y)/2)) <= 1e-6) {
			t.Errorf("leaf %d: from %v to %v by %v and %v", leaf, p, q, s, h)
		}
	}
	for v := 50; v < b.Tree.Tree().Nodes(); v++ {
		u, _ := a.Tree.Clade(b.Tree.Leaves(v))
		p, _ := from.NodePosition(u)
		s, _ := start.NodePosition(v)
		if math.Hypot(float64(s.X-p.X), float64(s.Y-p.Y)) > 1e-6 {
			t.Errorf("node %d starts at %v, its clade was at %v", v, s, p)
		}
	}
	r := plottingtest.NewInkRecorder(usual)
	half.Draw(r)
	if r.Pieces < 100 {
		t.Errorf("%d pieces drawn half way", r.Pieces)
	}
	big := NewDendrogram(plottingtest.Coalescent(600, plottingtest.TestRand(43))).LayoutTree(usual)
	if mayGlide(big, big) || glide(big, big, 0.5) != big {
		t.Error("a large tree glides")
	}
}

// TestEmptyFigures checks that nothing panics where there is nothing, or no room.
func TestEmptyFigures(t *testing.T) {
	for _, d := range []*Dendrogram{{Style: plotting.Light}, example(1, 1, nil, 1), example(2, 0, nil, 1),
		example(46, 40, plottingtest.Tissues, 1)} {
		for _, shape := range Shapes() {
			d.Shape = shape
			for _, size := range []vg.Point{{}, {X: 1, Y: 1}, {X: 60, Y: 40}, {X: 1000, Y: 40}, {X: 90, Y: 900}} {
				s := d.LayoutTree(size)
				s.Draw(plottingtest.NewInkRecorder(size))
				s.Hit(vg.Point{X: size.X / 2, Y: size.Y / 2})
				s.HitNode(vg.Point{X: size.X / 2, Y: size.Y / 2})
				s.NodePosition(0)
				s.NodeMark(0)
				s.TimeAt(vg.Point{})
				s.DrawOverlay(plottingtest.NewInkRecorder(size), plotting.NewMark("leaf"))
			}
		}
	}
}

// TestSavedDendrogram writes a dendrogram in every format at the widths of journals.
func TestSavedDendrogram(t *testing.T) {
	d := example(46, 12, plottingtest.Tissues, 1)
	d.Heat.X.Set(1, 1, math.NaN())
	for _, width := range []float64{85, 180} {
		for _, format := range write.Formats() {
			for _, shape := range Shapes() {
				d.Shape = shape
				var b bytes.Buffer
				if err := write.Encode(&b, format.Name, d, plotting.Size{WidthMM: width, HeightMM: 120, DPI: 300},
					plotting.Metadata{Title: d.Title}); err != nil {
					t.Fatal(err)
				}
				if format.Name == "svg" && !strings.Contains(b.String(), "cerebellum") {
					t.Error("the SVG does not hold its text as text")
				}
			}
		}
	}
}

// TestZerosAndOnesInTheDark: ones stand out from zeros and from the ground in either style, also in a saved look.
func TestZerosAndOnesInTheDark(t *testing.T) {
	d := example(6, 2, nil, 1)
	d.Heat.Scale = ink.Scale{Map: ink.Ink, Low: 0, High: 1}
	for _, look := range []plotting.Look{{}, {Rows: plotting.AllNames}} {
		for _, dark := range []bool{false, true, false} {
			d.Style = plotting.Light
			if dark {
				d.Style = plotting.Dark
			}
			d.Style.Look = look
			s := d.LayoutTree(plottingtest.At(500, 300))
			heat := s.layout.d.Heat
			luminance := func(c color.Color) uint32 { r, g, b, _ := c.RGBA(); return (r + g + b) / 3 >> 8 }
			zero, one, ground := luminance(heat.Scale.At(0)), luminance(heat.Scale.At(1)), luminance(d.Style.Surface)
			if far := func(a, b uint32) bool { return max(a, b)-min(a, b) > 150 }; !far(zero, one) || !far(one, ground) {
				t.Errorf("dark %v: 0 is %d, 1 is %d, the ground %d", dark, zero, one, ground)
			}
		}
	}
}
