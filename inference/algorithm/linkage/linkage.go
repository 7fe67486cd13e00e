package linkage

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Method defines the distance between clusters in terms of those between rows.
type Method string

// The methods. With d the Euclidean distance of rows, the height of a merge of
// clusters A and B is
//   - Single: the least d between A and B;
//   - Complete: the greatest;
//   - Average: the mean over all pairs (UPGMA);
//   - Ward: √(2|A||B|/(|A|+|B|)) times the distance of the means, so that the sum
//     of squares within clusters grows by half its square (Murtagh and Legendre
//     2014, the "ward.D2" form). Two single rows merge at their distance. Where
//     cells are missing, distances are not those of points, and the update formula
//     of Lance and Williams defines the heights;
//   - Diana: the greatest d within the union, clusters being split from the top and not
//     joined from the rows.
const (
	Single   Method = "single"
	Complete Method = "complete"
	Average  Method = "average"
	Ward     Method = "ward"
	Diana    Method = "diana"
)

// Methods lists all methods.
func Methods() []Method { return []Method{Ward, Average, Complete, Single, Diana} }

// A Merge joins clusters A and B. Clusters 0 to n−1 are the rows and n+i is the
// result of merge i. A < B.
type Merge struct {
	A, B   int
	Height float64 // in the units of the data
	Size   int     // number of rows joined
}

// Bytes returns the memory in bytes that clustering n rows of d cells, complete or not, needs beside
// a copy of the data. Above 10,000 complete rows single linkage keeps no distances between
// pairs, nor does Ward linkage, nor average linkage of Squared, Correlation and Cosine.
func Bytes(n, d int, complete bool, m Method, by Metric) int64 {
	rows := int64(n)
	if fromPoints(n, complete, m, by) {
		return rows * (8*int64(d) + 128)
	}
	return pairs(n)*8 + rows*128
}

// pairs returns n(n−1)/2, the length of a condensed distance matrix.
func pairs(n int) int64 { return int64(n) * int64(n-1) / 2 }

// stage is the next work of a Clusterer.
type stage int

const (
	prepare stage = iota
	measure
	fill
	join
	finish
	done
)

// A Clusterer clusters the rows of a matrix in small steps.
type Clusterer struct {
	method Method
	metric Metric
	n      int
	stage  stage
	worked int64 // multiply-adds done, of an estimated total
	total  int64

	x *mat.Dense
	d *distances
	j joiner

	merges []Merge
}

// New prepares a clustering of the rows of x, n×d, in which NaN marks a missing cell. x must not
// change until the clustering is done. New is cheap: the first Advance allocates the memory. It
// panics on an unknown method.
func New(x *mat.Dense, m Method) *Clusterer { return NewBy(x, m, Euclidean) }

// NewBy is [New] with another distance between rows. It panics on an unknown one, and on Ward
// linkage of Manhattan and Squared distances.
func NewBy(x *mat.Dense, m Method, by Metric) *Clusterer {
	by.check(m)
	switch m {
	case Single, Complete, Average, Ward, Diana:
	default:
		panic(fmt.Sprintf("linkage: unknown method %q", string(m)))
	}
	n, d := x.Dims()
	p := pairs(n)
	return &Clusterer{method: m, metric: by, n: n, x: x, total: p*int64(d+1) + 4*p + 1}
}

// Advance does about the given number of multiply-adds (10⁷ take some 10 ms) and reports whether
// the clustering is complete. The result does not depend on how the work is sliced.
func (c *Clusterer) Advance(work int) bool {
	left := int64(max(work, 1))
	for left > 0 && c.stage != done {
		var used int64
		switch c.stage {
		case prepare:
			c.d = newMetricDistances(c.x, c.metric.rooted(c.method), c.metric)
			used = int64(c.n*c.d.columns) + pairs(c.n)/8
			c.stage = measure
			if fromPoints(c.n, c.d.has == nil, c.method, c.metric) {
				c.joinPoints()
			}
		case measure:
			var finished bool
			used, finished = c.d.block()
			if finished {
				c.stage = fill
			}
		case fill:
			c.d.fillUnshared()
			c.j = newJoiner(c.method, c.n, c.d.d2)
			c.stage = join
		case join:
			var finished bool
			used, finished = c.j.step()
			if finished {
				c.stage = finish
			}
		case finish:
			c.merges = arrange(c.n, c.j.joins(), func(d float64) float64 {
				if !c.d.root {
					d = math.Sqrt(d)
				}
				return c.d.unscaled(d)
			})
			c.d, c.j, c.x = nil, nil, nil
			c.stage = done
		}
		left -= used + 1
		c.worked += used
	}
	return c.stage == done
}

// joinPoints continues without a table of distances.
func (c *Clusterer) joinPoints() {
	c.stage, c.total = join, 3*pairs(c.n)*int64(c.d.columns)+1
	if c.method == Single {
		c.j, c.total = newSpanning(c.n, int64(c.d.columns), c.d.from), pairs(c.n)*int64(c.d.columns)+1
		return
	}
	c.j = newChain(c.n, newMeans(c.method, c.d))
	c.d.rows = nil // the means took their place
}

// Fraction returns the share of the work that is done, 0 to 1.
func (c *Clusterer) Fraction() float64 {
	if c.stage == done {
		return 1
	}
	return math.Min(float64(c.worked)/float64(c.total), 0.999)
}

// Merges returns the n−1 merges by ascending height, or nil before the clustering is done. A
// cluster is always made before the merge that uses it; ties are broken in a fixed way that depends
// on the data alone. The caller must not change them.
func (c *Clusterer) Merges() []Merge { return c.merges }

// Cluster clusters the rows of x at once; see [New].
func Cluster(x *mat.Dense, m Method) []Merge {
	c := New(x, m)
	for !c.Advance(math.MaxInt) {
	}
	return c.Merges()
}

// Join clusters n rows by given distances, condensed: those of row i to rows i+1, i+2, … are contiguous. They are at
// least 0 and are overwritten. The method is Single, Complete or Average, whose heights are distances. O(n²).
func Join(n int, distances []float64, m Method) []Merge {
	if m != Single && m != Complete && m != Average || int64(len(distances)) != pairs(n) {
		panic(fmt.Sprintf("linkage: %d distances between %d rows, joined by %q", len(distances), n, string(m)))
	}
	j := newJoiner(m, n, distances)
	for {
		if _, finished := j.step(); finished {
			return arrange(n, j.joins(), func(d float64) float64 { return d })
		}
	}
}
