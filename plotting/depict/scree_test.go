package depict_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/scree"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/plottingtest"
)

// The scree of principal components has every share, what chance gives, and the mark behind those that stand out; the
// plane of two components comes before it, and other factors begin with what they load on.
func TestScree(t *testing.T) {
	s := fit(t, "olive_oils", "pca", 3, nil)
	tabs := []string{"Features", "Scatter", "Ranking", "Trace", "Scree"}
	if got := depict.Leading(s, tabs); !slices.Equal(got, []string{"Scatter", "Scree", "Features", "Ranking", "Trace"}) {
		t.Errorf("pca begins with %q", got)
	}
	e, err := depict.Named(s, "scree")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	f, found := p.Figure.(*chart.Chart), scree.Of(s.Snapshot)
	sum := 0.0
	for _, v := range f.Layers[2].Y {
		sum += v
	}
	if len(f.Layers[2].Y) != len(s.Data.Columns) || !(math.Abs(sum-100) < 1e-9) {
		t.Errorf("%d shares of %v %%", len(f.Layers[2].Y), sum)
	}
	if edge := f.Layers[3].X[0]; edge != float64(found.Number)+0.5 {
		t.Errorf("the mark is at %v, behind %d components", edge, found.Number)
	}
	if want := "2 components stand out from chance"; found.Number != 2 || f.Subtitle != want {
		t.Errorf("%d stand out; %q, want %q", found.Number, f.Subtitle, want)
	}
	plottingtest.Picture(t, "scree_olive", f, 500, 300, 1)
	one := fit(t, "olive_oils", "pca", 3, map[string]string{"factors": "1"})
	if got := depict.Leading(one, tabs); got[0] != "Scree" || len(got) != len(tabs) {
		t.Errorf("one component begins with %q", got)
	}
	p, err = e.Plate(context.Background(), one)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Figure.(*chart.Chart).
		Subtitle; !strings.Contains(got, "2 components stand out from chance; the first is shown") {
		t.Errorf("%q", got)
	}
	if got := depict.Leading(fit(t, "iris", "fa", 3, map[string]string{"factors": "2"}), tabs); got[0] !=
		"Ranking" || len(got) != len(tabs) {
		t.Errorf("factors begin with %q", got)
	}
	if got := depict.Leading(fit(t, "iris", "kmeans", 3, nil), tabs); !slices.Equal(got, tabs) {
		t.Errorf("clusters begin with %q", got)
	}
}
