package ui

import (
	"strings"
	"testing"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestWindowRuns(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(3)
	s.openSample("crabs")
	s.do(func() {
		if got := s.w.run.go_.Text; got != "Run" {
			t.Errorf("the button says %q before a run", got)
		}
		if title := s.w.centre.tree.Figure().Title; title != "First tree of crabs" {
			t.Errorf("the figure is titled %q", title)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the run", func() bool { return s.w.run.go_.Text == "Pause" && s.w.centre.shown.Info.Name == "slow" })
	s.hold.meet()
	s.do(func() { test.Tap(s.w.run.go_) })
	s.until("the pause", func() bool { return s.w.run.go_.Text == "Resume" && s.w.ws.Runs.Stage().Paused })
	s.until("the figure of the moment of the pause", func() bool {
		p, _ := s.w.ws.Runs.Progress()
		return s.w.centre.shown.Snapshot.Iteration == p.Iteration && len(s.w.centre.shown.Snapshot.Trace.Iteration) == p.Iteration+1
	})
	var at int
	s.do(func() { p, _ := s.w.ws.Runs.Progress(); at = p.Iteration; test.Tap(s.w.run.step) })
	s.until("one step", func() bool {
		p, _ := s.w.ws.Runs.Progress()
		return p.Iteration == at+1 && s.w.ws.Runs.Stage().Paused && strings.HasPrefix(s.w.run.line1.Text, "count ")
	})
	s.do(func() { test.Tap(s.w.run.stop) })
	s.until("the stop", func() bool { return s.w.run.go_.Text == "Run more" && s.w.run.stop.Disabled() })
	s.do(func() {
		if !s.w.centre.leaf(tabTrace).card.Visible() {
			t.Error("the objective is not shown after a run")
		}
		test.Tap(s.w.run.go_)
	})
	s.until("more", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.Iteration > at+1 })
}

func TestFormValidates(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		column := s.w.model
		if column.rest.Visible() || column.unfold.Text != "Details ▸" {
			t.Errorf("what the data teach is in sight, below %q", column.unfold.Text)
		}
		test.Tap(column.unfold)
		if !column.rest.Visible() {
			t.Fatal("the details do not unfold")
		}
		var alpha *controls.Field
		each(column.rest, func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Field); ok && strings.Contains(f.Tip, "How bushy") {
				alpha = f
			}
		})
		if alpha == nil {
			t.Fatal("the form has no field for alpha")
		}
		alpha.FocusGained()
		alpha.SetText("1.5")
		alpha.FocusLost()
		why := s.w.model.entries["alpha"].why
		if !alpha.Wrong || !why.Visible() || why.Text != "1.5 is outside its range (at least 0 and below 1)." {
			t.Errorf("1.5 for alpha: wrong %v, %q", alpha.Wrong, why.Text)
		}
		if v := s.w.ws.Next.Settings().Text("alpha"); v != "0" {
			t.Errorf("the refused value was taken: %s", v)
		}
		alpha.FocusGained()
		alpha.SetText("0,25")
		alpha.FocusLost()
		if why.Text != "" || alpha.Wrong {
			t.Errorf("0,25 is refused: %q", why.Text)
		}
		if set := s.w.ws.Next.Settings(); set.Text("alpha") != "0.25" || !set.Fixed("alpha") {
			t.Errorf("alpha is %s, fixed %v", set.Text("alpha"), set.Fixed("alpha"))
		}
		if test.Tap(column.unfold); column.rest.Visible() || column.unfold.Text != "Details, 1 set ▸" {
			t.Errorf("folded, the form says %q", column.unfold.Text)
		}
		alpha.FocusGained()
		alpha.SetText("learn")
		alpha.FocusLost()
		if set := s.w.ws.Next.Settings(); set.Text("alpha") != "0" || set.Fixed("alpha") {
			t.Errorf("after learn alpha is %s, fixed %v", set.Text("alpha"), set.Fixed("alpha"))
		}
	})
}

func TestOneUndoForTableAndTree(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() { s.w.centre.tree.Groups.CutInto(3) })
	s.do(func() { test.Tap(s.w.data.Centre) })
	s.until("the table without centring", func() bool { return !s.w.ws.Data().Preprocessing.Centre })
	s.do(func() {
		if s.w.menu.undo.Label != "Undo Centre" {
			t.Errorf("the menu says %q", s.w.menu.undo.Label)
		}
		s.w.undo()
	})
	s.until("centring again", func() bool { return s.w.ws.Data().Preprocessing.Centre })
	s.do(func() {
		if n := len(s.w.centre.tree.State().Groups); n != 3 {
			t.Errorf("undoing the table changed the groups: %d", n)
		}
		s.w.undo()
		if n := len(s.w.centre.tree.State().Groups); n != 0 {
			t.Errorf("undo left %d groups", n)
		}
		s.w.redo()
		if n := len(s.w.centre.tree.State().Groups); n != 3 {
			t.Errorf("redo made %d groups", n)
		}
		s.w.redo()
	})
	s.until("redo of the table", func() bool { return !s.w.ws.Data().Preprocessing.Centre })
}

func TestThemeIsRemembered(t *testing.T) {
	s := newStage(t, usual, nil)
	s.do(func() {
		s.w.setMode("dark")
		if !s.w.isDark() || !s.w.centre.tree.View().Style().Dark || s.w.app.Preferences().String(prefTheme) != "dark" {
			t.Error("dark is not dark")
		}
		if !s.w.menu.dark.Checked || s.w.menu.light.Checked {
			t.Error("the menu does not show it")
		}
		s.w.setMode("light")
		if s.w.isDark() || s.w.centre.tree.View().Style().Dark {
			t.Error("light is not light")
		}
	})
}

func TestKeys(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(3)
	s.openSample("crabs")
	s.do(func() {
		s.w.showShortcuts()
		s.w.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if s.w.Top() != nil {
			t.Error("Escape leaves the dialog open")
		}
		s.w.win.Canvas().Unfocus()
		s.w.win.Canvas().OnTypedRune()(']')
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeySpace})
		if len(s.w.centre.tree.State().Groups) != 0 || s.w.ws.Runs.Stage().Exists {
			t.Error("a letter or the space bar acts though nothing has the focus")
		}
		s.w.centre.view().FocusOn(s.w.win.Canvas())
		s.w.win.Canvas().Focused().TypedRune(']')
		if len(s.w.centre.tree.State().Groups) == 0 {
			t.Error("a key that cuts into groups is lost though the figure has the focus")
		}
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyF5})
	})
	s.until("the run", func() bool { return s.w.ws.Runs.Stage().Working })
	s.do(func() {
		v := s.w.centre.tree.View()
		if !v.OnKey(&fyne.KeyEvent{Name: fyne.KeyF5}) {
			t.Error("the tree keeps F5 for itself")
		}
	})
	s.until("the pause", func() bool { return s.w.ws.Runs.Stage().Paused })
}

func TestStartSize(t *testing.T) {
	p := test.NewTempApp(t).Preferences()
	for _, c := range []struct {
		asked string
		want  fyne.Size
	}{{"1000x700", fyne.NewSize(1000, 700)}, {"", fyne.NewSize(1440, 900)}, {"big", fyne.NewSize(1440, 900)}, {"-3x5", fyne.NewSize(1440, 900)}} {
		if got := startSize(c.asked, p); got != c.want {
			t.Errorf("%q gives %v, not %v", c.asked, got, c.want)
		}
	}
	p.SetFloat(prefWidth, 200)
	if got := startSize("", p); got.Width != least.Width {
		t.Errorf("a window %g wide is too small", got.Width)
	}
}
