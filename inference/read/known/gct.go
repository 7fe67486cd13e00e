package known

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/words"
)

// GCT, the form of gene tables of the Broad Institute: two lines before a table separated by tabs.
// The second gives the numbers of rows and columns, in version 1.3 also those of the annotations of
// rows and of columns.
var gctForm = Form{Title: "GCT", Extensions: []string{"gct"}, Has: isGCT, Write: writeGCT,
	Media: Media{Type: "text/x-gct", Comment: "Table of gene expression (GCT)", Parent: "text/plain",
		Magic: []string{"#1.2", "#1.3"}}}

func isGCT(content []byte) bool {
	content = withoutMark(content)
	return bytes.HasPrefix(content, []byte("#1.2")) || bytes.HasPrefix(content, []byte("#1.3"))
}

// gctFault is at a line of the file.
func gctFault(line int, what string, a ...any) *Fault {
	return &Fault{line, fmt.Sprintf(what, a...), "Save it again as GCT, or delete its first two lines and save it as TSV."}
}

// writeGCT leaves out the lines before the table and, of version 1.3, takes the rows that annotate columns
// for what they are.
func writeGCT(whole []byte) (w Written, f *Fault) {
	version := string(whole[:4])
	text := whole[FirstLine(whole):]
	counts := text[:FirstLine(text)]
	text = text[len(counts):]
	wanted := 2
	if version == "#1.3" {
		wanted = 4
	}
	n, ok := WholeNumbers(counts, wanted)
	if !ok {
		return w, gctFault(2, "the second line of a GCT file of version %s must have %d whole numbers; this one is %q",
			version[1:], wanted, words.Shorten(strings.TrimSpace(string(counts))))
	}
	fields := cellsOf(text[:FirstLine(text)])
	trailing := len(fields) > 1 && fields[len(fields)-1] == "" // a tab ends every line, as some programs write it
	if trailing {
		fields = fields[:len(fields)-1]
	}
	before, names := 2, 0 // the name and the description of a row
	if wanted == 4 {
		before = 1 + n[2]
	} else if len(fields) != before+n[1] {
		before, names = gctBefore(fields, n[1])
	}
	if len(fields) != before+n[1] {
		return w, gctFault(3, "the second line announces %d columns, %d with those before them, but the third line names %d",
			n[1], before+n[1], len(fields))
	}
	body := text[FirstLine(text):]
	skipped := 0
	if wanted == 4 {
		for range n[3] {
			if len(body) == 0 {
				return w, gctFault(3, "the second line announces %d rows that annotate columns, but the file has fewer", n[3])
			}
			end := FirstLine(body)
			cells := cellsOf(body[:end])
			body = body[end:]
			if trailing && len(cells) == before+n[1]+1 {
				cells = cells[:len(cells)-1]
			}
			if len(cells) != before+n[1] {
				return w, gctFault(4+skipped, "has %d cells, but the third line has %d", len(cells), before+n[1])
			}
			skipped++
			w.Across = append(w.Across, Across{lineName(cells[0]), append([]string{""}, cells[1:]...)})
		}
	}
	if rows := filledLines(body); rows != n[0] {
		return w, gctFault(2, "the second line announces %d rows, but the file has %d", n[0], rows)
	}
	for j := 1; j < before; j++ {
		w.Annotations = append(w.Annotations, j)
	}
	w.Skipped = 2 + skipped
	header := text[:FirstLine(text)]
	if trailing || names > 0 {
		w.Text = gctRows(append(slices.Clone(header), body...), names, trailing)
		return w, nil
	}
	w.Text = append(append(make([]byte, 0, len(header)+len(body)), header...), body...)
	return w, nil
}

// gctBefore returns how many columns stand before n of samples where they are not the usual two, and which of them
// names the rows: some programs put numbers before the names, or leave out the description.
func gctBefore(fields []string, n int) (before, names int) {
	description := slices.IndexFunc(fields, func(s string) bool { return strings.EqualFold(s, "description") })
	names = max(0, slices.IndexFunc(fields, func(s string) bool { return strings.EqualFold(s, "name") }))
	switch {
	case description < 0 && len(fields) == 1+n:
		return 1, 0
	case description >= 0 && len(fields) == description+1+n:
		return description + 1, names
	}
	return 2, 0
}

// gctRows writes lines again, with the column of names first, and without the tab at the end of each.
func gctRows(text []byte, names int, trailing bool) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		end := FirstLine(text)
		line := bytes.TrimRight(text[:end], "\r\n")
		text = text[end:]
		if trailing {
			line = bytes.TrimSuffix(line, []byte("\t"))
		}
		cells := bytes.Split(line, []byte("\t"))
		if names > 0 && names < len(cells) {
			name := cells[names]
			cells = slices.Insert(slices.Delete(cells, names, names+1), 0, name)
		}
		out = append(append(out, bytes.Join(cells, []byte("\t"))...), '\n')
	}
	return out
}

// most limits the counts of a file.
const most = 512 << 20

// WholeNumbers reads the whole numbers that a line begins with; ok is false where these are fewer than wanted.
func WholeNumbers(line []byte, wanted int) (n []int, ok bool) {
	fields := strings.Fields(string(line))
	if len(fields) < wanted {
		return nil, false
	}
	for _, f := range fields[:wanted] {
		k, err := strconv.Atoi(f)
		if err != nil || k < 0 || k > most {
			return nil, false
		}
		n = append(n, k)
	}
	return n, true
}

// filledLines counts the lines that are not blank.
func filledLines(text []byte) int {
	n := 0
	for len(text) > 0 {
		end := FirstLine(text)
		if len(bytes.TrimSpace(text[:end])) > 0 {
			n++
		}
		text = text[end:]
	}
	return n
}
