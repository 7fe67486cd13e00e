package trees

import (
	"image/color"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// mostListed limits how many groups are listed one by one. Where there are more than mostAtFirst the rest waits for a
// click.
const (
	mostListed  = 40
	mostAtFirst = 12
)

// A GroupList lists the groups of a tree: colour, name, number of leaves and, where there are
// draws, the mean probability that they belong to the group. A click selects a group; a click on the
// selected one, on a colour, a double click or F2 opens its name and the hex of its colour for editing. It gets the
// groups as values and changes nothing itself. Make one with [NewGroupList].
type GroupList struct {
	widget.BaseWidget
	// OnError receives an error about a typed colour.
	OnError func(err error)

	wishes GroupWishes
	groups []beside.Group
	chosen []int       // the selected rows
	shares [][]float64 // the probability that each row belongs to each group; nil for unknown
	Box    *fyne.Container
	rows   []*groupRow
	more   *controls.Line
	unfold *controls.Link
	all    bool // those beyond mostAtFirst are listed too
	edited int  // index of the row being edited, −1 for none
	editor *groupEditor
}

// GroupWishes are the requests of a [GroupList], by the number of a group. All but Table are required.
type GroupWishes struct {
	Select func(i int)
	Name   func(i int, name string)
	Colour func(i int, hex string) error
	Remove func(i int)
	Table  func(i int) // asks for a table of its rows
}

// Wishes returns the wishes that a view of trees fulfils itself.
func (gs *Groups) Wishes() GroupWishes {
	return GroupWishes{Select: gs.Select, Name: gs.Name, Colour: gs.Colour, Remove: gs.Remove, Table: func(i int) {
		if gs.Select(i); gs.t.OnTable != nil {
			gs.t.OnTable()
		}
	}}
}

// NewGroupList returns a list without groups.
func NewGroupList(w GroupWishes) *GroupList {
	g := &GroupList{wishes: w, edited: -1, Box: controls.Stack(0),
		more: controls.NewTextLine("", look.SizeSmall, false, look.Muted, 26)}
	g.unfold = controls.NewLink("", func() { g.all = !g.all; g.list() })
	g.ExtendBaseWidget(g)
	return g
}

// listed returns how many groups are listed one by one.
func (g *GroupList) listed() int {
	if n := len(g.groups); g.all || n <= mostAtFirst+1 { // a line for one more is no shorter
		return min(n, mostListed)
	}
	return mostAtFirst
}

// CreateRenderer is part of fyne.Widget.
func (g *GroupList) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(g.Box) }

// Follow shows the groups of a tree.
func (g *GroupList) Follow(f drawn.Shown) {
	g.groups, g.chosen, g.shares = f.State.Groups, f.State.Selection.Rows, f.Membership
	g.list()
}

// list puts the groups on the screen.
func (g *GroupList) list() {
	if g.edited >= len(g.groups) {
		g.edited = -1
	}
	listed := g.listed()
	for len(g.rows) < listed {
		g.rows = append(g.rows, newGroupRow(g, len(g.rows)))
	}
	objects := make([]fyne.CanvasObject, 0, listed+1)
	for i, group := range g.groups[:listed] {
		if i == g.edited && g.editor != nil {
			objects = append(objects, g.editor)
			continue
		}
		r := g.rows[i]
		r.group, r.sure = group, ""
		if g.shares != nil {
			r.sure = plotting.FormatPercent(groupCertainty(g.shares, group.Rows, i))
		}
		r.chosen = len(g.chosen) > 0 && study.IndexOf([][]int{study.SetOf(group.Rows)}, g.chosen) == 0
		r.Refresh()
		objects = append(objects, r)
	}
	if more := len(g.groups) - mostListed; more > 0 && g.all {
		g.more.Set("and "+plotting.FormatCount(more)+" more", "")
		objects = append(objects, g.more)
	}
	if len(g.groups) > mostAtFirst+1 {
		text := "Show all " + plotting.FormatCount(len(g.groups)) + " groups"
		if g.all {
			text = "Show fewer groups"
		} else if len(g.groups) > mostListed {
			text = "Show more of the " + plotting.FormatCount(len(g.groups)) + " groups"
		}
		g.unfold.Set(text, false)
		objects = append(objects, g.unfold)
	}
	g.Box.Objects = objects
	g.Box.Refresh()
	g.Refresh()
}

// Edit opens the name and colour of a group for editing.
func (g *GroupList) Edit(i int) {
	if i < 0 || i >= min(len(g.groups), mostListed) {
		return
	}
	g.all = g.all || i >= g.listed()
	g.edited = i
	g.editor = newGroupEditor(g, i, g.groups[i])
	g.list()
	if c := fyne.CurrentApp().Driver().CanvasForObject(g); c != nil {
		c.Focus(g.editor.name)
		g.editor.name.TypedShortcut(&fyne.ShortcutSelectAll{}) // typing replaces it
	}
}

// commit applies the typed name and colour. If the colour is invalid the editor stays open.
func (g *GroupList) commit() {
	e, i := g.editor, g.edited
	if e == nil || i < 0 {
		return
	}
	if err := g.wishes.Colour(i, e.hex.Text); err != nil {
		e.swatch.StrokeColor = theme.Color(theme.ColorNameError)
		e.swatch.Refresh()
		if g.OnError != nil {
			g.OnError(err)
		}
		return
	}
	g.wishes.Name(i, e.name.Text)
	g.cancel()
}

func (g *GroupList) cancel() {
	g.edited, g.editor = -1, nil
	g.list()
}

// A groupRow is one group that is not being edited.
type groupRow struct {
	widget.BaseWidget
	controls.Touch
	list   *GroupList
	index  int
	group  beside.Group
	sure   string // how surely its rows belong together, in the mean; "" where not known
	chosen bool
	swatch *canvas.Rectangle
	ground *canvas.Rectangle
	name   *controls.Line
}

var (
	_ fyne.Tappable       = (*groupRow)(nil)
	_ fyne.DoubleTappable = (*groupRow)(nil)

	_ fyne.SecondaryTappable = (*groupRow)(nil)
	_ fyne.Focusable         = (*groupRow)(nil)
	_ desktop.Hoverable      = (*groupRow)(nil)
)

func newGroupRow(g *GroupList, i int) *groupRow {
	r := &groupRow{list: g, index: i, swatch: canvas.NewRectangle(color.Transparent),
		ground: canvas.NewRectangle(color.Transparent), name: controls.NewLine("", "")}
	r.swatch.CornerRadius, r.ground.CornerRadius, r.ground.StrokeWidth = 3, 4, 0
	r.Attend(r)
	r.ExtendBaseWidget(r)
	return r
}

func (r *groupRow) Tapped(e *fyne.PointEvent) {
	if e != nil && (e.Position.X < 24 || r.chosen) {
		r.list.Edit(r.index)
		return
	}
	r.list.wishes.Select(r.index)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *groupRow) TappedSecondary(e *fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(r); c != nil {
		widget.ShowPopUpMenuAtPosition(r.menu(), c, e.AbsolutePosition)
	}
}

// menu lists the commands for a group.
func (r *groupRow) menu() *fyne.Menu {
	w := r.list.wishes
	items := []*fyne.MenuItem{fyne.NewMenuItem("Select", func() { w.Select(r.index) }),
		fyne.NewMenuItem("Rename or recolour…", func() { r.list.Edit(r.index) })}
	if w.Table != nil {
		items = append(items, fyne.NewMenuItem("New table from this group…", func() { w.Table(r.index) }))
	}
	return fyne.NewMenu("", append(items, fyne.NewMenuItem("Remove", func() { w.Remove(r.index) }))...)
}

func (r *groupRow) DoubleTapped(*fyne.PointEvent) { r.list.Edit(r.index) }
func (r *groupRow) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		r.Tapped(nil)
	case fyne.KeyF2:
		r.list.Edit(r.index)
	case fyne.KeyM:
		r.TappedSecondary(&fyne.PointEvent{AbsolutePosition: fyne.CurrentApp().Driver().AbsolutePositionForObject(r)})
	case fyne.KeyDelete, fyne.KeyBackspace:
		r.list.wishes.Remove(r.index)
	}
}

func (r *groupRow) MinSize() fyne.Size { return fyne.NewSize(80, 26) }

func (r *groupRow) CreateRenderer() fyne.WidgetRenderer {
	return &controls.Renderer{Parts: []fyne.CanvasObject{r.ground, r.swatch, r.name}, Lay: r.lay, Min: r.MinSize,
		Paint: r.paint}
}

func (r *groupRow) paint() {
	r.swatch.FillColor = r.group.Colour
	r.name.LeftRole, r.name.RightRole = look.Ink, look.Muted
	if r.chosen {
		r.name.LeftRole = look.MarkText
	}
	r.name.Left, r.name.Right = r.group.Name, plotting.FormatCount(len(r.group.Rows))
	if r.sure != "" {
		r.name.Right += " · " + r.sure
	}
	r.ground.FillColor, r.ground.StrokeWidth = color.Transparent, 0
	if r.Hovered() {
		r.ground.FillColor = theme.Color(theme.ColorNameHover)
	}
	if r.Focused() {
		r.ground.StrokeColor, r.ground.StrokeWidth = theme.Color(theme.ColorNamePrimary), 1.5
	}
	r.name.Refresh()
}

func (r *groupRow) lay(size fyne.Size) {
	controls.Place(r.ground, -6, 0, size.Width+12, size.Height)
	controls.Place(r.swatch, 0, (size.Height-12)/2, 12, 12)
	controls.Place(r.name, 22, 0, size.Width-22, size.Height)
}

// groupCertainty returns the mean probability that the rows of a group belong to it.
func groupCertainty(membership [][]float64, rows []int, group int) float64 {
	sum := 0.0
	for _, r := range rows {
		sum += membership[r][group]
	}
	return sum / float64(len(rows))
}
