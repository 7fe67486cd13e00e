package forest

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
)

// A tree that comes again in a later snapshot keeps its named twin, and nothing of the snapshot is written to.
func TestNamer(t *testing.T) {
	one := &tree.Tree{Names: []string{"a", "b"}, Top: 2, Parent: []int{2, 2, -1}}
	two := &tree.Tree{Names: []string{"a", "b"}, Top: 2, Parent: []int{2, 2, -1}}
	s := &inference.Snapshot{
		Parts: []inference.Part{&Forest{Trees: []Weighted{{Tree: one, Weight: 1}}, Draws: []Draw{{Tree: one}}}}}
	next := &inference.Snapshot{
		Parts: []inference.Part{&Forest{Trees: []Weighted{{Tree: two, Weight: 1}}, Draws: []Draw{{Tree: one}, {Tree: two}}}}}
	var n Namer
	if n.Named(s, []string{"a", "b"}) != s || n.Named(s, []string{"A"}) != s || n.Named(nil, []string{"A"}) != nil {
		t.Error("what needs no names is changed")
	}
	named := n.Named(s, []string{"A", "B"})
	if Best(named).Names[1] != "B" || one.Names[1] != "b" || n.Named(s, []string{"A", "B"}) != named {
		t.Errorf("%v, once %v", Best(named).Names, one.Names)
	}
	later := n.Named(next, []string{"A", "B"})
	if draws := DrawsOf(later); draws[0].Tree != Best(named) || draws[1].Tree != Best(later) ||
		Best(later).Names[0] != "A" {
		t.Error("a tree that came again has another twin")
	}
	if other := n.Named(next, []string{"x", "y"}); Best(other).Names[0] != "x" || Best(later).Names[0] != "A" {
		t.Error("other names change trees that are shown")
	}
}
