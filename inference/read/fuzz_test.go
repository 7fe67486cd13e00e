package read

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

var seeds = []string{
	"!Series_title\tx\n!Sample_title\ta\tb\n!series_matrix_table_begin\nID_REF\tG1\tG2\nx\t1\t2\ny\t3\t4\n!series_matrix_table_end\n",
	"id,a,b\n,kg,cm\nr,1,2\n# so, it, is\ns,3,4\n\nnotes below\n",
	"id\ta\tb\nstring\tc\td\nmeta\t\tclass\nr\t1\t2\ns\t3\t4\n__no_feature\t5\t6\n",
	"", "\n", "a", "a,b\n1,2\n3,4\n", "id,x,y\nr1,1,2\nr2,3,4\n", "x\n1\n2\n",
	"\xef\xbb\xbfid;x\r\na;1,5\r\nb;2,5\r\n", "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x003\x00,\x004\x00",
	"\xfe\xff\x00a\x00\t\x00b\x00\n", "a,b\r1,2\r3,4\r", "name,x\n\"a\nb\",1\n\"c\"\"d\",2\n", "a,b\n\"1,2\n3,4\n",
	"a b\n1 2\n3  4\n", "\"x\" \"y\"\n\"1\" 2 3\n\"2\" 4 5\n", "sep=;\na;b\n1;2\n3;4\n", "# c\n# d\na,b\n1,2\n3,4\n",
	"a,a,\n1,2,\n3,4,\n", "g,x\n1-Mar,1\nSep-02,2\nTP53,3\n", "x,y\n1e308,-1e308\n1e999,inf\n",
	"x,y\n\"1,234\",\"2,345\"\n\"3,456\",\"4,567\"\n",
	"x,y\nNA,?\n.,NaN\n,1\n2,\n", "k,flag\na,TRUE\nb,FALSE\n", "\x89PNG\r\n\x1a\n", "PK\x03\x04xl/",
	"caf\xe9,x\n1,2\n3,4\n", "a|b\n1|2\n3|4",
	"x,y\n−1,2\n3,−4\n", "1,2\n3\n4,5,6\n", "\x1f\x8b\x08\x00", "0,1,2\n1,0,1\n",
	"#1.3\n1\t2\t0\t1\nid\ta\tb\nd\t1\t2\nr\t1\t2\n", "x;y\n1.234,5;2\n3;4\n",
}

func addSeeds(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s), byte(0))
	}
	for _, k := range knownFiles {
		f.Add([]byte(k.text), byte(0))
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte("a,b\n1,2\n3,4\n"))
	_ = z.Close()
	f.Add(b.Bytes(), byte(0))
	f.Add([]byte("id,x,y\nr1,1,2\nr2,3,4\n"), byte(255))
}

// fuzzOptions makes options of a byte, so that overrides are tried too.
func fuzzOptions(b byte) Options {
	o := Options{
		Header: Choice(b & 3 % 3), RowNames: Choice(b >> 2 & 3 % 3), DecimalComma: Choice(b >> 4 & 3 % 3),
		Separator: []rune{0, ',', '\t', ' '}[b>>6],
	}
	if b&1 == 1 {
		o.Missing = []string{"-9"}
	}
	return o
}

// checkTable fails unless every invariant of a table holds.
func checkTable(t *testing.T, table *inference.Table) {
	t.Helper()
	n, d := table.Dims()
	if n < 2 || d < 1 && len(table.Annotations) == 0 || len(table.Rows) != n || len(table.Columns) != d {
		t.Fatalf("%d × %d with %d and %d names", n, d, len(table.Rows), len(table.Columns))
	}
	for _, names := range [][]string{table.Rows, table.Columns} {
		seen := map[string]bool{}
		for _, s := range names {
			if s == "" || seen[s] || s != cleanName(s) {
				t.Fatalf("name %q is empty, not clean or not unique", s)
			}
			seen[s] = true
		}
	}
	for i := range n {
		for j := range d {
			if math.IsInf(table.X.At(i, j), 0) {
				t.Fatal("an infinity was read")
			}
		}
	}
	for _, a := range table.Annotations {
		if len(a.Values) != n || len(a.Codes) != n {
			t.Fatalf("annotation %q has %d values for %d rows", a.Name, len(a.Values), n)
		}
	}
	for _, a := range table.ColumnAnnotations {
		if len(a.Values) != d || len(a.Codes) != d {
			t.Fatalf("annotation %q has %d values for %d columns", a.Name, len(a.Values), d)
		}
	}
	stated := fmt.Sprint(inference.StatedUnits(table.Columns, table.ColumnAnnotations)) // then whole numbers are no counts
	if table.Kind != inference.KindOf(table.X) &&
		!(table.Kind == inference.Continuous && strings.Trim(stated, "[ ]") != "") {
		t.Fatalf("kind %s, want %s", table.Kind, inference.KindOf(table.X))
	}
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is not an *Error", err)
	}
	if e.File == "" || e.What == "" || e.Remedy == "" || e.Line < 0 || e.Column < 0 {
		t.Fatalf("incomplete error %#v", e)
	}
}

// FuzzBytes: any bytes give a sound table or a complete error, twice the same.
func FuzzBytes(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, options byte) {
		o := fuzzOptions(options)
		before := bytes.Clone(data)
		table, err := Bytes("fuzz.csv", "test", data, o)
		if !bytes.Equal(before, data) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			checkError(t, err)
			return
		}
		checkTable(t, table)
		if data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true}); err == nil {
			n, d := data.Dims()
			for i := range n {
				for j := range d {
					if math.IsInf(data.X.At(i, j), 0) {
						t.Fatal("preparing made an infinity")
					}
				}
			}
		}
	})
}

// FuzzLook: the preview tells the same as the table, and its options read the file
// to the same numbers.
func FuzzLook(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, options byte) {
		o := fuzzOptions(options)
		table, tableErr := Bytes("fuzz.csv", "test", data, o)
		p, err := look("fuzz.csv", data, o)
		if err != nil {
			checkError(t, err)
			if tableErr == nil || tableErr.Error() != err.Error() {
				t.Fatalf("Look says %v, Bytes says %v", err, tableErr)
			}
			return
		}
		if p.Problem != nil {
			checkError(t, p.Problem)
			if tableErr == nil || tableErr.Error() != p.Problem.Error() {
				t.Fatalf("Look says %v, Bytes says %v", p.Problem, tableErr)
			}
			return
		}
		if tableErr != nil {
			t.Fatalf("Look finds no problem, Bytes says %v", tableErr)
		}
		if n, d := table.Dims(); n != p.Rows || d != p.Numbers || table.Missing() != p.Missing || table.Kind != p.Kind {
			t.Fatalf("preview of %d × %d, table of %d × %d", p.Rows, p.Numbers, n, d)
		}
		again, err := Bytes("fuzz.csv", "test", data, p.Options)
		if err != nil {
			t.Fatalf("with the options of the preview: %v", err)
		}
		if !sameNumbers(again, table) {
			t.Fatal("the options of the preview read other numbers")
		}
	})
}

func sameNumbers(a, b *inference.Table) bool {
	n, d := a.Dims()
	if m, e := b.Dims(); n != m || d != e {
		return false
	}
	for i := range n {
		for j := range d {
			if x, y := a.X.At(i, j), b.X.At(i, j); x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
				return false
			}
		}
	}
	return true
}
