package trees

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
)

func TestClickSelectsAClade(t *testing.T) {
	s, v := treeStage(t, "iris")
	tr := v.Tree()
	node, rows := viewstest.CladeOf(t, tr, 8, 20)
	viewstest.Tap(v.view, place(t, v, node))
	s.Settle(v.view)
	if d := cmp.Diff(rows, v.State().Selection.Rows); d != "" {
		t.Fatal(d)
	}
	f, _ := v.view.Shown()
	if h := f.(*dendro.Dendrogram).Selection; h.Node != node || !slices.Equal(h.Rows, rows) {
		t.Errorf("highlighted is %+v", h)
	}
	if v.UndoName() != "select clade of "+plotting.FormatCount(len(rows)) {
		t.Error(v.UndoName())
	}
	// Shift adds a leaf outside and takes it away again.
	leaf := -1
	for _, r := range study.Without(study.SetOf(tr.LeafOrder()), rows) {
		if leaf < 0 || tr.Time(tr.Parent[r]) < tr.Time(tr.Parent[leaf]) {
			leaf = r // the one whose end lies farthest from its branch point
		}
	}
	for _, want := range []int{len(rows) + 1, len(rows)} {
		v.view.MouseDown(&desktop.MouseEvent{Modifier: fyne.KeyModifierShift})
		viewstest.Tap(v.view, place(t, v, leaf))
		s.Settle(v.view)
		if len(v.State().Selection.Rows) != want {
			t.Errorf("%d rows are selected, not %d", len(v.State().Selection.Rows), want)
		}
	}
	viewstest.Tap(v.view, fyne.NewPos(2, 2))
	if len(v.State().Selection.Rows) != 0 {
		t.Error("a click beside the tree does not end the selection")
	}
}

func TestHoverGivesAMark(t *testing.T) {
	s, v := treeStage(t, "iris")
	node, rows := viewstest.CladeOf(t, v.Tree(), 8, 20)
	var got plotting.Mark
	v.OnHover = func(m plotting.Mark, ok bool) { got = m }
	test.MoveMouse(s.Win.Canvas(), place(t, v, node))
	if got.Node != node || !strings.Contains(got.Title, plotting.FormatCount(len(rows))) {
		t.Errorf("%+v", got)
	}
	said, inked := false, false
	for _, o := range test.WidgetRenderer(v.view).Objects()[1:] { // the first is the picture
		switch o := o.(type) {
		case *canvas.Text:
			said = said || o.Visible() && o.Text == got.Title
		case *canvas.Raster:
			if !o.Visible() {
				t.Error("there is no overlay")
			}
			for _, x := range o.Generator(1000, 700).(*image.RGBA).Pix {
				inked = inked || x != 0
			}
		}
	}
	if !said {
		t.Error("there is no tooltip")
	}
	if !inked {
		t.Error("the overlay shows nothing")
	}
	s.Keep("hover")
}

func TestNewDataStartsAnew(t *testing.T) {
	s, v := treeStage(t, "iris")
	v.Walk.All()
	v.Choose("labels", "no")
	data, tr := viewstest.Sample(t, "crabs")
	v.SetData(data)
	if st := v.State(); len(st.Selection.Rows) != 0 || v.UndoName() != "" || v.Tree() != nil ||
		st.Labels || len(st.Strips) == 0 {
		t.Errorf("%+v", st)
	}
	v.SetTrees(viewstest.One(tr))
	s.Settle(v.view)
	v.Walk.All()
	same := *data
	v.SetData(&same) // the same rows otherwise prepared
	if len(v.State().Selection.Rows) != len(data.Rows) {
		t.Error("the same rows lose their selection")
	}
	v.SetData(nil)
	v.SetTrees(nil)
	s.Settle(v.view)
	if f, _ := v.view.Shown(); f != nil || v.Figure() != nil || v.SelectedNames() != nil {
		t.Error("nothing is to be shown")
	}
	for _, c := range commands { // none may fail on an empty view
		c.do(v.View)
	}
}

func TestDoubleClickZoomsToAClade(t *testing.T) {
	s, v := treeStage(t, "iris")
	node, rows := viewstest.CladeOf(t, v.Tree(), 8, 20)
	at := place(t, v, node)
	viewstest.Tap(v.view, at)
	v.view.Tapped(&fyne.PointEvent{Position: at})
	s.Settle(v.view)
	w := v.view.Window()
	if w.Y1-w.Y0 > 0.3 || w.IsAll() {
		t.Fatalf("%+v is shown", w)
	}
	for _, r := range rows {
		if p := place(t, v, r); p.Y < 0 || p.Y > 700 {
			t.Errorf("leaf %d lies at %v", r, p)
		}
	}
	s.Keep("zoomed")
	v.Choose("shape", "circular")
	s.Settle(v.view)
	if !v.view.Window().IsAll() {
		t.Errorf("another shape shows %+v", v.view.Window())
	}
	v.Select(rows)
	v.ZoomToSelection()
	s.Settle(v.view)
	if w := v.view.Window(); w.IsAll() || !(math.Abs((w.X1-w.X0)-(w.Y1-w.Y0)) <= 1e-6) {
		t.Errorf("a disc shows %+v", w)
	}
	s.Keep("circular")
	v.Undo()
	v.Undo()
	if !v.view.Window().IsAll() {
		t.Errorf("another shape shows %+v", v.view.Window())
	}
}
