// Package columnar opens Parquet files by parquet-go.
package columnar

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"example.org/espalier/inference/read/library"
	"example.org/espalier/inference/read/number"
)

func init() { library.OpenColumns = open }

// index starts the names of the columns in which pandas keeps the names of the rows.
const index = "__index_level_"

// A file is a Parquet file with the columns that hold one value in each row, the index of pandas first.
type file struct {
	parquet *parquet.File
	columns []*parquet.Column
	left    []string // names of the other columns
}

func open(content []byte) (library.Columns, error) {
	p, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	f := &file{parquet: p}
	for _, c := range p.Root().Columns() {
		switch {
		case !c.Leaf() || c.Repeated():
			f.left = append(f.left, c.Name())
		case strings.HasPrefix(c.Name(), index):
			f.columns = append([]*parquet.Column{c}, f.columns...)
		default:
			f.columns = append(f.columns, c)
		}
	}
	return f, nil
}

// Names calls the index of pandas, which has no header, "id".
func (f *file) Names() (read, left []string) {
	for _, c := range f.columns {
		name := c.Name()
		if strings.HasPrefix(name, index) {
			name = "id"
		}
		read = append(read, name)
	}
	return read, f.left
}

// Size returns sizes as the file gives them. What a dictionary repeats counts once.
func (f *file) Size() (rows, bytes int64) {
	for _, group := range f.parquet.Metadata().RowGroups {
		for _, c := range f.columns {
			if i := c.Index(); i < len(group.Columns) {
				bytes += max(0, group.Columns[i].MetaData.TotalUncompressedSize)
			}
		}
	}
	return f.parquet.NumRows(), bytes
}

// Rows reads group by group.
func (f *file) Rows(each func(cells []string) bool) error {
	place := map[int]int{}
	for k, c := range f.columns {
		place[c.Index()] = k
	}
	cells := make([]string, len(f.columns))
	for _, group := range f.parquet.RowGroups() {
		more, err := f.group(group, place, cells, each)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// group hands on the rows of a group and reports whether each wants more.
func (f *file) group(group parquet.RowGroup, place map[int]int, cells []string,
	each func([]string) bool) (bool, error) {
	buffer := make([]parquet.Row, 256)
	rows := group.Rows()
	defer rows.Close()
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			clear(cells)
			for _, v := range row {
				if k, ok := place[v.Column()]; ok {
					cells[k] = text(v, f.columns[k])
				}
			}
			if !each(cells) {
				return false, nil
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return true, nil
		case err != nil:
			return false, err
		case n == 0:
			return false, io.ErrNoProgress
		}
	}
}

// text returns a value as text, "" where it is missing.
func text(v parquet.Value, c *parquet.Column) string {
	if v.IsNull() {
		return ""
	}
	if t := c.Type().LogicalType(); t != nil {
		if text, ok := meaning(v, t); ok {
			return text
		}
	}
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	case parquet.Float:
		return number.Shortest(float64(v.Float()), 32)
	case parquet.Double:
		return number.Shortest(v.Double(), 64)
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return strings.ToValidUTF8(string(v.ByteArray()), "\ufffd")
	}
	return v.String()
}

// meaning writes a whole number that stands for something else: a day, a moment or a decimal number.
func meaning(v parquet.Value, t *format.LogicalType) (text string, ok bool) {
	n := int64(0)
	switch v.Kind() {
	case parquet.Int32:
		n = int64(v.Int32())
	case parquet.Int64:
		n = v.Int64()
	default:
		return "", false
	}
	switch {
	case t.Date != nil:
		return time.Unix(n*24*60*60, 0).UTC().Format(time.DateOnly), true
	case t.Timestamp != nil:
		each := unit(t.Timestamp.Unit)
		if each == 0 {
			return "", false
		}
		unit := int64(time.Second) / each
		return time.Unix(n/each, n%each*unit).UTC().Format(time.RFC3339Nano), true
	case t.Decimal != nil:
		return number.Shortest(float64(n)/math.Pow10(int(t.Decimal.Scale)), 64), true
	}
	return "", false
}

// unit returns how many of a unit a second has, 0 for a unit that is not known.
func unit(u format.TimeUnit) int64 {
	switch {
	case u.Millis != nil:
		return 1e3
	case u.Micros != nil:
		return 1e6
	case u.Nanos != nil:
		return 1e9
	}
	return 0
}
