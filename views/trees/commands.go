package trees

import (
	"strings"

	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A command is the effect of a key. It uses typed characters where it can, so that a command has the same key on every
// keyboard layout.
type command struct {
	screen.Shortcut
	runes string           // typed characters
	keys  []fyne.KeyName   // named keys
	with  fyne.KeyModifier // that go with keys
	do    func(t *View)
}

// commands is the one table behind the keys, the help and the tests.
var commands = []command{
	{screen.NewShortcut("Alt+←", "Select the clade above (parent)", "Select"), "aA", []fyne.KeyName{fyne.KeyLeft},
		screen.Alt, func(t *View) { t.Walk.Parent() }},
	{screen.NewShortcut("Alt+→", "Select the first child", "Select"), "", []fyne.KeyName{fyne.KeyRight}, screen.Alt,
		func(t *View) { t.Walk.Child() }},
	{screen.NewShortcut("Alt+↓", "Select the next clade", "Select"), "", []fyne.KeyName{fyne.KeyDown}, screen.Alt,
		func(t *View) { t.Walk.Next() }},
	{screen.NewShortcut("Alt+↑", "Select the previous clade", "Select"), "", []fyne.KeyName{fyne.KeyUp}, screen.Alt,
		func(t *View) { t.Walk.Previous() }},
	{screen.NewShortcut("Enter, Space", "Select what is under the pointer, or the whole tree", "Select"), "",
		[]fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace}, 0, (*View).selectHovered},
	{screen.NewShortcut("Esc", "Select nothing", "Select"), "", []fyne.KeyName{fyne.KeyEscape}, 0,
		func(t *View) { t.Select(nil) }},
	{screen.NewShortcut("Ctrl+A", "Select the whole tree", "Select"), "", []fyne.KeyName{fyne.KeyA}, screen.Ctrl,
		func(t *View) { t.Walk.All() }},
	{screen.NewShortcut("Ctrl+C", "Copy the selected names", "Select"), "", []fyne.KeyName{fyne.KeyC}, screen.Ctrl,
		func(t *View) { t.CopyNames() }},

	{screen.NewShortcut("C", "Collapse or expand the selected clade", "Arrange"), "cC", nil, 0, (*View).toggleSelected},
	{screen.NewShortcut("E", "Expand all", "Arrange"), "eE", nil, 0, func(t *View) { t.Clades.ExpandAll() }},
	{screen.NewShortcut("R", "Rotate the selected clade", "Arrange"), "rR", nil, 0,
		func(t *View) { t.Clades.Rotate(t.State().Selection.Rows) }},
	{screen.NewShortcut("L", "Ladderize", "Arrange"), "lL", nil, 0, func(t *View) { t.Clades.Ladderize() }},
	{screen.NewShortcut("O", "Restore the model's order", "Arrange"), "oO", nil, 0,
		func(t *View) { t.Clades.OrderAsFound() }},
	{screen.NewShortcut(".", "Show the next draw", "Draws"), ".", nil, 0, func(t *View) { t.Draws.Step(1) }},
	{screen.NewShortcut(",", "Show the previous draw", "Draws"), ",", nil, 0, func(t *View) { t.Draws.Step(-1) }},
	{screen.NewShortcut(">", "Ten draws forward", "Draws"), ">", nil, 0, func(t *View) { t.Draws.Step(10) }},
	{screen.NewShortcut("<", "Ten draws back", "Draws"), "<", nil, 0, func(t *View) { t.Draws.Step(-10) }},

	{screen.NewShortcut("G", "Cut into groups", "Groups"), "gG", nil, 0, func(t *View) { t.Groups.CutAsOffered() }},
	{screen.NewShortcut("T", "Cut into the tightest groups", "Groups"), "tT", nil, 0,
		func(t *View) { t.Groups.CutTightest(t.of.UsualGroups(t.state.Look)) }},
	{screen.NewShortcut("]", "More groups", "Groups"), "]", nil, 0, func(t *View) { t.Groups.CutMore(true) }},
	{screen.NewShortcut("[", "Fewer groups", "Groups"), "[", nil, 0, func(t *View) { t.Groups.CutMore(false) }},
	{screen.NewShortcut("M", "Make the selection a group", "Groups"), "mM", nil, 0, (*View).AskGroup},

	{screen.NewShortcut("/, Ctrl+F", "Search names and annotations", "Search"), "/", []fyne.KeyName{fyne.KeyF},
		screen.Ctrl, (*View).openSearch},
	{screen.NewShortcut("N", "Next match", "Search"), "nN", nil, 0, func(t *View) { t.Walk.NextMatch(1) }},
	{screen.NewShortcut("P", "Previous match", "Search"), "pP", nil, 0, func(t *View) { t.Walk.NextMatch(-1) }},

	{screen.NewShortcut("Ctrl+Z", "Undo", "Change"), "", []fyne.KeyName{fyne.KeyZ}, screen.Ctrl, (*View).undo},
	{screen.NewShortcut("Ctrl+Y", "Redo", "Change"), "", []fyne.KeyName{fyne.KeyY}, screen.Ctrl, (*View).redo},

	{screen.NewShortcut("Z", "Zoom to the selection", "Look"), "zZ", nil, 0, (*View).ZoomToSelection},
	{screen.NewShortcut("?", "Show these keys", "Look"), "?", nil, 0, func(t *View) {
		if t.OnHelp != nil {
			t.OnHelp()
		}
	}},
}

// drawnTab is the tab of the figure, whose entry declares the choices and their keys.
const drawnTab = "Tree"

// Shortcuts returns the keys of a tree, for the help.
func Shortcuts() []screen.Shortcut {
	list := make([]screen.Shortcut, 0, len(commands))
	for _, c := range commands {
		list = append(list, c.Shortcut)
		if c.runes == "aA" {
			list[len(list)-1].Keys = "A, " + c.Keys
		}
	}
	return append(list, pane.Shortcuts(drawnTab)...)
}

func (t *View) rune(r rune) bool {
	for _, c := range commands {
		if c.runes != "" && strings.ContainsRune(c.runes, r) {
			c.do(t)
			return true
		}
	}
	return t.chooses(r)
}

func (t *View) key(k *fyne.KeyEvent) bool { return t.command(k.Name, 0) }

func (t *View) command(name fyne.KeyName, with fyne.KeyModifier) bool {
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

// Shortcut runs a command that goes with a modifier.
func (t *View) Shortcut(s fyne.Shortcut) bool {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		return t.command(fyne.KeyC, screen.Ctrl)
	case *fyne.ShortcutUndo:
		return t.command(fyne.KeyZ, screen.Ctrl)
	case *fyne.ShortcutRedo:
		return t.command(fyne.KeyY, screen.Ctrl)
	case *fyne.ShortcutSelectAll:
		return t.command(fyne.KeyA, screen.Ctrl)
	case *desktop.CustomShortcut:
		if s.KeyName == fyne.KeyZ && s.Modifier == screen.Ctrl|fyne.KeyModifierShift {
			return t.command(fyne.KeyY, screen.Ctrl)
		}
		return t.command(s.KeyName, s.Modifier)
	}
	return false
}

// All selects the whole tree.
func (w *Walk) All() {
	t := w.t
	if p := t.prepared(); p != nil && p.Tree().Nodes() > 0 {
		t.Select(p.Leaves(p.Tree().Top))
	}
}

func (t *View) selectHovered() {
	if m, ok := t.view.Hovered(); ok {
		t.mouse.clicked(m, true, 0)
		return
	}
	t.Walk.All()
}

func (t *View) openSearch() {
	if t.OnSearch != nil {
		t.OnSearch()
	}
}

// AskGroup makes the selection a group. It asks for the colour if there is someone to ask.
func (t *View) AskGroup() {
	rows := t.State().Selection.Rows
	switch {
	case len(rows) == 0:
	case t.OnColour != nil:
		t.OnColour(rows)
	default:
		t.Groups.Make("", noColour)
	}
}
