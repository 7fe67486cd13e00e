package facts

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/plotting/depict"
)

// Each scale has a column of the table, with the groups numbered from 1.
func TestScales(t *testing.T) {
	of := &scales.Scales{Name: "resolution", Of: "community", Measure: "modularity", Asked: 1, At: []float64{0.5, 1},
		Labels: [][]int{{0, 0}, {1, -1}}, Quality: []float64{0, 0.25}}
	r := Result{Subject: &depict.Subject{Data: &inference.Dataset{Rows: []string{"a", "b"}},
		Snapshot: &inference.Snapshot{Parts: []inference.Part{of}}}}
	files := scaled.Files(r)
	if len(files) != 1 || files[0].Name != "scales.csv" || !slices.Equal(files[0].Sheet.Header,
		[]string{"row", "resolution_0.5", "resolution_1"}) {
		t.Fatalf("%+v", files)
	}
	var lines [][]string
	for line := range files[0].Sheet.Rows {
		lines = append(lines, line)
	}
	if want := [][]string{{"a", "1", "2"}, {"b", "1", ""}}; !slices.EqualFunc(lines, want, slices.Equal) {
		t.Errorf("%q", lines)
	}
	l := scaled.Members(r)
	if groups := l[0].Value.(List).Among("groups"); !slices.Equal(groups[0].Value.([]int), []int{1, 2}) {
		t.Errorf("%v", groups)
	}
}
