package results

import (
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A List shows the results of the tables of a study, those of the open table first and the newest first. It
// is one stop of the keyboard: Up and
// Down go from result to result, Return shows one, B shows it in the second pane, F2 renames it,
// D duplicates it, Delete removes it, and the menu key or M lists all of that. A result can be dragged
// out of the list. Make one with [NewList].
type List struct {
	widget.BaseWidget
	// Do holds the wishes of the user.
	Do Wishes

	entries []Entry
	rows    []*row
	at      int     // the result that keys act on
	width   float32 // of the rows
	focused bool
	box     *fyne.Container
	scroll  *wheel
	empty   *controls.Paragraph
}

// Wishes are what the list asks of the window. A nil wish is not offered.
type Wishes struct {
	Show, Beside, Rename, Duplicate, Remove, Stop func(id study.ResultID)
	// Carry is called for a result that is dragged over a place of the canvas and, at the end, dropped
	// there.
	Carry func(id study.ResultID, at fyne.Position, dropped bool)
}

// edge is the margin of a row around its text.
const edge float32 = 6

// mostRows limits how many results are visible at once. Half of the last one shows, so that it is clear there are more.
const mostRows = 4

// gap lies between two results.
const gap float32 = 2

var (
	_ fyne.Focusable  = (*List)(nil)
	_ fyne.Accessible = (*List)(nil)
)

// NewList returns an empty list of a width.
func NewList(width float32) *List {
	l := &List{width: width + 2*edge, box: controls.Stack(gap), empty: controls.NewParagraph("Runs of this table are "+
		"listed here.", width, look.SizeSmall, look.Muted)}
	l.scroll = &wheel{of: l}
	l.scroll.Content, l.scroll.Direction = l.box, container.ScrollVerticalOnly
	l.scroll.ExtendBaseWidget(l.scroll)
	l.ExtendBaseWidget(l)
	l.Set(nil)
	return l
}

// A wheel scrolls the rows. At their end, and where all are in sight, what holds the list scrolls.
type wheel struct {
	container.Scroll
	of *List
}

// Scrolled implements fyne.Scrollable.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	before := w.Offset
	w.Scroll.Scrolled(e)
	if w.Offset == before {
		controls.PassWheel(w.of, e)
	}
}

// Entries returns what is shown, the newest first.
func (l *List) Entries() []Entry { return l.entries }

// Set shows results, the newest first, and scrolls to the one shown when that changed. It reports whether
// the height of the list changed.
func (l *List) Set(entries []Entry) bool {
	before, kept := l.MinSize().Height, study.ResultID(0)
	if l.at < len(l.entries) {
		kept = l.entries[l.at].ID
	}
	_, seen := l.shown()
	l.entries = entries
	heights := l.heights()
	l.at = max(0, slices.IndexFunc(entries, func(e Entry) bool { return e.ID == kept }))
	for len(l.rows) < len(entries) {
		l.rows = append(l.rows, newRow(l))
	}
	l.rows = l.rows[:len(entries)]
	l.mark()
	if !slices.Equal(heights, l.heights()) {
		l.box.Objects = nil
		for _, r := range l.rows {
			l.box.Objects = append(l.box.Objects, r)
		}
		l.box.Refresh()
	}
	controls.Show(l.scroll, len(entries) > 0)
	controls.Show(l.empty, len(entries) == 0)
	after := l.MinSize().Height
	if after != before {
		l.Refresh()
	}
	if i, now := l.shown(); now != seen && i >= 0 {
		if l.Size().Height != after {
			l.Resize(fyne.NewSize(l.Size().Width, after)) // what holds the list does so later
		}
		l.reveal(i)
	}
	return after != before
}

// CreateRenderer is part of fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(controls.Inset(edge, 0, edge, 0, l.empty), l.scroll))
}

// MinSize has room for as many results as are visible at once.
func (l *List) MinSize() fyne.Size {
	if len(l.entries) == 0 {
		return l.empty.MinSize()
	}
	height := float32(0)
	for i, r := range l.rows[:min(len(l.rows), mostRows)] {
		switch {
		case i == mostRows-1:
			height += gap + r.height/2
		case i > 0:
			height += gap + r.height
		default:
			height = r.height
		}
	}
	return fyne.NewSize(120, height)
}

// heights returns those of the rows.
func (l *List) heights() (list []float32) {
	for _, r := range l.rows {
		list = append(list, r.height)
	}
	return list
}

// AccessibilityLabel is part of fyne.Accessible.
func (l *List) AccessibilityLabel() string {
	if len(l.entries) == 0 {
		return "Results: none"
	}
	return "Results: " + l.entries[l.at].spoken()
}

// AccessibilityRole is part of fyne.Accessible.
func (l *List) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// FocusGained is part of fyne.Focusable.
func (l *List) FocusGained() {
	l.focused = true
	l.at = max(0, slices.IndexFunc(l.entries, func(e Entry) bool { return e.Shown }))
	controls.Reveal(l)
	l.mark()
}

// FocusLost is part of fyne.Focusable.
func (l *List) FocusLost() { l.focused = false; l.mark() }

// mark shows which result the keys act on.
func (l *List) mark() {
	for i, r := range l.rows {
		r.set(l.entries[i], l.focused && i == l.at)
	}
	if l.focused && l.at < len(l.rows) {
		l.reveal(l.at)
	}
}

// reveal scrolls a row into sight.
func (l *List) reveal(i int) {
	top := float32(0)
	for _, r := range l.rows[:i] {
		top += r.height + gap
	}
	bottom, height := top+l.rows[i].height, l.scroll.Size().Height
	switch seen := l.scroll.Offset.Y; {
	case top < seen:
		l.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > seen+height:
		l.scroll.ScrollToOffset(fyne.NewPos(0, bottom-height))
	}
}

// shown returns which row is of the result shown, and the result; -1 and 0 for none.
func (l *List) shown() (int, study.ResultID) {
	i := slices.IndexFunc(l.entries, func(e Entry) bool { return e.Shown })
	if i < 0 {
		return i, 0
	}
	return i, l.entries[i].ID
}

// TypedRune is part of fyne.Focusable.
func (l *List) TypedRune(r rune) {
	if l.at >= len(l.entries) {
		return
	}
	id := l.entries[l.at].ID
	switch r {
	case 'b', 'B':
		ask(l.Do.Beside, id)
	case 'd', 'D':
		ask(l.Do.Duplicate, id)
	case 'm', 'M':
		l.openMenu(l.at)
	}
}

// TypedKey is part of fyne.Focusable.
func (l *List) TypedKey(e *fyne.KeyEvent) {
	if l.at >= len(l.entries) {
		controls.PassOn(l, e)
		return
	}
	id := l.entries[l.at].ID
	switch e.Name {
	case fyne.KeyUp:
		l.at = max(0, l.at-1)
		l.mark()
	case fyne.KeyDown:
		l.at = min(len(l.entries)-1, l.at+1)
		l.mark()
	case fyne.KeyHome:
		l.at = 0
		l.mark()
	case fyne.KeyEnd:
		l.at = len(l.entries) - 1
		l.mark()
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		ask(l.Do.Show, id)
	case fyne.KeyF2:
		ask(l.Do.Rename, id)
	case fyne.KeyDelete, fyne.KeyBackspace:
		ask(l.Do.Remove, id)
	default:
		controls.PassOn(l, e)
	}
}

func ask(f func(study.ResultID), id study.ResultID) {
	if f != nil {
		f(id)
	}
}

// Menu lists what can be done with a result.
func (l *List) Menu(e Entry) *fyne.Menu {
	item := func(name string, f func(study.ResultID), off bool) *fyne.MenuItem {
		i := fyne.NewMenuItem(name, func() { ask(f, e.ID) })
		i.Disabled = f == nil || off
		return i
	}
	beside := "Show in second pane"
	if e.Beside {
		beside = "Close second pane"
	}
	return fyne.NewMenu("", item("Show", l.Do.Show, e.Shown), item(beside, l.Do.Beside, false), fyne.NewMenuItemSeparator(),
		item("Name and note…", l.Do.Rename, false), item("Duplicate with changes", l.Do.Duplicate, false),
		fyne.NewMenuItemSeparator(), item("Stop", l.Do.Stop, e.Done < 0), item("Remove", l.Do.Remove, false))
}

// openMenu opens the menu of a result under its row.
func (l *List) openMenu(i int) {
	on := fyne.CurrentApp().Driver().CanvasForObject(l)
	if on == nil || i >= len(l.rows) {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l.rows[i])
	widget.ShowPopUpMenuAtPosition(l.Menu(l.entries[i]), on, at.AddXY(l.rows[i].Size().Width-150,
		l.rows[i].top()+dotsHeight+4))
}

// Size of the small pictures, in units of the toolkit.
const (
	PictureWidth  float32 = 52
	PictureHeight float32 = 46
)

// A row is one result of a list.
type row struct {
	widget.BaseWidget
	of      *List
	entry   Entry
	marked  bool
	hovered bool
	carried study.ResultID // by a drag; 0 for none
	over    fyne.Position  // of the canvas, where the drag is

	ground, bar, ring *canvas.Rectangle
	frame             *canvas.Rectangle
	picture           *canvas.Image
	dot               *canvas.Circle
	lines             [6]*canvas.Text // two of the title, one of the settings, two of how it ended, the note; some may be empty
	height            float32         // that the lines need
	more, head        *canvas.Text
	track, done       *canvas.Rectangle
}
