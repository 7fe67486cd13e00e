// Package safe makes text from outside, such as names in files, messages of other programs and files in a shared
// folder, safe to print: it cannot move the cursor of a terminal, colour it, ring, hide itself or begin a line.
package safe

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns a text on one line: line ends, tabs and whatever else steers a terminal are written as in Go, such as
// \n and \u202e; a byte that is no UTF-8 as \xff.
func Line(text string) string { return escaped(text, false) }

// Text is [Line] of a text of several lines. Those after the first are indented, so that none can pass for a message of
// its own.
func Text(text string) string {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	for i, l := range lines {
		if lines[i] = escaped(l, true); i > 0 && l != "" && !strings.HasPrefix(l, "  ") {
			lines[i] = "  " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// Words returns the arguments of [fmt.Fprintf] with each text, error and list of texts as by [Line].
func Words(arguments []any) []any {
	out := make([]any, len(arguments))
	for i, a := range arguments {
		switch x := a.(type) {
		case string:
			out[i] = Line(x)
		case error:
			out[i] = Line(x.Error())
		case fmt.Stringer:
			out[i] = Line(x.String())
		case []string:
			lines := make([]string, len(x))
			for j, s := range x {
				lines[j] = Line(s)
			}
			out[i] = lines
		default:
			if out[i] = a; reflect.ValueOf(a).Kind() == reflect.String {
				out[i] = Line(reflect.ValueOf(a).String())
			}
		}
	}
	return out
}

// Steers reports whether a character is invisible and controls a terminal or a reader of text: control characters, line
// and paragraph separators, and those that turn the direction of writing or are invisible. Joiners, which letters of
// some languages need, and hyphens that show only at the end of a line are allowed.
func Steers(r rune) bool {
	const joiner, nonJoiner, softHyphen = '\u200d', '\u200c', '\u00ad'
	return r != joiner && r != nonJoiner && r != softHyphen && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl,
		unicode.Zp)
}

func escaped(text string, tabs bool) string {
	odd := func(r rune) bool { return (Steers(r) || isByte(r)) && !(tabs && r == '\t') }
	if utf8.ValidString(text) && !strings.ContainsFunc(text, odd) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case isByte(r):
			fmt.Fprintf(&b, `\x%02x`, r-byteAsRune)
		case !odd(r):
			b.WriteString(text[:size])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[size:]
	}
	return b.String()
}

// JSON returns JSON in which each character that [Steers] is escaped within its string, so that it means the same.
func JSON(text []byte) []byte {
	odd := func(r rune) bool { return Steers(r) && r != '\n' && r != '\r' && r != '\t' }
	if !strings.ContainsFunc(string(text), odd) {
		return text
	}
	out := make([]byte, 0, len(text)+64)
	for _, r := range string(text) {
		switch {
		case !odd(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff: // as a pair of surrogates
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// byteAsRune begins the characters, which no font has, that stand for bytes in a [Name].
const byteAsRune = 0x10ff00

// Name returns the path of a file, which may be any bytes, as text in UTF-8. [Path] undoes it.
func Name(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	var b strings.Builder
	for len(path) > 0 {
		r, size := utf8.DecodeRuneInString(path)
		if r == utf8.RuneError && size == 1 {
			r = byteAsRune + rune(path[0])
		}
		b.WriteRune(r)
		path = path[size:]
	}
	return b.String()
}

// Path returns the path that [Name] made a text of.
func Path(name string) string {
	if !strings.ContainsFunc(name, isByte) {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		if isByte(r) {
			b.WriteByte(byte(r - byteAsRune))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isByte reports whether a character stands for a byte. Those below 0x80 are text by themselves.
func isByte(r rune) bool { return r >= byteAsRune+0x80 && r <= byteAsRune+0xff }
