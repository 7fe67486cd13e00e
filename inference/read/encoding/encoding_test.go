package encoding

import (
	"testing"
	"unicode/utf8"
)

// TestGuess: the encodings of some tables, written in bytes.
func TestGuess(t *testing.T) {
	for _, c := range []struct{ text, want, decoded string }{
		{"name,a\nM\xfcller,1\nJos\xe9,2\nGar\xe7on\x92s,3\n", Windows1252, "name,a\nMüller,1\nJosé,2\nGarçon’s,3\n"},
		{"\xe8\xec\xff,\xe2\xe5\xf1\n\xc8\xe2\xe0\xed,70\n", Windows1251, "имя,вес\nИван,70\n"},
		{"\xc9\xcd\xd1,\xd7\xc5\xd3\n\xe9\xd7\xc1\xce,70\n", KOI8R, "имя,вес\nИван,70\n"},
		{"name,a\rM\x9fller,1\rJos\x8e,2\r", Macintosh, "name,a\rMüller,1\rJosé,2\r"},
		{"\x96\xbc\x91O,\x92l\n\x83e\x83X\x83g,1\n", ShiftJIS, "名前,値\nテスト,1\n"},
		{"a,b\n1,2\n", UTF8, "a,b\n1,2\n"},
		{"a,\xb5g/L\nr,1\n", Windows1252, "a,µg/L\nr,1\n"},
	} {
		if got := Guess([]byte(c.text)); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
		if got := string(Decode([]byte(c.text), c.want)); got != c.decoded {
			t.Errorf("%q: %q", c.text, got)
		}
	}
}

// TestWithoutMark: UTF-16 is told by its zeros.
func TestWithoutMark(t *testing.T) {
	var little, big []byte
	for _, c := range "name,a\nr,1\ns,2\n!" {
		little, big = append(little, byte(c), 0), append(big, 0, byte(c))
	}
	for want, text := range map[string][]byte{UTF16LE: little, UTF16BE: big, "": []byte("name,a\nr,1\n")} {
		got, ok := WithoutMark(text)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if ok && string(Decode(text, got)) != "name,a\nr,1\ns,2\n!" {
			t.Errorf("%s: %q", got, Decode(text, got))
		}
	}
}

// TestOf: people write names in several ways.
func TestOf(t *testing.T) {
	for name, want := range map[string]string{"UTF-8": UTF8, "latin1": Windows1252, "ISO-8859-1": Windows1252,
		"cp1251": Windows1251, "Shift_JIS": ShiftJIS, "mac": Macintosh, "": ""} {
		if got, err := Of(name); got != want || err != nil {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	if _, err := Of("other"); err == nil {
		t.Error("other is no encoding")
	}
	for _, name := range Names() {
		if Title(name) == name || Single(name) && name == UTF8 {
			t.Errorf("%s: %s", name, Title(name))
		}
	}
}

// FuzzDecode: whatever the bytes, the text is UTF-8.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x96\xbc\x91O,\x92l\n"), 10)
	f.Add([]byte("a\x00b\x00"), 15)
	f.Fuzz(func(t *testing.T, text []byte, k int) {
		WithoutMark(text)
		for _, name := range []string{Guess(text), Names()[max(k, 0)%len(Names())]} {
			if !utf8.Valid(Decode(text, name)) {
				t.Fatalf("%q in %s", text, name)
			}
		}
	})
}
