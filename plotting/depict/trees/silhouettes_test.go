package trees

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting/depict/choice"

	"gonum.org/v1/gonum/mat"
)

// The order of the levels of a category does not change silhouettes, and given distances are those that they go by.
func TestSilhouettesOfKinds(t *testing.T) {
	group := []int{0, 0, 1, 1}
	widths := func(kind string) []float64 {
		table := &inference.Table{Name: "t", Rows: []string{"a", "b", "c", "d"}, Columns: []string{"size"},
			X: mat.NewDense(4, 1, []float64{0, 1, 1.5, 2}),
			Annotations: []inference.Annotation{
				inference.NewAnnotation("place", []string{"sea", "sea", "land", "air"})}}
		d, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
			Kinds: column.List("place=category:" + kind)})
		if err != nil {
			t.Fatal(err)
		}
		return (&silhouettes{}).of(d, group)
	}
	a, b := widths("sea,land,air"), widths("air,sea,land")
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= 1e-12) {
			t.Errorf("row %d has %v and %v", i, a[i], b[i])
		}
	}
	d := &inference.Dataset{Rows: []string{"a", "b", "c", "d"}, Columns: []string{"a", "b", "c", "d"},
		Distances: "given", X: mat.NewDense(4, 4, []float64{0, 1, 4, 4, 1, 0, 4, 4, 4, 4, 0, 2, 4, 4, 2, 0})}
	if !d.Distances.Active() {
		t.Fatal("these are no distances")
	}
	for i, want := range []float64{.75, .75, .5, .5} {
		if got := (&silhouettes{}).of(d, group)[i]; got != want {
			t.Errorf("row %d of given distances has %v, not %v", i, got, want)
		}
	}
}

// A table for which silhouettes take too long says so where they are asked for.
func TestLackingSilhouettes(t *testing.T) {
	d := &inference.Dataset{X: mat.NewDense(3000, 1000, nil)}
	s := &Source{Data: d}
	l := NewLook(nil)
	c, err := choice.Named(s.Choices(&l), "silhouettes")
	if err != nil {
		t.Fatal(err)
	}
	err = c.Choose("yes")
	if err == nil || !strings.Contains(err.Error(), "3,000 rows and 1,000 columns") || l.Silhouettes {
		t.Errorf("chosen with %v", err)
	}
}
