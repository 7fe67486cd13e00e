// Package encoding turns text of other encodings than UTF-8 into UTF-8, and guesses which one a text has.
package encoding

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// The names of encodings that are guessed.
const (
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
	Windows1251 = "windows-1251"
	KOI8R       = "koi8-r"
	Macintosh   = "macintosh"
	ShiftJIS    = "shift-jis"
)

// A form is an encoding with its name for people.
type form struct {
	name, title string
	single      bool // each byte is a character
	form        encoding.Encoding
}

var forms = []form{
	{UTF8, "UTF-8", false, unicode.UTF8},
	{Windows1252, "Latin-1 (Western, Windows-1252)", true, charmap.Windows1252},
	{"iso-8859-15", "Latin-9 (Western with €)", true, charmap.ISO8859_15},
	{Macintosh, "Mac Roman (Western)", true, charmap.Macintosh},
	{"windows-1250", "Windows-1250 (Central European)", true, charmap.Windows1250},
	{"iso-8859-2", "Latin-2 (Central European)", true, charmap.ISO8859_2},
	{Windows1251, "Windows-1251 (Cyrillic)", true, charmap.Windows1251},
	{KOI8R, "KOI8-R (Cyrillic)", true, charmap.KOI8R},
	{"windows-1253", "Windows-1253 (Greek)", true, charmap.Windows1253},
	{"windows-1254", "Windows-1254 (Turkish)", true, charmap.Windows1254},
	{ShiftJIS, "Shift-JIS (Japanese)", false, japanese.ShiftJIS},
	{"euc-jp", "EUC-JP (Japanese)", false, japanese.EUCJP},
	{"gb18030", "GB 18030 (Chinese)", false, simplifiedchinese.GB18030},
	{"big5", "Big5 (Chinese)", false, traditionalchinese.Big5},
	{"euc-kr", "EUC-KR (Korean)", false, korean.EUCKR},
	{UTF16LE, "UTF-16 (little endian)", false, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{UTF16BE, "UTF-16 (big endian)", false, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
}

// Names are those of all encodings.
func Names() (names []string) {
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

// Title returns the name of an encoding for people.
func Title(name string) string {
	if f, ok := find(name); ok {
		return f.title
	}
	return name
}

// Single reports whether each byte of an encoding is a character, so that a text can be cut anywhere.
func Single(name string) bool {
	f, _ := find(name)
	return f.single
}

func find(name string) (form, bool) {
	i := slices.IndexFunc(forms, func(f form) bool { return f.name == name })
	if i < 0 {
		return form{}, false
	}
	return forms[i], true
}

// others are further names of encodings.
var others = map[string]string{
	"utf8": UTF8, "utf16": UTF16LE, "utf16le": UTF16LE, "utf16be": UTF16BE, "latin1": Windows1252, "iso88591": Windows1252,
	"cp1252": Windows1252, "ansi": Windows1252, "cp1251": Windows1251,
	"mac": Macintosh, "macroman": Macintosh, "sjis": ShiftJIS, "cp932": ShiftJIS, "windows31j": ShiftJIS, "gbk": "gb18030",
	"gb2312": "gb18030", "latin2": "iso-8859-2", "latin9": "iso-8859-15", "cp1250": "windows-1250",
	"cp1253": "windows-1253", "cp1254": "windows-1254", "cp949": "euc-kr", "koi8": KOI8R,
}

// Of returns the name of an encoding that people may write in several ways; "" is none.
func Of(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	bare := func(s string) string {
		return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
	}
	for _, f := range forms {
		if bare(f.name) == bare(name) {
			return f.name, nil
		}
	}
	if same, ok := others[bare(name)]; ok {
		return same, nil
	}
	return "", fmt.Errorf("there is no encoding %q; choose one of %s", name, strings.Join(Names(), ", "))
}

// Decode returns text of an encoding in UTF-8. What the encoding lacks becomes U+FFFD. It panics on an unknown name.
func Decode(text []byte, name string) []byte {
	f, ok := find(name)
	if !ok {
		panic("encoding: unknown encoding " + name)
	}
	out, err := f.form.NewDecoder().Bytes(text)
	if err != nil { // no decoder of these fails
		return []byte(strings.ToValidUTF8(string(text), "\ufffd"))
	}
	return out
}

// WithoutMark guesses whether a text is UTF-16 without a byte order mark: nearly every second byte of plain text is
// zero.
func WithoutMark(text []byte) (name string, ok bool) {
	head := text[:min(len(text), 1<<14)]
	if len(head) < 4 || len(text)%2 != 0 {
		return "", false
	}
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	half := len(head) / 2
	switch {
	case zeros[1] > half/2 && zeros[0]*20 <= zeros[1]:
		return UTF16LE, true
	case zeros[0] > half/2 && zeros[1]*20 <= zeros[0]:
		return UTF16BE, true
	}
	return "", false
}

// Guess returns the encoding that a text in no UTF seems to have: Shift-JIS if all of it is that and some is kana or
// kanji; Cyrillic if letters beyond ASCII stand in rows; Mac Roman if letters within words are those that Windows has
// signs for; else Windows-1252.
func Guess(text []byte) string {
	if utf8.Valid(text) {
		return UTF8
	}
	if isShiftJIS(text) {
		return ShiftJIS
	}
	letter := func(i int) bool { return i >= 0 && i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z') }
	high := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= 0xc0 }
	highs, inRows, upper, mac, windows := 0, 0, 0, 0, 0
	for i, c := range text {
		switch {
		case c < 0x80:
		case c >= 0xc0:
			highs++
			if high(i-1) || high(i+1) {
				inRows++
			}
			if c < 0xe0 {
				upper++
			}
			if letter(i-1) || letter(i+1) {
				windows++
			}
		case c < 0xa0 && c != 0x92 && (letter(i-1) && letter(i+1) || (letter(i-1) || letter(i+1)) && macLetters[c]):
			mac++
		}
	}
	switch {
	case highs >= 4 && inRows*5 >= highs*4 && upper*2 > highs:
		return KOI8R
	case highs >= 4 && inRows*5 >= highs*4:
		return Windows1251
	case mac > windows:
		return Macintosh
	}
	return Windows1252
}

// macLetters are the usual letters of Mac Roman at bytes that are signs, or nothing, on Windows.
var macLetters = map[byte]bool{0x80: true, 0x81: true, 0x82: true, 0x83: true, 0x85: true, 0x86: true, 0x87: true,
	0x88: true, 0x89: true, 0x8a: true, 0x8b: true, 0x8c: true, 0x8d: true, 0x8e: true, 0x8f: true, 0x90: true, 0x91: true,
	0x97: false, 0x98: true, 0x99: false, 0x9a: true, 0x9b: true, 0x9c: true, 0x9d: true, 0x9e: true, 0x9f: true}

// isShiftJIS reports whether every byte fits Shift-JIS and two characters or more are kana or kanji of two bytes.
func isShiftJIS(text []byte) bool {
	double, kana := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c < 0x80 || c >= 0xa1 && c <= 0xdf:
		case (c >= 0x81 && c <= 0x9f || c >= 0xe0 && c <= 0xfc) && i+1 < len(text):
			next := text[i+1]
			if next < 0x40 || next == 0x7f || next > 0xfc {
				return false
			}
			double++
			if c == 0x82 && next >= 0x9f || c == 0x83 && next <= 0x96 || c >= 0x88 && c <= 0x9f && next >= 0x80 {
				kana++
			}
			i++
		default:
			return false
		}
	}
	return double >= 2 && kana*2 >= double
}
