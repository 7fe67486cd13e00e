package results

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// entries are n results, the newest first.
func entries(n int) (list []Entry) {
	for i := range n {
		list = append(list, Entry{ID: study.ResultID(n - i), Title: strings.Repeat("a long name ", 6) + fmt.Sprint(n-i),
			Dot: look.Good, Status: "finished", Score: "log joint −749.7", Time: "12 s", Done: -1})
	}
	return list
}

// Keys and clicks ask for what they say; the list keeps its place when results come.
func TestListByKeysAndMouse(t *testing.T) {
	s := viewstest.NewStage(t)
	l := NewList(220)
	var asked []string
	note := func(what string) func(study.ResultID) {
		return func(id study.ResultID) { asked = append(asked, fmt.Sprint(what, " ", id)) }
	}
	l.Do = Wishes{Show: note("show"), Beside: note("beside"), Rename: note("rename"),
		Duplicate: note("duplicate"), Remove: note("remove"), Stop: note("stop")}
	s.Show(l, 236, 240)
	if l.AccessibilityLabel() != "Results: none" || !l.empty.Visible() {
		t.Error("an empty list says nothing")
	}
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // nothing to show
	if !l.Set(entries(1)) || l.Set(entries(1)) {
		t.Error("the first result does not change the height, or the same one does")
	}
	one := l.MinSize().Height
	l.Set(entries(12))
	if h := l.MinSize().Height; h <= one || h > 5*one {
		t.Errorf("twelve results are %v high, one is %v", h, one)
	}
	l.Resize(fyne.NewSize(236, l.MinSize().Height))
	working := entries(12)
	working[1].Done, working[1].Status, working[1].Score, working[1].Time = 0.4, "sweep 120 of 1,000", "", ""
	working[0].Shown, working[1].Beside, working[2].Dot, working[2].Status = true, true, look.Warn, "still improving"
	l.Set(working)
	s.Keep("results")
	l.Set(entries(12))
	l.FocusGained()
	keys := []fyne.KeyName{fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnd, fyne.KeyDelete, fyne.KeyHome, fyne.KeySpace}
	for _, k := range keys {
		l.TypedKey(&fyne.KeyEvent{Name: k})
	}
	l.TypedRune('b')
	l.TypedRune('d')
	if want := []string{"show 11", "remove 1", "show 12", "beside 12", "duplicate 12"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q, not %q", asked, want)
	}
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	if !l.rows[11].Visible() || l.rows[9].Visible() {
		t.Error("the last result, on which keys act, is not in sight, or others are")
	}
	l.Set(append([]Entry{{ID: 13, Title: "new", Done: 0.4}}, entries(12)...))
	if l.entries[l.at].ID != 1 {
		t.Errorf("the keys mean result %d after another came", l.entries[l.at].ID)
	}
	asked = nil
	test.Tap(l.rows[2])
	if !slices.Equal(asked, []string{"show 11"}) {
		t.Errorf("a click asks for %q", asked)
	}
	asked = nil
	l.rows[2].Tapped(&fyne.PointEvent{Position: fyne.NewPos(l.rows[2].Size().Width-8, 8)})
	if len(asked) != 0 || fyne.CurrentApp().Driver().CanvasForObject(l).Overlays().Top() == nil {
		t.Error("the dots open no menu")
	}
	menu := l.Menu(l.entries[0])
	if menu.Items[0].Disabled || menu.Items[6].Disabled || !l.Menu(l.entries[1]).Items[6].Disabled {
		t.Error("a fit that works cannot be stopped, or one that has ended can")
	}
	for _, r := range l.rows[1:3] {
		for i, line := range r.lines {
			if w := line.MinSize().Width; w > r.Size().Width-PictureWidth {
				t.Errorf("line %d is %v wide in a row of %v", i, w, r.Size().Width)
			}
		}
		if !strings.HasSuffix(r.lines[1].Text, "…") || r.Size().Height < 70 {
			t.Errorf("a title for three lines ends in %q, in a row %v high", r.lines[1].Text, r.Size().Height)
		}
	}
	short := entries(2)
	short[0].Title, short[1].Title = "Nonparametric sparse factor analysis", "k-means"
	l.Set(short)
	if a, b := l.rows[0], l.rows[1]; a.lines[0].Text+" "+a.lines[1].Text != short[0].Title ||
		b.lines[1].Text != "" || a.height <= b.height {
		t.Errorf("the titles are %q, %q in a row of %v and %q in one of %v", a.lines[0].Text, a.lines[1].Text, a.height,
			b.lines[0].Text, b.height)
	}
}

// A note is the last line of its row.
func TestNotesAreShown(t *testing.T) {
	s := viewstest.NewStage(t)
	l := NewList(220)
	s.Show(l, 236, 240)
	two := entries(2)
	l.Set(two)
	plain := l.rows[0].height
	two = entries(2)
	two[0].Note = strings.Repeat("it fits the species well, ", 4)
	l.Set(two)
	noted := l.rows[0]
	if line := noted.lines[noteLine]; !strings.HasPrefix(line.Text, "it fits") || !strings.HasSuffix(line.Text, "…") ||
		line.Position().Y+line.MinSize().Height > noted.Size().Height ||
		line.Position().X != noted.lines[2].Position().X || noted.height != plain+smallLine || l.rows[1].height != plain {
		t.Errorf("%q at %v in a row of %v, without it %v", line.Text, line.Position(), noted.Size(), plain)
	}
	if !strings.Contains(l.AccessibilityLabel(), two[0].Note) {
		t.Errorf("a screen reader says %q", l.AccessibilityLabel())
	}
}

// A long list shows its first results and the one shown, and all at a click. It does not scroll in what holds it.
func TestLongList(t *testing.T) {
	s := viewstest.NewStage(t)
	l := NewList(220)
	column := container.NewVScroll(controls.Stack(0, l))
	l.Resized = func() { controls.Relayout(column) }
	s.Show(column, 236, 400)
	sight := func() (list []study.ResultID) {
		for i, r := range l.rows {
			if r.Visible() {
				list = append(list, l.entries[i].ID)
			}
		}
		return list
	}
	many := entries(12)
	many[7].Shown = true
	l.Set(many)
	controls.Relayout(column)
	if got := sight(); !slices.Equal(got, []study.ResultID{12, 11, 10, 9, 5}) {
		t.Errorf("%v are in sight", got)
	}
	before := l.MinSize().Height
	l.more.Tapped(nil)
	if got := sight(); len(got) != 12 || l.more.Text != "Show fewer" || l.Size().Height <= before ||
		column.Content.Size().Height < l.MinSize().Height {
		t.Errorf("%v are in sight in %v, below %q", got, l.Size(), l.more.Text)
	}
	each := l.rows[11]
	if bottom := each.Position().Y + each.Size().Height; bottom > l.Size().Height {
		t.Errorf("the last ends at %v of %v", bottom, l.Size().Height)
	}
	l.more.Tapped(nil)
	if got := l.MinSize().Height; got != before {
		t.Errorf("fewer are %v high, and were %v", got, before)
	}
	l.Set(entries(4))
	if l.more.Visible() || len(sight()) != 4 {
		t.Error("four results are not all in sight")
	}
}

// Pictures are drawn one after another, once for each snapshot and style.
func TestPictures(t *testing.T) {
	s := viewstest.NewStage(t)
	p := NewPictures(s.Post, plotting.Light)
	defer p.Close()
	came := 0
	p.OnPicture = func() { came++ }
	data, snapshot := viewstest.IrisClusters(t)
	subject := viewstest.SubjectOf(data, snapshot)
	if !p.Wants(1, snapshot) || p.Of(1) != nil {
		t.Error("there is a picture before it was drawn")
	}
	p.Ask(1, subject)
	p.Ask(2, subject)
	s.Run(func() bool { return came == 1 })
	if p.Wants(1, snapshot) || p.Of(1) == nil || !p.Wants(2, snapshot) {
		t.Error("the first picture is not there, or the second is")
	}
	if b := p.Of(1).Bounds(); b.Dx() < int(PictureWidth) || b.Dy() < int(PictureHeight)/2 {
		t.Errorf("the picture is %v", b)
	}
	p.SetStyle(plotting.Dark)
	if !p.Wants(1, snapshot) {
		t.Error("a picture of the other style is as good")
	}
	p.Forget(func(study.ResultID) bool { return true })
	if p.Of(1) != nil {
		t.Error("a picture of a result that is gone stays")
	}
}

// A drag carries the result that the row showed when it began, also when others come meanwhile.
func TestDragOutOfTheList(t *testing.T) {
	s := viewstest.NewStage(t)
	l := NewList(220)
	l.Set(entries(2))
	s.Show(l, 236, 240)
	drag := func(x float32) {
		l.rows[0].Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(x, 5)}})
	}
	drag(1) // nobody listens
	l.rows[0].DragEnd()
	var told []string
	l.Do.Carry = func(id study.ResultID, at fyne.Position, dropped bool) {
		told = append(told, fmt.Sprint(id, at.X, dropped))
	}
	drag(50)
	l.Set(entries(3))
	drag(60)
	l.rows[0].DragEnd()
	l.rows[0].DragEnd()
	if want := []string{"2 50 false", "2 60 false", "2 60 true"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// The name of the result shown becomes a field at a click on it, and that of any at F2. Return keeps what was typed,
// and so does a click elsewhere; Escape does not.
func TestRenameInPlace(t *testing.T) {
	s := viewstest.NewStage(t)
	l := NewList(220)
	var asked []string
	l.Do = Wishes{Show: func(id study.ResultID) { asked = append(asked, fmt.Sprint("show ", id)) },
		Name: func(id study.ResultID, name string) { asked = append(asked, fmt.Sprint("name ", id, " ", name)) }}
	s.Show(l, 236, 240)
	c := s.Win.Canvas()
	list := entries(3)
	list[1].Shown = true
	l.Set(list)
	name := fyne.NewPos(textLeft+10, rowMargin+4)
	tap := func(i int) { l.rows[i].Tapped(&fyne.PointEvent{Position: name}) }
	write := func(text string) {
		f := l.rows[1].name
		f.TypedShortcut(&fyne.ShortcutSelectAll{})
		for _, r := range text {
			f.TypedRune(r)
		}
	}
	tap(0)
	if c.Focused() != l {
		t.Error("keys do not act on the result that was clicked")
	}
	tap(1)
	if f := l.rows[1].name; f == nil || c.Focused() != f || f.Text != list[1].Title || l.rows[0].name != nil {
		t.Fatalf("the name of the result shown is no field: %+v", f)
	}
	if l.rows[1].lines[0].Visible() || l.rows[1].lines[1].Visible() {
		t.Error("the field stands over a line of the name")
	}
	s.Keep("renaming")
	write(" first fit ")
	l.rows[1].name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if l.rows[1].name != nil || !l.rows[1].lines[0].Visible() || c.Focused() != l {
		t.Error("Return leaves the field open, or the keys elsewhere")
	}
	tap(1)
	write("x")
	l.rows[1].name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if l.rows[1].name != nil {
		t.Error("Escape leaves the field open")
	}
	tap(1)
	c.Unfocus() // as nothing was typed, nothing is renamed
	l.FocusGained()
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	write("second")
	c.Unfocus()
	if want := []string{"show 3", "name 2 first fit", "name 2 second"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q, not %q", asked, want)
	}
}
