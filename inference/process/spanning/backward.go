package spanning

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// backward goes back through the elimination from node 0 on and finds γ, the derivative of log Z
// by each scaled weight. It does so many multiply-adds and reports whether it is through.
//
// With β and w as they were when node n was eliminated, i and j < n,
//
//	γ_in = (Σ_j γ_ij β_nj + γ_iw w_n)/σ_n,   S = Σ_i γ_in β_in,   γ_nj = (1 − S + Σ_i γ_ij β_in)/σ_n,
//	γ_nw = (Σ_i γ_iw β_in)/σ_n, of a forest with 1 − S in the sum.
//
// The only subtraction is 1 − S, whose error is one of rounding at numbers of the size of 1.
func (s *Sum) backward(work int) bool {
	t := s.weights.T
	if s.gamma == nil {
		s.gamma, s.gammaRoot = make([]float64, t*t), make([]float64, t)
	}
	for ; s.back < t; s.back++ {
		if work <= 0 {
			return false
		}
		work -= 2 * s.back * s.back
		n := s.back
		switch {
		case n == 0 && s.logs:
			s.gamma[0], s.gammaRoot[0] = math.Inf(-1), -s.sigma[0]
		case n == 0:
			s.gamma[0], s.gammaRoot[0] = 0, 1/s.sigma[0]
		case s.logs:
			s.backLog(n)
		default:
			s.backPlain(n)
		}
	}
	return true
}

// backPlain finds row and column n of γ in plain numbers.
func (s *Sum) backPlain(n int) {
	t := s.weights.T
	row, out := s.b[n*t:n*t+n], s.gamma[n*t:n*t+n]
	clear(out)
	children, root := 0.0, 0.0
	for i := range n {
		g, b := s.gamma[i*t:i*t+n], s.b[i*t+n]
		in := (floats.Dot(g, row) + s.gammaRoot[i]*s.w[n]) / s.sigma[n]
		s.gamma[i*t+n] = in
		if b != 0 {
			children += in * b
			root += s.gammaRoot[i] * b
			floats.AddScaled(out, b, g)
		}
	}
	for j := range out {
		out[j] = math.Max(0, (1-children+out[j])/s.sigma[n])
	}
	if s.weights.Forest {
		root += 1 - children
	}
	s.gammaRoot[n] = math.Max(0, root/s.sigma[n])
	s.gamma[n*t+n] = 0
}

// backLog finds row and column n of log γ.
func (s *Sum) backLog(n int) {
	t := s.weights.T
	row, out := s.b[n*t:n*t+n], s.gamma[n*t:n*t+n]
	for j := range out {
		out[j] = math.Inf(-1)
	}
	children, root := 0.0, math.Inf(-1)
	terms := make([]float64, n+1)
	for i := range n {
		g, b := s.gamma[i*t:i*t+n], s.b[i*t+n]
		for j, x := range row {
			terms[j] = g[j] + x
		}
		terms[n] = s.gammaRoot[i] + s.w[n]
		in := logSum(terms) - s.sigma[n]
		s.gamma[i*t+n] = in
		if !math.IsInf(b, -1) {
			children += math.Exp(in + b)
			root = logAdd(root, s.gammaRoot[i]+b)
			for j, x := range g {
				out[j] = logAdd(out[j], b+x)
			}
		}
	}
	for j, x := range out {
		out[j] = logPlus(x, 1-children) - s.sigma[n]
	}
	if s.weights.Forest {
		root = logPlus(root, 1-children)
	}
	s.gammaRoot[n] = root - s.sigma[n]
	s.gamma[n*t+n] = math.Inf(-1)
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

// finish makes probabilities of γ. It reports whether each node has a parent, or is a root, with
// probability 1, as far as rounding allows.
func (s *Sum) finish() bool {
	t := s.weights.T
	good := true
	for u := range t {
		total := 0.0
		set := func(p *float64, log float64) {
			if math.IsInf(log, -1) {
				*p = 0
				return
			}
			if s.logs {
				*p = math.Exp(*p + log)
			} else {
				*p *= math.Exp(log)
			}
			total += *p
		}
		for v := range t {
			if v == u {
				s.gamma[u*t+v] = 0
				continue
			}
			set(&s.gamma[u*t+v], s.edge(u, v))
		}
		set(&s.gammaRoot[u], s.rootWeight(u))
		good = good && math.Abs(total-1) < 1e-8
	}
	return good
}
