// Package exemplar chooses rows that stand for others: exemplars E of great net similarity
//
//	net(E) = Σ_{i not in E} max_{k in E} s(i, k) + Σ_{k in E} s(k, k),    s(k, k) the preference for k.
package exemplar

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Messages are those of affinity propagation (Frey and Dueck 2007, Clustering by passing messages between data
// points,
// Science 315, 972–976): how well row k suits row i as its exemplar, and how available k is to i.
type Messages struct {
	s, r, a *mat.Dense
	damping float64
	row     int       // at which the round goes on; the rows count twice, for r and then for a
	sums    []float64 // Σ_i max(0, r(i,k)), i ≠ k
	chosen  []bool    // of the last round
	still   int       // rounds for which it has not changed
	Rounds  int
}

// NewMessages begins with all availabilities 0. s is n×n, with preferences on its diagonal and −Inf where a row
// cannot be the exemplar of another; the damping is from ½ to below 1. Ties are broken by 1e-9 of the greatest
// similarity, in favour of the first rows: two rows that suit each other equally would else never settle.
func NewMessages(s *mat.Dense, damping float64) *Messages {
	n, _ := s.Dims()
	m := &Messages{s: mat.DenseCopyOf(s), r: mat.NewDense(n, n, nil), a: mat.NewDense(n, n, nil), damping: damping,
		sums: make([]float64, n), chosen: make([]bool, n)}
	scale := 0.0
	for i := range n {
		for _, v := range s.RawRowView(i) {
			if !math.IsInf(v, 0) {
				scale = math.Max(scale, math.Abs(v))
			}
		}
	}
	for k := range n {
		m.s.Set(k, k, s.At(k, k)-1e-9*scale*float64(k))
	}
	return m
}

// Advance works on one row of a round and reports whether that ended it. O(n).
func (m *Messages) Advance() bool {
	n := len(m.sums)
	if m.row < n {
		m.responsible(m.row)
	} else {
		m.available(m.row - n)
	}
	if m.row++; m.row < 2*n {
		return false
	}
	m.row = 0
	m.Rounds++
	same := true
	any := false
	for k, was := range m.chosen {
		now := m.r.At(k, k)+m.a.At(k, k) > 0
		same = same && now == was
		any = any || now
		m.chosen[k] = now
	}
	if m.still++; !same || !any {
		m.still = 0
	}
	return true
}

// responsible sets r(i,k) = s(i,k) − max_{k' ≠ k} {a(i,k') + s(i,k')}, damped.
func (m *Messages) responsible(i int) {
	s, a, r := m.s.RawRowView(i), m.a.RawRowView(i), m.r.RawRowView(i)
	best, second, at := math.Inf(-1), math.Inf(-1), -1
	for k, v := range s {
		switch v += a[k]; {
		case v > best:
			best, second, at = v, best, k
		case v > second:
			second = v
		}
	}
	if i == 0 {
		clear(m.sums)
	}
	for k, v := range s {
		top := best
		if k == at {
			top = second
		}
		if math.IsInf(v, -1) {
			r[k] = v
			continue
		}
		if math.IsInf(top, -1) { // it can be the exemplar of itself alone
			top = v - 1
		}
		r[k] = m.damping*r[k] + (1-m.damping)*(v-top)
		if k != i {
			m.sums[k] += math.Max(0, r[k])
		}
	}
}

// available sets a(i,k) = min{0, r(k,k) + Σ_{i' ∉ {i,k}} max(0, r(i',k))}, and a(k,k) to the sum over all
// others, damped.
func (m *Messages) available(i int) {
	a, r := m.a.RawRowView(i), m.r.RawRowView(i)
	for k := range a {
		v := m.sums[k]
		if k != i {
			v = math.Min(0, m.r.At(k, k)+v-math.Max(0, r[k]))
		}
		a[k] = m.damping*a[k] + (1-m.damping)*v
	}
}

// Settled reports whether there are exemplars, and the same for so many rounds.
func (m *Messages) Settled(rounds int) bool { return m.still >= rounds }

// Exemplars are those of the last round, ascending.
func (m *Messages) Exemplars() (list []int) {
	for k, on := range m.chosen {
		if on {
			list = append(list, k)
		}
	}
	return list
}
