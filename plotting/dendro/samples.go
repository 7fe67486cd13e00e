package dendro

import (
	"image/color"
	"math"
	"sync"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// TreeSamples are sampled trees drawn faintly behind a tree of the same leaves, after DensiTree
// (Bouckaert 2010). Their leaves stand where the tree has them, so branches that all trees share
// are dark and uncertain ones a haze. They are prepared once, shared by figures and safe for
// concurrent use.
type TreeSamples struct {
	leaves int
	trees  []sampledTree
	given  int // how many there were to choose from

	mu     sync.Mutex
	placed *beside.Placement // the last one that lines were made for
	lines  [][]sampledBranch
}

// A sampledTree holds the nodes of one tree, each node after those below it.
type sampledTree struct {
	leaf   []int32 // of each node its leaf, −1 for a branch point
	parent []int32 // of each node the place of its parent, −1 for the topmost
	time   []float32
}

// Limits on the trees drawn behind a tree, so that a frame stays within its time.
const (
	maxSampledTrees  = 100
	maxSampledLeaves = 50000 // summed over the trees
	minSampledTrees  = 10
)

// NewTreeSamples prepares at most 100 of the sampled trees, evenly spaced in the list: fewer if
// they are large (50,000 leaves in all), but at least 10. It panics if they differ in their number
// of leaves.
func NewTreeSamples(trees []*tree.Tree) *TreeSamples {
	s := &TreeSamples{given: len(trees)}
	if len(trees) == 0 {
		return s
	}
	s.leaves = trees[0].Leaves()
	most := min(len(trees), maxSampledTrees, max(maxSampledLeaves/max(s.leaves, 1), minSampledTrees))
	for i := range most {
		t := trees[(2*i+1)*len(trees)/(2*most)]
		if t.Leaves() != s.leaves {
			panic("plotting: sampled trees over different leaves")
		}
		s.trees = append(s.trees, newSampledTree(t))
	}
	return s
}

func newSampledTree(t *tree.Tree) sampledTree {
	order := t.PreOrder()
	n := len(order)
	k := sampledTree{leaf: make([]int32, n), parent: make([]int32, n), time: make([]float32, n)}
	place := make([]int32, t.Nodes())
	for i, v := range order {
		at := int32(n - 1 - i)
		place[v] = at
		k.time[at], k.leaf[at], k.parent[at] = float32(t.Time(v)), -1, -1
		if t.IsLeaf(v) {
			k.leaf[at] = int32(v)
		}
		if p := t.Parent[v]; p >= 0 {
			k.parent[at] = place[p]
		}
	}
	return k
}

// Len returns how many trees are drawn and how many there were.
func (s *TreeSamples) Len() (drawn, given int) { return len(s.trees), s.given }

// A sampledBranch is a node of a sampled tree with the branch above it, in times and heights of a
// placement: its own height and those of its outermost children, which a branch point spans.
type sampledBranch struct {
	above, time    float32
	y, first, last float32
	up             float32 // height of its parent
	leaf           bool
}

// branches returns the branches of each tree, with the leaves at their places in a placement.
func (s *TreeSamples) branches(q *beside.Placement) [][]sampledBranch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.placed == q {
		return s.lines
	}
	lines := make([][]sampledBranch, len(s.trees))
	for i := range s.trees {
		lines[i] = s.trees[i].branches(q)
	}
	s.placed, s.lines = q, lines
	return lines
}

func (k *sampledTree) branches(q *beside.Placement) []sampledBranch {
	n := len(k.time)
	lines := make([]sampledBranch, n)
	for i := range lines {
		lines[i].first, lines[i].last = math.MaxFloat32, -math.MaxFloat32
	}
	for i := range n {
		b := &lines[i]
		b.time = k.time[i]
		if v := k.leaf[i]; v >= 0 {
			b.leaf = true
			b.y = float32(q.Y[v])
			b.first, b.last = b.y, b.y
		} else {
			b.y = (b.first + b.last) / 2
		}
		if p := k.parent[i]; p >= 0 {
			b.above = k.time[p]
			lines[p].first, lines[p].last = min(lines[p].first, b.y), max(lines[p].last, b.y)
		}
	}
	for i := range n {
		lines[i].up = lines[i].y
		if p := k.parent[i]; p >= 0 {
			lines[i].up = lines[p].y
		}
	}
	return lines
}

// sampleInk returns the colour of sampled trees, before they are faded.
func sampleInk(s plotting.Style) color.NRGBA {
	if s.Dark {
		return plotting.Hex(0x7FC4FF)
	}
	return plotting.Hex(0x2F6DB3)
}

// fullHaze returns the opacity of lines on which all sampled trees agree; it is lower where leaves
// are so close that different lines coincide.
func (bp *branchPart) fullHaze() float64 { return 0.7 * min(max(float64(bp.l.pitch)/4, 0.6), 1) }

// haze returns the opacity of a pixel crossed by the given number of lines, of the given number of
// trees. It rises faster at first, so that rare branches stay visible.
func (bp *branchPart) haze(lines, trees int) float64 {
	return bp.fullHaze() * math.Pow(min(float64(lines)/float64(trees), 1), 0.6)
}

// lineOpacity returns the opacity of the lines of one tree of so many; together they add up to the
// full haze where all agree.
func (bp *branchPart) lineOpacity(trees int) float64 {
	return max(1-math.Pow(1-bp.fullHaze(), 1/float64(max(trees, 1))), 0.012)
}

// drawSamples adds the sampled trees.
func (bp *branchPart) drawSamples(list *ink.List) {
	if s := bp.l.d.Samples; s != nil && bp.l.fan == nil && len(s.trees) > 0 && s.leaves == len(bp.l.p.Order()) {
		list.Add(samplesItem{bp.l, s.branches(bp.l.q)})
	}
}

// samplesItem is the haze of sampled trees. On a canvas of pixels, lines are counted in a grid of
// the pixels, so that a frame costs about the same however many there are. Files get one
// translucent path for each tree.
type samplesItem struct {
	l     *dendrogramLayout
	trees [][]sampledBranch
}

// Draw implements Item.
func (s samplesItem) Draw(c vg.Canvas) {
	if k, ok := c.(beside.PixelCanvas); ok {
		if w, _ := k.Size(); w > 0 {
			s.drawGrid(k.Image(), float64(k.Image().Bounds().Dx())/float64(w))
			return
		}
	}
	c.SetLineWidth(s.l.style.Stroke)
	c.SetLineDash(nil, 0)
	c.SetColor(plotting.Fade(sampleInk(s.l.style), s.l.branches.lineOpacity(len(s.trees))))
	for _, t := range s.trees {
		if path := s.path(t); len(path) > 0 {
			c.Stroke(path)
		}
	}
}

// seen reports whether the branch above a node, and its bar, are visible.
func (s samplesItem) seen(b *sampledBranch) (branch, bar bool) {
	l := s.l
	in := float64(b.time) >= l.t0 && float64(b.above) <= l.t1
	if l.d.Shape == Slanted {
		return in && max(float64(b.y), float64(b.up)) >= l.s0 && min(float64(b.y), float64(b.up)) <= l.s1, false
	}
	return in && float64(b.y) >= l.s0 && float64(b.y) <= l.s1,
		in && !b.leaf && float64(b.time) <= l.t1 && float64(b.last) >= l.s0 && float64(b.first) <= l.s1
}

// ends returns the ends of a slanted branch.
func (s samplesItem) ends(b *sampledBranch) (from, to vg.Point) {
	l := s.l
	return vg.Point{X: l.farX(float64(b.above)), Y: l.farY(float64(b.up))},
		vg.Point{X: l.farX(float64(b.time)), Y: l.farY(float64(b.y))}
}

func (s samplesItem) path(t []sampledBranch) vg.Path {
	l, d := s.l, s.l.circle.disc
	var path vg.Path
	for i := range t {
		b := &t[i]
		branch, bar := s.seen(b)
		if d != nil {
			r0, r1 := d.radius*float64(b.above), d.radius*float64(b.time)
			if branch && r1-r0 >= ink.Fine {
				path.Move(d.at(r0, float64(b.y)))
				path.Line(d.at(r1, float64(b.y)))
			}
			if bar {
				d.arc(&path, r1, float64(b.first), float64(b.last), true)
			}
			continue
		}
		if branch && l.d.Shape == Slanted {
			from, to := s.ends(b)
			addClipped(&path, from, to, l.tree)
			continue
		}
		x0, x1 := l.x(float64(b.above)), l.x(float64(b.time))
		if branch && x1-x0 >= ink.Fine {
			y := l.y(float64(b.y))
			path.Move(vg.Point{X: x0, Y: y})
			path.Line(vg.Point{X: x1, Y: y})
		}
		if bar {
			path.Move(vg.Point{X: x1, Y: l.y(float64(b.first))})
			path.Line(vg.Point{X: x1, Y: l.y(float64(b.last))})
		}
	}
	return path
}
