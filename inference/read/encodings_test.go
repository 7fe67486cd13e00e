package read

import (
	"strings"
	"testing"
)

// TestEncodings: guessed where the bytes tell, else chosen, and told.
func TestEncodings(t *testing.T) {
	wide := ""
	for _, c := range "name,a\nr,1\ns,2\n!" {
		wide += string(c) + "\x00"
	}
	wide = strings.TrimSuffix(wide, "!\x00")
	for name, c := range map[string]struct {
		text, want, note string
		o                Options
	}{
		"Windows-1251": {"\xe8\xec\xff,\xe2\xe5\xf1\n\xc8\xe2\xe0\xed,70\n\xce\xeb\xfc\xe3\xe0,60\n", "вес;Иван 70;Ольга 60;",
			"Windows-1251", Options{}},
		"Mac":       {"name,a\rM\x9fller,1\rJos\x8e,2\r", "a;Müller 1;José 2;", "Mac Roman", Options{}},
		"Shift-JIS": {"\x96\xbc\x91O,\x92l\n\x83e\x83X\x83g,1\n\x83J\x83i,2\n", "値;テスト 1;カナ 2;", "Shift-JIS", Options{}},
		"UTF-16":    {wide, "a;r 1;s 2;", "UTF-16 (little endian)", Options{}},
		"chosen":    {"name,a\n\xa4r,1\ns,2\n", "a;€r 1;s 2;", "", Options{Encoding: "iso-8859-15"}},
		"chosen wide": {"\x00n\x00,\x00a\x00\n\x00r\x00,\x001\x00\n\x00s\x00,\x002\x00\n", "a;r 1;s 2;", "",
			Options{Encoding: "utf-16be"}},
	} {
		if got := readBytes(t, "x.csv", []byte(c.text), c.o); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		table, err := Bytes("x.csv", "", []byte(c.text), c.o)
		if err != nil || c.note != "" && !strings.Contains(strings.Join(table.Notes, " "), c.note) ||
			c.note == "" && strings.Contains(strings.Join(table.Notes, " "), "Encoding") {
			t.Errorf("%s: %v, %q", name, err, table.Notes)
		}
	}
}
