package read

import (
	"strings"
	"testing"
)

// TestBlanksInNames: names with blanks shift no column.
func TestBlanksInNames(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"aligned": {
			"ID          Length  Width\nplot 1      10.1    2.2\nplot 2      11.1    2.1\nplot 10     9.1     1.2\n",
			"Length,Width;plot 1 10.1 2.2;plot 2 11.1 2.1;plot 10 9.1 1.2;"},
		"aligned, two words": {"name          Leaf length  Width\nHomo sapiens  10.1         2.2\nPan  11.1         2.1\n",
			"Leaf length,Width;Homo sapiens 10.1 2.2;Pan 11.1 2.1;"},
		"single blanks": {"id a b\nr 1 2\ns 3 4\n", "a,b;r 1 2;s 3 4;"},
		"R":             {"a b\nr 1 2\ns 3 4\n", "a,b;r 1 2;s 3 4;"},
		"R, quoted": {"\"height\" \"mass\"\n\"Homo sapiens\" 170 70\n\"Pan\" 120 45\n",
			"height,mass;Homo sapiens 170 70;Pan 120 45;"},
		"R, numbered, with id": {"id a\n1 x 1\n2 y 2\n3 z 3\n", "a;1 1;2 2;3 3;id=x|y|z;"},
	} {
		if got := readBytes(t, "x.txt", []byte(c.text), Options{}); got != c.want {
			t.Errorf("%s: %q\nwant %q", name, got, c.want)
		}
	}
	for _, text := range []string{
		"name height mass\nHomo sapiens 170 70\nPan troglodytes 120 45\nGorilla gorilla 160 150\n",
		"ID Length Width\nplot 1 10.1 2.2\nplot 2 11.1 2.1\n"} {
		if _, err := Bytes("x.txt", "", []byte(text), Options{}); err == nil ||
			!strings.Contains(err.Error(), "names in it seem to hold blanks") {
			t.Errorf("%q: %v", text, err)
		}
	}
	p, err := ContentOf("x.txt", "",
		[]byte("ID          Length  Width\nplot 1      10.1    2.2\nplot 2      11.1    2.1\n")).Look(t.Context(), Options{})
	if err != nil || p.Options.Separator != ' ' {
		t.Fatal(err, p.Options)
	}
	if again,
		err := Bytes("x.txt", "", []byte("ID          Length  Width\nplot 1      10.1    2.2\nplot 2      11.1    2.1\n"),
		p.Options); err != nil || again.Rows[0] != "plot 1" {
		t.Errorf("%v", err)
	}
}

// TestNamesComposed: letters with accents are one however a file composes them.
func TestNamesComposed(t *testing.T) {
	table, err := Bytes("x.csv", "", []byte("name,Ho\u0308he\nJose\u0301,1\nJos\u00e9,2\nMu\u0308ller,3\n"), Options{})
	if err != nil || table.Columns[0] != "H\u00f6he" || table.Rows[2] != "M\u00fcller" || table.Rows[1] != "Jos\u00e9_2" {
		t.Errorf("%v, %v", table, err)
	}
}
