package ui

import (
	"errors"
	"testing"
	"time"

	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
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
