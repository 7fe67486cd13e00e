package screen

import (
	"math"
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"
)

func plainStage(tb testing.TB) (*viewstest.Stage, *View, *viewstest.Counter) {
	s := viewstest.NewStage(tb)
	v := NewView(s.Post, plotting.Light)
	tb.Cleanup(v.Close)
	v.Modifiers = func() fyne.KeyModifier { return 0 }
	n := &viewstest.Counter{}
	v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: n})
	s.Show(v, 600, 500)
	s.Settle(v)
	return s, v, n
}

func scroll(v *View, x, y, dx, dy float32, m fyne.KeyModifier) {
	v.Modifiers = func() fyne.KeyModifier { return m }
	v.Scrolled(&fyne.ScrollEvent{PointEvent: *viewstest.Point(x, y), Scrolled: fyne.NewDelta(dx, dy)})
	v.Modifiers = func() fyne.KeyModifier { return 0 }
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6*(1+math.Abs(b)) }

func TestZoomIsAnchoredAtThePointer(t *testing.T) {
	for _, m := range []fyne.KeyModifier{fyne.KeyModifierControl, fyne.KeyModifierControl | fyne.KeyModifierShift} {
		s, v, _ := plainStage(t)
		_, scene := v.Shown()
		// The point of the whole that lies under the pointer before.
		const fx, fy = 0.3, 0.8
		x, y := scene.(viewstest.PlainScene).At(fx, fy)
		for range 4 {
			scroll(v, float32(x), float32(y), 0, 25, m)
			s.Settle(v)
		}
		_, scene = v.Shown()
		x1, y1 := scene.(viewstest.PlainScene).At(fx, fy)
		if !near(float64(float32(x)), x1) && !(math.Abs(x-x1) <= 1e-3) || !(math.Abs(y-y1) <= 1e-3) {
			t.Errorf("the point under the pointer went from %v, %v to %v, %v", x, y, x1, y1)
		}
		w := v.Window()
		sides, alone := w.Y1-w.Y0, w.X1-w.X0
		if m&fyne.KeyModifierShift != 0 {
			sides, alone = alone, sides
		}
		if !near(alone, 1) || sides > 0.5 || sides < 0.3 {
			t.Errorf("four notches with %v show %+v", m, w)
		}
		for range 8 {
			scroll(v, float32(x), float32(y), 0, -25, m)
			s.Settle(v)
		}
		if !v.Window().IsAll() {
			t.Errorf("zoomed out, %+v is shown", v.Window())
		}
	}
}

func TestWheelAndDragPan(t *testing.T) {
	s, v, _ := plainStage(t)
	v.SetWindow(plotting.Window{X0: 0.4, X1: 0.6, Y0: 0.4, Y1: 0.6})
	s.Settle(v)
	var told plotting.Window
	v.OnWindow = func(w plotting.Window) { told = w }
	scroll(v, 300, 300, 0, -25, 0)
	if w := v.Window(); w.Y0 <= 0.4 || w.X0 != 0.4 || told != w {
		t.Errorf("the wheel turned down shows %+v, told %+v", w, told)
	}
	scroll(v, 300, 300, 0, -25, fyne.KeyModifierShift)
	if w := v.Window(); w.X0 <= 0.4 {
		t.Errorf("with Shift it shows %+v", w)
	}
	v.SetWindow(plotting.Window{X0: 0.4, X1: 0.6, Y0: 0.4, Y1: 0.6})
	s.Settle(v)
	_, scene := v.Shown()
	x, y := scene.(viewstest.PlainScene).At(0.5, 0.5)
	test.Drag(s.Win.Canvas(), fyne.NewPos(float32(x), float32(y)), 40, -30)
	s.Settle(v)
	_, scene = v.Shown()
	x1, y1 := scene.(viewstest.PlainScene).At(0.5, 0.5)
	if !(math.Abs(x1-x-40) <= 1e-3) || !(math.Abs(y1-y+30) <= 1e-3) {
		t.Errorf("dragged by 40, −30 the picture moved by %v, %v", x1-x, y1-y)
	}
}

func TestKeysOfTheView(t *testing.T) {
	s, v, _ := plainStage(t)
	s.Win.Canvas().Focus(v)
	start := plotting.Window{X0: 0.4, X1: 0.6, Y0: 0.4, Y1: 0.6}
	for _, c := range []struct {
		key  fyne.KeyName
		want func(w plotting.Window) bool
	}{
		{fyne.KeyLeft, func(w plotting.Window) bool { return w.X0 < 0.4 && w.Y0 == 0.4 }},
		{fyne.KeyRight, func(w plotting.Window) bool { return w.X0 > 0.4 && w.Y0 == 0.4 }},
		{fyne.KeyUp, func(w plotting.Window) bool { return w.Y0 < 0.4 && w.X0 == 0.4 }},
		{fyne.KeyDown, func(w plotting.Window) bool { return w.Y0 > 0.4 && w.X0 == 0.4 }},
		{fyne.KeyHome, func(w plotting.Window) bool { return near(w.Y0, 0) && near(w.Y1, 0.2) }},
		{fyne.KeyEnd, func(w plotting.Window) bool { return near(w.Y0, 0.8) && near(w.Y1, 1) }},
		{fyne.KeyPageDown, func(w plotting.Window) bool { return near(w.Y0, 0.58) }},
		{fyne.KeyPageUp, func(w plotting.Window) bool { return near(w.Y0, 0.22) }},
	} {
		v.SetWindow(start)
		s.Settle(v)
		v.TypedKey(&fyne.KeyEvent{Name: c.key})
		if w := v.Window(); !c.want(w) {
			t.Errorf("%s shows %+v", c.key, w)
		}
	}
	for r, want := range map[rune]func(w plotting.Window) bool{
		'+': func(w plotting.Window) bool { return w.Y1-w.Y0 < 0.19 },
		'-': func(w plotting.Window) bool { return w.Y1-w.Y0 > 0.21 },
		'0': plotting.Window.IsAll,
		'f': plotting.Window.IsAll,
	} {
		v.SetWindow(start)
		s.Settle(v)
		test.Type(v, string(r))
		if w := v.Window(); !want(w) {
			t.Errorf("%c shows %+v", r, w)
		}
	}
}

func TestHoverAndSelect(t *testing.T) {
	s, v, _ := plainStage(t)
	var hovered, selected []string
	v.OnHover = func(m plotting.Mark, ok bool) {
		if ok {
			hovered = append(hovered, string(m.Kind))
		} else {
			hovered = append(hovered, "none")
		}
	}
	var with fyne.KeyModifier
	v.OnSelect = func(m plotting.Mark, ok bool, k fyne.KeyModifier) {
		with = k
		if ok {
			selected = append(selected, string(m.Kind))
		} else {
			selected = append(selected, "none")
		}
	}
	c := s.Win.Canvas()
	test.MoveMouse(c, fyne.NewPos(300, 250))
	r := test.WidgetRenderer(v).(*viewRenderer)
	if !r.card.Visible() || r.title.Text != "cell" || r.values[0].Text != "300" || r.labels[2].Visible() {
		t.Errorf("the tooltip says %q, %q, shown: %v", r.title.Text, r.values[0].Text, r.card.Visible())
	}
	s.Keep("tooltip")
	for _, at := range []fyne.Position{{X: 599, Y: 499}, {X: 540, Y: 470}, {X: 55, Y: 85}} {
		v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
		if p, q := r.card.Position(), r.card.Size(); p.X < 0 || p.Y < 0 || p.X+q.Width > 600 || p.Y+q.Height > 500 {
			t.Errorf("at %v the tooltip lies outside: %v, %v", at, p, q)
		}
	}
	test.MoveMouse(c, fyne.NewPos(5, 5))
	if r.card.Visible() {
		t.Error("the tooltip stays beside all marks")
	}
	v.MouseDown(&desktop.MouseEvent{Modifier: fyne.KeyModifierShift})
	viewstest.Tap(v, fyne.NewPos(300, 250))
	if with != fyne.KeyModifierShift || !v.Focused() || r.ring.Visible() {
		t.Errorf("clicked with %v, focus %v, ring %v", with, v.Focused(), r.ring.Visible())
	}
	viewstest.Tap(v, fyne.NewPos(5, 5))
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if !r.ring.Visible() {
		t.Error("keys do not show the focus ring")
	}
	s.Win.Canvas().Unfocus()
	if r.ring.Visible() {
		t.Error("the focus ring stays")
	}
	s.Win.Canvas().FocusNext()
	if !v.Focused() || !r.ring.Visible() {
		t.Error("Tab does not come to the view")
	}
	// The toolkit does not tell when the pointer leaves the window.
	for what, keys := range map[string]func(){"a shortcut": func() { v.TypedShortcut(&fyne.ShortcutPaste{}) }, "Tab": s.Win.Canvas().Unfocus} {
		s.Win.Canvas().Focus(v)
		test.MoveMouse(c, fyne.NewPos(300, 250))
		shown := r.card.Visible()
		if keys(); !shown || r.card.Visible() {
			t.Errorf("after %s the tooltip stays: before %v, now %v", what, shown, r.card.Visible())
		}
	}
	if got := len(selected); got != 2 || selected[0] != "cell" || selected[1] != "none" || with != 0 {
		t.Errorf("selected %v", selected)
	}
	if hovered[0] != "cell" || hovered[len(hovered)-1] != "none" {
		t.Errorf("hovered %v", hovered)
	}
}

func TestDoubleClick(t *testing.T) {
	s, v, _ := plainStage(t)
	clock := time.Now()
	v.now = func() time.Time { return clock }
	opened := 0
	v.OnOpen = func(plotting.Mark, bool) bool { opened++; return opened == 1 }
	v.SetWindow(plotting.Window{X0: 0.4, X1: 0.6, Y0: 0.4, Y1: 0.6})
	s.Settle(v)
	click := func(x, y float32, later time.Duration) {
		clock = clock.Add(later)
		v.Tapped(viewstest.Point(x, y))
	}
	click(300, 300, 0)
	click(300, 300, time.Second)
	click(340, 300, 100*time.Millisecond)
	if opened != 0 {
		t.Error("slow or distant clicks are no double click")
	}
	click(341, 300, 100*time.Millisecond)
	click(341, 300, 100*time.Millisecond)
	if opened != 1 || v.Window().IsAll() {
		t.Errorf("opened %d times, window %+v", opened, v.Window())
	}
	click(341, 300, 100*time.Millisecond)
	if opened != 2 || !v.Window().IsAll() {
		t.Errorf("opened %d times, window %+v", opened, v.Window())
	}
}

func TestLatestFigureWins(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewView(s.Post, plotting.Light)
	defer v.Close()
	n := &viewstest.Counter{}
	s.Show(v, 400, 300)
	for range 500 {
		v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: n})
	}
	last := &viewstest.Counter{}
	v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: last})
	s.Settle(v)
	if n.Get() > 20 || last.Get() != 1 {
		t.Errorf("%d of 500 figures were drawn, and the last %d times", n.Get(), last.Get())
	}
	f, _ := v.Shown()
	if f.(viewstest.Plain).Drawn != last {
		t.Error("the last figure is not the one shown")
	}
}

func TestBuffersAreReused(t *testing.T) {
	s, v, _ := plainStage(t)
	seen := map[any]bool{}
	for i := range 20 {
		v.SetWindow(plotting.Window{X0: 0, X1: 0.5, Y0: 0, Y1: 0.5 + float64(i)/100})
		s.Settle(v)
		seen[v.pictures.drawn.image] = true
	}
	if len(seen) > 2 {
		t.Errorf("%d buffers", len(seen))
	}
	if got := v.pictures.drawn.image.Rect.Size(); got.X != 600 || got.Y != 500 {
		t.Errorf("the picture has %v pixels", got)
	}
}

func TestHiddenViewsAreNotDrawn(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewView(s.Post, plotting.Light)
	defer v.Close()
	page := container.NewStack(v)
	s.Show(container.NewPadded(page), 400, 300)
	n := &viewstest.Counter{}
	v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: n})
	s.Settle(v)
	before := n.Get()
	page.Hide()
	v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: n})
	s.Settle(v)
	if n.Get() != before {
		t.Error("a view on a hidden page is drawn")
	}
	page.Show()
	s.Win.Canvas().Capture()
	s.Settle(v)
	if n.Get() != before+1 {
		t.Errorf("shown again it is drawn %d times", n.Get()-before)
	}
	v.Hide()
	v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: n})
	s.Settle(v)
	if n.Get() != before+1 {
		t.Error("a hidden view is drawn")
	}
	v.Show()
	s.Settle(v)
	if n.Get() != before+2 {
		t.Errorf("shown again it is drawn %d times", n.Get()-before-1)
	}
}

func TestStyleAndEmptyGround(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewView(s.Post, plotting.Dark)
	defer v.Close()
	s.Show(v, 200, 100)
	s.Settle(v)
	at := func() uint8 { r, _, _, _ := s.Win.Canvas().Capture().At(100, 50).RGBA(); return uint8(r >> 8) }
	if got := at(); got != plotting.Dark.Surface.R {
		t.Errorf("an empty view is %d", got)
	}
	v.SetStyle(plotting.Light)
	s.Settle(v)
	if got := at(); got != plotting.Light.Surface.R {
		t.Errorf("in the light style it is %d", got)
	}
}

func TestPaintersDecideTheNumberOfPixels(t *testing.T) {
	s, v, n := plainStage(t)
	before := n.Get()
	v.pixels(901, 750) // a screen of another scale
	s.Settle(v)
	if got := v.pictures.drawn.image.Rect.Size(); got.X != 901 || got.Y != 750 || n.Get() != before+1 {
		t.Errorf("%v pixels are drawn after %d pictures", got, n.Get()-before)
	}
	v.SetWindow(plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: 0.5})
	s.Settle(v)
	v.pixels(901, 750)
	s.Settle(v)
	if got := v.pictures.drawn.image.Rect.Size(); got.X != 901 || n.Get() != before+2 {
		t.Errorf("%v pixels are drawn after %d pictures", got, n.Get()-before)
	}
	if m, ok := v.MarkAt(fyne.NewPos(300, 250)); !ok || m.Column != 300 || m.Row != 250 {
		t.Errorf("on such a screen %+v lies in the middle", m)
	}
}

func TestCloseEndsTheWorker(t *testing.T) {
	ignore := goleak.IgnoreCurrent()
	s := viewstest.NewStage(t)
	v := NewView(s.Post, plotting.Light)
	s.Show(v, 400, 300)
	v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: &viewstest.Counter{}})
	s.Settle(v)
	v.Close()
	v.Close()
	v.SetFigure(viewstest.Plain{Window: plotting.All, Drawn: &viewstest.Counter{}})
	goleak.VerifyNone(t, ignore,
		goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/async.(*UnboundedChan[...]).processing"))
}

// What the user chose to see is told and comes back once a figure zooms; what a pane chooses by itself is not kept.
func TestRecall(t *testing.T) {
	s, v, _ := plainStage(t)
	w := plotting.Window{X0: 0.25, X1: 0.5, Y0: 0, Y1: 1}
	told, shown := 0, 0
	v.OnChosen, v.OnWindow = func() { told++ }, func(plotting.Window) { shown++ }
	v.SetWindow(w)
	if _, ok := v.Chosen(); ok {
		t.Error("what a pane shows by itself counts as chosen")
	}
	v.ShowWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.5, Y1: 1})
	if got, ok := v.Chosen(); !ok || got.Y0 != 0.5 || told != 1 {
		t.Errorf("after a gesture: %v, %v, told %d times", got, ok, told)
	}
	v.Fit()
	if _, ok := v.Chosen(); ok {
		t.Error("the whole counts as chosen")
	}
	figure, _ := v.Shown()
	v.SetFigure(ink.Sentence{Text: "Wait…"})
	s.Settle(v)
	shown, told = 0, 0
	v.Recall(w)
	if got, ok := v.Chosen(); got != w || !ok || v.Window() == w {
		t.Errorf("before there is a figure: %v, %v, window %v", got, ok, v.Window())
	}
	v.SetFigure(figure)
	s.Settle(v)
	if got, ok := v.Chosen(); got != w || !ok || v.Window() != w || shown != 1 || told != 0 {
		t.Errorf("with a figure: %v, %v, window %v, OnWindow %d, OnChosen %d", got, ok, v.Window(), shown, told)
	}
	v.Recall(plotting.Window{X0: math.NaN(), X1: math.Inf(1)})
	v.Recall(plotting.Window{X0: -4, X1: 9, Y0: 3, Y1: 3})
	if g := v.Window(); g.Normal() != g {
		t.Errorf("a hostile window: %v", g)
	}
}
