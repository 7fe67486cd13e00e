package controls

import (
	look "espalier/ui/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Tabs is a line of names, one of them underlined.
type Tabs struct {
	widget.BaseWidget
	names    []string
	at       int
	focused  bool
	OnPicked func(name string)
}

// NewTabs returns tabs with the first one picked.
func NewTabs(names []string, picked func(string)) *Tabs {
	t := &Tabs{names: names, OnPicked: picked}
	t.ExtendBaseWidget(t)
	return t
}

// Put changes the names and the one picked without calling OnPicked.
func (t *Tabs) Put(names []string, picked string) {
	t.names, t.at = names, 0
	for i, n := range names {
		if n == picked {
			t.at = i
		}
	}
	t.Refresh()
}

// Picked returns the name underlined.
func (t *Tabs) Picked() string {
	if t.at < len(t.names) {
		return t.names[t.at]
	}
	return ""
}

func (t *Tabs) pick(i int) {
	if i < 0 || i >= len(t.names) || i == t.at {
		return
	}
	t.at = i
	t.Refresh()
	if t.OnPicked != nil {
		t.OnPicked(t.names[i])
	}
}

const tabSize, tabGap = 13.5, 28

func (t *Tabs) left(i int) float32 {
	x := float32(0)
	for _, n := range t.names[:i] {
		x += measure(n, tabSize, fyne.TextStyle{Bold: true}).Width + tabGap
	}
	return x
}

// Tapped implements fyne.Tappable.
func (t *Tabs) Tapped(e *fyne.PointEvent) {
	for i := range t.names {
		if x := t.left(i); e.Position.X >= x-tabGap/2 && e.Position.X < t.left(i+1)-tabGap/2 {
			t.pick(i)
			return
		}
	}
}

// FocusGained implements fyne.Focusable.
func (t *Tabs) FocusGained() { t.focused = true; t.Refresh() }

// FocusLost implements fyne.Focusable.
func (t *Tabs) FocusLost() { t.focused = false; t.Refresh() }

// TypedRune implements fyne.Focusable.
func (t *Tabs) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (t *Tabs) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		t.pick(t.at - 1)
	case fyne.KeyRight:
		t.pick(t.at + 1)
	default:
		passOn(t, e)
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Tabs) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{}
	line, focus := box(1.5), ring(5)
	paint := func() {
		r.objects = []fyne.CanvasObject{line, focus}
		line.FillColor = tone(look.Accent)
		line.Hidden = len(t.names) == 0
		h := max(t.Size().Height, 36)
		for i, n := range t.names {
			text := canvas.NewText(n, tone(look.Muted))
			text.TextSize = tabSize
			x := t.left(i)
			w := measure(n, tabSize, fyne.TextStyle{Bold: true}).Width
			text.Alignment = fyne.TextAlignCenter
			if i == t.at {
				text.TextStyle.Bold, text.Color = true, tone(look.Ink)
				line.Move(fyne.NewPos(x, h-3))
				line.Resize(fyne.NewSize(w, 3))
				focus.Move(fyne.NewPos(x-8, 4))
				focus.Resize(fyne.NewSize(w+16, h-10))
			}
			text.Move(fyne.NewPos(x, 0))
			text.Resize(fyne.NewSize(w, h-2))
			r.objects = append(r.objects, text)
		}
		paintRing(focus, t.focused)
	}
	paint()
	r.layout, r.refresh = func(fyne.Size) { paint() }, paint
	r.min = func() fyne.Size { return fyne.NewSize(max(0, t.left(len(t.names))-tabGap), 36) }
	return r
}
