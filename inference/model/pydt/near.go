package pydt

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/vector"
)

const (
	nearest      = 24  // rows kept by nearness for each row
	nearShare    = 0.8 // probability of drawing one of these; the others are drawn evenly
	nearAttempts = 20  // draws until one is outside the subtree
)

// near draws rows by their nearness to a given row: mostly the k-th nearest with probability ∝
// 1/(k+1), otherwise any row. It depends on the data alone. The list of a row is made at its first
// use, in O(N·D); in large tables it is one of rows that an index finds, and holds most of the nearest.
type near struct {
	problem *problem
	rows    [][]int32
	shares  []float64  // cumulative, of the nearest
	squares []float64  // scratch
	index   *nearIndex // of large tables; nil until used
}

func newNear(p *problem) near {
	k := min(nearest, p.n-1)
	q := near{problem: p, rows: make([][]int32, p.n), shares: make([]float64, k)}
	sum := 0.0
	for i := range q.shares {
		sum += 1 / float64(i+2)
		q.shares[i] = sum
	}
	for i := range q.shares {
		q.shares[i] /= sum
	}
	return q
}

// list returns the nearest rows of row i, nearest first. Missing cells are left out and
// the distance is scaled up for them.
func (q *near) list(i int32) []int32 {
	if q.rows[i] != nil {
		return q.rows[i]
	}
	p := q.problem
	if q.squares == nil {
		q.squares = make([]float64, p.n)
	}
	list := make([]int32, 0, len(q.shares))
	consider := func(j int32) { list = q.offer(list, i, j) }
	if p.n > largeRows {
		if q.index == nil {
			q.index = newNearIndex(p)
		}
		q.index.candidates(i, consider)
	} else {
		for j := range int32(p.n) {
			if j != i {
				consider(j)
			}
		}
	}
	q.rows[i] = list
	return list
}

// offer puts row j into the list of row i, where it is near enough.
func (q *near) offer(list []int32, i, j int32) []int32 {
	p, sum, seen := q.problem, 0.0, 0.0
	for _, cl := range p.classes {
		if cl.observed == nil || cl.observed[i] && cl.observed[j] {
			sum += vector.SquaredDistance(p.x[int(i)*p.d+cl.low:int(i)*p.d+cl.high], p.x[int(j)*p.d+cl.low:int(j)*p.d+cl.high])
			seen += cl.weight
		}
	}
	if q.squares[j] = sum / seen; seen == 0 {
		q.squares[j] = math.Inf(1) // last
	}
	if len(list) == cap(list) {
		if q.squares[j] >= q.squares[list[len(list)-1]] {
			return list
		}
		list = list[:len(list)-1]
	}
	k, _ := slices.BinarySearchFunc(list, j, func(a, b int32) int {
		if q.squares[a] > q.squares[b] {
			return 1
		}
		return -1
	})
	return slices.Insert(list, k, j)
}

// draw returns a row near i that is in the tree, −1 if many draws gave none. The place of the
// detached subtree has no influence on drawing again or giving up.
func (q *near) draw(l *live, rng *rand.Rand, i int32) int32 {
	list := q.list(i)
	for range nearAttempts {
		j := int32(rng.IntN(l.n - 1))
		if j >= i {
			j++
		}
		if rng.Float64() < nearShare {
			k, _ := slices.BinarySearch(q.shares, rng.Float64())
			j = list[min(k, len(list)-1)]
		}
		if l.holds(j) {
			return j
		}
	}
	return -1
}

// logShare returns the log probability with which draw gives j, up to terms that do not depend on
// j.
func (q *near) logShare(i, j int32) float64 {
	share := (1 - nearShare) / float64(q.problem.n-1)
	for k, v := range q.list(i) {
		if v == j {
			before := 0.0
			if k > 0 {
				before = q.shares[k-1]
			}
			share += nearShare * (q.shares[k] - before)
			break
		}
	}
	return math.Log(share)
}

// holds reports whether v is in the tree, not in a detached subtree.
func (l *live) holds(v int32) bool {
	for l.node[v].parent >= 0 {
		v = l.node[v].parent
	}
	return v == l.top
}
