// Package signal says how much of the variance of a column follows a tree: Pagel's λ, column by column, with an
// interval.
//
// The rows of a column have the covariance σ²(λC + (1 − λ) diag C) (equation 8d of docs/mathematics.md), where C
// holds the times that two rows share below the top of the tree. λ = 0 says that rows are independent, λ = 1 that
// they vary as diffusion along the tree has it. A mean is common to all. Numbers have their restricted likelihood, by
// contrasts; cells of any other kind have latent numbers with that covariance, whose evidence is that of expectation
// propagation. Both cost a walk through the tree for a λ.
//
// The interval holds the λ whose log likelihood is at most 1.92 below the greatest, half the 95 % point of χ² with
// one degree of freedom.
//
// Sources: M. Pagel (1999), Inferring the historical patterns of biological evolution, Nature 401; R. P. Freckleton, P.
// H. Harvey and M. Pagel (2002), Phylogenetic analysis and comparative data, American Naturalist 160; J. Felsenstein
// (1973), Maximum-likelihood estimation of evolutionary trees from continuous characters, American Journal of Human
// Genetics 25.
package signal

import (
	"math"

	"example.org/espalier/inference/tree"
)

// A Share is how much of the variance of a column follows the tree.
type Share struct {
	Lambda    float64 // of greatest likelihood, from 0 to 1; NaN where it is not known
	Low, High float64 // the interval of 95 %
	P         float64 // probability of a likelihood ratio as great as this against λ = 0, where that is so
	Cells     int     // that hold a value or a limit
}

// Known reports whether the column says anything of λ.
func (s Share) Known() bool { return !math.IsNaN(s.Lambda) }

// unknown is the share of a column that says nothing.
func unknown(cells int) Share {
	return Share{math.NaN(), math.NaN(), math.NaN(), math.NaN(), cells}
}

// LeastCells is how many cells a column has at least whose share is known: of fewer, a pair of rows that happen to be
// close decides.
const LeastCells = 8

// leastBranch is the least length of a branch to a leaf, so that rows in one place have a density.
const leastBranch = 1e-9

// A Shape is a tree as a walk from the leaves needs it. It is not written to once made.
type Shape struct {
	leaves int
	order  []int32   // all nodes, children before their parent; the top is the last
	parent []int32   // −1 of the top
	height []float64 // time below the top, as a share of the time that remains there
	first  []int32   // of each node the place of its children in below
	below  []int32
}

// New prepares a tree.
func New(t *tree.Tree) *Shape {
	n := t.Nodes()
	s := &Shape{leaves: t.Leaves(), parent: make([]int32, n), height: make([]float64, n), first: make([]int32, n+1)}
	for v := range n {
		s.parent[v] = int32(t.Parent[v])
		s.height[v] = 1
		if !math.IsInf(t.LogTime[v], 1) {
			s.height[v] = max(-math.Expm1(t.LogTime[t.Top]-t.LogTime[v]), 0)
		}
		s.first[v+1] = s.first[v] + int32(len(t.Children[v]))
		for _, c := range t.Children[v] {
			s.below = append(s.below, int32(c))
		}
	}
	s.order = append(s.order, int32(t.Top))
	for i := 0; i < len(s.order); i++ {
		s.order = append(s.order, s.children(s.order[i])...)
	}
	for i, j := 0, len(s.order)-1; i < j; i, j = i+1, j-1 {
		s.order[i], s.order[j] = s.order[j], s.order[i]
	}
	return s
}

func (s *Shape) children(v int32) []int32 { return s.below[s.first[v]:s.first[v+1]] }

// branch returns the variance of the branch above a node other than the top, of a whole of 1 from top to end, which
// makes the covariance that of equation 8d.
func (s *Shape) branch(v int32, lambda float64) float64 {
	above := lambda * s.height[s.parent[v]]
	if int(v) < s.leaves {
		return max(s.height[v]-above, leastBranch)
	}
	return lambda*s.height[v] - above
}

// A fit is the likelihood of λ, up to a constant.
type fit func(lambda float64) float64

// How finely λ is sought.
const (
	coarse   = 8    // steps of the first grid
	drop     = 1.92 // of the log likelihood at the ends of the interval
	smallest = 1e-4 // step
)

// share finds the greatest likelihood, and the interval about it, to a tolerance.
func share(cells int, of fit, tolerance float64) Share {
	known := map[float64]float64{}
	f := func(x float64) float64 {
		y, ok := known[x]
		if !ok {
			y = of(x)
			known[x] = y
		}
		return y
	}
	best := 0
	for k := range coarse + 1 {
		if f(float64(k)/coarse) > f(float64(best)/coarse) {
			best = k
		}
	}
	low, high := float64(max(best-1, 0))/coarse, float64(min(best+1, coarse))/coarse
	top := greatest(f, low, high, tolerance)
	if x := float64(best) / coarse; f(x) >= f(top) {
		top = x
	}
	most := f(top)
	if math.IsNaN(most) || math.IsInf(most, 0) {
		return unknown(cells)
	}
	below := func(x float64) float64 { return f(x) - (most - drop) }
	s := Share{Lambda: top, High: 1, Cells: cells, P: 1}
	if below(0) < 0 {
		s.Low = crossing(below, 0, top, tolerance)
	}
	if below(1) < 0 {
		s.High = crossing(below, 1, top, tolerance)
	}
	if r := most - f(0); r > 0 {
		s.P = math.Erfc(math.Sqrt(r)) / 2
	}
	return s
}

// greatest returns where f is greatest between two numbers, by golden sections.
func greatest(f func(float64) float64, low, high, tolerance float64) float64 {
	const golden = 0.6180339887498949
	a, b := high-golden*(high-low), low+golden*(high-low)
	for high-low > tolerance {
		if f(a) >= f(b) {
			high, b = b, a
			a = high - golden*(high-low)
		} else {
			low, a = a, b
			b = low + golden*(high-low)
		}
	}
	if f(a) >= f(b) {
		return a
	}
	return b
}

// crossing returns where f is 0 between a place where it is below and one where it is above.
func crossing(f func(float64) float64, under, over, tolerance float64) float64 {
	fu, fo := f(under), f(over)
	for math.Abs(over-under) > tolerance {
		x := under + (over-under)*fu/(fu-fo) // where a line crosses
		if middle := (under + over) / 2; !(math.Abs(x-middle) < 0.45*math.Abs(over-under)) {
			x = middle
		}
		if y := f(x); y < 0 {
			under, fu = x, y
			fo /= 2 // as in the method of Illinois
		} else {
			over, fo = x, y
			fu /= 2
		}
	}
	return (under + over) / 2
}
