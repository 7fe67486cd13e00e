package spanning

import "math"

// hubs are the K nodes, with log weights between them, that remain of the blocks when their nodes are eliminated.
type hubs struct {
	elimination
	weight []float64 // K×(1+K): log weights as a root, and of the ways to the other hubs
	row    []float64 // scales divided out of the rows
	root   float64   // and out of the roots
	rest   float64   // log of the pivots of all nodes, with their scales
	log    float64   // log Z
}

// fill copies the reduced blocks of the hubs.
func (h *hubs) fill(s *BlockSum) {
	k := len(s.parts)
	h.ready(k, 1, s.weights.Forest)
	h.weight, h.row, h.root, h.rest = room(h.weight, k*(1+k)), room(h.row, k), math.Inf(-1), s.root
	for a := range s.parts {
		p := &s.parts[a]
		to := h.weight[a*(1+k) : (a+1)*(1+k)]
		for c, x := range p.row(0, 0) {
			to[c] = p.logOf(x)
		}
		to[1+a] = math.Inf(-1)
		for i, x := range p.sigma[1:] {
			h.rest += p.logOf(x) + s.row[s.members[a][i]]
		}
		most := math.Inf(-1)
		for _, x := range h.pivots(to) {
			most = max(most, x)
		}
		if math.IsInf(most, -1) {
			most = 0
		}
		h.row[a] = most
		h.root = max(h.root, to[0]-most)
	}
	if h.forest || math.IsInf(h.root, -1) {
		h.root = 0
	}
	h.begin(true)
	for a := range k {
		row := h.elimination.row(a, k)
		for c, x := range h.weight[a*(1+k) : (a+1)*(1+k)] {
			row[c] = x - h.scale(a, c)
		}
	}
}

func (h *hubs) scale(a, c int) float64 {
	if c == 0 {
		return h.row[a] + h.root
	}
	return h.row[a]
}

// logOf is the log of a number of the elimination.
func (e *elimination) logOf(x float64) float64 {
	if e.logs {
		return x
	}
	return math.Log(x)
}

// advance sums over the trees of the hubs and finds the derivatives. It reports whether it is through, and whether
// there is a tree.
func (h *hubs) advance(work *int) (through, exists bool) {
	if through, _ = h.forward(work); !through {
		return false, false
	}
	if h.back == 0 {
		h.end()
		h.log = h.rest + h.root
		for a, x := range h.sigma {
			h.log += x + h.row[a]
		}
		if math.IsInf(h.log, -1) {
			return true, false
		}
	}
	return h.backward(work), true
}

// slopes returns the log derivatives of log Z by the ways out of hub a.
func (h *hubs) slopes(a int) []float64 {
	out := make([]float64, 1+h.t)
	for c, x := range h.slope(a, h.t) {
		out[c] = x - h.scale(a, c)
	}
	out[1+a] = math.Inf(-1)
	return out
}
