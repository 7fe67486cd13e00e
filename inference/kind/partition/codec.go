package partition

import (
	"errors"
	"math"

	"example.org/espalier/inference/kind/wire"

	"gonum.org/v1/gonum/mat"
)

// form is a Partition as it is written.
type form struct {
	_        struct{} `cbor:",toarray"`
	Name     string
	Labels   wire.Ints
	Together wire.Matrix // nil where Half has it
	Half     wire.Floats // of a symmetric one: its rows up to the diagonal; since version 2

	Draws     []wire.Ints // since version 3, as all below
	Number    wire.Floats
	Least     int
	Agreement wire.Floats
	Live      bool // since version 4
}

// third is the form of version 3.
type third struct {
	_         struct{} `cbor:",toarray"`
	Name      string
	Labels    wire.Ints
	Together  wire.Matrix
	Half      wire.Floats
	Draws     []wire.Ints
	Number    wire.Floats
	Least     int
	Agreement wire.Floats
}

// second is the form of version 2.
type second struct {
	_        struct{} `cbor:",toarray"`
	Name     string
	Labels   wire.Ints
	Together wire.Matrix
	Half     wire.Floats
}

// first is the form of version 1.
type first struct {
	_        struct{} `cbor:",toarray"`
	Name     string
	Labels   wire.Ints
	Together wire.Matrix
}

// MarshalBinary implements inference.Part.
func (p *Partition) MarshalBinary() ([]byte, error) {
	f := form{Name: p.Name, Labels: p.Labels, Number: p.Number, Least: p.Least, Agreement: p.Agreement,
		Live: p.Live}
	for _, z := range p.Draws {
		f.Draws = append(f.Draws, z)
	}
	if symmetric(p.Together) {
		f.Half = halfOf(p.Together)
	} else {
		f.Together.Dense = p.Together
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote, and earlier versions. The bytes may come from anywhere; after an
// error p is unchanged.
func (p *Partition) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("a partition", data, &f); err != nil {
		var late third
		var old second
		var oldest first
		switch {
		case wire.Unmarshal("a partition", data, &late) == nil:
			f = form{Name: late.Name, Labels: late.Labels, Together: late.Together, Half: late.Half, Draws: late.Draws,
				Number: late.Number, Least: late.Least, Agreement: late.Agreement}
		case wire.Unmarshal("a partition", data, &old) == nil:
			f = form{Name: old.Name, Labels: old.Labels, Together: old.Together, Half: old.Half}
		case wire.Unmarshal("a partition", data, &oldest) == nil:
			f = form{Name: oldest.Name, Labels: oldest.Labels, Together: oldest.Together}
		default:
			return err
		}
	}
	read := Partition{Name: f.Name, Labels: f.Labels, Together: f.Together.Dense, Number: f.Number, Least: f.Least,
		Agreement: f.Agreement, Live: f.Live}
	for _, z := range f.Draws {
		read.Draws = append(read.Draws, z)
	}
	if len(f.Half) > 0 {
		n := len(f.Labels)
		if read.Together != nil || len(f.Half) != n*(n+1)/2 {
			return errors.New("partition: shares of pairs do not fit the rows; the bytes are damaged")
		}
		read.Together = wholeOf(f.Half, n)
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*p = read
	return nil
}

// side is that of the blocks in which a matrix is read across its rows, which its cache holds.
const side = 32

// blocks calls f of the blocks of a square of n rows up to its diagonal.
func blocks(n int, f func(i, to, j, upTo int)) {
	for i := 0; i < n; i += side {
		for j := 0; j <= i; j += side {
			f(i, min(n, i+side), j, min(n, j+side))
		}
	}
}

// symmetric reports whether a matrix has rows and equals its transpose, bit by bit.
func symmetric(m *mat.Dense) bool {
	if m == nil || m.IsEmpty() {
		return false
	}
	n, columns := m.Dims()
	if n != columns {
		return false
	}
	raw, same := m.RawMatrix(), true
	blocks(n, func(i, to, j, upTo int) {
		for r := i; r < to; r++ {
			for c := j; c < min(upTo, r); c++ {
				same = same && math.Float64bits(raw.Data[r*raw.Stride+c]) == math.Float64bits(raw.Data[c*raw.Stride+r])
			}
		}
	})
	return same
}

func halfOf(m *mat.Dense) wire.Floats {
	n, _ := m.Dims()
	half := make(wire.Floats, 0, n*(n+1)/2)
	for i := range n {
		half = append(half, m.RawRowView(i)[:i+1]...)
	}
	return half
}

func wholeOf(half []float64, n int) *mat.Dense {
	data := make([]float64, n*n)
	blocks(n, func(i, to, j, upTo int) {
		for r := i; r < to; r++ {
			row := half[r*(r+1)/2:]
			for c := j; c < min(upTo, r+1); c++ {
				data[r*n+c], data[c*n+r] = row[c], row[c]
			}
		}
	})
	return mat.NewDense(n, n, data)
}
