package inference

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// working are the cells of a view after the logarithm, if that is asked for. All of them are usable.
type working struct {
	view view
	log  bool
	// whole holds them, unless only few are to be kept: then they are worked out of the table each time.
	whole *mat.Dense
}

// working returns the cells for a preparation. For an outline, or if most variable rows or columns are
// chosen, it makes no copy of all. The error names the first cell that cannot be used.
func (v view) working(p Preprocessing, outline bool) (*working, error) {
	w, err := v.lazily(p.Log2p1)
	if err != nil || outline || p.TopRows > 0 && p.TopRows < len(v.rows) ||
		p.TopColumns > 0 && p.TopColumns < len(v.columns) {
		return w, err
	}
	w.whole = w.copyOf(UpTo(len(v.rows)), UpTo(len(v.columns)))
	return w, nil
}

// lazily returns the cells without a copy.
func (v view) lazily(log bool) (*working, error) {
	w := &working{view: v, log: log}
	if v.usable(log) {
		return w, nil
	}
	for i := range v.rows {
		for j := range v.columns {
			if _, err := v.cell(i, j, log); err != nil {
				return nil, err
			}
		}
	}
	return w, nil // a number beyond the limit has a logarithm
}

// usable reports whether all cells are within the limits. It is [view.cell] without the reason, and much faster.
func (v view) usable(log bool) bool {
	fine := true
	v.inMemoryOrder(func(_ int, held []float64, across []int) bool {
		for _, c := range across {
			if y := held[c]; math.Abs(y) > largest || log && y <= -1 {
				fine = false
				break
			}
		}
		return fine
	})
	return fine
}

// inMemoryOrder calls f for each row of the view, or each column of a transposed one, as it lies in memory, until it
// returns false. The cells of line a are those of held at the places across.
func (v view) inMemoryOrder(f func(a int, held []float64, across []int) bool) {
	_, d := v.x.Dims()
	buffer := make([]float64, d)
	along, across := v.places()
	if v.transposed {
		along, across = across, along
	}
	for a, r := range along {
		if !f(a, Row(v.x, r, buffer), across) {
			return
		}
	}
}

// places returns where the rows and columns of the view stand among all.
func (v view) places() (rows, columns []int) {
	if v.toRow != nil {
		return v.toRow, v.toColumn
	}
	return UpTo(len(v.rows)), UpTo(len(v.columns))
}

func (w *working) of(y float64) float64 {
	if w.log {
		return log2p1(y)
	}
	return y
}

// copyOf returns the cells of some rows and columns, ascending.
func (w *working) copyOf(rows, columns []int) *mat.Dense {
	x := mat.NewDense(len(rows), len(columns), nil)
	v := w.view
	toRow, toColumn := v.places()
	v.toRow, v.toColumn = pick(toRow, rows), pick(toColumn, columns)
	v.inMemoryOrder(func(a int, held []float64, across []int) bool {
		for b, c := range across {
			i, j := a, b
			if v.transposed {
				i, j = b, a
			}
			x.RawRowView(i)[j] = w.of(held[c])
		}
		return true
	})
	return x
}

// take is copyOf, for the last time: it leaves the cells where they are if they are all here.
func (w *working) take(rows, columns []int) *mat.Dense {
	if w.whole == nil {
		return w.copyOf(rows, columns)
	}
	n, m := w.whole.Dims()
	if len(rows) == n && len(columns) == m {
		return w.whole
	}
	// Both ascend, so no cell is overwritten that is still needed.
	data, to := w.whole.RawMatrix().Data, 0
	for _, i := range rows {
		for _, j := range columns {
			data[to] = data[i*m+j]
			to++
		}
	}
	w.whole = nil
	return mat.NewDense(len(rows), len(columns), data[:to:to])
}

// rowsOf returns a function that returns some columns of row from. The next call overwrites the slice; its first
// argument does not count.
func (w *working) rowsOf(columns []int) func(_, from int) []float64 {
	row := make([]float64, len(columns))
	return func(_, from int) []float64 {
		for k, j := range columns {
			row[k] = w.of(w.view.at(from, j))
		}
		return row
	}
}

// span returns the cells of row i in the columns from to to−1. They may lie in buffer, which the next call overwrites.
func (w *working) span(i, from, to int, buffer []float64) []float64 {
	if w.whole != nil {
		return w.whole.RawRowView(i)[from:to]
	}
	v := w.view
	cells := buffer[:to-from]
	var held []float64
	switch {
	case v.transposed: // the rows lie across the memory
	case v.toRow != nil:
		held = inPlace(v.x, v.toRow[i])
	default:
		held = inPlace(v.x, i)
	}
	switch {
	case held == nil:
		for k := range cells {
			cells[k] = w.of(v.at(i, from+k))
		}
	case v.toRow != nil:
		for k := range cells {
			cells[k] = w.of(held[v.toColumn[from+k]])
		}
	default:
		for k := range cells {
			cells[k] = w.of(held[from+k])
		}
	}
	return cells
}

// row summarises a row.
func (w *working) row(i int) summary {
	d := len(w.view.columns)
	return summarise(w.span(i, 0, d, make([]float64, d)))
}

func (w *working) rowDeviation(i int) float64 { return w.row(i).deviation }

// columns summarises each column over the given rows. It gathers several columns at a time, because a single column
// would touch a whole cache line for each number.
func (w *working) columns(rows []int) []summary {
	const block = 16
	d, n := len(w.view.columns), len(rows)
	columns := make([]summary, d)
	gathered := make([]float64, block*n)
	var buffer [block]float64
	for from := 0; from < d; from += block {
		to := min(from+block, d)
		for i, r := range rows {
			for k, y := range w.span(r, from, to, buffer[:]) {
				gathered[k*n+i] = y
			}
		}
		for j := from; j < to; j++ {
			columns[j] = summarise(gathered[(j-from)*n : (j-from+1)*n])
		}
	}
	return columns
}
