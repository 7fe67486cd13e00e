package compare

import (
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// compareCommands is the one table behind the keys of a comparison and their help.
var compareCommands = []screen.Command[*View]{
	screen.On("S", "Swap the sides", "Compare", "sS", "", (*View).Swap),
	screen.On("U", "Untangle, or keep the order", "Compare", "uU", "", func(c *View) { c.SetUntangled(!c.Untangled()) }),
	screen.On("C", "Colour the lines by the next annotation", "Compare", "cC", "", (*View).nextColour),
	screen.On("N", "Select the next clade that only one tree has", "Compare", "nN", "",
		func(c *View) { c.nextDifference(1) }),
	screen.On("P", "Select the previous one", "Compare", "pP", "", func(c *View) { c.nextDifference(-1) }),
	screen.On("Z", "Zoom to the selection", "Compare", "zZ", "", (*View).ZoomToSelection),
}

// Shortcuts returns the keys of a comparison, for the help.
func Shortcuts() []screen.Shortcut { return screen.Help(nil, compareCommands) }

func (c *View) rune(r rune) bool { return screen.ByRune(compareCommands, c, r) }

// RowsOf returns the rows that a mark of the figure on the screen stands for.
func (c *View) rowsOf(m plotting.Mark) []int {
	f, _ := c.view.Shown()
	g, ok := f.(*dendro.Tanglegram)
	if !ok || c.done == nil || g.Tangle != c.done.tangle || m.Node < 0 && m.Kind != ink.LegendMark {
		return nil
	}
	if m.Kind == ink.LegendMark {
		return c.done.rows(m.Rows)
	}
	if m.Index == dendro.LeftSide || m.Index == dendro.RightSide {
		return c.done.rows(g.Tangle.Tree(m.Index).Leaves(m.Node))
	}
	return c.done.rows([]int{m.Node})
}

// clicked selects what was clicked; with Shift or Ctrl it is added to the selection, or
// taken out of it when it was in.
func (c *View) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	more := modifiers&(fyne.KeyModifierShift|screen.Ctrl) != 0
	var rows []int
	switch {
	case ok:
		if rows = c.rowsOf(m); len(rows) == 0 {
			return
		}
		if more {
			rows = study.Toggled(c.selection, rows)
		}
	case more:
		return
	}
	c.Select(rows)
}

// Select asks the owner to select rows.
func (c *View) Select(rows []int) {
	if c.OnSelect != nil {
		c.OnSelect(study.SetOf(rows))
	}
}

// opened zooms to a clade.
func (c *View) opened(m plotting.Mark, ok bool) bool {
	if rows := c.rowsOf(m); ok && len(rows) > 1 {
		c.zoomTo(rows)
		return true
	}
	return false
}

// ZoomToSelection shows the leaves selected, and those between them, at both sides.
func (c *View) ZoomToSelection() { c.zoomTo(c.selection) }

func (c *View) zoomTo(rows []int) {
	if c.done == nil {
		return
	}
	leaves := c.done.leaves(rows)
	if len(leaves) == 0 {
		return
	}
	n := len(c.done.pair.Rows)
	low, high := n, 0
	for side := range 2 {
		for i, leaf := range c.done.tangle.Tree(side).Order() {
			if slices.Contains(leaves, int(leaf)) {
				low, high = min(low, i), max(high, i+1)
			}
		}
	}
	room := max(0.06*float64(high-low), 0.6)
	c.view.ShowWindow(plotting.Window{X0: 0, X1: 1, Y0: (float64(low) - room) / float64(n),
		Y1: (float64(high) + room) / float64(n)})
}

// nextColour goes through the annotations and back to the order of the leaves.
func (c *View) nextColour() {
	if c.data == nil {
		return
	}
	names := []string{""}
	for _, a := range c.data.Annotations {
		names = append(names, a.Name)
	}
	c.SetColour(names[(slices.Index(names, c.colour)+1)%len(names)])
}

// nextDifference selects the clade of one tree alone that follows the one selected.
func (c *View) nextDifference(step int) {
	all := c.Clades()
	list := slices.Concat(all[OnlyOwn], all[OnlyOther])
	if len(list) == 0 {
		return
	}
	at := slices.IndexFunc(list, func(k FoundClade) bool { return slices.Equal(k.Rows, c.selection) })
	switch {
	case at >= 0:
		at = (at + step + len(list)) % len(list)
	case step < 0:
		at = len(list) - 1
	default:
		at = 0
	}
	c.Select(list[at].Rows)
}
