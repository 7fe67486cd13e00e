package depict_test

import (
	"fmt"
	"image/color"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"

	"gonum.org/v1/gonum/mat"
)

// Each level has one colour wherever its annotation stands, first, last or alone, and levels of annotations that stand
// side by side have different ones. What a person chose goes before.
func TestLevelsHaveOneColour(t *testing.T) {
	annotation := func(name string, levels int) inference.Annotation {
		values := make([]string, 60)
		for i := range values {
			values[i] = fmt.Sprintf("%s %d", name, i%levels)
		}
		return inference.NewAnnotation(name, values)
	}
	list := []inference.Annotation{annotation("id", 60), annotation("species", 3),
		annotation("sex", 2), annotation("site", 5)}
	chosen := plotting.Codings{"sex": {Colours: map[string]string{"sex 1": "#123456"}}}
	codings := depict.Placed(&chosen, list, []inference.Annotation{annotation("kind", 4)})
	look := plotting.Look{Codings: codings}
	of := map[string]color.NRGBA{}
	for _, order := range [][]int{{1, 2, 3}, {3, 2, 1}, {2}, {3, 1}} {
		used := 0
		for _, i := range order {
			k := beside.NewStripColours(&beside.Strip{Annotation: list[i]}, nil, used, look)
			used += k.Inks
			for j, level := range list[i].Levels {
				if c, known := of[level]; known && c != k.Colour[j] {
					t.Errorf("in the order %v %s has the colour %v, before %v", order, level, k.Colour[j], c)
				}
				of[level] = k.Colour[j]
				if named := beside.LevelInks(list[i].Name, list[i].Levels, look)[j]; named != k.Colour[j] {
					t.Errorf("%s has the colour %v in a strip and %v by name", level, k.Colour[j], named)
				}
			}
		}
	}
	seen := map[color.NRGBA]string{}
	for level, c := range of {
		if other := seen[c]; other != "" {
			t.Errorf("%s and %s have one colour", level, other)
		}
		seen[c] = level
	}
	if got := plotting.FormatColour(of["sex 1"]); len(of) != 10 || got != "#123456" {
		t.Errorf("%d levels; that with a chosen colour has %s", len(of), got)
	}
	if again := depict.Placed(codings, list, nil); again.Of("site").First != codings.Of("site").First {
		t.Error("placed again, an annotation moves")
	}
}

// A cluster has the colour of its place in every figure of its result.
func TestClustersHaveOneColour(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{0, 0, 0, 1, 5, 5, 5, 6, 9, 0, 9, 1})
	data := &inference.Dataset{X: x, Rows: []string{"a", "b", "c", "d", "e", "f"}, Columns: []string{"x", "y"},
		RowIndex: []int{0, 1, 2, 3, 4, 5}, ColumnIndex: []int{0, 1},
		Centre: []float64{0, 0}, Scale: []float64{1, 1}}
	labels := []int{0, 0, 1, 1, 2, 2}
	together := mat.NewDense(6, 6, nil)
	for i := range labels {
		for j := range labels {
			if labels[i] == labels[j] {
				together.Set(i, j, 1)
			}
		}
	}
	s := &depict.Subject{Data: data, Table: &inference.Table{}, Places: ink.Places{4, 0, 2},
		Snapshot: &inference.Snapshot{Parts: []inference.Part{&partition.Partition{Name: "cluster", Labels: labels,
			Together: together}}}}
	want := []color.NRGBA{ink.ClusterInk(4), ink.ClusterInk(0), ink.ClusterInk(2)}
	f := depict.Memberships(s, depict.MembershipsState{Epoch: -1}, nil)
	for k, g := range f.Groups {
		if g.Colour != want[k] {
			t.Errorf("on the page of memberships cluster %d is %v, want %v", k+1, g.Colour, want[k])
		}
	}
	dirs := directions.New(s.Data, false)
	scene := new(depict.ClustersMaker).Figure(s, dirs, depict.UsualClusters(dirs), nil).(*space.Clusters)
	for k, c := range want {
		if got := scene.Places.Ink(k); got != c {
			t.Errorf("among the points cluster %d is %v, want %v", k+1, got, c)
		}
	}
	if got := s.Places.Ink(3); got != ink.ClusterInk(5) || (ink.Places)(nil).Ink(3) != ink.ClusterInk(3) {
		t.Errorf("a cluster without a place is %v", got)
	}
}
