package write

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/espalier/inference/disk"
	"example.org/espalier/plotting"
)

// CSV writes a sheet as RFC 4180 says: a header, fields quoted where necessary, lines ended by CR
// LF. Texts that a spreadsheet would run as a formula get an apostrophe before them; see [CSVAsIs].
func CSV(w io.Writer, s plotting.Sheet) error { return writeCSV(w, s, harmless) }

// CSVAsIs is [CSV] with every text as it is.
func CSVAsIs(w io.Writer, s plotting.Sheet) error {
	return writeCSV(w, s, func(text string) string { return text })
}

// harmless puts an apostrophe before a text that a spreadsheet would run as a formula: one that begins
// with =, @, +, - or a control character and is no number. The wide and small forms of these characters, which some
// take for them, count too, and so do those after blanks and invisible characters, which some leave out.
func harmless(text string) string {
	const signs = "=@+-" + "\uff1d\uff20\uff0b\uff0d" + "\ufe66\ufe6b\ufe62\ufe63"
	begin := strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	first, _ := utf8.DecodeRuneInString(begin)
	if text == "" || !strings.ContainsRune("\t\r\n", rune(text[0])) &&
		(begin == "" || !strings.ContainsRune(signs, first)) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

func writeCSV(w io.Writer, s plotting.Sheet, cell func(string) string) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	record := make([]string, len(s.Header))
	put := func(cells []string) error {
		for i, text := range cells {
			record[i] = cell(text)
		}
		return c.Write(record)
	}
	if err := put(s.Header); err != nil {
		return fmt.Errorf("plotting: sheet %s: %w", s.Name, err)
	}
	for row := range s.Rows {
		if len(row) != len(s.Header) {
			return fmt.Errorf("plotting: sheet %s: a row of %d cells under %d names", s.Name, len(row), len(s.Header))
		}
		if err := put(row); err != nil {
			return fmt.Errorf("plotting: sheet %s: %w", s.Name, err)
		}
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("plotting: sheet %s: %w", s.Name, err)
	}
	return nil
}

// Numbers writes the numbers behind a figure and returns the files written. A single sheet goes to
// path itself. Several go beside it: "tree.csv" becomes "tree-NAME.csv" for each. Each file is
// complete or absent.
func Numbers(path string, f plotting.Figure) ([]string, error) {
	sheets, err := plotting.Numbers(f)
	if err != nil {
		return nil, err
	}
	if strings.ToLower(filepath.Ext(path)) != ".csv" {
		return nil, fmt.Errorf("plotting: %s: numbers are saved as .csv; give a name that ends so", path)
	}
	var files []string
	for _, s := range sheets {
		name := path
		if len(sheets) > 1 {
			name = path[:len(path)-len(filepath.Ext(path))] + "-" + s.Name + ".csv"
		}
		if err := File(name, func(w io.Writer) error { return CSV(w, s) }); err != nil {
			return files, err
		}
		files = append(files, name)
	}
	return files, nil
}

// File replaces the content of path by the output of write, or leaves it unchanged: the bytes go to a temporary file
// beside it, which is synced and renamed. Every figure and table that the program writes for its user goes through it.
func File(path string, write func(io.Writer) error) error { return (*disk.Disk)(nil).File(path, write) }
