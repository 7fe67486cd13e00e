package read

import (
	"bytes"
	"fmt"
	"strings"
)

// A series matrix of the Gene Expression Omnibus: lines that begin with "!" tell of the series and, with one cell for each
// sample, of the samples; the table stands between two of them.
var seriesFormat = format{Title: "GEO series matrix", Extensions: []string{"series_matrix.txt"}, has: isSeries, text: seriesText}

const (
	seriesBegin = "!series_matrix_table_begin"
	seriesEnd   = "!series_matrix_table_end"
	samplePart  = "!Sample_"
)

// mostSeriesHead limits how far into a file its table is looked for before it is taken for one.
const mostSeriesHead = 1 << 20

func isSeries(content []byte) bool {
	content = bytes.TrimPrefix(content, []byte{0xef, 0xbb, 0xbf})
	head := content[:min(len(content), mostSeriesHead)]
	return (bytes.HasPrefix(head, []byte("!Series_")) || bytes.HasPrefix(head, []byte(samplePart))) && bytes.Contains(head, []byte(seriesBegin))
}

// seriesText takes what is told of the samples for annotations of the columns, and the rest of the lines for comments.
func seriesText(file string, content []byte, o Options) (decoded, *Error) {
	d, e := plainText(file, content, o)
	if e != nil {
		return d, e
	}
	text, platform := d.text, ""
	var told [][]string // of the samples, the name of each first
	begun := false
	for len(text) > 0 && !begun {
		end := firstLine(text)
		cells, whole := seriesCells(text)
		if whole > end { // a quoted cell holds line ends
			end = whole
		}
		d.skipped += newlines(text[:end])
		text = text[end:]
		if len(cells) == 0 {
			continue
		}
		switch name := cells[0]; {
		case strings.EqualFold(name, seriesBegin):
			begun = true
		case strings.HasPrefix(name, samplePart) && len(cells) > 1:
			told = append(told, append([]string{strings.TrimPrefix(name, samplePart)}, cells[1:]...))
		case name == "!Series_platform_id" && len(cells) > 1:
			platform = cells[1]
		}
	}
	if at := bytes.LastIndex(text, []byte(seriesEnd)); at == 0 || at > 0 && text[at-1] == '\n' {
		text = text[:at]
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return decoded{}, &Error{File: file, Line: d.skipped + 1, What: "the table of this series is empty: its measurements are in supplementary files",
			Remedy: "Download the supplementary file of the series and open that."}
	}
	header, _ := seriesCells(text)
	d.across = seriesAcross(told, header)
	if platform != "" {
		d.notes = append(d.notes, fmt.Sprintf("Measured on platform %s: rows are its probes.", platform))
	}
	d.text, d.separator = text, '\t'
	return d, nil
}

// seriesCells returns the cells of the first record of text and its length.
func seriesCells(text []byte) (cells []string, length int) {
	s := newScanner(text, '\t')
	fields, _, fault := s.next()
	if fault != nil {
		line := firstLine(text)
		return strings.Split(strings.TrimRight(string(text[:line]), "\r\n"), "\t"), line
	}
	for _, f := range fields {
		cells = append(cells, string(f))
	}
	return cells, s.at
}

// seriesAcross makes annotations of what is told of the samples. What is the same of all samples is left out. A cell such as
// "tissue: tumor" of the characteristics names its annotation.
func seriesAcross(told [][]string, header []string) (list []across) {
	samples := max(0, len(header)-1)
	taken := map[string]bool{}
	add := func(name string, values []string) {
		base := name
		for k := 2; taken[name]; k++ {
			name = fmt.Sprintf("%s %d", base, k)
		}
		taken[name] = true
		list = append(list, across{name, append([]string{""}, values...)})
	}
	// Samples may differ in which line tells what of them, so the characteristics are gathered by their names.
	byName, order := map[string][]string{}, []string{}
	for _, line := range told {
		name, values := strings.ReplaceAll(line[0], "_", " "), line[1:]
		if len(values) != samples {
			continue
		}
		if !strings.HasPrefix(name, "characteristics") {
			if !same(values) {
				add(name, values)
			}
			continue
		}
		for i, v := range values {
			key, value, ok := strings.Cut(v, ":")
			if key = strings.TrimSpace(key); !ok || len(key) > 60 {
				key, value = name, v
			}
			if value = strings.TrimSpace(value); value == "" {
				continue
			}
			if byName[key] == nil {
				byName[key] = make([]string, samples)
				order = append(order, key)
			}
			if byName[key][i] == "" {
				byName[key][i] = value
			}
		}
	}
	for _, key := range order {
		if !same(byName[key]) {
			add(key, byName[key])
		}
	}
	return list
}

func same(values []string) bool {
	for _, v := range values {
		if v != values[0] {
			return false
		}
	}
	return true
}
