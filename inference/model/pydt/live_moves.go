package pydt

// taken remembers where a subtree hung, so that it can be put back to the same
// slots in the same order.
type taken struct {
	root      int32
	parent    int32 // the branch point it hung from
	before    int32 // the sibling before it in the list, −1 for none
	removed   bool  // the branch point had two children and went away with it
	sibling   int32 // then: the other child, now in its place
	above     int32 // then: the parent of the branch point, −1 for none
	beforeOwn int32 // then: the sibling before the branch point
}

// previous returns the sibling before v, −1 for none.
func (l *live) previous(v int32) int32 {
	p := l.node[v].parent
	if p < 0 {
		return -1
	}
	before := int32(-1)
	for b := l.node[p].first; b != v; b = l.node[b].next {
		before = b
	}
	return before
}

// replace puts w in the place of v: among the children of v's parent, where `before` precedes v, or
// at the top.
func (l *live) replace(v, w, before int32) {
	p := l.node[v].parent
	l.node[w].parent, l.node[w].next = p, l.node[v].next
	switch {
	case p < 0:
		l.top, l.node[w].next = w, -1
	case before < 0:
		l.node[p].first = w
	default:
		l.node[before].next = w
	}
}

// detach takes the subtree at r out of the tree; r is not the top node. It updates the path to the
// top, and remembers what was there: O(depth·D). Only the last detachment can be undone, by
// restore, before anything else changes.
func (l *live) detach(r int32) taken {
	p := l.node[r].parent
	t := taken{root: r, parent: p, before: l.previous(r)}
	if t.before < 0 {
		l.node[p].first = l.node[r].next
	} else {
		l.node[t.before].next = l.node[r].next
	}
	l.node[r].parent, l.node[r].next = absent, -1
	l.node[p].kids--
	from := p
	if l.node[p].kids == 1 {
		t.removed, t.sibling = true, l.node[p].first
		t.above, t.beforeOwn = l.node[p].parent, l.previous(p)
		l.replace(p, t.sibling, t.beforeOwn)
		l.release(p)
		from = t.above
	}
	u := &l.undo
	u.path, u.rows, u.sizes = u.path[:0], u.rows[:0], u.sizes[:0]
	for v := from; v >= 0; v = l.node[v].parent {
		u.path = append(u.path, v)
		u.rows = append(u.rows, l.row(v)...)
		u.sizes = append(u.sizes, l.node[v].size)
		l.update(v)
	}
	return t
}

// restore undoes detach.
func (l *live) restore(t taken) {
	r, p := t.root, t.parent
	if t.removed {
		l.free = l.free[:len(l.free)-1]
		before := t.beforeOwn
		l.replace(t.sibling, p, before)
		l.node[p].first, l.node[p].kids = t.sibling, 1
		l.node[t.sibling].parent, l.node[t.sibling].next = p, -1
	}
	if t.before < 0 {
		l.node[r].next, l.node[p].first = l.node[p].first, r
	} else {
		l.node[r].next, l.node[t.before].next = l.node[t.before].next, r
	}
	l.node[r].parent = p
	l.node[p].kids++
	for i, v := range l.undo.path {
		copy(l.row(v), l.undo.rows[i*l.width:(i+1)*l.width])
		l.node[v].size = l.undo.sizes[i]
	}
}

func (l *live) take() int32 {
	v := l.free[len(l.free)-1]
	l.free = l.free[:len(l.free)-1]
	return v
}

func (l *live) release(v int32) {
	l.node[v].parent = absent
	l.free = append(l.free, v)
}

// A place is where a subtree hangs: on the branch above node at time ell, or, with
// join, as a further child of node.
type place struct {
	node     int32
	join     bool
	ell, rem float64
}

// placeOf returns the place from which t was taken, in the tree that remains.
func (l *live) placeOf(t taken) place {
	at := place{node: t.parent, join: true, ell: l.node[t.parent].ell, rem: l.node[t.parent].rem}
	if t.removed {
		at.node, at.join = t.sibling, false
	}
	return at
}

// attach hangs the subtree at r at a place and updates the path to the top.
func (l *live) attach(r int32, at place) {
	l.climb(l.link(r, at))
}

// link is attach without messages; it returns the branch point the subtree hangs from.
func (l *live) link(r int32, at place) int32 {
	b := at.node
	if at.join {
		l.node[r].parent, l.node[r].next = b, l.node[b].first
		l.node[b].first = r
		l.node[b].kids++
		return b
	}
	u := l.take()
	l.replace(b, u, l.previous(b))
	l.node[u].first, l.node[u].kids = b, 2
	l.node[u].ell, l.node[u].rem = at.ell, at.rem
	l.node[b].parent, l.node[b].next = u, r
	l.node[r].parent, l.node[r].next = u, -1
	return u
}

// load makes a sketch of a complete tree the present one. It leaves messages to recompute.
func (l *live) load(k *sketch) {
	number := make([]int32, len(k.Parent))
	next := int32(l.n)
	for v, p := range k.Parent {
		number[v] = int32(v)
		if v >= l.n && p != absent {
			number[v] = next
			next++
		}
	}
	l.top = number[k.Top]
	at := 0
	for v, p := range k.Parent {
		kids := k.Kids[at : at+int(k.KidCount[v])]
		at += len(kids)
		if p == absent {
			continue
		}
		nv := &l.node[number[v]]
		nv.parent, nv.kids = p, int32(len(kids))
		if p >= 0 {
			nv.parent = number[p]
		}
		if v >= l.n {
			nv.ell, nv.rem = k.Ell[v], k.Rem[v]
		}
		for i := len(kids) - 1; i >= 0; i-- {
			b := number[kids[i]]
			l.node[b].next = nv.first
			nv.first = b
		}
	}
	l.free = l.free[:0]
	for v := int32(len(l.node)) - 1; v >= next; v-- {
		l.free = append(l.free, v)
	}
}
