package job

import (
	"encoding/binary"
	"fmt"
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// CellBytes returns the cells of a table as little-endian bytes, row by row: as float32 if narrow, which is how the
// table then holds them, else as float64.
func CellBytes(x mat.Matrix) (cells []byte, narrow bool) {
	n, d := x.Dims()
	if narrow = inference.IsNarrow(x); narrow {
		cells = make([]byte, 0, 4*n*d)
	} else {
		cells = make([]byte, 0, 8*n*d)
	}
	inference.Rows(x, func(_ int, row []float64) bool {
		for _, v := range row {
			if narrow {
				cells = binary.LittleEndian.AppendUint32(cells, math.Float32bits(float32(v)))
			} else {
				cells = binary.LittleEndian.AppendUint64(cells, math.Float64bits(v))
			}
		}
		return true
	})
	return cells, narrow
}

// CellsOf returns n rows of d cells from the bytes of [CellBytes]. It returns an error if there are too few or too
// many.
func CellsOf(n, d int, cells []byte, narrow bool) (mat.Matrix, error) {
	size, limit := 8, math.MaxInt
	if narrow {
		size, limit = 4, 0
	}
	if n > 0 && d == 0 && len(cells) == 0 {
		return inference.NoNumbers(n), nil // a table of text
	}
	if n == 0 || d == 0 || len(cells)/size/d != n || len(cells) != size*n*d {
		return nil, fmt.Errorf("a table of %d rows and %d columns has %d bytes of cells", n, d, len(cells))
	}
	b := inference.NewGridBuilder(d, n, limit)
	row := make([]float64, d)
	for range n {
		for j := range row {
			if at := cells[j*size:]; narrow {
				row[j] = float64(math.Float32frombits(binary.LittleEndian.Uint32(at)))
			} else {
				row[j] = math.Float64frombits(binary.LittleEndian.Uint64(at))
			}
		}
		b.Append(row)
		cells = cells[d*size:]
	}
	return b.Matrix(inference.UpTo(d), nil), nil
}
