package dag

import (
	"math"
	"math/bits"
)

// A total is the sum over all graphs of the columns, or over all orders, by sets of columns as masks:
//
//	r(S) = exp(R(S) − b(S)),   b(S) = max over j of b(S∖j) + A_j(S∖j)
//
// where e^b(S) is the sum over the graphs that agree with the best order of S. So 1 ≤ r(S) ≤ |S|!, and
// no term of the recursion exceeds r(S): the changing signs cost a relative error of about 2ᴰ·1e-16.
type total struct {
	d        int
	families []*family
	orders   bool
	b, r     []float64 // 2ᴰ
	l        []float64 // 2ᴰ: the derivative of the sum by r(U), times e^b(U)
	edges    []float64 // D×D, by parent and child: probabilities
	at       int       // next set
	back     bool      // going back
	g        []float64 // scratch, 2ᴰ
	own      []float64 // scratch, D: A_j of the present set
	toChild  []float64 // scratch, D
}

func newTotal(families []*family, orders bool) *total {
	d := len(families)
	t := &total{d: d, families: families, orders: orders, b: make([]float64, 1<<d), r: make([]float64, 1<<d),
		g: make([]float64, 1<<d), own: make([]float64, d), toChild: make([]float64, d)}
	for s := 1; s < 1<<d; s++ {
		t.b[s] = math.Inf(-1)
		for j := range d {
			if s>>j&1 == 1 {
				t.b[s] = max(t.b[s], t.b[s^1<<j]+t.sum(j, s^1<<j))
			}
		}
	}
	t.r[0] = 1
	return t
}

// sum is A_j(U), j not in U.
func (t *total) sum(j, u int) float64 { return t.families[j].all[without(u, j)] }

// without is a set that lacks column j as a mask over the others.
func without(set, j int) int {
	low := 1<<j - 1
	return set&low | set>>1&^low
}

// terms gives each set Q outside U with the signed weight of Q as the next sinks above U.
func (t *total) terms(u int, visit func(q int, weight float64)) {
	rest := (1<<t.d - 1) &^ u
	for j := range t.d {
		if rest>>j&1 == 1 {
			t.own[j] = t.sum(j, u)
		}
	}
	t.g[0] = 0
	for q := rest & -rest; q != 0; q = (q - rest) & rest {
		low := q & -q
		if t.orders && q != low {
			continue
		}
		t.g[q] = t.g[q^low] + t.own[bits.TrailingZeros(uint(q))]
		weight := math.Exp(t.b[u] + t.g[q] - t.b[u|q])
		if bits.OnesCount(uint(q))%2 == 0 {
			weight = -weight
		}
		visit(q, weight)
	}
}

// advance computes about this many terms and reports whether the sum is complete; with edges, their
// probabilities too.
func (t *total) advance(work int, edges bool) bool {
	full := 1<<t.d - 1
	for ; !t.back && t.at < full; t.at++ {
		if work <= 0 {
			return false
		}
		work -= 1 << (t.d - bits.OnesCount(uint(t.at)))
		r := t.r[t.at]
		t.terms(t.at, func(q int, weight float64) { t.r[t.at|q] += r * weight })
	}
	if !edges {
		return true
	}
	if !t.back {
		t.back, t.l, t.edges = true, make([]float64, 1<<t.d), make([]float64, t.d*t.d)
		t.l[full] = 1 / t.r[full]
		t.at = full - 1
	}
	for ; t.at >= 0; t.at-- {
		if work <= 0 {
			return false
		}
		work -= 2 << (t.d - bits.OnesCount(uint(t.at)))
		t.backward(t.at)
	}
	return true
}

// backward finds the derivatives of the log sum by r(U) and by all A_j(U), the probability that j
// leaves as a sink above U, signs and all; each counts for the edges from U to j.
func (t *total) backward(u int) {
	clear(t.toChild)
	t.terms(u, func(q int, weight float64) {
		x := weight * t.l[u|q]
		t.l[u] += x
		for left := q; left != 0; left &= left - 1 {
			t.toChild[bits.TrailingZeros(uint(left))] += x
		}
	})
	for j, x := range t.toChild {
		if x == 0 || u>>j&1 == 1 {
			continue
		}
		x *= t.r[u]
		all := t.sum(j, u)
		for left := u; left != 0; left &= left - 1 {
			i := bits.TrailingZeros(uint(left))
			t.edges[i*t.d+j] -= x * math.Expm1(t.sum(j, u^1<<i)-all)
		}
	}
}

// log is the log of the sum over all graphs or orders.
func (t *total) log() float64 {
	full := 1<<t.d - 1
	return t.b[full] + math.Log(t.r[full])
}

// edge is the probability that i is a parent of j.
func (t *total) edge(i, j int) float64 { return math.Min(1, math.Max(0, t.edges[i*t.d+j])) }

// best returns the parents of each column in a graph of the greatest score, and that score. D²·2ᴰ.
func best(families []*family) (parents [][]int, log float64) {
	d := len(families)
	top := make([][]uint32, d) // of each column the best set within a mask
	for j, f := range families {
		top[j] = make([]uint32, len(f.score))
		for m := range f.score {
			top[j][m] = uint32(m)
			for left := m; left != 0; left &= left - 1 {
				if s := top[j][m&^(left&-left)]; f.score[s] > f.score[top[j][m]] {
					top[j][m] = s
				}
			}
		}
	}
	b, last := make([]float64, 1<<d), make([]int, 1<<d)
	for s := 1; s < 1<<d; s++ {
		b[s] = math.Inf(-1)
		for j := range d {
			if s>>j&1 == 1 {
				u := s ^ 1<<j
				if x := b[u] + families[j].score[top[j][without(u, j)]]; x > b[s] {
					b[s], last[s] = x, j
				}
			}
		}
	}
	parents = make([][]int, d)
	for s := 1<<d - 1; s != 0; s ^= 1 << last[s] {
		j := last[s]
		parents[j] = families[j].set(top[j][without(s^1<<j, j)])
	}
	return parents, b[1<<d-1]
}
