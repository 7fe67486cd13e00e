package zarr

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"example.org/espalier/inference/hdf5/grid"
)

// An Array is read by rows: by the first of its dimensions. It is not safe for concurrent use.
type Array struct {
	n     *Node
	Type  Type
	Shape []uint64 // none for a single value
	rows  grid.Rows
	fill  []byte
	mu    sync.Mutex
	list  list
}

// Array returns the array that a node is. An error is an *[Error].
func (n *Node) Array() (*Array, error) {
	if n.meta == nil {
		return nil, damaged(n.Path(), "is a group, not an array")
	}
	m := n.meta
	a := &Array{n: n, Type: m.typ, Shape: m.shape}
	shape, chunk := m.shape, m.chunk
	if len(shape) == 0 { // a single value is an array of one row
		shape, chunk = []uint64{1}, []uint64{1}
	}
	if a.Type.Class == Variable {
		a.list.add("")
	}
	if _, ok := grid.Product(append([]uint64{uint64(m.typ.Size)}, shape...), math.MaxInt64/2); !ok {
		return nil, damaged(n.Path(), "the array is larger than any file")
	}
	if _, ok := grid.Product(append([]uint64{uint64(m.typ.Size)}, chunk...), n.limit); !ok {
		return nil, damaged(n.Path(), "the chunks have more than %d bytes, which is the limit", n.limit)
	}
	if err := a.readFill(); err != nil {
		return nil, in(n.Path(), err)
	}
	a.rows = grid.Rows{Cut: grid.Cut{Shape: shape, Chunk: chunk, Size: uint64(m.typ.Size)}, Limit: n.limit, Chunk: a.chunk}
	return a, nil
}

// readFill finds the value of elements that were never written, where it is not 0.
func (a *Array) readFill() error {
	text := a.n.meta.fill
	var x float64
	var s string
	var truth bool
	switch {
	case len(text) == 0 || string(text) == "null" || a.Type.Class == Bytes || a.Type.Class == Unicode:
		return nil
	case json.Unmarshal(text, &truth) == nil:
		if truth {
			x = 1
		}
	case json.Unmarshal(text, &s) == nil && a.Type.Class == Variable:
		if s != "" {
			a.fill = binary.LittleEndian.AppendUint32(nil, a.list.add(s))
		}
		return nil
	case json.Unmarshal(text, &x) == nil:
	default:
		switch s {
		case "NaN":
			x = math.NaN()
		case "Infinity":
			x = math.Inf(1)
		case "-Infinity":
			x = math.Inf(-1)
		default:
			return unsupported("the fill value %s is not read", text)
		}
	}
	if x == 0 || a.Type.Class == Variable {
		return nil
	}
	if a.Type.Class != Float && !(math.Abs(x) <= 1<<53) {
		return unsupported("the fill value %s is not read", text)
	}
	var b []byte
	switch {
	case a.Type.Class != Float:
		b = binary.LittleEndian.AppendUint64(nil, uint64(int64(x)))[:a.Type.Size]
	case a.Type.Size == 4:
		b = binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(x)))
	case a.Type.Size == 8:
		b = binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))
	case math.IsNaN(x):
		b = []byte{0, 0x7e}
	default:
		return unsupported("the fill value %s of float16 is not read", text)
	}
	if a.Type.Big {
		b = swapped(b, a.Type.Size)
	}
	a.fill = b
	return nil
}

// chunk returns a chunk, unpacked; nil where it was never written.
func (a *Array) chunk(n uint64) ([]byte, error) {
	m := a.n.meta
	at := []uint64{}
	if len(m.shape) > 0 {
		at = grid.Coordinates(n, grid.Counts(m.shape, m.chunk))
	}
	key := m.key(at)
	b, err := a.n.file(key, a.n.limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d := decoder{codecs: m.codecs, typ: m.typ, shape: m.chunk, limit: a.n.limit, fill: a.fill, list: &a.list}
	if a.Type.Class == Variable { // the list is shared
		a.mu.Lock()
		defer a.mu.Unlock()
	}
	b, err = d.decode(b)
	return b, in(a.n.Path()+"/"+key, err)
}

// Len is the size of the first dimension; 1 for a single value.
func (a *Array) Len() int { return int(a.rows.Shape[0]) }

// ChunkRows is how many rows are best read at once, because they are stored together; at least 1.
func (a *Array) ChunkRows() int { return int(min(a.rows.Cut.Chunk[0], 1<<31)) }

// leastElement is how many bytes an element may take at least once it is a number or a string of Go.
const leastElement = 16

// read returns n rows, from one on, and how many elements they have.
func (a *Array) read(from, n int) ([]byte, int, error) {
	if from < 0 || n < 0 || from > a.Len()-n {
		panic(fmt.Sprintf("zarr: rows %d to %d of %d", from, from+n, a.Len()))
	}
	count, ok := grid.Product(append([]uint64{uint64(n)}, a.rows.Shape[1:]...),
		a.n.limit/int64(max(a.Type.Size, leastElement)))
	if !ok {
		return nil, 0, damaged(a.n.Path(), "the values have more than %d bytes, which is the limit", a.n.limit)
	}
	out := filled(a.fill, int(count)*a.Type.Size)
	if count > 0 {
		if err := a.rows.Read(out, uint64(from), uint64(n)); err != nil {
			if errors.Is(err, grid.ErrLimit) {
				err = damaged(a.n.Path(), "%s", err.Error())
			}
			return nil, 0, err
		}
	}
	return out, int(count), nil
}

// order is how the bytes of numbers stand.
func (a *Array) order() binary.ByteOrder {
	if a.Type.Big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// Float64s returns n rows, from one on, of numbers; truth values become 1 and 0. It panics if the rows are out of
// range. An error is an *[Error].
func (a *Array) Float64s(from, n int) ([]float64, error) {
	if a.Type.Class != Float {
		if a.Type.Text() {
			return nil, in(a.n.Path(), unsupported("texts are no numbers"))
		}
		whole, err := a.Int64s(from, n)
		out := make([]float64, len(whole))
		for i, x := range whole {
			if out[i] = float64(x); a.Type.Class == Uint && x < 0 {
				out[i] = float64(uint64(x))
			}
		}
		return out, err
	}
	b, count, err := a.read(from, n)
	out := make([]float64, count)
	order := a.order()
	for i := range out {
		switch a.Type.Size {
		case 2:
			out[i] = grid.Half(order.Uint16(b[2*i:]))
		case 4:
			out[i] = float64(math.Float32frombits(order.Uint32(b[4*i:])))
		default:
			out[i] = math.Float64frombits(order.Uint64(b[8*i:]))
		}
	}
	return out, err
}

// Int64s returns n rows, from one on, of whole numbers; truth values become 1 and 0. One of 8 bytes without sign
// beyond the largest int64 comes out negative. It panics if the rows are out of range. An error is an *[Error].
func (a *Array) Int64s(from, n int) ([]int64, error) {
	if a.Type.Class != Int && a.Type.Class != Uint && a.Type.Class != Bool {
		return nil, in(a.n.Path(), unsupported("the elements are no whole numbers"))
	}
	b, count, err := a.read(from, n)
	out := make([]int64, count)
	order, signed := a.order(), a.Type.Class == Int
	for i := range out {
		switch a.Type.Size {
		case 1:
			out[i] = int64(b[i])
			if signed {
				out[i] = int64(int8(b[i]))
			}
		case 2:
			out[i] = int64(order.Uint16(b[2*i:]))
			if signed {
				out[i] = int64(int16(out[i]))
			}
		case 4:
			out[i] = int64(order.Uint32(b[4*i:]))
			if signed {
				out[i] = int64(int32(out[i]))
			}
		default:
			out[i] = int64(order.Uint64(b[8*i:]))
		}
	}
	return out, err
}

// Strings returns n rows, from one on, of texts. It panics if the rows are out of range. An error is an *[Error].
func (a *Array) Strings(from, n int) ([]string, error) {
	if !a.Type.Text() {
		return nil, in(a.n.Path(), unsupported("the elements are no texts"))
	}
	b, count, err := a.read(from, n)
	if err != nil {
		return nil, err
	}
	out := make([]string, count)
	size := a.Type.Size
	for i := range out {
		e := b[i*size : (i+1)*size]
		switch a.Type.Class {
		case Bytes:
			out[i] = string(bytes.TrimRight(e, "\x00"))
		case Unicode:
			var s strings.Builder
			for k := 0; k+4 <= len(e); k += 4 {
				c := a.order().Uint32(e[k:])
				if c > utf8.MaxRune {
					c = utf8.RuneError
				}
				s.WriteRune(rune(c))
			}
			out[i] = strings.TrimRight(s.String(), "\x00")
		default:
			out[i] = a.list.texts[binary.LittleEndian.Uint32(e)]
		}
	}
	return out, nil
}
