package spanning

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Blocks are weights of many nodes, cut into blocks. Within a block every edge has its own weight; all nodes of another
// block are parents of equal weight for a node, the mean of its weights. A hub before each block makes this exact: a
// node leads to the hub with the sum of the weights, and the hub to each of its n nodes with 1/n.
type Blocks struct {
	Block []int // of each node, from 0; there are two or more, and none is empty
	// Parents writes the log weights of the given parents of u; of all nodes where parents is nil. That of u itself is
	// not looked at. It must return the same numbers each time.
	Parents func(u int, parents []int, to []float64)
	Root    []float64 // log weight of each node as a root
	Forest  bool      // any number of roots; otherwise exactly one
	// See, where it is set, is shown the log weights of all parents of each node once, with −Inf for u itself.
	See func(u int, all []float64)
}

// A BlockSum is the sum over all trees, or forests, of weights in blocks, in the making or complete, with the
// probabilities of edges. Of T nodes in blocks of b it takes T² weights, some T b (b + T/b) multiply-adds and
// T (2b + 5T/b) numbers. The result does not depend on how the work is cut.
type BlockSum struct {
	weights Blocks
	members [][]int // of each block
	place   []int   // of each node in its block

	far  []float64 // T×K: log sum of the weights of the nodes of other blocks, −Inf for the own
	row  []float64 // scale divided out of the row of each node
	root float64   // and out of the roots
	hubs hubs

	// Node 0 of a block is its hub, its ways out are to be a root, and the hubs.
	parts  []elimination
	begun  []bool // the block is filled
	behind []bool // and through
	logs   []bool // plain numbers do not do for it
	gamma  []float64

	edges  [][]float64 // n×n probabilities within each block, by child
	onward []float64   // T×(1+K): those of being a root, and of leading to each hub

	stage, at   int
	nodes       int  // of the block that is filled or finished, how many are done
	good        bool // the probabilities of these add up to 1
	line, mates []float64
	one         lookup
}

// The stages of a sum in blocks.
const (
	weighing  = iota // of each pair
	inside           // each block
	between          // the hubs
	returning        // into each block
	complete
)

// NewBlocks prepares the sum. The weights must not be modified while it is used.
func NewBlocks(w Blocks) *BlockSum {
	t := len(w.Block)
	s := &BlockSum{place: make([]int, t), row: make([]float64, t), line: make([]float64, t)}
	for u, b := range w.Block {
		for b >= len(s.members) {
			s.members = append(s.members, nil)
		}
		s.place[u] = len(s.members[b])
		s.members[b] = append(s.members[b], u)
	}
	k, largest := len(s.members), 0
	if k < 2 {
		panic("spanning: one block is a Sum")
	}
	for b, m := range s.members {
		if len(m) == 0 {
			panic(fmt.Sprintf("spanning: block %d of %d is empty", b, k))
		}
		largest = max(largest, len(m))
		s.edges = append(s.edges, make([]float64, len(m)*len(m)))
	}
	s.far, s.onward, s.mates = make([]float64, t*k), make([]float64, t*(1+k)), make([]float64, largest)
	s.parts, s.begun, s.behind, s.logs = make([]elimination, k), make([]bool, k), make([]bool, k), make([]bool, k)
	s.Reset(w)
	return s
}

// Reset prepares the sum of other weights of the same blocks in the memory of this one.
func (s *BlockSum) Reset(w Blocks) {
	s.weights = w
	s.to(weighing)
	s.nodes, s.good = 0, true
	clear(s.begun)
	clear(s.behind)
	clear(s.logs)
}

// Members returns the nodes of each block, which must not be modified.
func (s *BlockSum) Members() [][]int { return s.members }

// Advance does this many multiply-adds, somewhat more at most, and reports whether the sum is complete.
func (s *BlockSum) Advance(work int) bool {
	for s.stage != complete {
		if work <= 0 || !s.advance(&work) {
			return false
		}
	}
	return true
}

// advance continues the present stage; it returns false once the work is spent.
func (s *BlockSum) advance(work *int) bool {
	switch s.stage {
	case weighing:
		for ; s.at < len(s.row); s.at++ {
			if *work <= 0 {
				return false
			}
			*work -= costOfNumber * len(s.row)
			s.weigh(s.at)
		}
		s.scaleRoots()
		s.to(inside)
	case inside:
		for ; s.at < len(s.parts); s.at++ {
			if !s.eliminate(s.at, work) {
				return false
			}
		}
		s.hubs.fill(s)
		s.to(between)
	case between:
		switch through, exists := s.hubs.advance(work); {
		case !through:
			return false
		case exists:
			s.to(returning)
		case s.allLogs():
			s.to(complete) // no tree has a weight
		default:
			s.to(inside) // a way that was too light for plain numbers may be the only one
		}
	default:
		for ; s.at < len(s.parts); s.at++ {
			if !s.goBack(s.at, work) {
				return false
			}
		}
		s.to(complete)
	}
	return true
}

func (s *BlockSum) to(stage int) { s.stage, s.at = stage, 0 }

// Fraction is the share of the work that is done, 0 to 1, as far as it is known beforehand.
func (s *BlockSum) Fraction() float64 {
	n, share := float64(len(s.row)), float64(s.at)
	switch s.stage {
	case weighing:
		return 0.4 * share / n
	case inside:
		return 0.4 + 0.2*share/float64(len(s.parts))
	case returning:
		return 0.6 + 0.4*share/float64(len(s.parts))
	case complete:
		return 1
	}
	return 0.6
}

// allLogs turns every block to logs; true where all were.
func (s *BlockSum) allLogs() bool {
	all := true
	for b := range s.logs {
		if !s.logs[b] {
			all, s.logs[b], s.begun[b] = false, true, false
		}
	}
	return all
}

// weigh finds the sums of the weights of the parents of node u.
func (s *BlockSum) weigh(u int) {
	own, k := s.weights.Block[u], len(s.members)
	s.weights.Parents(u, nil, s.line)
	s.line[u] = math.Inf(-1)
	if s.weights.See != nil {
		s.weights.See(u, s.line)
	}
	far := s.far[u*k : (u+1)*k]
	for b := range far {
		far[b] = math.Inf(-1)
	}
	for v, x := range s.line {
		if !(x < math.Inf(1)) {
			panic(fmt.Sprintf("spanning: the log weight %v of node %d under node %d", x, u, v))
		}
		if b := s.weights.Block[v]; x > far[b] {
			far[b] = x
		}
	}
	most := floats.Max(far)
	if s.weights.Forest || math.IsInf(most, -1) {
		most = max(most, s.weights.Root[u])
	}
	if math.IsInf(most, -1) {
		most = 0
	}
	s.row[u] = most
	for b, m := range s.members {
		top, sum := far[b], 0.0
		if b == own {
			top = math.Inf(-1)
		}
		if math.IsInf(top, -1) {
			far[b] = top
			continue
		}
		for _, v := range m {
			if x := s.line[v] - top; x > -negligible {
				sum += math.Exp(x)
			}
		}
		far[b] = top + math.Log(sum)
	}
}

// scaleRoots finds the common factor of the weights of roots; every tree contains it once.
func (s *BlockSum) scaleRoots() {
	s.root = 0
	if s.weights.Forest {
		return
	}
	s.root = math.Inf(-1)
	for u, x := range s.weights.Root {
		s.root = max(s.root, x-s.row[u])
	}
	if math.IsInf(s.root, -1) {
		s.root = 0
	}
}

func (s *BlockSum) rootWeight(u int) float64 { return s.weights.Root[u] - s.row[u] - s.root }

// fill puts the weights of a block into its elimination, in plain numbers or logs, until work is spent. It reports
// whether it is through.
func (s *BlockSum) fill(b int, work *int) bool {
	m, k, e := s.members[b], len(s.members), &s.parts[b]
	if s.nodes == 0 {
		e.ready(1+len(m), 1+k, s.weights.Forest)
		e.begin(s.logs[b])
		hub := e.row(0, e.t)
		for j := range hub {
			hub[j] = e.number(math.Inf(-1))
		}
		for j := range m {
			hub[e.exits+1+j] = e.number(-math.Log(float64(len(m))))
		}
	}
	for ; s.nodes < len(m); s.nodes++ {
		if *work <= 0 {
			return false
		}
		i, u := s.nodes, m[s.nodes]
		row := e.row(1+i, e.t)
		*work -= costOfNumber * len(row)
		row[0] = e.number(s.rootWeight(u))
		for c, x := range s.far[u*k : (u+1)*k] {
			row[1+c] = e.number(x - s.row[u])
		}
		row[e.exits] = e.number(math.Inf(-1))
		for j, x := range s.neighbours(u) {
			row[e.exits+1+j] = e.number(x - s.row[u])
		}
	}
	s.nodes = 0
	return true
}

// neighbours returns the log weights of the nodes of the block of u as its parents.
func (s *BlockSum) neighbours(u int) []float64 {
	m := s.members[s.weights.Block[u]]
	to := s.mates[:len(m)]
	s.weights.Parents(u, m, to)
	to[s.place[u]] = math.Inf(-1)
	return to
}

// eliminate takes the nodes of a block out.
func (s *BlockSum) eliminate(b int, work *int) bool {
	e := &s.parts[b]
	for {
		if !s.begun[b] {
			if !s.fill(b, work) {
				return false
			}
			s.begun[b] = true
		}
		through, good := e.forward(work)
		if good {
			return through
		}
		s.logs[b], s.begun[b] = true, false
	}
}

// goBack finds the probabilities of a block, given those of the hubs.
func (s *BlockSum) goBack(b int, work *int) bool {
	e := &s.parts[b]
	for {
		if !s.eliminate(b, work) { // where it has turned to logs
			return false
		}
		if !s.behind[b] {
			e.gamma = room(s.gamma, len(e.b))
			exits := s.hubs.slopes(b)
			if floats.Max(exits) > mostPlain && !e.logs {
				s.logs[b], s.begun[b] = true, false
				continue
			}
			for j, x := range exits {
				exits[j] = e.number(x)
			}
			e.endAt(exits)
			s.behind[b] = true
		}
		if !e.backward(work) {
			return false
		}
		if !s.finish(b, work) {
			return false
		}
		good := s.good
		s.behind[b], s.good = false, true
		s.gamma, e.gamma = e.gamma, nil
		if good || e.logs {
			return true
		}
		s.logs[b], s.begun[b] = true, false
	}
}

// mostPlain is the greatest log of a derivative that is taken in plain numbers.
const mostPlain = 600

// finish makes probabilities of γ for the nodes of a block until work is spent. It reports whether it is through;
// s.good is then whether each has a parent, or is a root, with probability 1, as far as rounding allows.
func (s *BlockSum) finish(b int, work *int) bool {
	m, k, e := s.members[b], len(s.members), &s.parts[b]
	for ; s.nodes < len(m); s.nodes++ {
		if *work <= 0 {
			return false
		}
		i, u := s.nodes, m[s.nodes]
		slope := e.slope(1+i, e.t)
		*work -= costOfNumber * len(slope)
		total := e.share(&slope[0], s.rootWeight(u))
		for c, x := range s.far[u*k : (u+1)*k] {
			total += e.share(&slope[1+c], x-s.row[u])
		}
		for j, x := range s.neighbours(u) {
			total += e.share(&slope[e.exits+1+j], x-s.row[u])
		}
		copy(s.onward[u*(1+k):(u+1)*(1+k)], slope)
		copy(s.edges[b][i*len(m):(i+1)*len(m)], slope[e.exits+1:])
		s.good = s.good && math.Abs(total-1) < rounding
	}
	s.nodes = 0
	return true
}

// Log returns log Z, −Inf where no tree has a weight.
func (s *BlockSum) Log() float64 { return s.hubs.log }

// Root returns the probability that u is a root.
func (s *BlockSum) Root(u int) float64 { return s.onward[u*(1+len(s.members))] }

// Far returns the probability that the parent of u is in block b, which is not its own.
func (s *BlockSum) Far(u, b int) float64 { return s.onward[u*(1+len(s.members))+1+b] }

// Edges writes the probabilities of all parents of u. That of another block is shared by its nodes in the proportion of
// their weights: a node whose density is the mean over a block has its value from one of them. Blocks of less than
// faint are left out.
func (s *BlockSum) Edges(u int, to []float64) {
	clear(to)
	own, k := s.weights.Block[u], len(s.members)
	m := s.members[own]
	for j, p := range s.edges[own][s.place[u]*len(m) : (s.place[u]+1)*len(m)] {
		to[m[j]] = p
	}
	for b, m := range s.members {
		p := s.Far(u, b)
		if b == own || p < faint {
			continue
		}
		line := s.line[:len(m)]
		s.weights.Parents(u, m, line)
		for j, v := range m {
			if x := line[j] - s.far[u*k+b]; x > -negligible {
				to[v] = p * math.Exp(x)
			}
		}
	}
}

// faint is a probability that is not worth to be shared out.
const faint = 1e-12
