package read

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// GCT, the form of gene tables of the Broad Institute: two lines before a table separated by tabs.
// The second gives the numbers of rows and columns, in version 1.3 also those of the annotations of
// rows and of columns.
var gctFormat = format{Title: "GCT", Extensions: []string{"gct"}, has: isGCT, text: gctText,
	Media: Media{Type: "text/x-gct", Comment: "Table of gene expression (GCT)", Parent: "text/plain", Magic: []string{"#1.2", "#1.3"}}}

func isGCT(content []byte) bool {
	content = bytes.TrimPrefix(content, []byte{0xef, 0xbb, 0xbf})
	return bytes.HasPrefix(content, []byte("#1.2")) || bytes.HasPrefix(content, []byte("#1.3"))
}

// gctText leaves out the lines before the table and, of version 1.3, takes the rows that annotate columns
// for what they are.
func gctText(file string, content []byte, o Options) (decoded, *Error) {
	d, e := plainText(file, content, o)
	if e != nil {
		return d, e
	}
	fail := func(line int, what string) (decoded, *Error) {
		return decoded{}, &Error{File: file, Line: line, What: what, Remedy: "Save it again as GCT, or delete its first two lines and save it as TSV."}
	}
	version := string(d.text[:4])
	text := d.text[firstLine(d.text):]
	counts := text[:firstLine(text)]
	text = text[len(counts):]
	wanted := 2
	if version == "#1.3" {
		wanted = 4
	}
	n, ok := gctCounts(counts, wanted)
	if !ok {
		return fail(2, fmt.Sprintf("the second line of a GCT file of version %s must have %d whole numbers; this one "+
			"is %q", version[1:], wanted, shorten(strings.TrimSpace(string(counts)))))
	}
	header := text[:firstLine(text)]
	body := text[len(header):]
	fields := strings.Split(strings.TrimRight(string(header), "\r\n"), "\t")
	before := 2 // the name and the description of a row
	skipped := 0
	if wanted == 4 {
		before = 1 + n[2]
	}
	if len(fields) != before+n[1] {
		return fail(3, fmt.Sprintf("the second line announces %d columns, %d with those before them, but the third "+
			"line names %d", n[1], before+n[1], len(fields)))
	}
	if wanted == 4 {
		for range n[3] {
			if len(body) == 0 {
				return fail(3, fmt.Sprintf("the second line announces %d rows that annotate columns, but the file "+
					"has fewer", n[3]))
			}
			end := firstLine(body)
			cells := strings.Split(strings.TrimRight(string(body[:end]), "\r\n"), "\t")
			body = body[end:]
			if len(cells) != before+n[1] {
				return fail(4+skipped, fmt.Sprintf("has %d cells, but the third line has %d", len(cells), before+n[1]))
			}
			skipped++
			d.across = append(d.across, across{cleanName(cells[0]), append([]string{""}, cells[1:]...)})
		}
	}
	if rows := filledLines(body); rows != n[0] {
		return fail(2, fmt.Sprintf("the second line announces %d rows, but the file has %d", n[0], rows))
	}
	for j := 1; j < before; j++ {
		d.annotations = append(d.annotations, j)
	}
	d.text = append(append(make([]byte, 0, len(header)+len(body)), header...), body...)
	d.separator, d.skipped = '\t', 2+skipped
	return d, nil
}

// gctCounts reads the whole numbers of the second line.
func gctCounts(line []byte, wanted int) (n []int, ok bool) {
	fields := strings.Fields(string(line))
	if len(fields) < wanted {
		return nil, false
	}
	for _, f := range fields[:wanted] {
		k, err := strconv.Atoi(f)
		if err != nil || k < 0 || k > MaxBytes {
			return nil, false
		}
		n = append(n, k)
	}
	return n, true
}

// gctMany reports whether a line begins with so many whole numbers, some of which are greater than any count.
func gctMany(line []byte, wanted int) bool {
	fields := strings.Fields(string(line))
	return len(fields) >= wanted && !slices.ContainsFunc(fields[:wanted], func(f string) bool { return strings.Trim(f, "0123456789") != "" })
}

// filledLines counts the lines that are not blank.
func filledLines(text []byte) int {
	n := 0
	for len(text) > 0 {
		end := firstLine(text)
		if len(bytes.TrimSpace(text[:end])) > 0 {
			n++
		}
		text = text[end:]
	}
	return n
}
