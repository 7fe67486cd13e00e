package known

import "testing"

// TestTriangle: all shapes are written as one square, whose diagonal is 0 where they lack it.
func TestTriangle(t *testing.T) {
	const whole = "\ta\tb\tc\na\t0\t1\t2\nb\t1\t0\t3\nc\t2\t3\t0\n"
	for name, c := range map[string]struct{ text, want string }{
		"PHYLIP square":             {"3\na 0 1 2\nb 1 0 3\nc 2 3 0\n", whole},
		"PHYLIP wrapped":            {"  3\na 0 1\n 2\nb 1 0\n 3\nc 2 3\n 0\n", whole},
		"PHYLIP lower":              {"3\na\nb 1\nc 2 3\n", whole},
		"PHYLIP lower and diagonal": {"3\r\na 0\r\nb 1 0\r\nc 2 3 0\r\n", whole},
		"PHYLIP upper":              {"3\na 1 2\nb 3\nc\n", whole},
		"names with blanks": {"2\nHomo sapiens 0 1\nPan paniscus 1 0\n",
			"\tHomo sapiens\tPan paniscus\nHomo sapiens\t0\t1\nPan paniscus\t1\t0\n"},
		"strict names": {"2\nabcdefghij0 1\nabcdefghik1 0\n",
			"\tabcdefghij\tabcdefghik\nabcdefghij\t0\t1\nabcdefghik\t1\t0\n"},
		"commas, lower":         {",a,b,c\na,0\nb,1,0\nc,2,3,0\n", whole},
		"commas, padded":        {",a,b,c\na,0,,\nb,1,0,\nc,2,3,0\n", whole},
		"tabs without a header": {"a\nb\t1\nc\t2\t3\n", whole},
		"blanks, upper":         {"a b c\na 0 1 2\nb 0 3\nc 0\n", whole},
		"R":                     {"  a b\nb 1  \nc 2 3\n", whole},
	} {
		if !isTriangle([]byte(c.text)) {
			t.Errorf("%s: not recognised", name)
			continue
		}
		w, fault := writeTriangle([]byte(c.text))
		if fault != nil || string(w.Text) != c.want {
			t.Errorf("%s: %q, %v", name, w.Text, fault)
		}
	}
	for name, text := range map[string]string{
		"a column": "3\n1\n2\n3\n", "a table": "id,a,b\nr,1,2\ns,3,4\nt,5,6\n", "ragged": "id,a,b\nr,1\ns,1,2\nt,1,2,3\n",
		"words": "3\na\nb x\nc 2 3\n", "short": "4\na 0 1 2\nb 1 0 3\nc 2 3 0\n", "": "",
		"sequences": "2 4\na ACGT\nb ACGA\n", "two rows": "a\nb 1\n", "sets": "one\tx\tA\ntwo\tx\tA\tB\nthree\tx\tA\tB\tC\n",
	} {
		if isTriangle([]byte(text)) {
			t.Errorf("%s is taken for distances", name)
		}
	}
}

// FuzzTriangle: what is recognised can be written, and no text makes either panic.
func FuzzTriangle(f *testing.F) {
	for _, text := range []string{"3\na 0 1 2\nb 1 0 3\nc 2 3 0\n", ",a,b,c\na,0\nb,1,0\nc,2,3,0\n",
		"  a b\nb 1  \nc 2 3\n", "2\n\xff 0 1\nb 1 0"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if isTriangle(content) {
			if w, fault := writeTriangle(content); fault != nil && content[0] != 0xef || fault == nil && len(w.Text) == 0 {
				t.Fatalf("%q: %v", content, fault)
			}
		}
	})
}
