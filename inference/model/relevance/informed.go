package relevance

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/stat/information"
	"example.org/espalier/inference/stat/pairs"

	"gonum.org/v1/gonum/mat"
)

// enoughOfKind is how many shuffled pairs tell the null distribution of pairs of one kind.
const enoughOfKind = 400_000

// batchRows is about how many rows are looked at between two looks at the clock, by each thread.
const batchRows = 8000

// informed measures the pairs of a table by their mutual information, then those of shuffled tables.
// Pairs are of one kind where their columns have the same null distribution, or nearly so.
type informed struct {
	streams    inference.Streams
	columns    []information.Column
	estimators []*information.Estimator // one for each thread
	most       int                      // shuffled tables

	a, b     int                  // the pair that comes next
	at       int                  // its number: (0,1), (0,2), (1,2), …
	nats     []float64            // of the pairs
	kind     []int                // of the pairs
	kinds    []kind               //
	table    []information.Column // shuffled; nil between tables
	tables   int                  // shuffled so far
	measured int                  // pairs of shuffled tables
	wanted   int                  // of them

	number map[string]int // of kinds, by the ties of the two columns
	ties   []string       // of each column, the counts of its values, on which its null distribution depends
}

// A kind holds pairs that share a null distribution. Of the shuffled pairs it keeps only how many lie between the
// observed informations of its pairs.
type kind struct {
	tables int
	least  []float64 // information that counts as much as the observed one, of each pair, increasing
	counts []int     // of shuffled pairs, by how many of these they reach
}

// rounding is how much less information counts as much: counts give few different values.
const rounding = 1e-9

// add counts a shuffled pair.
func (k *kind) add(nats float64) {
	at, found := slices.BinarySearch(k.least, nats)
	for found && at < len(k.least) && k.least[at] == nats {
		at++
	}
	k.counts[at]++
}

// sum turns the counts into how many shuffled pairs reach at least this many of the pairs.
func (k *kind) sum() {
	for i := len(k.counts) - 2; i >= 0; i-- {
		k.counts[i] += k.counts[i+1]
	}
}

// share is, after sum, the share of shuffled pairs with as much information as was seen of a pair, the pair itself
// among them.
func (k *kind) share(nats float64) float64 {
	at, _ := slices.BinarySearch(k.least, nats-rounding)
	return float64(1+k.counts[at+1]) / float64(1+k.counts[0])
}

// newInformed prepares the columns of a table: those of few whole numbers are categories, the others
// numbers, transformed. Of 0 neighbours it chooses the number.
func newInformed(data *inference.Dataset, how string, neighbours, most int, streams inference.Streams,
	threads int) *informed {
	n, d := data.Dims()
	if neighbours == 0 {
		neighbours = min(max(3, n/16), 20)
	}
	f := &informed{streams: streams, most: most, b: 1, number: map[string]int{}}
	for range max(threads, 1) {
		f.estimators = append(f.estimators, information.New(neighbours))
	}
	for j := range d {
		column := mat.Col(nil, j, data.X)
		var c information.Column
		if levels := categories(data, j); levels != nil {
			codes := make([]int, n)
			for i, u := range column {
				codes[i], _ = marginal.Level(data, j, levels, u)
			}
			c = information.Categories(codes)
		} else {
			c = information.Numbers(pairs.Transformed(column, how))
		}
		f.columns = append(f.columns, c)
		f.ties = append(f.ties, tiesOf(&c))
	}
	return f
}

// categories returns the levels of a column whose values are categories, nil for one of numbers. At
// most ten whole numbers are, if each is that of two rows or more on average.
func categories(data *inference.Dataset, j int) []float64 {
	n, _ := data.Dims()
	seen := 0
	for i := range n {
		if !math.IsNaN(data.X.At(i, j)) {
			seen++
		}
	}
	if levels := marginal.Levels(data, j); 2*len(levels) <= seen {
		return levels
	}
	return nil
}

// tiesOf returns the quantities on which the null distribution of a column depends: of categories how often each
// occurs, of numbers only how large the groups of equal values are: the largest, and the mean over the rows, within a
// quarter each. Columns of numbers without equal ones are all the same.
func tiesOf(c *information.Column) string {
	ties := c.Ties()
	if c.Categorical() {
		return fmt.Sprint("categories ", ties)
	}
	n, square, most := 0, 0, 0
	for _, t := range ties {
		n, square, most = n+t, square+t*t, max(most, t)
	}
	if square == n {
		return "numbers"
	}
	quarters := func(x float64) int { return int(math.Floor(math.Log(x) / math.Log(1.25))) }
	return fmt.Sprint("numbers ", quarters(float64(square)/float64(n)), quarters(float64(most)))
}

// advance measures some pairs, or shuffles a table. It reports whether there is nothing left to do.
func (f *informed) advance() bool {
	d := len(f.columns)
	switch {
	case len(f.nats) < d*(d-1)/2:
		f.measureSome(f.columns, nil)
	case f.table == nil && f.measured == f.wanted:
		return true
	case f.table == nil:
		rng := f.streams.Task(uint64(f.tables))
		for k := range f.columns {
			f.table = append(f.table, f.columns[k].Shuffled(rng))
		}
		f.a, f.b, f.at = 0, 1, 0
	case f.b < d:
		f.measureSome(f.table, f.kind)
	default:
		f.table = nil
		f.tables++
	}
	return false
}

// A pair of columns with its test.
type pair struct {
	a, b, kind int
	nats       float64
	rows       int
}

// measureSome measures the pairs that come next. Of a shuffled table it has the kinds of the pairs, and
// leaves out those that have been shuffled often enough.
func (f *informed) measureSome(columns []information.Column, kinds []int) {
	n := len(f.ties)
	most := len(f.estimators) * max(1, batchRows/max(1, f.columns[0].Rows()))
	var batch []pair
	for ; f.b < n && len(batch) < most; f.at++ {
		p := pair{a: f.a, b: f.b}
		if f.a++; f.a == f.b {
			f.a, f.b = 0, f.b+1
		}
		if kinds != nil {
			if p.kind = kinds[f.at]; f.kinds[p.kind].tables <= f.tables {
				continue
			}
		}
		batch = append(batch, p)
	}
	threads := len(f.estimators)
	parallel.Do(threads, threads, func(t int) {
		for k := t; k < len(batch); k += threads {
			p := &batch[k]
			p.nats, p.rows = f.estimators[t].Of(&columns[p.a], &columns[p.b])
		}
	})
	for _, p := range batch {
		if kinds == nil {
			f.nats, f.kind = append(f.nats, p.nats), append(f.kind, f.kindOf(p))
			continue
		}
		f.kinds[p.kind].add(p.nats)
		f.measured++
	}
	if kinds == nil && f.b == n {
		f.plan()
	}
}

// kindOf returns the number of the kind of a pair: by the two columns and the number of rows that have
// both, within a twentieth where some cells are missing.
func (f *informed) kindOf(p pair) int {
	one, other := f.ties[p.a], f.ties[p.b]
	rows := "all"
	if p.rows < f.columns[0].Rows() {
		rows = fmt.Sprint(math.Floor(math.Log(float64(max(p.rows, 1))) / math.Log(1.05)))
	}
	name := strings.Join([]string{min(one, other), max(one, other), rows}, "|")
	k, met := f.number[name]
	if !met {
		k = len(f.kinds)
		f.number[name] = k
		f.kinds = append(f.kinds, kind{})
	}
	f.kinds[k].least = append(f.kinds[k].least, p.nats-rounding)
	return k
}

// plan decides how often each kind is shuffled.
func (f *informed) plan() {
	for k := range f.kinds {
		one := &f.kinds[k]
		pairs := len(one.least)
		slices.Sort(one.least)
		one.counts = make([]int, pairs+1)
		one.tables = min(f.most, (enoughOfKind+pairs-1)/pairs)
		f.wanted += one.tables * pairs
	}
}

// fraction is how much of the work is done. Until the kinds are known every pair counts as shuffled as
// often as can be.
func (f *informed) fraction() float64 {
	all := len(f.columns) * (len(f.columns) - 1) / 2
	if len(f.nats) < all {
		return float64(len(f.nats)) / float64(all) / float64(1+f.most)
	}
	return float64(all+f.measured) / float64(all+f.wanted)
}

// significance returns the p values of the pairs.
func (f *informed) significance() []float64 {
	for k := range f.kinds {
		f.kinds[k].sum()
	}
	p := make([]float64, len(f.nats))
	for i, nats := range f.nats {
		p[i] = f.kinds[f.kind[i]].share(nats)
	}
	return p
}
