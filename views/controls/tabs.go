package controls

import (
	"slices"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Tabs is a line of names, one of them picked and perhaps a second one shown beside it. Names that
// do not fit go to a menu at the end of the line.
type Tabs struct {
	widget.BaseWidget
	Focus
	// OnPicked receives the name that was picked before.
	OnPicked func(before string)

	names  []string
	at     int
	second string
}

// NewTabs returns tabs with the first one picked.
func NewTabs(names []string, picked func(before string)) *Tabs {
	t := &Tabs{names: names, OnPicked: picked}
	t.Attend(t)
	t.ExtendBaseWidget(t)
	return t
}

// Put changes the names, the one picked and the one beside it, "" for none, without
// calling OnPicked.
func (t *Tabs) Put(names []string, picked, second string) {
	at := max(0, slices.Index(names, picked))
	if slices.Equal(names, t.names) && at == t.at && second == t.second {
		return
	}
	t.names, t.at, t.second = names, at, second
	t.Refresh()
}

// Names returns all names.
func (t *Tabs) Names() []string { return t.names }

// Picked returns the name underlined.
func (t *Tabs) Picked() string {
	if t.at < len(t.names) {
		return t.names[t.at]
	}
	return ""
}

// Pick picks a name as a tap does.
func (t *Tabs) Pick(name string) { t.pick(slices.Index(t.names, name)) }

// Turn picks the name that number of places further; after the last comes the first.
func (t *Tabs) Turn(by int) {
	if n := len(t.names); n > 0 {
		t.pick(((t.at+by)%n + n) % n)
	}
}

func (t *Tabs) pick(i int) {
	if i < 0 || i >= len(t.names) || i == t.at {
		return
	}
	before := t.Picked()
	t.at = i
	t.Refresh()
	if t.OnPicked != nil {
		t.OnPicked(before)
	}
}

const (
	tabSize, tabGap = 13.5, 24
	tabMore         = "More"
)

func tabWidth(name string) float32 { return measure(name, tabSize, fyne.TextStyle{Bold: true}).Width }

// shown returns the indices of the names on the line and of those in the menu. The one picked is
// always on the line.
func (t *Tabs) shown() (line, rest []int) {
	x, room := float32(0), t.Size().Width
	for i := range t.names {
		line = append(line, i)
		x += tabWidth(t.names[i]) + tabGap
	}
	if x-tabGap <= room || room <= 0 {
		return line, nil
	}
	x += tabWidth(tabMore+" ▾") + tabGap
	for k := len(line) - 1; k >= 0 && len(line) > 1 && x-tabGap > room; k-- {
		if i := line[k]; i != t.at {
			x -= tabWidth(t.names[i]) + tabGap
			line = slices.Delete(line, k, k+1)
			rest = slices.Insert(rest, 0, i)
		}
	}
	return line, rest
}

// Tapped implements fyne.Tappable.
func (t *Tabs) Tapped(e *fyne.PointEvent) {
	line, rest := t.shown()
	x := float32(0)
	for _, i := range line {
		w := tabWidth(t.names[i])
		if e.Position.X < x+w+tabGap/2 {
			t.pick(i)
			return
		}
		x += w + tabGap
	}
	if len(rest) > 0 && e.Position.X < x+tabWidth(tabMore+" ▾")+tabGap/2 {
		t.more(rest, x)
	}
}

// more opens the menu of the names that do not fit.
func (t *Tabs) more(rest []int, x float32) {
	var items []*fyne.MenuItem
	for _, i := range rest {
		items = append(items, fyne.NewMenuItem(t.names[i], func() { t.pick(i) }))
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(t)
	if c == nil {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(t).Add(fyne.NewPos(x-10, t.Size().Height))
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), c, at)
}

// TypedKey implements fyne.Focusable.
func (t *Tabs) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		t.pick(t.at - 1)
	case fyne.KeyRight:
		t.pick(t.at + 1)
	default:
		PassOn(t, e)
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Tabs) CreateRenderer() fyne.WidgetRenderer {
	r := &Renderer{}
	bar, thin, focus := box(1.5), box(1), ring(5)
	paint := func() {
		r.Parts = []fyne.CanvasObject{bar, thin, focus}
		bar.FillColor, thin.FillColor = tone(look.Accent), tone(look.Accent)
		bar.Hidden, thin.Hidden = len(t.names) == 0, true
		h, x := max(t.Size().Height, 36), float32(0)
		word := func(name string, bold, ink bool) float32 {
			text := canvas.NewText(name, tone(look.Muted))
			text.TextSize, text.Alignment, text.TextStyle.Bold = tabSize, fyne.TextAlignCenter, bold
			if ink {
				text.Color = tone(look.Ink)
			}
			w := tabWidth(name)
			Place(text, x, 0, w, h-2)
			r.Parts = append(r.Parts, text)
			return w
		}
		line, rest := t.shown()
		for _, i := range line {
			n := t.names[i]
			w := word(n, i == t.at, i == t.at || n == t.second)
			switch {
			case i == t.at:
				Place(bar, x, h-3, w, 3)
				Place(focus, x-8, 4, w+16, h-10)
			case n == t.second:
				thin.Hidden = false
				Place(thin, x, h-2, w, 1.5)
			}
			x += w + tabGap
		}
		if len(rest) > 0 {
			word(tabMore+" ▾", false, false)
		}
		paintRing(focus, t.focused)
	}
	paint()
	r.Lay, r.Paint = func(fyne.Size) { paint() }, paint
	r.Min = func() fyne.Size { return fyne.NewSize(tabWidth(t.Picked()), 36) }
	return r
}
