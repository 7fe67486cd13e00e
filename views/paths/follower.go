package paths

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/directions"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A follower is what panes of the locations of a tree have in common: what a tree view shows,
// and the parameters of a run.
type follower struct {
	pane.Base

	view    *screen.View
	at      drawn.Shown
	subject *depict.Subject // nil before the first result
	// colour is the annotation that rows are coloured by; "" leaves it to the tree view:
	// by its groups where there are some, else by its first strip.
	colour     string
	directions *directions.Directions

	refreshDirections func()                        // after the data changed
	tools             func()                        // brings the row of tools up to date
	source            func() func() plotting.Figure // returns the maker of the figure to be shown now
}

// SetResult shows the tree of the tree view with the parameters of a result, at the pace of a run;
// see [screen.View.Offer].
func (f *follower) SetResult(r pane.Result) {
	f.subject = r.Subject
	f.refreshDirections()
	f.view.Offer(f.source())
}

// Follow is part of [trees.Follower].
func (f *follower) Follow(s drawn.Shown) {
	f.at = s
	f.redraw()
}

// Select marks what is selected.
func (f *follower) Select(s study.Selection) {
	if !s.Equal(f.at.State.Selection) {
		f.at.State.Selection = s
		f.redraw()
	}
}

// changed draws the pane after the user has chosen something, and keeps the choice.
func (f *follower) changed() {
	f.redraw()
	f.Chosen()
}

// redraw draws the pane as it stands now.
func (f *follower) redraw() {
	f.refreshDirections()
	f.tools()
	f.view.SetSource(f.source())
}

// Directions lists the directions on offer: principal components, then columns.
func (f *follower) Directions() []string {
	if f.directions == nil {
		return nil
	}
	return f.directions.Names()
}

// Offers reports whether there is a tree of the rows of the data.
func (f *follower) Offers(s *depict.Subject) bool {
	t := forest.TreesOf(s.Snapshot)
	return len(t) > 0 && t[0].Tree != nil && t[0].Tree.Leaves() == len(s.Data.Rows)
}

// subjectOf is the result shown as one of data, which may be newer than the result.
func (f *follower) subjectOf(data *inference.Dataset) *depict.Subject {
	if f.subject != nil && f.subject.Data == data {
		return f.subject
	}
	return &depict.Subject{Data: data, Snapshot: &inference.Snapshot{}}
}

// place says which tree is shown and how its rows are coloured.
func (f *follower) place(t *tree.Tree, s *depict.Subject) depict.Place {
	return depict.Place{Tree: t, Draw: f.at.Draw, Title: s.Title(f.at.Rank), Subtitle: s.Subtitle(f.at.Rank, f.at.Draws), Colours: f.colours(), Selection: f.selection()}
}

// Settled reports whether the picture on the screen is the last that was asked for.
func (f *follower) Settled() bool { return f.view.Settled() }

// shown returns the tree shown and its data; nil if there is none of both.
func (f *follower) shown() (*tree.Tree, *inference.Dataset) {
	s := f.at
	if s.Tree == nil || s.Data == nil || len(s.Data.Rows) != s.Tree.Leaves() {
		return nil, nil
	}
	return s.Tree, s.Data
}

// refresh brings the directions up to date with the data.
func (f *follower) refresh() {
	if _, data := f.shown(); data != nil && (f.directions == nil || f.directions.Data() != data) {
		if f.directions != nil && !slices.Equal(f.directions.Data().Columns, data.Columns) {
			f.colour = "" // what a study keeps is there before its data
		}
		f.directions = directions.New(data, false)
	}
}

// colourings lists what rows can be coloured by: "" for what the tree view shows, then
// the annotations.
func (f *follower) colourings() (names []string, at int) {
	names = []string{"as the tree"}
	if _, data := f.shown(); data != nil {
		for _, a := range data.Annotations {
			if a.Name == f.colour {
				at = len(names)
			}
			names = append(names, a.Name)
		}
	}
	return names, at
}

// setColour colours by the i-th of the colourings.
func (f *follower) setColour(i int) {
	names, _ := f.colourings()
	if f.colour = ""; i > 0 && i < len(names) {
		f.colour = names[i]
	}
}

// colours returns how rows are coloured.
func (f *follower) colours() beside.RowColours {
	if f.colour == "" {
		return f.at.Colours()
	}
	_, data := f.shown()
	for _, a := range data.Annotations {
		if a.Name == f.colour {
			return beside.RowColours{Strip: &beside.Strip{Annotation: a}}
		}
	}
	return beside.RowColours{}
}

// selection is that of all panes.
func (f *follower) selection() plotting.Selection {
	h := plotting.NoSelection
	h.Rows = f.at.State.Selection.Rows
	return h
}

// clicked selects the rows of a mark, as a click in the tree does.
func (f *follower) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	more := modifiers&(fyne.KeyModifierShift|screen.Ctrl) != 0
	if !ok || m.Node < 0 {
		if !more && m.Kind != plotting.CursorMark {
			f.PickRows(nil)
		}
		return
	}
	t, _ := f.shown()
	if t == nil || m.Node >= t.Nodes() {
		return
	}
	rows := study.SetOf(t.LeavesBelow(m.Node))
	if more {
		rows = study.Toggled(f.at.State.Selection.Rows, rows)
	}
	f.PickRows(rows)
}
