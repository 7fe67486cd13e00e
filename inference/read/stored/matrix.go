package stored

import (
	"context"
	"fmt"
	"math"
)

// A matrix is read line by line: by rows, or by columns where it is stored so.
type matrix struct {
	n, d     int
	byColumn bool
	// each calls one for each line in order: x holds its cells; at, where not nil, tells which, and the others are 0.
	each func(ctx context.Context, one func(k int, at []int64, x []float64) error) error
}

// turned returns the matrix transposed.
func (m matrix) turned() matrix {
	m.n, m.d, m.byColumn = m.d, m.n, !m.byColumn
	return m
}

// matrixOf returns the matrix that a node holds.
func matrixOf(n Node) (matrix, error) {
	a, err := n.Array()
	if err != nil {
		return matrix{}, err
	}
	if a != nil {
		return dense(n, a)
	}
	kind := text(n, "encoding-type")
	if kind == "" {
		kind = text(n, "h5sparse_format")
	}
	switch kind {
	case "csr_matrix", "csr", "csc_matrix", "csc":
	default:
		return matrix{}, fault(n, "is of a form (%s) that is not read", quoted(kind))
	}
	shape, err := n.Ints("shape")
	if err == nil && shape == nil {
		shape, err = n.Ints("h5sparse_shape")
	}
	if err != nil {
		return matrix{}, err
	}
	if len(shape) != 2 {
		return matrix{}, fault(n, "does not say how many rows and columns it has")
	}
	if kind[:3] == "csr" {
		return sparse(n, shape[0], shape[1])
	}
	m, err := sparse(n, shape[1], shape[0])
	return m.turned(), err
}

func quoted(s string) string {
	if s == "" {
		return "unnamed"
	}
	return fmt.Sprintf("%q", s)
}

// numbers reports whether elements are numbers.
func numbers(k Kind) bool { return k == Whole || k == Real || k == Single || k == Truth }

// blockCells is about how many cells are read at once.
const blockCells = 1 << 20

// dense returns the matrix in an array of two dimensions; one of one dimension is a column.
func dense(n Node, a Array) (matrix, error) {
	shape := a.Shape()
	if !numbers(a.Kind()) {
		return matrix{}, fault(n, "does not hold numbers")
	}
	if len(shape) == 1 {
		shape = []int{shape[0], 1}
	}
	if len(shape) != 2 {
		return matrix{}, fault(n, "has %d dimensions, but a table has 2", len(shape))
	}
	m := matrix{n: shape[0], d: shape[1]}
	if m.n > mostLines || m.d > mostLines {
		return matrix{},
			fault(n, "has %d × %d cells; a matrix may have %d million rows and columns", m.n, m.d, mostLines/1_000_000)
	}
	m.each = func(ctx context.Context, one func(k int, at []int64, x []float64) error) error {
		// As many rows at once as are stored together, or a multiple, but not too many.
		rows := max(a.ChunkRows(), 1)
		rows *= max(1, blockCells/max(1, rows*m.d))
		rows = min(rows, max(1, 16*blockCells/max(1, m.d)))
		for from := 0; from < m.n; from += rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			some := min(rows, m.n-from)
			x, err := a.Floats(from, some)
			if err != nil {
				return err
			}
			for k := range some {
				if err := one(from+k, nil, x[k*m.d:(k+1)*m.d]); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return m, nil
}

// mostLines is how many rows or columns a matrix may have.
const mostLines = 1 << 24

// sparse returns the matrix in the arrays data, indices and indptr of a group, which lists so many lines one after
// another, each of so many cells.
func sparse(n Node, lines, cells int64) (matrix, error) {
	if lines < 0 || cells < 0 || lines > mostLines || cells > mostLines {
		return matrix{},
			fault(n, "has %d × %d cells; a matrix may have %d million rows and columns", lines, cells, mostLines/1_000_000)
	}
	starts, err := ints(n, "indptr")
	if err != nil {
		return matrix{}, err
	}
	data, err := array(n, "data")
	if err != nil {
		return matrix{}, err
	}
	places, err := array(n, "indices")
	if err != nil {
		return matrix{}, err
	}
	if int64(len(starts)) != lines+1 || starts[0] != 0 {
		return matrix{}, fault(n, "has %d lines, but indptr has %d values", lines, len(starts))
	}
	for k := range lines {
		if starts[k+1] < starts[k] {
			return matrix{}, fault(n, "has lines that end before they begin")
		}
	}
	if last := starts[lines]; last > int64(length(data)) || last > int64(length(places)) {
		return matrix{}, fault(n, "lists %d cells, but data has %d and indices has %d", last, length(data), length(places))
	}
	if !numbers(data.Kind()) {
		return matrix{}, fault(n, "does not hold numbers")
	}
	s := listed{node: n, starts: starts, data: data, places: places, cells: cells}
	return matrix{n: int(lines), d: int(cells), each: s.each}, nil
}

// listed are the cells of a sparse matrix that are not zero, line by line.
type listed struct {
	node         Node
	starts       []int64
	data, places Array
	cells        int64
}

// A block is some lines of a sparse matrix.
type block struct {
	first, last int // lines, the last excluded
	x           []float64
	at          []int64
	err         error
}

func (s listed) each(ctx context.Context, one func(k int, at []int64, x []float64) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	blocks := make(chan block) // the next is read while this one is used
	go func() {
		defer close(blocks)
		for first := 0; first < len(s.starts)-1; {
			b := s.block(first)
			select {
			case blocks <- b:
			case <-ctx.Done():
				return
			}
			if b.err != nil {
				return
			}
			first = b.last
		}
	}()
	for b := range blocks {
		if b.err != nil {
			return b.err
		}
		for k := b.first; k < b.last; k++ {
			from, to := s.starts[k]-s.starts[b.first], s.starts[k+1]-s.starts[b.first]
			for _, j := range b.at[from:to] {
				if j < 0 || j >= s.cells {
					return fault(s.node, "has a cell at place %d of a line of %d", j, s.cells)
				}
			}
			if err := one(k, b.at[from:to], b.x[from:to]); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// block reads some lines, at least one.
func (s listed) block(first int) block {
	b := block{first: first, last: first + 1}
	for b.last < len(s.starts)-1 && s.starts[b.last+1]-s.starts[first] <= blockCells {
		b.last++
	}
	from, n := int(s.starts[first]), int(s.starts[b.last]-s.starts[first])
	done := make(chan error, 1)
	go func() {
		var err error
		b.at, err = s.places.Ints(from, n)
		done <- err
	}()
	b.x, b.err = s.data.Floats(from, n)
	if err := <-done; b.err == nil {
		b.err = err
	}
	return b
}

// spread returns a measure of how much each column varies: the variance of log(1+x), where all cells are 0 or more,
// else that of x. Cells that are missing count as 0.
func (m matrix) spread(ctx context.Context) ([]float64, error) {
	plain, logs := newMoments(m.d), newMoments(m.d)
	negative := false
	err := m.each(ctx, func(k int, at []int64, x []float64) error {
		for t, v := range x {
			j := t
			if at != nil {
				j = int(at[t])
			}
			if m.byColumn {
				j = k
			}
			if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 {
				continue
			}
			plain.add(j, v)
			if v > 0 {
				logs.add(j, math.Log1p(v))
			} else {
				negative = true
			}
		}
		return nil
	})
	if negative {
		return plain.variances(m.n), err
	}
	return logs.variances(m.n), err
}

// moments are sums of values and of their squares, for each column.
type moments struct{ sum, squares []float64 }

func newMoments(d int) moments { return moments{make([]float64, d), make([]float64, d)} }

func (m moments) add(j int, v float64) {
	m.sum[j] += v
	m.squares[j] += v * v
}

func (m moments) variances(n int) []float64 {
	out := make([]float64, len(m.sum))
	for j, s := range m.sum {
		mean := s / float64(n)
		out[j] = m.squares[j]/float64(n) - mean*mean
	}
	return out
}
