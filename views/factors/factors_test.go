package factors

import (
	"math"
	"slices"
	"testing"
	"time"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"

	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"gonum.org/v1/gonum/mat"
)

// features is the pane of features, with what a test gives it.
type features struct {
	*FeaturesView
	page page
}

func newFeatures(post screen.Post, style plotting.Style) *features {
	v := &features{}
	v.FeaturesView = NewFeaturesView(&v.page, post, style)
	v.page.Entry = v.Entry
	return v
}

func (v *features) SetSubject(r study.ResultID, s latent.FactorSubject) { v.page.SetSubject(r, s) }

func TestFeaturesView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newFeatures(s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 500)
	if v.Figure() != nil {
		t.Error("a figure of nothing")
	}
	data, f := viewstest.FakeFactors()
	v.SetSubject(0, viewstest.FactorsOf(data, f, 1))
	s.Settle(v.View())
	shown := func() matrix.Matrix { return v.Figure().(matrix.Matrix) }
	// The rows by their features, the columns in left-ordered form for these rows.
	if m := shown(); !slices.Equal(m.Order, []int{2, 0, 1, 4, 3}) || !slices.Equal(m.Heat.Order, []int{1, 0}) {
		t.Errorf("rows stand as %v, columns as %v", m.Order, m.Heat.Order)
	}
	v.View().TypedRune('g')
	if m := shown(); !slices.Equal(m.Order, []int{0, 1, 2, 3, 4}) || !slices.Equal(m.Heat.Order, []int{1, 0}) {
		t.Errorf("in the order of the table rows stand as %v, columns as %v", m.Order, m.Heat.Order)
	}
	v.View().TypedRune('o')
	if m := shown(); !slices.Equal(m.Heat.Order, []int{0, 1}) {
		t.Errorf("as numbered the columns stand as %v", m.Heat.Order)
	}
	if got := f.IDs; got[0] != 7 || f.Inclusion.At(0, 1) != 1 {
		t.Error("sorting the picture changed the state")
	}
	s.Settle(v.View())
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Row == 3 && m.Column == 1 }))
	if !told.Equal(viewstest.Chosen(nil, []int{3}, []int{9})) {
		t.Errorf("a click on a cell selects %v", told)
	}
	s.Settle(v.View())
	if h := shown().Selection; !slices.Equal(h.Rows, []int{3}) || !slices.Equal(h.Columns, []int{1}) {
		t.Errorf("marked are %v", h)
	}
	second := viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "row" && m.Row == 1 })
	v.View().MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: second}, Modifier: fyne.KeyModifierShift})
	viewstest.Tap(v.View(), second)
	if !told.Equal(viewstest.Chosen(nil, []int{1, 3}, []int{9})) {
		t.Errorf("with Shift, selected are %v", told)
	}
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "column" && m.Column == 0 }))
	if !told.Equal(viewstest.Chosen(nil, nil, []int{7})) {
		t.Errorf("a click on the name of a factor selects %v", told)
	}
	viewstest.Tap(v.View(), fyne.NewPos(5, 5))
	if !told.Empty() {
		t.Errorf("a click beside everything leaves %v", told)
	}
	v.View().TypedRune('l')
	if m := shown(); m.Heat.Title != "loading" || m.Heat.X != f.Loadings {
		t.Errorf("loadings are shown as %q", m.Heat.Title)
	}
	s.Settle(v.View())
	s.Keep("features")
}

// A factor that is new flashes and fades; those of the first state of a run do not.
func TestNewFeaturesFlash(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newFeatures(s.Post, plotting.Light)
	defer v.Close()
	now := time.Now()
	v.births.now = func() time.Time { return now }
	s.Show(v, 700, 500)
	data, f := viewstest.FakeFactors()
	g := *f
	g.IDs = []int{7, 12}
	glow := func() map[int]float64 {
		s.Settle(v.View())
		m, _ := v.View().Shown()
		return m.(matrix.Matrix).ColumnGlow
	}
	v.SetSubject(0, viewstest.FactorsOf(data, f, 1))
	if got := glow(); len(got) != 0 {
		t.Errorf("at first %v glow", got)
	}
	v.SetSubject(0, viewstest.FactorsOf(data, &g, 2))
	if got := glow(); len(got) != 1 || got[1] != 1 {
		t.Errorf("of a new factor %v glow", got)
	}
	now = now.Add(flashTime / 2)
	v.Redraw()
	if got := glow(); got[1] != 0.5 {
		t.Errorf("after half the time %v glow", got)
	}
	if v.Figure().(matrix.Matrix).ColumnGlow != nil {
		t.Error("the flash is exported")
	}
	now = now.Add(flashTime)
	v.Redraw()
	if got := glow(); len(got) != 0 || len(v.births.born) != 0 {
		t.Errorf("at the end %v glow", got)
	}
	v.SetSubject(0, viewstest.FactorsOf(data, f, 0)) // another run
	if got := glow(); len(got) != 0 {
		t.Errorf("of another run %v glow", got)
	}
}

// Switching the left-ordered form moves the columns to their new places.
func TestFeaturesMove(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newFeatures(s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 700, 500)
	data, f := viewstest.FakeFactors()
	viewstest.Choose(t, v, "rows", "table")
	v.SetSubject(0, viewstest.FactorsOf(data, f, 0))
	s.Settle(v.View())
	clock := viewstest.NewFakeClock()
	clock.Look, clock.Eager = time.Millisecond, true
	v.View().SetClock(clock.Clock())
	v.View().SetMotion(true)
	pictures := 0
	v.View().OnDrawn = func() { pictures++ }
	viewstest.Choose(t, v, "factors", "numbered")
	s.Settle(v.View())
	if pictures < 3 {
		t.Errorf("the columns got to their places in %d pictures", pictures)
	}
	pictures = 0
	v.Select(viewstest.Chosen(nil, []int{1}, nil))
	s.Settle(v.View())
	if pictures != 1 {
		t.Errorf("a selection moves something: %d pictures", pictures)
	}
}

func TestFeaturesOfABinaryModel(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newFeatures(s.Post, plotting.Light)
	defer v.Close()
	data, f := viewstest.FakeFactors()
	f.Binary = true
	f.Inclusion = mat.NewDense(6, 2, []float64{1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0})
	f.Activities = f.Inclusion
	v.SetSubject(0, viewstest.FactorsOf(data, f, 0))
	m := v.Figure().(matrix.Matrix)
	if len(m.Rows) != 6 || m.Rows[0] != "case 0" || len(m.RowStrips) != 1 || m.Heat.Columns[0] != "feature 1" {
		t.Errorf("rows %v, columns %v, %d strips", m.Rows, m.Heat.Columns, len(m.RowStrips))
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	k := plotting.NewMark("cell")
	k.Row, k.Column = 4, 1
	v.View().OnSelect(k, true, 0)
	if !told.Equal(viewstest.Chosen([]int{4}, nil, []int{9})) {
		t.Errorf("a click selects %v", told)
	}
	a := newPage("Activities", s.Post, plotting.Light)
	defer a.Close()
	a.SetSubject(0, viewstest.FactorsOf(data, f, 0))
	if m := a.Figure().(matrix.Matrix); len(m.Heat.Columns) != 5 || m.Heat.X.At(1, 0) != 2 {
		t.Errorf("the values of features are over %v", m.Heat.Columns)
	}
	r := newPage("Reconstruction", s.Post, plotting.Light)
	defer r.Close()
	r.SetSubject(0, viewstest.FactorsOf(data, f, 0))
	if m := r.Figure().(matrix.Matrix); len(m.Panels) != 2 || m.Panels[0].Heat.X.At(4, 2) != 3 {
		t.Errorf("the fit has %d panels", len(m.Panels))
	}
}

func TestActivitiesView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Activities", s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 700, 400)
	data, f := viewstest.FakeFactors()
	v.SetSubject(0, viewstest.FactorsOf(data, f, 0))
	s.Settle(v.View())
	shown := func() matrix.Matrix { return v.Figure().(matrix.Matrix) }
	kinds := func() (list []string) {
		for _, i := range shown().Heat.Order {
			list = append(list, data.Annotations[0].Values[i])
		}
		return list
	}
	if got := kinds(); !slices.Equal(got, []string{"b", "b", "b", "a", "a", "a"}) &&
		!slices.Equal(got, []string{"a", "a", "a", "b", "b", "b"}) {
		t.Errorf("cases by annotation stand as %v", got)
	}
	if m := shown(); m.Heat.Scale.Map != ink.Signed || m.Heat.Scale.Low != -m.Heat.Scale.High || m.Heat.X.At(1, 1) != 1 ||
		len(m.ColumnStrips) != 1 {
		t.Errorf("the map is %s from %v to %v", m.Heat.Scale.Map.Name, m.Heat.Scale.Low, m.Heat.Scale.High)
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Row == 0 && m.Column == 3 }))
	if !told.Equal(viewstest.Chosen([]int{3}, nil, []int{7})) {
		t.Errorf("a click on a cell selects %v", told)
	}
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "strip" && m.Column == 2 }))
	if !told.Equal(viewstest.Chosen([]int{2}, nil, nil)) {
		t.Errorf("a click on the strip selects %v", told)
	}
	v.Select(viewstest.Chosen(nil, nil, []int{9}))
	if v.View().TypedRune('c'); v.Chosen("cases") != latent.CasesByFactor {
		t.Fatalf("after the annotation comes %q", v.Chosen("cases"))
	}
	if got := shown().Heat.Order; !slices.Equal(got, []int{1, 2, 0, 3, 5, 4}) {
		t.Errorf("by the second factor the cases stand as %v", got)
	}
	v.View().TypedRune('c')
	if got := shown().Heat.Order; !slices.Equal(got, []int{0, 1, 2, 3, 4, 5}) {
		t.Errorf("as in the table the cases stand as %v", got)
	}
	v.View().TypedRune('c')
	if got := slices.Sorted(slices.Values(shown().Heat.Order)); v.Chosen("cases") != latent.CasesClustered ||
		len(got) != 6 || got[5] != 5 {
		t.Errorf("%q gives %v", v.Chosen("cases"), got)
	}
	s.Settle(v.View())
	s.Keep("activities")
}

func TestReconstructionView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Reconstruction", s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	s.Show(v, 900, 500)
	data, f := viewstest.FakeFactors()
	f.Offset = []float64{0, 0.5, 0, 0, 0}
	v.SetSubject(0, viewstest.FactorsOf(data, f, 0))
	s.Settle(v.View())
	shown := func() matrix.Matrix { return v.Figure().(matrix.Matrix) }
	m := shown()
	if len(m.Panels) != 2 || m.Heat.X.At(1, 1) != -1.5 || m.Panels[0].Heat.X.At(1, 1) != -1 ||
		m.Panels[1].Heat.X.At(1, 1) != -0.5 ||
		!math.IsNaN(m.Panels[1].Heat.X.At(1, 2)) || len(m.Marks) != 1 || m.Marks[0] != (matrix.Cell{Row: 1, Column: 2}) {
		t.Errorf("data %v, fit %v, residual %v, marks %v", m.Heat.X.At(1, 1), m.Panels[0].Heat.X.At(1, 1),
			m.Panels[1].Heat.X.At(1, 1), m.Marks)
	}
	for _, p := range m.Panels {
		if p.Heat.Scale != m.Heat.Scale {
			t.Error("panels have scales of their own")
		}
	}
	// The last panel answers to the pointer as the first does, and zooms about it.
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	var at fyne.Position
	for x := v.View().Size().Width; x > 0; x -= 3 {
		at = fyne.NewPos(x, v.View().Size().Height/2)
		if k, ok := v.View().MarkAt(at); ok && k.Kind == "cell" {
			break
		}
	}
	before, _ := v.View().MarkAt(at)
	viewstest.Tap(v.View(), at)
	if !told.Equal(viewstest.Chosen([]int{before.Column}, []int{before.Row}, nil)) {
		t.Errorf("a click in the last panel selects %v, not %v", told, before)
	}
	v.View().Scrolled(&fyne.ScrollEvent{PointEvent: *viewstest.Point(at.X, at.Y), Scrolled: fyne.Delta{DY: 30}})
	s.Settle(v.View())
	if after, ok := v.View().MarkAt(at); v.View().Window().IsAll() || !ok || after.Row != before.Row ||
		after.Column != before.Column {
		t.Errorf("zooming about %q shows %q there", before.Title, after.Title)
	}
	v.View().TypedRune('s')
	v.View().TypedRune('s')
	if m := shown(); len(m.Panels) != 0 || m.Heat.X.At(1, 1) != -1 {
		t.Errorf("the fit alone has %d more panels", len(m.Panels))
	}
	viewstest.Choose(t, v, "show", "all")
	v.SetSubject(0, viewstest.FactorsOf(data, &factor.State{}, 0))
	if m := shown(); len(m.Panels) != 2 || m.Panels[0].Heat.X.At(0, 0) != 0 {
		t.Error("without factors there is no fit")
	}
	s.Settle(v.View())
	s.Keep("reconstruction")
}

// A matrix whose cells are flat zooms along its rows alone until they are nearer to squares.
func TestTallMatrixZooms(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newFeatures(s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	s.Show(v, 700, 500)
	data, f := viewstest.FakeFactors()
	n := 400
	data.X, data.Columns = mat.NewDense(6, n, nil), make([]string, n)
	f.Inclusion, f.Loadings, f.Noise = mat.NewDense(n, 2, nil), mat.NewDense(n, 2, nil), nil
	v.SetSubject(0, viewstest.FactorsOf(data, f, 0))
	s.Settle(v.View())
	at := viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Index > n/2 })
	wheel := func(dy float32) plotting.Window {
		v.View().Scrolled(&fyne.ScrollEvent{PointEvent: *viewstest.Point(at.X, at.Y), Scrolled: fyne.Delta{DY: dy}})
		s.Settle(v.View())
		return v.View().Window()
	}
	if w := wheel(50); w.X0 != 0 || w.X1 != 1 || w.Y1-w.Y0 > 0.7 {
		t.Errorf("zoomed in, the window is %v", w)
	}
	for range 6 {
		wheel(100)
	}
	if w := v.View().Window(); w.X1-w.X0 > 0.9 {
		t.Errorf("nearer to squares, the window is %v", w)
	}
}
