package layout

// Tree puts the nodes of rooted trees in layers, roots at the top, parents amid their children, and
// trees beside each other (Reingold and Tilford 1981, Tidier drawings of trees). parent is −1 for
// roots. It panics if a node is its own ancestor. Layers stand 1 apart or, of a wide tree, farther,
// so that the picture is no more than three times as wide as high.
func Tree(parent []int) (x, y []float64) {
	n := len(parent)
	children := make([][]int, n)
	var roots []int
	for u, v := range parent {
		if v < 0 {
			roots = append(roots, u)
		} else {
			children[v] = append(children[v], u)
		}
	}
	t := &tidy{children: children, shift: make([]float64, n), x: make([]float64, n), depth: make([]int, n)}
	forest := outline{}
	for _, r := range roots {
		own := t.arrange(r)
		t.shift[r] = forest.beside(own)
		forest = forest.joined(own, t.shift[r])
	}
	deepest, seen := 0, 0
	for _, r := range roots {
		d, k := t.place(r, 0, 0)
		deepest, seen = max(deepest, d), seen+k
	}
	if seen != n {
		panic("layout: a node of the tree is its own ancestor")
	}
	low, high := 0.0, 0.0
	for u, v := range t.x {
		if u == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	step := max(1, (high-low)/float64(3*max(deepest, 1)))
	y = make([]float64, n)
	for u, d := range t.depth {
		y[u] = -step * float64(d)
	}
	return t.x, y
}

// tidy is a tree while it is laid out.
type tidy struct {
	children [][]int
	shift    []float64 // of each node from its parent
	x        []float64
	depth    []int
}

// An outline is how far a tree reaches to either side at each depth, from its root at 0.
type outline struct{ left, right []float64 }

// beside returns how far to the right of this one another has to stand: 1 apart where they are
// nearest.
func (o outline) beside(next outline) float64 {
	far := 0.0
	for d := range min(len(o.right), len(next.left)) {
		far = max(far, o.right[d]+1-next.left[d])
	}
	return far
}

// joined returns the outline of both, the other one shifted. It may use the room of this one.
func (o outline) joined(next outline, shift float64) outline {
	for d := range next.left {
		if d == len(o.left) {
			o.left, o.right = append(o.left, next.left[d]+shift), append(o.right, next.right[d]+shift)
		} else {
			o.right[d] = next.right[d] + shift
		}
	}
	return o
}

// arrange gives the nodes below u their shifts and returns the outline of its tree.
func (t *tidy) arrange(u int) outline {
	below := outline{}
	for _, c := range t.children[u] {
		own := t.arrange(c)
		t.shift[c] = below.beside(own)
		below = below.joined(own, t.shift[c])
	}
	kids := t.children[u]
	middle := 0.0
	if len(kids) > 0 {
		middle = (t.shift[kids[0]] + t.shift[kids[len(kids)-1]]) / 2
	}
	for _, c := range kids {
		t.shift[c] -= middle
	}
	out := outline{make([]float64, 1, len(below.left)+1), make([]float64, 1, len(below.left)+1)}
	for d := range below.left {
		out.left, out.right = append(out.left, below.left[d]-middle), append(out.right, below.right[d]-middle)
	}
	return out
}

// place sets the places of u and of the nodes below it; it returns the greatest depth and the number of nodes.
func (t *tidy) place(u int, from float64, depth int) (deepest, n int) {
	t.x[u], t.depth[u] = from+t.shift[u], depth
	deepest, n = depth, 1
	for _, c := range t.children[u] {
		d, k := t.place(c, t.x[u], depth+1)
		deepest, n = max(deepest, d), n+k
	}
	return deepest, n
}
