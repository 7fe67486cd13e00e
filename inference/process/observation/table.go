package observation

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// A Table has the cells of a table as factors of a table of latent numbers, a column for each latent number of each of
// its columns. A number is its own latent number.
type Table struct {
	Columns []Column // nil for numbers
	first   []int    // of each column the place of its first latent number; at the end how many there are
	column  []int    // of each latent number
	cells   []Factor // rows × columns; nil for numbers and for missing cells
	x       *mat.Dense
}

// NewTable returns the table of the cells x, NaN where missing, whose columns are as [Of] says.
func NewTable(x *mat.Dense, columns []Column) *Table {
	n, p := x.Dims()
	t := &Table{Columns: columns, first: make([]int, p+1), cells: make([]Factor, n*p), x: x}
	for j, c := range columns {
		width := 1
		if c != nil {
			width = c.Width()
		}
		t.first[j+1] = t.first[j] + width
		for range width {
			t.column = append(t.column, j)
		}
		if c == nil {
			continue
		}
		for i := range n {
			t.cells[i*p+j] = c.Factor(i, x.At(i, j))
		}
	}
	return t
}

// Width returns the number of columns of latent numbers.
func (t *Table) Width() int { return t.first[len(t.Columns)] }

// Of returns where the latent numbers of a column stand, from low to high−1.
func (t *Table) Of(column int) (low, high int) { return t.first[column], t.first[column+1] }

// Column returns the column of latent number a.
func (t *Table) Column(a int) int { return t.column[a] }

// Drawn reports whether latent number a of a row is drawn: it is that of a cell that is there and no number.
func (t *Table) Drawn(row, a int) bool { return t.cells[row*len(t.Columns)+t.column[a]] != nil }

// SelectRows returns the table of some of the rows.
func (t *Table) SelectRows(rows []int) *Table {
	some, p := *t, len(t.Columns)
	some.x, some.cells = mat.NewDense(len(rows), p, nil), make([]Factor, 0, len(rows)*p)
	for i, row := range rows {
		some.x.SetRow(i, t.x.RawRowView(row))
		some.cells = append(some.cells, t.cells[row*p:(row+1)*p]...)
	}
	return &some
}

// Scaled reports whether some cells say something of the scale of their latent numbers.
func (t *Table) Scaled() bool {
	for _, c := range t.Columns {
		if c == nil || !c.Threshold() {
			return true
		}
	}
	return false
}

// Factor returns the factor of a cell; nil for numbers and missing cells.
func (t *Table) Factor(row, column int) Factor { return t.cells[row*len(t.Columns)+column] }

// Number returns the value of a cell of a column of numbers, NaN where it is missing or the column is none.
func (t *Table) Number(row, column int) float64 {
	if t.Columns[column] != nil {
		return math.NaN()
	}
	return t.x.At(row, column)
}

// Row returns the values of the cells of a row.
func (t *Table) Row(row int) []float64 { return t.x.RawRowView(row) }

// Start returns latent numbers to begin with, rows × [Table.Width]: numbers as they are; for other cells the mean of a
// standard normal number given the cell; NaN where a cell is missing.
func (t *Table) Start() *mat.Dense {
	n, p := t.x.Dims()
	u := mat.NewDense(n, t.Width(), nil)
	zero, one, rest := make([]float64, t.Width()), make([]float64, t.Width()), make([]float64, t.Width())
	for j := range one {
		one[j] = 1
	}
	for i := range n {
		row := u.RawRowView(i)
		for j, c := range t.Columns {
			low, high := t.Of(j)
			switch cell := t.cells[i*p+j]; {
			case c == nil:
				row[low] = t.x.At(i, j)
			case cell == nil:
				for k := low; k < high; k++ {
					row[k] = math.NaN()
				}
			default:
				k := high - low
				cell.Moments(zero[:k], one[:k], row[low:high], rest[:k])
			}
		}
	}
	return u
}

// Draw draws the latent numbers u of a row given that each is N(m, w) without its cell; see [Factor]. Numbers, and the
// latent numbers of missing cells, stay.
func (t *Table) Draw(row int, m, w []float64, rng *rand.Rand, u []float64) {
	for j, cell := range t.cells[row*len(t.Columns) : (row+1)*len(t.Columns)] {
		if cell != nil {
			low, high := t.Of(j)
			cell.Draw(m[low:high], w[low:high], rng, u[low:high])
		}
	}
}
