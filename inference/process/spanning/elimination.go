package spanning

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"example.org/espalier/inference/algorithm/special"
)

// least is the smallest pivot that is taken in plain numbers. Below it all is done again in logs.
const least = 1e-280

// An elimination takes nodes out of a matrix of weights one after the other, from the last down to node 1, and goes
// back through it for the derivative of log Z by every weight. A row holds the weights of its node's ways out, of which
// the first is to be a root, and then those of the nodes before it as its parents.
//
//	σ_n = Σ_{j<n} β_nj (+ w_n in a forest),   β_ij += β_in β_nj/σ_n (i ≠ j),   w_i += β_in w_n/σ_n
type elimination struct {
	t, exits int
	forest   bool // being a root counts in pivots

	// b has t rows of exits + t. Row and column n are left as they were when node n was eliminated; row n is read up
	// to the column of node n−1. Numbers are logs where logs is true.
	b, sigma []float64
	logs     bool
	next     int // node to be eliminated next; 0 when all are

	gamma []float64 // in the form of b: ∂ log Z by each weight
	back  int       // node that the way back comes to next

	// Of the node that is taken out, or gone back to, in logs: how many rows are done, and their sum S.
	inner    int
	children float64
	terms    []float64
}

// ready makes room for t nodes; it reuses the slices if they are large enough.
func (e *elimination) ready(t, exits int, forest bool) {
	e.t, e.exits, e.forest = t, exits, forest
	e.b, e.sigma = room(e.b, t*(exits+t)), room(e.sigma, t)
}

func room[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}

// begin starts again at the last node; b must have been filled.
func (e *elimination) begin(logs bool) { e.logs, e.next, e.back, e.inner = logs, e.t-1, 0, 0 }

// row returns the ways out and the parents of node i among the first n.
func (e *elimination) row(i, n int) []float64 {
	at := i * (e.exits + e.t)
	return e.b[at : at+e.exits+n]
}

// edge returns the place of node n as the parent of i.
func (e *elimination) edge(i, n int) int { return i*(e.exits+e.t) + e.exits + n }

// pivots returns the part of a row that counts in its pivot.
func (e *elimination) pivots(row []float64) []float64 {
	if e.forest {
		return row
	}
	return row[1:]
}

// forward takes nodes out until work, in multiply-adds, is spent. It reports whether it is through, and false for
// good where a pivot is too small for plain numbers.
func (e *elimination) forward(work *int) (through, good bool) {
	for ; e.next > 0; e.next-- {
		if *work <= 0 {
			return false, true
		}
		if e.logs {
			if !e.outLog(e.next, work) {
				return false, true
			}
			continue
		}
		*work -= e.next * (e.next + e.exits)
		if !e.outPlain(e.next) {
			return false, false
		}
	}
	return true, true
}

// outPlain takes node n out in plain numbers; false where its pivot is too small for them.
func (e *elimination) outPlain(n int) bool {
	row := e.row(n, n)
	sigma := floats.Sum(e.pivots(row))
	if !(sigma > least) {
		return false
	}
	e.sigma[n] = sigma
	for i := range n {
		if f := e.b[e.edge(i, n)] / sigma; f != 0 {
			floats.AddScaled(e.row(i, n), f, row)
		}
	}
	return true
}

// costOfLog is the time of a sum of two numbers in logs, in multiply-adds.
const costOfLog = 100

// outLog takes node n out in logs until work is spent, and reports whether it is through.
func (e *elimination) outLog(n int, work *int) bool {
	row := e.row(n, n)
	if e.inner == 0 {
		e.sigma[n] = special.SumLogs(e.pivots(row))
	}
	sigma := e.sigma[n]
	if math.IsInf(sigma, -1) {
		return true // nothing leads on from n: no tree spans all
	}
	for ; e.inner < n; e.inner++ {
		if *work <= 0 {
			return false
		}
		f := e.b[e.edge(e.inner, n)] - sigma
		if math.IsInf(f, -1) {
			continue
		}
		*work -= costOfLog * len(row)
		to := e.row(e.inner, n)
		for j, x := range row {
			to[j] = logAdd(to[j], f+x)
		}
	}
	e.inner = 0
	return true
}

// end begins the way back where node 0 has no way out but to be the root.
func (e *elimination) end() {
	e.gamma = room(e.gamma, len(e.b))
	for j := range e.exits + 1 {
		e.gamma[j] = e.number(math.Inf(-1))
	}
	e.sigma[0] = e.b[0]
	if e.logs {
		e.gamma[0] = -e.sigma[0]
	} else {
		e.gamma[0] = 1 / e.sigma[0]
	}
	e.back = 1
}

// endAt begins the backward pass with the given derivatives with respect to the exits of node 0.
func (e *elimination) endAt(exits []float64) {
	e.gamma = room(e.gamma, len(e.b))
	copy(e.gamma, exits)
	e.gamma[e.exits] = e.number(math.Inf(-1))
	e.back = 1
}

// number returns a log weight in the form of the elimination: itself, or its exponential.
func (e *elimination) number(log float64) float64 {
	if e.logs {
		return log
	}
	return math.Exp(log)
}

// backward goes back until work is spent, and reports whether it is through. With β and w as they were when node n was
// eliminated, i and j < n,
//
//	γ_in = (Σ_j γ_ij β_nj + γ_iw w_n)/σ_n,   S = Σ_i γ_in β_in,   γ_nj = (1 − S + Σ_i γ_ij β_in)/σ_n,
//	γ_nw = (Σ_i γ_iw β_in)/σ_n, of a forest with 1 − S in the sum.
//
// The only subtraction is 1 − S, whose error is one of rounding at numbers of the size of 1.
func (e *elimination) backward(work *int) bool {
	for ; e.back < e.t; e.back++ {
		if *work <= 0 {
			return false
		}
		if e.logs {
			if !e.backLog(e.back, work) {
				return false
			}
			continue
		}
		*work -= 2 * e.back * (e.back + e.exits)
		e.backPlain(e.back)
	}
	return true
}

// slope returns the derivatives of row i that the backward pass has found.
func (e *elimination) slope(i, n int) []float64 {
	at := i * (e.exits + e.t)
	return e.gamma[at : at+e.exits+n]
}

// backPlain finds row and column n of γ in plain numbers.
func (e *elimination) backPlain(n int) {
	row, out, sigma := e.row(n, n), e.slope(n, n), e.sigma[n]
	clear(out)
	children := 0.0
	for i := range n {
		g, b := e.slope(i, n), e.b[e.edge(i, n)]
		in := floats.Dot(g, row) / sigma
		e.gamma[e.edge(i, n)] = in
		if b != 0 {
			children += in * b
			floats.AddScaled(out, b, g)
		}
	}
	for j := range out {
		if j > 0 || e.forest {
			out[j] += 1 - children
		}
		out[j] = math.Max(0, out[j]/sigma)
	}
	e.gamma[e.edge(n, n)] = 0
}

// backLog finds row and column n of log γ until work is spent, and reports whether it is through.
func (e *elimination) backLog(n int, work *int) bool {
	row, out, sigma := e.row(n, n), e.slope(n, n), e.sigma[n]
	if e.inner == 0 {
		for j := range out {
			out[j] = math.Inf(-1)
		}
		e.children = 0
	}
	e.terms = room(e.terms, len(row))
	terms := e.terms
	for ; e.inner < n; e.inner++ {
		if *work <= 0 {
			return false
		}
		*work -= 2 * costOfLog * len(row)
		i := e.inner
		g, b := e.slope(i, n), e.b[e.edge(i, n)]
		for j, x := range row {
			terms[j] = g[j] + x
		}
		in := special.SumLogs(terms) - sigma
		e.gamma[e.edge(i, n)] = in
		if !math.IsInf(b, -1) {
			e.children += math.Exp(in + b)
			for j, x := range g {
				out[j] = logAdd(out[j], b+x)
			}
		}
	}
	for j, x := range out {
		if j > 0 || e.forest {
			x = logPlus(x, 1-e.children)
		}
		out[j] = x - sigma
	}
	e.gamma[e.edge(n, n)] = math.Inf(-1)
	e.inner = 0
	return true
}

// logPlus returns log(eᵃ + x), −Inf where that is not above 0.
func logPlus(a, x float64) float64 {
	switch {
	case a > negligible:
		return a + math.Log1p(x*math.Exp(-a))
	case x >= 0:
		return logAdd(a, math.Log(x))
	}
	if sum := math.Exp(a) + x; sum > 0 {
		return math.Log(sum)
	}
	return math.Inf(-1)
}

// negligible is the difference of logs beyond which the smaller number does not change the larger.
const negligible = 37

// logAdd returns log(eᵃ + eᵇ).
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if a-b > negligible {
		return a
	}
	return special.LogAdd(a, b)
}
