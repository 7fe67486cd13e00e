package bhc

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A divider builds a tree of many rows from the top (Heller and Ghahramani 2005b, Randomized algorithms for fast
// Bayesian hierarchical clustering): of m rows drawn at random it builds the tree, keeps its upper part, gives each
// other row to the node at its lower edge where it is most likely, and goes on with the rows of each, until so few
// are left that their tree is built whole. The paper keeps the top join alone; here it is some eight nodes or more.
// O(N·m·D).
type divider struct {
	t       *table
	hyper   hyper
	law     law
	rng     *rand.Rand
	base    *base
	most    int
	root    *part
	waiting []*part
	done    int // rows in parts that are built
	inside  *builder
	of      *part // that inside is of
}

// A part is some rows, with their tree or two parts.
type part struct {
	rows        []int
	left, right *part
	tree        *builder // of the rows, in their order
}

// samples is how many times the root of the number of rows is drawn, and mostWhole how many rows have their tree built
// whole at least.
const samples, mostWhole = 4, 128

func newDivider(t *table, h hyper, l law, rng *rand.Rand) *divider {
	d := &divider{t: t, hyper: h, law: l, rng: rng, base: newBase(t.tables(l.freedom), h),
		most: max(mostWhole, int(samples*math.Sqrt(float64(t.n))))}
	all := make([]int, t.n)
	for i := range all {
		all[i] = i
	}
	d.root = &part{rows: all}
	d.waiting = []*part{d.root}
	return d
}

// step does some work and returns the multiplications, and whether the tree is complete.
func (d *divider) step() (work int, finished bool) {
	if d.inside == nil {
		if len(d.waiting) == 0 {
			return 0, true
		}
		d.of = d.waiting[len(d.waiting)-1]
		d.waiting = d.waiting[:len(d.waiting)-1]
		rows := d.of.rows
		if len(rows) > d.most {
			d.rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			rows = rows[:d.most]
		}
		d.inside = newBuilderOf(d.t, rows, d.hyper, d.law)
	}
	work, finished = d.inside.step()
	if !finished {
		return work, false
	}
	p, b := d.of, d.inside
	d.inside = nil
	if len(p.rows) <= d.most {
		p.tree = b
		d.done += len(p.rows)
		return work, len(d.waiting) == 0
	}
	return work + d.divide(p, b), false
}

// A tree of some rows is used down to nodes of a share of 1/eighths of them, at most so many.
const eighths, mostSides = 8, 64

// divide gives the rows of a part to the nodes of the tree of the first of them at which it is cut: those of the
// greatest rows are divided first, so that rows that join last, one by one, do not keep the others together.
func (d *divider) divide(p *part, b *builder) (work int) {
	cut := map[int]*part{len(b.nodes) - 1: p}
	for len(cut) < mostSides {
		largest := -1
		for k := range cut {
			if v := &b.nodes[k]; v.left >= 0 && (largest < 0 || v.size > b.nodes[largest].size ||
				v.size == b.nodes[largest].size && k > largest) {
				largest = k
			}
		}
		if largest < 0 || len(cut) > 1 && b.nodes[largest].size <= d.most/eighths {
			break
		}
		q := cut[largest]
		q.left, q.right = &part{}, &part{}
		cut[b.nodes[largest].left], cut[b.nodes[largest].right] = q.left, q.right
		delete(cut, largest)
	}
	sides := make([]int, 0, len(cut))
	for k := range cut {
		sides = append(sides, k)
	}
	slices.Sort(sides)
	rows := p.rows
	for _, k := range sides {
		leaves := make([]bool, len(b.nodes))
		mark(b.nodes, k, leaves)
		for i, is := range leaves[:d.most] {
			if is {
				cut[k].rows = append(cut[k].rows, rows[i])
			}
		}
	}
	alone := make([]float64, len(sides))
	for i, k := range sides {
		alone[i] = math.Log(float64(b.nodes[k].size)) - d.base.alone(&b.nodes[k].cluster)
	}
	for _, row := range rows[d.most:] {
		one, best, most := d.t.row(row), 0, math.Inf(-1)
		for i, k := range sides {
			if v := alone[i] + d.base.pair(&b.nodes[k].cluster, &one); v > most {
				best, most = i, v
			}
		}
		q := cut[sides[best]]
		q.rows = append(q.rows, row)
	}
	p.rows = nil
	for _, k := range sides {
		d.waiting = append(d.waiting, cut[k])
	}
	return d.t.d * len(rows) * len(sides)
}

// mark marks the leaves below a node.
func mark(nodes []node, k int, leaves []bool) {
	if nodes[k].left < 0 {
		leaves[k] = true
		return
	}
	mark(nodes, nodes[k].left, leaves)
	mark(nodes, nodes[k].right, leaves)
}

// whole puts the parts together.
func (d *divider) whole() *hierarchy {
	h := &hierarchy{hyper: d.hyper, base: d.base, nodes: make([]node, d.t.n, 2*d.t.n-1)}
	for i := range d.t.n {
		h.nodes[i] = d.t.leaf(i, d.base, d.hyper.Alpha)
	}
	d.put(h, d.root)
	return h
}

// put adds the nodes of a part, children first, and returns its top.
func (d *divider) put(h *hierarchy, p *part) int {
	add := func(l, r int, open bool) int {
		h.nodes = append(h.nodes, node{left: l, right: r, parent: -1, open: open,
			cluster: joined(h.nodes[l].cluster, h.nodes[r].cluster)})
		return len(h.nodes) - 1
	}
	if p.tree == nil {
		return add(d.put(h, p.left), d.put(h, p.right), false)
	}
	place := make([]int, len(p.tree.nodes))
	for k, v := range p.tree.nodes {
		if place[k] = k; v.left < 0 {
			place[k] = p.rows[k]
			continue
		}
		place[k] = add(place[v.left], place[v.right], v.open)
	}
	return place[len(place)-1]
}

// fraction is the share of the rows whose part of the tree is built.
func (d *divider) fraction() float64 { return float64(d.done) / float64(d.t.n) }
