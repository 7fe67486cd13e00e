package association

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// mostKept is the greatest number of cells whose ranks are kept, four bytes each.
const mostKept = 25_000_000

// Columns compares some rows of a table with the others, column by column. Ranks do not depend on the rows that are
// compared, so each column is sorted only once. Only one goroutine may use it at a time.
type Columns struct {
	x    *mat.Dense
	kept []rankedColumn // empty ones are not ranked yet; nil if the table is too large
	work sorter
	// Whether two parts of the sizes tested last have few enough arrangements to enumerate.
	sizes [2]int
	few   bool
}

// A rankedColumn holds the ranks of a column for tests.
type rankedColumn struct {
	twice    []int32 // twice the rank of each value, ties sharing their mean rank; 0 for NaN
	cases    int
	variance float64 // sum of the squares of the ranks about their mean
}

// NewColumns returns the columns of x, which must not change afterwards.
func NewColumns(x *mat.Dense) *Columns {
	c := &Columns{x: x}
	if n, d := x.Dims(); n*d <= mostKept {
		c.kept = make([]rankedColumn, d)
	}
	return c
}

// Compare returns, for each column, the p value of [KruskalWallis] for the rows inside against the others, NaN if
// there are too few data. It returns nil as soon as giveUp returns true. The first call takes O(n) per column if the
// numbers differ in their upper 32 bits and O(n log n) otherwise; later calls take the size of the smaller part.
func (c *Columns) Compare(inside []bool, giveUp func() bool) []float64 {
	n, d := c.x.Dims()
	part := smallerPart(inside)
	p := make([]float64, d)
	for from := 0; from < d; from += blockColumns {
		if giveUp() {
			return nil
		}
		to := min(from+blockColumns, d)
		var block [blockColumns]rankedColumn
		if c.kept != nil {
			copy(block[:], c.kept[from:to])
		}
		if block[0].twice == nil && n > 0 {
			c.rank(from, to, &block)
			if c.kept != nil {
				copy(c.kept[from:to], block[:])
			}
		}
		for j := from; j < to; j++ {
			p[j] = c.test(block[j-from], part)
		}
	}
	return p
}

// smallerPart returns the rows on the side with fewer of them.
func smallerPart(inside []bool) (rows []int32) {
	n := 0
	for _, in := range inside {
		if in {
			n++
		}
	}
	within := 2*n <= len(inside)
	for i, in := range inside {
		if in == within {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// blockColumns is how many columns are read together: eight numbers fill a cache line.
const blockColumns = 8

// rank ranks the columns from..to.
func (c *Columns) rank(from, to int, block *[blockColumns]rankedColumn) {
	n, _ := c.x.Dims()
	wide := to - from
	values := make([]float64, n*wide)
	for i := range n {
		for j, v := range c.x.RawRowView(i)[from:to] {
			values[j*n+i] = v
		}
	}
	twice := make([]int32, n*wide)
	for j := range wide {
		r := rankedColumn{twice: twice[j*n : (j+1)*n : (j+1)*n]}
		r.cases = c.work.rank(values[j*n:(j+1)*n], r.twice)
		mean := float64(r.cases+1) / 2
		for _, t := range r.twice {
			if t > 0 {
				about := float64(t)/2 - mean
				r.variance += about * about
			}
		}
		block[j] = r
	}
}

// test is [KruskalWallis] for the rows of one part against the others.
func (c *Columns) test(r rankedColumn, part []int32) float64 {
	sum, k := 0, 0
	for _, i := range part {
		if t := r.twice[i]; t > 0 {
			sum += int(t)
			k++
		}
	}
	if k == 0 || k == r.cases || r.cases < 3 || r.variance == 0 {
		return math.NaN()
	}
	n := r.cases
	mean := float64(n+1) / 2
	about := float64(sum-k*(n+1)) / 2 // the sum of the other part is its opposite
	between := about*about/float64(k) + about*about/float64(n-k)
	if at := [2]int{k, n - k}; c.sizes != at {
		c.sizes, c.few = at, arrangements(at[:]) <= mostArrangements
	}
	if !c.few {
		return distuv.ChiSquared{K: 1}.Survival(float64(n-1) * between / r.variance)
	}
	ranks := make([]float64, 0, n)
	for _, t := range r.twice {
		if t > 0 {
			ranks = append(ranks, float64(t)/2)
		}
	}
	return exactTwo(ranks, mean, min(k, n-k), between)
}

// A sorter ranks numbers. It holds buffers that are reused.
type sorter struct {
	keys, other []uint64
	counts      [3][1 << 11]int32
}

// rank sets twice the rank of each value, 0 for NaN, and returns how many are not NaN.
func (s *sorter) rank(values []float64, twice []int32) int {
	s.keys = s.keys[:0]
	for i, v := range values {
		if v == v {
			s.keys = append(s.keys, ordered(v)&^(1<<32-1)|uint64(i))
		} else {
			twice[i] = 0
		}
	}
	s.sort()
	// Values that agree in the 32 bits of their keys are sorted by the numbers themselves.
	for i := 0; i < len(s.keys); {
		j := i + 1
		for j < len(s.keys) && s.keys[j]>>32 == s.keys[i]>>32 {
			j++
		}
		if j > i+1 {
			s.tie(i, s.keys[i:j], values, twice)
		} else {
			twice[uint32(s.keys[i])] = int32(2 * (i + 1))
		}
		i = j
	}
	return len(s.keys)
}

// tie sets the ranks of numbers that follow `before` others.
func (s *sorter) tie(before int, keys []uint64, values []float64, twice []int32) {
	value := func(k uint64) float64 { return values[uint32(k)] }
	if slices.ContainsFunc(keys, func(k uint64) bool { return value(k) != value(keys[0]) }) {
		slices.SortFunc(keys, func(a, b uint64) int {
			switch x, y := value(a), value(b); {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
	}
	for i := 0; i < len(keys); {
		j := i + 1
		for j < len(keys) && value(keys[j]) == value(keys[i]) {
			j++
		}
		for _, k := range keys[i:j] {
			twice[uint32(k)] = int32(2*before + i + 1 + j)
		}
		i = j
	}
}

// ordered returns bits that sort in the order of the numbers.
func ordered(v float64) uint64 {
	b := math.Float64bits(v + 0) // −0 is 0
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// sort sorts the keys by their upper 32 bits, eleven at a time.
func (s *sorter) sort() {
	if len(s.keys) < 300 {
		slices.Sort(s.keys)
		return
	}
	s.other = slices.Grow(s.other[:0], len(s.keys))[:len(s.keys)]
	clear(s.counts[:])
	for _, k := range s.keys {
		s.counts[0][k>>32&0x7ff]++
		s.counts[1][k>>43&0x7ff]++
		s.counts[2][k>>54]++
	}
	for pass := range s.counts {
		count, shift := &s.counts[pass], 32+11*pass
		at := int32(0)
		for i, n := range count {
			count[i] = at
			at += n
		}
		for _, k := range s.keys {
			digit := k >> shift & 0x7ff
			s.other[count[digit]] = k
			count[digit]++
		}
		s.keys, s.other = s.other, s.keys
	}
}
