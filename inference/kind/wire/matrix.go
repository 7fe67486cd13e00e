package wire

import (
	"encoding/binary"
	"errors"

	"gonum.org/v1/gonum/mat"
)

// A Matrix is a dense matrix, row by row after its two sizes; nil is kept.
type Matrix struct{ *mat.Dense }

// MarshalBinary implements encoding.BinaryMarshaler.
func (m Matrix) MarshalBinary() ([]byte, error) {
	if m.Dense == nil {
		return []byte{}, nil
	}
	rows, columns := m.Dims()
	b := make([]byte, 0, 8*rows*columns+8)
	b = binary.AppendUvarint(b, uint64(rows))
	b = binary.AppendUvarint(b, uint64(columns))
	for i := range rows {
		for _, x := range m.RawRowView(i) {
			b = appendFloat(b, x)
		}
	}
	return b, nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (m *Matrix) UnmarshalBinary(data []byte) error {
	m.Dense = nil
	if len(data) == 0 {
		return nil
	}
	var sizes [2]uint64
	for i := range sizes {
		n, size := binary.Uvarint(data)
		if size <= 0 || n > 1<<31 {
			return errors.New("a matrix has no size")
		}
		sizes[i], data = n, data[size:]
	}
	rows, columns := sizes[0], sizes[1]
	if rows == 0 && columns == 0 && len(data) == 0 {
		m.Dense = new(mat.Dense)
		return nil
	}
	if rows == 0 || columns == 0 || uint64(len(data))/8/rows != columns || rows*columns*8 != uint64(len(data)) {
		return errors.New("a matrix does not have as many values as its size says")
	}
	var values Floats
	if err := values.UnmarshalBinary(data); err != nil {
		return err
	}
	m.Dense = mat.NewDense(int(rows), int(columns), values)
	return nil
}
