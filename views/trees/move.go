package trees

import (
	"math"
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// Parent selects the clade above the selection; Child, Next and
// Previous move to its first child and to its neighbours. Without a selection
// each selects the whole tree.
func (w *Walk) Parent() {
	w.move(func(p *beside.PreparedTree, v int) int { return p.Tree().Parent[v] })
}

// Child selects the first child of the selected clade.
func (w *Walk) Child() {
	w.move(func(p *beside.PreparedTree, v int) int {
		if c := p.Tree().Children[v]; len(c) > 0 {
			return c[0]
		}
		return -1
	})
}

// Next selects the clade that is drawn below the selected one: its next sibling,
// or that of the nearest ancestor that has one.
func (w *Walk) Next() { w.sibling(1) }

// Previous selects the clade that is drawn above the selected one.
func (w *Walk) Previous() { w.sibling(-1) }

func (w *Walk) sibling(step int) {
	w.move(func(p *beside.PreparedTree, v int) int {
		tr := p.Tree()
		for u := v; tr.Parent[u] >= 0; u = tr.Parent[u] {
			siblings := tr.Children[tr.Parent[u]]
			if i := slices.Index(siblings, u) + step; i >= 0 && i < len(siblings) {
				return siblings[i]
			}
		}
		return -1
	})
}

func (w *Walk) move(to func(p *beside.PreparedTree, v int) int) {
	t := w.t
	p := t.prepared()
	if p == nil || p.Tree().Nodes() == 0 {
		return
	}
	v := p.Tree().Top
	if s := t.State(); len(s.Selection.Rows) > 0 {
		at, exact := p.Clade(s.Selection.Rows)
		if at < 0 {
			return
		}
		// Rows that are no clade stand for the smallest clade that contains them, which is the
		// parent to go to.
		next := to(p, at)
		if !exact && next == p.Tree().Parent[at] {
			next = at
		}
		if next < 0 {
			return
		}
		v = next
	}
	rows := study.SetOf(p.Leaves(v))
	t.Select(rows)
	w.reveal(rows)
}

// Fit shows the whole tree.
func (t *View) Fit() { t.view.Fit() }

// ZoomToSelection fills the view with the selected rows.
func (t *View) ZoomToSelection() { t.Walk.zoomTo(t.State().Selection.Rows) }

func (w *Walk) zoomTo(rows []int) {
	t := w.t
	if b, ok := w.extent(rows); ok {
		px, py := 0.08*(b.X1-b.X0), 0.08*(b.Y1-b.Y0)
		w := plotting.Window{X0: b.X0 - px, X1: b.X1 + px, Y0: b.Y0 - py, Y1: b.Y1 + py}
		if t.State().Shape.Round() {
			w = square(w)
		}
		t.view.ShowWindow(w)
	}
}

// reveal moves the window, without zooming, so that rows can be seen.
func (w *Walk) reveal(rows []int) {
	t := w.t
	seen := t.view.Window()
	if seen.IsAll() {
		return
	}
	b, ok := w.extent(rows)
	if !ok {
		return
	}
	x, y := 0.0, 0.0
	if b.Y0 < seen.Y0 || b.Y1 > seen.Y1 {
		y = ((b.Y0+b.Y1)/2 - (seen.Y0+seen.Y1)/2) / (seen.Y1 - seen.Y0)
	}
	if b.X0 > seen.X1 || b.X1 < seen.X0 {
		x = ((b.X0+b.X1)/2 - (seen.X0+seen.X1)/2) / (seen.X1 - seen.X0)
	}
	if x != 0 || y != 0 {
		t.view.ShowWindow(seen.Pan(x, y))
	}
}

// extent returns the part of the whole figure that rows, their branch points and the
// branch that leads to them take up.
func (w *Walk) extent(rows []int) (plotting.Window, bool) {
	t := w.t
	d := t.Figure()
	size := t.view.Size()
	if d == nil || len(rows) == 0 || size.Width < 1 || size.Height < 1 {
		return plotting.All, false
	}
	d.Window = plotting.All
	k := screen.TextSize()
	s := d.LayoutTree(vg.Point{X: vg.Length(k * float64(size.Width)), Y: vg.Length(k * float64(size.Height))})
	area := s.PlotArea()
	wide, high := float64(area.Max.X-area.Min.X), float64(area.Max.Y-area.Min.Y)
	if wide <= 0 || high <= 0 {
		return plotting.All, false
	}
	tr := d.Tree.Tree()
	e := plotting.Window{X0: math.Inf(1), X1: math.Inf(-1), Y0: math.Inf(1), Y1: math.Inf(-1)}
	add := func(v int) {
		at, ok := s.NodePosition(v)
		for !ok && tr.Parent[v] >= 0 { // within a collapsed clade
			v = tr.Parent[v]
			at, ok = s.NodePosition(v)
		}
		if ok {
			x, y := float64(at.X-area.Min.X)/wide, float64(area.Max.Y-at.Y)/high
			e.X0, e.X1 = min(e.X0, x), max(e.X1, x)
			e.Y0, e.Y1 = min(e.Y0, y), max(e.Y1, y)
		}
	}
	for _, r := range rows {
		if r >= 0 && r < tr.Leaves() {
			add(r)
		}
	}
	if math.IsInf(e.Y0, 1) {
		return plotting.All, false
	}
	if v, exact := d.Tree.Clade(rows); exact {
		add(v)
		if p := tr.Parent[v]; p >= 0 {
			if at, ok := s.NodePosition(p); ok && !d.Shape.Round() {
				e.X0 = min(e.X0, float64(at.X-area.Min.X)/wide)
			}
		}
	}
	// A row is a band, not a line.
	half := 0.5 / float64(max(tr.Leaves(), 1))
	e.Y0, e.Y1 = e.Y0-half, e.Y1+half
	return e, true
}

// square widens the narrower side of a window about its centre.
func square(w plotting.Window) plotting.Window {
	side := min(1, max(w.X1-w.X0, w.Y1-w.Y0))
	x, y := (w.X0+w.X1)/2, (w.Y0+w.Y1)/2
	return plotting.Window{X0: x - side/2, X1: x + side/2, Y0: y - side/2, Y1: y + side/2}
}

// timeAt returns the diffusion time under a place of the view.
func (m *mouse) timeAt(at fyne.Position) (float64, bool) {
	t := m.t
	scene, p, inside := t.view.SceneAt(at)
	s, ok := scene.(*dendro.DendrogramScene)
	if !ok || !inside {
		return 0, false
	}
	return s.TimeAt(p)
}
