package trees

import (
	"image/color"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// noColour means that a colour is to be chosen.
var noColour color.NRGBA

// RowsOf returns the rows that a mark stands for, in the figure that is on the screen:
// the leaves of a clade, or one row.
func (p *mouse) rowsOf(m plotting.Mark) []int {
	t := p.t
	f, _ := t.view.Shown()
	d, ok := f.(*dendro.Dendrogram)
	if !ok {
		return nil
	}
	if (m.Kind == plotting.CellMark || m.Kind == plotting.StripMark) && m.Row >= 0 {
		return []int{m.Row}
	}
	if m.Kind == plotting.GroupMark && m.Index >= 0 && m.Index < len(d.Groups) {
		return study.SetOf(d.Groups[m.Index].Rows)
	}
	if m.Kind == ink.LegendMark {
		return study.SetOf(m.Rows)
	}
	if m.Node >= 0 && m.Node < d.Tree.Tree().Nodes() {
		return study.SetOf(d.Tree.Leaves(m.Node))
	}
	if m.Row >= 0 {
		return []int{m.Row}
	}
	return nil
}

// clicked selects the mark clicked. With Shift or Ctrl it is added to the selection, or removed if it was selected.
func (p *mouse) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	t := p.t
	more := modifiers&(fyne.KeyModifierShift|screen.Ctrl) != 0
	if !ok || m.Kind == plotting.CutMark {
		if !more && !ok {
			t.Select(nil)
		}
		return
	}
	if columns := p.columnsOf(m); len(columns) > 0 {
		if more {
			columns = study.Toggled(t.State().Selection.Columns, columns)
		}
		t.SelectColumns(columns)
		return
	}
	rows := p.rowsOf(m)
	if len(rows) == 0 {
		return
	}
	if more {
		rows = study.Toggled(t.State().Selection.Rows, rows)
	}
	t.Select(rows)
}

// opened zooms to a clade, or expands a collapsed one.
func (p *mouse) opened(m plotting.Mark, ok bool) bool {
	t := p.t
	if !ok {
		return false
	}
	if columns := p.columnsOf(m); len(columns) > 1 {
		t.Clades.ToggleColumns(columns)
		return true
	}
	rows := p.rowsOf(m)
	if len(rows) == 0 {
		return false
	}
	if t.State().IsCollapsed(rows) {
		t.Clades.Expand(rows)
		return true
	}
	if len(rows) < 2 {
		return false
	}
	t.Walk.zoomTo(rows)
	return true
}

// dragCut moves the cut to the time under the pointer.
func (p *mouse) dragCut(at fyne.Position, _ bool) {
	t := p.t
	time, ok := p.timeAt(at)
	if ok && time > 0 && time < 1 && time != t.State().CutTime {
		t.Groups.CutAtTime(time)
	}
}

// menuAt shows the menu of the mark under a right click.
func (p *mouse) menuAt(m plotting.Mark, ok bool, at fyne.Position) {
	t := p.t
	c := fyne.CurrentApp().Driver().CanvasForObject(t.view)
	if c == nil || t.prepared() == nil {
		return
	}
	widget.ShowPopUpMenuAtPosition(t.Menu(m, ok, t.view.Pointer()), c, at)
}

// Menu returns the menu of a mark, at a place of the view; ok is false if there is no mark. A right
// click on something not selected selects it first.
func (t *View) Menu(m plotting.Mark, ok bool, at fyne.Position) *fyne.Menu {
	if rows := t.mouse.rowsOf(m); ok && len(rows) > 0 && m.Kind != plotting.CellMark &&
		len(study.Without(rows, t.State().Selection.Rows)) > 0 {
		t.Select(rows)
	}
	s := t.State()
	rows := s.Selection.Rows
	var items []*fyne.MenuItem
	add := func(on bool, label string, f func()) {
		i := fyne.NewMenuItem(label, f)
		i.Disabled = !on
		items = append(items, i)
	}
	line := func() {
		if len(items) > 0 && !items[len(items)-1].IsSeparator {
			items = append(items, fyne.NewMenuItemSeparator())
		}
	}
	if len(rows) > 0 {
		clade := len(rows) > 1 && t.IsClade(rows)
		if s.IsCollapsed(rows) {
			add(true, "Expand", func() { t.Clades.Expand(rows) })
		} else {
			add(clade, "Collapse", func() { t.Clades.Collapse(rows) })
		}
		add(clade, "Rotate", func() { t.Clades.Rotate(rows) })
		add(true, "Zoom to the selection", t.ZoomToSelection)
		add(true, "Select the clade above", t.Walk.Parent)
		line()
		add(true, "Copy "+plotting.Plural(len(rows), "name"), func() { t.CopyNames() })
		add(true, "Make a group…", t.AskGroup)
		if t.OnTable != nil {
			add(true, "New table from the selection…", t.OnTable)
		}
		line()
	}
	if columns := t.mouse.columnsOf(m); ok && len(columns) > 1 {
		label := "Collapse "
		if t.Clades.columnsCollapsed(columns) {
			label = "Expand "
		}
		add(true, label+plotting.Plural(len(columns), "column"), func() { t.Clades.ToggleColumns(columns) })
		add(true, "Select "+plotting.Plural(len(columns), "column"), func() { t.SelectColumns(columns) })
		line()
	}
	if time, over := t.mouse.timeAt(at); over {
		add(true, "Cut at "+plotting.FormatTimeOrHeight(time, t.of.Caption.Height), func() { t.Groups.CutAtTime(time) })
	}
	if g := study.GroupHolding(s.Groups, rows); g >= 0 {
		if t.OnRename != nil {
			add(true, "Rename "+s.Groups[g].Name+"…", func() { t.OnRename(g) })
		}
		add(true, "Remove "+s.Groups[g].Name, func() { t.Groups.Remove(g) })
	}
	if len(s.Groups) > 0 {
		add(true, "Remove all groups", t.Groups.Clear)
	}
	line()
	if ok && m.Column >= 0 && t.of.Data != nil && m.Column < len(t.of.Data.Columns) {
		name := t.of.Data.Columns[m.Column]
		add(true, "Order by "+name, func() { t.Clades.OrderByColumn(name) })
	}
	add(true, "Ladderize", t.Clades.Ladderize)
	add(s.Order != study.Ordering{} || len(s.Rotated) > 0, "Order as found", t.Clades.OrderAsFound)
	add(len(s.Collapsed)+len(s.ColumnsShut) > 0, "Expand all", t.Clades.ExpandAll)
	if s.Heat && t.of.CanJoinColumns() {
		add(true, shown(t.of.ColumnsOrder(s.Look) != plotting.TreeOrder)+" the tree of the columns",
			func() { t.chooses('J') })
	}
	line()
	add(!t.view.Window().IsAll(), "Fit", t.Fit)
	if k := t.Keeper; k != nil {
		undo, redo := k.UndoName(), k.RedoName()
		add(undo != "", undoText("Undo", undo), t.undo)
		add(redo != "", undoText("Redo", redo), t.redo)
	}
	return fyne.NewMenu("", items...)
}

// undoText joins a verb and its object.
func undoText(verb, what string) string {
	if what == "" {
		return verb
	}
	return verb + " " + what
}
