package inference

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// NarrowCells is how many cells a table may have as float64, which take 500 MB. Larger tables are held as float32.
const NarrowCells = 62_500_000

// A Grid is an immutable n×d matrix whose rows lie in several blocks of memory, as float64 or float32. It is
// made by a [GridBuilder].
type Grid struct {
	n, d, per int // per is how many rows a block holds; the last may hold fewer
	wide      [][]float64
	narrow    [][]float32
}

// NoNumbers returns the cells of a table of n rows that has no column of numbers: an n×0 matrix.
func NoNumbers(n int) *Grid { return &Grid{n: n, per: max(1, n)} }

// Dims returns the numbers of rows and of columns.
func (g *Grid) Dims() (n, d int) { return g.n, g.d }

// Narrow reports whether the cells are held as float32.
func (g *Grid) Narrow() bool { return g.narrow != nil }

// At returns the cell of row i and column j. It panics if i or j is out of range.
func (g *Grid) At(i, j int) float64 {
	if i < 0 || i >= g.n || j < 0 || j >= g.d {
		panic(fmt.Sprintf("inference: cell %d, %d of a grid of %d × %d", i, j, g.n, g.d))
	}
	at := i%g.per*g.d + j
	if g.narrow != nil {
		return float64(g.narrow[i/g.per][at])
	}
	return g.wide[i/g.per][at]
}

// T returns the transposed matrix, which shares memory.
func (g *Grid) T() mat.Matrix { return mat.Transpose{Matrix: g} }

// row returns row i, in buffer if the cells are float32.
func (g *Grid) row(i int, buffer []float64) []float64 {
	from := i % g.per * g.d
	switch {
	case g.d == 0:
		return nil
	case g.narrow == nil:
		return g.wide[i/g.per][from : from+g.d]
	}
	for j, x := range g.narrow[i/g.per][from : from+g.d] {
		buffer[j] = float64(x)
	}
	return buffer[:g.d]
}

// Row returns row i of x, which the caller must not change. It may lie in buffer, which has room for all columns and
// is overwritten by the next call. It panics if i is out of range.
func Row(x mat.Matrix, i int, buffer []float64) []float64 {
	switch x := x.(type) {
	case *mat.Dense:
		return x.RawRowView(i)
	case *Grid:
		return x.row(i, buffer)
	}
	_, d := x.Dims()
	for j := range d {
		buffer[j] = x.At(i, j)
	}
	return buffer[:d]
}

// inPlace returns row i of x without a copy, nil where x does not hold its rows as float64.
func inPlace(x mat.Matrix, i int) []float64 {
	switch x := x.(type) {
	case *mat.Dense:
		return x.RawRowView(i)
	case *Grid:
		if !x.Narrow() {
			return x.row(i, nil)
		}
	}
	return nil
}

// Rows calls f for each row of x, in order, until it returns false. f must neither change nor keep the row.
func Rows(x mat.Matrix, f func(i int, row []float64) bool) {
	n, d := x.Dims()
	buffer := make([]float64, d)
	for i := range n {
		if !f(i, Row(x, i, buffer)) {
			return
		}
	}
}

// EachColumn calls f for each column of x, in order, with its cells in the given rows, which f may reorder but not
// keep. Several columns are gathered at a time: a single one would touch a whole cache line for each number.
func EachColumn(x mat.Matrix, rows []int, f func(j int, cells []float64)) {
	const block = 16
	_, d := x.Dims()
	gathered := make([]float64, block*len(rows))
	for from := 0; from < d; from += block {
		to := min(from+block, d)
		for k, i := range rows {
			if row := inPlace(x, i); row != nil {
				for j, y := range row[from:to] {
					gathered[j*len(rows)+k] = y
				}
				continue
			}
			for j := from; j < to; j++ {
				gathered[(j-from)*len(rows)+k] = x.At(i, j)
			}
		}
		for j := from; j < to; j++ {
			f(j, gathered[(j-from)*len(rows):(j-from+1)*len(rows)])
		}
	}
}

// IsNarrow reports whether the cells of a matrix are held as float32.
func IsNarrow(x mat.Matrix) bool {
	g, ok := x.(*Grid)
	return ok && g.Narrow()
}

// gather returns some rows and columns of x, in the order given; nil takes all of them. Large copies of float32 stay
// float32.
func gather(x mat.Matrix, rows, columns []int) mat.Matrix {
	n, d := x.Dims()
	if rows == nil {
		rows = UpTo(n)
	}
	if columns == nil {
		columns = UpTo(d)
	}
	if len(columns) == 0 {
		return NoNumbers(len(rows))
	}
	limit := math.MaxInt
	if IsNarrow(x) {
		limit = NarrowCells
	}
	b := NewGridBuilder(len(columns), len(rows), limit)
	buffer, some := make([]float64, d), make([]float64, len(columns))
	for _, i := range rows {
		row := Row(x, i, buffer)
		for k, j := range columns {
			some[k] = row[j]
		}
		b.Append(some)
	}
	return b.Matrix(UpTo(len(columns)), nil)
}

// A GridBuilder gathers rows of one length into a matrix. It grows by blocks, so it never holds a second copy. Once
// there are more than its limit of cells it holds them as float32.
type GridBuilder struct {
	Grid
	limit int // of cells as float64
}

// blockCells is about how many cells a block holds.
const blockCells = 1 << 18

// NewGridBuilder returns a builder of rows of d ≥ 1 cells. Where their number is known not to exceed rows > 0, and they
// do not exceed the limit of cells, they lie in one block. limit is how many cells are held as float64, usually
// [NarrowCells].
func NewGridBuilder(d, rows, limit int) *GridBuilder {
	b := &GridBuilder{Grid: Grid{d: d, per: max(1, blockCells/d)}, limit: limit}
	if rows > 0 && rows <= limit/d {
		b.per = rows
	}
	return b
}

// Append adds a copy of a row. It panics if the row has not d cells.
func (b *GridBuilder) Append(row []float64) {
	if len(row) != b.d {
		panic(fmt.Sprintf("inference: a row of %d cells for a grid of %d columns", len(row), b.d))
	}
	if b.narrow == nil && (b.n+1)*b.d > b.limit {
		b.makeNarrow()
	}
	k := b.n / b.per
	b.n++
	if b.narrow != nil {
		if k == len(b.narrow) {
			b.narrow = append(b.narrow, make([]float32, 0, b.per*b.d))
		}
		for _, x := range row {
			b.narrow[k] = append(b.narrow[k], float32(x))
		}
		return
	}
	if k == len(b.wide) {
		b.wide = append(b.wide, make([]float64, 0, b.per*b.d))
	}
	b.wide[k] = append(b.wide[k], row...)
}

// makeNarrow converts the cells so far to float32, one block at a time.
func (b *GridBuilder) makeNarrow() {
	b.narrow = make([][]float32, len(b.wide))
	for k, block := range b.wide {
		b.narrow[k] = make([]float32, len(block), max(len(block), b.per*b.d))
		for i, x := range block {
			b.narrow[k][i] = float32(x)
		}
		b.wide[k] = nil
	}
	b.wide = nil
}

// Matrix returns the given columns, ascending, of all rows: a *mat.Dense if they lie in one block of float64, else a
// [Grid]. It takes the memory over: the builder must not be used again. set, where not nil, may change the cells of a
// row before it is stored; it is given the number of the row and those of its columns that are kept. It panics if
// there are no rows or no columns.
func (b *GridBuilder) Matrix(columns []int, set func(i int, row []float64)) mat.Matrix {
	switch {
	case b.n == 0:
		panic("inference: a matrix without rows")
	case len(columns) == 0:
		return NoNumbers(b.n)
	}
	row := make([]float64, len(columns))
	from := make([]float64, b.d)
	g := &Grid{n: b.n, d: len(columns), per: b.per, wide: b.wide, narrow: b.narrow}
	to := 0 // Cells move to the left, so none is overwritten that is still needed.
	for i := range b.n {
		whole := b.row(i, from)
		for k, j := range columns {
			row[k] = whole[j]
		}
		if set != nil {
			set(i, row)
		}
		if i%b.per == 0 {
			to = 0
		}
		if b.narrow != nil {
			block := b.narrow[i/b.per]
			for k, x := range row {
				block[to+k] = float32(x)
			}
		} else {
			copy(b.wide[i/b.per][to:], row)
		}
		to += len(columns)
	}
	for k := range g.blocks() {
		size := min(b.per, b.n-k*b.per) * g.d
		if g.narrow != nil {
			g.narrow[k] = clipped(g.narrow[k], size)
		} else {
			g.wide[k] = clipped(g.wide[k], size)
		}
	}
	if len(g.wide) == 1 {
		return mat.NewDense(g.n, g.d, g.wide[0])
	}
	return g
}

func (g *Grid) blocks() int { return max(len(g.wide), len(g.narrow)) }

// clipped returns the first cells of a block, moved where much of it would be wasted.
func clipped[T float32 | float64](block []T, size int) []T {
	if size < cap(block)/2 {
		return append(make([]T, 0, size), block[:size]...)
	}
	return block[:size:size]
}
