package treemixture

import (
	"math"
	"slices"
)

// upwards lists the columns of a tree, every one before its parent.
func upwards(parent []int) []int {
	below := make([][]int, len(parent))
	var order []int
	for j, p := range parent {
		if p < 0 {
			order = append(order, j)
		} else {
			below[p] = append(below[p], j)
		}
	}
	for at := 0; at < len(order); at++ {
		order = append(order, below[order[at]]...)
	}
	slices.Reverse(order)
	return order
}

// A message is the likelihood of a column given the columns below it, as a function of its value x less its mean:
// exp(c + hx − kx²/2).
type message struct{ c, h, k float64 }

// seen is the log density of the cells of a row that are seen: from the leaves up, each column multiplies the
// messages from below it and sends its parent the integral over its own value.
func (g *gaussian) seen(row []float64) (log float64) {
	at := make([]message, len(row))
	for _, j := range upwards(g.parent) {
		m, p, v := at[j], g.parent[j], g.variance[j]
		slope := 0.0
		if p >= 0 {
			slope = g.slope[j]
		}
		if math.IsNaN(row[j]) {
			one := 1 + m.k*v
			m = message{m.c - math.Log(one)/2 + m.h*m.h*v/(2*one), m.h * slope / one, m.k * slope * slope / one}
		} else {
			x := row[j] - g.mean[j]
			m.c += x*(m.h-m.k*x/2) - (math.Log(2*math.Pi*v)+x*x/v)/2
			m.h, m.k = slope*x/v, slope*slope/v
		}
		if p < 0 {
			log += m.c
			continue
		}
		at[p].c, at[p].h, at[p].k = at[p].c+m.c, at[p].h+m.h, at[p].k+m.k
	}
	return log
}

// seen is the log probability of the cells of a row that are seen, in the same way with sums over both values.
func (b *binary) seen(row []float64) (log float64) {
	at := make([][2]float64, len(row)) // log messages by the value of the column
	for _, j := range upwards(b.parent) {
		for above := range 2 {
			own := at[j]
			own[0] += math.Log1p(-b.given[j][above])
			own[1] += math.Log(b.given[j][above])
			sum := 0.0
			if v := row[j]; math.IsNaN(v) {
				most := math.Max(own[0], own[1])
				sum = most + math.Log(math.Exp(own[0]-most)+math.Exp(own[1]-most))
			} else {
				sum = own[int(v)]
			}
			if p := b.parent[j]; p >= 0 {
				at[p][above] += sum
			} else if above == 0 {
				log += sum
			}
		}
	}
	return log
}
