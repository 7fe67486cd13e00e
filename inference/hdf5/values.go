package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/hdf5/grid"
)

// Values are elements of a dataset or of an attribute, in the order of the file: the last dimension runs fastest.
type Values struct {
	Type  *Type
	Shape []uint64 // none for a single value
	N     int      // elements

	f    *File
	b    []byte
	step int // bytes from one element to the next
}

// element returns the bytes of an element.
func (v *Values) element(i int) []byte { return v.b[i*v.step : i*v.step+v.Type.Size] }

// Field returns the values of a field of a compound, nil where there is none of that name.
func (v *Values) Field(name string) *Values {
	for _, m := range v.Type.Fields {
		if m.Name == name && v.N > 0 {
			return &Values{Type: m.Type, Shape: v.Shape, N: v.N, f: v.f, b: v.b[m.At:], step: v.step}
		}
	}
	return nil
}

// integer returns a whole number of a type. One of 8 bytes without sign beyond the largest int64 comes out negative.
func integer(t *Type, b []byte) int64 {
	if t.Big {
		b = slices.Clone(b)
		slices.Reverse(b)
	}
	x := little(b)
	if t.Signed && len(b) < 8 {
		shift := 64 - 8*len(b)
		return int64(x<<shift) >> shift
	}
	return int64(x)
}

// Int64s returns values that are whole numbers or codes of an enumeration. An error, which is an *[Error], says that
// they are something else, or too large.
func (v *Values) Int64s() ([]int64, error) {
	t := v.Type
	if t.Class != Integer && t.Class != Enum && t.Class != BitField {
		return nil, unsupported("values of the type %s are no whole numbers", t)
	}
	out := make([]int64, v.N)
	switch {
	case t.Size == 4 && !t.Big && t.Signed && v.step == 4:
		for i := range out {
			out[i] = int64(int32(binary.LittleEndian.Uint32(v.b[4*i:])))
		}
	case t.Size == 8 && !t.Big && t.Signed && v.step == 8:
		for i := range out {
			out[i] = int64(binary.LittleEndian.Uint64(v.b[8*i:]))
		}
	default:
		for i := range out {
			out[i] = integer(t, v.element(i))
			if out[i] < 0 && !t.Signed {
				return nil, unsupported("the whole number %d is too large", uint64(out[i]))
			}
		}
	}
	return out, nil
}

// Float64s returns values that are numbers; truth values become 1 and 0. An error, which is an *[Error], says that
// they are something else.
func (v *Values) Float64s() ([]float64, error) {
	out := make([]float64, v.N)
	t := v.Type
	switch {
	case t.Class == Float:
		v.floats(out)
	case t.Class == Integer || t.Class == BitField || t.Bool():
		for i := range out {
			x := integer(t, v.element(i))
			if out[i] = float64(x); x < 0 && !t.Signed {
				out[i] = float64(uint64(x))
			}
		}
	default:
		return nil, unsupported("values of the type %s are no numbers", t)
	}
	return out, nil
}

func (v *Values) floats(out []float64) {
	order := binary.ByteOrder(binary.LittleEndian)
	if v.Type.Big {
		order = binary.BigEndian
	}
	switch v.Type.Size {
	case 2:
		for i := range out {
			out[i] = grid.Half(order.Uint16(v.element(i)))
		}
	case 4:
		if !v.Type.Big && v.step == 4 {
			for i := range out {
				out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(v.b[4*i:])))
			}
			return
		}
		for i := range out {
			out[i] = float64(math.Float32frombits(order.Uint32(v.element(i))))
		}
	case 8:
		for i := range out {
			out[i] = math.Float64frombits(order.Uint64(v.element(i)))
		}
	}
}

// Strings returns values that are strings, and the names of an enumeration's. A string that was never written is "". An
// error, which is an *[Error], says that they are something else, or damaged.
func (v *Values) Strings() ([]string, error) {
	t := v.Type
	out := make([]string, 0, v.N)
	total := int64(0)
	for i := range v.N {
		var s string
		switch {
		case t.Class == String:
			s = fixed(v.element(i), t.pad)
		case t.Class == Variable && t.Text:
			b, err := v.f.variable(v.element(i))
			if err != nil {
				return nil, err
			}
			s = strings.TrimRight(string(b), "\x00")
		case t.Class == Enum:
			code := integer(t, v.element(i))
			if k := slices.Index(t.Codes, code); k >= 0 {
				s = t.Names[k]
			} else {
				s = fmt.Sprint(code)
			}
		default:
			return nil, unsupported("values of the type %s are no strings", t)
		}
		if total += int64(len(s)); total > v.f.limit {
			return nil, &Error{At: -1, What: fmt.Sprintf("the strings have more than %d bytes, which is the limit", v.f.limit)}
		}
		out = append(out, s)
	}
	return out, nil
}

// fixed returns the string in an element of fixed size.
func fixed(b []byte, pad int) string {
	if pad == 2 {
		return string(bytes.TrimRight(b, " "))
	}
	if i := bytes.IndexByte(b, 0); i >= 0 && pad == 0 {
		b = b[:i]
	}
	return string(bytes.TrimRight(b, "\x00"))
}

// A collection is a part of the global heap, where strings of variable length lie.
type collection struct{ objects map[uint64][]byte }

// mostCollections is how many of them are kept.
const mostCollections = 64

// variable returns the bytes that an element of variable length refers to.
func (f *File) variable(element []byte) ([]byte, error) {
	c := cursor{b: element}
	n, at, index := c.uint(4), f.address(&c), c.uint(4)
	if c.short {
		return nil, &Error{At: -1, What: "a string of variable length is cut short"}
	}
	if n == 0 || at == 0 {
		return nil, nil
	}
	heap, err := f.collection(at)
	if err != nil {
		return nil, err
	}
	b, ok := heap.objects[index]
	if !ok || n > uint64(len(b)) {
		return nil, f.damaged(at, "the heap lacks object %d of %d bytes", index, n)
	}
	return b[:n], nil
}

// collection returns the part of the global heap at an address.
func (f *File) collection(address uint64) (*collection, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if h := f.heaps[address]; h != nil {
		return h, nil
	}
	w := f.walk()
	head := uint64(8 + f.l)
	c, err := w.block(address, head, "GCOL")
	if err != nil {
		return nil, err
	}
	c.skip(4)
	size := f.length(c)
	if size < head {
		return nil, f.damaged(address, "a part of the global heap has %d bytes", size)
	}
	b, err := w.bytes(address, size)
	if err != nil {
		return nil, err
	}
	h := &collection{objects: map[uint64][]byte{}}
	for c = (&cursor{b: b, at: int(head)}); c.rest() >= 8+f.l; {
		index := c.uint(2)
		c.skip(6)
		n := f.length(c)
		if index == 0 {
			break // the rest is free
		}
		if n > uint64(c.rest()) {
			return nil, f.damaged(address, "an object of the global heap is cut short")
		}
		h.objects[index] = c.take(int(n))
		c.skip(min(padded(int(n), 8)-int(n), c.rest()))
	}
	if len(f.heapAge) >= mostCollections {
		delete(f.heaps, f.heapAge[0])
		f.heapAge = f.heapAge[1:]
	}
	f.heaps[address], f.heapAge = h, append(f.heapAge, address)
	return h, nil
}
