package network_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference/things"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// A name that has no room beside its node is the brief one, if there is one; a name that has room is whole.
func TestBriefNames(t *testing.T) {
	long := "second, of " + strings.Repeat("many ", 40)
	f := &network.Network{Names: []string{"first", long}, Brief: []string{"1st", "2nd"}, X: []float64{0, 1},
		Y: []float64{0, 1}, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light, Wrong: -1}
	size := vg.Point{X: 130, Y: 300}
	r := plottingtest.NewInkRecorder(size)
	f.Layout(size).Draw(r)
	drawn := map[string]bool{}
	for _, x := range r.Texts {
		drawn[x.Text] = true
	}
	if !drawn["first"] || drawn["1st"] || !drawn["2nd"] || drawn[long] {
		t.Errorf("%v", drawn)
	}
}

// Where some of the nodes have no name, a corner says how many have.
func TestNamesLeftOut(t *testing.T) {
	f := &network.Network{Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light, Wrong: -1}
	f.Things.Rows = things.Noun{One: "species", Many: "species"}
	for i := range 60 {
		f.Names = append(f.Names, "of a long name")
		f.X, f.Y = append(f.X, float64(i%8)), append(f.Y, float64(i/8))
	}
	for _, c := range []struct {
		size vg.Point
		says bool
	}{{vg.Point{X: 300, Y: 300}, true}, {vg.Point{X: 2400, Y: 1200}, false}} {
		r := plottingtest.NewInkRecorder(c.size)
		f.Layout(c.size).Draw(r)
		named, note := 0, ""
		for _, x := range r.Texts {
			if x.Text == f.Names[0] {
				named++
			} else if strings.HasSuffix(x.Text, "named") {
				note = x.Text
			}
		}
		if want := fmt.Sprintf("%d of 60 species named", named); c.says != (named < 60) ||
			c.says && note != want || !c.says && note != "" {
			t.Errorf("of %d names it says %q", named, note)
		}
	}
}
