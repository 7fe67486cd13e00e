// Package lasso finds sparse regressions of columns on each other, and sparse inverse covariances: the
// graphical lasso (Friedman, Hastie and Tibshirani 2008, Sparse inverse covariance estimation with the
// graphical lasso). It uses coordinate descent over one column of the covariance after the other, within
// connected parts that are known in advance (Witten, Friedman and Simon 2011; Mazumder and Hastie 2012).
package lasso

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Graphical minimises f(Ω) = −log det Ω + tr(SΩ) + λ Σ_{i≠j} |Ω_ij| for one λ after the other,
// from the largest on; or Σ λ_ij |Ω_ij|, see [Graphical.Weigh]. The diagonal is not penalised, as in
// scikit-learn and unlike R's glasso.
type Graphical struct {
	P      int
	s      []float64 // P×P, covariance
	share  []float64 // P×P: the penalty of each pair, as a multiple of λ; nil for 1
	lambda float64
	w      []float64 // P×P: Ω⁻¹
	beta   []float64 // P×P: the lasso of each column on the others, by column
	begun  bool

	parts  [][]int // of more than one column
	part   int     // at work
	own    compact // that part
	column int     // within it
	moved  float64 // greatest change of w in this sweep
	rest   float64 // a change below which a lasso of this sweep has converged
	scale  float64 // mean of |S_ij| within the part
	sweep  int
}

const (
	most      = 400  // sweeps of a part
	inner     = 200  // sweeps of a column's lasso
	tolerance = 1e-9 // of w, by the scale of the part
	loosest   = 1e-2 // the same in a first sweep: the other columns are still as far off, so more precision is wasted
)

// New prepares a fit of a P×P covariance, row by row, symmetric with a positive diagonal. It is
// not modified.
func New(p int, s []float64) *Graphical {
	return &Graphical{P: p, s: s, w: make([]float64, p*p), beta: make([]float64, p*p)}
}

// Weigh gives each pair a penalty of its own, λ_ij = λ share_ij: P×P, symmetric, 0 for none and +Inf for an Ω_ij of 0.
// With those two alone Ω is the Gaussian of the greatest likelihood on the graph of the pairs without a penalty
// (Dempster 1972, Covariance selection). Call it before the first Begin; nil is 1 everywhere.
func (g *Graphical) Weigh(share []float64) { g.share = share }

// penalty is λ_ij.
func (g *Graphical) penalty(at int) float64 {
	if g.share == nil {
		return g.lambda
	}
	return g.lambda * g.share[at]
}

// Largest is the least λ at which no two columns are joined that have a penalty: max |S_ij|/share_ij.
func (g *Graphical) Largest() float64 {
	most := 0.0
	for i := range g.P {
		for j := range i {
			at := i*g.P + j
			switch v := math.Abs(g.s[at]); {
			case g.share == nil:
				most = max(most, v)
			case g.share[at] > 0:
				most = max(most, v/g.share[at])
			}
		}
	}
	return most
}

// Replace changes the covariance to another of the same columns. The next fit starts from the present solution.
func (g *Graphical) Replace(s []float64) { g.s = s }

// A State holds the matrices of a complete fit at one λ, from which the next begins.
type State struct {
	Lambda  float64
	W, Beta []float64 // P×P
}

// State returns a copy of the state after the last complete fit. Its matrices are nil before the first fit.
func (g *Graphical) State() State {
	if !g.begun {
		return State{}
	}
	return State{g.lambda, slices.Clone(g.w), slices.Clone(g.beta)}
}

// Restore takes a state of the same covariance. It returns false if the state has another number of columns.
func (g *Graphical) Restore(s State) bool {
	if s.W == nil {
		return true
	}
	if len(s.W) != len(g.w) || len(s.Beta) != len(g.beta) || !(s.Lambda > 0) {
		return false
	}
	copy(g.w, s.W)
	copy(g.beta, s.Beta)
	g.lambda, g.begun = s.Lambda, true
	return true
}

// Begin sets λ > 0. After the first time it starts from the last solution.
func (g *Graphical) Begin(lambda float64) {
	p := g.P
	share := 1.0
	if g.begun {
		share = min(1, lambda/g.lambda)
	}
	was := g.begun
	g.lambda, g.begun = lambda, true
	t := 1.0
	for at, v := range g.s {
		if v != 0 && at%(p+1) != 0 {
			t = min(t, g.penalty(at)/math.Abs(v))
		}
	}
	for i := range p {
		for j := range p {
			at := i*p + j
			switch {
			case i == j:
				g.w[at] = g.s[at]
			case was:
				// Every solution is within λ of its S.
				most := g.penalty(at)
				g.w[at] = g.s[at] + min(max(share*(g.w[at]-g.s[at]), -most), most)
			default:
				g.w[at] = (1 - t) * g.s[at]
			}
		}
	}
	g.split()
	g.part, g.column, g.sweep, g.moved = 0, 0, 0, 0
}

// split finds the connected parts of {|S_ij| > λ_ij}: Ω is 0 between them, exactly.
func (g *Graphical) split() {
	p := g.P
	g.parts = nil
	label := make([]int, p)
	for i := range label {
		label[i] = -1
	}
	for i := range p {
		if label[i] >= 0 {
			continue
		}
		label[i] = i
		part := []int{i}
		for k := 0; k < len(part); k++ {
			for j := range p {
				if label[j] < 0 && math.Abs(g.s[part[k]*p+j]) > g.penalty(part[k]*p+j) {
					label[j] = i
					part = append(part, j)
				}
			}
		}
		if len(part) > 1 {
			slices.Sort(part)
			g.parts = append(g.parts, part)
		}
	}
	slices.SortStableFunc(g.parts, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	for i := range p {
		for j := range p {
			if label[i] != label[j] {
				g.w[i*p+j], g.beta[i*p+j] = 0, 0
			}
		}
	}
}

// Advance does this many multiply-adds, somewhat more at most, and reports whether the fit at λ is
// complete.
func (g *Graphical) Advance(work int) bool {
	for g.part < len(g.parts) {
		part := g.parts[g.part]
		if g.column == 0 && g.sweep == 0 {
			g.gather(part)
		}
		for ; g.column < len(part); g.column++ {
			if work <= 0 {
				return false
			}
			work -= g.descend(g.column)
		}
		g.column = 0
		settled := g.rest <= tolerance*g.scale && g.moved <= tolerance*g.scale
		if g.rest = max(tolerance*g.scale, min(g.rest, g.moved)/20); g.moved <= tolerance*g.scale {
			g.rest = tolerance * g.scale
		}
		if g.sweep++; settled || g.sweep == most {
			g.scatter(part)
			g.part, g.sweep = g.part+1, 0
		}
		g.moved = 0
	}
	return true
}

// A compact part holds its columns side by side.
type compact struct {
	m          int
	s, w, beta []float64 // M×M
	penalty    []float64 // M×M
	gradient   []float64
	within     []float64 // room for the coefficients in use
}

// gather copies a part out.
func (g *Graphical) gather(part []int) {
	m := len(part)
	square := func() []float64 { return make([]float64, m*m) }
	g.own = compact{m: m, s: square(), w: square(), beta: square(), penalty: square(), gradient: make([]float64, m)}
	g.scale = 0
	for a, i := range part {
		for b, j := range part {
			g.own.s[a*m+b], g.own.w[a*m+b], g.own.beta[a*m+b] = g.s[i*g.P+j], g.w[i*g.P+j], g.beta[i*g.P+j]
			g.own.penalty[a*m+b] = g.penalty(i*g.P + j)
			if a != b {
				g.scale += math.Abs(g.s[i*g.P+j]) / float64(m*(m-1))
			}
		}
	}
	g.rest = loosest * g.scale
}

// scatter copies a part back.
func (g *Graphical) scatter(part []int) {
	m := len(part)
	for a, i := range part {
		for b, j := range part {
			g.w[i*g.P+j], g.beta[i*g.P+j] = g.own.w[a*m+b], g.own.beta[a*m+b]
		}
	}
}

// descend solves the lasso of column j of the part on the others, and puts the fit into w. It
// returns the work.
func (g *Graphical) descend(j int) int {
	c := &g.own
	m := c.m
	work := c.solve(j, c.penalty[j*m:(j+1)*m], g.rest)
	for k, v := range c.gradient {
		if was := c.w[j*m+k]; k != j && v != was {
			g.moved = max(g.moved, math.Abs(v-was))
			c.w[j*m+k], c.w[k*m+j] = v, v
		}
	}
	return work
}

// solve minimises ½βᵀWβ − s_jᵀβ + Σ λ_k |β_k| over the coefficients β of column j, from those at hand, until
// no prediction moves by more than rest. It leaves Wβ in gradient and returns the work.
func (c *compact) solve(j int, lambda []float64, rest float64) int {
	m := c.m
	beta, gradient := c.beta[j*m:(j+1)*m], c.gradient
	clear(gradient)
	work := m
	for k, b := range beta {
		if b != 0 && k != j {
			floats.AddScaled(gradient, b, c.w[k*m:(k+1)*m])
			work += m
		}
	}
	own := c.s[j*m : (j+1)*m] // by symmetry, and side by side
	var used []int
	for range inner {
		changed := 0.0
		used = used[:0]
		for k, v := range own {
			b, most := beta[k], lambda[k]
			r := v - gradient[k]
			if b == 0 && r <= most && r >= -most || k == j {
				continue
			}
			wkk := c.w[k*m+k]
			r += wkk * b
			next := 0.0
			if a := math.Abs(r) - most; a > 0 {
				next = math.Copysign(a, r) / wkk
			}
			if step := next - b; step != 0 {
				beta[k] = next
				floats.AddScaled(gradient, step, c.w[k*m:(k+1)*m])
				work += m
				changed = max(changed, math.Abs(step)*wkk)
			}
			if next != 0 {
				used = append(used, k)
			}
		}
		work += m
		if changed <= rest {
			break
		}
		work += c.settle(used, beta, j, lambda, rest)
	}
	return work
}

// settle updates the coefficients in use until they converge. Meanwhile it keeps only their part of the gradient up
// to date.
func (c *compact) settle(used []int, beta []float64, j int, lambda []float64, rest float64) (work int) {
	m, n := c.m, len(used)
	c.within = slices.Grow(c.within[:0], n*n+3*n)[:n*n+3*n]
	w, g, b, start := c.within[:n*n], c.within[n*n:n*n+n], c.within[n*n+n:n*n+2*n], c.within[n*n+2*n:]
	for x, k := range used {
		row := c.w[k*m : (k+1)*m]
		for y, l := range used {
			w[x*n+y] = row[l]
		}
		g[x], b[x], start[x] = c.gradient[k], beta[k], beta[k]
	}
	work = n * n
	for range inner {
		changed := 0.0
		for x, k := range used {
			row := w[x*n : (x+1)*n]
			own := row[x]
			r := c.s[j*m+k] - g[x] + own*b[x]
			next := 0.0
			if a := math.Abs(r) - lambda[k]; a > 0 {
				next = math.Copysign(a, r) / own
			}
			if step := next - b[x]; step != 0 {
				b[x] = next
				for y, v := range row {
					g[y] += step * v
				}
				work += n
				changed = max(changed, math.Abs(step)*own)
			}
		}
		work += n
		if changed <= rest {
			break
		}
	}
	for x, k := range used {
		if step := b[x] - start[x]; step != 0 {
			beta[k] = b[x]
			floats.AddScaled(c.gradient, step, c.w[k*m:(k+1)*m])
			work += m
		}
	}
	return work
}

// Precision returns Ω, P×P, of the last complete fit.
func (g *Graphical) Precision() *mat.SymDense {
	p := g.P
	omega := mat.NewSymDense(p, nil)
	diagonal := make([]float64, p)
	for j := range p {
		left := g.w[j*p+j]
		for k := range p {
			if k != j {
				left -= g.w[j*p+k] * g.beta[j*p+k]
			}
		}
		diagonal[j] = 1 / left
		omega.SetSym(j, j, diagonal[j])
	}
	for i := range p {
		for j := range i {
			a, b := -g.beta[j*p+i]*diagonal[j], -g.beta[i*p+j]*diagonal[i]
			if a == 0 || b == 0 { // they differ by rounding if one has just become 0
				continue
			}
			omega.SetSym(i, j, (a+b)/2)
		}
	}
	return omega
}
