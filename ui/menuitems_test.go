package ui

import (
	"slices"
	"testing"

	"example.org/espalier/inference/run"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/ui/help"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// labels are those of a menu, "" for its rules.
func labels(m *fyne.Menu) (out []string) {
	for _, i := range m.Items {
		out = append(out, i.Label)
	}
	return out
}

// TestRunMoreIsOfferedOnce, and only where there is more to do.
func TestRunMoreIsOfferedOnce(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "short", target: 3}, fakeModel{name: "final", target: 30, ends: 2})
	s.openSample("crabs")
	fit := func(model string) {
		s.do(func() {
			if err := s.w.ws.Next.SetModel(model); err != nil {
				t.Fatal(err)
			}
			test.Tap(s.w.run.go_)
		})
		s.until("the end of "+model, func() bool { p, _ := s.w.ws.Runs.Progress(); return p.State == run.Finished })
	}
	fit("short")
	s.do(func() {
		rest := []string{"Run until Settled", "Run Again from the Start", "Replay", "", "Choose Model…",
			"Compare Models…", "", "Run On", "Run Fits in Separate Processes"}
		got := labels(s.w.menu.runMenu)
		if !slices.Equal(got, slices.Concat([]string{"Run More", "Step", "Stop", ""}, rest)) ||
			s.w.run.go_.Text != "Run more" {
			t.Errorf("the menu offers %q, the button %q", got, s.w.run.go_.Text)
		}
		s.w.ws.Next.SetSeed(7) // now a run would start again
		got = labels(s.w.menu.runMenu)
		if !slices.Equal(got, slices.Concat([]string{"Run", "Step", "Stop", "", "Run More"}, rest)) {
			t.Errorf("the menu offers %q after a change of the seed", got)
		}
	})
	fit("final")
	s.do(func() {
		if got := labels(s.w.menu.runMenu); slices.Contains(got, "Run More") || s.w.run.go_.Text != "Run" || s.w.run.again.Visible() {
			t.Errorf("after a final run the menu offers %q, the button %q", got, s.w.run.go_.Text)
		}
		if got := s.w.run.status.Text(); got[len(got)-len("nothing is left to do."):] != "nothing is left to do." {
			t.Errorf("the status is %q", got)
		}
	})
}

// TestPagesByKeys: pages have keys in the menu, and the keyboard begins at the tabs.
func TestPagesByKeys(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		c := s.w.win.Canvas()
		c.Unfocus()
		c.FocusNext()
		if c.Focused() != fyne.Focusable(s.w.centre.tabs) {
			t.Errorf("the first Tab goes to %T", c.Focused())
		}
		names := s.w.centre.tabs.Names()
		pages := s.w.menu.pages.ChildMenu
		if !slices.Equal(labels(pages), names) || len(names) < 3 {
			t.Fatalf("the menu lists %q, the tabs %q", labels(pages), names)
		}
		for i, page := range pages.Items {
			if want := (key{fyne.KeyName(string(rune('1' + i))), control}).shortcut(); page.Shortcut.ShortcutName() != want.ShortcutName() {
				t.Errorf("%s has the key %s, not %s", page.Label, page.Shortcut.ShortcutName(), want.ShortcutName())
			}
		}
		pages.Items[2].Action()
		if s.w.centre.tabs.Picked() != names[2] || !s.w.menu.pages.ChildMenu.Items[2].Checked {
			t.Errorf("the third key shows %s", s.w.centre.tabs.Picked())
		}
		s.w.turn(-3)
		if got := s.w.centre.tabs.Picked(); got != names[len(names)-1] {
			t.Errorf("three pages back from the third is %s", got)
		}
		s.w.turn(1)
		if got := s.w.centre.tabs.Picked(); got != names[0] {
			t.Errorf("after the last page comes %s", got)
		}
	})
}

// TestIdleItemsHaveNoKeys, for the toolkit writes the keys of items that cannot be used darker than the others.
func TestIdleItemsHaveNoKeys(t *testing.T) {
	s := newStage(t, usual, nil)
	s.do(func() {
		if s.w.menu.run.Shortcut != nil || s.w.menu.stop.Shortcut != nil {
			t.Error("there is nothing to run, and the key is shown")
		}
	})
	s.openSample("crabs")
	s.do(func() {
		if s.w.menu.run.Shortcut == nil || s.w.menu.stop.Shortcut != nil {
			t.Error("the key of Run does not come back, or that of Stop is shown")
		}
		for _, menu := range s.w.menu.main.Items {
			for _, i := range menu.Items {
				if i.Disabled && i.Shortcut != nil {
					t.Errorf("%s cannot be used, and its key is shown", i.Label)
				}
			}
		}
	})
}

// TestEscapeClosesSmallLists that have no focus of their own.
func TestEscapeClosesSmallLists(t *testing.T) {
	s := newStage(t, usual, nil)
	s.do(func() {
		list := widget.NewPopUp(container.NewVBox(widget.NewLabel("one")), s.w.win.Canvas())
		list.Show()
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if list.Visible() {
			t.Error("Escape leaves the list open")
		}
		help.About(s.w.Dialogs, "test")
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if s.w.Top() != nil {
			t.Error("Escape leaves the dialog open")
		}
	})
}

func TestFiguresAsSeen(t *testing.T) {
	defer screen.SetVision(raster.Usual)
	s := newStage(t, usual, nil)
	s.do(func() {
		for _, menu := range s.w.menu.main.Items {
			for _, i := range menu.Items {
				if i.Label != "Colour Vision" {
					continue
				}
				list := i.ChildMenu.Items
				list[raster.Tritanopia].Action()
				if screen.Vision() != raster.Tritanopia || !list[raster.Tritanopia].Checked || list[raster.Usual].Checked {
					t.Errorf("vision %d is shown", screen.Vision())
				}
				return
			}
		}
		t.Error("there is no such menu")
	})
}

func TestKeysAreFound(t *testing.T) {
	s := newStage(t, usual, nil)
	s.do(func() {
		s.w.showShortcuts()
		find, ok := s.w.win.Canvas().Focused().(*controls.Field)
		if !ok {
			t.Fatalf("%T has the keys", s.w.win.Canvas().Focused())
		}
		count := func() (n int) {
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if _, ok := o.(*controls.Paragraph); ok {
					n++
				}
			})
			return n
		}
		all := count()
		find.SetText("EXPORT tree")
		if n := count(); n < 1 || n > 4 || all < 40 {
			t.Errorf("%d of %d keys export a tree", n, all)
		}
		find.SetText("no such key")
		if n := count(); n != 1 {
			t.Errorf("%d lines say that there is no such key", n)
		}
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
	})
}

// The keys that turn the pages of figures turn those of a dialog that is open, and the figures stay as they are.
func TestPagesOfADialogTurn(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		figure := s.w.centre.tabs.Picked()
		s.w.askParts()
		var tabs *controls.Tabs
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if found, ok := o.(*controls.Tabs); ok {
				tabs = found
			}
		})
		names := tabs.Names()
		for i, want := range []string{names[1], names[0], names[len(names)-1]} {
			s.w.menu.turns[min(i, 1)].Action()
			if tabs.Picked() != want || s.w.centre.tabs.Picked() != figure {
				t.Errorf("after %d turns the dialog shows %s, not %s, and the figures %s", i+1, tabs.Picked(), want, s.w.centre.tabs.Picked())
			}
		}
		s.w.Top().Close()
		s.w.askGroups() // a sheet of one page
		s.w.menu.turns[0].Action()
		if s.w.centre.tabs.Picked() != figure {
			t.Error("the figures turn below a dialog")
		}
	})
}
