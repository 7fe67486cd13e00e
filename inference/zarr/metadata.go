package zarr

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Class is the class of the elements of an array.
type Class byte

// The classes.
const (
	Bool     Class = 'b'
	Int      Class = 'i'
	Uint     Class = 'u'
	Float    Class = 'f'
	Bytes    Class = 'S' // strings of a fixed number of bytes
	Unicode  Class = 'U' // strings of a fixed number of characters, of 4 bytes each
	Variable Class = 'O' // strings of any length
)

// A Type is that of the elements.
type Type struct {
	Class Class
	Size  int // bytes of an element; 4 of a string of any length, which is a number in a list
	Big   bool
}

// Text reports whether elements are strings.
func (t Type) Text() bool { return t.Class == Bytes || t.Class == Unicode || t.Class == Variable }

// metadata describes an array: its shape, type, chunks and codecs.
type metadata struct {
	shape, chunk []uint64
	typ          Type
	fill         json.RawMessage
	separator    string
	prefix       string // of the names of chunks: "c" in version 3
	codecs       []codec
}

// A codec is a step by which chunks were packed.
type codec struct {
	Name   string
	Config json.RawMessage
}

// second reads .zarray, the metadata of version 2.
func second(text []byte) (*metadata, error) {
	var m struct {
		Format     int               `json:"zarr_format"`
		Shape      []uint64          `json:"shape"`
		Chunks     []uint64          `json:"chunks"`
		Type       json.RawMessage   `json:"dtype"`
		Compressor json.RawMessage   `json:"compressor"`
		Filters    []json.RawMessage `json:"filters"`
		Fill       json.RawMessage   `json:"fill_value"`
		Order      string            `json:"order"`
		Separator  string            `json:"dimension_separator"`
	}
	if err := json.Unmarshal(text, &m); err != nil || m.Format != 2 {
		return nil, &Error{What: ".zarray is no metadata of version 2"}
	}
	a := &metadata{shape: m.Shape, chunk: m.Chunks, fill: m.Fill, separator: m.Separator}
	if a.separator == "" {
		a.separator = "."
	}
	var name string
	if json.Unmarshal(m.Type, &name) != nil || len(name) < 2 {
		return nil, unsupported("elements of the type %s are not read", m.Type)
	}
	var err error
	if a.typ, err = secondType(name); err != nil {
		return nil, err
	}
	if m.Order == "F" {
		a.codecs = append(a.codecs, codec{Name: "transpose", Config: json.RawMessage(`{"order":"F"}`)})
	}
	variable := false
	for _, f := range m.Filters {
		c, err := named(f)
		if err != nil {
			return nil, err
		}
		variable = variable || c.Name == "vlen-utf8"
		a.codecs = append(a.codecs, c)
	}
	if a.typ.Class == Variable && !variable {
		return nil, unsupported("objects other than texts (vlen-utf8) are not read")
	}
	if !variable {
		// Version 2 has no codec of its own that turns elements into bytes.
		at := 0
		if m.Order == "F" {
			at = 1
		}
		a.codecs = slices.Insert(a.codecs, at, codec{Name: "bytes"})
	}
	if len(m.Compressor) > 0 && string(m.Compressor) != "null" {
		c, err := named(m.Compressor)
		if err != nil {
			return nil, err
		}
		a.codecs = append(a.codecs, c)
	}
	return a, a.sound()
}

// named reads a codec of version 2, whose settings stand beside its name.
func named(text json.RawMessage) (codec, error) {
	var id struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(text, &id); err != nil || id.ID == "" {
		return codec{}, &Error{What: "a codec has no name"}
	}
	return codec{id.ID, text}, nil
}

// secondType reads a type such as "<f4".
func secondType(name string) (Type, error) {
	t := Type{Class: Class(name[1]), Big: name[0] == '>'}
	size, err := strconv.Atoi(name[2:])
	if t.Class == Variable && name == "|O" {
		t.Size = 4
		return t, nil
	}
	if err != nil || size < 1 || size > 1<<20 {
		return t, unsupported("elements of the type %q are not read", name)
	}
	t.Size = size
	switch {
	case t.Class == Bool && size == 1, t.Class == Bytes:
	case t.Class == Unicode:
		t.Size *= 4
	case (t.Class == Int || t.Class == Uint) && (size == 1 || size == 2 || size == 4 || size == 8):
	case t.Class == Float && (size == 2 || size == 4 || size == 8):
	default:
		return t, unsupported("elements of the type %q are not read", name)
	}
	return t, nil
}

// thirdTypes are the types of version 3.
var thirdTypes = map[string]Type{
	"bool": {Class: Bool, Size: 1}, "int8": {Class: Int, Size: 1}, "int16": {Class: Int, Size: 2},
	"int32": {Class: Int, Size: 4},
	"int64": {Class: Int, Size: 8}, "uint8": {Class: Uint, Size: 1}, "uint16": {Class: Uint, Size: 2},
	"uint32": {Class: Uint, Size: 4},
	"uint64": {Class: Uint, Size: 8}, "float16": {Class: Float, Size: 2}, "float32": {Class: Float, Size: 4},
	"float64": {Class: Float, Size: 8}, "string": {Class: Variable, Size: 4},
}

// A part is a name with settings, as version 3 writes many things; the name may stand alone.
type part struct {
	Name   string          `json:"name"`
	Config json.RawMessage `json:"configuration"`
}

func (p *part) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &p.Name) == nil {
		return nil
	}
	type plain part
	return json.Unmarshal(text, (*plain)(p))
}

// third reads zarr.json, the metadata of version 3.
func third(text []byte) (*metadata, error) {
	var m struct {
		Shape  []uint64        `json:"shape"`
		Type   part            `json:"data_type"`
		Grid   part            `json:"chunk_grid"`
		Keys   part            `json:"chunk_key_encoding"`
		Fill   json.RawMessage `json:"fill_value"`
		Codecs []part          `json:"codecs"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, &Error{What: "zarr.json is no metadata of an array"}
	}
	a := &metadata{shape: m.Shape, fill: m.Fill, separator: "/", prefix: "c"}
	var grid struct {
		Shape []uint64 `json:"chunk_shape"`
	}
	if m.Grid.Name != "regular" || json.Unmarshal(m.Grid.Config, &grid) != nil {
		return nil, unsupported("the grid of chunks %q is not read", m.Grid.Name)
	}
	a.chunk = grid.Shape
	var ok bool
	if a.typ, ok = thirdTypes[m.Type.Name]; !ok {
		var size struct {
			Bytes int `json:"length_bytes"`
		}
		_ = json.Unmarshal(m.Type.Config, &size) // a size of 0 is refused below
		a.typ = Type{Size: size.Bytes}
		switch m.Type.Name {
		case "fixed_length_utf32":
			a.typ.Class = Unicode
		case "null_terminated_bytes":
			a.typ.Class = Bytes
		}
		if a.typ.Class == 0 || size.Bytes < 1 || size.Bytes > 1<<20 {
			return nil, unsupported("elements of the type %q are not read", m.Type.Name)
		}
	}
	var keys struct {
		Separator string `json:"separator"`
	}
	if len(m.Keys.Config) > 0 && json.Unmarshal(m.Keys.Config, &keys) != nil {
		return nil, &Error{What: "the names of the chunks are not told"}
	}
	switch m.Keys.Name {
	case "default":
	case "v2":
		a.prefix, a.separator = "", "."
	default:
		return nil, unsupported("names of chunks of the kind %q are not read", m.Keys.Name)
	}
	if keys.Separator != "" {
		a.separator = keys.Separator
	}
	for _, c := range m.Codecs {
		a.codecs = append(a.codecs, codec(c))
	}
	return a, a.sound()
}

// sound checks the shape, the chunks and the names.
func (m *metadata) sound() error {
	if len(m.shape) > mostRank || len(m.chunk) != len(m.shape) {
		return &Error{What: "the array and its chunks have other dimensions"}
	}
	if m.separator != "." && m.separator != "/" {
		return &Error{What: "the names of the chunks are not told"}
	}
	for i, n := range m.chunk {
		if n == 0 || n > math.MaxInt64 || m.shape[i] > math.MaxInt64 {
			return &Error{What: "the chunks have no sound extent"}
		}
	}
	return nil
}

// key is the name of the chunk at coordinates.
func (m *metadata) key(at []uint64) string {
	var parts []string
	if m.prefix != "" {
		parts = append(parts, m.prefix)
	}
	for _, x := range at {
		parts = append(parts, strconv.FormatUint(x, 10))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, m.separator)
}
