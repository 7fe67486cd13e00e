package ui

import (
	"reflect"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/trees"
)

// A keeper shows the document in the views and makes the changes that they ask for. The document
// refers to rows and columns of the table; views refer to those of the data that they show.
type keeper struct {
	c    *centre
	tree *trees.View
	name string // of the look among the states of panes
}

func (k keeper) doc() *study.Document { return k.c.w.ws.Doc }

// Undo implements [trees.Keeper].
func (k keeper) Undo() bool { k.c.w.ws.Undo(); return true }

// Redo implements [trees.Keeper].
func (k keeper) Redo() bool { k.c.w.ws.Redo(); return true }

// UndoName implements [trees.Keeper].
func (k keeper) UndoName() string { return k.doc().UndoName() }

// RedoName implements [trees.Keeper].
func (k keeper) RedoName() string { return k.doc().RedoName() }

// look returns how the user looks at the tree. A second tree begins with the look of the first, but
// shows its own best tree.
func (k keeper) look(h study.Sheet) drawn.Look {
	l, ok := drawn.LookOf(h.Panes, k.name)
	if ok {
		return l
	}
	if l = workspace.LookOn(h, k.tree.Data(), k.c.w.ws.Runs.Named()); k.name != workspace.PaneTree {
		l.Best, l.Shown, l.Search, l.Match, l.CutTime = 0, drawn.Which{}, "", -1, 0
	}
	return l
}

// state returns the part of the document that the tree view shows.
func (k keeper) state() drawn.State {
	now := k.doc().State()
	h, _ := now.Sheet()
	f, side := study.FrameOf(k.tree.Data()), h.Side()
	return drawn.State{Selection: f.SelectionIn(now.Selection), Groups: f.GroupsIn(side.Groups),
		Edits: f.EditsIn(side.Edits), Look: k.look(h)}
}

// Change implements [trees.Keeper]. Parts that the change leaves as shown stay in the document, including rows that the
// data lack.
func (k keeper) Change(name, merge string, s drawn.State) {
	f, shown := study.FrameOf(k.tree.Data()), k.state()
	k.doc().Do(name, merge, func(now study.State) study.State {
		h, ok := now.Sheet()
		if !ok {
			return now
		}
		if !s.Selection.Equal(shown.Selection) {
			now.Selection = f.SelectionOut(s.Selection)
		}
		side := h.Side()
		if !reflect.DeepEqual(s.Groups, shown.Groups) {
			side.Groups = f.GroupsOut(s.Groups, side.Groups)
		}
		if !reflect.DeepEqual(s.Edits, shown.Edits) {
			side.Edits = f.EditsOut(s.Edits)
		}
		h = h.WithSide(side)
		if !reflect.DeepEqual(s.Look, shown.Look) {
			h = h.WithPane(k.name, s.Look)
		}
		return now.WithSheet(h)
	})
}

// selection returns the selected rows and columns of the data of the result shown.
func (c *centre) selection() study.Selection {
	if c.shown == nil {
		return study.Selection{}
	}
	return study.FrameOf(c.shown.Data).SelectionIn(c.w.ws.Now().Selection)
}

// pick selects in the data of the result shown, and nothing else.
func (c *centre) pick(s study.Selection) {
	if c.shown != nil && !s.Equal(c.selection()) {
		c.pickIn(c.shown.Data, c.tree.Tree(), s)
	}
}

// pickIn selects in data of the open table, and nothing else. t is the tree of its rows that is
// shown, nil for none.
func (c *centre) pickIn(data *inference.Dataset, t *tree.Tree, s study.Selection) {
	name := "select " + trees.SelectionInWords(s, data, t)
	c.w.ws.Doc.Do(name, "select", func(now study.State) study.State {
		now.Selection = study.FrameOf(data).SelectionOut(s.Normal())
		return now
	})
}

// keep makes the document keep the user's choices in a pane. Steps of one choice in a row are undone as one, and each
// choice by itself.
func (c *centre) keep(name string, state any) {
	what := "choice in " + name
	switch name {
	case depict.MixturePane:
		what = "epoch or class shown"
	case workspace.SecondName:
		what = "what the second pane shows"
	}
	h, _ := c.w.ws.Now().Sheet()
	c.w.ws.Doc.Do(what, "pane "+name+" "+pane.Differs(h.Panes[name], state), func(now study.State) study.State {
		h, ok := now.Sheet()
		if !ok {
			return now
		}
		return now.WithSheet(h.WithPane(name, state))
	})
}

// follow shows changes of the document other than results.
func (c *centre) follow() {
	c.tree.SetState(c.keeper.state())
	h, _ := c.w.ws.Now().Sheet()
	c.looks.follow(h)
	for _, l := range c.leaves {
		l.Restore(h.Panes)
	}
	c.followLook(h)
	was := c.other.chosen
	c.other.follow()
	if c.other.chosen != was {
		c.arrange()
	}
}

// followLook lists the clusters of the epoch shown in the inspector.
func (c *centre) followLook(h study.Sheet) {
	before := c.epoch
	c.epoch = -1
	if look, ok := study.PaneOf[depict.MixtureLook](h.Panes, depict.MixturePane); ok && c.shown != nil {
		if e := look.Epoch(c.shown.ID); e < len(depict.Pictured(c.shown.Snapshot)) {
			c.epoch = e
		}
	}
	if c.epoch != before && c.w.side != nil {
		c.w.side.refresh()
	}
}
