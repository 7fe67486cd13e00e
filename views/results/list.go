package results

import (
	"slices"
	"strconv"

	"example.org/espalier/inference/study"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A List shows the results of the tables of a study, those of the open table first and the newest first. It is one
// stop of the keyboard: Up and Down go from result to result, Return shows one, B shows it in the second pane, F2
// renames it in its place, D duplicates it, Delete removes it, and the menu key or M lists all of that. A click on
// the name of the result shown renames it too. A result can be dragged out of the list. Make one with [NewList].
type List struct {
	widget.BaseWidget
	// Do holds the wishes of the user.
	Do Wishes
	// Resized is called after the height of the list changed by itself; nil does nothing.
	Resized func()

	entries []Entry
	rows    []*row
	at      int     // the result that keys act on
	width   float32 // of the rows
	focused bool
	box     *fyne.Container
	whole   bool // all results are in sight, as the user asked
	most    int  // how many are in sight until then
	more    *controls.Link
	empty   *controls.Paragraph
}

// Wishes are the requests of the list to the window. A nil wish is not offered.
type Wishes struct {
	Show, Beside, Rename, Duplicate, Remove, Stop func(id study.ResultID)
	// Name names a result as was typed in its place; "" for the usual name. Rename asks for a note, too.
	Name func(id study.ResultID, name string)
	// Carry is called for a result that is dragged over a place of the canvas and, at the end, dropped
	// there.
	Carry func(id study.ResultID, at fyne.Position, dropped bool)
}

// edge is the margin of a row around its text.
const edge float32 = 6

// MostRows is how many results are in sight until the user asks for all, where there is room: the first ones, the one
// shown and the one that keys act on. The list does not scroll; its container does.
const MostRows = 4

// SetMost shows so many results until the user asks for all, and reports whether that is another number than before.
// The container of the list then has to be laid out again.
func (l *List) SetMost(n int) bool {
	if n == l.most {
		return false
	}
	l.most = n
	l.mark()
	return true
}

// gap lies between two results.
const gap float32 = 2

var (
	_ fyne.Focusable  = (*List)(nil)
	_ fyne.Accessible = (*List)(nil)
)

// NewList returns an empty list of a width.
func NewList(width float32) *List {
	l := &List{width: width + 2*edge, box: controls.Stack(gap), most: MostRows,
		empty: controls.NewParagraph("Runs of this table are listed here.", width, look.SizeSmall, look.Muted)}
	l.more = controls.NewLink("", func() { l.whole = !l.whole; l.mark(); l.resized() })
	l.ExtendBaseWidget(l)
	l.Set(nil)
	return l
}

// Entries returns the entries shown, the newest first.
func (l *List) Entries() []Entry { return l.entries }

// Set shows results, the newest first. It reports whether the height of the list changed.
func (l *List) Set(entries []Entry) bool {
	before, kept := l.MinSize().Height, study.ResultID(0)
	if l.at < len(l.entries) {
		kept = l.entries[l.at].ID
	}
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
	controls.Show(l.box, len(entries) > 0)
	controls.Show(l.empty, len(entries) == 0)
	after := l.MinSize().Height
	if after != before {
		l.Refresh()
	}
	return after != before
}

// CreateRenderer is part of fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(controls.Inset(edge, 0, edge, 0, l.empty),
		controls.Stack(gap, l.box, controls.Inset(edge, 0, edge, 0, l.more))))
}

// MinSize has room for the results in sight.
func (l *List) MinSize() fyne.Size {
	if len(l.entries) == 0 {
		return l.empty.MinSize()
	}
	height := l.box.MinSize().Height
	if l.more.Visible() {
		height += gap + l.more.MinSize().Height
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

// mark shows which result the keys act on, and which are in sight.
func (l *List) mark() {
	for i, r := range l.rows {
		acts := l.focused && i == l.at
		r.set(l.entries[i], acts)
		controls.Show(r, l.whole || i < l.most || acts || l.entries[i].Shown)
	}
	text := "Show all " + strconv.Itoa(len(l.rows))
	if l.whole {
		text = "Show fewer"
	}
	l.more.Set(text, false)
	controls.Show(l.more, len(l.rows) > l.most)
}

// resized lays out the container of the list again.
func (l *List) resized() {
	controls.Relayout(l.box)
	l.Refresh()
	if l.Resized != nil {
		l.Resized()
	}
}

// goTo has keys act on another result, which comes into sight.
func (l *List) goTo(i int) {
	before := l.MinSize().Height
	l.at = i
	l.mark()
	if l.MinSize().Height != before {
		l.resized()
	}
	controls.Reveal(l.rows[i])
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
		l.goTo(max(0, l.at-1))
	case fyne.KeyDown:
		l.goTo(min(len(l.entries)-1, l.at+1))
	case fyne.KeyHome:
		l.goTo(0)
	case fyne.KeyEnd:
		l.goTo(len(l.entries) - 1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		ask(l.Do.Show, id)
	case fyne.KeyF2:
		l.edit(l.at)
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

// Menu lists the commands for a result.
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
	return fyne.NewMenu("", item("Show", l.Do.Show, e.Shown),
		item(beside, l.Do.Beside, false), fyne.NewMenuItemSeparator(),
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
	// two of the title, one of the settings, two of how it ended, the note; some may be empty
	lines       [6]*canvas.Text
	height      float32 // that the lines need
	more, head  *canvas.Text
	name        *controls.Field // while it is being renamed
	track, done *canvas.Rectangle
}
