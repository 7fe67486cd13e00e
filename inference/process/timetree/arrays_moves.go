package timetree

// Detached remembers where a subtree was taken from, so that it can be put back
// to the same slots in the same order.
type Detached struct {
	Root     int32 // of the subtree
	Parent   int32 // the branch point it hung from
	index    int   // its place among that one's children
	Removed  bool  // the branch point had two children and went away with it
	Sibling  int32 // then: the other child, now in its place
	ell, Rem float64
	above    int32 // then: the parent of the branch point, −1 for none
	place    int   // then: its place there
}

// Touched returns the lowest node of the remaining tree whose messages change, −1 for none.
func (d Detached) Touched() int32 {
	if d.Removed {
		return d.above
	}
	return d.Parent
}

// IndexOf returns the place of a child.
func IndexOf(kids []int32, v int32) int {
	for i, k := range kids {
		if k == v {
			return i
		}
	}
	panic("timetree: not a child")
}

// Without takes the child at i out, in place.
func Without(kids []int32, i int) []int32 {
	copy(kids[i:], kids[i+1:])
	return kids[:len(kids)-1]
}

func with(kids []int32, i int, v int32) []int32 {
	kids = append(kids, 0)
	copy(kids[i+1:], kids[i:])
	kids[i] = v
	return kids
}

// Unlink takes the subtree at r out of the tree without touching any message. r is not the top node.
func (t *Arrays) Unlink(r int32) Detached {
	p := t.Parent[r]
	d := Detached{Root: r, Parent: p, index: IndexOf(t.Kids[p], r), ell: t.Ell[p], Rem: t.Rem[p]}
	t.Kids[p] = Without(t.Kids[p], d.index)
	t.Parent[r] = Absent
	if len(t.Kids[p]) > 1 {
		return d
	}
	d.Removed, d.Sibling, d.above = true, t.Kids[p][0], t.Parent[p]
	if d.above >= 0 {
		d.place = IndexOf(t.Kids[d.above], p)
		t.Kids[d.above][d.place] = d.Sibling
	} else {
		t.Top = d.Sibling
	}
	t.Parent[d.Sibling] = d.above
	t.Release(p)
	return d
}

// Relink undoes Unlink, to the same slots and orders; messages are left to the caller.
func (t *Arrays) Relink(d Detached) {
	if d.Removed {
		p := t.Take()
		if p != d.Parent {
			panic("timetree: slots taken in between")
		}
		t.Parent[p] = d.above
		t.Kids[p] = append(t.Kids[p][:0], d.Sibling)
		t.Ell[p], t.Rem[p] = d.ell, d.Rem
		if d.above >= 0 {
			t.Kids[d.above][d.place] = p
		} else {
			t.Top = p
		}
		t.Parent[d.Sibling] = p
	}
	t.Kids[d.Parent] = with(t.Kids[d.Parent], d.index, d.Root)
	t.Parent[d.Root] = d.Parent
}

// A Position says where a subtree can be attached: on the branch above node, with
// rem time remaining, or as a further child of node.
type Position struct {
	Node  int32
	Join  bool
	Rem   float64
	Score float64 // ΔlogL + logπ, comparable among positions
}

// Link attaches the subtree at r without touching messages and returns the branch point it hangs from.
func (t *Arrays) Link(r int32, at Position) int32 {
	if at.Join {
		t.Kids[at.Node] = append(t.Kids[at.Node], r)
		t.Parent[r] = at.Node
		return at.Node
	}
	b := at.Node
	u := t.Take()
	p := t.Parent[b]
	t.Parent[u] = p
	if p >= 0 {
		t.Kids[p][IndexOf(t.Kids[p], b)] = u
	} else {
		t.Top = u
	}
	t.Kids[u] = append(t.Kids[u][:0], b, r)
	t.Parent[b], t.Parent[r] = u, u
	t.SetRem(u, at.Rem)
	return u
}

// UnlinkNew undoes link.
func (t *Arrays) UnlinkNew(r int32, at Position) {
	p := t.Parent[r]
	t.Parent[r] = Absent
	if at.Join {
		t.Kids[p] = t.Kids[p][:len(t.Kids[p])-1]
		return
	}
	above := t.Parent[p]
	if above >= 0 {
		t.Kids[above][IndexOf(t.Kids[above], p)] = at.Node
	} else {
		t.Top = at.Node
	}
	t.Parent[at.Node] = above
	t.Release(p)
}
