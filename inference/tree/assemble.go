package tree

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Parsed is a tree read from a file, with the rest of the file's information about it.
type Parsed struct {
	Name   string // of the tree in a NEXUS file; "" in Newick
	Tree   *Tree
	Weight float64 // NaN where none is given
	// Lengths is false if the file gives no branch lengths. Leaves are then at time 1, and the
	// times of branch points are made up from their heights.
	Lengths bool
	// Scale is the divisor of all lengths that brings the deepest leaf to time 1; it is 1 for trees no deeper than 1.
	Scale float64
	// Joined counts the branches of zero length between branch points. Both ends are at the same
	// time, so they became one branch point with more children.
	Joined int
	// Notes list other changes to the tree of the file, as clauses: negative lengths, several supports.
	Notes []string
}

// Timed reports whether the file itself puts all leaves at time 1.
func (out Parsed) Timed() bool { return out.Lengths && out.Scale == 1 && out.Tree.AtTimeOne() }

const (
	// snap is how far a leaf may be from time 1 and still be placed there: the rounding error of
	// files with six digits.
	snap = 1e-6
	// latest is −log(1−t) of branch points that a file puts at time 1.
	latest = 34.5
)

// assemble turns a tree as written into one with times. See [ParseNewick].
func (p *parser) assemble(r *raw) (Parsed, error) {
	out := Parsed{Weight: r.weight, Scale: 1}
	m := len(r.parent)
	mended, bad := r.mendLengths()
	if bad >= 0 {
		at, known := r.negative[bad]
		if !known {
			at = r.at[bad]
		}
		return out, p.errorAt(at,
			"branch length %g is negative, but times cannot run backwards; set it to 0, or use a method that gives lengths ≥ 0",
			r.length[bad])
	}
	if mended > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d branch lengths slightly below 0 were set to 0", mended))
	}
	out.Notes = append(out.Notes, r.readLabels()...)
	children := make([]int, m)
	for _, u := range r.parent {
		if u >= 0 {
			children[u]++
		}
	}
	for _, l := range r.length {
		out.Lengths = out.Lengths || l > 0
	}
	// Nodes with one child are skipped and their lengths added to the child's. up is the nearest
	// node above that stays; pre-order puts it before its children.
	length, up := slices.Clone(r.length), make([]int, m)
	top := -1
	for v := range m {
		u := r.parent[v]
		carried := 0.0
		if u >= 0 && children[u] == 1 {
			carried = length[u]
			u = up[u]
		}
		up[v] = u
		if math.IsNaN(length[v]) {
			if out.Lengths && u >= 0 {
				return out, p.errorAt(r.at[v], "this branch has no length, but others do; give all branches a "+
					"length, or none")
			}
			length[v] = 0
		}
		length[v] += carried
		if children[v] != 1 && top < 0 {
			top = v
		}
	}
	stays := func(v int) bool { return children[v] != 1 }
	logTime, err := p.times(r, &out, up, length, stays)
	if err != nil {
		return out, err
	}
	out.build(r, up, length, logTime, stays)
	return out, nil
}

// times returns −log(1−t) of each node, before nodes at the same time are joined.
func (p *parser) times(r *raw, out *Parsed, up []int, length []float64, stays func(int) bool) ([]float64, error) {
	m := len(up)
	logTime := make([]float64, m)
	if !out.Lengths {
		height := make([]float64, m)
		greatest := 0.0
		for v := m - 1; v >= 0; v-- {
			if stays(v) && up[v] >= 0 {
				height[up[v]] = max(height[up[v]], height[v]+1)
			}
			greatest = max(greatest, height[v])
		}
		for v := range m {
			logTime[v] = math.Log((greatest + 1) / height[v]) // +Inf for leaves
		}
		return logTime, nil
	}
	depth := make([]float64, m)
	deepest := 0.0
	for v := range m {
		depth[v] = length[v]
		if up[v] >= 0 {
			depth[v] += depth[up[v]]
		}
		if stays(v) {
			deepest = max(deepest, depth[v])
		}
	}
	if math.IsInf(deepest, 1) {
		return nil, p.errorAt(r.at[0], "the branch lengths are too large to add up; divide them by a constant")
	}
	if deepest > 1+snap {
		out.Scale = deepest
	}
	even := true // all leaves at time 1
	for v := range m {
		if !r.inner[v] && depth[v]/out.Scale < 1-snap {
			even = false
		}
	}
	if even {
		// Adding from the leaves keeps the digits of 1−t where t is close to 1.
		rest := depth
		clear(rest)
		for v := m - 1; v >= 0; v-- {
			if stays(v) && up[v] >= 0 {
				rest[up[v]] = max(rest[up[v]], rest[v]+length[v]/out.Scale)
			}
		}
		// The origin itself may be off by as much as the leaves.
		total := 1.0
		for _, s := range rest {
			total = max(total, s)
		}
		for v := range m {
			logTime[v] = max(0, -math.Log(rest[v]/total)) // not −0
		}
		return logTime, nil
	}
	for v := range m {
		t := min(1, depth[v]/out.Scale)
		if !r.inner[v] && t > 1-snap {
			t = 1
		}
		logTime[v] = max(0, LogTimeOf(t))
	}
	return logTime, nil
}

// build numbers the nodes and joins branch points at the same time.
func (out *Parsed) build(r *raw, up []int, length, logTime []float64, stays func(int) bool) {
	m := len(up)
	t := &Tree{}
	leaves := 0
	for v := range m {
		if !r.inner[v] {
			leaves++
		}
	}
	t.Names = make([]string, 0, leaves)
	number := make([]int, m) // of the node that replaces each node
	total := leaves
	supports := false
	order := make([]int, 0, m) // as written
	t.Parent = make([]int, leaves, 2*leaves)
	t.LogTime = make([]float64, leaves, 2*leaves)
	support := make([]float64, leaves, 2*leaves)
	before := make([][]float64, leaves, 2*leaves)
	for v := range m {
		if !stays(v) {
			continue
		}
		parent := -1
		if up[v] >= 0 {
			parent = number[up[v]]
		}
		if !r.inner[v] {
			number[v] = len(t.Names)
			order = append(order, number[v])
			name := r.name[v]
			if !r.named[v] {
				name = "leaf " + strconv.Itoa(len(t.Names)+1)
			}
			t.Names = append(t.Names, name)
			t.Parent[number[v]] = parent
			t.LogTime[number[v]] = logTime[v]
			support[number[v]] = math.NaN()
			if parent >= 0 {
				t.LogTime[number[v]] = max(logTime[v], t.LogTime[parent])
			}
			continue
		}
		l := logTime[v]
		if parent >= 0 && (out.Lengths && length[v] == 0 || l <= t.LogTime[parent]) {
			number[v] = parent
			out.Joined++
			continue
		}
		if math.IsInf(l, 1) {
			l = latest
			if parent >= 0 {
				l = max(l, t.LogTime[parent]+1)
			}
		}
		number[v] = total
		order = append(order, total)
		total++
		t.Parent = append(t.Parent, parent)
		t.LogTime = append(t.LogTime, l)
		s := r.support[v]
		support = append(support, s)
		if before = append(before, nil); r.before != nil {
			before[number[v]] = r.before[v]
		}
		supports = supports || !math.IsNaN(s)
	}
	t.link(order)
	if supports {
		t.Support = support
		if r.before != nil {
			t.Before = shares(before)
		}
		percent := false
		for _, s := range support {
			percent = percent || s > 1
		}
		for v, s := range support {
			if percent {
				support[v] = s / 100
			}
			if support[v] > 1 { // neither shares nor percentages: not supports at all
				t.Support, t.Before = nil, nil
				out.Notes = append(out.Notes, "the numbers at branch points are above 100, so they are no supports")
				break
			}
		}
	}
	out.Tree = t
}

// link makes Top and Children from Parent. Siblings follow order.
func (t *Tree) link(order []int) {
	count := make([]int, len(t.Parent))
	for _, p := range t.Parent {
		if p >= 0 {
			count[p]++
		}
	}
	t.Children = make([][]int, len(t.Parent))
	room := make([]int, len(t.Parent))
	for _, v := range order {
		if count[v] > 0 {
			t.Children[v], room = room[:0:count[v]], room[count[v]:]
		}
		if p := t.Parent[v]; p >= 0 {
			t.Children[p] = append(t.Children[p], v)
		} else {
			t.Top = v
		}
	}
}
