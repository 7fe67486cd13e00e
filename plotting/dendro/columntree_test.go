package dendro

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// twoTrees is a dendrogram with a heat map and a tree above its columns.
func twoTrees(rows, columns int) *Dendrogram {
	rng := plottingtest.TestRand(31)
	t := plottingtest.Coalescent(rows, rng)
	d := NewDendrogram(t)
	d.Title, d.Subtitle = "Both ways", "rows by diffusion, columns by average linkage"
	d.Heat = beside.NewHeat(plottingtest.DatasetOf(plottingtest.Diffused(t, columns, rng)),
		beside.HeatOptions{Order: plotting.TreeOrder})
	return d
}

// supported is a dendrogram whose columns have a tree with supports, one clade collapsed.
func supported() *Dendrogram {
	d := twoTrees(30, 16)
	set := plottingtest.Posterior(16, 20, 2, 4)
	h := d.Heat.WithTree(beside.Prepare(set.MaximumCladeCredibility()), 0)
	for v := range h.Tree.Tree().Nodes() {
		if n := h.Tree.Size(v); n > 2 && n < 7 {
			d.Selection.Columns = h.CladeColumns(h.Tree.Tree().Parent[v])
			d.Heat = h.Collapsed([][]int{h.CladeColumns(v)})
			break
		}
	}
	return d
}

func TestPicturesOfTwoTrees(t *testing.T) {
	few, many, dark := twoTrees(40, 5), twoTrees(120, 500), supported()
	dark.Style = plotting.Dark
	plottingtest.GoldenPicture(t, "columns-5", few, 860, 600)
	plottingtest.GoldenPicture(t, "columns-500", many, 900, 640)
	plottingtest.GoldenPicture(t, "columns-supported-dark", dark, 860, 600)
	low := twoTrees(20, 8)
	if s := low.LayoutTree(vg.Point{X: 700, Y: 200}); s.layout.columns.columnTree.Max.Y > 0 {
		t.Error("a low figure has room for a tree of the columns")
	}
}

// Every node of the tree of the columns is hit where it is drawn, and only there; the mark names
// its columns.
func TestHitColumnClades(t *testing.T) {
	for _, d := range []*Dendrogram{twoTrees(30, 12), supported()} {
		s := d.LayoutTree(vg.Point{X: 860, Y: 600})
		p := d.Heat.Tree
		middle := p.Placed(nil).Y
		for v := range p.Tree().Nodes() {
			above := 0.0
			if u := p.Tree().Parent[v]; u >= 0 {
				above = p.Time[u]
			}
			at := s.layout.columns.columnTreePlace(middle[v]-0.5, (above+p.Time[v])/2)
			m, ok := s.Hit(at)
			if !ok || m.Kind != "column clade" || m.Index != v || m.Node >= 0 || m.Row >= 0 {
				t.Fatalf("node %d is %+v", v, m)
			}
			if n := len(d.Heat.CladeColumns(v)); n > 1 && !strings.Contains(m.Title, fmt.Sprint(n)) {
				t.Errorf("node %d of %d columns is called %s", v, n, m.Title)
			}
			r := plottingtest.NewInkRecorder(s.Size())
			s.DrawOverlay(r, m)
		}
		if m, ok := s.Hit(vg.Point{X: s.layout.tree.Min.X + 5, Y: s.layout.columns.columnTree.Max.Y - 3}); ok &&
			m.Kind == "column clade" {
			t.Error("the tree of the columns is hit beside it")
		}
	}
}

// The nodes of the tree of the columns are among the numbers behind the figure.
func TestSheetsOfTwoTrees(t *testing.T) {
	d := twoTrees(10, 6)
	sheets := d.Sheets()
	names := func(yield func(string) bool) {
		for _, s := range sheets {
			if !yield(s.Name) {
				return
			}
		}
	}
	if got := slices.Collect(names); !slices.Equal(got, []string{"leaves", "nodes", "column nodes"}) {
		t.Fatal(got)
	}
	lines := 0
	for range sheets[2].Rows {
		lines++
	}
	if lines != 11 || !slices.Contains(sheets[2].Header, "height") {
		t.Errorf("%d nodes of 6 columns, with %v", lines, sheets[2].Header)
	}
}

func ExampleDendrogram_columns() {
	d := twoTrees(10, 6)
	v := d.Heat.Tree.Tree().Top
	fmt.Println(len(d.Heat.CladeColumns(v)), "columns")
	d.Heat = d.Heat.Collapsed([][]int{d.Heat.CladeColumns(d.Heat.Tree.Tree().Children[v][1])})
	_, n := d.Heat.Dims()
	fmt.Println(n, "when one clade is drawn as its mean")
	// Output:
	// 6 columns
	// 3 when one clade is drawn as its mean
}

// annotated is a dendrogram of both ways whose columns have annotations, one of them missing in places.
func annotated(rows, columns int) *Dendrogram {
	d := twoTrees(rows, columns)
	data := &inference.Dataset{X: d.Heat.X, Columns: d.Heat.Columns}
	for a, levels := range [][]string{{"kinase", "receptor", "other"}, {"plus", "minus"}} {
		values := make([]string, columns)
		for j := range values {
			if values[j] = levels[(j/(a+2))%len(levels)]; a == 1 && j%7 == 3 {
				values[j] = ""
			}
		}
		data.ColumnAnnotations = append(data.ColumnAnnotations,
			inference.NewAnnotation([]string{"family", "strand"}[a], values))
	}
	d.Heat = beside.NewHeat(data, beside.HeatOptions{Order: plotting.TreeOrder})
	return d
}

// Annotations of the columns stand between their tree and the cells, with names and legends.
func TestPicturesOfColumnStrips(t *testing.T) {
	many, dark := annotated(120, 900), annotated(30, 16)
	dark.Style = plotting.Dark
	shut := annotated(30, 16)
	shut.Heat =
		shut.Heat.Collapsed([][]int{shut.Heat.CladeColumns(shut.Heat.Tree.Tree().Children[shut.Heat.Tree.Tree().Top][0])})
	plottingtest.GoldenPicture(t, "column-strips-900", many, 900, 640)
	plottingtest.GoldenPicture(t, "column-strips-dark", dark, 860, 600)
	plottingtest.GoldenPicture(t, "column-strips-collapsed", shut, 620, 460)
}

// What is drawn in a strip of the columns is found there.
func TestHitColumnStrips(t *testing.T) {
	d := annotated(30, 16)
	s := d.LayoutTree(vg.Point{X: 860, Y: 600})
	l := s.layout
	if len(l.columns.columnStrips) != 2 || l.columns.columnStrips[0].Min.Y <= l.columns.columnStrips[1].Max.Y ||
		l.columns.columnTree.Min.Y <= l.columns.columnStrips[0].Max.Y ||
		l.columns.columnStrips[1].Min.Y <= l.columns.heat.Max.Y {
		t.Fatalf("strips %v, tree %v, cells %v", l.columns.columnStrips, l.columns.columnTree, l.columns.heat)
	}
	for i, box := range l.columns.columnStrips {
		for k, j := range d.Heat.Order {
			r := l.columns.columnBox(k)
			m, ok := s.Hit(vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2})
			strip := d.Heat.Strips[i]
			want := [2]string{strip.Annotation.Name, strip.LevelText(j)}
			if !ok || m.Kind != "column" || m.Column != j || m.Lines[0] != want {
				t.Fatalf("strip %d, column %d: %+v, want %v", i, j, m, want)
			}
		}
	}
	if s := d.LayoutTree(vg.Point{X: 700, Y: 200}); len(s.layout.columns.columnStrips) > 0 {
		t.Error("a low figure has room for strips of the columns")
	}
	wide := *d
	wide.Shape = Circular
	if s := wide.LayoutTree(vg.Point{X: 700, Y: 700}); len(s.layout.columns.columnStrips) > 0 {
		t.Error("a circular figure has strips of the columns")
	}
}

// Selected columns side by side have one frame; many that are spread over the heat map have short marks at its edges,
// because their frames would hide the cells.
func TestMarksOfSelectedColumns(t *testing.T) {
	for _, c := range []struct {
		name   string
		chosen func(rank int) bool
		moves  int
		tall   bool
	}{
		{"a block", func(k int) bool { return k >= 100 && k < 380 }, 1, true},
		{"two columns apart", func(k int) bool { return k == 10 || k == 400 }, 2, true},
		{"every third", func(k int) bool { return k%3 == 0 }, 2 * 167, false},
	} {
		d := twoTrees(120, 500)
		for k, j := range d.Heat.Order {
			if c.chosen(k) {
				d.Selection.Columns = append(d.Selection.Columns, j)
			}
		}
		slices.Sort(d.Selection.Columns)
		l := d.LayoutTree(vg.Point{X: 900, Y: 640}).layout
		list := &ink.List{}
		l.columns.drawColumnMarks(list)
		moves, tallest, last := 0, vg.Length(0), vg.Point{}
		for _, item := range list.Items {
			for _, p := range item.(*ink.Stroke).Path {
				if p.Type == vg.MoveComp {
					moves++
				} else if p.Type == vg.LineComp {
					tallest = max(tallest, max(p.Pos.Y-last.Y, last.Y-p.Pos.Y))
				}
				last = p.Pos
			}
		}
		if moves != c.moves || (tallest > 100) != c.tall {
			t.Errorf("%s: %d marks, the tallest of %.0f points", c.name, moves, tallest)
		}
	}
}
