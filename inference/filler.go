package inference

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// A Filler is a matrix of zeros whose cells are set in any order, as those of sparse tables are.
type Filler struct{ g Grid }

// NewFiller returns a matrix of n ≥ 1 rows and d ≥ 1 columns. It is held as float64 where it has at most limit cells,
// usually [NarrowCells], and as float32 where it has more.
func NewFiller(n, d, limit int) *Filler {
	if n < 1 || d < 1 {
		panic(fmt.Sprintf("inference: a matrix of %d × %d", n, d))
	}
	f := &Filler{Grid{n: n, d: d, per: n}}
	if n <= limit/d {
		f.g.wide = [][]float64{make([]float64, n*d)}
		return f
	}
	f.g.per = max(1, blockCells/d)
	for from := 0; from < n; from += f.g.per {
		f.g.narrow = append(f.g.narrow, make([]float32, min(f.g.per, n-from)*d))
	}
	return f
}

// Narrow reports whether the cells are held as float32.
func (f *Filler) Narrow() bool { return f.g.Narrow() }

// Add adds x to the cell of row i and column j. It panics if they are out of range.
func (f *Filler) Add(i, j int, x float64) {
	if j < 0 || j >= f.g.d {
		panic(fmt.Sprintf("inference: column %d of %d", j, f.g.d))
	}
	at := i%f.g.per*f.g.d + j
	if f.g.narrow != nil {
		f.g.narrow[i/f.g.per][at] += float32(x)
	} else {
		f.g.wide[0][at] += x
	}
}

// Matrix returns the matrix: a *mat.Dense of float64 or a [Grid] of float32. The filler must not be used again.
func (f *Filler) Matrix() mat.Matrix {
	if f.g.narrow != nil {
		return &f.g
	}
	return mat.NewDense(f.g.n, f.g.d, f.g.wide[0])
}
