package files

import (
	"io"
	"path/filepath"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/genetable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/say"
)

// ExportTable asks how to save a table as it was read, with all its annotations, and saves it.
func ExportTable(d *dialogs.Dialogs, t *inference.Table) {
	values := "CSV (values, annotations of rows)"
	if len(t.ColumnAnnotations) == 0 {
		values = "CSV"
	}
	filters := []dialogs.FileFilter{{Name: "GCT 1.3 (values, annotations of rows and columns)",
		Extensions: []string{"gct"}}, {Name: values, Extensions: []string{"csv"}}}
	d.ChooseSave("Export table", say.FileName(t.Name)+".gct", filters, func(path string) {
		d.Write(path, func() error { return SaveTable(path, t) })
	})
}

// SaveTable writes a table as CSV, without the annotations of its columns, for a name that ends in .csv, else as GCT.
func SaveTable(path string, t *inference.Table) error {
	if !strings.EqualFold(filepath.Ext(path), ".csv") {
		return write.File(path, func(w io.Writer) error { return genetable.GCT(w, t) })
	}
	header := []string{"row"}
	for _, a := range t.Annotations {
		header = append(header, a.Name)
	}
	sheet := plotting.Sheet{Name: t.Name, Header: append(header, t.Columns...), Rows: func(yield func([]string) bool) {
		var line []string
		for i, name := range t.Rows {
			line = append(line[:0], name)
			for _, a := range t.Annotations {
				line = append(line, a.Values[i])
			}
			for j := range t.Columns {
				line = append(line, plotting.Cell(t.X.At(i, j)))
			}
			if !yield(line) {
				return
			}
		}
	}}
	return write.File(path, func(w io.Writer) error { return write.CSV(w, sheet) })
}
