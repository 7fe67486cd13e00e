package trees

import (
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/viewstest"

	"github.com/google/go-cmp/cmp"
)

// TestEveryChangeCanBeUndone does each change once, takes all back one by one and does
// them again.
func TestEveryChangeCanBeUndone(t *testing.T) {
	_, v := treeStage(t, "iris")
	node, rows := viewstest.CladeOf(t, v.Tree(), 8, 20)
	_ = node
	copies := []forest.Weighted{v.Trees()[0], v.Trees()[0], v.Trees()[0]}
	copies[0].Objective, copies[1].Objective, copies[2].Objective = -10, -13.1, -20
	v.SetTrees(copies)
	changes := []struct {
		name string
		do   func()
	}{
		{"select clade of " + plotting.FormatCount(len(rows)), func() { v.Select(rows) }},
		{"collapse clade of " + plotting.FormatCount(len(rows)), func() { v.Clades.Collapse(rows) }},
		{"expand clade of " + plotting.FormatCount(len(rows)), func() { v.Clades.Expand(rows) }},
		{"rotate clade of " + plotting.FormatCount(len(rows)), func() { v.Clades.Rotate(rows) }},
		{"order by petal_width", func() { v.Clades.OrderByColumn("petal_width") }},
		{"order by species", func() { v.Clades.OrderByAnnotation("species") }},
		{"ladderize", func() { v.Clades.Ladderize() }},
		{"order as found", func() { v.Clades.OrderAsFound() }},
		{"search for “virginica”", func() { v.Walk.Search("virginica") }},
		{"cut into 3 groups", func() { v.Groups.CutInto(3) }},
		{"name group large", func() { v.Groups.Name(0, "large") }},
		{"colour large", func() { _ = v.Groups.Colour(0, "#123456") }},
		{"make chosen", func() { v.Select(rows); v.Groups.Make("chosen", plotting.Hex(0xABCDEF)) }},
		{"remove chosen", func() { v.Groups.Remove(len(v.State().Groups) - 1) }},
		{"remove the groups", func() { v.Groups.Clear() }},
		{"show tree 2 of 3", func() { v.Choose("best", "2") }},
		{"change the shape", func() { v.Choose("shape", "circular") }},
		{"hide labels", func() { v.Choose("labels", "no") }},
		{"hide species", func() { v.ShowStrip("species", false) }},
		{"hide heat map", func() { v.Choose("heat", "no") }},
		{"columns in file order", func() { v.Choose("columns", "file") }},
	}
	states, matches := []drawn.State{v.State()}, []int{0}
	for _, c := range changes {
		c.do()
		if v.UndoName() != c.name {
			t.Errorf("%q is called %q", c.name, v.UndoName())
		}
		states = append(states, v.State())
		_, n := v.Walk.Matches()
		matches = append(matches, n)
	}
	// The selection before "make chosen" is a step of its own.
	for i := len(changes) - 1; i >= 0; i-- {
		if !v.Undo() {
			t.Fatal("nothing to undo")
		}
		if changes[i].name == "make chosen" {
			v.Undo()
		}
		if d := cmp.Diff(states[i], v.State()); d != "" {
			t.Errorf("undoing %s: %s", changes[i].name, d)
		}
		if _, n := v.Walk.Matches(); n != matches[i] {
			t.Errorf("undoing %s: %d matches, not %d", changes[i].name, n, matches[i])
		}
	}
	if v.Undo() {
		t.Error("there is more to undo than was done")
	}
	for i := range changes {
		v.Redo()
		if changes[i].name == "make chosen" {
			v.Redo()
		}
		if d := cmp.Diff(states[i+1], v.State()); d != "" {
			t.Errorf("doing %s again: %s", changes[i].name, d)
		}
	}
	if v.Redo() {
		t.Error("there is more to do again than was undone")
	}
}
