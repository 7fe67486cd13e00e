package survey

import (
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Columns of zeros and ones among counts are doubted in a table of measurements, not in one of links between its rows.
func TestLinksAreNoMeasurements(t *testing.T) {
	names := []string{"ann", "ben", "carl", "dora", "emil", "fay"}
	links := &inference.Table{Name: "t", Rows: names, Columns: names, X: mat.NewDense(6, 6, []float64{
		0, 2, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 3, 1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 1, 0, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0, 0})}
	links.Kind = inference.KindOf(links.X)
	if got := Doubts(prepared(t, links, inference.Preprocessing{}), false); len(got) != 0 {
		t.Errorf("of links it is said: %v", got)
	}
	other := *links
	other.Columns = []string{"a", "b", "c", "d", "e", "f"}
	if got := Doubts(prepared(t, &other, inference.Preprocessing{}), false); len(got) == 0 {
		t.Error("nothing is said of measurements that are alike, so that this says nothing")
	}
}
