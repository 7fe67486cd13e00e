package controls

import (
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A Toggle is on or off.
type Toggle struct {
	widget.DisableableWidget
	Touch
	On        bool
	Lock      bool // drawn as a small lock: open when off, closed when on
	OnChanged func(on bool)

	name string // of the label beside it
}

// NewToggle returns a switch.
func NewToggle(on bool, changed func(bool)) *Toggle {
	t := &Toggle{On: on, OnChanged: changed}
	t.Attend(t)
	t.ExtendBaseWidget(t)
	return t
}

// NewLock returns a toggle drawn as a lock.
func NewLock(on bool, changed func(bool)) *Toggle {
	t := &Toggle{On: on, Lock: true, OnChanged: changed}
	t.Attend(t)
	t.ExtendBaseWidget(t)
	return t
}

// Put sets the state without calling OnChanged.
func (t *Toggle) Put(on bool) {
	if t.On != on {
		t.On = on
		t.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (t *Toggle) Tapped(*fyne.PointEvent) {
	if t.Disabled() {
		return
	}
	t.On = !t.On
	t.Refresh()
	if t.OnChanged != nil {
		t.OnChanged(t.On)
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Toggle) CreateRenderer() fyne.WidgetRenderer {
	if t.Lock {
		return t.lockRenderer()
	}
	track, knob, focus := box(8), canvas.NewCircle(nil), ring(12)
	const w, h = 28, 16
	paint := func() {
		track.FillColor, track.StrokeWidth = tone(look.Hairline), 1
		track.StrokeColor, knob.FillColor = tone(look.Muted), tone(look.Muted)
		if t.On {
			track.FillColor, track.StrokeColor, knob.FillColor = tone(look.Accent), tone(look.Accent), tone(look.OnAccent)
		} else {
			track.FillColor = tone(look.Field)
		}
		if t.Disabled() {
			track.StrokeColor, knob.FillColor = tone(look.Hairline), tone("disabled")
		}
		paintRing(focus, t.focused)
		x := t.Size().Width - w
		if t.On {
			knob.Move(fyne.NewPos(x+w-13, 3))
		} else {
			knob.Move(fyne.NewPos(x+3, 3))
		}
	}
	place := func(s fyne.Size) {
		x := s.Width - w
		Place(track, x, 0, w, h)
		knob.Resize(fyne.NewSize(10, 10))
		focus.Move(fyne.NewPos(x-4, -4)) // with a gap: a track that is on has the colour of the ring
		focus.Resize(fyne.NewSize(w+8, h+8))
		paint()
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{track, knob, focus}, Lay: place, Paint: paint,
		Min: func() fyne.Size { return fyne.NewSize(w, h) },
	}
}

func (t *Toggle) lockRenderer() fyne.WidgetRenderer {
	body, shackle, cover, focus := box(1.5), box(3), canvas.NewRectangle(nil), ring(4)
	paint := func() {
		c := tone(look.Muted)
		if t.On {
			c = tone(look.Ink)
		}
		if t.hovered {
			c = tone(look.Accent)
		}
		body.FillColor, shackle.StrokeColor, shackle.StrokeWidth = c, c, 1.3
		cover.FillColor = tone(look.Surface)
		cover.Hidden = t.On
		paintRing(focus, t.focused)
	}
	place := func(s fyne.Size) {
		x, y := s.Width/2-4.5, s.Height/2
		Place(body, x, y-1, 9, 6.5)
		Place(shackle, x+1.5, y-6, 6, 8)
		Place(cover, x+5, y-4, 4, 3)
		Place(focus, x-3, y-9, 15, 18)
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{shackle, cover, body, focus}, Lay: place, Paint: paint,
		Min: func() fyne.Size { return fyne.NewSize(18, 20) },
	}
}
