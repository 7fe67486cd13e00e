package pydt

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/witness"
)

// The second chain of a search, and of a chain, counts columns of kinds as fewer than there are where they repeat each
// other, and supports the groups that there are, not pairs of rows within one.
func TestKindsAreSupported(t *testing.T) {
	data, _, _ := grouped(t, 42, true, rand.New(rand.NewPCG(4, 9)))
	_, columns := data.Dims()
	for method, most := range map[string]int{"em": 1000, "mcmc": 200} {
		s := inferencetest.Begin(t, DDT{}, data, map[string]string{"method": method, "columns": "independent"})
		for done := 0; done < most; {
			r, err := s.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				done++
			}
			if r.Done {
				break
			}
		}
		snap := s.Snapshot()
		found := witness.Of(snap)
		if found == nil {
			t.Fatalf("%s: no second chain", method)
		}
		if err := found.Check(data); err != nil {
			t.Fatal(err)
		}
		if !(found.Effective > 5) || found.Effective > float64(columns) {
			t.Errorf("%s: %v effective columns of %d", method, found.Effective, columns)
		}
		if method == "mcmc" {
			continue // its supports are made where they are shown
		}
		tree := forest.TreesOf(snap)[0].Tree
		best, pairs, near := 0., 0., 0.
		for v := range tree.Parent {
			leaves := tree.LeavesBelow(v)
			group := map[int]bool{}
			for _, i := range leaves {
				group[i%6/2] = true
			}
			if len(leaves) >= 10 && len(leaves) <= 16 && len(group) == 1 {
				best = max(best, tree.Support[v])
			}
			if len(leaves) == 2 {
				pairs++
				near += tree.Support[v]
			}
		}
		if best < .9 || !(near/pairs < .5) {
			t.Errorf("a group has the support %.2f, pairs of rows %.2f", best, near/pairs)
		}
	}
}
