package priors

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// closed is the log density of a tree by its branch points: c(1 − t)^(cJ−1) (l−1)! (r−1)! / (l+r−1)!, J = H(l+r−1) −
// H(l−1) − H(r−1), from the times at which its leaves part.
func closed(e *exchange, leaves []int) float64 {
	if len(leaves) < 2 {
		return 0
	}
	first := math.Inf(1)
	for _, i := range leaves {
		for _, j := range leaves {
			if i != j {
				first = math.Min(first, e.shared[i][j])
			}
		}
	}
	var left, right []int // those that part from the first leaf then, and the others
	for _, i := range leaves {
		if i == leaves[0] || e.shared[leaves[0]][i] > first {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	harmonic := func(n int) (h float64) {
		for k := 1; k <= n; k++ {
			h += 1 / float64(k)
		}
		return h
	}
	factorial := func(n int) float64 { return math.Gamma(float64(n + 1)) }
	l, r := len(left), len(right)
	j := harmonic(l+r-1) - harmonic(l-1) - harmonic(r-1)
	return math.Log(e.c) + (e.c*j-1)*math.Log(1-first) +
		math.Log(factorial(l-1)*factorial(r-1)/factorial(l+r-1)) + closed(e, left) + closed(e, right)
}

// Every order of the leaves has the density that the branch points give, of the whole tree and of each part that has
// come.
func TestEveryOrderHasOneDensity(t *testing.T) {
	for seed := range uint64(4) {
		e := stagetest.Played[exchange](t, Exchange(), seed+1, "leaves", "9", "c", []string{"0.4", "1", "1.5",
			"3"}[seed])
		for k, order := range e.order {
			for m := 1; m <= e.n; m++ {
				inferencetest.Close(t, "log density", e.total(k, m), closed(e, order[:m]), 1e-9)
			}
		}
	}
}

// Mean and spread of the share of the first colour follow from its law, ball by ball.
func TestShareOfTheFirstColour(t *testing.T) {
	u := stagetest.Opened[urns](t, Urn(), 1, "concentration", "2.5").State
	p := []float64{0, 1} // probability of 0, 1, … balls of the first colour
	for n := 1; n <= 40; n++ {
		mean, square := 0.0, 0.0
		for k, q := range p {
			s := float64(k) / float64(n)
			mean, square = mean+q*s, square+q*s*s
		}
		m, d := u.expected(n)
		inferencetest.Near(t, "mean", m, mean, 1e-12)
		inferencetest.Near(t, "deviation", d, math.Sqrt(math.Max(square-mean*mean, 0)), 1e-7)
		next := make([]float64, len(p)+1)
		for k, q := range p {
			next[k+1] += q * float64(k) / (float64(n) + 2.5)
			next[k] += q * (1 - float64(k)/(float64(n)+2.5))
		}
		p = next
	}
}

// Columns of a view have the means of its clusters, and the expected numbers of views are Σ α/(α + i).
func TestViewsOfColumns(t *testing.T) {
	v := stagetest.Played[views](t, Views(), 2)
	for j, column := range v.x {
		z := v.cluster[v.view[j]]
		for a := range column {
			for b := range column {
				if z[a] == z[b] && !(math.Abs(column[a]-column[b]) < 8*noise) {
					t.Errorf("column %d: rows %d and %d of one cluster have %v and %v", j, a, b, column[a], column[b])
				}
			}
		}
	}
	sum, variance := 0.0, 0.0
	for i := range v.columns {
		p := v.alpha / (v.alpha + float64(i))
		sum, variance = sum+p, variance+p*(1-p)
	}
	c := v.counters()
	inferencetest.Near(t, "views", c[0].Expected, sum, 1e-9)
	inferencetest.Near(t, "their deviation", c[0].Spread, math.Sqrt(variance), 1e-9)
	inferencetest.Near(t, "pairs", c[1].Expected, 1/(1+v.alpha), 1e-12)
}
