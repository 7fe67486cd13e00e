package controls

import (
	"strings"
	"testing"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// place shows an object in a window of the test driver in our theme.
func place(t *testing.T, o fyne.CanvasObject) fyne.Window {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(look.New(look.Light))
	w := test.NewTempWindow(t, o)
	w.Resize(fyne.NewSize(400, 300))
	return w
}

func TestFieldCommits(t *testing.T) {
	var got []string
	f := NewField("1", func(s string) { got = append(got, s) })
	w := place(t, f)
	w.Canvas().Focus(f)
	f.SetText("2")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.SetText("3")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.Text != "2" || w.Canvas().Focused() != nil {
		t.Errorf("after Escape the text is %q, the focus on %v", f.Text, w.Canvas().Focused())
	}
	w.Canvas().Focus(f)
	f.SetText("4")
	f.Put("9", "") // what is being typed is left alone
	w.Canvas().Unfocus()
	w.Canvas().Focus(f)
	w.Canvas().Unfocus() // nothing new
	if s := strings.Join(got, " "); s != "2 4" {
		t.Errorf("handed over: %s", s)
	}
	f.Put("5", "learn")
	if s := strings.Join(got, " "); s != "2 4" || f.Text != "5" {
		t.Errorf("Put handed over %s, text %q", s, f.Text)
	}
}

// TestFieldRestsAsPut: what is put in answer to Return, while the field still has the focus, is shown afterwards.
func TestFieldRestsAsPut(t *testing.T) {
	var f *Field
	f = NewField("", func(text string) { f.Put(text, "") }) // held at the value
	w := place(t, f)
	f.Put("1", "learn")
	w.Canvas().Focus(f)
	f.SetText("15")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.Canvas().Unfocus()
	if f.Shown() != "15" {
		t.Errorf("15 is held and %q shown", f.Shown())
	}
	w.Canvas().Focus(f)
	f.Put("20", "") // by something else
	f.SetText("30")
	w.Canvas().Unfocus()
	if f.Shown() != "30" {
		t.Errorf("30 was typed and %q is shown", f.Shown())
	}
}

// TestClickSelectsText: the click that gives the focus selects the text, as Tab does; the next one sets the cursor.
func TestClickSelectsText(t *testing.T) {
	f := NewField("1", nil)
	w := place(t, f)
	click := func() {
		at := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
		f.MouseDown(at)
		f.MouseUp(at)
	}
	click()
	if w.Canvas().Focused() != f || f.SelectedText() != "1" {
		t.Errorf("the click selects %q", f.SelectedText())
	}
	f.TypedRune('5')
	if f.Text != "5" {
		t.Errorf("typing makes %q", f.Text)
	}
	click()
	if f.SelectedText() != "" {
		t.Errorf("the second click selects %q", f.SelectedText())
	}
}

// What gets the focus comes into view, in every scrolled area around it; what is in view stays where it is.
func TestFocusComesIntoView(t *testing.T) {
	var list []fyne.CanvasObject
	for range 40 {
		list = append(list, NewButton("press", Quiet, func() {}))
	}
	inner := container.NewVScroll(Stack(4, list...))
	inner.SetMinSize(fyne.NewSize(200, 200))
	outer := container.NewVScroll(Stack(400, NewButton("top", Quiet, func() {}), inner))
	w := place(t, outer)
	seen := func(o fyne.CanvasObject) bool {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject
		top, bottom := at(o).Y, at(o).Y+o.Size().Height
		for _, s := range []*container.Scroll{inner, outer} {
			if top < at(s).Y || bottom > at(s).Y+s.Size().Height {
				return false
			}
		}
		return true
	}
	for _, i := range []int{39, 0, 20} {
		b := list[i].(*Button)
		if i != 0 && seen(b) {
			t.Fatalf("button %d is in view before", i)
		}
		w.Canvas().Focus(b)
		if !seen(b) {
			t.Errorf("button %d has the focus and is not in view: offsets %v, %v", i, inner.Offset, outer.Offset)
		}
	}
	before := inner.Offset
	w.Canvas().Focus(list[21].(*Button))
	if seen(list[21]) && inner.Offset.Y-before.Y > 40 {
		t.Errorf("a button in view scrolls from %v to %v", before, inner.Offset)
	}
}

// Short names lead to their options, also where they are no beginning of a title; a whole name goes before longer
// ones.
func TestPickerByShortNames(t *testing.T) {
	p := NewPicker([]Option{{Value: "afa", Title: "Factor analysis with relevance"}, {Value: "fa",
		Title: "Factor analysis"},
		{Value: "neighbours", Title: "Neighbour graph"}, {Value: "nsfa",
			Title: "Nonparametric sparse factor analysis"},
		{Value: "spca", Title: "Sparse components"}}, "afa", func(string) {})
	w := place(t, p)
	w.Canvas().Focus(p)
	for typed, want := range map[string]string{"nsfa": "nsfa", "fa": "fa", "f": "afa", "n": "neighbours",
		"sp": "spca", "nonp": "nsfa",
		"factor analysis": "afa", "qns": "nsfa"} {
		p.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		list := w.Canvas().Focused().(*choiceList)
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		for _, r := range typed {
			list.TypedRune(r)
		}
		if got := list.items[list.at].option.Value; got != want {
			t.Errorf("%q leads to %s, want %s", typed, got, want)
		}
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	}
}

func TestPickerByKeys(t *testing.T) {
	var got string
	p := NewPicker(Options("comma", "semicolon", "tab", "spaces"), "comma", func(v string) { got = v })
	w := place(t, p)
	w.Canvas().Focus(p)
	type keys = []fyne.KeyName
	for _, c := range []struct {
		runes string
		keys  keys
		want  string
	}{
		{"", keys{fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn}, "tab"},
		{"sp", keys{fyne.KeyReturn}, "spaces"},
		{"", keys{fyne.KeyHome, fyne.KeyEscape}, "spaces"},
		{"", keys{fyne.KeyHome, fyne.KeyUp, fyne.KeySpace}, "comma"},
		{"sp", keys{fyne.KeySpace}, "spaces"},
		{"comma", keys{fyne.KeyReturn}, "comma"},
	} {
		p.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		list, ok := w.Canvas().Focused().(*choiceList)
		if !ok {
			t.Fatalf("the open list has not the focus but %T", w.Canvas().Focused())
		}
		for _, r := range c.runes {
			list.TypedRune(r)
		}
		for _, k := range c.keys {
			list.TypedKey(&fyne.KeyEvent{Name: k})
		}
		if p.Value != c.want || got != c.want {
			t.Errorf("%q %v pick %q, hand over %q, not %q", c.runes, c.keys, p.Value, got, c.want)
		}
		if len(w.Canvas().Overlays().List()) != 0 {
			t.Fatal("the list stays open")
		}
	}
}

func TestKeysReachTheWindow(t *testing.T) {
	var got []fyne.KeyName
	b := NewButton("Run", Primary, func() { got = append(got, "pressed") })
	toggle := NewToggle(false, func(on bool) {
		if on {
			got = append(got, "on")
		}
	})
	f := NewField("", nil)
	w := place(t, Stack(4, b, toggle, f))
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { got = append(got, e.Name) })
	for _, o := range []fyne.Focusable{b, toggle, f} {
		w.Canvas().Focus(o)
		o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF5})
	}
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	toggle.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	b.Disable()
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	want := []fyne.KeyName{fyne.KeyF5, fyne.KeyF5, fyne.KeyF5, "pressed", "on"}
	if len(got) != len(want) {
		t.Fatalf("got %v, not %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %v, not %v", got, want)
		}
	}
}

func TestTabs(t *testing.T) {
	before := ""
	tabs := NewTabs([]string{"Tree", "Trace", "Diffusion", "Diagnostics"}, func(n string) { before = n })
	place(t, tabs)
	tabs.Resize(fyne.NewSize(400, 36))
	tabs.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if before != "Tree" || tabs.Picked() != "Trace" {
		t.Errorf("picked %q after %q", tabs.Picked(), before)
	}
	test.TapAt(tabs, fyne.NewPos(5, 10))
	if before != "Trace" || tabs.Picked() != "Tree" {
		t.Errorf("a tap on the first tab picks %q", tabs.Picked())
	}
	if _, rest := tabs.shown(); len(rest) > 0 {
		t.Errorf("with room for all, %v are in the menu", rest)
	}
	tabs.Resize(fyne.NewSize(160, 36))
	tabs.Pick("Diagnostics")
	line, rest := tabs.shown()
	if len(line)+len(rest) != 4 || len(rest) == 0 || line[len(line)-1] != 3 {
		t.Errorf("in a narrow line stand %v, in the menu %v; the one picked is 3", line, rest)
	}
	tabs.Put([]string{"Tree", "Trace"}, "Trace", "Tree")
	if tabs.Picked() != "Trace" {
		t.Errorf("Put picks %q", tabs.Picked())
	}
}

func TestTextFits(t *testing.T) {
	place(t, Gap(1, 1))
	long := "messy_with_a_very_long_name_that_does_not_fit_2026.csv"
	for _, middle := range []bool{false, true} {
		s := shorten(long, 120, 12.5, fyne.TextStyle{}, middle)
		if w := measure(s, 12.5, fyne.TextStyle{}).Width; w > 120 || !strings.Contains(s, "…") {
			t.Errorf("%q is %g wide", s, w)
		}
		if middle != strings.HasSuffix(s, ".csv") {
			t.Errorf("shortened to %q", s)
		}
	}
	text := "A hierarchy with branch points of any degree " + strings.Repeat("x", 200) + "\nsecond"
	lines := Lines(text, 150, 11.5)
	for _, l := range lines {
		if w := measure(l, 11.5, fyne.TextStyle{}).Width; w > 150 {
			t.Errorf("line %q is %g wide", l, w)
		}
	}
	whole := strings.ReplaceAll(strings.Join(lines, ""), " ", "")
	if want := strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "\n", ""); whole != want {
		t.Errorf("breaking lost text: %q", whole)
	}
}

// A text in the middle is broken where it has less room than its width, and has its width back where there is room.
func TestMiddleFits(t *testing.T) {
	p := NewParagraph(strings.Repeat("some words of an empty page ", 8), 380, look.SizeBody, look.Muted)
	m := Middle(p, Stack(14, p, Beside(8, NewButton("Open…", Quiet, nil))))
	w := place(t, m)
	for _, width := range []float32{300, 700} {
		w.Resize(fyne.NewSize(width, 300))
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p)
		if end := at.X + p.MinSize().Width; at.X < middleMargin-1 || end > width-middleMargin+1 || p.Width > 380 {
			t.Errorf("of %g the text takes %g to %g, with lines of %g", width, at.X, end, p.Width)
		}
		if width == 700 && p.Width != 380 {
			t.Errorf("where there is room lines have %g", p.Width)
		}
	}
}
