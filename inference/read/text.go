package read

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"example.org/espalier/inference/read/encoding"
	"example.org/espalier/inference/read/known"
)

// Text is read alike whatever its extension: what separates the cells is guessed, since many files
// called .csv are separated by tabs or semicolons.
var (
	csvFormat = format{Title: "CSV", Extensions: []string{"csv"}, Media: Media{Type: "text/csv"}, text: plainText}
	tsvFormat = format{Title: "TSV", Extensions: []string{"tsv", "tab"},
		Media: Media{Type: "text/tab-separated-values"}, text: plainText}
	textFormat = format{Title: "text", Extensions: []string{"txt", "dat"}, text: plainText}
)

// plainText decodes text of any encoding that is read, or says why content is not text.
func plainText(file string, content []byte, o Options) (decoded, *Error) {
	if _, wide := encoding.WithoutMark(content); !wide && o.Encoding == "" {
		if what, remedy := notTable(content); what != "" {
			return decoded{}, &Error{File: file, What: what, Remedy: remedy}
		}
	}
	d, e := decodedText(file, content, o)
	if e != nil || o.AsIs {
		return d, e
	}
	if what, remedy := known.Refused(file, d.text); what != "" {
		return decoded{}, &Error{File: file, What: what, Remedy: remedy}
	}
	return d, nil
}

// decodedText decodes text of any encoding that is read.
func decodedText(file string, content []byte, o Options) (decoded, *Error) {
	d := decoded{text: content, encoding: "UTF-8"}
	fail := func(what, remedy string) (decoded, *Error) {
		return decoded{}, &Error{File: file, What: what, Remedy: remedy}
	}
	if len(content) > MaxBytes {
		return fail("holds "+tooLarge(), smaller)
	}
	wide, unmarked := encoding.WithoutMark(content)
	switch {
	case bytes.HasPrefix(d.text, []byte{0xef, 0xbb, 0xbf}):
		d.text = d.text[3:]
	case o.Encoding != "" && o.Encoding != encoding.UTF8:
		d.text, d.encoding = encoding.Decode(content, o.Encoding), encoding.Title(o.Encoding)
	case bytes.HasPrefix(d.text, []byte{0xff, 0xfe}):
		d.text, d.encoding = fromUTF16(d.text[2:], binary.LittleEndian), "UTF-16 (little endian)"
	case bytes.HasPrefix(d.text, []byte{0xfe, 0xff}):
		d.text, d.encoding = fromUTF16(d.text[2:], binary.BigEndian), "UTF-16 (big endian)"
	case unmarked:
		d.text, d.encoding = encoding.Decode(content, wide), encoding.Title(wide)
		d.notes = append(d.notes, "The file was read as "+encoding.Title(wide)+", although no mark at its "+
			"beginning says so.")
	}
	if len(d.text) > MaxBytes {
		return fail("holds "+tooLarge(), smaller)
	}
	if line := longLine(d.text); line > 0 {
		return decoded{}, &Error{File: file, Line: line, What: fmt.Sprintf("has a line of more than %d MiB", mostHead>>20),
			Remedy: "Export the table again, with a line for each row."}
	}
	d.text = bytes.TrimRight(d.text, "\x1a") // the end mark of old DOS programs
	if at := bytes.IndexByte(d.text, 0); at >= 0 {
		return decoded{}, zeroByte(file, lineAt(d.text, at))
	}
	if at := encoding.Controls(d.text); at >= 0 {
		return decoded{}, &Error{File: file, Line: lineAt(d.text, at), What: "the file is not text: it contains many " +
			"control characters",
			Remedy: "Open it in the program that wrote it and save it as CSV (UTF-8)."}
	}
	if !utf8.Valid(d.text) {
		line := lineAt(d.text, encoding.FirstInvalid(d.text))
		if latin1Bytes(d.text) > MaxBytes {
			return fail("holds "+tooLarge(), smaller)
		}
		name := Latin
		if o.Encoding == "" {
			name = encoding.Guess(d.text)
		}
		d.text, d.encoding = decodedAs(d.text, name), titleOf(name)
		d.notes = append(d.notes, otherNote(line, name))
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

// Latin is the encoding of texts that are no UTF-8 and seem to have no other.
const Latin = encoding.Windows1252

// titleOf returns the name of an encoding for people.
func titleOf(name string) string {
	if name == Latin {
		return "Latin-1"
	}
	return encoding.Title(name)
}

// decodedAs is encoding.Decode. Latin keeps the control characters that Windows has no sign for.
func decodedAs(text []byte, name string) []byte {
	if name == Latin {
		return fromLatin1(text)
	}
	return encoding.Decode(text, name)
}

func otherNote(line int, name string) string {
	return fmt.Sprintf(
		"Line %d is not UTF-8, so the file was read as %s; check letters with accents, choose another encoding (Encoding, or --encoding), or save it as UTF-8.",
		line, titleOf(name))
}
