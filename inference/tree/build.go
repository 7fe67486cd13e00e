package tree

import "fmt"

// New makes a tree from the parent of each node, -1 for the topmost one, and the times −log(1−t) of
// all nodes. Nodes 0 to len(names)−1 are the leaves. Children are in ascending order of node
// number. New keeps the slices without copying them. The error names the invariant that does not
// hold.
func New(names []string, parent []int, logTime []float64) (*Tree, error) {
	t := &Tree{Names: names, Top: -1, Parent: parent, LogTime: logTime}
	count := make([]int, len(parent))
	for v, p := range parent {
		switch {
		case p == -1 && t.Top == -1:
			t.Top = v
		case p < 0 || p >= len(parent):
			return nil, fmt.Errorf("tree: node %d has no parent %d", v, p)
		default:
			count[p]++
		}
	}
	t.Children = make([][]int, len(parent))
	room := make([]int, max(0, len(parent)-1))
	for v := len(names); v < len(parent); v++ {
		t.Children[v], room = room[:0:count[v]], room[count[v]:]
	}
	for v, p := range parent {
		if p < 0 {
			continue
		}
		if p < len(names) {
			return nil, fmt.Errorf("tree: leaf %d is the parent of node %d", p, v)
		}
		t.Children[p] = append(t.Children[p], v)
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	return t, nil
}

// Clone returns a copy that shares no memory with t, except the strings of the names and the lists of Before.
func (t *Tree) Clone() *Tree {
	c := *t
	c.Names = append([]string(nil), t.Names...)
	c.Parent = append([]int(nil), t.Parent...)
	c.LogTime = append([]float64(nil), t.LogTime...)
	if t.Support != nil {
		c.Support = append([]float64(nil), t.Support...)
	}
	c.Before = append([][]float64(nil), t.Before...) // its lists are never written
	c.Children = make([][]int, len(t.Children))
	room := make([]int, 0, len(t.Parent))
	for v, children := range t.Children {
		if children == nil {
			continue
		}
		start := len(room)
		room = append(room, children...)
		c.Children[v] = room[start:len(room):len(room)]
	}
	return &c
}
