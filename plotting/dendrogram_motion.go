package plotting

// MaxGlide is how many nodes a tree may have whose change is shown as motion.
const MaxGlide = 500

// MayGlide reports whether a change from one scene to another can be shown as motion:
// both are shown, of one shape and size, over the same leaves, and have fewer than
// [MaxGlide] nodes.
func MayGlide(from, to *DendrogramScene) bool {
	if from == nil || to == nil || !from.shown() || !to.shown() || from.size != to.size {
		return false
	}
	a, b := from.layout.p, to.layout.p
	return from.d.Shape == to.d.Shape && len(a.order) == len(b.order) &&
		len(a.preorder) < MaxGlide && len(b.preorder) < MaxGlide
}

// Glide returns the scene at a share in [0,1] of the way from one to another: branches
// and labels move from where their clade was, a clade that was not there from the
// smallest that held it. Strips and heat map stand at their new places at once. Scenes
// that may not glide are cut: the result is to.
func Glide(from, to *DendrogramScene, share float64) *DendrogramScene {
	if share >= 1 || !MayGlide(from, to) {
		return to
	}
	return to.d.layoutMoving(to.size, from.layout, max(share, 0))
}

// moving returns copies of a prepared tree and its placement with times and heights at
// a share of the way from those of another layout.
func moving(from *dendrogramLayout, p *PreparedTree, q *placement, share float64) (*PreparedTree, *placement) {
	n := len(p.preorder)
	m := &PreparedTree{
		tree: p.tree, time: make([]float64, n), latest: make([]float64, n), order: p.order, rank: p.rank,
		first: p.first, last: p.last, preorder: p.preorder, place: p.place, end: p.end, clade: p.clade,
	}
	widest := p.widestName()
	m.nameOnce.Do(func() { m.nameEms = widest })
	r := &placement{collapsed: q.collapsed, shut: q.shut, edge: q.edge, y: make([]float64, n), even: q.even, moving: true}
	was := make(map[uint64]int, n)
	for _, v := range from.p.preorder {
		was[from.p.clade[v]] = int(v)
	}
	scale := q.height() / from.q.height() // both fill the same height of the figure
	for _, node := range p.preorder {
		v := int(node)
		u, ok := was[p.clade[v]]
		if !ok {
			u, _ = from.p.Clade(p.Leaves(v))
		}
		m.time[v] = (1-share)*from.p.time[u] + share*p.time[v]
		m.latest[v] = max(from.p.latest[u], p.latest[v])
		r.y[v] = (1-share)*from.q.y[u]*scale + share*q.y[v]
	}
	return m, r
}
