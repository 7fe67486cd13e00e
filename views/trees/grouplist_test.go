package trees

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

func TestGroupList(t *testing.T) {
	s, v := treeStage(t, "iris")
	g := NewGroupList(v.Groups.Wishes())
	v.OnState = func(drawn.State) { g.Follow(v.Source()) }
	s.Show(container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(220, 300), g), v), 1000, 700)
	v.Groups.CutInto(3)
	row := g.rows[1]
	if row.group.Name != v.State().Groups[1].Name {
		t.Fatalf("%+v", row.group)
	}
	row.Tapped(viewstest.Point(100, 10))
	if !slices.Equal(v.State().Selection.Rows, study.SetOf(v.State().Groups[1].Rows)) || !row.chosen || g.rows[0].chosen {
		t.Error("a click does not select the group")
	}
	row.Tapped(viewstest.Point(5, 10)) // on the colour
	if g.editor == nil || s.Win.Canvas().Focused() != g.editor.name {
		t.Fatal("the colour does not open the editor")
	}
	if text := g.editor.name.SelectedText(); text != v.State().Groups[1].Name {
		t.Errorf("typing would replace %q of the name", text)
	}
	var failed error
	g.OnError = func(err error) { failed = err }
	g.editor.name.SetText("middle")
	g.editor.hex.SetText("blue")
	g.editor.hex.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if failed == nil || g.editor == nil {
		t.Error("blue was taken for a colour")
	}
	g.editor.hex.SetText("#00f")
	g.editor.hex.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := v.State().Groups[1]; got.Name != "middle" || got.Colour != plotting.Hex(0x0000FF) || g.editor != nil {
		t.Errorf("%+v", got)
	}
	row.Tapped(viewstest.Point(5, 10))
	patch := g.editor.colour[11] // a paler one
	patch.Tapped(nil)
	if got := v.State().Groups[1].Colour; got != patch.Colour || g.editor != nil {
		t.Errorf("picked, the colour is %v", got)
	}
	row.DoubleTapped(nil)
	g.editor.name.SetText("other")
	g.editor.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if v.State().Groups[1].Name != "middle" || g.editor != nil {
		t.Error("Esc takes the change over")
	}
	row.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if len(v.State().Groups) != 2 || len(g.Box.Objects) != 2 {
		t.Errorf("%d groups are left", len(v.State().Groups))
	}
	v.Undo()
	if len(g.Box.Objects) != 3 {
		t.Error("undone, the group is not listed")
	}
	v.Groups.CutAtTime(0.9999)
	n := len(v.State().Groups)
	if n <= mostListed || len(g.Box.Objects) != mostAtFirst+1 {
		t.Errorf("%d groups are %d lines at first", n, len(g.Box.Objects))
	}
	g.unfold.Tapped(nil)
	if len(g.Box.Objects) != mostListed+2 || !strings.Contains(g.more.Left, plotting.FormatCount(n-mostListed)) {
		t.Errorf("%d groups are %d lines, %q", n, len(g.Box.Objects), g.more.Left)
	}
	g.unfold.Tapped(nil)
	if len(g.Box.Objects) != mostAtFirst+1 {
		t.Errorf("folded, there are %d lines", len(g.Box.Objects))
	}
	g.Edit(mostAtFirst + 3) // one of the rest
	if g.editor == nil || len(g.Box.Objects) != mostListed+2 {
		t.Errorf("a group that is folded away is edited among %d lines", len(g.Box.Objects))
	}
	g.cancel()
	row.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	v.Groups.Clear() // while one is edited
	if len(g.Box.Objects) != 0 {
		t.Error("groups are left")
	}
}

// The menu of a group renames it, makes a table of it and removes it; that of the tree offers the same of what is
// selected.
func TestMenusOfGroups(t *testing.T) {
	s, v := treeStage(t, "iris")
	tables, renamed := 0, -1
	v.OnTable, v.OnRename = func() { tables++ }, func(g int) { renamed = g }
	g := NewGroupList(v.Groups.Wishes())
	v.OnState = func(drawn.State) { g.Follow(v.Source()) }
	s.Show(container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(220, 300), g), v), 1000, 700)
	v.Groups.CutInto(3)
	press := func(m *fyne.Menu, label string) {
		t.Helper()
		for _, i := range m.Items {
			if strings.HasPrefix(i.Label, label) {
				i.Action()
				return
			}
		}
		t.Errorf("the menu lacks %q", label)
	}
	press(g.rows[1].menu(), "New table")
	if rows := v.State().Selection.Rows; tables != 1 || !slices.Equal(rows, study.SetOf(v.State().Groups[1].Rows)) {
		t.Errorf("%d tables are asked for, of %d rows", tables, len(rows))
	}
	press(g.rows[1].menu(), "Rename")
	if g.editor == nil || g.edited != 1 {
		t.Error("the editor does not open")
	}
	g.cancel()
	menu := func() *fyne.Menu { return v.Menu(plotting.Mark{}, false, fyne.NewPos(0, 0)) }
	press(menu(), "New table")
	press(menu(), "Rename "+v.State().Groups[1].Name)
	if tables != 2 || renamed != 1 {
		t.Errorf("%d tables are asked for, group %d is renamed", tables, renamed)
	}
	press(g.rows[1].menu(), "Remove")
	if len(v.State().Groups) != 2 {
		t.Errorf("%d groups", len(v.State().Groups))
	}
}
