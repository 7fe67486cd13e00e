// Package nearness draws rows of a table by their nearness to a given row. Where there are many rows an index finds
// most of the nearest.
package nearness

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	nearest      = 24  // rows kept by nearness for each row
	nearShare    = 0.8 // probability of drawing one of these; the others are drawn evenly
	nearAttempts = 20  // draws until one is outside the subtree
)

// Rows draws rows by their nearness to a given row: mostly the k-th nearest with probability ∝
// 1/(k+1), otherwise any row. It depends on the data alone. The list of a row is made at its first
// use, in O(N·D); in large tables it is one of rows that an index finds, and holds most of the nearest.
// It may be used by several at a time.
type Rows struct {
	n        int
	x        []float64 // n rows
	distance func(i, j int32) float64
	indexed  bool
	rows     []atomic.Pointer[[]int32]
	shares   []float64 // cumulative, of the nearest
	lock     sync.Mutex
	index    *index // nil until used; used by one at a time
}

// New prepares n rows of x, which distance compares; indexed ones are found by an index.
func New(x []float64, n int, distance func(i, j int32) float64, indexed bool) *Rows {
	k := min(nearest, n-1)
	q := &Rows{n: n, x: x, distance: distance, indexed: indexed, rows: make([]atomic.Pointer[[]int32], n),
		shares: make([]float64, k)}
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
	if list := q.rows[i].Load(); list != nil {
		return *list
	}
	near := nearestOf{list: make([]int32, 0, len(q.shares))}
	if q.indexed {
		q.lock.Lock()
		if q.index == nil {
			q.index = newIndex(q.x, q.n)
		}
		q.index.candidates(i, func(j int32) { near.offer(j, q.distance(i, j)) })
		q.lock.Unlock()
	} else {
		for j := range int32(q.n) {
			if j != i {
				near.offer(j, q.distance(i, j))
			}
		}
	}
	q.rows[i].Store(&near.list)
	return near.list
}

// nearestOf are the nearest rows of one, nearest first, as many as the list has room for, and their distances.
type nearestOf struct {
	list    []int32
	squares [nearest]float64
}

// offer puts row j into the list, where it is near enough.
func (l *nearestOf) offer(j int32, square float64) {
	k := len(l.list)
	if k == cap(l.list) {
		if square >= l.squares[k-1] {
			return
		}
		k--
		l.list = l.list[:k]
	}
	l.list = append(l.list, j)
	for ; k > 0 && l.squares[k-1] > square; k-- {
		l.list[k], l.squares[k] = l.list[k-1], l.squares[k-1]
	}
	l.list[k], l.squares[k] = j, square
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
