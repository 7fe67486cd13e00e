package ui

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A fakeClock calls what was asked for when a test says that the time has come.
type fakeClock struct {
	now time.Duration
	due map[int]alarm
	n   int
}

type alarm struct {
	at time.Duration
	f  func()
}

func (c *fakeClock) after(d time.Duration, f func()) func() {
	c.n++
	k := c.n
	c.due[k] = alarm{c.now + d, f}
	return func() { delete(c.due, k) }
}

func (c *fakeClock) pass(d time.Duration) {
	c.now += d
	for k, a := range c.due {
		if a.at <= c.now {
			delete(c.due, k)
			a.f()
		}
	}
}

// TestNoticesMoveNothing: the figure stays where it is, and the notice lies within the centre.
func TestNoticesMoveNothing(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		place := func() [2]any { return [2]any{s.w.centre.object.Position(), s.w.centre.object.Size()} }
		before := place()
		drawn := 0
		s.w.banner.repaint = func() { drawn++ }
		s.w.ws.Tell(workspace.Notice{Bad: true, Text: "Something failed.",
			Err: errors.New("for a reason that takes a second line to say")})
		b := s.w.banner.object
		if place() != before || !b.Visible() {
			t.Errorf("the centre was at %v, now at %v; the notice is shown: %v", before, place(), b.Visible())
		}
		if drawn != 1 {
			t.Errorf("the window was drawn %d times for the notice", drawn)
		}
		if end := b.Position().Y + b.Size().Height; end > s.w.middle.Size().Height || b.Position().Y < s.w.middle.Size().Height/2 {
			t.Errorf("the notice stands from %g to %g of %g", b.Position().Y, end, s.w.middle.Size().Height)
		}
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if b.Visible() {
			t.Error("Escape does not dismiss it")
		}
	})
}

// TestRemarksLeave after a while, but not under the pointer; errors stay.
func TestRemarksLeave(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		b := s.w.banner
		clock := &fakeClock{due: map[int]alarm{}}
		b.after = clock.after
		var ground *controls.Float
		each(b.object, func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Float); ok {
				ground = f
			}
		})
		s.w.ws.Tell(workspace.Notice{Text: "3 names copied."})
		clock.pass(remarkStays)
		if !b.object.Visible() {
			t.Error("the remark leaves at once")
		}
		ground.MouseIn(nil)
		clock.pass(time.Hour)
		if !b.object.Visible() {
			t.Error("the remark leaves under the pointer")
		}
		ground.MouseOut()
		clock.pass(remarkStays + 15*remarkLetter)
		if b.object.Visible() || s.w.ws.Notice != (workspace.Notice{}) {
			t.Error("the remark stays")
		}
		s.w.ws.Tell(workspace.Notice{Text: "A remark."})
		clock.pass(time.Second)
		s.w.ws.Tell(workspace.Notice{Bad: true, Text: "Could not open it."})
		clock.pass(time.Hour)
		if !b.object.Visible() || len(clock.due) != 0 {
			t.Error("an error leaves by itself")
		}
	})
}

// While a table is read, the notice speaks of the one that stays open only where there is one.
func TestReadingWithoutATable(t *testing.T) {
	s := newStage(t, usual, nil)
	said := func() string {
		was := s.w.ws.Opening
		defer func() { s.w.ws.Opening = was; s.w.banner.refresh() }()
		s.w.ws.Opening = &workspace.Reading{}
		s.w.banner.refresh()
		return s.w.banner.text.Text
	}
	s.do(func() {
		if text := said(); s.w.ws.Table() == nil && text != "" {
			t.Errorf("without a table the notice says %q", text)
		}
	})
	s.openSample("iris")
	s.do(func() {
		if text := said(); text == "" {
			t.Error("the notice does not say that the table stays open")
		}
	})
}

// TestWritingIsShown: what takes a while to write is named, with the share that is done, and can be ended; what is
// written has a button that opens its folder.
func TestWritingIsShown(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	path := filepath.Join(t.TempDir(), "crabs.gif")
	s.do(func() {
		s.w.WriteLong(path, func(ctx context.Context, tell func(share float64)) error {
			tell(0.4)
			<-ctx.Done()
			return ctx.Err()
		})
	})
	b := s.w.banner
	s.until("what is written", func() bool { return b.head.Text() == "Writing crabs.gif, 40 %…" })
	s.do(func() {
		if !b.object.Visible() || b.button.Text != "Cancel" || b.folder.Visible() {
			t.Errorf("the banner offers %q", b.button.Text)
		}
		test.Tap(b.button)
	})
	s.until("the end", func() bool { return s.w.ws.Notice.Text == "crabs.gif was not written." })
	opened := ""
	s.do(func() {
		b.show = func(folder string) { opened = folder }
		s.w.WriteLong(path, func(context.Context, func(float64)) error { return nil })
	})
	s.until("the file", func() bool { return s.w.ws.Notice.Folder != "" })
	s.do(func() {
		if test.Tap(b.folder); opened != filepath.Dir(path) || !b.folder.Visible() {
			t.Errorf("%q is opened", opened)
		}
	})
}
