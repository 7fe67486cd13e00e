package files

import (
	"io"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/write"
)

// SaveColumns writes the names of rows with some annotations.
func SaveColumns(path string, rows []string, columns []inference.Annotation) error {
	header := []string{"row"}
	for _, a := range columns {
		header = append(header, a.Name)
	}
	sheet := plotting.Sheet{Name: "groups", Header: header, Rows: func(yield func([]string) bool) {
		var line []string
		for i, name := range rows {
			line = append(line[:0], name)
			for _, a := range columns {
				line = append(line, a.Values[i])
			}
			if !yield(line) {
				return
			}
		}
	}}
	return write.File(path, func(w io.Writer) error { return write.CSV(w, sheet) })
}
