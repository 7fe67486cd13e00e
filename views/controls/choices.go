package controls

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	look "example.org/espalier/views/theme"
)

// A choiceList is the open list of a Picker. It has the focus while it is open:
// arrows move, Return picks, letters jump, Escape closes.
type choiceList struct {
	widget.BaseWidget
	items  []*choice
	at     int
	popup  *widget.PopUp
	scroll *container.Scroll
	picked func(string)
	typed  string
}

// openChoices lists options under o.
func openChoices(o fyne.CanvasObject, options []Option, value string, picked func(string)) *choiceList {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	l := &choiceList{picked: picked}
	width := o.Size().Width
	notes := false
	for _, x := range options {
		notes = notes || x.Note != ""
		width = max(width, measure(x.Title, look.SizeBody, fyne.TextStyle{Bold: true}).Width+44+roomOfColours(x))
	}
	if notes {
		width = max(width, 340)
	}
	for i, x := range options {
		first := x.Head != "" && (i == 0 || options[i-1].Head != x.Head)
		l.items = append(l.items, newChoice(l, i, x, x.Value == value, first, width))
		if x.Value == value {
			l.at = i
		}
	}
	l.ExtendBaseWidget(l)
	l.scroll = container.NewVScroll(l)
	height := l.MinSize().Height
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	room := c.Size()
	below := room.Height - at.Y - o.Size().Height - 16
	above := at.Y - 16
	y := at.Y + o.Size().Height + 2
	if height > below && above > below {
		height = min(height, above)
		y = at.Y - height - 10
	} else {
		height = min(height, max(below, 80))
	}
	l.popup = widget.NewPopUp(l.scroll, c)
	x := min(at.X, room.Width-width-16)
	l.popup.ShowAtPosition(fyne.NewPos(max(0, x), y))
	l.popup.Resize(fyne.NewSize(width+8, height+8))
	l.items[l.at].Refresh()
	c.Focus(l)
	l.reveal()
	return l
}

func (l *choiceList) pick(i int) {
	if l.items[i].option.Off {
		return
	}
	l.popup.Hide()
	l.picked(l.items[i].option.Value)
}

func (l *choiceList) move(to int) {
	to = max(0, min(len(l.items)-1, to))
	old := l.at
	l.at = to
	l.items[old].Refresh()
	l.items[to].Refresh()
	l.reveal()
}

func (l *choiceList) reveal() {
	item := l.items[l.at]
	top, bottom := item.Position().Y, item.Position().Y+item.Size().Height
	switch {
	case top < l.scroll.Offset.Y:
		l.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > l.scroll.Offset.Y+l.scroll.Size().Height:
		l.scroll.ScrollToOffset(fyne.NewPos(0, bottom-l.scroll.Size().Height))
	}
}

// FocusGained implements fyne.Focusable.
func (l *choiceList) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (l *choiceList) FocusLost() {}

// TypedRune jumps to the option whose short name equals the typed text or, if there is none, to the first whose short
// name or title begins with it. If no option begins with the typed text, it starts again from its last letter.
func (l *choiceList) TypedRune(r rune) {
	l.typed += strings.ToLower(string(r))
	for range 2 {
		at := slices.IndexFunc(l.items, func(c *choice) bool { return strings.ToLower(c.option.Value) == l.typed })
		if at < 0 {
			at = slices.IndexFunc(l.items, func(c *choice) bool { return c.begins(l.typed) })
		}
		if at >= 0 {
			l.move(at)
			return
		}
		l.typed = strings.ToLower(string(r))
	}
}

// begins reports whether a short name or title begins with a text in small letters.
func (c *choice) begins(text string) bool {
	return strings.HasPrefix(strings.ToLower(c.option.Value), text) ||
		strings.HasPrefix(strings.ToLower(c.option.Title), text)
}

// TypedKey implements fyne.Focusable.
func (l *choiceList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyDown:
		l.move(l.at + 1)
	case fyne.KeyUp:
		l.move(l.at - 1)
	case fyne.KeyHome:
		l.move(0)
	case fyne.KeyEnd:
		l.move(len(l.items) - 1)
	case fyne.KeySpace:
		if l.typed == "" || !slices.ContainsFunc(l.items,
			func(c *choice) bool { return c.begins(l.typed + " ") }) { // otherwise it is part of a title
			l.pick(l.at)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		l.pick(l.at)
	case fyne.KeyEscape:
		l.popup.Hide()
	}
}

// CreateRenderer implements fyne.Widget.
func (l *choiceList) CreateRenderer() fyne.WidgetRenderer {
	objects := make([]fyne.CanvasObject, len(l.items))
	for i, it := range l.items {
		objects[i] = it
	}
	s := stack{0}
	return &Renderer{
		Parts: objects, Paint: func() {},
		Lay: func(size fyne.Size) { s.Layout(objects, size) },
		Min: func() fyne.Size { return s.MinSize(objects) },
	}
}

// A choice is one line of the list.
type choice struct {
	widget.BaseWidget
	list   *choiceList
	index  int
	option Option
	now    bool
	first  bool // of its head
	width  float32
}

func newChoice(l *choiceList, i int, o Option, now, first bool, width float32) *choice {
	c := &choice{list: l, index: i, option: o, now: now, first: first, width: width}
	c.ExtendBaseWidget(c)
	return c
}

// Tapped implements fyne.Tappable.
func (c *choice) Tapped(*fyne.PointEvent) { c.list.pick(c.index) }

// MouseIn implements desktop.Hoverable.
func (c *choice) MouseIn(*desktop.MouseEvent) {
	old := c.list.at
	c.list.at = c.index
	c.list.items[old].Refresh()
	c.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (c *choice) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *choice) MouseOut() {}

// CreateRenderer implements fyne.Widget.
func (c *choice) CreateRenderer() fyne.WidgetRenderer {
	ground := box(4)
	title := NewText(c.option.Title, look.SizeBody, look.Ink)
	title.Style.Bold = c.now || c.option.Note != ""
	title.Fixed = 0
	switch {
	case c.now:
		title.Color = look.Accent
	case c.option.Off:
		title.Style.Bold, title.Color = false, look.Muted
	}
	note := NewParagraph(c.option.Note, c.width-24, look.SizeSmall, look.Muted)
	height, top := float32(26), float32(0)
	objects := []fyne.CanvasObject{ground, title}
	head := Head(c.option.Head)
	if c.first {
		objects = append(objects, head)
		top = 28
	}
	if c.option.Note != "" {
		objects = append(objects, note)
		height = 28 + note.MinSize().Height + 6
	}
	height += top
	strip := colourStrip(c.option.Colours)
	for _, r := range strip {
		objects = append(objects, r)
	}
	paint := func() {
		ground.FillColor = tone(look.Surface)
		if c.list.at == c.index && !c.option.Off {
			ground.FillColor = tone(look.FieldHover)
		}
	}
	paint()
	return &Renderer{
		Parts: objects, Paint: paint,
		Lay: func(s fyne.Size) {
			head.Move(fyne.NewPos(12, 10))
			head.Resize(head.MinSize())
			Place(ground, 0, top, s.Width, s.Height-top)
			title.Move(fyne.NewPos(12, top))
			h := float32(26)
			if c.option.Note != "" {
				h = 16
				title.Move(fyne.NewPos(12, top+7))
				note.Move(fyne.NewPos(12, top+27))
				note.Resize(note.MinSize())
			}
			title.Resize(fyne.NewSize(s.Width-24-roomOfColours(c.option), h))
			placeColours(strip, fyne.NewPos(s.Width-12-stripWidth, top+(26-stripHeight)/2))
		},
		Min: func() fyne.Size { return fyne.NewSize(c.width, height) },
	}
}

// Size of the strip of colours beside an option, and the gap before it.
const (
	stripWidth  float32 = 64
	stripHeight float32 = 12
	stripGap    float32 = 12
)

// roomOfColours returns the width that the strip of an option takes.
func roomOfColours(o Option) float32 {
	if len(o.Colours) == 0 {
		return 0
	}
	return stripWidth + stripGap
}

// colourStrip returns a patch for each colour.
func colourStrip(colours []color.Color) []*canvas.Rectangle {
	patches := make([]*canvas.Rectangle, len(colours))
	for i, c := range colours {
		patches[i] = canvas.NewRectangle(c)
	}
	return patches
}

// placeColours puts patches beside each other, without gaps between them.
func placeColours(patches []*canvas.Rectangle, at fyne.Position) {
	for i, r := range patches {
		from, to := stripEdge(i, len(patches)), stripEdge(i+1, len(patches))
		r.Move(at.AddXY(from, 0))
		r.Resize(fyne.NewSize(to-from, stripHeight))
	}
}

// stripEdge returns where patch i of n begins, on whole pixels.
func stripEdge(i, n int) float32 { return float32(int(stripWidth) * i / n) }
