package spanning

import "math"

// A Sum is the sum over all trees, or forests, of given weights, in the making or complete. Call
// Advance until it is done; then ask. The result does not depend on how the work is cut.
type Sum struct {
	weights Weights
	row     []float64 // scale divided out of each row
	root    float64   // and out of the roots

	core   elimination
	stage  int
	at     int  // row within the stage
	good   bool // the probabilities of the rows before it add up to 1
	redone bool // in logs, as plain numbers did not do
	line   []float64
	known  bool // γ holds probabilities
	enter  []int32
	one    lookup
	drawer drawer
}

// The stages of a sum.
const (
	filling = iota
	forward
	backward
	finishing
)

// New prepares the sum. The weights must not be modified while it is used.
func New(w Weights) *Sum {
	s := new(Sum)
	s.Reset(w)
	return s
}

// Reset prepares the sum of other weights in the memory of this one.
func (s *Sum) Reset(w Weights) {
	w.check()
	s.weights, s.known = w, false
	s.row, s.line = room(s.row, w.T), room(s.line, w.T)
	s.core.ready(w.T, 1, w.Forest)
	s.begin(false)
}

// Of returns the complete sum, with the probabilities of edges if they are wanted.
func Of(w Weights, edges bool) *Sum {
	s := New(w)
	for !s.Advance(math.MaxInt, edges) {
	}
	return s
}

// begin starts in plain numbers or in logs.
func (s *Sum) begin(logs bool) {
	s.core.begin(logs)
	s.stage, s.at, s.good, s.redone = filling, 0, true, logs
}

// Advance does this many multiply-adds, somewhat more at most, and reports whether the sum is
// complete. With edges it includes the probabilities.
func (s *Sum) Advance(work int, edges bool) bool {
	t := s.weights.T
	for {
		switch {
		case s.stage == filling:
			if !s.fill(&work) {
				return false
			}
			s.stage = forward
		case s.stage == forward:
			through, good := s.core.forward(&work)
			if good && through {
				s.core.sigma[0] = s.core.b[0]
				good = s.redone || s.core.sigma[0] > least
			}
			if !good {
				s.begin(true)
				continue
			}
			if !through {
				return false
			}
			s.stage = backward
			s.core.back = 0
		case !edges || s.known:
			return true
		case s.stage == backward:
			if s.core.back == 0 {
				s.core.end()
			}
			if !s.core.backward(&work) {
				return false
			}
			s.stage, s.at = finishing, 0
		default:
			for ; s.at < t; s.at++ {
				if work <= 0 {
					return false
				}
				work -= costOfNumber * t
				s.good = s.finish(s.at) && s.good
			}
			if !s.good && !s.redone {
				s.begin(true)
				continue
			}
			s.known = true
		}
	}
}

// costOfNumber is the time of an exponential in multiply-adds.
const costOfNumber = 10

// fill takes the scales out of the rows, and out of the roots, and puts the weights into the elimination. The largest
// weight of a row becomes 1. Every tree takes one entry of each row, and a tree that has one root takes one root.
func (s *Sum) fill(work *int) bool {
	t := s.weights.T
	for ; s.at < t; s.at++ {
		if *work <= 0 {
			return false
		}
		*work -= costOfNumber * t
		u := s.at
		line := s.weights.parents(u, s.line)
		most := math.Inf(-1)
		for v, x := range line {
			if v != u {
				most = max(most, x)
			}
		}
		if s.weights.Forest || math.IsInf(most, -1) {
			most = max(most, s.weights.Root[u])
		}
		if math.IsInf(most, -1) {
			most = 0
		}
		s.row[u] = most
		to := s.core.row(u, t)[1:]
		for v, x := range line {
			to[v] = s.core.number(x - most)
		}
		to[u] = s.core.number(math.Inf(-1))
	}
	s.root = 0
	if !s.weights.Forest {
		s.root = math.Inf(-1)
		for u, x := range s.weights.Root {
			s.root = max(s.root, x-s.row[u])
		}
		if math.IsInf(s.root, -1) {
			s.root = 0
		}
	}
	for u := range t {
		s.core.row(u, 0)[0] = s.core.number(s.rootWeight(u))
	}
	return true
}

// edge returns the scaled log weight of an edge.
func (s *Sum) edge(u, v int) float64 { return s.weights.at(u, v, &s.one) - s.row[u] }

// rootWeight returns the scaled log weight of a root.
func (s *Sum) rootWeight(u int) float64 { return s.weights.Root[u] - s.row[u] - s.root }

// Fraction is the share of the work that is done, 0 to 1.
func (s *Sum) Fraction(edges bool) float64 {
	cube := func(n int) float64 { return float64(n) * float64(n) * float64(n) }
	all := cube(s.weights.T)
	if s.known || all <= 1 {
		return 1
	}
	done := 1 - cube(s.core.next)/all
	if !edges {
		return done
	}
	return (done + 2*cube(s.core.back)/all) / 3
}

// finish makes probabilities of γ for node u. It reports whether it has a parent, or is a root, with probability 1, as
// far as rounding allows.
func (s *Sum) finish(u int) bool {
	slope, line := s.core.slope(u, s.weights.T), s.weights.parents(u, s.line)
	total := s.core.share(&slope[0], s.rootWeight(u))
	for v := range line {
		if v == u {
			slope[1+v] = 0
			continue
		}
		total += s.core.share(&slope[1+v], line[v]-s.row[u])
	}
	return math.Abs(total-1) < rounding
}

// rounding is how far from 1 the probabilities of a row may add up.
const rounding = 1e-8

// share makes of a derivative the probability of the weight that it is by, and returns it.
func (e *elimination) share(p *float64, log float64) float64 {
	switch {
	case math.IsInf(log, -1):
		*p = 0
	case e.logs:
		*p = math.Exp(*p + log)
	default:
		*p *= math.Exp(log)
	}
	return *p
}

// Log returns log Z, −Inf where no tree has a weight.
func (s *Sum) Log() float64 {
	sum := s.root
	for u, x := range s.core.sigma {
		if !s.core.logs {
			x = math.Log(x)
		}
		sum += x + s.row[u]
	}
	return sum
}

// Edge returns the probability that v is the parent of u. The sum must be complete with edges.
func (s *Sum) Edge(u, v int) float64 { return s.core.gamma[s.core.edge(u, v)] }

// Edges returns the probabilities of all parents of u, by parent; its sum and Root(u) make 1. It
// must not be modified.
func (s *Sum) Edges(u int) []float64 {
	p := s.core.slope(u, s.weights.T)[1:]
	return p[:len(p):len(p)]
}

// Root returns the probability that u is a root.
func (s *Sum) Root(u int) float64 { return s.core.slope(u, 0)[0] }
