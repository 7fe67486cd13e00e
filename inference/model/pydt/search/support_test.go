package search

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// The trees of a search give the probability of each branch point, and the expected number is their
// sum. A tree that must be binary gives none by itself.
func TestSearchTellsSupport(t *testing.T) {
	f, _ := runFit(t, pydt, pydttest.BushyData(25, 8, 1, 0.2, 5), map[string]string{"witnesses": "columns"}, 1, 0, 1)
	snap := f.Snapshot()
	best := forest.Best(snap)
	if err := best.Check(); err != nil {
		t.Fatal(err)
	}
	s := posterior.NewState(f.Problem, f.Learned)
	s.Load(f.Current)
	s.Recompute()
	s.Cavities()
	c := branches.NewCollapser(s)
	sum := 0.0
	for v := range best.Nodes() {
		if best.IsLeaf(v) {
			if !math.IsNaN(best.Support[v]) {
				t.Errorf("leaf %d has support %v", v, best.Support[v])
			}
			continue
		}
		sum += best.Support[v]
		if v == best.Top && best.Support[v] != 1 {
			t.Errorf("the top has support %v", best.Support[v])
		}
	}
	number := f.Current.Numbers(f.Problem.N)
	for slot, v := range number {
		if v >= 0 && v != best.Top && !best.IsLeaf(v) {
			pydttest.Close(t, "support", best.Support[v], c.Present(int32(slot)), 1e-9)
		}
	}
	found := false
	for _, x := range snap.Scalars {
		if x.Name == "supported_branch_points" {
			found = true
			pydttest.Close(t, x.Name, x.Mean, sum, 1e-12)
		}
	}
	for f.Iteration < 30 { // branches with new ends are weighed as they come
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s.Load(f.Current)
	s.Hyper = f.Learned
	s.Recompute()
	s.Cavities()
	for v, p := range f.Current.Support {
		if !math.IsNaN(p) && int32(v) != s.Top {
			if fresh := c.Present(int32(v)); !(math.Abs(p-fresh) <= 0.2) {
				t.Errorf("branch %d has support %v, weighed anew %v", v, p, fresh)
			}
		}
	}
	if !found || sum > f.Points || sum < 0.5*f.Points {
		t.Errorf("%v of %v branch points, told %v", sum, f.Points, found)
	}
	d, _ := runFit(t, ddt, pydttest.BushyData(12, 3, 1, 0.2, 5), map[string]string{"witnesses": "columns"}, 1, 5, 1)
	if forest.Best(d.Snapshot()).Support != nil {
		t.Error("a tree that is binary by its prior has supports")
	}
}

// All trees that the window shows have supports, also those of method mp, and the supports equal a
// fresh computation.
func TestAllTreesHaveSupports(t *testing.T) {
	for _, method := range []string{"em", "mp"} {
		f, _ := runFit(t, pydt, pydttest.BushyData(16, 3, 1, 0.2, 5), map[string]string{"method": method}, 1, 25, 1)
		trees := forest.TreesOf(f.Snapshot())
		if len(trees) < 2 {
			t.Fatalf("%s: %d trees", method, len(trees))
		}
		for i, k := range f.Best {
			if k.Support == nil || trees[i].Tree.Support == nil {
				t.Errorf("%s: tree %d has no supports", method, i+1)
				continue
			}
			s := posterior.NewState(f.Problem, f.Learned)
			s.Load(k)
			s.Recompute()
			s.Cavities()
			c := branches.NewCollapser(s)
			for v, p := range k.Support {
				if !math.IsNaN(p) && int32(v) != s.Top {
					if fresh := c.Present(int32(v)); !(math.Abs(p-fresh) <= 0.2) {
						t.Errorf("%s, tree %d: branch %d has support %v, weighed anew %v", method, i+1, v, p, fresh)
					}
				}
			}
		}
	}
}
