package known

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	numbers "example.org/espalier/inference/read/number"
)

// Distances of all pairs: the form of PHYLIP, square or one triangle, below the number of rows (Felsenstein, PHYLIP
// 3.7, "Distance matrix programs"), and triangles with other separators, as R prints them. They are written as a square
// table.
var triangleForm = Form{Title: "PHYLIP distances", Extensions: []string{"dist"}, Has: isTriangle, Write: writeTriangle}

// mostItems limits the rows of a table of distances.
const mostItems = 30_000

// leastItems is the least that a triangle without the number of rows must have, to be told from a ragged table.
const leastItems = 3

func isTriangle(content []byte) bool {
	content = bytes.TrimPrefix(content, []byte{0xef, 0xbb, 0xbf})
	if len(content) == 0 || !mayBeTriangle(content) {
		return false
	}
	_, ok := triangleOf(content)
	return ok
}

// mayBeTriangle looks at the first lines: a number alone, or lines that grow or shrink by one cell.
func mayBeTriangle(content []byte) bool {
	var widths []int
	lines := triangleLines(content, 5)
	if len(lines) < 2 {
		return false
	}
	if n, err := strconv.Atoi(strings.TrimSpace(lines[0])); err == nil && n > 1 && n <= mostItems {
		return true
	}
	if len(lines) < leastItems {
		return false
	}
	for _, separator := range triangleSeparators {
		widths = widths[:0]
		for _, line := range lines {
			widths = append(widths, len(triangleCells(line, separator)))
		}
		step := widths[2] - widths[1]
		if step != 1 && step != -1 {
			continue
		}
		steady := true
		for k := 3; k < len(widths); k++ {
			steady = steady && widths[k]-widths[k-1] == step
		}
		if steady {
			return true
		}
	}
	return false
}

func triangleLines(content []byte, most int) (lines []string) {
	for len(content) > 0 && len(lines) < most {
		end := FirstLine(content)
		if line := strings.TrimRight(string(content[:min(end, 1<<16)]), "\r\n"); strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
		content = content[end:]
	}
	return lines
}

// triangleSeparators separate cells; 0 is any run of blanks.
var triangleSeparators = []byte{'\t', ',', ';', 0}

// triangleCells returns the cells of a line without empty ones at its end.
func triangleCells(line string, separator byte) []string {
	var cells []string
	if separator == 0 {
		cells = strings.Fields(line)
	} else {
		cells = strings.Split(line, string(separator))
	}
	for k, c := range cells {
		cells[k] = strings.Trim(strings.TrimSpace(c), `"`)
	}
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// A triangle is the names and the cells of pairs: cells[i][j] of rows i and j, "" where the other side has it.
type triangle struct {
	names []string
	cells [][]string
	what  string
}

func triangleOf(content []byte) (t triangle, ok bool) {
	lines := triangleLines(content, mostItems+2)
	if len(lines) > mostItems+1 {
		return t, false
	}
	if n, err := strconv.Atoi(strings.TrimSpace(lines[0])); err == nil {
		for _, strict := range []bool{false, true} {
			for _, s := range shapes {
				if t, ok = phylip(lines[1:], n, s, strict); ok {
					t.what = "PHYLIP distances, " + s.name
					return t, true
				}
			}
		}
		return t, false
	}
	for _, separator := range triangleSeparators {
		if t, ok = ragged(lines, separator); ok {
			return t, true
		}
	}
	return t, false
}

// A shape says which cells a line of n holds: those of columns from to below to.
type shape struct {
	name string
	span func(k, n int) (from, to int)
}

var shapes = []shape{
	{"square", func(_, n int) (int, int) { return 0, n }},
	{"lower triangle", func(k, _ int) (int, int) { return 0, k }},
	{"lower triangle with diagonal", func(k, _ int) (int, int) { return 0, k + 1 }},
	{"upper triangle", func(k, n int) (int, int) { return k + 1, n }},
	{"upper triangle with diagonal", func(k, n int) (int, int) { return k, n }},
}

// phylip reads n records below the number of rows. Those of a square may go on in further lines. In the strict form the
// first ten characters are the name, whatever they are.
func phylip(lines []string, n int, s shape, strict bool) (t triangle, ok bool) {
	if n < 2 || len(lines) < n {
		return t, false
	}
	for k := range n {
		from, to := s.span(k, n)
		if len(lines) == 0 {
			return t, false
		}
		line := lines[0]
		lines = lines[1:]
		var name string
		var cells []string
		if strict {
			if r := []rune(line); len(r) > 10 {
				name, cells = strings.TrimSpace(string(r[:10])), strings.Fields(string(r[10:]))
			} else {
				name = strings.TrimSpace(line)
			}
		} else {
			cells = strings.Fields(line)
			if len(cells) == 0 || len(cells) < 2 && to > from {
				return t, false
			}
		}
		least := to - from
		if !strict {
			least++
		}
		for s.name == "square" && len(cells) < least && len(lines) > 0 {
			cells = append(cells, strings.Fields(lines[0])...)
			lines = lines[1:]
		}
		if len(cells) < least {
			return t, false
		}
		if !strict {
			at := len(cells) - (to - from)
			if s.name != "square" && at > 1 && allNumbers(cells[at-1:at]) {
				return t, false // it is a cell of another shape
			}
			name, cells = strings.Join(cells[:at], " "), cells[at:]
		}
		if len(cells) != to-from || name == "" || !allNumbers(cells) {
			return t, false
		}
		t.names = append(t.names, name)
		t.cells = append(t.cells, placed(cells, from, n))
	}
	return t, len(lines) == 0
}

// placed puts cells into a row of n, from a place on.
func placed(cells []string, from, n int) []string {
	row := make([]string, n)
	copy(row[from:], cells)
	return row
}

func allNumbers(cells []string) bool {
	for _, c := range cells {
		_, point := numbers.Parse([]byte(c), '.')
		_, comma := numbers.Parse([]byte(c), ',')
		if !point && !comma && !strings.EqualFold(c, "NA") && !strings.EqualFold(c, "NaN") {
			return false
		}
	}
	return true
}

// ragged reads lines of a name and the cells of a triangle, below a line of names or without it.
func ragged(lines []string, separator byte) (t triangle, ok bool) {
	rows := make([][]string, len(lines))
	for i, line := range lines {
		rows[i] = triangleCells(line, separator)
		if len(rows[i]) == 0 {
			return t, false
		}
	}
	if t, ok = triangleBelow(nil, rows); ok {
		return t, true
	}
	header := rows[0]
	rows = rows[1:]
	if header[0] == "" || len(header) == len(rows)+1 {
		if t, ok = triangleBelow(header[1:], rows); ok {
			return t, true
		}
	}
	return triangleBelow(header, rows)
}

// triangleBelow reads the rows of a triangle that stand below names, nil for none. R leaves out the first row and the
// last column of a triangle without its diagonal.
func triangleBelow(header []string, rows [][]string) (t triangle, ok bool) {
	names := make([]string, len(rows))
	for i, row := range rows {
		names[i] = row[0]
	}
	if len(header) > 0 && len(rows) == len(header) && header[0] != names[0] &&
		slices.Equal(header[1:], names[:len(names)-1]) {
		names, rows = append([]string{header[0]}, names...), append([][]string{{header[0]}}, rows...)
	} else if header != nil && !slices.Equal(header, names) {
		return t, false
	}
	n := len(names)
	if n < leastItems {
		return t, false
	}
	for _, s := range shapes[1:] {
		fits := true
		for k, row := range rows {
			from, to := s.span(k, n)
			if fits = len(row)-1 == to-from && allNumbers(row[1:]); !fits {
				break
			}
		}
		if !fits {
			continue
		}
		for k, row := range rows {
			from, _ := s.span(k, n)
			t.cells = append(t.cells, placed(row[1:], from, n))
		}
		t.names, t.what = names, "distances or similarities, "+s.name
		return t, true
	}
	return t, false
}

func writeTriangle(text []byte) (Written, *Fault) {
	t, ok := triangleOf(text)
	if !ok {
		return Written{}, &Fault{What: "is no table of distances: some line has too few or too many cells",
			Remedy: "Export it again, with a line and a column for each row."}
	}
	var b bytes.Buffer
	cell := func(text string) {
		b.WriteByte('\t')
		b.WriteString(strings.ReplaceAll(text, "\t", " "))
	}
	for _, name := range t.names {
		cell(name)
	}
	for i, name := range t.names {
		b.WriteByte('\n')
		b.WriteString(strings.ReplaceAll(name, "\t", " "))
		for j := range t.names {
			text := t.cells[i][j]
			if text == "" {
				text = t.cells[j][i]
			}
			if text == "" && i == j {
				text = "0"
			}
			cell(text)
		}
	}
	b.WriteByte('\n')
	return Written{Text: b.Bytes(), Notes: []string{"Read as " + t.what + "."}}, nil
}
