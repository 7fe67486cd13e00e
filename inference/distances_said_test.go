package inference

import (
	"strings"
	"testing"

	"example.org/espalier/inference/relation"

	"gonum.org/v1/gonum/mat"
)

// What a table of distances is said to be made of leaves out the steps that were not done to it, which a note names.
func TestSaidOfDistances(t *testing.T) {
	names := []string{"a", "b", "c"}
	table := &Table{Name: "far", Rows: names, Columns: names, X: mat.NewDense(3, 3, []float64{0, 1, 2, 1, 0, 3, 2, 3, 0}), Kind: Continuous}
	d, err := table.Prepare(Preprocessing{Distances: relation.Given, Leave: LeaveOut{Rows: "b"}, Recipe: "clr", Log2p1: true,
		TopRows: 1, TopColumns: 2, Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.Preprocessing.String(), "distances as given, 1 row left out by hand"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got := strings.Join(d.Notes, " "); !strings.Contains(got, "without the steps of preparation, log2(x+1), the choice of the most variable, centring, scaling.") {
		t.Errorf("notes %q", got)
	}
}
