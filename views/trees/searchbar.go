package trees

import (
	"cmp"
	"fmt"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A SearchBar finds rows by name or annotation while the user types. Enter goes to the next match,
// Shift+Enter to the previous one, Esc ends the search.
type SearchBar struct {
	widget.BaseWidget
	// OnClose is called when the search ends, after the text was cleared.
	OnClose func()

	tree       *View
	entry      *searchEntry
	count      *controls.Line
	back, next *controls.Link
	shut       *controls.Link
}

type searchEntry struct {
	widget.Entry
	bar   *SearchBar
	shift bool
}

// AccessibilityLabel implements fyne.Accessible.
func (e *searchEntry) AccessibilityLabel() string { return "find rows: " + cmp.Or(e.Text, "empty") }

// AccessibilityRole implements fyne.Accessible.
func (e *searchEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// NewSearchBar returns the search of a tree.
func NewSearchBar(t *View) *SearchBar {
	s := &SearchBar{tree: t, count: controls.NewTextLine("", look.SizeSmall, false, look.Muted, 30)}
	s.entry = &searchEntry{bar: s}
	s.entry.ExtendBaseWidget(s.entry)
	s.entry.SetPlaceHolder("Name or annotation")
	s.entry.OnChanged = func(text string) {
		s.tree.Walk.Search(text)
		s.Follow()
	}
	s.back = controls.NewLink("‹", func() { s.step(-1) })
	s.next = controls.NewLink("›", func() { s.step(1) })
	s.shut = controls.NewLink("×", s.Close)
	for _, l := range []*controls.Link{s.back, s.next, s.shut} {
		l.Quiet, l.TextSize, l.Padding, l.Tall = true, 16, 6, 30
	}
	s.ExtendBaseWidget(s)
	s.Follow()
	return s
}

// TypedKey is part of fyne.Focusable.
func (e *searchEntry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape:
		e.bar.Close()
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown:
		if e.shift {
			e.bar.step(-1)
			return
		}
		e.bar.step(1)
	case fyne.KeyUp:
		e.bar.step(-1)
	default:
		e.Entry.TypedKey(k)
	}
}

// KeyDown is part of desktop.Keyable.
func (e *searchEntry) KeyDown(k *fyne.KeyEvent) {
	if k.Name == desktop.KeyShiftLeft || k.Name == desktop.KeyShiftRight {
		e.shift = true
	}
	e.Entry.KeyDown(k)
}

// KeyUp is part of desktop.Keyable.
func (e *searchEntry) KeyUp(k *fyne.KeyEvent) {
	if k.Name == desktop.KeyShiftLeft || k.Name == desktop.KeyShiftRight {
		e.shift = false
	}
	e.Entry.KeyUp(k)
}

// FocusLost is part of fyne.Focusable.
func (e *searchEntry) FocusLost() {
	e.shift = false
	e.Entry.FocusLost()
}

func (s *SearchBar) step(d int) {
	s.tree.Walk.NextMatch(d)
	s.Follow()
}

// Open takes the keyboard.
func (s *SearchBar) Open() {
	s.Show()
	s.Follow()
	// The entry has no canvas until it is painted for the first time.
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.tree.view); c != nil {
		c.Focus(s.entry)
	}
}

// Close ends the search and gives the keyboard to the tree.
func (s *SearchBar) Close() {
	s.entry.SetText("")
	s.tree.Walk.Search("")
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.tree.view); c != nil {
		c.Focus(s.tree.view)
	}
	if s.OnClose != nil {
		s.OnClose()
	}
}

// Follow brings the text and the count up to date, such as after an undo.
func (s *SearchBar) Follow() {
	text := s.tree.State().Search
	if s.entry.Text != text {
		changed := s.entry.OnChanged
		s.entry.OnChanged = nil
		s.entry.SetText(text)
		s.entry.OnChanged = changed
	}
	at, n := s.tree.Walk.Matches()
	label := ""
	switch {
	case text == "":
	case n == 0:
		label = "no match"
	case at >= 0:
		label = fmt.Sprintf("%s of %s", plotting.FormatCount(at+1), plotting.FormatCount(n))
	default:
		label = plotting.Plural(n, "match")
	}
	s.count.Set(label, "")
	s.back.Set("‹", n == 0)
	s.next.Set("›", n == 0)
}

// CreateRenderer is part of fyne.Widget.
func (s *SearchBar) CreateRenderer() fyne.WidgetRenderer {
	parts := []fyne.CanvasObject{s.entry, s.count, s.back, s.next, s.shut}
	return &controls.Renderer{Parts: parts, Lay: s.lay,
		Min: func() fyne.Size { return fyne.NewSize(260, max(30, s.entry.MinSize().Height)) },
		Paint: func() {
			for _, o := range parts {
				o.Refresh()
			}
		}}
}

func (s *SearchBar) lay(size fyne.Size) {
	const counts = 74
	x := size.Width
	for _, o := range []fyne.CanvasObject{s.shut, s.next, s.back} {
		w := o.MinSize().Width
		x -= w
		controls.Place(o, x, 0, w, size.Height)
	}
	x -= counts + 4
	controls.Place(s.count, x, 0, counts, size.Height)
	h := s.entry.MinSize().Height
	controls.Place(s.entry, 0, (size.Height-h)/2, max(x-8, 40), h)
}
