package read

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
	"example.org/espalier/inference/column/guess"
	"example.org/espalier/inference/read/number"
)

// TestTablesWithoutNumbers: tables of text or of limits alone open, and their columns are data of the kinds they look
// like; lists of words are no tables.
func TestTablesWithoutNumbers(t *testing.T) {
	leaves, bare := "leaf,edge,tip,class\n", "edge,tip\n"
	for i := range 20 {
		edge, tip := []string{"smooth", "toothed", "lobed"}[i%3], []string{"blunt", "sharp"}[i/2%2]
		leaves += fmt.Sprintf("l%d,%s,%s,%c\n", i, edge, tip, 'p'+i%2)
		bare += edge + "," + tip + "\n"
	}
	metals := "site,Cd,Pb\nn,<0.05,>2\ns,<0.1,>2\ne,<0.2,>1\nw,<0.4,>4\n"
	for _, c := range []struct{ name, text, kinds string }{
		{"text", leaves, "edge=category:smooth,toothed,lobed\ntip=yes/no:blunt,sharp"},
		{"limits", metals, "Cd=censored\nPb=censored"},
		{"no names", bare, "edge=category:smooth,toothed,lobed\ntip=yes/no:blunt,sharp"},
	} {
		table, err := Bytes("t.csv", "", []byte(c.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if _, d := table.Dims(); d != 0 || !guess.Needed(table) ||
			!strings.Contains(strings.Join(table.Notes, "\n"), "holds no numbers") {
			t.Errorf("%s: %d columns of numbers, %q", c.name, d, table.Notes)
		}
		looks := guess.Certain(table, false, inference.Info{})
		d, err := table.Prepare(inference.Preprocessing{Kinds: looks})
		if err != nil || len(d.Columns) != 2 {
			t.Errorf("%s: %v, %v", c.name, d, err)
		}
		if string(looks) != c.kinds {
			t.Errorf("%s: %q, want %q", c.name, looks, c.kinds)
		}
		if _, err := table.SelectRows([]int{0, 2}).Prepare(inference.Preprocessing{}); err == nil ||
			!strings.Contains(err.Error(), "say what columns of text are") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	table, err := Bytes("t.csv", "", []byte(metals), Options{Limits: number.HalfWay})
	if err != nil || table.X.At(1, 0) != .05 || table.X.At(3, 1) != 4 {
		t.Errorf("%v, %v", table, err)
	}
	d, err := (&inference.Table{Rows: []string{"a"}, X: inference.NoNumbers(1)}).Prepare(inference.Preprocessing{
		Kinds: kinds.List("x=number")})
	if err == nil {
		t.Errorf("%v", d)
	}
	for _, text := range []string{"gene\nA\nB\nC\nD\n", "id,grp\nS1,a\nS2,b\n", "id,name\na,Anna\nb,Berta\nc,Cara\n"} {
		if table, err := Bytes("t.csv", "", []byte(text), Options{}); err == nil {
			t.Errorf("%q: %v", text, table.Columns)
		}
	}
}
