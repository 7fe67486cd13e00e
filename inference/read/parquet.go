package read

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	parquetformat "github.com/parquet-go/parquet-go/format"

	"example.org/espalier/inference/words"
)

// Parquet is read by parquet-go.
var parquetFormat = format{Title: "Parquet", Extensions: []string{"parquet", "pq"}, has: isParquet, text: parquetText,
	Media: Media{Type: "application/vnd.apache.parquet", Comment: "Table of columns (Parquet)", Magic: []string{"PAR1"}}}

func isParquet(content []byte) bool {
	return bytes.HasPrefix(content, []byte("PAR1")) && bytes.HasSuffix(content, []byte("PAR1")) && len(content) > 12
}

// parquetText returns the columns of a Parquet file that hold one value a row. The index that
// pandas writes names the rows.
func parquetText(file string, content []byte, _ Options) (d decoded, e *Error) {
	e = guarded(file, "the Parquet file", func() *Error {
		d, e = parquetRows(file, content, MaxBytes)
		return e
	})
	return d, e
}

func parquetRows(file string, content []byte, most int64) (decoded, *Error) {
	damaged := func(err error) (decoded, *Error) {
		return decoded{}, &Error{File: file, What: "the Parquet file is damaged", Remedy: "Copy or download it again, or save the table as CSV.", Err: err}
	}
	f, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return damaged(err)
	}
	columns, left := parquetColumns(f.Root())
	if len(columns) == 0 {
		return decoded{}, &Error{File: file, What: "the Parquet file has no column with one value in each row", Remedy: "Save the table with plain columns, or as CSV."}
	}
	if rows := f.NumRows(); rows < 0 || rows > wholeCells/int64(len(columns)) {
		return decoded{}, &Error{File: file, What: fmt.Sprintf("the table has %d columns and more than %d million "+
			"cells, which is the limit", len(columns), wholeCells/1_000_000), Remedy: smaller}
	}
	tooMuch := &Error{File: file, What: "the Parquet file contains " + tooLarge(), Remedy: smaller}
	if parquetBytes(f, columns) > most {
		return decoded{}, tooMuch
	}
	var w cellWriter
	for _, c := range columns {
		w.cell(parquetName(c.Name()))
	}
	w.end()
	for _, group := range f.RowGroups() {
		err := parquetGroup(&w, group, columns)
		switch {
		case errors.Is(err, errTooLarge):
			return decoded{}, tooMuch
		case err != nil:
			return damaged(err)
		}
	}
	out := decoded{text: w.b.Bytes(), separator: '\t'}
	if len(left) > 0 {
		out.notes = append(out.notes, "Columns that hold lists or records were left out: "+words.QuoteSome(left, 5)+".")
	}
	return out, nil
}

// parquetBytes is how many bytes columns have unpacked, as the file says. What a dictionary repeats counts once.
func parquetBytes(f *parquet.File, columns []*parquet.Column) (sum int64) {
	for _, group := range f.Metadata().RowGroups {
		for _, c := range columns {
			if i := c.Index(); i < len(group.Columns) {
				sum += max(0, group.Columns[i].MetaData.TotalUncompressedSize)
			}
		}
	}
	return sum
}

// parquetGroup writes the rows of a group. It returns errTooLarge as soon as w is full.
func parquetGroup(w *cellWriter, group parquet.RowGroup, columns []*parquet.Column) error {
	place := map[int]int{}
	for k, c := range columns {
		place[c.Index()] = k
	}
	cells := make([]string, len(columns))
	buffer := make([]parquet.Row, 256)
	rows := group.Rows()
	defer rows.Close()
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			clear(cells)
			for _, v := range row {
				if k, ok := place[v.Column()]; ok {
					cells[k] = parquetCell(v, columns[k])
				}
			}
			for _, text := range cells {
				w.cell(text)
			}
			w.end()
		}
		switch {
		case w.full():
			return errTooLarge
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case n == 0:
			return io.ErrNoProgress
		}
	}
}

// parquetColumns returns the columns with one value a row, the index of pandas first, and the names
// of the others.
func parquetColumns(root *parquet.Column) (columns []*parquet.Column, left []string) {
	for _, c := range root.Columns() {
		switch {
		case !c.Leaf() || c.Repeated():
			left = append(left, c.Name())
		case strings.HasPrefix(c.Name(), "__index_level_"):
			columns = append([]*parquet.Column{c}, columns...)
		default:
			columns = append(columns, c)
		}
	}
	return columns, left
}

// parquetName is the header of a column; the index of pandas has none.
func parquetName(name string) string {
	if strings.HasPrefix(name, "__index_level_") {
		return "id"
	}
	return name
}

// parquetCell returns a value as text, "" where it is missing.
func parquetCell(v parquet.Value, c *parquet.Column) string {
	if v.IsNull() {
		return ""
	}
	if t := c.Type().LogicalType(); t != nil {
		if text, ok := parquetMeaning(v, t); ok {
			return text
		}
	}
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	case parquet.Float:
		return numberOf(float64(v.Float()), 32)
	case parquet.Double:
		return numberOf(v.Double(), 64)
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return strings.ToValidUTF8(string(v.ByteArray()), "\ufffd")
	}
	return v.String()
}

// parquetMeaning writes a value that stands for something else than itself: a day, a moment or a
// decimal number.
func parquetMeaning(v parquet.Value, meaning *parquetformat.LogicalType) (text string, ok bool) {
	whole := v.Kind() == parquet.Int32 || v.Kind() == parquet.Int64
	if !whole {
		return "", false
	}
	n := int64(0)
	if v.Kind() == parquet.Int32 {
		n = int64(v.Int32())
	} else {
		n = v.Int64()
	}
	switch t := meaning; {
	case t.Date != nil:
		return time.Unix(n*24*60*60, 0).UTC().Format(time.DateOnly), true
	case t.Timestamp != nil:
		each := parquetUnit(t.Timestamp.Unit)
		if each == 0 {
			return "", false
		}
		unit := int64(time.Second) / each
		return time.Unix(n/each, n%each*unit).UTC().Format(time.RFC3339Nano), true
	case t.Decimal != nil:
		return numberOf(float64(n)/math.Pow10(int(t.Decimal.Scale)), 64), true
	}
	return "", false
}

// parquetUnit returns how many of a unit a second has, 0 for a unit that is not known.
func parquetUnit(u parquetformat.TimeUnit) int64 {
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

// numberOf writes x in the fewest digits that give it back; what is no number is a missing cell.
func numberOf(x float64, bits int) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, bits)
}
