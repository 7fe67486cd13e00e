package problem

import (
	"math"
	"sort"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/leaves"
	"example.org/espalier/inference/model/pydt/nearness"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/pruning"

	"gonum.org/v1/gonum/mat"
)

// A Problem is the data as a tree has them at its leaves: sorted, so that columns observed in the same rows stand
// together. It does not change.
type Problem struct {
	N, D       int
	Columns    []int           // column of the data set at each sorted place
	Classes    []pruning.Class // runs of columns observed in the same rows
	Columnwise bool            // each column is a class of its own, see pruning.UpDown
	Leaves     leaves.Cells    // what is observed where that is not all numbers; nil where it is
	X          []float64       // n×d in sorted order; 0 where missing. The signs −1 and 1 where binary
	Cells      int             // observed
	MeanVar    float64         // mean over columns of the variance around zero of observed cells

	near *shared // nil for problems without rows
}

// New sorts the columns by which rows they are observed in: O(N·D).
func New(x *mat.Dense) *Problem {
	n, d := x.Dims()
	p := &Problem{N: n, D: d, near: new(shared)}
	square := 0.0
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if !math.IsNaN(v) {
				p.Cells++
				square += v * v
			}
		}
	}
	if p.Cells > 0 {
		p.MeanVar = square / float64(p.Cells)
	}
	p.Columns, p.Classes = SortColumns(x)
	if TooMany(len(p.Classes), d) {
		p.SeparateColumns()
	}
	p.X = p.Sorted(x)
	return p
}

// SortColumns brings columns observed in the same rows together.
func SortColumns(x *mat.Dense) (columns []int, classes []pruning.Class) {
	n, d := x.Dims()
	columns = make([]int, d)
	pattern := make([]uint64, d)
	for j := range columns {
		columns[j] = j
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) {
				pattern[j] += special.Mix64(uint64(i) + 1 + special.Golden64)
			}
		}
	}
	sort.SliceStable(columns, func(a, b int) bool { return pattern[columns[a]] < pattern[columns[b]] })
	for low := 0; low < d; {
		high := low + 1
		for high < d && pattern[columns[high]] == pattern[columns[low]] {
			high++
		}
		classes = append(classes, pruning.Class{Low: low, High: high, Weight: float64(high - low),
			Observed: observedRows(x, columns[low])})
		low = high
	}
	return columns, classes
}

// UnitWork is how many multiply-adds a unit of work has, about 4 ms.
const UnitWork = 4 << 20

// StepTime is how long a step of a fit takes, about.
const StepTime = 30 * time.Millisecond

// NodesPerUnit returns how many nodes make a unit of work.
func (p *Problem) NodesPerUnit() int { return max(UnitWork/(12*(p.D+20)), 8) }

// TooMany reports whether classes save nothing, because a class costs more than a single column.
func TooMany(classes, columns int) bool { return classes > 1 && 2*classes > columns }

// SeparateColumns makes every column a class of its own.
func (p *Problem) SeparateColumns() {
	var classes []pruning.Class
	for _, cl := range p.Classes {
		for j := cl.Low; j < cl.High; j++ {
			classes = append(classes, pruning.Class{Low: j, High: j + 1, Weight: 1, Observed: cl.Observed})
		}
	}
	p.Classes, p.Columnwise = classes, true
}

func observedRows(x *mat.Dense, column int) []bool {
	n, _ := x.Dims()
	rows, all := make([]bool, n), true
	for i := range rows {
		rows[i] = !math.IsNaN(x.At(i, column))
		all = all && rows[i]
	}
	if all {
		return nil
	}
	return rows
}

// Sorted returns rows with the problem's order of columns, 0 where missing.
func (p *Problem) Sorted(x *mat.Dense) []float64 {
	n, d := x.Dims()
	out := make([]float64, n*d)
	for i := range n {
		row := x.RawRowView(i)
		for j, column := range p.Columns {
			if v := row[column]; !math.IsNaN(v) {
				out[i*d+j] = v
			}
		}
	}
	return out
}

// Searched sorts a table for a search. Of zeros and ones each column is a class of its own.
func Searched(data *inference.Dataset, probit bool) *Problem {
	p := Sampled(data, probit)
	if probit {
		p.SeparateColumns()
	}
	return p
}

// SearchedKinds sorts the latent numbers of a table whose columns are of several kinds, for a search: each is a class
// of its own.
func SearchedKinds(table *observation.Table) *Problem {
	p := SampledKinds(table)
	p.SeparateColumns()
	return p
}

// SampledKinds sorts the latent numbers of such a table for a chain. Those seen in the same rows stay a class.
func SampledKinds(table *observation.Table) *Problem {
	p := New(table.Start())
	p.Leaves = leaves.NewKinds(table, p.Columns)
	return p
}

// Sampled sorts a table for a chain. Columns of latent numbers observed in the same rows stay a class, because
// the numbers have the same noise.
func Sampled(data *inference.Dataset, probit bool) *Problem {
	p := New(data.X)
	if probit {
		p.TakeSigns()
	}
	return p
}

// TakeSigns makes the zeros and ones of the problem the signs −1 and 1 of latent numbers, 0 where missing.
func (p *Problem) TakeSigns() {
	p.Leaves, p.near = leaves.Signs{Sign: p.X, Columns: p.D}, new(shared)
	for _, cl := range p.Classes {
		for i := range p.N {
			if cl.Observed == nil || cl.Observed[i] {
				for j := cl.Low; j < cl.High; j++ {
					p.X[i*p.D+j] = 2*p.X[i*p.D+j] - 1
				}
			}
		}
	}
}

// LargeRows is the number of rows above which trees are built and searched without looking at every
// branch for every subtree (math 6.5). It is a variable for the tests that compare both ways.
var LargeRows = 4000

// Large reports whether trees of the problem are searched by narrow passes. Sites follow a subtree all over the tree,
// which narrow passes do not see.
func (p *Problem) Large() bool { return p.N > LargeRows && p.Leaves == nil }

// Binary reports whether the cells are zeros and ones, fitted by probit.
func (p *Problem) Binary() bool {
	_, is := p.Leaves.(leaves.Signs)
	return is
}

// Kinds returns the cells where they are of columns of several kinds, nil elsewhere.
func (p *Problem) Kinds() *leaves.Kinds {
	kinds, _ := p.Leaves.(*leaves.Kinds)
	return kinds
}

// shared is what chains on one problem find of its rows once for all.
type shared struct {
	lock    sync.Mutex
	of      *Problem // the one whose rows they are, and not a copy of it
	indexed bool
	rows    *nearness.Rows
}

// Nearness draws rows by their nearness. Chains share it, and several may draw at a time.
func (p *Problem) Nearness() *nearness.Rows {
	s := p.near
	if s == nil {
		return nearness.New(p.X, p.N, p.distance, p.N > LargeRows)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.of != p || s.indexed != (p.N > LargeRows) {
		s.of, s.indexed = p, p.N > LargeRows
		s.rows = nearness.New(p.X, p.N, p.distance, s.indexed)
	}
	return s.rows
}

// distance returns the squared distance of rows i and j a column that both have, +Inf if there is none.
func (p *Problem) distance(i, j int32) float64 {
	sum, seen := 0.0, 0.0
	for _, cl := range p.Classes {
		if cl.Observed == nil || cl.Observed[i] && cl.Observed[j] {
			sum += vector.SquaredDistance(p.X[int(i)*p.D+cl.Low:int(i)*p.D+cl.High], p.X[int(j)*p.D+cl.Low:int(j)*p.D+cl.High])
			seen += cl.Weight
		}
	}
	if seen == 0 {
		return math.Inf(1)
	}
	return sum / seen
}

// Sharpness returns the scale of steps along the logarithms of variances and times, 1 for a table
// of two cells or fewer. More cells make their posteriors sharper, but a start far away must not
// need too many steps.
func (p *Problem) Sharpness() float64 {
	return math.Min(1, math.Pow(2/math.Max(float64(p.Cells), 1), 0.25))
}
