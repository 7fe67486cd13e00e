package hdf5

import "fmt"

// A Class is the class of the elements of a datatype.
type Class int

// The classes, numbered as in the file.
const (
	Integer   Class = 0
	Float     Class = 1
	Time      Class = 2
	String    Class = 3
	BitField  Class = 4
	Opaque    Class = 5
	Compound  Class = 6
	Reference Class = 7
	Enum      Class = 8
	Variable  Class = 9 // sequences of variable length, strings among them
	Array     Class = 10
)

// A Type is the datatype of an attribute or a dataset.
type Type struct {
	Class  Class
	Size   int // bytes of an element, ≥ 1
	Signed bool
	Big    bool // the most significant byte is first

	// Text: strings, of Size bytes or of variable length.
	Text bool
	pad  int // how strings of Size bytes end: 0 at a zero byte, 1 with zero bytes, 2 with spaces

	Fields []Field // of a compound
	// Names and Codes are those of an enumeration.
	Names []string
	Codes []int64
	Base  *Type // of an enumeration, an array or a sequence
}

// A Field is a part of a compound.
type Field struct {
	Name string
	At   int // byte of the element
	Type *Type
}

// String names the type: "float64", "uint8", "string".
func (t *Type) String() string {
	switch t.Class {
	case Integer, BitField:
		if t.Signed {
			return fmt.Sprintf("int%d", 8*t.Size)
		}
		return fmt.Sprintf("uint%d", 8*t.Size)
	case Float:
		return fmt.Sprintf("float%d", 8*t.Size)
	case Compound:
		return "compound"
	case Reference:
		return "reference"
	case Enum:
		return "enumeration"
	case Array:
		return "array"
	case Time:
		return "time"
	case Opaque:
		return "opaque"
	}
	if t.Text {
		return "string"
	}
	return "sequence"
}

// Bool reports whether the type is an enumeration of FALSE and TRUE, as h5py writes truth values.
func (t *Type) Bool() bool {
	return t.Class == Enum && len(t.Names) == 2 && t.Names[0] == "FALSE" && t.Names[1] == "TRUE"
}

// datatype reads a datatype message.
func datatype(data []byte) (*Type, error) {
	c := cursor{b: data}
	t, err := c.datatype(8)
	if err == nil && c.short {
		err = &Error{At: -1, What: "a datatype is cut short"}
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

const mostMembers = 1 << 16

func (c *cursor) datatype(depth int) (*Type, error) {
	if depth == 0 {
		return nil, unsupported("a datatype of types within types is too deep")
	}
	head, bits := c.int(1), c.int(3)
	version := head >> 4
	t := &Type{Class: Class(head & 15), Size: c.int(4)}
	if version < 1 || version > 3 || t.Class > Array {
		if t.Class > Array {
			return nil, unsupported("a datatype has class %d", t.Class)
		}
		return nil, unsupported("a datatype has version %d", version)
	}
	if t.Size < 1 || t.Size >= mostMetadata || c.short {
		return nil, &Error{At: -1, What: "a datatype has no sound size"}
	}
	t.Big = bits&1 != 0
	switch t.Class {
	case Integer, BitField:
		t.Signed = bits&8 != 0 && t.Class == Integer
		at, precision := c.int(2), c.int(2)
		if t.Size > 8 || at != 0 || precision != 8*t.Size {
			return nil, unsupported("whole numbers of %d bits in %d bytes are not read", precision, t.Size)
		}
	case Float:
		return t, c.float(t, bits)
	case Time:
		c.skip(2)
	case String:
		t.Text, t.pad = true, bits&15
	case Opaque:
		c.skip(padded(bits&0xff, 8))
	case Compound:
		return t, c.compound(t, version, bits&0xffff, depth)
	case Enum:
		return t, c.enum(t, version, bits&0xffff, depth)
	case Variable:
		t.Text = bits&15 == 1
		var err error
		t.Base, err = c.datatype(depth - 1)
		return t, err
	case Array:
		rank := c.int(1)
		if version < 3 {
			c.skip(3)
		}
		c.skip(4 * rank)
		if version < 3 {
			c.skip(4 * rank)
		}
		var err error
		t.Base, err = c.datatype(depth - 1)
		return t, err
	}
	return t, nil
}

// float reads the properties of floating-point numbers, which must be those of IEEE 754 in 2, 4 or 8 bytes.
func (c *cursor) float(t *Type, bits int) error {
	sign := bits >> 8 & 0xff
	at, precision := c.int(2), c.int(2)
	exponent, exponentBits := c.int(1), c.int(1)
	mantissa, mantissaBits := c.int(1), c.int(1)
	bias := c.int(4)
	ieee := map[int][4]int{2: {10, 5, 15}, 4: {23, 8, 127}, 8: {52, 11, 1023}}
	w, ok := ieee[t.Size]
	if !ok || bits&64 != 0 || at != 0 || precision != 8*t.Size || sign != precision-1 || mantissa != 0 ||
		mantissaBits != w[0] ||
		exponent != w[0] || exponentBits != w[1] || bias != w[2] {
		return unsupported("floating-point numbers other than those of IEEE 754 in 2, 4 or 8 bytes are not read")
	}
	return nil
}

// compound reads the fields of a compound.
func (c *cursor) compound(t *Type, version, n, depth int) error {
	offset := 4
	if version == 3 {
		offset = (bitsOf(t.Size) + 7) / 8
	}
	for range min(n, mostMembers) {
		m := Field{}
		if version == 3 {
			m.Name = c.text(1)
		} else {
			m.Name = c.text(8)
		}
		m.At = c.int(offset)
		rank := 0
		if version == 1 {
			rank = c.int(1)
			c.skip(3 + 4 + 4 + 16)
		}
		var err error
		if m.Type, err = c.datatype(depth - 1); err != nil {
			return err
		}
		if c.short || m.At > t.Size {
			return &Error{At: -1, What: "a compound datatype is cut short"}
		}
		if rank > 0 { // of which the sizes are not needed
			m.Type = &Type{Class: Array, Size: m.Type.Size, Base: m.Type}
		}
		if m.Type.Size > t.Size-m.At {
			return &Error{At: -1, What: "a field lies beyond its compound"}
		}
		t.Fields = append(t.Fields, m)
	}
	return nil
}

func bitsOf(n int) (bits int) {
	for ; n > 0; n >>= 1 {
		bits++
	}
	return bits
}

// enum reads the names and the codes of an enumeration.
func (c *cursor) enum(t *Type, version, n, depth int) error {
	var err error
	if t.Base, err = c.datatype(depth - 1); err != nil {
		return err
	}
	if t.Base.Class != Integer || t.Base.Size != t.Size {
		return &Error{At: -1, What: "an enumeration is not of whole numbers"}
	}
	t.Big, t.Signed = t.Base.Big, t.Base.Signed
	pad := 8
	if version == 3 {
		pad = 1
	}
	for range n {
		t.Names = append(t.Names, c.text(pad))
		if c.short {
			return &Error{At: -1, What: "an enumeration is cut short"}
		}
	}
	for range n {
		t.Codes = append(t.Codes, integer(t.Base, c.take(t.Size)))
	}
	if c.short {
		return &Error{At: -1, What: "an enumeration is cut short"}
	}
	return nil
}

// dataspace reads a dataspace message: the sizes of the dimensions, none for a single value, and the greatest that they
// may grow to, undefined where there is no limit. A space without any value has one dimension of 0.
func (f *File) dataspace(data []byte) (shape, most []uint64, err error) {
	c := cursor{b: data}
	version, rank, flags := c.int(1), c.int(1), c.int(1)
	kind := 1
	switch version {
	case 1:
		c.skip(5)
	case 2:
		kind = c.int(1)
	default:
		return nil, nil, unsupported("a dataspace has version %d", version)
	}
	if kind == 2 {
		return []uint64{0}, []uint64{0}, nil
	}
	if rank > mostRank {
		return nil, nil, &Error{At: -1, What: fmt.Sprintf("a dataspace has %d dimensions", rank)}
	}
	for range rank {
		shape = append(shape, f.length(&c))
	}
	most = append(most, shape...)
	if flags&1 != 0 {
		for i := range most {
			most[i] = f.length(&c)
			if f.l < 8 && most[i] == 1<<(8*f.l)-1 {
				most[i] = undefined
			}
			if most[i] < shape[i] {
				return nil, nil, &Error{At: -1, What: "a dimension is larger than it may be"}
			}
		}
	}
	if c.short {
		return nil, nil, &Error{At: -1, What: "a dataspace is cut short"}
	}
	return shape, most, nil
}
