package plotting

import (
	"math"
	"slices"
	"sync"

	"espalier/inference/tree"
)

// A PreparedTree is what every drawing of a tree needs and no window changes: the
// leaves in drawing order, the extent of each clade, and the times. It is made once,
// in O(N), shared by all figures of the tree, and safe for concurrent use.
type PreparedTree struct {
	tree *tree.Tree
	time []float64 // of each node
	// latest is the greatest time in each clade.
	latest []float64
	order  []int32 // leaves from top to bottom
	rank   []int32 // of each leaf in order; of each branch point −1
	// first and last are the ranks of the outermost leaves of each clade.
	first, last []int32
	preorder    []int32
	place       []int32 // of each node in preorder
	end         []int32 // index in preorder of the first node after each clade
	clade       []uint64

	nameOnce   sync.Once
	nameEms    float64
	mu         sync.Mutex
	placements []*placement // the last few, newest first
}

// Prepare returns the layout of t that all its figures share. It panics if a node
// cannot be reached from the top.
func Prepare(t *tree.Tree) *PreparedTree {
	n, nodes := t.Leaves(), t.Nodes()
	p := &PreparedTree{
		tree: t, time: make([]float64, nodes), latest: make([]float64, nodes),
		order: make([]int32, 0, n), rank: make([]int32, nodes),
		first: make([]int32, nodes), last: make([]int32, nodes),
		preorder: make([]int32, 0, nodes), place: make([]int32, nodes), end: make([]int32, nodes),
		clade: make([]uint64, nodes),
	}
	if nodes == 0 {
		return p
	}
	stack := []int32{int32(t.Top)}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		p.time[v] = t.Time(int(v))
		p.place[v] = int32(len(p.preorder))
		p.preorder = append(p.preorder, v)
		p.rank[v] = -1
		if t.IsLeaf(int(v)) {
			p.rank[v] = int32(len(p.order))
			p.order = append(p.order, v)
		}
		children := t.Children[v]
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, int32(children[i]))
		}
	}
	if len(p.preorder) != nodes || len(p.order) != n {
		panic("plotting: tree has nodes that cannot be reached from its top")
	}
	for i := nodes - 1; i >= 0; i-- {
		v := p.preorder[i]
		children := t.Children[v]
		p.latest[v] = p.time[v]
		if len(children) == 0 {
			p.first[v], p.last[v], p.end[v] = p.rank[v], p.rank[v], int32(i+1)
			p.clade[v] = spread(uint64(v) + 1)
			continue
		}
		p.first[v] = p.first[children[0]]
		p.last[v] = p.last[children[len(children)-1]]
		p.end[v] = p.end[children[len(children)-1]]
		for _, c := range children {
			p.latest[v] = math.Max(p.latest[v], p.latest[c])
			p.clade[v] += p.clade[c]
		}
	}
	return p
}

// spread gives each leaf 64 well-mixed bits (the finaliser of SplitMix64), so that
// the sum over a clade tells leaf sets apart whatever their order.
func spread(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// widestName is the width of the longest label as a share of its size, when it is selected
// and so in bold: a selection must not move the picture.
func (p *PreparedTree) widestName() float64 {
	p.nameOnce.Do(func() {
		regular, bold := Regular(1), Bold(1)
		widest := 0.0
		for _, name := range p.tree.Names {
			if w := float64(TextWidth(regular, name)); w > boldest*widest { // else it is not the longest in bold either
				widest = max(widest, w)
				p.nameEms = max(p.nameEms, w, float64(TextWidth(bold, name)))
			}
		}
	})
	return p.nameEms
}

// boldest is the width of a name in regular type as a share of that in bold, at least.
const boldest = 0.85

// Tree returns the tree that was prepared.
func (p *PreparedTree) Tree() *tree.Tree { return p.tree }

// Order returns the leaves from top to bottom. It must not be modified.
func (p *PreparedTree) Order() []int32 { return p.order }

// Size returns the number of leaves below node v, or 1 for a leaf.
func (p *PreparedTree) Size(v int) int { return int(p.last[v]-p.first[v]) + 1 }

// Leaves returns the leaves below node v from top to bottom.
func (p *PreparedTree) Leaves(v int) []int {
	rows := make([]int, 0, p.Size(v))
	for _, leaf := range p.order[p.first[v] : p.last[v]+1] {
		rows = append(rows, int(leaf))
	}
	return rows
}

// Clade returns the smallest clade that holds all the rows, and whether its leaves
// are exactly those. Rows outside the tree are ignored; with none left the node is −1.
func (p *PreparedTree) Clade(rows []int) (node int, exact bool) {
	low, high := int32(math.MaxInt32), int32(-1)
	seen := map[int]bool{}
	for _, r := range rows {
		if r < 0 || r >= len(p.order) {
			continue
		}
		seen[r] = true
		low, high = min(low, p.rank[r]), max(high, p.rank[r])
	}
	if high < 0 {
		return -1, false
	}
	v := int(p.order[low])
	for p.last[v] < high {
		v = p.tree.Parent[v]
	}
	return v, p.Size(v) == len(seen) && len(seen) == len(rows)
}

// A placement gives each leaf its share of the height, in units of one leaf from the
// top. Collapsed clades take less room than their leaves would.
type placement struct {
	collapsed []int // nodes, ascending: the key
	shut      map[int]bool
	edge      []float64 // of each rank, upper edge; one more for the end
	y         []float64 // of each node
	even      bool      // every leaf has height 1
	moving    bool      // y is not in the order of the leaves
}

// placed returns the placement for a list of collapsed nodes, ascending.
func (p *PreparedTree) placed(collapsed []int) *placement {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, q := range p.placements {
		if slices.Equal(q.collapsed, collapsed) {
			p.placements[0], p.placements[i] = p.placements[i], p.placements[0]
			return q
		}
	}
	q := p.newPlacement(collapsed)
	p.placements = append([]*placement{q}, p.placements...)
	if len(p.placements) > 4 {
		p.placements = p.placements[:4]
	}
	return q
}

func (p *PreparedTree) newPlacement(collapsed []int) *placement {
	n := len(p.order)
	q := &placement{collapsed: slices.Clone(collapsed), shut: map[int]bool{}, even: len(collapsed) == 0,
		edge: make([]float64, n+1), y: make([]float64, len(p.preorder))}
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = 1
	}
	// Outer clades come last, so that they decide over clades inside them.
	inward := slices.Clone(collapsed)
	slices.SortFunc(inward, func(a, b int) int { return p.Size(a) - p.Size(b) })
	for _, v := range inward {
		q.shut[v] = true
		size := float64(p.Size(v))
		room := min(size, 1.6+0.6*math.Log2(size))
		for r := p.first[v]; r <= p.last[v]; r++ {
			weight[r] = room / size
		}
	}
	for i, w := range weight {
		q.edge[i+1] = q.edge[i] + w
	}
	for i := len(p.preorder) - 1; i >= 0; i-- {
		v := int(p.preorder[i])
		children := p.tree.Children[v]
		if len(children) == 0 || q.shut[v] {
			q.y[v] = (q.edge[p.first[v]] + q.edge[p.last[v]+1]) / 2
			continue
		}
		q.y[v] = (q.y[children[0]] + q.y[children[len(children)-1]]) / 2
	}
	return q
}

// span returns the upper and lower end of the bar of a branch point.
func (q *placement) span(children []int) (top, bottom float64) {
	top, bottom = q.y[children[0]], q.y[children[len(children)-1]]
	if q.moving {
		for _, c := range children {
			top, bottom = min(top, q.y[c]), max(bottom, q.y[c])
		}
	}
	return top, bottom
}

// height is the sum of all leaves' shares.
func (q *placement) height() float64 { return q.edge[len(q.edge)-1] }

// at returns the rank of the leaf whose share holds y.
func (q *placement) at(y float64) int {
	n := len(q.edge) - 1
	if q.even {
		return min(max(int(y), 0), n-1)
	}
	i, _ := slices.BinarySearch(q.edge, y)
	if i <= n && q.edge[i] == y {
		return min(i, n-1)
	}
	return min(max(i-1, 0), n-1)
}
