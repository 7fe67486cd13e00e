package trees

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage"
	"example.org/espalier/plotting/teach/stage/stagetest"

	"gonum.org/v1/gonum/mat"
)

// The objective of every tree that a search keeps rises, and is the density of table and tree, from its covariance,
// with waiting times on a logarithmic scale.
func TestSearchOnlyClimbs(t *testing.T) {
	g := stagetest.Played[greedy](t, Greedy(), 3, "leaves", "8", "columns", "5")
	set := Greedy().Defaults()
	for _, v := range [][2]string{{"leaves", "8"}, {"columns", "5"}} {
		if err := set.Set(v[0], v[1]); err != nil {
			t.Fatal(err)
		}
	}
	r := newRows(stage.Options{Settings: set}, stage.NewRandom(3, 0))
	x := mat.NewDense(8, 5, nil)
	for i := range 8 {
		for j := range 5 {
			x.Set(i, j, r.s.MeanOf(int32(i))[j])
		}
	}
	for k, list := range g.search {
		shift := 0.0
		for i, now := range list {
			if i > 0 && now.objective < list[i-1].objective {
				t.Errorf("search %d falls from %v to %v", k, list[i-1].objective, now.objective)
			}
			data, prior := density(now.tree, x, 1)
			for v, kids := range now.tree.Children {
				if kids == nil {
					continue
				}
				ell, above := -math.Log(1-now.tree.Time(v)), 0.0
				if p := now.tree.Parent[v]; p >= 0 {
					above = -math.Log(1 - now.tree.Time(p))
				}
				prior += math.Log(1-now.tree.Time(v)) + math.Log(ell-above)
			}
			if i == 0 { // what no tree changes
				shift = now.objective - data - prior
			}
			inferencetest.Near(t, "objective", now.objective-shift, data+prior, 1e-6*math.Abs(data))
		}
		if list[0].objective >= list[climbs].objective {
			t.Errorf("search %d does not climb", k)
		}
	}
}
