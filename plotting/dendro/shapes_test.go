package dendro

import (
	"math"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// TestRadialAngles holds the radial layout against its definition: branches are as long as their
// times, and every clade takes of the full turn what it has of the leaves, in the order of the tree.
func TestRadialAngles(t *testing.T) {
	d := example(40, 0, nil, 21)
	p := d.Tree
	r := p.Placed(nil).Radial(p)
	tr := p.Tree()
	for v := range tr.Nodes() {
		if got, want := (r.From[v]-r.To[v])/(2*math.Pi), float64(len(tr.LeavesBelow(v)))/40; !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("node %d takes %v of the turn, want %v", v, got, want)
		}
		u := tr.Parent[v]
		if u < 0 {
			continue
		}
		dx, dy := r.X[v]-r.X[u], r.Y[v]-r.Y[u]
		if got, want := math.Hypot(dx, dy), tr.Time(v)-tr.Time(u); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("the branch above %d is %v long, want %v", v, got, want)
		}
		if turn := math.Remainder(math.Atan2(dy, dx)-r.Angle(v), 2*math.Pi); math.Hypot(dx, dy) > 1e-9 &&
			!(math.Abs(turn) <= 1e-9) {
			t.Errorf("the branch above %d runs %v off its direction", v, turn)
		}
	}
}

// TestDenseFolds checks that where leaves run together every leaf is in one folded clade or one line,
// that a fold is found by the pointer, that zooming in opens it, and that the border of a selection
// stays open.
func TestDenseFolds(t *testing.T) {
	for _, shape := range Shapes() {
		d := example(4000, 0, nil, 22)
		d.Shape = shape
		s := d.LayoutTree(usual)
		l := s.layout
		if l.branches.folded < 20 {
			t.Fatalf("%v: %d clades of 4,000 leaves are folded", shape, l.branches.folded)
		}
		at, ok := foldOf(s)
		if !ok {
			t.Fatalf("%v: no triangle is seen", shape)
		}
		var path vg.Path
		l.plot.wedge(&path, at)
		middle := vg.Point{}
		for _, c := range path[:3] {
			middle = middle.Add(c.Pos.Scale(1. / 3))
		}
		if got, ok := s.HitNode(middle); !ok || !below(l, got, at) {
			t.Errorf("%v: in the triangle of clade %d the pointer finds %d", shape, at, got)
		}
		if m, ok := s.Hit(middle); !ok || m.Node < 0 {
			t.Errorf("%v: a triangle has no mark: %+v", shape, m)
		}
		rows := d.Tree.Leaves(at)
		chosen := d.WithHighlight(plotting.Selection{Rows: rows[:1], Node: -1}).LayoutTree(usual).layout
		if u := chosen.p.Tree().Parent[at]; chosen.branches.folds(at, 5) || u >= 0 && chosen.branches.folds(u, 5) {
			t.Errorf("%v: a triangle hides a selected leaf", shape)
		}
	}
	d := example(4000, 0, nil, 22)
	d.Window = plotting.Window{X0: 0, X1: 1, Y0: 0.4, Y1: 0.41}
	if n := d.LayoutTree(usual).layout.branches.folded; n > 0 {
		t.Errorf("zoomed in a hundred times, %d clades are folded", n)
	}
}

// foldOf returns the largest visible folded clade.
func foldOf(s *DendrogramScene) (node int, ok bool) {
	l, most := s.layout, 0.0
	for v := range l.p.Tree().Nodes() {
		u := l.p.Tree().Parent[v]
		if u < 0 || l.p.Tree().IsLeaf(v) {
			continue
		}
		above := l.p.Time[u]
		h, over := l.plot.height(v, above), 0.0
		if w := l.p.Tree().Parent[u]; w >= 0 {
			over = l.p.Time[w]
		}
		size := h * (l.p.Latest[v] - l.p.Time[v])
		if h >= ink.Subpixel && l.branches.folds(v, h) && !l.branches.folds(u, l.plot.height(u, over)) &&
			size > most && !l.plot.hidden(v, above) {
			node, ok, most = v, true, size
		}
	}
	return node, ok
}

// below reports whether v is u or below it.
func below(l *dendrogramLayout, v, u int) bool {
	return v >= 0 && l.p.First[v] >= l.p.First[u] && l.p.Last[v] <= l.p.Last[u]
}

// TestSpread holds the spread of clades against a star, a tree that divides at its end, and one by
// hand.
func TestSpread(t *testing.T) {
	d := example(200, 0, nil, 24)
	p := d.Tree
	for v := range p.Tree().Nodes() {
		if s := p.Spread(v); !(s >= 0 && s <= 1) {
			t.Fatalf("the spread of %d is %v", v, s)
		}
	}
	other := example(200, 0, nil, 25).Tree
	halfway, _ := p.Moving(p.Placed(nil), other, other.Placed(nil), 0.5)
	for name, p := range map[string]*beside.PreparedTree{"a tree": p, "a tree on its way": halfway} {
		top := p.Tree().Top
		var sum func(v int) float64
		sum = func(v int) float64 {
			total := 0.0
			for _, c := range p.Tree().Children[v] {
				total += p.Time[c] - p.Time[v] + sum(c)
			}
			return total
		}
		depth := p.Latest[top] - p.Time[top]
		if got, want := p.Spread(top), (sum(top)-depth)/(199*depth); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("the spread of %s is %v, want %v", name, got, want)
		}
	}
}

// TestRadialTips asks at every label of a radial tree which leaf is there.
func TestRadialTips(t *testing.T) {
	d := example(30, 0, plottingtest.Tissues, 25)
	d.Shape = Radial
	s := d.LayoutTree(usual)
	if len(s.layout.fan.tips) < 30 {
		t.Fatalf("%d tips of 30 leaves", len(s.layout.fan.tips))
	}
	for _, k := range s.layout.fan.tips[30:] {
		middle := k.corners[0].Add(k.corners[2]).Scale(0.5)
		if m, ok := s.Hit(middle); !ok || m.Kind != "leaf" || m.Row != k.node {
			t.Errorf("at the label of leaf %d: %+v", k.node, m)
		}
	}
}
