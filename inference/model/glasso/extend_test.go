package glasso

import (
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

// chosenAt is the place of the chosen point.
func chosenAt(g *graph.Graph) int {
	for k, p := range g.Path {
		if p.Chosen {
			return k
		}
	}
	return -1
}

// A path that ends too early is extended until the least of its criterion is not at its end, by each criterion
// and on both paths.
func TestPathIsExtended(t *testing.T) {
	for _, set := range []map[string]string{{}, {"criterion": "holdout"}, {"criterion": "stars"},
		{"penalties": "adaptive"}} {
		set["ratio"], set["points"], set["subsamples"] = "0.8", "3", "6"
		x := chain(400, 14, 2)
		g := run(t, begin(t, x, set))
		if k := chosenAt(g); len(g.Path) <= 3 || k < 2 || k == len(g.Path)-1 && g.Path[k].Edges < 91 {
			t.Errorf("%v: point %d of %d is chosen, with %d edges", set, k+1, len(g.Path), g.Path[k].Edges)
		}
		if d := g.Doubt(); strings.Contains(d, "last penalty tried") {
			t.Errorf("%v: %s", set, d)
		}
		for k, p := range g.Path[1:] {
			if !(p.Penalty < g.Path[k].Penalty) || !(p.Penalty >= 1e-3*(1-1e-9)*g.Path[0].Penalty) {
				t.Errorf("%v: penalty %v after %v", set, p.Penalty, g.Path[k].Penalty)
			}
		}
	}
}

// A path ends at a thousandth of its first penalty.
func TestPathHasAFloor(t *testing.T) {
	f := begin(t, chain(60, 5, 1), map[string]string{"ratio": "0.5", "points": "2"})
	for f.further() {
	}
	last := f.penalties[len(f.penalties)-1]
	inferencetest.Near(t, "floor", last, f.penalties[0]/512, 1e-9) // one half more would be below
}

// Penalties that are added fall as those of the path do.
func TestPathIsExtendedInItsSteps(t *testing.T) {
	f := begin(t, chain(60, 5, 1), map[string]string{"ratio": "0.25", "points": "3"})
	for f.further() {
	}
	if len(f.penalties) < 8 {
		t.Fatalf("%d penalties", len(f.penalties))
	}
	for k := range f.penalties[1:] {
		inferencetest.Near(t, "step", f.penalties[k+1]/f.penalties[k], 0.5, 1e-9)
	}
}

// With no more rows than columns a smaller penalty always raises the likelihood, so that ebic may run to the end: the
// path stays as it was, and the end is doubted. Rows left out tell where to stop.
func TestPathOfFewRows(t *testing.T) {
	x := chain(10, 12, 2)
	g := run(t, begin(t, x, map[string]string{"gamma": "0", "ratio": "0.01", "points": "4", "subsamples": "0"}))
	if chosenAt(g) != 3 || len(g.Path) != 4 || g.Doubt() == "" {
		t.Errorf("point %d of %d is chosen; %q", chosenAt(g)+1, len(g.Path), g.Doubt())
	}
	g = run(t, begin(t, x, map[string]string{"criterion": "holdout", "ratio": "0.5", "points": "4", "subsamples": "0"}))
	if k := chosenAt(g); k == len(g.Path)-1 && g.Path[k].Edges < 66 {
		t.Errorf("point %d of %d is chosen", k+1, len(g.Path))
	}
}

// A fit that is saved while its path is extended continues with the same penalties.
func TestExtendedPathIsRestored(t *testing.T) {
	x, set := chain(200, 6, 3), map[string]string{"ratio": "0.5", "points": "3", "subsamples": "3"}
	whole := begin(t, x, set)
	want := run(t, whole)
	if len(want.Path) < 6 {
		t.Fatalf("the path has %d points", len(want.Path))
	}
	for _, stop := range []int{2, 3, 4, len(want.Path)} {
		f := begin(t, x, set)
		for len(f.path) < stop {
			f.advance()
		}
		state, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		again := begin(t, x, set)
		if err := again.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		got := run(t, again)
		if len(got.Path) != len(want.Path) || chosenAt(got) != chosenAt(want) ||
			!mat.Equal(again.best.omega, whole.best.omega) {
			t.Errorf("after %d points: %d points, the %dth chosen; want %d, %d", stop, len(got.Path), chosenAt(got)+1,
				len(want.Path), chosenAt(want)+1)
		}
	}
}
