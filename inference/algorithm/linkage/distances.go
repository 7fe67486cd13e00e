package linkage

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	rowBlock    = 32 // rows of a block, which fit the cache with a row of the other side
	columnBlock = 256
	// nearby is the squared distance, relative to the squared lengths of the rows, below which the
	// difference of dot products loses too many digits.
	nearby = 1e-3
)

// distances computes the squared distances between rows, condensed: the distances of row i to rows
// i+1, i+2, … are contiguous.
type distances struct {
	n, columns int
	scale      float64   // distances of x are these times scale
	rows       []float64 // n×columns, shifted, scaled, 0 where missing
	norms      []float64 // squared length of each row
	root       bool      // keep distances instead of their squares
	metric     Metric
	straight   bool      // the metric is Euclidean or its square
	stores     storing   // form in which a squared distance is kept
	d2         []float64 // squared, unless root

	// For rows with missing cells; nil when there are none.
	has     [][]uint64 // bit set of the columns present, nil for complete rows
	present []float64  // n×columns, 1 or 0
	squares []float64  // rows, squared

	first, second int     // the next block: rows from first, against rows from second
	sum           float64 // of the distances, where rows have missing cells
	unshared      []int64
}

// newDistances copies and rescales x. It shifts each column by one of its own values, close to the
// mean. The shift keeps the digits of columns that vary little around a great mean, and keeps
// differences of whole numbers exact, so ties stay ties. A power of 2 keeps squares from
// overflowing.
func newDistances(x *mat.Dense, root bool) *distances {
	n, columns := x.Dims()
	d := &distances{n: n, columns: columns, root: root, scale: 1, second: 1}
	d.by(Euclidean)
	d.rows = make([]float64, n*columns)
	d.norms = make([]float64, n)
	greatest := 0.0
	missing := false
	for i := range n {
		row := x.RawRowView(i)
		copy(d.rows[i*columns:], row)
		for _, v := range row {
			if math.IsNaN(v) {
				missing = true
			} else {
				greatest = max(greatest, math.Abs(v))
			}
		}
	}
	if greatest > 0 && (greatest > 1e100 || greatest < 1e-100) {
		_, e := math.Frexp(greatest)
		d.scale = math.Ldexp(1, e)
		for i, v := range d.rows {
			d.rows[i] = math.Ldexp(v, -e)
		}
	}
	d.shift()
	if missing {
		d.mask()
	}
	for i := range n {
		row := d.row(i)
		d.norms[i] = floats.Dot(row, row)
	}
	return d
}

func (d *distances) row(i int) []float64 { return d.rows[i*d.columns : (i+1)*d.columns] }

func (d *distances) shift() {
	mean, count := make([]float64, d.columns), make([]float64, d.columns)
	for i := range d.n {
		for j, v := range d.row(i) {
			if !math.IsNaN(v) {
				mean[j] += v
				count[j]++
			}
		}
	}
	origin := make([]float64, d.columns)
	distance := make([]float64, d.columns)
	for j := range mean {
		mean[j] /= count[j]
		distance[j] = math.Inf(1)
	}
	for i := range d.n {
		for j, v := range d.row(i) {
			if a := math.Abs(v - mean[j]); a < distance[j] { // false for NaN
				origin[j], distance[j] = v, a
			}
		}
	}
	for i := range d.n {
		floats.Sub(d.row(i), origin)
	}
}

// mask records which cells are missing and sets them to 0.
func (d *distances) mask() {
	words := (d.columns + 63) / 64
	d.has = make([][]uint64, d.n)
	d.present = make([]float64, len(d.rows))
	d.squares = make([]float64, len(d.rows))
	for i := range d.n {
		set := make([]uint64, words)
		complete := true
		row := d.row(i)
		for j, v := range row {
			if math.IsNaN(v) {
				row[j] = 0
				complete = false
				continue
			}
			set[j/64] |= 1 << (j % 64)
			d.present[i*d.columns+j] = 1
			d.squares[i*d.columns+j] = v * v
		}
		if !complete {
			d.has[i] = set
		}
	}
}

// block measures one block of pairs. It returns its multiply-adds and whether it was the last
// block.
func (d *distances) block() (work int64, finished bool) {
	if d.n < 2 {
		return 0, true
	}
	if d.d2 == nil {
		d.d2 = make([]float64, pairs(d.n))
	}
	i1 := min(d.first+rowBlock, d.n-1)
	j1 := min(d.second+columnBlock, d.n)
	for j := d.second; j < j1; j++ {
		for i := d.first; i < min(i1, j); i++ {
			d.pair(i, j)
		}
	}
	work = int64(i1-d.first) * int64(j1-d.second) * int64(d.columns+8)
	d.second = j1
	if j1 == d.n {
		d.first = i1
		d.second = i1 + 1
		finished = i1 >= d.n-1
	}
	return work, finished
}

func (d *distances) pair(i, j int) {
	at := condensed(d.n, i, j)
	s, shared := d.between(i, j)
	if !shared {
		d.unshared = append(d.unshared, at)
	}
	if d.has != nil && shared {
		if d.root {
			d.sum += d.stored(s)
		} else {
			d.sum += math.Sqrt(s)
		}
	}
	d.d2[at] = d.stored(s)
}

// between returns the squared distance of rows i and j; 0 and false if they share no cell.
func (d *distances) between(i, j int) (float64, bool) {
	if !d.straight {
		return d.betweenBy(i, j)
	}
	if d.has != nil && (d.has[i] != nil || d.has[j] != nil) {
		return d.pairShared(i, j)
	}
	x, y := d.row(i), d.row(j)
	length := d.norms[i] + d.norms[j]
	s := length - 2*floats.Dot(x, y)
	if s < nearby*length {
		s = direct(x, y)
	}
	return s, true
}

// from fills out with the distances from a row to others, as d2 would hold them.
func (d *distances) from(i int, to []int, out []float64) {
	for k, j := range to {
		s, _ := d.between(min(i, j), max(i, j))
		out[k] = d.stored(s)
	}
}

// pairShared returns the squared distance over the cells that rows i and j share, times
// columns/shared; false if there are none.
func (d *distances) pairShared(i, j int) (float64, bool) {
	x, y := d.row(i), d.row(j)
	px, py := d.present[i*d.columns:(i+1)*d.columns], d.present[j*d.columns:(j+1)*d.columns]
	qx, qy := d.squares[i*d.columns:(i+1)*d.columns], d.squares[j*d.columns:(j+1)*d.columns]
	var shared int
	switch a, b := d.has[i], d.has[j]; {
	case a != nil && b != nil:
		for w := range a {
			shared += bits.OnesCount64(a[w] & b[w])
		}
	case a != nil:
		shared = countBits(a)
	default:
		shared = countBits(b)
	}
	if shared == 0 {
		return 0, false
	}
	length := floats.Dot(qx, py) + floats.Dot(qy, px)
	s := length - 2*floats.Dot(x, y)
	if s < nearby*length {
		s = 0
		for k, v := range x {
			e := (v - y[k]) * px[k] * py[k]
			s += e * e
		}
	}
	return s * (float64(d.columns) / float64(shared)), true
}

// fillUnshared gives each pair of rows without a shared cell the mean of the other distances.
func (d *distances) fillUnshared() {
	mean := 0.0
	if others := len(d.d2) - len(d.unshared); others > 0 {
		mean = d.sum / float64(others)
	}
	if !d.root {
		mean *= mean
	}
	for _, at := range d.unshared {
		d.d2[at] = mean
	}
}

func direct(x, y []float64) float64 {
	s := 0.0
	for k, v := range x {
		e := v - y[k]
		s += e * e
	}
	return s
}

func countBits(set []uint64) int {
	c := 0
	for _, w := range set {
		c += bits.OnesCount64(w)
	}
	return c
}

// condensed returns the index of the pair i < j of n.
func condensed(n, i, j int) int64 { return int64(i)*int64(2*n-i-1)/2 + int64(j-i-1) }
