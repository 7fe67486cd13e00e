package dendro

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

var usual = vg.Point{X: 1000, Y: 700}

// TestHitWhatIsDrawn asks at the place of every node which node is there.
func TestHitWhatIsDrawn(t *testing.T) {
	for _, shape := range Shapes() {
		d := example(60, 8, plottingtest.Tissues, 11)
		d.Shape = shape
		s := d.LayoutTree(usual)
		for v := range d.Tree.Tree().Nodes() {
			p, ok := s.NodePosition(v)
			if !ok {
				t.Fatalf("shape %d: node %d is not shown", shape, v)
			}
			got, ok := s.HitNode(p)
			at, _ := s.NodePosition(got)
			// Branch points nearer than the reach of the pointer cannot be told apart.
			if !ok || got != v && math.Hypot(float64(at.X-p.X), float64(at.Y-p.Y)) > 2*ink.Reach {
				t.Errorf("shape %d: at node %d there is %d", shape, v, got)
			}
			if p.X += 6; !d.Tree.Tree().IsLeaf(v) && shape == Rectangular {
				// Off the point, along no branch: not that branch point's dot.
				if m, ok := s.Hit(vg.Point{X: p.X, Y: p.Y + 1.5*ink.Reach}); ok && m.Kind == "branch point" && m.Node == v {
					t.Errorf("node %d is hit away from its point", v)
				}
			}
		}
	}
}

func TestHitKinds(t *testing.T) {
	d := example(40, 6, plottingtest.Tissues, 12)
	top := d.Tree.Tree().Children[d.Tree.Tree().Top]
	d.Groups = beside.CategoryGroups([][]int{d.Tree.Leaves(top[0])})
	d.CutTime = 0.02
	s := d.LayoutTree(usual)
	l := s.layout
	row := int(d.Tree.Order()[7])
	y := l.y(7.5)
	middle := func(r vg.Rectangle) vg.Length { return (r.Min.X + r.Max.X) / 2 }

	m, ok := s.Hit(vg.Point{X: middle(l.labelling.labels), Y: y})
	if !ok || m.Kind != "leaf" || m.Row != row || m.Title != d.Tree.Tree().Names[row] {
		t.Errorf("label: %+v", m)
	}
	if !slices.Contains(m.Lines, [2]string{"tissue", d.Strips[0].Annotation.Values[row]}) {
		t.Errorf("a leaf does not tell its tissue: %v", m.Lines)
	}
	m, ok = s.Hit(vg.Point{X: middle(l.columns.columnBox(4)), Y: y})
	want := plotting.FormatDigits(d.Heat.X.At(row, d.Heat.Order[4]), 4)
	if !ok || m.Kind != "cell" || m.Row != row || m.Column != d.Heat.Order[4] || m.Lines[0][1] != want {
		t.Errorf("cell: %+v, want %s", m, want)
	}
	m, ok = s.Hit(vg.Point{X: middle(l.strips[0]), Y: y})
	if !ok || m.Kind != "strip" || m.Row != row || m.Title != d.Strips[0].Annotation.Values[row] {
		t.Errorf("strip: %+v", m)
	}
	m, ok = s.Hit(vg.Point{X: middle(l.columns.columnBox(2)), Y: l.columns.heat.Min.Y - 8})
	if !ok || m.Kind != "column" || m.Column != d.Heat.Order[2] {
		t.Errorf("column: %+v", m)
	}
	m, ok = s.Hit(vg.Point{X: l.labelling.bars.Min.X + 1, Y: l.y(0.5)})
	if !ok || m.Kind != "group" || m.Title != "group 1" {
		t.Errorf("group: %+v", m)
	}
	m, ok = s.Hit(vg.Point{X: l.x(d.CutTime), Y: l.tree.Min.Y - axisDrop})
	if !ok || m.Kind != "cut" {
		t.Errorf("cut: %+v", m)
	}
	p, _ := s.NodePosition(top[0])
	m, ok = s.Hit(p)
	if !ok || m.Kind != "branch point" || m.Node != top[0] || !strings.HasPrefix(m.Title, "Clade of ") {
		t.Errorf("branch point: %+v", m)
	}
	if _, ok := s.Hit(vg.Point{X: 5, Y: 5}); ok {
		t.Error("something is hit in the margin")
	}
	if time, ok := s.TimeAt(vg.Point{X: l.x(0.42), Y: l.tree.Min.Y + 20}); !ok || !(math.Abs(time-0.42) <= 1e-9) {
		t.Errorf("time under the pointer is %v", time)
	}
}

func TestCollapsed(t *testing.T) {
	d := example(60, 8, plottingtest.Tissues, 13)
	v := d.Tree.Tree().Children[d.Tree.Tree().Top][0]
	d.Collapsed = []Clade{{Rows: d.Tree.Leaves(v), Name: "Rodents"}, {Rows: []int{0, 1, 2}}}
	s := d.LayoutTree(usual)
	r := plottingtest.NewInkRecorder(usual)
	s.Draw(r)
	texts := map[string]bool{}
	for _, k := range r.Texts {
		texts[k.Text] = true
	}
	if !texts["Rodents ("+plotting.FormatCount(d.Tree.Size(v))+")"] {
		t.Error("the collapsed clade has no name")
	}
	for _, row := range d.Tree.Leaves(v) {
		if texts[d.Tree.Tree().Names[row]] {
			t.Errorf("leaf %d of a collapsed clade is labelled", row)
		}
		if _, ok := s.NodePosition(row); ok {
			t.Errorf("leaf %d of a collapsed clade has a place", row)
		}
	}
	p, ok := s.NodePosition(v)
	if !ok {
		t.Fatal("the collapsed clade has no place")
	}
	if m, ok := s.Hit(vg.Point{X: (p.X + s.area.Max.X) / 2, Y: p.Y}); !ok || m.Node != v {
		t.Errorf("the wedge is not hit: %+v", m)
	}
}

// TestZoom checks that a window shows the leaves and times it says, along one height.
func TestZoom(t *testing.T) {
	d := example(200, 20, plottingtest.Tissues, 14)
	w := plotting.Window{X0: 0.25, X1: 0.75, Y0: 0.5, Y1: 0.6}
	s := d.WithWindow(w).(*Dendrogram).LayoutTree(usual)
	if top, bottom := s.layout.slot(s.area.Max.Y), s.layout.slot(s.area.Min.Y); !(math.Abs(top-100) <= 1e-6) ||
		!(math.Abs(bottom-120) <= 1e-6) {
		t.Errorf("leaves %v to %v are shown", top, bottom)
	}
	for r, leaf := range d.Tree.Order() {
		m, ok := s.Hit(vg.Point{X: s.layout.labelling.labels.Min.X + 2, Y: s.layout.y(float64(r) + 0.5)})
		if want := r >= 100 && r < 120; ok != want || want && m.Row != int(leaf) {
			t.Errorf("leaf of rank %d: shown %v, mark %+v", r, ok, m)
		}
	}
	if left, right := s.layout.x(0.25), s.layout.x(0.75); left != s.area.Min.X ||
		!(math.Abs(float64(right-s.area.Max.X)) <= 1e-9) {
		t.Errorf("times 0.25 and 0.75 lie at %v and %v", left, right)
	}
}

func TestOverlayIsSmall(t *testing.T) {
	for _, shape := range Shapes() {
		d := example(2000, 20, plottingtest.Tissues, 15)
		d.Shape = shape
		s := d.LayoutTree(usual)
		for _, v := range []int{d.Tree.Tree().Top, 17} {
			m, ok := s.NodeMark(v)
			if !ok {
				t.Fatal("no mark")
			}
			r := plottingtest.NewInkRecorder(usual)
			s.DrawOverlay(r, m)
			if r.Pieces == 0 || r.Pieces > 800 {
				t.Errorf("shape %d: the overlay of node %d has %d pieces", shape, v, r.Pieces)
			}
			for _, b := range r.Boxes {
				if !inside(b, vg.Rectangle{Max: usual}) {
					t.Errorf("the overlay leaves the figure: %v", b)
				}
			}
		}
	}
}
