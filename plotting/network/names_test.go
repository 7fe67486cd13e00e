package network_test

import (
	"strings"
	"testing"

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
