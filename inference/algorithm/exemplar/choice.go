package exemplar

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Choice is a set of exemplars that is improved by adding, dropping and exchanging one at a time, by the move that
// gains most: a greedy search, in the manner of partitioning around medoids (Kaufman and Rousseeuw 1990; each pass
// tries all exchanges in O(n²), as by Schubert and Rousseeuw 2021).
type Choice struct {
	s      *mat.Dense
	Of     []int     // exemplars, ascending
	on     []bool    // of each row, whether it is one
	near   []int     // of each row the best exemplar; itself for exemplars
	first  []float64 // similarity to the best exemplar; of an exemplar to the best other
	second []float64 // to the next
}

// NewChoice begins from given exemplars, at least one.
func NewChoice(s *mat.Dense, of []int) *Choice {
	n, _ := s.Dims()
	c := &Choice{s: s, near: make([]int, n), first: make([]float64, n), second: make([]float64, n)}
	c.set(of)
	return c
}

// Single is the row that is the best exemplar of all.
func Single(s *mat.Dense) int {
	n, _ := s.Dims()
	sums := make([]float64, n)
	for i := range n {
		for k, v := range s.RawRowView(i) {
			sums[k] += v
		}
	}
	best := 0
	for k, v := range sums {
		if v > sums[best] {
			best = k
		}
	}
	return best
}

func (c *Choice) set(of []int) {
	c.Of = slices.Clone(of)
	slices.Sort(c.Of)
	c.on = make([]bool, len(c.near))
	for _, k := range c.Of {
		c.on[k] = true
	}
	for i := range c.near {
		row := c.s.RawRowView(i)
		at, best, next := -1, math.Inf(-1), math.Inf(-1)
		for _, k := range c.Of {
			if k == i {
				continue
			}
			if v := row[k]; at < 0 || v > best {
				at, best, next = k, v, best
			} else if v > next {
				next = v
			}
		}
		c.near[i], c.first[i], c.second[i] = at, best, next
		if c.on[i] {
			c.near[i] = i
		}
	}
}

// Net is the net similarity.
func (c *Choice) Net() (sum float64) {
	for i, on := range c.on {
		if on {
			sum += c.s.At(i, i)
		} else {
			sum += c.first[i]
		}
	}
	return sum
}

// Near is the exemplar of each row.
func (c *Choice) Near() []int { return slices.Clone(c.near) }

// Improve makes the best move and reports whether there was one that gains; with fixed, exchanges alone. O(n²).
func (c *Choice) Improve(fixed bool) bool {
	const least = 1e-12
	n := len(c.near)
	out, in, gained := -1, -1, least*(1+math.Abs(c.Net()))
	if !fixed && len(c.Of) > 1 {
		for _, e := range c.Of {
			gain := c.first[e] - c.s.At(e, e)
			for i, k := range c.near {
				if k == e && i != e {
					gain += c.second[i] - c.first[i]
				}
			}
			if gain > gained {
				out, in, gained = e, -1, gain
			}
		}
	}
	lost := make([]float64, n) // by exemplar, the change of the sum if it leaves, besides the gain of a new row
	column := make([]float64, n)
	for k := range n {
		if c.on[k] {
			continue
		}
		mat.Col(column, k, c.s)
		for _, e := range c.Of {
			lost[e] = math.Max(c.first[e], column[e]) - c.s.At(e, e)
		}
		gain := column[k] - c.first[k]
		for i, e := range c.near {
			if c.on[i] || i == k {
				continue
			}
			v := column[i]
			more := math.Max(0, v-c.first[i])
			gain += more
			lost[e] += math.Max(c.second[i], v) - c.first[i] - more
		}
		if !fixed && gain > gained {
			out, in, gained = -1, k, gain
		}
		for _, e := range c.Of {
			if g := gain + lost[e]; g > gained {
				out, in, gained = e, k, g
			}
		}
	}
	if out < 0 && in < 0 {
		return false
	}
	next := slices.DeleteFunc(slices.Clone(c.Of), func(k int) bool { return k == out })
	if in >= 0 {
		next = append(next, in)
	}
	c.set(next)
	return true
}

// Add adds the exemplar that gains most. O(n²).
func (c *Choice) Add() {
	best, gained := -1, math.Inf(-1)
	for k := range c.near {
		if c.on[k] {
			continue
		}
		gain := c.s.At(k, k) - c.first[k]
		for i, on := range c.on {
			if !on && i != k {
				gain += math.Max(0, c.s.At(i, k)-c.first[i])
			}
		}
		if best < 0 || gain > gained {
			best, gained = k, gain
		}
	}
	if best >= 0 {
		c.set(append(c.Of, best))
	}
}
