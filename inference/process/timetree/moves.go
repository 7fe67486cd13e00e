package timetree

// A Cut remembers where a subtree hung, so that it can be put back to the same
// slots in the same order.
type Cut struct {
	Root      int32
	Parent    int32 // the branch point it hung from
	before    int32 // the sibling before it in the list, −1 for none
	Removed   bool  // the branch point had two children and went away with it
	Sibling   int32 // then: the other child, now in its place
	Above     int32 // then: the parent of the branch point, −1 for none
	beforeOwn int32 // then: the sibling before the branch point
}

// Previous returns the sibling before v, −1 for none.
func (t *Tree) Previous(v int32) int32 {
	p := t.Node[v].Parent
	if p < 0 {
		return -1
	}
	before := int32(-1)
	for b := t.Node[p].First; b != v; b = t.Node[b].Next {
		before = b
	}
	return before
}

// Replace puts w in the place of v: among the children of v's parent, where `before` precedes v, or
// at the top.
func (t *Tree) Replace(v, w, before int32) {
	p := t.Node[v].Parent
	t.Node[w].Parent, t.Node[w].Next = p, t.Node[v].Next
	switch {
	case p < 0:
		t.Top, t.Node[w].Next = w, -1
	case before < 0:
		t.Node[p].First = w
	default:
		t.Node[before].Next = w
	}
}

// Detach takes the subtree at r out of the tree; r is not the top node. It returns the lowest node above, −1 for none,
// from which sizes and messages change. Only the last detachment can be undone, by Restore, before anything else
// changes.
func (t *Tree) Detach(r int32) (cut Cut, from int32) {
	p := t.Node[r].Parent
	cut = Cut{Root: r, Parent: p, before: t.Previous(r)}
	if cut.before < 0 {
		t.Node[p].First = t.Node[r].Next
	} else {
		t.Node[cut.before].Next = t.Node[r].Next
	}
	t.Node[r].Parent, t.Node[r].Next = Absent, -1
	t.Node[p].Kids--
	from = p
	if t.Node[p].Kids == 1 {
		cut.Removed, cut.Sibling = true, t.Node[p].First
		cut.Above, cut.beforeOwn = t.Node[p].Parent, t.Previous(p)
		t.Replace(p, cut.Sibling, cut.beforeOwn)
		t.Release(p)
		from = cut.Above
	}
	return cut, from
}

// Restore undoes Detach. Sizes above are left to the caller.
func (t *Tree) Restore(cut Cut) {
	r, p := cut.Root, cut.Parent
	if cut.Removed {
		t.Free = t.Free[:len(t.Free)-1]
		before := cut.beforeOwn
		t.Replace(cut.Sibling, p, before)
		t.Node[p].First, t.Node[p].Kids = cut.Sibling, 1
		t.Node[cut.Sibling].Parent, t.Node[cut.Sibling].Next = p, -1
	}
	if cut.before < 0 {
		t.Node[r].Next, t.Node[p].First = t.Node[p].First, r
	} else {
		t.Node[r].Next, t.Node[cut.before].Next = t.Node[cut.before].Next, r
	}
	t.Node[r].Parent = p
	t.Node[p].Kids++
}

// Take takes a free slot.
func (t *Tree) Take() int32 {
	v := t.Free[len(t.Free)-1]
	t.Free = t.Free[:len(t.Free)-1]
	return v
}

// Release frees a slot.
func (t *Tree) Release(v int32) {
	t.Node[v].Parent = Absent
	t.Free = append(t.Free, v)
}

// A Place is where a subtree hangs: on the branch above node at time ell, or, with
// join, as a further child of node.
type Place struct {
	Node     int32
	Join     bool
	Ell, Rem float64
}

// PlaceOf returns the place from which a subtree was cut, in the tree that remains.
func (t *Tree) PlaceOf(cut Cut) Place {
	at := Place{Node: cut.Parent, Join: true, Ell: t.Node[cut.Parent].Ell, Rem: t.Node[cut.Parent].Rem}
	if cut.Removed {
		at.Node, at.Join = cut.Sibling, false
	}
	return at
}

// Link hangs the subtree at r at a place, leaves sizes to the caller, and returns the branch point that it hangs from.
func (t *Tree) Link(r int32, at Place) int32 {
	b := at.Node
	if at.Join {
		t.Node[r].Parent, t.Node[r].Next = b, t.Node[b].First
		t.Node[b].First = r
		t.Node[b].Kids++
		return b
	}
	u := t.Take()
	t.Replace(b, u, t.Previous(b))
	t.Node[u].First, t.Node[u].Kids = b, 2
	t.Node[u].Ell, t.Node[u].Rem = at.Ell, at.Rem
	t.Node[b].Parent, t.Node[b].Next = u, r
	t.Node[r].Parent, t.Node[r].Next = u, -1
	return u
}
