package beside

import (
	"math"
	"slices"
	"sync"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// A PreparedTree holds the layout that every drawing of a tree needs, whatever the window: the leaves in drawing order,
// the extent of each clade, and the times. It is made once, in O(N), shared by all figures of the tree, and safe for
// concurrent use.
type PreparedTree struct {
	tree *tree.Tree
	// Grouped is the tree with grouped children, see [tree.Tree.Resolved], for reading alone; nil for none.
	Grouped *tree.Tree
	Time    []float64 // of each node
	// latest is the greatest time in each clade.
	Latest []float64
	order  []int32 // leaves from top to bottom
	Rank   []int32 // of each leaf in order; of each branch point −1
	// first and last are the ranks of the outermost leaves of each clade.
	First, Last []int32
	Preorder    []int32
	Place       []int32 // of each node in preorder
	End         []int32 // index in preorder of the first node after each clade
	clade       []uint64

	length     []float64 // of all branches below each node
	names      *nameWidths
	mu         sync.Mutex
	placements []*Placement // the last few, newest first
	apart      []*Placement // those with gaps

	shapeOnce sync.Once
	shape     *PreparedTree // of the tree without times
}

// Prepare returns the layout of t that all its figures share. It panics if a node
// cannot be reached from the top.
func Prepare(t *tree.Tree) *PreparedTree {
	n, nodes := t.Leaves(), t.Nodes()
	p := &PreparedTree{
		tree: t, names: new(nameWidths), Time: make([]float64, nodes), Latest: make([]float64, nodes),
		order: make([]int32, 0, n), Rank: make([]int32, nodes),
		First: make([]int32, nodes), Last: make([]int32, nodes),
		Preorder: make([]int32, 0, nodes), Place: make([]int32, nodes), End: make([]int32, nodes),
		clade: make([]uint64, nodes), length: make([]float64, nodes),
	}
	if nodes == 0 {
		return p
	}
	stack := []int32{int32(t.Top)}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		p.Time[v] = t.Time(int(v))
		p.Place[v] = int32(len(p.Preorder))
		p.Preorder = append(p.Preorder, v)
		p.Rank[v] = -1
		if t.IsLeaf(int(v)) {
			p.Rank[v] = int32(len(p.order))
			p.order = append(p.order, v)
		}
		children := t.Children[v]
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, int32(children[i]))
		}
	}
	if len(p.Preorder) != nodes || len(p.order) != n {
		panic("plotting: tree has nodes that cannot be reached from its top")
	}
	for i := nodes - 1; i >= 0; i-- {
		v := p.Preorder[i]
		children := t.Children[v]
		time := p.Time[v]
		p.Latest[v] = time
		if len(children) == 0 {
			p.First[v], p.Last[v], p.End[v] = p.Rank[v], p.Rank[v], int32(i+1)
			p.clade[v] = special.Mix64(special.Golden64 * (uint64(v) + 1))
			continue
		}
		p.First[v] = p.First[children[0]]
		p.Last[v] = p.Last[children[len(children)-1]]
		p.End[v] = p.End[children[len(children)-1]]
		latest, clade, length := time, uint64(0), 0.0
		for _, c := range children {
			latest = max(latest, p.Latest[c])
			clade += p.clade[c]
			length += p.length[c] + p.Time[c] - time
		}
		p.Latest[v], p.clade[v], p.length[v] = latest, clade, length
	}
	return p
}

// Spread says how early the clade of a branch point divides: near 1 where its leaves diverge at once, near 0 where they
// stay together until they end. It is the length of all branches below it as a share of the length without any branch
// in common, the least possible taken as 0.
func (p *PreparedTree) Spread(v int) float64 {
	least := p.Latest[v] - p.Time[v]
	if most := least * float64(p.Size(v)); most > least {
		return min(max((p.length[v]-least)/(most-least), 0), 1)
	}
	return 0
}

// Tree returns the tree that was prepared.
func (p *PreparedTree) Tree() *tree.Tree { return p.tree }

// Order returns the leaves from top to bottom. It must not be modified.
func (p *PreparedTree) Order() []int32 { return p.order }

// Size returns the number of leaves below node v, or 1 for a leaf.
func (p *PreparedTree) Size(v int) int { return int(p.Last[v]-p.First[v]) + 1 }

// Leaves returns the leaves below node v from top to bottom.
func (p *PreparedTree) Leaves(v int) []int {
	rows := make([]int, 0, p.Size(v))
	for _, leaf := range p.order[p.First[v] : p.Last[v]+1] {
		rows = append(rows, int(leaf))
	}
	return rows
}

// Clade returns the smallest clade that holds all the rows, and whether its leaves are exactly
// those. Rows outside the tree are ignored; if none are left the node is −1.
func (p *PreparedTree) Clade(rows []int) (node int, exact bool) {
	low, high := int32(math.MaxInt32), int32(-1)
	seen := map[int]bool{}
	for _, r := range rows {
		if r < 0 || r >= len(p.order) {
			continue
		}
		seen[r] = true
		low, high = min(low, p.Rank[r]), max(high, p.Rank[r])
	}
	if high < 0 {
		return -1, false
	}
	v := int(p.order[low])
	for p.Last[v] < high {
		v = p.tree.Parent[v]
	}
	return v, p.Size(v) == len(seen) && len(seen) == len(rows)
}

// A Placement gives each leaf its share of the height, in units of one leaf from the top. Collapsed
// clades take less room than their leaves would.
type Placement struct {
	collapsed []int // nodes, ascending: the key
	Shut      map[int]bool
	Edge      []float64 // of each rank, upper edge; one more for the end
	Y         []float64 // of each node
	Even      bool      // every leaf has height 1
	Moving    bool      // y is not in the order of the leaves
	Gaps      []int     // ranks before which there is a gap
	Gap       float64   // height of each

	radialOnce sync.Once
	radial     *Radial
}

// Placed returns the placement for a list of collapsed nodes, ascending.
func (p *PreparedTree) Placed(collapsed []int) *Placement {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, q := range p.placements {
		if slices.Equal(q.collapsed, collapsed) {
			p.placements[0], p.placements[i] = p.placements[i], p.placements[0]
			return q
		}
	}
	q := p.newPlacement(collapsed)
	p.placements = append([]*Placement{q}, p.placements...)
	if len(p.placements) > 4 {
		p.placements = p.placements[:4]
	}
	return q
}

func (p *PreparedTree) newPlacement(collapsed []int) *Placement {
	n := len(p.order)
	q := &Placement{collapsed: slices.Clone(collapsed), Shut: map[int]bool{}, Even: len(collapsed) == 0,
		Edge: make([]float64, n+1), Y: make([]float64, len(p.Preorder))}
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = 1
	}
	// Outer clades come last and override the clades inside them.
	inward := slices.Clone(collapsed)
	slices.SortFunc(inward, func(a, b int) int { return p.Size(a) - p.Size(b) })
	for _, v := range inward {
		q.Shut[v] = true
		size := float64(p.Size(v))
		room := min(size, 1.6+0.6*math.Log2(size))
		for r := p.First[v]; r <= p.Last[v]; r++ {
			weight[r] = room / size
		}
	}
	for i, w := range weight {
		q.Edge[i+1] = q.Edge[i] + w
	}
	for i := len(p.Preorder) - 1; i >= 0; i-- {
		v := int(p.Preorder[i])
		children := p.tree.Children[v]
		if len(children) == 0 || q.Shut[v] {
			q.Y[v] = (q.Edge[p.First[v]] + q.Edge[p.Last[v]+1]) / 2
			continue
		}
		q.Y[v] = (q.Y[children[0]] + q.Y[children[len(children)-1]]) / 2
	}
	return q
}

// Span returns the upper and lower end of the bar of a branch point.
func (q *Placement) Span(children []int) (top, bottom float64) {
	top, bottom = q.Y[children[0]], q.Y[children[len(children)-1]]
	if q.Moving {
		for _, c := range children {
			top, bottom = min(top, q.Y[c]), max(bottom, q.Y[c])
		}
	}
	return top, bottom
}

// Height returns the sum of all leaves' shares.
func (q *Placement) Height() float64 { return q.Edge[len(q.Edge)-1] }

// At returns the rank of the leaf whose share holds y.
func (q *Placement) At(y float64) int {
	n := len(q.Edge) - 1
	if q.Even {
		return min(max(int(y), 0), n-1)
	}
	i, _ := slices.BinarySearch(q.Edge, y)
	if i <= n && q.Edge[i] == y {
		return min(i, n-1)
	}
	return min(max(i-1, 0), n-1)
}

// Moving returns copies of a prepared tree and its placement, with times and heights at a share of
// the way from those of another tree over the same leaves.
func (p *PreparedTree) Moving(q *Placement, from *PreparedTree, fromPlace *Placement,
	share float64) (*PreparedTree, *Placement) {
	n := len(p.Preorder)
	m := &PreparedTree{
		tree: p.tree, Time: make([]float64, n), Latest: make([]float64, n), order: p.order, Rank: p.Rank,
		First: p.First, Last: p.Last, Preorder: p.Preorder, Place: p.Place, End: p.End, clade: p.clade,
		length: make([]float64, n), names: p.names,
	}
	r := &Placement{collapsed: q.collapsed, Shut: q.Shut, Edge: q.Edge, Y: make([]float64, n), Even: q.Even,
		Moving: true,
		Gaps:   q.Gaps, Gap: q.Gap}
	was := make(map[uint64]int, n)
	for _, v := range from.Preorder {
		was[from.clade[v]] = int(v)
	}
	scale := q.Height() / fromPlace.Height() // both fill the same height of the figure
	for _, node := range p.Preorder {
		v := int(node)
		u, ok := was[p.clade[v]]
		if !ok {
			u, _ = from.Clade(p.Leaves(v))
		}
		m.Time[v] = (1-share)*from.Time[u] + share*p.Time[v]
		m.Latest[v] = max(from.Latest[u], p.Latest[v])
		r.Y[v] = (1-share)*fromPlace.Y[u]*scale + share*q.Y[v]
	}
	for i := n - 1; i >= 0; i-- {
		v := p.Preorder[i]
		for _, c := range p.tree.Children[v] {
			m.length[v] += m.length[c] + m.Time[c] - m.Time[v]
		}
	}
	return m, r
}

// nameWidths holds the width of the longest label of a tree in each typeface, once it was asked for.
type nameWidths [len(boldest)]struct {
	once sync.Once
	ems  float64
}

// boldest is the least ratio of the width of a name in regular type to that in bold, by typeface.
var boldest = [...]float64{plotting.Sans: 0.85, plotting.Serif: 0.7, plotting.Mono: 0.99}

// WidestName returns the width of the longest label, in bold, as a share of the size of text. Bold,
// because selecting a leaf must not move the picture.
func (p *PreparedTree) WidestName(t plotting.Typeface) float64 {
	n := &p.names[t]
	n.once.Do(func() {
		regular, bold := ink.Regular(t, 1), ink.Bold(t, 1)
		widest := 0.0
		for _, name := range p.tree.Names {
			if w := float64(ink.TextWidth(regular,
				name)); w > boldest[t]*widest { // a shorter one cannot be the longest in bold
				widest = max(widest, w)
				n.ems = max(n.ems, w, float64(ink.TextWidth(bold, name)))
			}
		}
	})
	return n.ems
}

// CladesNotIn returns the branch points whose clade another tree over the same leaves lacks.
func (p *PreparedTree) CladesNotIn(o *PreparedTree) (nodes []int) {
	there := make(map[uint64]bool, len(o.Preorder))
	for _, v := range o.Preorder {
		there[o.clade[v]] = true
	}
	for _, v := range p.Preorder {
		if !there[p.clade[v]] {
			nodes = append(nodes, int(v))
		}
	}
	return nodes
}
