package ui

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"

	"example.org/espalier/ui/workspace"
)

func TestNothingOverlapsInASmallWindow(t *testing.T) {
	t.Run("all columns", func(t *testing.T) { nothingOverlaps(t, fyne.NewSize(1000, 700)) })
	t.Run("two columns", func(t *testing.T) { nothingOverlaps(t, least) })
}

func nothingOverlaps(t *testing.T, least fyne.Size) {
	s := newStage(t, least, nil)
	s.openSample("tissue_expression")
	s.do(func() {
		s.w.ws.Tell(workspace.Notice{Bad: true,
			Text: "Something long enough to fill a line of the banner is said here.", Err: os.ErrNotExist})
		s.w.centre.openFind()
	})
	s.do(func() {
		size := s.w.win.Canvas().Size()
		if size.Width > least.Width || size.Height > least.Height {
			t.Errorf("the window wants %v, more than %v", size, least)
		}
		box := func(o fyne.CanvasObject) (x0, y0, x1, y1 float32) {
			p := s.w.app.Driver().AbsolutePositionForObject(o)
			return p.X, p.Y, p.X + o.Size().Width, p.Y + o.Size().Height
		}
		inside := func(name string, o fyne.CanvasObject, left, right float32) {
			x0, y0, x1, y1 := box(o)
			if x0 < left-0.5 || x1 > right+0.5 || y0 < 0 || y1 > size.Height+0.5 {
				t.Errorf("%s lies at %g to %g, %g to %g, outside %g to %g", name, x0, x1, y0, y1, left, right)
			}
		}
		end := size.Width
		if wide := size.Width > 958; s.w.columns.Shown() != wide {
			t.Errorf("a window of %g shows the inspector: %v", size.Width, !wide)
		} else if wide {
			end -= 250
			inside("the inspector", s.w.side.object, end, size.Width)
		}
		inside("the left column", s.w.left, 0, 268)
		inside("the state of the run", s.w.run.object, 0, 268)
		inside("the buttons of the run", s.w.run.buttons, 0, 268)
		inside("the centre", s.w.middle, 268, end)
		inside("the banner", s.w.banner.object, 268, end)
		inside("the tree", s.w.centre.leaf(tabTree).card, 268, end)
		inside("the search", s.w.centre.find, 268, end)
		for _, c := range s.w.banner.object.Objects {
			if m := c.MinSize(); m.Width > s.w.banner.object.Size().Width {
				t.Errorf("the banner needs %g of %g", m.Width, s.w.banner.object.Size().Width)
			}
		}
		_, _, tabsEnd, _ := box(s.w.centre.tabs)
		seen := 0
		for _, o := range s.w.centre.tools.Objects {
			if !o.Visible() {
				continue
			}
			seen++
			if start, _, _, _ := box(o); tabsEnd > start {
				t.Errorf("the tabs end at %g, the tools begin at %g", tabsEnd, start)
			}
			inside("a tool", o, tabsEnd, end)
		}
		if seen < 3 {
			t.Errorf("%d tools are shown", seen)
		}
	})
}
