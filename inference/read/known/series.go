package known

import (
	"bytes"
	"fmt"
	"strings"
)

// A series matrix of the Gene Expression Omnibus: lines that begin with "!" tell of the series and, with one cell for
// each sample, of the samples; the table stands between two of them.
var seriesForm = Form{Title: "GEO series matrix", Extensions: []string{"series_matrix.txt"},
	Has: isSeries, Write: writeSeries}

const (
	seriesBegin = "!series_matrix_table_begin"
	seriesEnd   = "!series_matrix_table_end"
	samplePart  = "!Sample_"
)

// mostSeriesHead limits how far into a file its table is looked for before it is taken for one.
const mostSeriesHead = 1 << 20

func isSeries(content []byte) bool {
	content = withoutMark(content)
	head := content[:min(len(content), mostSeriesHead)]
	return (bytes.HasPrefix(head, []byte("!Series_")) || bytes.HasPrefix(head, []byte(samplePart))) &&
		bytes.Contains(head, []byte(seriesBegin))
}

// writeSeries takes what is told of the samples for annotations of the columns, and the rest of the lines for comments.
func writeSeries(text []byte) (w Written, f *Fault) {
	platform := ""
	var told [][]string // of the samples, the name of each first
	begun := false
	for len(text) > 0 && !begun {
		end := FirstLine(text)
		cells, whole := seriesCells(text)
		if whole > end { // a quoted cell holds line ends
			end = whole
		}
		w.Skipped += lineEnds(text[:end])
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
	header, length := seriesCells(text)
	if len(bytes.TrimSpace(text[length:])) == 0 { // at most the names of the samples
		return w,
			&Fault{Line: w.Skipped + 1, What: "the table of this series is empty: its measurements are in supplementary files",
				Remedy: "Download the supplementary file of the series and open that."}
	}
	w.Across = seriesAcross(told, header)
	if platform != "" {
		w.Notes = append(w.Notes, fmt.Sprintf("Measured on platform %s: rows are its probes.", platform))
	}
	w.Text, w.Samples = text, InColumns
	return w, nil
}

// seriesCells returns the cells of the first record of text and its length. Quotation marks may enclose tabs and ends
// of lines.
func seriesCells(text []byte) (cells []string, length int) {
	line := FirstLine(text)
	if bytes.IndexByte(text[:line], '"') < 0 {
		return cellsOf(text[:line]), line
	}
	text = text[:max(line, min(len(text), mostSeriesRecord))]
	for at := 0; at < len(text); {
		if text[at] != '"' {
			end := at + FirstLine(text[at:])
			if tab := bytes.IndexByte(text[at:end], '\t'); tab >= 0 {
				cells = append(cells, string(text[at:at+tab]))
				at += tab + 1
				continue
			}
			return append(cells, strings.TrimRight(string(text[at:end]), "\r\n")), end
		}
		var cell []byte
		for at++; ; at++ {
			quote := bytes.IndexByte(text[at:], '"')
			if quote < 0 { // never closed
				return cellsOf(text[:line]), line
			}
			cell = append(cell, text[at:at+quote]...)
			if at += quote; at+1 == len(text) || text[at+1] != '"' {
				break
			}
			cell = append(cell, '"')
			at++
		}
		cells = append(cells, string(bytes.TrimSpace(cell)))
		rest := at + 1 + FirstLine(text[at+1:])
		tab := bytes.IndexByte(text[at+1:rest], '\t')
		if tab < 0 {
			return cells, rest
		}
		at += 1 + tab + 1
	}
	return cells, len(text)
}

// mostSeriesRecord is how long a record may be whose quoted cells hold ends of lines.
const mostSeriesRecord = 1 << 20

// lineEnds counts the line ends in text: LF, CRLF or a lone CR.
func lineEnds(text []byte) (n int) {
	for len(text) > 0 {
		end := FirstLine(text)
		if text[end-1] == '\n' || text[end-1] == '\r' {
			n++
		}
		text = text[end:]
	}
	return n
}

// seriesAcross makes annotations of what is told of the samples. What is the same of all samples is left out. A cell
// such as "tissue: tumor" of the characteristics names its annotation.
func seriesAcross(told [][]string, header []string) (list []Across) {
	samples := max(0, len(header)-1)
	taken := map[string]bool{}
	add := func(name string, values []string) {
		base := name
		for k := 2; taken[name]; k++ {
			name = fmt.Sprintf("%s %d", base, k)
		}
		taken[name] = true
		list = append(list, Across{name, append([]string{""}, values...)})
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
