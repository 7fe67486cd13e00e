package passing

import (
	"math"
	"slices"
)

// A Fit is one run of message passing on one tree. A sweep costs O(N·D) for the locations and
// some 81 points of quadrature twice for each inner branch.
type Fit struct {
	tree   *Tree
	hyper  Hyper
	top    int
	points []int // branch points, parents first

	x        *locations
	variance []float64 // v̂ = σ²⟨Δ⟩ of each branch, at which locations are passed
	constant []float64 // of each branch point, from the upward pass over locations

	j       []float64 // J_v = H_{m−1} − Σ H_{n_k−1} at branch points
	time    []power   // marginal of r at branch points, when last compared
	factors []factor
	branch  []int   // the factor of the branch above each branch point
	groups  [][]int // the factors of the leaves of each branch point

	sigma2            float64 // 1/⟨τ⟩
	tauShape, tauRate float64 // q(τ) = Ga
	cMean, cMeanLog   float64
	cShape, cRate     float64 // q(c) = Ga
	pace              [2]pace // of log ⟨c⟩ and log σ²

	damping float64
	look    likelihood
	stack   []visit
	sweeps  int
	missed  int     // number of factors that could not be updated in this sweep
	change  float64 // largest change of a marginal in the last sweep, in standard deviations
}

type visit struct{ node, next int }

// New prepares a fit. Damping is the share of a message's old value that an update keeps, 0 ≤ damping < 1.
func New(t *Tree, d *Data, h Hyper, damping float64) *Fit {
	n := len(t.Parent)
	f := &Fit{tree: t, hyper: h, top: int(t.Top), x: newLocations(t, d), damping: damping,
		variance: make([]float64, n), constant: make([]float64, n), j: make([]float64, n), time: make([]power, n),
		branch: make([]int, n), groups: make([][]int, n)}
	for _, v := range t.Order {
		above := t.ParentRem(v)
		f.variance[v] = h.Sigma2 * math.Max(above-t.Rem[v], 1e-9*above)
		if !t.IsLeaf(v) {
			f.points = append(f.points, int(v))
			f.begin(int(v), above)
		}
	}
	for _, v := range slices.Backward(f.points) {
		f.constant[v] = f.x.up(v, f.variance)
	}
	f.sigma2 = h.Sigma2
	f.tauShape = h.TauShape + 0.5*float64(len(t.Order)*d.Columns)
	f.tauRate = f.tauShape * h.Sigma2
	f.cShape = h.CShape + float64(len(f.points))
	f.cRate = f.cShape / h.C
	f.readC()
	return f
}

// begin makes the factors of branch point v. Without data a subtree sends its parent's time
// the message r^(cH); the message from above is the one that gives the initial times.
func (f *Fit) begin(v int, above float64) {
	t := f.tree
	f.j[v] = t.Harmonic[v]
	for _, k := range t.Kids[v] {
		f.j[v] -= t.Harmonic[k]
	}
	r := t.Rem[v]
	x := logit(r, 1-r)
	h := f.hyper.C * t.Harmonic[v]
	e := factor{form: between, node: v, upper: power{a: h}, lower: power{b: math.Max(h*(1-r)/r-1, 0)}, alpha: 1}
	if v == f.top {
		e.form, e.upper, e.x = before, power{}, x
	} else {
		e.x, e.y = logit(above, math.Max(1-above, 1e-12)), logit(r, math.Max(above-r, 1e-9*above))
	}
	f.branch[v] = len(f.factors)
	f.factors = append(f.factors, e)
	for leaves := f.x.leaves[v]; len(leaves) > 0; {
		m := min(len(leaves), leavesAtOnce)
		f.groups[v] = append(f.groups[v], len(f.factors))
		f.factors = append(f.factors, factor{form: since, node: v, leaves: leaves[:m], x: x, alpha: 1})
		leaves = leaves[m:]
	}
}

// marginal multiplies all messages to the time of v, including that of its prior.
func (f *Fit) marginal(v int) power {
	m := power{a: f.cMean*f.j[v] - 1}.times(f.factors[f.branch[v]].lower)
	for _, i := range f.groups[v] {
		m = m.times(f.factors[i].upper)
	}
	for _, k := range f.x.inner[v] {
		m = m.times(f.factors[f.branch[k]].upper)
	}
	return m
}

// advance continues the present sweep for about the given number of nodes and reports whether it is
// complete. A sweep goes around the tree, down and up again. It updates every factor on the way, from
// the messages of the locations at that moment: otherwise the branches along a path would all react
// to the same displacement at once.
func (f *Fit) advance(most int) bool {
	if len(f.stack) == 0 {
		f.missed = 0
		if f.sweeps == 4 || f.sweeps == 12 { // factors that had to be weakened at first may be proper now
			for i := range f.factors {
				f.factors[i].alpha = 1
			}
		}
		f.x.lookTop()
		f.try(f.branch[f.top])
		f.stack = append(f.stack, visit{node: f.top})
		f.enter(f.top)
	}
	for len(f.stack) > 0 {
		if most <= 0 {
			return false
		}
		most--
		at := &f.stack[len(f.stack)-1]
		kids := f.x.inner[at.node]
		if at.next > 0 { // back from a child
			k := kids[at.next-1]
			f.try(f.branch[k])
			f.x.pass(at.node, k, f.variance)
		}
		if at.next == len(kids) {
			f.constant[at.node] = f.x.up(at.node, f.variance)
			f.stack = f.stack[:len(f.stack)-1]
			continue
		}
		k := kids[at.next]
		at.next++
		f.x.look(at.node, k)
		f.try(f.branch[k])
		f.stack = append(f.stack, visit{node: k})
		f.enter(k)
	}
	f.try(f.branch[f.top])
	f.across()
	f.sweeps++
	return true
}

func (f *Fit) try(i int) {
	if !f.update(&f.factors[i]) {
		f.missed++
	}
}

// enter prepares the visit of the children of v and updates the factors of its leaves.
func (f *Fit) enter(v int) {
	f.x.enter(v, f.variance)
	groups := f.groups[v]
	f.x.holdNone()
	for _, i := range groups[min(len(groups), 1):] {
		f.x.hold(f.factors[i].leaves, f.variance, 1)
	}
	for n, i := range groups {
		f.try(i)
		for _, b := range f.factors[i].leaves {
			f.x.pass(v, b, f.variance)
		}
		switch {
		case n+2 < len(groups):
			f.x.hold(f.factors[groups[n+1]].leaves, f.variance, -1)
		case n+2 == len(groups):
			f.x.holdNone()
		}
	}
}
