package space

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// manyClusters has n round clusters in a row of three, each of four rows.
func manyClusters(n int) *Clusters {
	f := &Clusters{Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	var xs, ys []float64
	var whole []bool
	var names []string
	for k := range n {
		x, y := float64(k%4), float64(k/4)
		f.Ellipses = append(f.Ellipses, Ellipse{Name: fmt.Sprint("cluster ", k+1), Size: 4, X: x, Y: y, XX: 0.01, YY: 0.01})
		for i := range 4 {
			xs, ys, whole = append(xs, x+0.05*float64(i)), append(ys, y), append(whole, true)
			names = append(names, fmt.Sprint("row ", len(xs)))
			f.Class = append(f.Class, k)
		}
	}
	f.Points = NewPoints(names, xs, ys, whole, ink.Measure{Name: "a", Factor: 1}, ink.Measure{Name: "b", Factor: 1})
	return f
}

// TestManyClusters are all named, each in a colour of its own; those not selected are paler.
func TestManyClusters(t *testing.T) {
	f := manyClusters(12)
	s := f.Layout(vg.Point{X: 700, Y: 500}).(*ClustersScene)
	named := map[string]bool{}
	for _, i := range s.front.Items {
		if text, ok := i.(ink.Text); ok {
			named[text.Text] = true
		}
	}
	seen := map[[3]uint8]bool{}
	for k, c := range s.inks {
		seen[[3]uint8{c.R, c.G, c.B}] = true
		if !named[fmt.Sprint(k+1)] {
			t.Errorf("cluster %d has no name", k+1)
		}
	}
	if len(seen) != 12 || s.pale != nil {
		t.Errorf("%d colours of 12 clusters, pale %v", len(seen), s.pale)
	}
	f.Selection.Rows = []int{4, 5, 6, 40}
	s = f.Layout(vg.Point{X: 700, Y: 500}).(*ClustersScene)
	for k, pale := range s.pale {
		if pale == (k == 1) {
			t.Errorf("cluster %d is pale: %v", k+1, pale)
		}
	}
	few := manyClusters(8)
	few.Selection.Rows = []int{0, 1, 2, 3}
	if s := few.Layout(vg.Point{X: 700, Y: 500}).(*ClustersScene); s.pale != nil {
		t.Error("few clusters are paler than the selected one")
	}
}

// TestLegendsBeyondEight list all clusters where they fit, and else say how many more there are. Names that
// have no room at their ellipses are counted.
func TestLegendsBeyondEight(t *testing.T) {
	var texts func(list []ink.Item) []string
	texts = func(list []ink.Item) (all []string) {
		for _, i := range list {
			switch i := i.(type) {
			case ink.Text:
				all = append(all, i.Text)
			case ink.Grouped:
				all = append(all, texts(i.List.Items)...)
			}
		}
		return all
	}
	f := manyClusters(12)
	s := f.Layout(vg.Point{X: 700, Y: 500}).(*ClustersScene)
	for k := range 12 {
		if want := fmt.Sprintf("cluster %d, 4 rows", k+1); !slices.Contains(texts(s.plane.List.Items), want) {
			t.Errorf("the legend of a high figure lacks %q", want)
		}
	}
	s = f.Layout(vg.Point{X: 700, Y: 190}).(*ClustersScene)
	if all := texts(s.plane.List.Items); !slices.ContainsFunc(all,
		func(text string) bool { return strings.HasPrefix(text, "and ") && strings.HasSuffix(text, " more") }) {
		t.Errorf("the legend of a low figure does not say how many more there are: %q", all)
	}
	for k := range f.Ellipses {
		f.Ellipses[k].X, f.Ellipses[k].Y = 1, 1
	}
	s = f.Layout(vg.Point{X: 700, Y: 500}).(*ClustersScene)
	if all := texts(s.front.Items); !slices.Contains(all, "9 of 12 clusters named") {
		t.Errorf("names that have no room are not counted: %q", all)
	}
}
