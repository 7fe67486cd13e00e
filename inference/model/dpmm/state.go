package dpmm

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
)

// A state is a partition of the rows with the hyperparameters. Clusters are in slots.
type state struct {
	crp.Slots[conjugate.Component]
	prior  *conjugate.Prior
	kinds  *block.Columns    // nil where all columns are numbers
	shapes *conjugate.Shapes // the prior of T, with its floors
	fresh  func() conjugate.Component
	hyper  hyper

	rows   [][]float64 // the rows as clusters hold them: with full covariances, missing cells are filled
	limits []limited   // cells of rows that are drawn between limits
	hidden *hidden     // rows are hidden numbers; nil where they are the numbers of the table
	holes  [][]float64 // with full covariances, the original rows with missing cells; nil for complete rows

	z     []int                 // slot of each row, −1 for none
	empty conjugate.Component   // a cluster without rows
	spare []conjugate.Component // for proposals

	alone   []float64 // log density of each row in a cluster of its own; NaN until needed
	weights []float64 // scratch

	threads int
	logs    []float64 // ln n of each number of rows
	ahead   ahead
}

// A hyper holds the learnt hyperparameters.
type hyper struct {
	alpha                              float64
	full                               bool
	fixedAlpha, fixedScale, fixedKappa bool
}

func newState(rows [][]float64, p *conjugate.Prior, shapes *conjugate.Shapes, full, gaps bool, h hyper) *state {
	return newStateOf(nil, rows, p, shapes, full, gaps, h)
}

// newStateOf is newState for rows of some kinds of columns, nil for numbers alone.
func newStateOf(k *block.Columns, rows [][]float64, p *conjugate.Prior, shapes *conjugate.Shapes, full, gaps bool,
	h hyper) *state {
	s := &state{kinds: k, prior: p, shapes: shapes, hyper: h, rows: rows, z: make([]int, len(rows)),
		alone: make([]float64, len(rows)), threads: 1, logs: make([]float64, len(rows)+1)}
	for n := range s.logs {
		s.logs[n] = math.Log(float64(n))
	}
	p.Tabulate(len(rows))
	h.full = full
	s.hyper = h
	switch {
	case full:
		s.fresh = func() conjugate.Component { return conjugate.NewFull(p) }
	case gaps:
		s.fresh = func() conjugate.Component { return conjugate.NewGaps(p) }
	default:
		s.fresh = func() conjugate.Component { return conjugate.NewDiagonal(p) }
	}
	if numbers := s.fresh; k != nil {
		s.fresh = func() conjugate.Component { return newMixed(k, numbers()) }
	}
	if full && gaps {
		s.holes = make([][]float64, len(rows))
		s.rows = make([][]float64, len(rows))
		for i, x := range rows {
			s.rows[i] = x
			if conjugate.Incomplete(x) {
				s.holes[i], s.rows[i] = x, append([]float64(nil), x...)
			}
		}
	}
	for i := range s.z {
		s.z[i] = -1
	}
	s.forget()
	return s
}

// seen returns row i as read, with its missing cells.
func (s *state) seen(i int) []float64 {
	if s.holes != nil && s.holes[i] != nil {
		return s.holes[i]
	}
	return s.rows[i]
}

// forget discards the numbers that depend on ρ, κ₀ and T.
func (s *state) forget() {
	if s.empty == nil {
		s.empty = s.fresh()
	}
	s.empty.Fill(nil)
	for i := range s.alone {
		s.alone[i] = math.NaN()
	}
}

// open returns an empty slot for a new cluster.
func (s *state) open() int {
	return s.Open(s.fresh, func(c conjugate.Component) { c.Fill(nil) })
}

// take removes row i from its cluster.
func (s *state) take(i int) {
	k := s.z[i]
	s.z[i] = -1
	c := s.Clusters[k]
	if c.Size() == 1 {
		s.Close(k)
	} else if !c.Remove(s.rows[i]) {
		c.Fill(s.members(k))
	}
}

// members returns the rows of a slot, in their order.
func (s *state) members(k int) (rows [][]float64) {
	for i, z := range s.z {
		if z == k {
			rows = append(rows, s.rows[i])
		}
	}
	return rows
}

// put draws a cluster for row i, which has none, from its conditional, and its missing cells if
// they are part of the state. O(K·D), with full covariances O(K·D²).
func (s *state) put(i int, rng *rand.Rand) {
	x := s.seen(i)
	w := s.weights[:0]
	for _, k := range s.Active {
		c := s.Clusters[k]
		w = append(w, s.logs[c.Size()]+c.LogPredictive(x))
	}
	if math.IsNaN(s.alone[i]) {
		s.alone[i] = s.empty.LogPredictive(x)
	}
	w = append(w, math.Log(s.hyper.alpha)+s.alone[i])
	s.weights = w
	k := categorical.DrawLogs(w, rng)
	if k == len(s.Active) {
		s.open()
	}
	s.join(i, s.Active[k], rng)
}

// join puts row i into a slot.
func (s *state) join(i, k int, rng *rand.Rand) {
	if s.holes != nil && s.holes[i] != nil {
		copy(s.rows[i], s.holes[i])
		s.Clusters[k].(imputer).Impute(s.rows[i], rng)
	}
	s.z[i] = k
	s.Clusters[k].Add(s.rows[i])
}

// An imputer is a cluster that can fill the missing cells of a row.
type imputer interface {
	Impute(x []float64, rng *rand.Rand)
}

// renumber orders the clusters by their first rows. Once every cluster is refilled, the state then
// depends on the partition alone, not on how it was reached.
func (s *state) renumber() {
	slots := make([]conjugate.Component, 0, len(s.Clusters))
	number := make(map[int]int, len(s.Active))
	for i, k := range s.z {
		m, ok := number[k]
		if !ok {
			m = len(slots)
			number[k] = m
			slots = append(slots, s.Clusters[k])
		}
		s.z[i] = m
	}
	s.Reset(slots)
}

// logJoint returns log p(rows, partition, learnt hyperparameters), but for the constant of the prior of T. With full
// covariances it includes the drawn missing cells.
func (s *state) logJoint() float64 {
	n, a := float64(len(s.z)), s.hyper.alpha
	sum := special.LogGamma(a) - special.LogGamma(a+n)
	for _, k := range s.Active {
		c := s.Clusters[k]
		sum += math.Log(a) + special.LogGamma(float64(c.Size())) + c.LogMarginal()
	}
	for _, h := range []struct {
		value, rate float64
		fixed       bool
	}{{a, crp.ConcentrationRate(len(s.z)), s.hyper.fixedAlpha}, {s.prior.Scale, hyperRate, s.hyper.fixedScale},
		{s.prior.Kappa, hyperRate, s.hyper.fixedKappa}} {
		if !h.fixed {
			sum += math.Log(h.rate) - h.rate*h.value // exponential
		}
	}
	if s.learnsShape() {
		sum += s.shapes.LogDensity(s.prior)
	}
	return sum
}
