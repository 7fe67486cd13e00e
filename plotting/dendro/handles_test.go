package dendro

import (
	"math"
	"strconv"
	"testing"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

func handled(t *testing.T) (*Dendrogram, vg.Point) {
	t.Helper()
	over := plottingtest.Coalescent(40, plottingtest.TestRand(3))
	d := NewDendrogram(over)
	d.Heat = heatOf(over, 12)
	return d, vg.Point{X: 860, Y: 600}
}

func heatOf(t *tree.Tree, columns int) *beside.Heat {
	return beside.NewHeat(plottingtest.DatasetOf(plottingtest.Diffused(t, columns, plottingtest.TestRand(4))),
		beside.HeatOptions{})
}

// TestBorderIsDragged: where the border is dropped, there it lies when the share is set.
func TestBorderIsDragged(t *testing.T) {
	d, size := handled(t)
	s := d.LayoutTree(size)
	at := vg.Point{X: s.layout.columns.heat.Min.X - 5, Y: 300}
	m, ok := s.Hit(at)
	if !ok || m.Kind != plotting.HandleMark || m.Index != plotting.BorderHandle {
		t.Fatalf("the border is %+v", m)
	}
	for _, by := range []vg.Length{-60, 40} {
		name, value := s.Drag(m, vg.Point{X: at.X + by, Y: 80})
		c, _ := plotting.ControlNamed(name)
		d.Style = plotting.Choices{}.With(c, value).In(plotting.Light)
		moved := d.LayoutTree(size)
		if got := moved.layout.columns.heat.Min.X - 5; !(math.Abs(float64(got-at.X-by)) <= 3) {
			t.Errorf("dropped %g further, the border lies %g further", by, got-at.X)
		}
	}
}

// TestEndsOfTheScaleAreDragged: the value whose colour was under the pointer becomes the end.
func TestEndsOfTheScaleAreDragged(t *testing.T) {
	d, size := handled(t)
	s := d.LayoutTree(size)
	bar, scale := s.layout.columns.heatBar, d.Heat.Scale
	m, ok := s.Hit(vg.Point{X: bar.Max.X - 2, Y: (bar.Min.Y + bar.Max.Y) / 2})
	if !ok || m.Index != plotting.HighHandle {
		t.Fatalf("the end of the scale is %+v", m)
	}
	name, value := s.Drag(m, vg.Point{X: m.Anchor.X - 0.25*(bar.Max.X-bar.Min.X)})
	c, _ := plotting.ControlNamed(name)
	d.Style = plotting.Choices{}.With(c, value).In(plotting.Light)
	after := d.LayoutTree(size).d.Heat.Scale
	want := scale.Low + 0.75*(scale.High-scale.Low)
	if !(math.Abs(after.High-want) <= 0.01*(scale.High-scale.Low)) {
		t.Errorf("the end is %g, not %g", after.High, want)
	}
	if scale.Low == -scale.High && after.Low != -after.High {
		t.Error("the scale is symmetric no more")
	}
	inner, _ := s.Hit(vg.Point{X: bar.Min.X + 0.6*(bar.Max.X-bar.Min.X), Y: m.Anchor.Y})
	if _, again := s.Drag(inner, vg.Point{X: inner.Anchor.X - 0.25*(bar.Max.X-bar.Min.X)}); again != value {
		t.Errorf("taken nearer to the middle and dragged as far, the end is %s, not %s", again, value)
	}
	if _, value := s.Drag(m, vg.Point{X: bar.Min.X - 500}); !positive(value) {
		t.Errorf("dragged beyond the other end it is %s", value)
	}
}

func positive(text string) bool {
	x, err := strconv.ParseFloat(text, 64)
	return err == nil && x > 0
}

// TestStepsThroughTheHeatMap go to each neighbour, and stay within what is shown.
func TestStepsThroughTheHeatMap(t *testing.T) {
	d, size := handled(t)
	d.Window = plotting.Window{X0: 0, X1: 1, Y0: 0.25, Y1: 0.75}
	s := d.LayoutTree(size)
	m, ok := s.Step(plotting.NewMark(""), 0, 1)
	if !ok || m.Kind != "cell" || m.Index != 0 {
		t.Fatalf("the first cell is %+v", m)
	}
	order := d.Tree.Order()
	seen := map[int]bool{}
	for range 100 {
		here, hit := s.Hit(m.Anchor)
		if !hit || here.Kind != "cell" || here.Row != m.Row || here.Column != m.Column {
			t.Fatalf("at the cell %d %d there is %+v", m.Row, m.Column, here)
		}
		seen[m.Row] = true
		m, _ = s.Step(m, 0, 1)
	}
	if len(seen) != 20 || !seen[int(order[10])] || !seen[int(order[29])] {
		t.Errorf("going down reaches %d rows", len(seen))
	}
	for range 30 {
		m, _ = s.Step(m, 1, 0)
	}
	if m.Index != 11 || m.Column != d.Heat.Order[11] || len(m.Lines) == 0 ||
		m.Lines[0][1] != d.Heat.ValueText(m.Row, m.Column) {
		t.Errorf("the last cell is %+v", m)
	}
}

// TestNamesOfColumns: each mode shows the names that it promises, and the figure says how many.
func TestNamesOfColumns(t *testing.T) {
	d, size := handled(t)
	d.Heat = heatOf(d.Tree.Tree(), 300)
	d.Selection.Columns = []int{7}
	for _, k := range []struct {
		look         plotting.Look
		least, most  int
		nameableRows int
	}{
		{plotting.Look{}, 20, 60, 40},
		{plotting.Look{Columns: plotting.AllNames, HeatShare: 0.9}, 100, 300, 40},
		{plotting.Look{Columns: plotting.SelectedNames}, 1, 1, 40},
		{plotting.Look{Columns: plotting.NoNames, Rows: plotting.NoNames}, 0, 0, 0},
	} {
		d.Style = plotting.Light
		d.Style.Look = k.look
		s := d.LayoutTree(size)
		if n := s.layout.labelling.named[1]; n < k.least || n > k.most {
			t.Errorf("%+v: %d of 300 columns are named", k.look, n)
		}
		if n := s.layout.labelling.nameable[0]; n != k.nameableRows {
			t.Errorf("%+v: %d rows could be named", k.look, n)
		}
	}
}

// TestRowsAreNoHigher than a person wants.
func TestRowsAreNoHigher(t *testing.T) {
	d, size := handled(t)
	d.Style.Look.RowHeight = 6
	if got := d.LayoutTree(size).layout.pitch; !(math.Abs(float64(got-6)) <= 1e-9) {
		t.Errorf("rows are %g high", got)
	}
}
