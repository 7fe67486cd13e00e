package covary

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A Passer passes messages on a tree whose rows at the leaves change one at a time: those with
// missing cells. Messages have one variance for all columns, in units of Σ.
type Passer struct {
	t        *tree.Tree
	noise    float64
	x        *mat.Dense // N×D
	mean     *mat.Dense // nodes×D, of the messages up
	variance []float64
	above    *mat.Dense // nodes×D, of the message that the parent's location gets from the rest
	rest     []float64
	order    []int
}

// NewPasser prepares messages. Row i of x is that of leaf i; x is kept, and the visits of Sweep may
// change the row they are given.
func NewPasser(t *tree.Tree, x *mat.Dense, noise float64) *Passer {
	_, d := x.Dims()
	p := &Passer{t: t, noise: noise, x: x, mean: mat.NewDense(t.Nodes(), d, nil), variance: make([]float64, t.Nodes()),
		above: mat.NewDense(t.Nodes(), d, nil), rest: make([]float64, t.Nodes()), order: t.PreOrder()}
	for i := len(p.order) - 1; i >= 0; i-- {
		p.up(p.order[i])
	}
	return p
}

// up makes the message of v from those of its children: O(K·D).
func (p *Passer) up(v int) {
	m := p.mean.RawRowView(v)
	if p.t.IsLeaf(v) {
		copy(m, p.x.RawRowView(v))
		p.variance[v] = p.noise
		return
	}
	clear(m)
	total := 0.0
	for _, k := range p.t.Children[v] {
		w := p.precision(k)
		total += w
		vector.AddScaled(m, p.mean.RawRowView(k), w)
	}
	vector.Scaled(m, m, 1/total)
	p.variance[v] = 1 / total
}

// precision is that of the message of k at its parent.
func (p *Passer) precision(k int) float64 { return 1 / math.Max(p.variance[k]+length(p.t, k), least) }

// down makes the message from above for child number i of v: O(K·D).
func (p *Passer) down(v, i int) {
	child := p.t.Children[v][i]
	m := p.above.RawRowView(child)
	clear(m)
	w := 1 / math.Max(p.rest[v]+length(p.t, v), least)
	total := w
	vector.AddScaled(m, p.above.RawRowView(v), w)
	for j, k := range p.t.Children[v] {
		if j != i {
			w := p.precision(k)
			total += w
			vector.AddScaled(m, p.mean.RawRowView(k), w)
		}
	}
	vector.Scaled(m, m, 1/total)
	p.rest[child] = 1 / total
}

// Sweep visits the leaves one after the other, each with the distribution of its row given all
// other rows at that time: N(mean, variance·Σ), the noise included (math 11.5). visit may change
// the row of the leaf and reports whether it has. O(N·D) if branch points have few children.
func (p *Passer) Sweep(visit func(leaf int, mean []float64, variance float64, row []float64) bool) {
	type step struct {
		node, next int
		changed    bool
	}
	clear(p.above.RawRowView(p.t.Top))
	p.rest[p.t.Top] = 0
	stack := []step{{node: p.t.Top}}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		v := at.node
		changed := at.changed
		if p.t.IsLeaf(v) {
			variance := math.Max(p.rest[v]+length(p.t, v)+p.noise, least)
			changed = visit(v, p.above.RawRowView(v), variance, p.x.RawRowView(v))
		} else if at.next < len(p.t.Children[v]) {
			i := at.next
			at.next++
			p.down(v, i)
			stack = append(stack, step{node: p.t.Children[v][i]})
			continue
		}
		if changed {
			p.up(v)
		}
		stack = stack[:len(stack)-1]
		if changed && len(stack) > 0 {
			stack[len(stack)-1].changed = true
		}
	}
}
