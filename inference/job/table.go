package job

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/saved"
)

// tableLayout is the number of the current layout of encoded tables.
const tableLayout = 1

const tableOwner = "table"

// encodedTable is the binary form of a table.
type encodedTable struct {
	Name, Source, SHA256 string
	Rows, Columns        []string
	Cells                []byte // float64, little endian, row by row
	Narrow               []byte `cbor:",omitempty"` // float32, instead of Cells, for a table held as float32
	Kind                 string
	Annotations          []encodedAnnotation
	Notes                []string
	// Across are the annotations of the columns.
	Across []encodedAnnotation `cbor:",omitempty"`
	// Stated are the limits that cells of the file hold, by row and column.
	Stated []statedLimit `cbor:",omitempty"`
}

// A statedLimit is the limit that the file states for a missing cell.
type statedLimit struct {
	Row, Column int
	Low, High   float64
}

type encodedAnnotation struct {
	Name   string
	Values []string
	Codes  []int
	Levels []string
	Number bool
	Table  string `cbor:",omitempty"`
}

// EncodeTable returns a table as bytes that [DecodeTable] reads. Equal tables give equal bytes.
func EncodeTable(t *inference.Table) ([]byte, error) {
	e := encodedTable{Name: t.Name, Source: t.Source, SHA256: t.SHA256, Rows: t.Rows, Columns: t.Columns,
		Kind: string(t.Kind), Notes: t.Notes}
	if cells, narrow := CellBytes(t.X); narrow {
		e.Narrow = cells
	} else {
		e.Cells = cells
	}
	e.Annotations, e.Across = encodeAnnotations(t.Annotations), encodeAnnotations(t.ColumnAnnotations)
	for _, c := range t.Stated.Cells() {
		e.Stated = append(e.Stated, statedLimit{c.Row, c.Column, t.Stated[c].Low, t.Stated[c].High})
	}
	return saved.Seal(tableOwner, tableLayout, e)
}

func encodeAnnotations(list []inference.Annotation) (encoded []encodedAnnotation) {
	for _, a := range list {
		encoded = append(encoded, encodedAnnotation{a.Name, a.Values, a.Codes, a.Levels, a.Numeric, a.Table})
	}
	return encoded
}

// DecodeTable reads a table that [EncodeTable] wrote. It returns an error if the bytes are damaged
// or are not a table.
func DecodeTable(data []byte) (*inference.Table, error) {
	var e encodedTable
	if err := saved.Open(tableOwner, tableLayout, data, &e); err != nil {
		return nil, err
	}
	n, d := len(e.Rows), len(e.Columns)
	cells, narrow := e.Cells, len(e.Narrow) > 0
	if narrow {
		cells = e.Narrow
	}
	x, err := CellsOf(n, d, cells, narrow)
	if err != nil {
		return nil, err
	}
	switch inference.Kind(e.Kind) {
	case inference.Continuous, inference.Count, inference.Binary:
	default:
		return nil, fmt.Errorf("the table is of an unknown kind, %q", e.Kind)
	}
	t := &inference.Table{Name: e.Name, Source: e.Source, SHA256: e.SHA256, Rows: e.Rows, Columns: e.Columns, X: x,
		Kind: inference.Kind(e.Kind), Notes: e.Notes}
	if t.Annotations, err = decodeAnnotations(e.Annotations, n, "rows"); err == nil {
		t.ColumnAnnotations, err = decodeAnnotations(e.Across, d, "columns")
	}
	for _, s := range e.Stated {
		if err == nil {
			err = t.State(inference.Cell{Row: s.Row, Column: s.Column}, s.Low, s.High)
		}
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// decodeAnnotations checks that each annotation has n values, all of them levels.
func decodeAnnotations(encoded []encodedAnnotation, n int, what string) (list []inference.Annotation, err error) {
	for _, a := range encoded {
		if len(a.Values) != n || len(a.Codes) != n {
			return nil, fmt.Errorf("the annotation %q has %d values for %d %s", a.Name, len(a.Values), n, what)
		}
		for _, c := range a.Codes {
			if c < -1 || c >= len(a.Levels) {
				return nil, fmt.Errorf("the annotation %q has no level %d", a.Name, c)
			}
		}
		list = append(list, inference.Annotation{Name: a.Name, Values: a.Values, Levels: a.Levels, Codes: a.Codes,
			Numeric: a.Number, Table: a.Table})
	}
	return list, nil
}

// ContentHash returns a hash, 64 hexadecimal digits, of all that a fit can see of a table: the names of rows and
// columns, the cells bit by bit, and the annotations. For a table without annotations of columns the hash is the same
// as before these were introduced.
func ContentHash(t *inference.Table) string {
	h := sha256.New()
	_, d := t.Dims()
	texts(h, t.Rows)
	texts(h, t.Columns)
	bytes := make([]byte, 0, 8*d)
	inference.Rows(t.X, func(_ int, row []float64) bool {
		bytes = bytes[:0]
		for _, v := range row {
			if math.IsNaN(v) {
				v = math.NaN() // all missing cells are equal, whatever their bits
			}
			bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(v))
		}
		h.Write(bytes)
		return true
	})
	for _, a := range t.Annotations {
		texts(h, []string{a.Name})
		texts(h, a.Values)
	}
	if len(t.ColumnAnnotations) > 0 {
		texts(h, []string{"", "columns"}) // an annotation of rows never begins with two texts
	}
	for _, a := range t.ColumnAnnotations {
		texts(h, []string{a.Name})
		texts(h, a.Values)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func texts(h hash.Hash, all []string) {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(all)))
	for _, s := range all {
		b = binary.LittleEndian.AppendUint64(b, uint64(len(s)))
		b = append(b, s...)
	}
	h.Write(b)
}

// SourceOf says where a table came from.
func SourceOf(t *inference.Table) Source {
	return Source{Source: t.Source, Name: t.Name, SHA256: t.SHA256}
}

// holds refuses a table other than the one that a Source names.
func (s Source) holds(t *inference.Table) error {
	if t == nil {
		return errors.New("there is no table to fit")
	}
	if s.SHA256 != "" && t.SHA256 != "" && s.SHA256 != t.SHA256 {
		return fmt.Errorf("%s is not the table of this fit: the SHA-256 of its bytes is %.12s…, not %.12s…", t.Name, t.SHA256,
			s.SHA256)
	}
	if s.Content != "" {
		if got := ContentHash(t); got != s.Content {
			return fmt.Errorf("%s is not the table of this fit: the hash of its content is %.12s…, not %.12s…", t.Name, got,
				s.Content)
		}
	}
	return nil
}

// Keep returns the rows and columns of a table at the given places, nil for all. The error names a
// place that the table does not have.
func Keep(t *inference.Table, rows, columns Places) (*inference.Table, error) {
	n, d := t.Dims()
	for _, c := range []struct {
		p    Places
		n    int
		what string
	}{{rows, n, "row"}, {columns, d, "column"}} {
		if len(c.p) > 0 && c.p[len(c.p)-1] >= c.n {
			return nil, fmt.Errorf("%s has no %s %d: it has only %d", t.Name, c.what, c.p[len(c.p)-1]+1, c.n)
		}
	}
	if rows != nil {
		t = t.SelectRows(rows)
	}
	if columns == nil {
		return t, nil
	}
	return t.SelectColumns(columns), nil
}
