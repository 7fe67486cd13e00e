package batch

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/tree"
)

// A posterior is written as draws after burn-in, the tree of maximum clade credibility
// and annotated consensus trees, and all of it reads back.
func TestPosteriorFiles(t *testing.T) {
	c := &fitCommand{Data: "sample:iris", Model: "pydt", BurnIn: inference.BurnIn}
	model, err := find("pydt")
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.material(t.Context(), model, model.Info().Defaults())
	if err != nil {
		t.Fatal(err)
	}
	n, _ := m.Data.Dims()
	var kept []forest.Draw
	settings := model.Info().Defaults()
	for i := range 8 {
		d, err := pydt.Model{}.Sample(n, 1, settings, rand.New(rand.NewPCG(uint64(i), 1)))
		if err != nil {
			t.Fatal(err)
		}
		x := *d.Tree
		x.Names = m.Data.Rows
		kept = append(kept, forest.Draw{Chain: i / 4, Iteration: 100 * (i % 4), Tree: &x})
	}
	f := newFitted(c, m)
	f.snapshot = &inference.Snapshot{Parts: []inference.Part{&forest.Forest{Draws: kept}}}
	out := &folder{path: t.TempDir()}
	if err := f.writeKinds(out); err != nil {
		t.Fatal(err)
	}
	if want := []string{"tree.nwk", "trees.nwk", "trees.nex", "consensus.nex"}; !reflect.DeepEqual(out.written, want) {
		t.Fatalf("wrote %v", out.written)
	}
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(out.path, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	one, err := tree.ParseNewick(read("tree.nwk"))
	if err != nil {
		t.Fatal(err)
	}
	if one, err = tree.MatchLeaves(one, m.Data.Rows); err != nil || one.Canonical() != f.tree().Canonical() || one.Support == nil {
		t.Errorf("tree.nwk: %v", err)
	}
	all, err := tree.ReadNewick(read("trees.nwk"))
	if err != nil || len(all) != 6 { // the first of the four draws of each chain is burn-in
		t.Errorf("trees.nwk: %d trees, %v", len(all), err)
	}
	draws, err := tree.ReadNEXUS(read("trees.nex"))
	if err != nil || len(draws) != 6 || draws[3].Name != "chain_2_iteration_100" {
		t.Errorf("trees.nex: %d trees, %v", len(draws), err)
	}
	both, err := tree.ReadNEXUS(read("consensus.nex"))
	if err != nil || len(both) != 2 {
		t.Fatalf("consensus.nex: %d trees, %v", len(both), err)
	}
	for _, x := range both {
		if s := x.Tree.Support; s == nil || math.IsNaN(s[x.Tree.Top]) || s[x.Tree.Top] != 1 {
			t.Errorf("%s has no support", x.Name)
		}
	}
}
