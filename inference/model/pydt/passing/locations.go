package passing

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// locations holds the messages of the Gaussian locations for given variances of the
// branches. One sweep down and up gives all marginals and the exact evidence, in O(N·D).
// Columns of one class share their variances.
type locations struct {
	tree    *Tree
	data    *Data
	inner   [][]int   // children of a node that are branch points
	leaves  [][]int   // the others
	message []float64 // slot×D: mean of the message to a node from below
	spread  []float64 // slot×class: its variance, +Inf where nothing is observed below
	cavity  []float64 // slot×D: mean of the message to its parent's location from everywhere but the node's own side
	around  []float64 // slot×class: its variance
	front   []float64 // slot×D: natural parameters at a branch point being visited
	before  []float64 // slot×class: precisions of front
	rest    []float64 // D: messages of the inner children of the node being entered, in natural parameters
	restP   []float64
	later   []float64 // D: messages of its leaves that are yet to come
	laterP  []float64
	shares  []float64 // scratch
	pile    []float64
	means   [][]float64
}

func newLocations(t *Tree, d *Data) *locations {
	n, c := len(t.Parent), len(d.Classes)
	l := &locations{tree: t, data: d, inner: make([][]int, n), leaves: make([][]int, n),
		message: make([]float64, n*d.Columns), spread: make([]float64, n*c),
		cavity: make([]float64, n*d.Columns), around: make([]float64, n*c),
		front: make([]float64, n*d.Columns), before: make([]float64, n*c),
		rest: make([]float64, d.Columns), restP: make([]float64, c),
		later: make([]float64, d.Columns), laterP: make([]float64, c), pile: make([]float64, d.Columns)}
	copy(l.message, d.Mean)
	copy(l.spread, d.Variance)
	for _, v := range t.Order {
		for _, k := range t.Kids[v] {
			if t.IsLeaf(k) {
				l.leaves[v] = append(l.leaves[v], int(k))
			} else {
				l.inner[v] = append(l.inner[v], int(k))
			}
		}
	}
	return l
}

func (l *locations) of(a []float64, v int) []float64 {
	d := l.data.Columns
	return a[v*d : v*d+d]
}

// up multiplies the messages of the children of branch point v and returns the logarithm of
// the constant of the product (math 3.1).
func (l *locations) up(v int, variance []float64) float64 {
	kids, c, lik := l.tree.Kids[v], len(l.data.Classes), 0.0
	l.shares = grow(l.shares, len(kids))
	for k, cl := range l.data.Classes {
		total, logs, finite := 0.0, 0.0, 0.0
		for i, b := range kids {
			w := l.spread[int(b)*c+k] + variance[b]
			l.shares[i] = 1 / w
			if l.shares[i] > 0 {
				total += l.shares[i]
				logs -= math.Log(w)
				finite++
			}
		}
		mean := l.of(l.message, v)[cl.Low:cl.High]
		clear(mean)
		l.spread[v*c+k] = 1 / total
		if finite == 0 {
			continue
		}
		for i, b := range kids {
			addScaled(mean, l.of(l.message, int(b))[cl.Low:cl.High], l.shares[i]/total)
		}
		q := 0.0
		for i, b := range kids {
			if p := l.shares[i]; p > 0 {
				q += p * distance(l.of(l.message, int(b))[cl.Low:cl.High], mean)
			}
		}
		lik += 0.5 * (float64(cl.High-cl.Low)*(logs-math.Log(total)-(finite-1)*ln2Pi) - q)
	}
	return lik
}

// enter prepares the visit of the children of v, whose own cavity is known. It puts the message
// from above into front, the messages of the inner children after each inner child in the place
// of that child's cavity, and those of all inner children into rest, in natural parameters.
// Subtracting a child from the total would lose all digits if that child dominates.
func (l *locations) enter(v int, variance []float64) {
	kids, c := l.inner[v], len(l.data.Classes)
	for k, cl := range l.data.Classes {
		p := 1 / (l.around[v*c+k] + variance[v])
		l.before[v*c+k] = p
		front := l.of(l.front, v)[cl.Low:cl.High]
		clear(front)
		addScaled(front, l.of(l.cavity, v)[cl.Low:cl.High], p)
		rest := l.rest[cl.Low:cl.High]
		clear(rest)
		after := 0.0
		for i := len(kids) - 1; i >= 0; i-- {
			b := kids[i]
			copy(l.of(l.cavity, b)[cl.Low:cl.High], rest)
			l.around[b*c+k] = after
			p := 1 / (l.spread[b*c+k] + variance[b])
			addScaled(rest, l.of(l.message, b)[cl.Low:cl.High], p)
			after += p
		}
		l.restP[k] = after
	}
}

// look completes the cavity of inner child b of v.
func (l *locations) look(v, b int) {
	c := len(l.data.Classes)
	for k, cl := range l.data.Classes {
		total := 1 / (l.before[v*c+k] + l.around[b*c+k])
		l.around[b*c+k] = total
		mean := l.of(l.cavity, b)[cl.Low:cl.High]
		for j, x := range l.of(l.front, v)[cl.Low:cl.High] {
			mean[j] = total * (mean[j] + x)
		}
	}
}

// pass counts child b of v among those visited.
func (l *locations) pass(v, b int, variance []float64) {
	c := len(l.data.Classes)
	for k, cl := range l.data.Classes {
		p := 1 / (l.spread[b*c+k] + variance[b])
		l.before[v*c+k] += p
		addScaled(l.of(l.front, v)[cl.Low:cl.High], l.of(l.message, b)[cl.Low:cl.High], p)
	}
}

// lookTop sets the cavity of the top node: the origin, location 0.
func (l *locations) lookTop() {
	top, c := int(l.tree.Top), len(l.data.Classes)
	clear(l.of(l.cavity, top))
	clear(l.around[top*c : (top+1)*c])
}

// branch fills f with the likelihood of the variance of the branch above b, whose cavity must be known.
func (l *locations) branch(b int, f *likelihood) {
	c := len(l.data.Classes)
	f.meeting, f.only = 2, false
	f.weight, f.fixed, f.square = f.weight[:0], f.fixed[:0], f.square[:0]
	for k, cl := range l.data.Classes {
		if s := l.spread[b*c+k] + l.around[b*c+k]; !math.IsInf(s, 1) {
			f.weight = append(f.weight, float64(cl.High-cl.Low))
			f.fixed = append(f.fixed, s)
			f.square = append(f.square, distance(l.of(l.message, b)[cl.Low:cl.High], l.of(l.cavity, b)[cl.Low:cl.High]))
		}
	}
}

// group fills f with the likelihood of the variance of the branches from v to some of its leaves.
// Call it when, of the children of v, only the leaves before these have been passed; later holds
// the messages of the leaves after these.
func (l *locations) group(v int, leaves []int, f *likelihood) {
	c := len(l.data.Classes)
	f.meeting, f.only = len(leaves)+1, true
	f.weight, f.fixed, f.square = f.weight[:0], f.fixed[:0], f.square[:0]
	l.means = append(l.means[:0], make([][]float64, len(leaves)+1)...)
	for k, cl := range l.data.Classes {
		p := l.before[v*c+k] + l.restP[k] + l.laterP[k]
		m := l.pile[cl.Low:cl.High]
		for j, x := range l.of(l.front, v)[cl.Low:cl.High] {
			m[j] = (x + l.rest[cl.Low+j] + l.later[cl.Low+j]) / p
		}
		f.weight = append(f.weight, float64(cl.High-cl.Low))
		f.fixed = append(f.fixed, 1/p)
		l.means[0] = m
		for i, b := range leaves {
			f.fixed = append(f.fixed, l.spread[b*c+k])
			l.means[i+1] = l.of(l.message, b)[cl.Low:cl.High]
		}
		for i := range l.means {
			for j := range i {
				f.square = append(f.square, distance(l.means[i], l.means[j]))
			}
		}
	}
}

// hold adds the messages of some leaves to later, or subtracts them if sign is −1.
func (l *locations) hold(leaves []int, variance []float64, sign float64) {
	c := len(l.data.Classes)
	for k, cl := range l.data.Classes {
		for _, b := range leaves {
			p := sign / (l.spread[b*c+k] + variance[b])
			l.laterP[k] += p
			addScaled(l.later[cl.Low:cl.High], l.of(l.message, b)[cl.Low:cl.High], p)
		}
	}
}

// holdNone empties later.
func (l *locations) holdNone() {
	clear(l.later)
	clear(l.laterP)
}

// evidence returns the log density of all data at the given variances, from the constants
// of all branch points.
func (l *locations) evidence(constants, variance []float64) float64 {
	sum, top, c := 0.0, int(l.tree.Top), len(l.data.Classes)
	for _, v := range l.tree.Order {
		sum += constants[v]
	}
	for k, cl := range l.data.Classes {
		q := 0.0
		for _, x := range l.of(l.message, top)[cl.Low:cl.High] {
			q += x * x
		}
		if w := l.spread[top*c+k] + variance[top]; !math.IsInf(w, 1) {
			sum -= 0.5 * (float64(cl.High-cl.Low)*(ln2Pi+math.Log(w)) + q/w)
		}
	}
	return sum
}

// addScaled adds w·a to dst; where w is 0 nothing is known of a.
func addScaled(dst, a []float64, w float64) {
	if w == 0 {
		return
	}
	vector.AddScaled(dst, a, w)
}

func distance(a, b []float64) float64 {
	b = b[:len(a)]
	var even, odd float64 // two sums, so that additions need not wait for each other
	i := 0
	for ; i+2 <= len(a); i += 2 {
		x, y := a[i]-b[i], a[i+1]-b[i+1]
		even += x * x
		odd += y * y
	}
	if i < len(a) {
		even += (a[i] - b[i]) * (a[i] - b[i])
	}
	return even + odd
}

func grow(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n, 2*n)
	}
	return a[:n]
}

const ln2Pi = 1.8378770664093454835606594728112
