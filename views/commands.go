package views

import (
	"strings"

	"espalier/plotting/dendro"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A Shortcut is one line of the table of keys.
type Shortcut struct {
	Keys  string // "Shift+B", "Alt+←"
	Title string // what it does, in the imperative
	Group string // the heading it stands under
}

// newShortcut returns a line of the table of keys.
func newShortcut(keys, title, group string) Shortcut { return Shortcut{keys, title, group} }

// A command is what a key does. Typed characters are used where there are any, so that
// a command has the same key on every layout of keyboard.
type command struct {
	Shortcut
	runes string           // typed characters
	keys  []fyne.KeyName   // named keys
	with  fyne.KeyModifier // that go with keys
	do    func(t *TreeView)
}

// alt and ctrl mark the keys of commands that need a modifier.
const (
	alt  = fyne.KeyModifierAlt
	ctrl = fyne.KeyModifierShortcutDefault
)

// commands is the one table behind the keys, the help and the tests.
var commands = []command{
	{newShortcut("Alt+←", "Select the clade above (parent)", "Select"), "aA", []fyne.KeyName{fyne.KeyLeft}, alt, func(t *TreeView) { t.Walk.Parent() }},
	{newShortcut("Alt+→", "Select the first child", "Select"), "", []fyne.KeyName{fyne.KeyRight}, alt, func(t *TreeView) { t.Walk.Child() }},
	{newShortcut("Alt+↓", "Select the next clade", "Select"), "", []fyne.KeyName{fyne.KeyDown}, alt, func(t *TreeView) { t.Walk.Next() }},
	{newShortcut("Alt+↑", "Select the previous clade", "Select"), "", []fyne.KeyName{fyne.KeyUp}, alt, func(t *TreeView) { t.Walk.Previous() }},
	{newShortcut("Enter, Space", "Select what is under the pointer, or the whole tree", "Select"), "", []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace}, 0, (*TreeView).selectHovered},
	{newShortcut("Esc", "Select nothing", "Select"), "", []fyne.KeyName{fyne.KeyEscape}, 0, func(t *TreeView) { t.Select(nil) }},
	{newShortcut("Ctrl+A", "Select the whole tree", "Select"), "", []fyne.KeyName{fyne.KeyA}, ctrl, func(t *TreeView) { t.Walk.All() }},
	{newShortcut("Ctrl+C", "Copy the selected names", "Select"), "", []fyne.KeyName{fyne.KeyC}, ctrl, func(t *TreeView) { t.copyNames() }},

	{newShortcut("C", "Collapse or expand the selected clade", "Arrange"), "cC", nil, 0, func(t *TreeView) { t.Clades.ToggleCollapse(t.State().Selection.Rows) }},
	{newShortcut("E", "Expand all", "Arrange"), "eE", nil, 0, func(t *TreeView) { t.Clades.ExpandAll() }},
	{newShortcut("R", "Rotate the selected clade", "Arrange"), "rR", nil, 0, func(t *TreeView) { t.Clades.Rotate(t.State().Selection.Rows) }},
	{newShortcut("L", "Ladderize", "Arrange"), "lL", nil, 0, func(t *TreeView) { t.Clades.Ladderize() }},
	{newShortcut("O", "Order as the model gives it", "Arrange"), "oO", nil, 0, func(t *TreeView) { t.Clades.OrderAsFound() }},
	{newShortcut("D", "Lay out as a disc or a rectangle", "Arrange"), "dD", nil, 0, (*TreeView).toggleShape},
	{newShortcut("H", "Show or hide the heat map", "Arrange"), "hH", nil, 0, func(t *TreeView) { t.ShowHeat(!t.State().Heat) }},
	{newShortcut("B", "Show the next best tree", "Arrange"), "b", nil, 0, func(t *TreeView) { i, _ := t.Best(); t.ShowBest(i + 1) }},
	{newShortcut("Shift+B", "Show the previous tree", "Arrange"), "B", nil, 0, func(t *TreeView) { i, _ := t.Best(); t.ShowBest(i - 1) }},
	{newShortcut(".", "Show the next draw", "Draws"), ".", nil, 0, func(t *TreeView) { t.Draws.Step(1) }},
	{newShortcut(",", "Show the previous draw", "Draws"), ",", nil, 0, func(t *TreeView) { t.Draws.Step(-1) }},
	{newShortcut(">", "Ten draws on", "Draws"), ">", nil, 0, func(t *TreeView) { t.Draws.Step(10) }},
	{newShortcut("<", "Ten draws back", "Draws"), "<", nil, 0, func(t *TreeView) { t.Draws.Step(-10) }},
	{newShortcut("K", "Show another summary of the draws: the most credible tree, a consensus, …", "Draws"), "kK", nil, 0, (*TreeView).nextChoice},
	{newShortcut("S", "Show support by thickness, labels, colour or not at all", "Draws"), "sS", nil, 0, (*TreeView).nextSupport},
	{newShortcut("W", "Show or hide the draws behind the tree", "Draws"), "wW", nil, 0, func(t *TreeView) { t.Draws.ShowBehind(!t.State().Behind) }},

	{newShortcut("G", "Cut into groups", "Groups"), "gG", nil, 0, func(t *TreeView) { t.Groups.CutInto(t.usualGroups()) }},
	{newShortcut("T", "Cut into the tightest groups", "Groups"), "tT", nil, 0, func(t *TreeView) { t.Groups.CutTightest(t.usualGroups()) }},
	{newShortcut("]", "More groups", "Groups"), "]", nil, 0, func(t *TreeView) { t.Groups.CutMore(true) }},
	{newShortcut("[", "Fewer groups", "Groups"), "[", nil, 0, func(t *TreeView) { t.Groups.CutMore(false) }},
	{newShortcut("M", "Make the selection a group", "Groups"), "mM", nil, 0, (*TreeView).askGroup},

	{newShortcut("/, Ctrl+F", "Search names and annotations", "Search"), "/", []fyne.KeyName{fyne.KeyF}, ctrl, (*TreeView).openSearch},
	{newShortcut("N", "Next match", "Search"), "nN", nil, 0, func(t *TreeView) { t.Walk.NextMatch(1) }},
	{newShortcut("P", "Previous match", "Search"), "pP", nil, 0, func(t *TreeView) { t.Walk.NextMatch(-1) }},

	{newShortcut("Ctrl+Z", "Undo", "Change"), "", []fyne.KeyName{fyne.KeyZ}, ctrl, (*TreeView).undo},
	{newShortcut("Ctrl+Y", "Redo", "Change"), "", []fyne.KeyName{fyne.KeyY}, ctrl, (*TreeView).redo},

	{newShortcut("Z", "Zoom to the selection", "Look"), "zZ", nil, 0, (*TreeView).ZoomToSelection},
	{newShortcut("?", "Show these keys", "Look"), "?", nil, 0, func(t *TreeView) {
		if t.OnHelp != nil {
			t.OnHelp()
		}
	}},
}

// treeShortcuts returns the keys of a tree, for the help.
func treeShortcuts() []Shortcut {
	list := make([]Shortcut, 0, len(commands))
	for _, c := range commands {
		list = append(list, c.Shortcut)
		if c.runes == "aA" {
			list[len(list)-1].Keys = "A, " + c.Keys
		}
	}
	return list
}

func (t *TreeView) rune(r rune) bool {
	for _, c := range commands {
		if c.runes != "" && strings.ContainsRune(c.runes, r) {
			c.do(t)
			return true
		}
	}
	return false
}

func (t *TreeView) key(k *fyne.KeyEvent) bool { return t.command(k.Name, 0) }

func (t *TreeView) command(name fyne.KeyName, with fyne.KeyModifier) bool {
	for _, c := range commands {
		for _, key := range c.keys {
			if key == name && c.with == with {
				c.do(t)
				return true
			}
		}
	}
	return false
}

// shortcut runs a command that goes with a modifier.
func (t *TreeView) shortcut(s fyne.Shortcut) bool {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		return t.command(fyne.KeyC, ctrl)
	case *fyne.ShortcutUndo:
		return t.command(fyne.KeyZ, ctrl)
	case *fyne.ShortcutRedo:
		return t.command(fyne.KeyY, ctrl)
	case *fyne.ShortcutSelectAll:
		return t.command(fyne.KeyA, ctrl)
	case *desktop.CustomShortcut:
		if s.KeyName == fyne.KeyZ && s.Modifier == ctrl|fyne.KeyModifierShift {
			return t.command(fyne.KeyY, ctrl)
		}
		return t.command(s.KeyName, s.Modifier)
	}
	return false
}

// SelectAll selects the whole tree.
func (w *TreeWalk) All() {
	t := w.t
	if p := t.prepared(); p != nil && p.Tree().Nodes() > 0 {
		t.Select(p.Leaves(p.Tree().Top))
	}
}

func (t *TreeView) selectHovered() {
	if m, ok := t.view.hovered(); ok {
		t.clicked(m, true, 0)
		return
	}
	t.Walk.All()
}

func (t *TreeView) toggleShape() {
	if t.State().Shape == dendro.Circular {
		t.SetShape(dendro.Rectangular)
	} else {
		t.SetShape(dendro.Circular)
	}
}

func (t *TreeView) openSearch() {
	if t.OnSearch != nil {
		t.OnSearch()
	}
}

// askGroup makes the selection a group, asking for its colour where someone can answer.
func (t *TreeView) askGroup() {
	rows := t.State().Selection.Rows
	switch {
	case len(rows) == 0:
	case t.OnColour != nil:
		t.OnColour(rows)
	default:
		t.Groups.Make("", noColour)
	}
}
