package read

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"example.org/espalier/inference/read/known"
)

// decoded is the table of a file as text, in UTF-8 without a byte order mark.
type decoded struct {
	text      []byte
	separator rune   // between the cells; 0 is guessed
	skipped   int    // lines of the file that stand before text
	encoding  string // of the file; "" where the format has no encoding of its own
	notes     []string
	// annotations are columns, numbered from 0, that the file says are none of the measured ones.
	annotations []int
	// across are annotations of the columns.
	across  []across
	samples known.Side // where the format has its observations
	sheets  []string   // of a workbook
	sheet   string     // the one that was read
	// named says that the first line names the columns and the first column the rows, links that the cells are links
	// between the rows. known says what a list of links holds, "" for other files.
	named, links bool
	known        string

	format  format
	packing string // "" for a plain file, or how it was compressed: "gzip", "ZIP"
}

// An across is an annotation of columns: values has one for each column of text, of whatever role.
type across struct {
	name   string
	values []string
}

// decode unpacks data and returns the table in it as text, or says why there is none.
func decode(file string, data []byte, o Options) (decoded, *Error) {
	fail := func(what, remedy string) (decoded, *Error) {
		return decoded{}, &Error{File: file, What: what, Remedy: remedy}
	}
	if len(data) == 0 {
		return fail("the file is empty", "Export the table again, as CSV with column names in the first row.")
	}
	content, packing, e := unpack(file, data)
	if e != nil {
		return decoded{}, e
	}
	if len(content) > MaxBytes {
		return fail("holds "+tooLarge(), smaller)
	}
	f := formatOf(content)
	d, e := f.text(file, content, o)
	if e != nil && e.Remedy == "" {
		e.Remedy = openAnother()
	}
	if e == nil && (f.has == nil || d.sheet != "") {
		d, e = d.linked(file, o)
	}
	d.format, d.packing = f, packing
	return d, e
}

// openAnother is the remedy where only another file helps.
func openAnother() string { return "Open a table saved as " + Titles() + "." }

// smaller is the remedy for what is too large.
const smaller = "Keep the rows or columns you need and save them as a smaller file."

// unpack returns the file that data holds, and how it was compressed, "" where it was not.
func unpack(file string, data []byte) (content []byte, packing string, e *Error) {
	content, zipped, e := gunzipped(file, data, MaxBytes)
	switch {
	case zipped:
		packing = "gzip"
	case archive(data):
		packing = "ZIP"
		content, e = unzip(file, data)
	}
	if e == nil && packing != "" && len(content) == 0 {
		e = &Error{File: file, What: "the compressed file is empty",
			Remedy: "Export the table again, as CSV with column names in the first row."}
	}
	return content, packing, e
}

// unpacking is the error of a compressed file that cannot be unpacked because of err.
func unpacking(file string, err error) *Error {
	if errors.Is(err, errTooLarge) {
		return &Error{File: file, What: "unpacks to " + tooLarge(), Remedy: "Keep the part you need and save it as a " +
			"smaller file."}
	}
	return &Error{File: file, What: "the compressed file is damaged or cut short",
		Remedy: "Copy or download it again, or unpack it first.", Err: err}
}

var errTooLarge = errors.New("too large")

func tooLarge() string {
	return fmt.Sprintf("more than %d MiB of text, which is the limit", MaxBytes>>20)
}

// gunzipped returns data, unpacked where it is gzipped, and reports whether it was. What has more than
// limit bytes is refused.
func gunzipped(file string, data []byte, limit int) (content []byte, zipped bool, e *Error) {
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, false, nil
	}
	content, err := gunzip(data, limit)
	if err != nil {
		return nil, true, unpacking(file, err)
	}
	return content, true, nil
}

// gunzip unpacks data. It returns errTooLarge as soon as it has more than limit bytes.
func gunzip(data []byte, limit int) ([]byte, error) {
	return unpackedFrom(func() (io.Reader, error) { return gzip.NewReader(bytes.NewReader(data)) }, limit)
}

// unpackedFrom returns what a packed file holds. open begins to unpack it, which is done twice: what it holds is
// counted first, so that no more memory is taken than it needs, and none for one of more than limit bytes, for which it
// returns errTooLarge.
func unpackedFrom(open func() (io.Reader, error), limit int) ([]byte, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	n, err := io.Copy(io.Discard, io.LimitReader(r, int64(limit)+1))
	switch {
	case err != nil:
		return nil, err
	case n > int64(limit):
		return nil, errTooLarge
	}
	if r, err = open(); err != nil {
		return nil, err
	}
	content := make([]byte, n)
	_, err = io.ReadFull(r, content)
	return content, err
}

// lineAt returns the number, from 1, of the line that contains the byte at the given offset.
func lineAt(text []byte, at int) int { return 1 + newlines(text[:at]) }

// newlines counts the line ends in text: LF, CRLF or a lone CR.
func newlines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	for {
		i := bytes.IndexByte(text, '\r')
		if i < 0 {
			return n
		}
		if i+1 == len(text) || text[i+1] != '\n' {
			n++
		}
		text = text[i+1:]
	}
}

func fromUTF16(b []byte, order binary.ByteOrder) []byte {
	out := make([]byte, 0, len(b)/2+16)
	for i := 0; i+1 < len(b); i += 2 {
		r := rune(order.Uint16(b[i:]))
		if utf16.IsSurrogate(r) {
			if i+3 < len(b) {
				if pair := utf16.DecodeRune(r, rune(order.Uint16(b[i+2:]))); pair != utf8.RuneError {
					out = utf8.AppendRune(out, pair)
					i += 2
					continue
				}
			}
			r = utf8.RuneError
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// windows1252 are the characters that Windows puts where Latin-1 has control codes.
var windows1252 = [32]rune{
	0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
	0x0152, 0x8d, 0x017d, 0x8f,
	0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
	0x0153, 0x9d, 0x017e, 0x0178,
}

// latin1Bytes returns how many bytes [fromLatin1] makes, at most.
func latin1Bytes(b []byte) int {
	n := len(b)
	for _, c := range b {
		switch {
		case c >= 0xa0:
			n++
		case c >= 0x80:
			n += 2
		}
	}
	return n
}

func fromLatin1(b []byte) []byte {
	out := make([]byte, 0, latin1Bytes(b))
	for _, c := range b {
		switch {
		case c < 0x80:
			out = append(out, c)
		case c < 0xa0:
			out = utf8.AppendRune(out, windows1252[c-0x80])
		default:
			out = utf8.AppendRune(out, rune(c))
		}
	}
	return out
}
