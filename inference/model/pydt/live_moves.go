package pydt

import (
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/timetree"
)

// detach takes the subtree at r out of the tree; r is not the top node. It updates the path to the
// top, and remembers what was there: O(depth·D). Only the last detachment can be undone, by
// restore, before anything else changes.
func (l *live) detach(r int32) timetree.Cut {
	cut, from := l.Detach(r)
	u := &l.undo
	u.path, u.rows, u.sizes = u.path[:0], u.rows[:0], u.sizes[:0]
	for v := from; v >= 0; v = l.Node[v].Parent {
		u.path = append(u.path, v)
		u.rows = append(u.rows, l.row(v)...)
		u.sizes = append(u.sizes, l.Node[v].Size)
		l.update(v)
	}
	return cut
}

// restore undoes detach.
func (l *live) restore(cut timetree.Cut) {
	l.Restore(cut)
	for i, v := range l.undo.path {
		copy(l.row(v), l.undo.rows[i*l.width:(i+1)*l.width])
		l.Node[v].Size = l.undo.sizes[i]
	}
}

// attach hangs the subtree at r at a place and updates the path to the top.
func (l *live) attach(r int32, at timetree.Place) {
	l.climb(l.Link(r, at))
}

// load makes a sketch of a complete tree the present one. It leaves messages to recompute.
func (l *live) load(k *posterior.Sketch) { l.Load(k.Top, k.Parent, k.KidCount, k.Kids, k.Ell, k.Rem) }
