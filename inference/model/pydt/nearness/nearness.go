// Package nearness draws rows of a table by their nearness to a given row. Where there are many rows an index finds
// most of the nearest.
package nearness

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	nearest      = 24  // rows kept by nearness for each row
	nearShare    = 0.8 // probability of drawing one of these; the others are drawn evenly
	nearAttempts = 20  // draws until one is outside the subtree
)

// Rows draws rows by their nearness to a given row: mostly the k-th nearest with probability ∝
// 1/(k+1), otherwise any row. It depends on the data alone. The list of a row is made at its first
// use, in O(N·D); in large tables it is one of rows that an index finds, and holds most of the nearest.
type Rows struct {
	n        int
	x        []float64 // n rows
	distance func(i, j int32) float64
	indexed  bool
	rows     [][]int32
	shares   []float64 // cumulative, of the nearest
	squares  []float64 // scratch
	index    *index    // nil until used
}

// New prepares n rows of x, which distance compares; indexed ones are found by an index.
func New(x []float64, n int, distance func(i, j int32) float64, indexed bool) Rows {
	k := min(nearest, n-1)
	q := Rows{n: n, x: x, distance: distance, indexed: indexed, rows: make([][]int32, n), shares: make([]float64, k)}
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

// list returns the nearest rows of row i, nearest first.
func (q *Rows) list(i int32) []int32 {
	if q.rows[i] != nil {
		return q.rows[i]
	}
	if q.squares == nil {
		q.squares = make([]float64, q.n)
	}
	list := make([]int32, 0, len(q.shares))
	consider := func(j int32) { list = q.offer(list, i, j) }
	if q.indexed {
		if q.index == nil {
			q.index = newIndex(q.x, q.n)
		}
		q.index.candidates(i, consider)
	} else {
		for j := range int32(q.n) {
			if j != i {
				consider(j)
			}
		}
	}
	q.rows[i] = list
	return list
}

// offer puts row j into the list of row i, where it is near enough.
func (q *Rows) offer(list []int32, i, j int32) []int32 {
	q.squares[j] = q.distance(i, j)
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

// Draw returns a row near i that `holds` accepts, −1 if many draws gave none.
func (q *Rows) Draw(rng *rand.Rand, i int32, holds func(j int32) bool) int32 {
	list := q.list(i)
	for range nearAttempts {
		j := int32(rng.IntN(q.n - 1))
		if j >= i {
			j++
		}
		if rng.Float64() < nearShare {
			k, _ := slices.BinarySearch(q.shares, rng.Float64())
			j = list[min(k, len(list)-1)]
		}
		if holds(j) {
			return j
		}
	}
	return -1
}

// LogShare returns the log probability with which Draw gives j, up to terms that do not depend on
// j.
func (q *Rows) LogShare(i, j int32) float64 {
	share := (1 - nearShare) / float64(q.n-1)
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
