package views

import (
	"slices"
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
	{Shortcut{"Alt+←", "Select the clade above (parent)", "Select"}, "aA", []fyne.KeyName{fyne.KeyLeft}, alt, func(t *TreeView) { t.Walk.Parent() }},
	{Shortcut{"Alt+→", "Select the first child", "Select"}, "", []fyne.KeyName{fyne.KeyRight}, alt, func(t *TreeView) { t.Walk.Child() }},
	{Shortcut{"Alt+↓", "Select the next clade", "Select"}, "", []fyne.KeyName{fyne.KeyDown}, alt, func(t *TreeView) { t.Walk.Next() }},
	{Shortcut{"Alt+↑", "Select the previous clade", "Select"}, "", []fyne.KeyName{fyne.KeyUp}, alt, func(t *TreeView) { t.Walk.Previous() }},
	{Shortcut{"Enter, Space", "Select what is under the pointer, or the whole tree", "Select"}, "", []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace}, 0, (*TreeView).selectHovered},
	{Shortcut{"Esc", "Select nothing", "Select"}, "", []fyne.KeyName{fyne.KeyEscape}, 0, func(t *TreeView) { t.Select(nil) }},
	{Shortcut{"Ctrl+A", "Select the whole tree", "Select"}, "", []fyne.KeyName{fyne.KeyA}, ctrl, func(t *TreeView) { t.Walk.All() }},
	{Shortcut{"Ctrl+C", "Copy the selected names", "Select"}, "", []fyne.KeyName{fyne.KeyC}, ctrl, func(t *TreeView) { t.copyNames() }},

	{Shortcut{"C", "Collapse or expand the selected clade", "Arrange"}, "cC", nil, 0, func(t *TreeView) { t.Clades.ToggleCollapse(t.State().Selection.Rows) }},
	{Shortcut{"E", "Expand all", "Arrange"}, "eE", nil, 0, func(t *TreeView) { t.Clades.ExpandAll() }},
	{Shortcut{"R", "Rotate the selected clade", "Arrange"}, "rR", nil, 0, func(t *TreeView) { t.Clades.Rotate(t.State().Selection.Rows) }},
	{Shortcut{"L", "Ladderize", "Arrange"}, "lL", nil, 0, func(t *TreeView) { t.Clades.Ladderize() }},
	{Shortcut{"O", "Order as the model gives it", "Arrange"}, "oO", nil, 0, func(t *TreeView) { t.Clades.OrderAsFound() }},
	{Shortcut{"D", "Lay out as a disc or a rectangle", "Arrange"}, "dD", nil, 0, (*TreeView).toggleShape},
	{Shortcut{"H", "Show or hide the heat map", "Arrange"}, "hH", nil, 0, func(t *TreeView) { t.ShowHeat(!t.State().Heat) }},
	{Shortcut{"B", "Show the next best tree", "Arrange"}, "b", nil, 0, func(t *TreeView) { i, _ := t.Best(); t.ShowBest(i + 1) }},
	{Shortcut{"Shift+B", "Show the previous tree", "Arrange"}, "B", nil, 0, func(t *TreeView) { i, _ := t.Best(); t.ShowBest(i - 1) }},
	{Shortcut{".", "Show the next draw", "Draws"}, ".", nil, 0, func(t *TreeView) { t.Draws.Step(1) }},
	{Shortcut{",", "Show the previous draw", "Draws"}, ",", nil, 0, func(t *TreeView) { t.Draws.Step(-1) }},
	{Shortcut{">", "Ten draws on", "Draws"}, ">", nil, 0, func(t *TreeView) { t.Draws.Step(10) }},
	{Shortcut{"<", "Ten draws back", "Draws"}, "<", nil, 0, func(t *TreeView) { t.Draws.Step(-10) }},
	{Shortcut{"K", "Show another summary of the draws: the most credible tree, a consensus, …", "Draws"}, "kK", nil, 0, (*TreeView).nextChoice},
	{Shortcut{"S", "Show support by thickness, labels, colour or not at all", "Draws"}, "sS", nil, 0, (*TreeView).nextSupport},
	{Shortcut{"W", "Show or hide the draws behind the tree", "Draws"}, "wW", nil, 0, func(t *TreeView) { t.Draws.ShowBehind(!t.State().Behind) }},

	{Shortcut{"G", "Cut into groups", "Groups"}, "gG", nil, 0, func(t *TreeView) { t.Groups.CutInto(t.usualGroups()) }},
	{Shortcut{"T", "Cut into the tightest groups", "Groups"}, "tT", nil, 0, func(t *TreeView) { t.Groups.CutTightest(t.usualGroups()) }},
	{Shortcut{"]", "More groups", "Groups"}, "]", nil, 0, func(t *TreeView) { t.Groups.CutMore(true) }},
	{Shortcut{"[", "Fewer groups", "Groups"}, "[", nil, 0, func(t *TreeView) { t.Groups.CutMore(false) }},
	{Shortcut{"M", "Make the selection a group", "Groups"}, "mM", nil, 0, (*TreeView).askGroup},

	{Shortcut{"/, Ctrl+F", "Search names and annotations", "Search"}, "/", []fyne.KeyName{fyne.KeyF}, ctrl, (*TreeView).openSearch},
	{Shortcut{"N", "Next match", "Search"}, "nN", nil, 0, func(t *TreeView) { t.Walk.NextMatch(1) }},
	{Shortcut{"P", "Previous match", "Search"}, "pP", nil, 0, func(t *TreeView) { t.Walk.NextMatch(-1) }},

	{Shortcut{"Ctrl+Z", "Undo", "Change"}, "", []fyne.KeyName{fyne.KeyZ}, ctrl, (*TreeView).undo},
	{Shortcut{"Ctrl+Y", "Redo", "Change"}, "", []fyne.KeyName{fyne.KeyY}, ctrl, (*TreeView).redo},

	{Shortcut{"Z", "Zoom to the selection", "Look"}, "zZ", nil, 0, (*TreeView).ZoomToSelection},
	{Shortcut{"?", "Show these keys", "Look"}, "?", nil, 0, func(t *TreeView) {
		if t.OnHelp != nil {
			t.OnHelp()
		}
	}},
}

// lookKeys are the keys and gestures of every view.
var lookKeys = []Shortcut{
	{"0, F", "Fit the whole figure", "Look"},
	{"+, −", "Zoom in and out", "Look"},
	{"← → ↑ ↓", "Move", "Look"},
	{"Page Up, Page Down", "Move by a view", "Look"},
	{"Home, End", "Go to the first or the last leaf", "Look"},
	{"Wheel", "Move up and down; with Shift, sideways", "Look"},
	{"Ctrl+wheel", "Zoom at the pointer along the leaves, or in a matrix along the side with small cells; with Shift along time, or sideways", "Look"},
	{"Drag", "Move; on the line of a cut, move the cut", "Look"},
	{"Double click", "Zoom to a clade; outside the tree, fit the figure", "Look"},
	{"Shift+click", "Add to the selection, or remove from it", "Look"},
	{"Tab", "Go to the next part of the window", "Look"},
}

// Shortcuts returns the keys and gestures of a tree in the order of the help.
func Shortcuts() []Shortcut {
	list := make([]Shortcut, 0, len(commands)+len(lookKeys))
	for _, c := range commands {
		list = append(list, c.Shortcut)
		if c.runes == "aA" {
			list[len(list)-1].Keys = "A, " + c.Keys
		}
	}
	list = helpOf(list, compareCommands)
	list = helpOf(list, pathsCommands)
	list = helpOf(list, densityCommands)
	list = helpOf(list, clustersCommands)
	list = helpOf(list, loadingsCommands)
	list = helpOf(list, featuresCommands)
	list = helpOf(list, activitiesCommands)
	list = helpOf(list, reconstructionCommands)
	list = helpOf(list, factorLoadingsCommands)
	list = helpOf(list, factorRankingCommands)
	list = helpOf(list, factorGroupsCommands)
	list = helpOf(list, membershipsCommands)
	list = helpOf(list, templatesCommands)
	list = helpOf(list, componentsCommands)
	list = helpOf(list, confusionCommands)
	list = helpOf(list, traceCommands)
	list = helpOf(list, heldOutCommands)
	return append(list, lookKeys...)
}

// OfTree reports whether a key or gesture is one of the tree, or of every view; others
// belong to the figure that their group names.
func (s Shortcut) OfTree() bool {
	in := func(k Shortcut) bool { return k.Group == s.Group }
	return slices.ContainsFunc(lookKeys, in) || slices.ContainsFunc(commands, func(c command) bool { return in(c.Shortcut) })
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
