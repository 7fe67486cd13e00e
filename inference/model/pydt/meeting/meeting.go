// Package meeting has the evidence of three messages that meet at a branch point, as a function of its time, with its
// derivatives (math 3.1).
package meeting

import (
	"math"

	"example.org/espalier/inference/process/pruning"
)

// A Meeting is three messages that meet at a point whose time is sought. The variance of the
// message from above falls as the point moves up; the variances of the two from below grow. With
// variances A, B, C in a column and squared distances d among the means, their product integrates
// to −½ log S − ½ Q/S, S = AB+AC+BC and Q = A·d_bc + B·d_ac + C·d_ab. In u = σ²·(time remaining
// beyond Base) S is s0 + u(s1−u) and Q is q0 + u·q1. Columns with nothing observed on one side do
// not depend on the time and are left out.
type Meeting struct {
	Base           float64 // time remaining at u = 0: that of the later of the two below
	s0, s1, q0, q1 []float64
	classes        []Class // in place of the above, where a class holds many columns
}

// A Class is so many columns in a meeting that share their variances: A, B and C at u = 0, and the squared distances.
type Class struct{ Weight, A, B, C, AB, AC, BC float64 }

func (m *Meeting) clear() {
	m.s0, m.s1, m.q0, m.q1, m.classes = m.s0[:0], m.s1[:0], m.q0[:0], m.q1[:0], m.classes[:0]
}

// Begin forgets what was gathered. The branches of the messages from below end where these times remain.
func (m *Meeting) Begin(bRem, cRem float64) {
	m.clear()
	m.Base = math.Max(bRem, cRem)
}

// Add takes in a class, unless nothing is observed on one side.
func (m *Meeting) Add(k Class) {
	if k.B+k.C <= math.MaxFloat64 {
		m.classes = append(m.classes, k)
	}
}

// Set gathers the columns: a cavity from above, whose branch begins at aboveRem, and two messages
// from below, at times with bRem and cRem remaining.
func (m *Meeting) Set(sigma2, aboveRem, bRem, cRem float64, am, av, bm, bv, cm, cv []float64) {
	m.clear()
	m.Base = math.Max(bRem, cRem)
	a0, b0, c0 := sigma2*(aboveRem-m.Base), sigma2*(m.Base-bRem), sigma2*(m.Base-cRem)
	if cap(m.s0) < len(am) {
		n := len(am)
		m.s0, m.s1, m.q0, m.q1 = make([]float64, 0, n), make([]float64, 0, n), make([]float64, 0, n), make([]float64, 0, n)
	}
	s0, s1, q0, q1 := m.s0[:len(am)], m.s1[:len(am)], m.q0[:len(am)], m.q1[:len(am)]
	av, bm, bv, cm, cv = av[:len(am)], bm[:len(am)], bv[:len(am)], cm[:len(am)], cv[:len(am)]
	i := 0
	for j := range am {
		if bv[j]+cv[j] > math.MaxFloat64 {
			continue
		}
		a, b, c := av[j]+a0, bv[j]+b0, cv[j]+c0
		ab, ac, bc := am[j]-bm[j], am[j]-cm[j], bm[j]-cm[j]
		ab, ac, bc = ab*ab, ac*ac, bc*bc
		s0[i] = a*(b+c) + b*c
		s1[i] = 2 * a
		q0[i] = a*bc + b*ac + c*ab
		q1[i] = ab + ac - bc
		i++
	}
	m.s0, m.s1, m.q0, m.q1 = s0[:i], s1[:i], q0[:i], q1[:i]
}

// At returns the log of the product's integral at u, up to a constant, and its
// derivatives in u.
func (m *Meeting) At(u float64) (value, slope, bend float64) {
	if len(m.classes) > 0 {
		return m.atClasses(u)
	}
	s1, q0, q1 := m.s1[:len(m.s0)], m.q0[:len(m.s0)], m.q1[:len(m.s0)]
	product, logs := 1.0, 0.0
	for j, s0 := range m.s0 {
		s := s0 + u*(s1[j]-u)
		q := q0[j] + u*q1[j]
		inverse := 1 / s
		ds := (s1[j] - 2*u) * inverse // S'/S
		r := q * inverse              // Q/S
		dr := q1[j]*inverse - r*ds    // (Q/S)'
		value += r
		slope += ds + dr
		// S'' = −2, Q'' = 0: (S'/S)' = −2/S − (S'/S)², (Q/S)'' = 2Q/S² − 2(Q/S)'·S'/S.
		bend += 2*(r-1)*inverse - ds*ds - 2*dr*ds
		if product *= s; product < pruning.ProductLow || product > pruning.ProductHigh {
			logs, product = logs+math.Log(product), 1
		}
	}
	return -0.5 * (logs + math.Log(product) + value), -0.5 * slope, -0.5 * bend
}

// atClasses is At where classes hold many columns: distances are sums over these, and a logarithm counts for all.
func (m *Meeting) atClasses(u float64) (value, slope, bend float64) {
	for i := range m.classes {
		k := &m.classes[i]
		a, b, c := k.A-u, k.B+u, k.C+u
		s := a*(b+c) + b*c
		inverse := 1 / s
		ds := 2 * a * inverse
		r := (a*k.BC + b*k.AC + c*k.AB) * inverse
		dr := (k.AB+k.AC-k.BC)*inverse - r*ds
		value += k.Weight*math.Log(s) + r
		slope += k.Weight*ds + dr
		bend += 2*(r-k.Weight)*inverse - k.Weight*ds*ds - 2*dr*ds
	}
	return -0.5 * value, -0.5 * slope, -0.5 * bend
}
