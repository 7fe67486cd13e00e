package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/hdf5"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/read/stored"
	"example.org/espalier/inference/words"
	"example.org/espalier/inference/zarr"
)

// Files that hold arrays in groups, such as .h5ad, do not become text: package stored makes tables of them.
var (
	annDataFormat = storedFormat("AnnData", "Annotated matrix (AnnData)", "application/x-anndata", "h5ad", "zarr")
	tenXFormat    = storedFormat("10x Genomics HDF5", "", "", "h5")
	biomFormat    = storedFormat("BIOM 2.1", "Table of observations (BIOM)", "application/x-biom", "biom", "qza")
	loomFormat    = storedFormat("Loom", "Matrix of cells (Loom)", "application/x-loom", "loom")
)

func storedFormat(title, comment, media string, extensions ...string) format {
	return format{Title: title, Extensions: extensions, has: isHDF5, text: storedText,
		Media: Media{Type: media, Comment: comment}}
}

func isHDF5(content []byte) bool { return bytes.HasPrefix(content, []byte(hdf5.Signature)) }

// storedText refuses a file of arrays where only text is read.
func storedText(file string, _ []byte, _ Options) (decoded, *Error) {
	return decoded{},
		&Error{File: file, What: "is an HDF5 file (as .h5 and .h5ad are)", Remedy: "Export the table you need as CSV or TSV."}
}

// openStored opens the file if it holds arrays in groups; nil where it does not.
func (c *Content) openStored() (*stored.File, *Error) {
	var f *stored.File
	var err error
	if c.place != "" {
		f, err = stored.OpenFile(c.place, MaxBytes)
	} else {
		f, err = stored.Open(bytes.NewReader(c.data), int64(len(c.data)), MaxBytes)
	}
	return f, storedError(baseName(c.name), err)
}

// IsFolder reports whether a path is a folder that is read as one table: a Zarr store.
func IsFolder(path string) bool { return stored.IsFolder(path) }

// isStored reports whether the file at a path holds arrays in groups.
func isStored(path string) bool {
	f, err := stored.OpenFile(path, MaxBytes)
	if f != nil {
		f.Close()
	}
	return f != nil || err != nil
}

// storedError puts an error of package stored into words.
func storedError(file string, err error) *Error {
	var known *stored.Error
	var bad *hdf5.Error
	var broken *zarr.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		e := &Error{File: file, What: known.What, Remedy: known.Remedy, Err: known.Err}
		if e.Remedy == "" {
			e.Remedy = "Open a table saved as " + Titles() + "."
		}
		return e
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Error{File: file, What: "reading was cancelled", Remedy: "Open it again to read it.", Err: err}
	case errors.As(err, &bad) && bad.Unsupported, errors.As(err, &broken) && broken.Unsupported:
		return &Error{File: file, What: err.Error(),
			Remedy: "Write the file again without it, for instance with AnnData's write_h5ad.", Err: err}
	}
	return &Error{File: file, What: "is damaged or cut short: " + err.Error(),
		Remedy: "Copy or download it again.", Err: err}
}

// readStored makes the table of a file that holds arrays in groups.
func (c *Content) readStored(ctx context.Context, f *stored.File, source string,
	o Options) (l *layout, r *result, e *Error) {
	l = &layout{ctx: ctx, file: baseName(c.name), o: o, separator: '\t', decimal: '.', header: true,
		missing: newMissingCodes(o.Missing)}
	if o.Range != "" {
		return l, nil, &Error{File: l.file, What: "has no range of cells: it is no workbook",
			Remedy: "Leave the range out; a matrix can be chosen instead."}
	}
	report := reporting(ctx)
	t, err := stored.Read(ctx, f.Root, stored.Options{Sheet: o.Sheet, Cells: maxCells, Rows: maxRows, Narrow: narrowCells,
		Progress: func(done, all int64) { report(Progress{Done: done, Total: all}) }})
	if err != nil {
		return l, nil, storedError(l.file, err)
	}
	l.decoded = decoded{packing: f.Packing, sheet: t.Sheet, format: format{Title: t.Title, has: isHDF5}}
	if len(t.Sheets) > 1 {
		l.decoded.sheets = t.Sheets
	}
	l.notes = t.Notes
	r = &result{layout: l, rowNames: true}
	table := &inference.Table{Name: tableName(l.file), Source: source, X: t.X}
	if table.SHA256, err = f.Sum(); err != nil {
		return l, nil, storedError(l.file, err)
	}
	names := func(what string, given []string, fill func(int) string) []string {
		unique, filled, numbered := uniqueNames(given, fill)
		if len(filled) == len(given) {
			filled = nil // there are no names
		}
		l.notes = append(l.notes, notesOnNames(what, filled, numbered)...)
		return unique
	}
	table.Rows = names("row", t.Rows, func(i int) string { return strconv.Itoa(i + 1) })
	table.Columns = names("column", t.Columns, func(j int) string { return "V" + strconv.Itoa(j+1) })
	table.Annotations, table.ColumnAnnotations = r.present(t.Annotations), r.present(t.ColumnAnnotations)
	if n := len(table.Rows); n < 2 && !o.OneRow {
		return l, nil,
			&Error{File: l.file, What: "the table has only one row of values", Remedy: "At least two rows are needed."}
	}
	if table, e = r.asked(table); e != nil {
		return l, nil, e
	}
	table.Kind = inference.KindOf(table.X)
	r.table = table
	r.describe(t.Key)
	table.Notes = l.notes
	return l, r, nil
}

// present returns annotations without the codes of missing values.
func (r *result) present(list []inference.Annotation) []inference.Annotation {
	out := slices.Clone(list)
	for k, a := range out {
		missing := false
		values := slices.Clone(a.Values)
		for i, v := range values {
			if v = cleanName(v); v != "" && r.missing.has([]byte(v)) {
				v = ""
			}
			missing = missing || v != values[i]
			values[i] = v
		}
		if missing {
			out[k] = inference.NewAnnotation(a.Name, values)
		}
	}
	return out
}

// asked turns columns into annotations and annotations into columns, as the options ask.
func (r *result) asked(t *inference.Table) (*inference.Table, *Error) {
	for _, name := range r.o.Numeric {
		if slices.Contains(t.Columns, name) {
			continue
		}
		made, err := t.MoveToNumbers(name)
		if err != nil {
			return nil, &Error{File: r.file, What: err.Error(), Remedy: "Keep it as an annotation."}
		}
		t = made
	}
	var move []string
	for _, name := range r.o.Annotations {
		if slices.Contains(t.Columns, name) {
			move = append(move, name)
		} else if !t.Annotated(name) && !r.o.joinsAnnotations() && !r.o.elsewhere() {
			return nil, &Error{File: r.file, What: fmt.Sprintf("there is no column %q", name),
				Remedy: "The columns are " + words.QuoteSome(t.Columns, 12) + "."}
		}
	}
	made, err := t.MoveToAnnotations(move...)
	if err != nil {
		return nil, &Error{File: r.file, What: err.Error(), Remedy: "Keep a column of numbers."}
	}
	return made, nil
}

// describe lists the columns for the preview, names of rows and annotations first, and notes what has little content.
func (r *result) describe(key string) {
	t := r.table
	n, d := t.Dims()
	if key == "" {
		key = "row"
	}
	r.body = &body{rows: n, columns: []column{{Column: Column{Name: key, Role: RowName}}}}
	for _, a := range t.Annotations {
		c := Column{Name: a.Name, Role: Annotation}
		for _, code := range a.Codes {
			if code < 0 {
				c.Missing++
			}
		}
		r.body.columns = append(r.body.columns, column{Column: c})
	}
	before := len(r.body.columns)
	numbers := make([]column, d)
	kinds := inference.KindsOf(t.X)
	for j := range numbers {
		numbers[j] = column{Column: Column{Name: t.Columns[j], Role: Number, Kind: kinds[j]},
			low: math.Inf(1), high: math.Inf(-1)}
	}
	var bare []string
	inference.Rows(t.X, func(i int, row []float64) bool {
		any := false
		for j, x := range row {
			c := &numbers[j]
			if math.IsNaN(x) {
				c.Missing++
				continue
			}
			any = true
			c.numbers++
			c.low, c.high = min(c.low, x), max(c.high, x)
		}
		if !any {
			bare = append(bare, t.Rows[i])
		}
		return true
	})
	var constant, empty []string
	for j := range numbers {
		switch c := &numbers[j]; {
		case c.numbers == 0:
			c.Note, empty = "no values: left out of the models", append(empty, c.Name)
		case c.constant():
			c.Note, constant = "one value throughout", append(constant, c.Name)
		}
	}
	r.noteContent(constant, empty, bare)
	r.body.columns = append(r.body.columns, numbers...)
	for _, c := range r.body.columns {
		r.names = append(r.names, c.Name)
	}
	r.width = len(r.names)
	for i := range min(n, previewRows) {
		record := []string{t.Rows[i]}
		for _, a := range t.Annotations {
			record = append(record, a.Values[i])
		}
		for j := range min(d, max(0, PreviewColumns-before)) {
			record = append(record, number.Shortest(t.X.At(i, j), 64))
		}
		r.sample = append(r.sample, record)
	}
}
