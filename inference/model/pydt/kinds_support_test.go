package pydt

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/witness"

	"gonum.org/v1/gonum/mat"
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

// Zeros and ones, and categories, say nothing of the scale of their hidden numbers. The second chain draws how they
// vary together, where the density of these numbers to a power would have no bound, and supports no pairs within
// groups.
func TestLevelsAreSupported(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 12))
	for _, kind := range []string{"yes/no", "category"} {
		const n, d = 24, 12
		x := mat.NewDense(n, d, nil)
		for j := range d {
			for i := range n {
				if rng.Float64() < []float64{.08, .92}[(i%4/2+j)%2] {
					x.Set(i, j, 1)
				}
				if kind == "category" && i%4 == 1 && j == 0 {
					x.Set(i, j, 2)
				}
			}
		}
		table := &inference.Table{Name: "levels", Kind: inference.Binary, X: x}
		if kind == "category" {
			table.Kind = inference.Continuous
		}
		for i := range n {
			table.Rows = append(table.Rows, strconv.Itoa(i+1))
		}
		for j := range d {
			table.Columns = append(table.Columns, "c"+strconv.Itoa(j+1))
		}
		p := inference.Preprocessing{}
		if kind == "category" {
			p.Kinds = "c1=category\nc*=yes/no"
		}
		data, err := table.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		s := inferencetest.Begin(t, DDT{}, data, map[string]string{"columns": "independent"})
		for witness.Of(s.Snapshot()) == nil {
			r, err := s.Step(t.Context())
			if err != nil || r.Done && witness.Of(s.Snapshot()) == nil {
				t.Fatal("no second chain", err)
			}
		}
		if w := witness.Of(s.Snapshot()); w.Effective != d {
			t.Errorf("%s: %v effective columns of %d", kind, w.Effective, d)
		}
		pairs, near := 0., 0.
		tree := forest.TreesOf(s.Snapshot())[0].Tree
		for v := range tree.Parent {
			if len(tree.LeavesBelow(v)) == 2 {
				pairs++
				near += tree.Support[v]
			}
		}
		if !(near/pairs < .4) {
			t.Errorf("%s: pairs of rows have the support %.2f", kind, near/pairs)
		}
	}
}
