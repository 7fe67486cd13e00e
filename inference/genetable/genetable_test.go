package genetable

import (
	"bytes"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

func table() *inference.Table {
	x := mat.NewDense(3, 3, []float64{0.1, -2e-9, math.NaN(), 1. / 3, 4, 5e12, 7, 8, 9.25})
	t := &inference.Table{Name: "x", Rows: []string{"a b", `"q" r`, "c"}, Columns: []string{"s1", "s\u00e9", "s3"}, X: x,
		Kind: inference.Continuous}
	return t.WithAnnotation(inference.NewAnnotation("symbol",
		[]string{"TP53", "", "MYC"})).WithAnnotation(inference.NewAnnotation("length", []string{"12", "7", "3"})).
		WithColumnAnnotation(inference.NewAnnotation("sex",
			[]string{"m", "f", ""})).WithColumnAnnotation(inference.NewAnnotation("age", []string{"41", "7", "60"}))
}

// What is written as GCT is read again, bit by bit.
func TestGCT(t *testing.T) {
	want := table()
	for _, u := range []*inference.Table{want, {Name: "x", Rows: want.Rows, Columns: want.Columns, X: want.X,
		Kind: want.Kind}} {
		var b bytes.Buffer
		if err := GCT(&b, u); err != nil {
			t.Fatal(err)
		}
		got, err := read.Bytes("x.gct", "", b.Bytes(), read.Options{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		if !reflect.DeepEqual(got.Rows, u.Rows) || !reflect.DeepEqual(got.Columns, u.Columns) ||
			!reflect.DeepEqual(got.Annotations, u.Annotations) ||
			!reflect.DeepEqual(got.ColumnAnnotations, u.ColumnAnnotations) {
			t.Errorf("%+v\nis not\n%+v", got, u)
		}
		sameCells(t, got.X.(*mat.Dense), u.X.(*mat.Dense))
	}
}

func sameCells(t *testing.T, got, want *mat.Dense) {
	t.Helper()
	n, d := want.Dims()
	for i := range n {
		for j := range d {
			if g, w := got.At(i, j), want.At(i, j); g != w && !(math.IsNaN(g) && math.IsNaN(w)) {
				t.Errorf("cell %d, %d is %v, not %v", i, j, g, w)
			}
		}
	}
}

// The files of a clustered table have its rows in the order of the tree, and the trees as pairs.
func TestCluster(t *testing.T) {
	whole := table()
	d, err := whole.Prepare(inference.Preprocessing{Centre: true})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := tree.ParseNewick([]byte("(((c:0.4,'a b':0.4):0.3,'\"q\" r':0.7):0.3);"))
	if err != nil {
		t.Fatal(err)
	}
	columns, err := tree.ParseNewick([]byte("((s3:0.5,s1:0.5,'s\u00e9':0.5):0.5);"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Cluster(d, rows, columns)
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Bytes("x.cdt", "", c.CDT, read.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, c.CDT)
	}
	at := func(names []string, tree *tree.Tree, of []string) (order []int) {
		for _, leaf := range tree.LeafOrder() {
			for i, name := range of {
				if name == tree.Names[leaf] {
					order = append(order, i)
				}
			}
		}
		for k, i := range order {
			if names[k] != of[i] {
				t.Errorf("%q are not in the order of the tree", names)
			}
		}
		return order
	}
	r, k := at(got.Rows, rows, whole.Rows), at(got.Columns, columns, whole.Columns)
	for i := range r {
		for j := range k {
			if g, w := got.X.At(i, j), whole.X.At(r[i], k[j]); !(math.Abs(g-w) <= 1e-9*math.Abs(w)+1e-15) &&
				!(math.IsNaN(g) && math.IsNaN(w)) {
				t.Errorf("cell %d, %d is %v, not %v", i, j, g, w)
			}
		}
	}
	for what, c := range map[string]struct {
		text  []byte
		leaf  string
		times []float64
	}{"GTR": {c.GTR, "GENE", []float64{0.6, 0.3}}, "ATR": {c.ATR, "ARRY", []float64{0.5, 0.5}}} {
		seen := map[string]int{}
		lines := strings.Split(strings.TrimSpace(string(c.text)), "\n")
		if len(lines) != 2 {
			t.Fatalf("%s is\n%s", what, c.text)
		}
		for i, l := range lines {
			f := strings.Split(l, "\t")
			x, err := strconv.ParseFloat(f[3], 64)
			if err != nil || !(math.Abs(x-c.times[i]) <= 1e-12) || f[0] != "NODE"+strconv.Itoa(i+1)+"X" {
				t.Errorf("%s has %q", what, l)
			}
			for _, child := range f[1:3] {
				seen[child]++
			}
		}
		for i := range 3 {
			if seen[c.leaf+strconv.Itoa(i)+"X"] != 1 {
				t.Errorf("%s lacks leaf %d:\n%s", what, i, c.text)
			}
		}
	}
	if c, err = Cluster(d, rows, nil); err != nil || c.ATR != nil || bytes.Contains(c.CDT, []byte("AID")) {
		t.Errorf("%v", err)
	}
	var written []string
	if err := c.Files(func(ending string, write func(w io.Writer) error) error {
		written = append(written, ending)
		return write(io.Discard)
	}); err != nil || strings.Join(written, " ") != ".gtr .cdt" {
		t.Errorf("%v, %v", written, err)
	}
	if _, err := Cluster(d, columns, nil); err == nil || !strings.Contains(err.Error(), "is not a row of the table") {
		t.Errorf("%v", err)
	}
	if _, err := Cluster(d, nil, nil); err == nil {
		t.Error("there is no tree, and no error")
	}
}
