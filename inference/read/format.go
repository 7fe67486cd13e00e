package read

import (
	"slices"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
)

// A format is one form of file that tables are read from.
type format struct {
	Title      string   // for people: "CSV"
	Extensions []string // of its files, in lower case and without a point, the usual one first
	Media      Media    // without a type where none is registered with the program

	// has reports whether the content of a file, unpacked and not empty, is of this format; nil
	// for text, which everything is that no other format takes. The name of a file does not count.
	has func(content []byte) bool
	// text returns the table in the content of a file as text, of at most about MaxBytes, or says
	// why there is none; the error needs no remedy where only another file helps. content is not
	// written to. Of the options only those count that choose a part of the file.
	text func(file string, content []byte, o Options) (decoded, *Error)
}

// formats are all of them, in the order in which they are named: a new one is a line here and a
// file of its own.
// Forms of text that programs write are in package known.
var formats = slices.Concat([]format{csvFormat, tsvFormat, textFormat, xlsxFormat}, knownFormats(),
	[]format{marketFormat, parquetFormat, annDataFormat, tenXFormat, biomFormat, loomFormat})

// packed are the extensions of files that hold a file of any format: compressed with gzip, or alone
// in a ZIP archive.
var packed = []string{"gz", "zip"}

// Extensions returns the extensions of all files that hold tables, without a point: those of the
// formats, and that of packed files.
func Extensions() []string {
	var all []string
	for _, f := range formats {
		all = append(all, f.Extensions...)
	}
	return append(all, packed...)
}

// MediaTypes returns the types of files that hold tables, in the order of the formats.
func MediaTypes() []Media {
	var all []Media
	for _, f := range formats {
		if m := f.Media; m.Type != "" {
			m.Extension = f.Extensions[0]
			all = append(all, m)
		}
	}
	return all
}

// Titles lists the formats for help and errors: "CSV, TSV or text".
func Titles() string {
	var b strings.Builder
	for i, f := range formats {
		switch {
		case i > 0 && i == len(formats)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(f.Title)
	}
	return b.String()
}

// formatOf returns the format of the content of a file.
func formatOf(content []byte) format {
	for _, f := range formats {
		if f.has != nil && f.has(content) {
			return f
		}
	}
	return textFormat
}

// tableName returns the base name of a file without the extensions of its format.
func tableName(file string) string {
	name := baseName(file)
	extensions := Extensions()
	stable.Sort(extensions, func(a, b string) int { return len(b) - len(a) }) // a.series_matrix.txt is a
	for _, ending := range append(slices.Clone(packed), extensions...) {      // table.csv.gz, table.csv
		ending = "." + ending
		if len(name) > len(ending) && strings.EqualFold(name[len(name)-len(ending):], ending) {
			name = name[:len(name)-len(ending)]
		}
	}
	return name
}
