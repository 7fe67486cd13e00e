package read

import (
	"bytes"
	"fmt"

	"example.org/espalier/inference/read/library"
	"example.org/espalier/inference/words"
)

// Parquet is opened by package columnar.
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
		return decoded{}, &Error{File: file, What: "the Parquet file is damaged",
			Remedy: "Copy or download it again, or save the table as CSV.", Err: err}
	}
	if library.OpenColumns == nil {
		return decoded{}, unlinked(file, "Parquet files")
	}
	f, err := library.OpenColumns(content)
	if err != nil {
		return damaged(err)
	}
	names, left := f.Names()
	if len(names) == 0 {
		return decoded{}, &Error{File: file, What: "the Parquet file has no column with one value in each row",
			Remedy: "Save the table with plain columns, or as CSV."}
	}
	rows, size := f.Size()
	if rows < 0 || rows > wholeCells/int64(len(names)) {
		return decoded{}, &Error{File: file, What: fmt.Sprintf("the table has %d columns and more than %d million "+
			"cells, which is the limit", len(names), wholeCells/1_000_000), Remedy: smaller}
	}
	tooMuch := &Error{File: file, What: "the Parquet file contains " + tooLarge(), Remedy: smaller}
	if size > most {
		return decoded{}, tooMuch
	}
	var w cellWriter
	w.row(names)
	err = f.Rows(func(cells []string) bool {
		w.row(cells)
		return !w.full()
	})
	switch {
	case err != nil:
		return damaged(err)
	case w.full():
		return decoded{}, tooMuch
	}
	out := decoded{text: w.b.Bytes(), separator: '\t'}
	if len(left) > 0 {
		out.notes = append(out.notes, "Columns that hold lists or records were left out: "+words.QuoteSome(left, 5)+".")
	}
	return out, nil
}
