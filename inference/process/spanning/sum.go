package spanning

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// least is the smallest pivot that is taken in plain numbers. Below it all is done again in logs.
const least = 1e-280

// A Sum is the sum over all trees, or forests, of given weights, in the making or complete. Call
// Advance until it is done; then ask. The result does not depend on how the work is cut.
type Sum struct {
	weights Weights
	row     []float64 // what scales took out of each row
	root    float64   // and out of the roots

	// Rows and columns of b, and w, are left as they were when their node was eliminated, from
	// node T−1 down to 1. They are logs where logs is true. Row n of b is read up to column n−1.
	b, w, sigma []float64
	logs        bool
	next        int // node to be eliminated next; 0 when all are

	gamma, gammaRoot []float64 // ∂ log Z by each scaled weight, then the probabilities
	back             int       // node that the backward pass comes to next
	known            bool      // gamma holds probabilities
}

// New prepares the sum. The weights must not be modified while it is used.
func New(w Weights) *Sum {
	w.check()
	s := &Sum{weights: w}
	s.row, s.root = w.scales()
	s.b, s.w, s.sigma = make([]float64, w.T*w.T), make([]float64, w.T), make([]float64, w.T)
	s.begin(false)
	return s
}

// Of returns the complete sum, with the probabilities of edges if they are wanted.
func Of(w Weights, edges bool) *Sum {
	s := New(w)
	for !s.Advance(math.MaxInt, edges) {
	}
	return s
}

// edge returns the scaled log weight of an edge.
func (s *Sum) edge(u, v int) float64 { return s.weights.Edge[u*s.weights.T+v] - s.row[u] }

// rootWeight returns the scaled log weight of a root.
func (s *Sum) rootWeight(u int) float64 { return s.weights.Root[u] - s.row[u] - s.root }

// begin starts the elimination in plain numbers or in logs.
func (s *Sum) begin(logs bool) {
	t := s.weights.T
	s.logs, s.next, s.back, s.known = logs, t-1, 0, false
	for u := range t {
		for v := range t {
			s.b[u*t+v] = s.number(s.edge(u, v))
		}
		s.b[u*t+u] = s.number(math.Inf(-1))
		s.w[u] = s.number(s.rootWeight(u))
	}
	if t == 1 {
		s.sigma[0] = s.w[0]
	}
}

// number is a log weight as the elimination has it.
func (s *Sum) number(log float64) float64 {
	if s.logs {
		return log
	}
	return math.Exp(log)
}

// Advance does so many multiply-adds, somewhat more at most, and reports whether the sum is
// complete. With edges it includes the probabilities.
func (s *Sum) Advance(work int, edges bool) bool {
	for ; s.next > 0; s.next-- {
		if work <= 0 {
			return false
		}
		work -= s.next * s.next
		if s.logs {
			s.eliminateLog(s.next)
		} else if !s.eliminate(s.next) {
			s.begin(true)
			return s.Advance(work, edges)
		}
		if s.next == 1 {
			s.sigma[0] = s.w[0]
		}
	}
	if !s.logs && !(s.sigma[0] > least) {
		s.begin(true)
		return s.Advance(work, edges)
	}
	if !edges || s.known {
		return true
	}
	if !s.backward(work) {
		return false
	}
	if s.finish() || s.logs {
		s.known = true
		return true
	}
	s.begin(true)
	return s.Advance(0, edges)
}

// Fraction is the share of the work that is done, 0 to 1.
func (s *Sum) Fraction(edges bool) float64 {
	cube := func(n int) float64 { return float64(n) * float64(n) * float64(n) }
	all := cube(s.weights.T)
	if s.known || all <= 1 {
		return 1
	}
	done := 1 - cube(s.next)/all
	if !edges {
		return done
	}
	return (done + 2*cube(s.back)/all) / 3
}

// eliminate takes node n out in plain numbers; false where its pivot is too small for them.
func (s *Sum) eliminate(n int) bool {
	t := s.weights.T
	row := s.b[n*t : n*t+n]
	sigma := floats.Sum(row)
	if s.weights.Forest {
		sigma += s.w[n]
	}
	if !(sigma > least) {
		return false
	}
	s.sigma[n] = sigma
	for i := range n {
		f := s.b[i*t+n] / sigma
		if f == 0 {
			continue
		}
		floats.AddScaled(s.b[i*t:i*t+n], f, row)
		s.b[i*t+i] = 0
		s.w[i] += f * s.w[n]
	}
	return true
}

// eliminateLog takes node n out in logs.
func (s *Sum) eliminateLog(n int) {
	t := s.weights.T
	row := s.b[n*t : n*t+n]
	sigma := logSum(row)
	if s.weights.Forest {
		sigma = logAdd(sigma, s.w[n])
	}
	s.sigma[n] = sigma
	if math.IsInf(sigma, -1) {
		return // nothing leads on from n: no tree spans all
	}
	for i := range n {
		f := s.b[i*t+n] - sigma
		if math.IsInf(f, -1) {
			continue
		}
		to := s.b[i*t : i*t+n]
		for j, x := range row {
			to[j] = logAdd(to[j], f+x)
		}
		to[i] = math.Inf(-1)
		s.w[i] = logAdd(s.w[i], f+s.w[n])
	}
}

// Log returns log Z, −Inf where no tree has a weight.
func (s *Sum) Log() float64 {
	sum := s.root
	for u, x := range s.sigma {
		if !s.logs {
			x = math.Log(x)
		}
		sum += x + s.row[u]
	}
	return sum
}

// Edge returns the probability that v is the parent of u. The sum must be complete with edges.
func (s *Sum) Edge(u, v int) float64 { return s.gamma[u*s.weights.T+v] }

// Edges returns the probabilities of all parents of u, by parent; its sum and Root(u) make 1. It
// must not be modified.
func (s *Sum) Edges(u int) []float64 {
	t := s.weights.T
	return s.gamma[u*t : (u+1)*t : (u+1)*t]
}

// Root returns the probability that u is a root.
func (s *Sum) Root(u int) float64 { return s.gammaRoot[u] }
