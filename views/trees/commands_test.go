package trees

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// TestEveryKeyOfTheTable presses each key of the help and looks at what it does.
func TestEveryKeyOfTheTable(t *testing.T) {
	s, v := treeStage(t, "iris")
	tr := v.Tree()
	node, rows := viewstest.CladeOf(t, tr, 8, 20)
	w := v.Trees()[0]
	v.SetTrees([]forest.Weighted{w, w, w})
	searched, helped, copied := 0, 0, ""
	v.OnSearch = func() { searched++ }
	v.OnHelp = func() { helped++ }
	v.OnCopy = func(names []string) { copied = strings.Join(names, "\n") + "\n" }
	clean := drawn.NewState([]string{"species"}).WithSelection(rows)
	selected := func(u int) func() bool {
		return func() bool { return slices.Equal(v.State().Selection.Rows, study.SetOf(tr.LeavesBelow(u))) }
	}
	parent := tr.Parent[node]
	siblings := tr.Children[parent]
	first, last := siblings[0], siblings[len(siblings)-1]
	groups := clean.WithGroups(nil, 0)
	cut := func() { v.Groups.CutInto(3) }
	draws := func(at int) func() {
		return func() {
			v.SetSamples(viewstest.Noisy(v.Data(), 1, 30, 0.2), 0)
			if at >= 0 {
				v.Draws.ShowAt(at)
			}
		}
	}
	draw := func(want int) func() bool {
		return func() bool {
			i, _ := v.Draws.At()
			v.SetSamples(nil, 0)
			return i == want
		}
	}
	checks := map[string]struct {
		before func()
		ok     func() bool
	}{
		"A":       {nil, selected(parent)},
		"Alt+←":   {nil, selected(parent)},
		"Alt+→":   {nil, selected(tr.Children[node][0])},
		"Alt+↓":   {func() { v.Select(tr.LeavesBelow(first)) }, selected(siblings[1])},
		"Alt+↑":   {func() { v.Select(tr.LeavesBelow(last)) }, selected(siblings[len(siblings)-2])},
		"Enter":   {nil, selected(tr.Top)},
		"Space":   {nil, selected(tr.Top)},
		"Esc":     {nil, func() bool { return len(v.State().Selection.Rows) == 0 }},
		"Ctrl+A":  {nil, selected(tr.Top)},
		"Ctrl+C":  {nil, func() bool { return strings.Count(copied, "\n") == len(rows) }},
		"C":       {nil, func() bool { return v.State().IsCollapsed(rows) }},
		"E":       {func() { v.Clades.Collapse(rows) }, func() bool { return len(v.State().Collapsed) == 0 }},
		"R":       {nil, func() bool { return len(v.State().Rotated) == 1 }},
		"L":       {nil, func() bool { return v.State().Order.Kind == study.Ladder }},
		"O":       {func() { v.Clades.Ladderize() }, func() bool { return v.State().Order.Kind == study.AsFound }},
		"D":       {nil, func() bool { return v.State().Shape == dendro.Circular }},
		"I":       {nil, func() bool { return v.State().Intervals }},
		"H":       {nil, func() bool { return !v.State().Heat }},
		"J":       {nil, func() bool { return v.State().ColumnsOrder == plotting.TreeOrder }},
		"B":       {nil, func() bool { return v.State().Best == 1 }},
		"Shift+B": {func() { v.Choose("best", "3") }, func() bool { return v.State().Best == 1 }},
		".":       {draws(-1), draw(29)},
		",":       {draws(12), draw(11)},
		">":       {draws(12), draw(22)},
		"<":       {draws(5), draw(0)},
		"K": {draws(12), func() bool {
			c := v.Draws.Choice()
			v.SetSamples(nil, 0)
			return c == drawn.Standing()[0]
		}},
		"S": {draws(-1), func() bool { v.SetSamples(nil, 0); return v.State().Support == dendro.SupportLabels }},
		"W": {draws(-1), func() bool { v.SetSamples(nil, 0); return v.State().Behind }},
		"G": {nil, func() bool { return len(v.State().Groups) == 3 }},
		"T": {nil, func() bool { return len(v.State().Groups) == 3 }},
		"]": {cut, func() bool { return len(v.State().Groups) > 3 }},
		"[": {cut, func() bool { return len(v.State().Groups) == 2 }},
		"M": {nil,
			func() bool { return len(v.State().Groups) == 1 && slices.Equal(v.State().Groups[0].Rows, rows) }},
		"/":      {nil, func() bool { return searched == 1 }},
		"Ctrl+F": {nil, func() bool { return searched == 2 }},
		"N": {func() { v.Walk.Search("virginica") },
			func() bool { return v.State().Match == 0 && len(v.State().Selection.Rows) == 1 }},
		"P":            {func() { v.Walk.Search("virginica") }, func() bool { return v.State().Match == 49 }},
		"Ctrl+Z":       {func() { v.Clades.Rotate(rows) }, func() bool { return len(v.State().Rotated) == 0 }},
		"Ctrl+Y":       {func() { v.Clades.Rotate(rows); v.Undo() }, func() bool { return len(v.State().Rotated) == 1 }},
		"Z":            {nil, func() bool { return !v.view.Window().IsAll() }},
		"?":            {nil, func() bool { return helped == 1 }},
		"Ctrl+Shift+Z": {},
	}
	seen := 0
	for _, c := range Shortcuts() {
		for _, keys := range strings.Split(c.Keys, ", ") {
			check, ok := checks[keys]
			if !ok {
				t.Errorf("%s (%s) has no check", keys, c.Title)
				continue
			}
			seen++
			v.SetState(groups)
			v.view.SetWindow(plotting.All)
			s.Settle(v.view)
			if check.before != nil {
				check.before()
			}
			viewstest.Press(v.view, keys)
			if !check.ok() {
				t.Errorf("%s does not %s: %+v", keys, c.Title, v.State())
			}
		}
	}
	if seen != len(checks)-1 {
		t.Errorf("%d keys of %d were pressed", seen, len(checks)-1)
	}
	v.SetState(groups)
	v.Clades.Rotate(rows)
	v.Undo()
	v.view.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: screen.Ctrl | fyne.KeyModifierShift})
	if len(v.State().Rotated) != 1 {
		t.Error("Ctrl+Shift+Z does not do it again")
	}
}

func TestMenu(t *testing.T) {
	s, v := treeStage(t, "iris")
	node, rows := viewstest.CladeOf(t, v.Tree(), 8, 20)
	at := place(t, v, node)
	v.view.TappedSecondary(&fyne.PointEvent{Position: at, AbsolutePosition: at})
	if !slices.Equal(v.State().Selection.Rows, rows) {
		t.Error("a right click does not select")
	}
	if s.Win.Canvas().Overlays().Top() == nil {
		t.Fatal("no menu is shown")
	}
	s.Keep("menu")
	do := func(m *fyne.Menu, label string) {
		t.Helper()
		for _, i := range m.Items {
			if i.Label == label {
				if i.Disabled {
					t.Errorf("%s cannot be chosen", label)
				}
				i.Action()
				return
			}
		}
		t.Errorf("no %q in the menu", label)
	}
	mark, ok := v.view.MarkAt(at)
	menu := func() *fyne.Menu { return v.Menu(mark, ok, at) }
	do(menu(), "Collapse")
	do(menu(), "Expand")
	do(menu(), "Rotate")
	do(menu(), "Undo rotate clade of "+plotting.FormatCount(len(rows)))
	do(menu(), "Redo rotate clade of "+plotting.FormatCount(len(rows)))
	do(menu(), "Make a group…")
	do(menu(), "Remove group 1")
	do(menu(), "Zoom to the selection")
	do(menu(), "Fit")
	do(menu(), "Ladderize")
	do(menu(), "Order as found")
	cell := plotting.NewMark("cell")
	cell.Row, cell.Column = rows[0], 2
	do(v.Menu(cell, true, at), "Order by petal_length")
	if v.State().Order != (study.Ordering{Kind: study.ByColumn, Name: "petal_length"}) {
		t.Errorf("%+v", v.State().Order)
	}
	_, scene := v.view.Shown()
	area := scene.PlotArea()
	inside := fyne.NewPos(float32(area.Min.X+area.Max.X)/2, float32(scene.Size().Y-area.Max.Y)+4)
	cuts := slices.IndexFunc(v.Menu(plotting.NewMark(""), false, inside).Items,
		func(i *fyne.MenuItem) bool { return strings.HasPrefix(i.Label, "Cut at t = 0.5") })
	if cuts < 0 {
		t.Error("the tree cannot be cut where the pointer is")
	} else {
		v.Menu(plotting.NewMark(""), false, inside).Items[cuts].Action()
		if len(v.State().Groups) < 2 {
			t.Errorf("%d groups", len(v.State().Groups))
		}
	}
}
