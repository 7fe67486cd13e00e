package known

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/words"
)

// ARFF, the form of Weka: attributes with their types above the rows, which may be sparse.
var arffForm = Form{Title: "ARFF", Extensions: []string{"arff"}, Has: isARFF, Write: writeARFF}

// isARFF wants @relation or @attribute as the first word that is no comment.
func isARFF(content []byte) bool {
	for text := withoutMark(content[:min(len(content), 1<<20)]); len(text) > 0; {
		end := FirstLine(text)
		line := bytes.ToLower(bytes.TrimSpace(text[:end]))
		text = text[end:]
		if len(line) == 0 || line[0] == '%' {
			continue
		}
		return bytes.HasPrefix(line, []byte("@relation")) || bytes.HasPrefix(line, []byte("@attribute "))
	}
	return false
}

// An attribute is a column of an ARFF file.
type attribute struct {
	name    string
	numeric bool
	zero    string // what a sparse row leaves out
}

const mostAttributes = 1 << 20

// writeARFF reads the attributes and the rows. Those of numbers are measured, the others describe the rows.
func writeARFF(text []byte) (w Written, f *Fault) {
	var attributes []attribute
	line := 0
	fault := func(format string, a ...any) (Written, *Fault) {
		return Written{}, &Fault{line, fmt.Sprintf(format, a...), "Correct the line, or save the table as CSV."}
	}
	for data := false; !data; {
		if len(text) == 0 {
			return fault("the ARFF file has no @data")
		}
		end := FirstLine(text)
		s := strings.TrimSpace(string(text[:end]))
		text = text[end:]
		line++
		word, rest, _ := strings.Cut(strings.ReplaceAll(s, "\t", " "), " ")
		switch strings.ToLower(word) {
		case "@attribute":
			a, ok := attributeOf(strings.TrimSpace(rest))
			if !ok || len(attributes) == mostAttributes {
				return fault("the attribute %q has no name or no type", words.Shorten(rest))
			}
			attributes = append(attributes, a)
		case "@data":
			data = true
		}
	}
	if len(attributes) == 0 {
		return fault("the ARFF file has no attributes")
	}
	w.Skipped = line - 1 // the line of @data is the header
	header := make([]string, len(attributes))
	for j, a := range attributes {
		header[j] = a.name
		if !a.numeric {
			w.Annotations = append(w.Annotations, j)
		}
	}
	if id := slices.IndexFunc(attributes, func(a attribute) bool { return !a.numeric }); id == 0 &&
		identifiesRows(attributes[0].name) {
		w.Annotations = w.Annotations[1:]
	}
	w.Text = appendRow(nil, header)
	for len(text) > 0 {
		end := FirstLine(text)
		s := strings.TrimSpace(string(text[:end]))
		text = text[end:]
		line++
		if s == "" || s[0] == '%' {
			w.Text = append(w.Text, '\n') // a blank line keeps the count of lines
			continue
		}
		cells, what := arffRow(s, attributes)
		if what != "" {
			return fault("%s", what)
		}
		w.Text = appendRow(w.Text, cells)
		if len(w.Text) > most {
			return fault("the table holds more than %d MiB of text, which is the limit", most>>20)
		}
	}
	w.Notes = append(w.Notes, fmt.Sprintf("Read as ARFF of %d attributes, %d of them numbers.", len(attributes),
		len(attributes)-countAbout(attributes)))
	return w, nil
}

func countAbout(attributes []attribute) (n int) {
	for _, a := range attributes {
		n += truth(!a.numeric)
	}
	return n
}

// identifiesRows reports whether an attribute of words may name the rows.
func identifiesRows(name string) bool {
	switch plain(name) {
	case "id", "name", "instance", "instancename", "sample", "animal", "object":
		return true
	}
	return strings.HasSuffix(plain(name), "id") || strings.HasSuffix(plain(name), "name")
}

// attributeOf reads a name, which may be quoted, and a type: numeric, real, integer, string, date, or {levels}.
func attributeOf(s string) (a attribute, ok bool) {
	words, rest := arffWord(s)
	a.name = words
	kind := strings.TrimSpace(rest)
	if a.name == "" || kind == "" {
		return a, false
	}
	word, _, _ := strings.Cut(strings.ToLower(kind), " ")
	switch word {
	case "numeric", "real", "integer":
		a.numeric, a.zero = true, "0"
		return a, true
	}
	if kind[0] != '{' {
		return a, true
	}
	levels := arffCells(strings.TrimSuffix(kind[1:], "}"))
	if len(levels) > 0 {
		a.zero = levels[0] // a sparse row leaves out the first level
	}
	// Levels 0 and 1 are a measurement as good as any.
	a.numeric = len(levels) == 2 && slices.Contains(levels, "0") && slices.Contains(levels, "1")
	return a, true
}

// arffWord returns the first word, without its quotation marks, and what follows it.
func arffWord(s string) (word, rest string) {
	if s == "" {
		return "", ""
	}
	if q := s[0]; q == '\'' || q == '"' {
		var b []byte
		for i := 1; i < len(s); i++ {
			switch {
			case s[i] == '\\' && i+1 < len(s):
				i++
				b = append(b, s[i])
			case s[i] == q:
				return string(b), s[i+1:]
			default:
				b = append(b, s[i])
			}
		}
		return string(b), ""
	}
	if i := strings.IndexAny(s, " \t{"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// arffCells splits a line at commas, or at tabs where it has none, outside quotation marks.
func arffCells(s string) (cells []string) {
	sign := byte(',')
	if !strings.ContainsRune(s, ',') && strings.ContainsRune(s, '\t') {
		sign = '\t'
	}
	for s = strings.TrimSpace(s); ; {
		s = strings.TrimLeft(s, " ")
		var cell string
		if s != "" && (s[0] == '\'' || s[0] == '"') {
			cell, s = arffWord(s)
			if at := strings.IndexByte(s, sign); at >= 0 {
				s = s[at:]
			} else {
				s = ""
			}
		} else if at := strings.IndexByte(s, sign); at >= 0 {
			cell, s = strings.TrimSpace(s[:at]), s[at:]
		} else {
			cell, s = strings.TrimSpace(s), ""
		}
		cells = append(cells, cell)
		if s == "" {
			return cells
		}
		s = s[1:]
	}
}

// arffRow returns the cells of a row, sparse or not; what says what is wrong with it.
func arffRow(s string, attributes []attribute) (cells []string, what string) {
	if s[0] != '{' {
		cells = arffCells(s)
		if n := len(cells); n == len(attributes)+1 && strings.HasPrefix(cells[n-1], "{") { // the weight of the row
			cells = cells[:n-1]
		}
		if len(cells) != len(attributes) {
			return nil, fmt.Sprintf("has %d cells where there are %d attributes", len(cells), len(attributes))
		}
		return cells, ""
	}
	inside, _, _ := strings.Cut(s[1:], "}")
	cells = make([]string, len(attributes))
	for j, a := range attributes {
		cells[j] = a.zero
	}
	if strings.TrimSpace(inside) == "" {
		return cells, ""
	}
	for _, entry := range strings.Split(inside, ",") {
		entry = strings.TrimSpace(entry)
		place, value, _ := strings.Cut(strings.ReplaceAll(entry, "\t", " "), " ")
		j, err := strconv.Atoi(place)
		if err != nil || j < 0 || j >= len(attributes) {
			return nil, fmt.Sprintf("%q is no entry of a sparse row of %d attributes", words.Shorten(entry),
				len(attributes))
		}
		cells[j], _ = arffWord(strings.TrimSpace(value))
	}
	return cells, ""
}
