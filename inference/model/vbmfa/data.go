package vbmfa

import (
	"math"
	"slices"
	"sort"

	"example.org/espalier/inference/parallel"

	"gonum.org/v1/gonum/mat"
)

// rows holds the table sorted by the pattern of missing cells.
type rows struct {
	n, p     int
	order    []int     // row of the data set at each sorted position
	y        []float64 // n×p, sorted; 0 where missing
	patterns []pattern
	classes  []int     // of each column: columns of a class are observed in the same rows
	class    int       // number of classes
	column   []int     // a column of each class
	count    []float64 // of each column: rows in which it is observed
	square   []float64 // of each column: Σ y² over observed rows
	variance []float64 // of each column: mean of (y − mean)²
	mean     []float64
	floor    []float64 // of each column: least noise variance
	cells    float64
	threads  int     // on which work on the rows is done
	hidden   *hidden // the latent numbers behind cells that are no numbers; nil for none
}

// A pattern is a set of rows observed in the same columns.
type pattern struct {
	low, high int   // sorted rows [low, high)
	columns   []int // observed
	classes   []int // classes of them, each once
}

// newRows sorts the rows of x, whose missing cells are NaN, for work on one thread.
func newRows(x *mat.Dense) *rows { return newRowsOn(x, 1) }

// newRowsOn is [newRows] for work on this many threads.
func newRowsOn(x *mat.Dense, threads int) *rows {
	n, p := x.Dims()
	d := &rows{n: n, p: p, order: make([]int, n), y: make([]float64, n*p), count: make([]float64, p),
		square: make([]float64, p), variance: make([]float64, p), mean: make([]float64, p), classes: make([]int, p),
		threads: max(1, threads)}
	key := make([]string, n)
	d.inBlocks(p, func(_, low, high int) {
		bits, last := make([]byte, p), ""
		for i := low; i < high; i++ {
			for q, v := range x.RawRowView(i) {
				bits[q] = '1'
				if math.IsNaN(v) {
					bits[q] = '0'
				}
			}
			if last != string(bits) {
				last = string(bits)
			}
			d.order[i], key[i] = i, last
		}
	})
	// Complete rows first, and otherwise in the order of the table.
	less := func(a, b int) bool { return key[d.order[a]] > key[d.order[b]] }
	if !sort.SliceIsSorted(d.order, less) {
		sort.SliceStable(d.order, less)
	}
	for i, r := range d.order {
		if i == 0 || key[r] != key[d.order[i-1]] {
			d.patterns = append(d.patterns, pattern{low: i})
		}
		d.patterns[len(d.patterns)-1].high = i + 1
	}
	d.fill(x)
	d.sortColumns(key)
	for q := range p {
		if d.count[q] > 0 {
			d.mean[q] /= d.count[q]
			d.variance[q] = math.Max(0, d.square[q]/d.count[q]-d.mean[q]*d.mean[q])
		}
	}
	d.setFloors()
	return d
}

// fill copies the cells and sums them up by columns.
func (d *rows) fill(x *mat.Dense) {
	p := d.p
	sums := make([]float64, 3*p*parallel.Count(d.n, blockRows))
	d.inBlocks(p, func(b, low, high int) {
		own := sums[3*p*b : 3*p*(b+1)]
		count, square, mean := own[:p], own[p:2*p], own[2*p:]
		for i := low; i < high; i++ {
			for q, v := range x.RawRowView(d.order[i]) {
				if !math.IsNaN(v) {
					d.y[i*p+q] = v
					count[q]++
					square[q] += v * v
					mean[q] += v
				}
			}
		}
	})
	for at := 0; at < len(sums); at += 3 * p {
		addScaled(d.count, sums[at:at+p], 1)
		addScaled(d.square, sums[at+p:at+2*p], 1)
		addScaled(d.mean, sums[at+2*p:at+3*p], 1)
	}
	for _, v := range d.count {
		d.cells += v
	}
}

// noiseFloor is the least noise variance, as a share of a column's variance.
const noiseFloor = 1e-6

// setFloors finds the least noise variance of each column. Numbers are accurate to at best half the
// step between two of them. A variance below a twelfth of the square of that step, the variance of
// rounding, is more than the table can support. Without this floor a column of few distinct values,
// such as a pixel that is rarely lit, would be worth a component of its own that drives the noise
// to zero. Constant columns get the mean of the others.
func (d *rows) setFloors() {
	d.floor = make([]float64, d.p)
	sum, varied := 0.0, 0.0
	parallel.Do(d.p, d.threads, func(q int) {
		if step := d.stepOf(q); !math.IsInf(step, 1) {
			d.floor[q] = math.Max(noiseFloor*d.variance[q], step*step/12)
		}
	})
	for _, v := range d.floor {
		if v > 0 {
			sum += v
			varied++
		}
	}
	for q := range d.floor {
		if d.floor[q] == 0 {
			d.floor[q] = sum / varied
			if varied == 0 { // all columns are constant
				d.floor[q] = noiseFloor * (1 + d.mean[q]*d.mean[q])
			}
		}
	}
}

// stepOf returns the least step between two values of a column, infinite if all are equal.
func (d *rows) stepOf(q int) float64 {
	values := make([]float64, 0, d.n)
	for _, pt := range d.patterns {
		if _, seen := slices.BinarySearch(pt.columns, q); !seen {
			continue
		}
		for i := pt.low; i < pt.high; i++ {
			values = append(values, d.y[i*d.p+q])
		}
	}
	slices.Sort(values)
	step := math.Inf(1)
	for i := 1; i < len(values); i++ {
		if gap := values[i] - values[i-1]; gap > 1e-9*math.Abs(values[i]) {
			step = math.Min(step, gap)
		}
	}
	return step
}

// sortColumns finds the classes of columns and the observed columns of each pattern.
func (d *rows) sortColumns(key []string) {
	known := map[string]int{}
	text := make([]byte, len(d.patterns))
	for q := range d.p {
		for j, pt := range d.patterns {
			text[j] = key[d.order[pt.low]][q]
		}
		c, ok := known[string(text)]
		if !ok {
			c = len(known)
			known[string(text)] = c
			d.column = append(d.column, q)
		}
		d.classes[q] = c
	}
	d.class = len(known)
	for j := range d.patterns {
		pt := &d.patterns[j]
		seen := make([]bool, d.class)
		for q := range d.p {
			if key[d.order[pt.low]][q] == '1' {
				pt.columns = append(pt.columns, q)
				if c := d.classes[q]; !seen[c] {
					seen[c] = true
					pt.classes = append(pt.classes, c)
				}
			}
		}
	}
}

// scale returns the variance of a column, or its least noise variance if that is more.
func (d *rows) scale(q int) float64 { return math.Max(d.variance[q], d.floor[q]) }

// row returns sorted row i.
func (d *rows) row(i int) []float64 { return d.y[i*d.p : i*d.p+d.p] }

// patternOf returns the pattern of sorted row i.
func (d *rows) patternOf(i int) *pattern { return &d.patterns[d.patternAt(i)] }

// patternAt returns the index of the pattern of sorted row i.
func (d *rows) patternAt(i int) int {
	return sort.Search(len(d.patterns), func(j int) bool { return d.patterns[j].high > i })
}
