package columns

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Panes returns the panes of columns that vary together, in the order of their tabs.
func Panes(post screen.Post, style plotting.Style) []pane.Pane {
	list := []pane.Pane{newBothView(post, style)}
	for _, tab := range []string{"Correlation", "Partial correlation", "Directions", "Along the tree"} {
		list = append(list, pane.NewEntry(depict.ByTab(tab), nil, post, style))
	}
	return list
}

// Shortcuts returns the keys of the views, for the help.
func Shortcuts() []screen.Shortcut { return pane.Shortcuts("Along the tree") }

// A bothView shows the data between the tree of the rows and that of the columns.
type bothView struct {
	*pane.Entry
	at *drawn.Shown
}

func newBothView(post screen.Post, style plotting.Style) *bothView {
	v := &bothView{Entry: pane.NewEntry(depict.ByTab("Both ways"), nil, post, style)}
	v.OnGiven = func(g *depict.Given) { g.Tree = v.at }
	return v
}

// Follow is part of [trees.Follower]: clades that are turned, collapsed or grouped on the page of the tree are so here.
func (v *bothView) Follow(s drawn.Shown) {
	v.at = &s
	v.Redraw()
}
