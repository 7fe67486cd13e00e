package read

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// Matrix Market, sparse tables of coordinates, with the names of rows and columns in files beside
// it, as counters of single cells write them: matrix.mtx, barcodes.tsv and features.tsv (or
// genes.tsv). Its columns are the cells that were observed, so they become the rows.
var marketFormat = format{Title: "Matrix Market", Extensions: []string{"mtx"}, has: isMarket, text: marketText,
	Media: Media{Type: "text/x-matrix-market", Comment: "Sparse matrix (Matrix Market)", Parent: "text/plain",
		Magic: []string{"%%MatrixMarket"}}}

const marketMagic = "%%MatrixMarket "

// marketPack begins the content that joins a matrix and the files of names. Its parts follow, each
// after a line of its length.
const marketPack = "%%MatrixMarketParts\n"

func isMarket(content []byte) bool {
	return bytes.HasPrefix(content, []byte(marketMagic)) || bytes.HasPrefix(content, []byte(marketPack))
}

// A marketPart is a role of a file: the matrix, the names of its columns, those of its rows.
type marketPart int

const (
	marketMatrix marketPart = iota
	marketBarcodes
	marketFeatures
	marketFiles // how many there are
)

// marketEndings are the ends of the names of each part, of Cell Ranger, STARsolo, kb-python and alevin; ".gz" may
// follow.
var marketEndings = [marketFiles][]string{
	marketMatrix:   {".mtx"},
	marketBarcodes: {"barcodes.tsv", ".barcodes.txt", "_rows.txt"},
	marketFeatures: {"features.tsv", "genes.tsv", ".genes.txt", ".ec.txt", "_cols.txt"},
}

// marketRole returns which part a file is by its name, "prefix_barcodes.tsv.gz" included.
func marketRole(name string) (marketPart, bool) {
	name = strings.TrimSuffix(strings.ToLower(path.Base(name)), ".gz")
	for role, endings := range marketEndings {
		if slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(name, ending) }) {
			return marketPart(role), true
		}
	}
	return 0, false
}

// marketParts returns the matrix and its files of names if that is what an archive holds, else nil.
func marketParts(files []*zip.File) []*zip.File {
	parts := make([]*zip.File, marketFiles)
	for _, f := range files {
		role, ok := marketRole(f.Name)
		if !ok || parts[role] != nil {
			return nil
		}
		parts[role] = f
	}
	if parts[marketMatrix] == nil {
		return nil
	}
	return parts
}

// packMarket joins the parts of an archive to one content.
func packMarket(file string, parts []*zip.File) ([]byte, *Error) {
	contents := make([][]byte, marketFiles)
	for i, f := range parts {
		if f == nil {
			continue
		}
		var e *Error
		if contents[i], e = unzipped(file, f, MaxBytes); e != nil {
			return nil, e
		}
	}
	return joinMarket(contents), nil
}

func joinMarket(contents [][]byte) []byte {
	out := []byte(marketPack)
	for _, c := range contents {
		out = fmt.Appendf(out, "%d\n", len(c))
		out = append(out, c...)
	}
	return out
}

// splitMarket is the inverse of joinMarket; a matrix alone has no names.
func splitMarket(content []byte) ([][]byte, bool) {
	rest, ok := bytes.CutPrefix(content, []byte(marketPack))
	if !ok {
		return [][]byte{content, nil, nil}, true
	}
	parts := make([][]byte, marketFiles)
	for i := range parts {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		n, err := strconv.Atoi(string(line))
		if !ok || err != nil || n < 0 || n > len(after) {
			return nil, false
		}
		parts[i], rest = after[:n], after[n:]
	}
	return parts, true
}

// besideMarket returns data, the content of the file at filename, joined with the files of names in
// its folder if it is a matrix that has some.
func besideMarket(filename string, data []byte) ([]byte, error) {
	base := filepath.Base(filename)
	if role, ok := marketRole(base); !ok || role != marketMatrix {
		return data, nil
	}
	prefix := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(base), ".gz"), ".mtx")
	prefix = base[:len(strings.TrimSuffix(prefix, "matrix"))] // "sample1_" of sample1_matrix.mtx
	contents := make([][]byte, marketFiles)
	for _, role := range []marketPart{marketBarcodes, marketFeatures} {
		var err error
		if contents[role], err = firstOf(filepath.Dir(filename), prefix, marketEndings[role]); err != nil {
			return nil, err
		}
	}
	if contents[marketBarcodes] == nil && contents[marketFeatures] == nil {
		return data, nil
	}
	matrix, _, e := gunzipped(base, data, MaxBytes)
	if e != nil {
		return nil, e
	}
	contents[marketMatrix] = matrix
	return joinMarket(contents), nil
}

// inFolder returns the path of the matrix in a folder that Cell Ranger or kb-python wrote, also where one sample of
// several was taken from GEO and its files begin with its name; path itself where that is no folder or has none.
func inFolder(path string) string {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path
	}
	for _, name := range []string{"matrix.mtx", "matrix.mtx.gz", "cells_x_genes.mtx", "cells_x_genes.mtx.gz",
		"quants_mat.mtx", "quants_mat.mtx.gz"} {
		if file := filepath.Join(path, name); exists(file) {
			return file
		}
	}
	files, _ := os.ReadDir(path)
	files = slices.DeleteFunc(files, func(f os.DirEntry) bool {
		return !strings.HasSuffix(strings.TrimSuffix(f.Name(), ".gz"), "matrix.mtx")
	})
	if len(files) != 1 || !exists(filepath.Join(path, files[0].Name())) {
		return path
	}
	return filepath.Join(path, files[0].Name())
}

func exists(file string) bool {
	info, err := os.Stat(file)
	return err == nil && !info.IsDir()
}

// firstOf returns the content, unpacked, of the first file that is there among those in a folder whose name is
// start and one of the endings, gzipped or not; nil if none is.
func firstOf(folder, start string, endings []string) ([]byte, error) {
	for _, ending := range endings {
		for _, gz := range []string{"", ".gz"} {
			data, err := content(filepath.Join(folder, start+ending+gz))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			plain, _, e := gunzipped(filepath.Base(start+ending+gz), data, MaxBytes)
			if e != nil {
				return nil, e
			}
			return plain, nil
		}
	}
	return nil, nil
}

// marketText writes a matrix out, its observed cells as rows.
func marketText(file string, content []byte, _ Options) (decoded, *Error) {
	parts, ok := splitMarket(content)
	if !ok {
		return decoded{}, &Error{File: file, What: "the Matrix Market table is damaged", Remedy: "Copy or download it again."}
	}
	m, e := parseMarket(file, parts[marketMatrix])
	if e != nil {
		return decoded{}, e
	}
	barcodes, features := marketLines(parts[marketBarcodes]), marketLines(parts[marketFeatures])
	d := decoded{separator: '\t'}
	if barcodes != nil || features != nil {
		d.samples = known.InRows
	}
	columns := []string{0: "id", 2: "feature type"}
	cells, genes := m.columns, m.rows
	cellRows := m.cellRows(file, len(barcodes), len(features))
	if cellRows {
		cells, genes = m.rows, m.columns
		d.notes = append(d.notes, "The rows of the matrix are the observed cells, and are the rows of the table.")
	} else {
		d.notes = append(d.notes, "The columns of the matrix, which are the observed cells, became the rows of the table.")
	}
	for _, part := range []struct {
		lines *[][]string
		n     int
		what  string
	}{{&barcodes, cells, "barcodes"}, {&features, genes, "features"}} {
		if len(*part.lines) == part.n+1 {
			d.notes = append(d.notes, fmt.Sprintf("The file of %s begins with a header, %q, which names none.",
				part.what, words.Shorten(strings.Join((*part.lines)[0], " "))))
			if part.what == "features" {
				columns = (*part.lines)[0]
			}
			*part.lines = (*part.lines)[1:]
		}
	}
	geneNames, e := marketNames(file, features, genes, "features", 1)
	if e != nil {
		return decoded{}, e
	}
	cellNames, e := marketNames(file, barcodes, cells, "barcodes", 0)
	if e != nil {
		return decoded{}, e
	}
	for column, name := range columns {
		if values, ok := marketColumn(features, column); ok && name != "" && column != 1 && distinct(values) > 1 {
			d.across = append(d.across, across{name, append([]string{""}, values...)})
		}
	}
	var w cellWriter
	w.cell("barcode")
	for _, name := range geneNames {
		w.cell(name)
	}
	w.end()
	for j, name := range cellNames {
		w.cell(name)
		for i := range genes {
			at := j*m.rows + i
			if cellRows {
				at = i*m.rows + j
			}
			x := m.cells[at]
			w.cell(strconv.FormatFloat(x, 'g', -1, 64))
		}
		w.end()
		if w.full() {
			return decoded{}, &Error{File: file, What: "the matrix contains " + tooLarge(),
				Remedy: "Keep the cells and genes you need and save them as a smaller matrix."}
		}
	}
	d.text = w.b.Bytes()
	return d, nil
}

// cellRows reports whether the rows of the matrix are the observed cells: where its names, which a header may precede,
// fit only so, or its file is called as by programs that write it so.
func (m market) cellRows(file string, barcodes, features int) bool {
	fits := func(names, n int) bool { return names == 0 || names == n || names == n+1 }
	usual := fits(barcodes, m.columns) && fits(features, m.rows)
	turned := fits(barcodes, m.rows) && fits(features, m.columns)
	if usual != turned {
		return turned
	}
	name := strings.ToLower(baseName(file))
	return usual && (strings.Contains(name, "cells_x_") || strings.HasPrefix(name, "quants_mat"))
}

// marketLines returns the cells of the lines of a file of names; nil without one.
func marketLines(content []byte) (lines [][]string) {
	for len(content) > 0 {
		end := firstLine(content)
		fields := strings.Split(strings.TrimRight(string(content[:end]), "\r\n"), "\t")
		content = content[end:]
		if len(fields) > 1 || fields[0] != "" {
			lines = append(lines, fields)
		}
	}
	return lines
}

// marketColumn returns a column of a file of names other than the one that names; ok is false where
// a line has none.
func marketColumn(lines [][]string, column int) (values []string, ok bool) {
	for _, fields := range lines {
		if len(fields) == 1 || column >= len(fields) {
			return nil, false
		}
		values = append(values, fields[column])
	}
	return values, len(values) > 0
}

// marketNames returns the names in a column of a file of names, or numbers where there is none. The
// first column is taken where the wanted one is not there.
func marketNames(file string, lines [][]string, n int, what string, column int) ([]string, *Error) {
	names := make([]string, 0, min(n, 1<<20))
	if lines == nil {
		for i := range n {
			names = append(names, strings.TrimSuffix(what, "s")+" "+strconv.Itoa(i+1))
		}
		return names, nil
	}
	for _, fields := range lines {
		names = append(names, fields[min(column, len(fields)-1)])
	}
	if len(names) != n {
		return nil, &Error{File: file,
			What: fmt.Sprintf("the matrix has %d %s, but the file of their names has %d", n, what, len(names)), Remedy: "Put " +
				"the files of the same experiment into one folder."}
	}
	return names, nil
}

// A market is a matrix as it is read: cells holds its columns one after another.
type market struct {
	rows, columns int
	cells         []float64
}

// parseMarket reads a Matrix Market file of coordinates: real or whole numbers, or a pattern of ones.
func parseMarket(file string, content []byte) (market, *Error) {
	var m market
	line := 0
	fail := func(what string) (market, *Error) {
		return market{}, &Error{File: file, Line: line, What: what,
			Remedy: "Save it again as a Matrix Market file of coordinates, or as CSV."}
	}
	s := bufio.NewScanner(bytes.NewReader(content))
	s.Buffer(nil, 1<<20)
	entries, read, pattern, symmetric := -1, 0, false, false
	for s.Scan() {
		line++
		text := strings.TrimSpace(s.Text())
		if line == 1 {
			head := strings.Fields(strings.ToLower(text))
			if len(head) < 5 || head[1] != "matrix" || head[2] != "coordinate" || head[3] == "complex" ||
				head[4] != "general" && head[4] != "symmetric" {
				return fail("the first line does not announce a general matrix of coordinates in real numbers")
			}
			pattern, symmetric = head[3] == "pattern", head[4] == "symmetric"
			continue
		}
		if text == "" || text[0] == '%' {
			continue
		}
		fields := strings.Fields(text)
		if entries < 0 {
			size, ok := known.WholeNumbers([]byte(text), 3)
			if !ok && manyWholeNumbers([]byte(text), 3) || ok && max(size[0], size[1]) > maxRows {
				return market{}, &Error{File: file, Line: line,
					What: fmt.Sprintf("the matrix has the size %s; the limit is %d million rows and columns, and %d million cells",
						words.Shorten(text), maxRows/1_000_000, wholeCells/1_000_000), Remedy: "Keep the cells and the " +
						"genes you need and save them as a smaller matrix."}
			}
			if !ok || size[0] < 1 || size[1] < 1 {
				return fail(fmt.Sprintf("the size %q is not three whole numbers", words.Shorten(text)))
			}
			if size[0] > wholeCells/size[1] {
				return market{}, &Error{File: file, Line: line, What: fmt.Sprintf("the matrix has %d × %d cells; the "+
					"limit is %d million", size[0], size[1], wholeCells/1_000_000),
					Remedy: "Keep the cells and the genes you need and save them as a smaller matrix."}
			}
			m.rows, m.columns, entries = size[0], size[1], size[2]
			m.cells = make([]float64, m.rows*m.columns)
			continue
		}
		i, j, x, what := marketEntry(fields, pattern, m)
		if what != "" {
			return fail(what)
		}
		m.cells[j*m.rows+i] += x
		if symmetric && i != j {
			if m.rows != m.columns {
				return fail("a symmetric matrix needs as many rows as columns, but this one has not")
			}
			m.cells[i*m.rows+j] += x
		}
		read++
	}
	if err := s.Err(); err != nil {
		return fail("the line is too long")
	}
	if entries < 0 || read != entries {
		return fail(fmt.Sprintf("the file announces %d entries but has %d", max(entries, 0), read))
	}
	return m, nil
}

// marketEntry reads a line of row, column and value; what says what is wrong with it, or "".
func marketEntry(fields []string, pattern bool, m market) (i, j int, x float64, what string) {
	x = 1
	if len(fields) < 2 || !pattern && len(fields) < 3 {
		return 0, 0, 0, "an entry needs a row, a column and a value"
	}
	i, err := strconv.Atoi(fields[0])
	j, err2 := strconv.Atoi(fields[1])
	if err != nil || err2 != nil || i < 1 || j < 1 || i > m.rows || j > m.columns {
		return 0, 0, 0, fmt.Sprintf("the entry at %s, %s lies outside the %d × %d matrix", words.Shorten(fields[0]),
			words.Shorten(fields[1]), m.rows, m.columns)
	}
	if !pattern {
		var ok bool
		if x, ok = number.Parse([]byte(fields[2]), '.'); !ok {
			return 0, 0, 0, fmt.Sprintf("%q is not a number", words.Shorten(fields[2]))
		}
	}
	return i - 1, j - 1, x, ""
}

// manyWholeNumbers reports whether a line begins with so many whole numbers, some of which are greater than any count.
func manyWholeNumbers(line []byte, wanted int) bool {
	fields := strings.Fields(string(line))
	return len(fields) >= wanted &&
		!slices.ContainsFunc(fields[:wanted], func(f string) bool { return strings.Trim(f, "0123456789") != "" })
}
