package read

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"example.org/espalier/inference/read/known"
)

// Text is read alike whatever its extension: what separates the cells is guessed, since many files
// called .csv are separated by tabs or semicolons.
var (
	csvFormat  = format{Title: "CSV", Extensions: []string{"csv"}, Media: Media{Type: "text/csv"}, text: plainText}
	tsvFormat  = format{Title: "TSV", Extensions: []string{"tsv", "tab"}, Media: Media{Type: "text/tab-separated-values"}, text: plainText}
	textFormat = format{Title: "text", Extensions: []string{"txt", "dat"}, text: plainText}
)

// plainText decodes text of any encoding that is read, or says why content is not text.
func plainText(file string, content []byte, o Options) (decoded, *Error) {
	if what, remedy := notTable(content); what != "" {
		return decoded{}, &Error{File: file, What: what, Remedy: remedy}
	}
	d, e := decodedText(file, content)
	if e != nil || o.AsIs {
		return d, e
	}
	if what, remedy := known.Refused(d.text); what != "" {
		return decoded{}, &Error{File: file, What: what, Remedy: remedy}
	}
	return d, nil
}

// decodedText decodes text of any encoding that is read.
func decodedText(file string, content []byte) (decoded, *Error) {
	d := decoded{text: content, encoding: "UTF-8"}
	fail := func(what, remedy string) (decoded, *Error) {
		return decoded{}, &Error{File: file, What: what, Remedy: remedy}
	}
	switch {
	case bytes.HasPrefix(d.text, []byte{0xef, 0xbb, 0xbf}):
		d.text = d.text[3:]
	case bytes.HasPrefix(d.text, []byte{0xff, 0xfe}):
		d.text, d.encoding = fromUTF16(d.text[2:], binary.LittleEndian), "UTF-16 (little endian)"
	case bytes.HasPrefix(d.text, []byte{0xfe, 0xff}):
		d.text, d.encoding = fromUTF16(d.text[2:], binary.BigEndian), "UTF-16 (big endian)"
	}
	if len(d.text) > MaxBytes {
		return fail("holds "+tooLarge(), smaller)
	}
	if line := longLine(d.text); line > 0 {
		return decoded{}, &Error{File: file, Line: line, What: fmt.Sprintf("has a line of more than %d MiB", mostHead>>20), Remedy: "Export the table again, with a line for each row."}
	}
	d.text = bytes.TrimRight(d.text, "\x1a") // the end mark of old DOS programs
	if at := bytes.IndexByte(d.text, 0); at >= 0 {
		return decoded{}, zeroByte(file, lineAt(d.text, at))
	}
	if at := controls(d.text); at >= 0 {
		return decoded{}, &Error{File: file, Line: lineAt(d.text, at), What: "the file is not text: it contains many " +
			"control characters",
			Remedy: "Open it in the program that wrote it and save it as CSV (UTF-8)."}
	}
	if !utf8.Valid(d.text) {
		line := lineAt(d.text, firstInvalid(d.text))
		if latin1Bytes(d.text) > MaxBytes {
			return fail("holds "+tooLarge(), smaller)
		}
		d.text, d.encoding = fromLatin1(d.text), "Latin-1"
		d.notes = append(d.notes, latinNote(line))
	}
	if len(bytes.TrimSpace(d.text)) == 0 {
		return fail("the file contains only blanks", "Export the table again, as CSV with column names in the first row.")
	}
	return d, nil
}

// longLine returns the number, from 1, of the first line that is longer than a line may be; 0 for none.
func longLine(text []byte) int {
	for at, line := 0, 1; len(text)-at > mostHead; line++ {
		end := firstLine(text[at:])
		if end > mostHead {
			return line
		}
		at += end
	}
	return 0
}

func zeroByte(file string, line int) *Error {
	return &Error{File: file, Line: line, What: "the file is not text: it contains a zero byte",
		Remedy: "Open it in the program that wrote it and save it as CSV (UTF-8)."}
}

func latinNote(line int) string {
	return fmt.Sprintf("Line %d is not UTF-8, so the file was read as Latin-1; check letters with accents, or save it as UTF-8.", line)
}
