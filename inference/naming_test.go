package inference

import (
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Labels stand in place of names; those that are missing or the same in several rows are told apart by the names of the
// file.
func TestNamedTellsRowsApart(t *testing.T) {
	a := NewAnnotation("symbol", []string{"TP53", "TP53", "", "a  b", "p3", "TP53 (p1)", "p1"})
	d := &Dataset{Rows: []string{"p1", "p2", "p3", "p4", "p5", "p6", "p7"}, Columns: []string{"x"},
		X: mat.NewDense(7, 1, nil), Annotations: []Annotation{a}}
	got := d.Named(Naming{Rows: "symbol"})
	want := "TP53 (p1)|TP53 (p2)|p3|a b|p3 (p5)|TP53 (p1)*|p1"
	if strings.Join(got.Rows, "|") != want || got.Called != (Naming{Rows: "symbol"}) || got.X != d.X {
		t.Errorf("%q", got.Rows)
	}
	if kept, ok := named(got.Annotations, FileName); !ok || !reflect.DeepEqual(kept.Values, d.Rows) ||
		len(d.Annotations) != 1 {
		t.Errorf("the names of the file are %v", kept)
	}
	if !reflect.DeepEqual(got.Columns, d.Columns) || d.Named(Naming{Rows: "none", Columns: "symbol"}) != d {
		t.Error("an annotation that the data lack changes names")
	}
	// They are an annotation like any other, so a naming can be taken back by it.
	if back := got.Named(Naming{Rows: FileName}); !reflect.DeepEqual(back.Rows, d.Rows) {
		t.Errorf("back: %q", back.Rows)
	}
	table := (&Table{Rows: d.Rows, Columns: d.Columns, X: d.X, Annotations: d.Annotations}).Named(Naming{Rows: "symbol"})
	if !reflect.DeepEqual(table.Rows, got.Rows) {
		t.Errorf("the table has %q", table.Rows)
	}
}
