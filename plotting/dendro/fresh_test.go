package dendro

import (
	"slices"
	"testing"

	"example.org/espalier/inference/tree"
)

// New branch points stand out while a tree glides, less and less; where most are new, none does.
func TestNewCladesStandOut(t *testing.T) {
	laid := func(newick string) *DendrogramScene {
		x, err := tree.ParseNewick([]byte(newick))
		if err == nil {
			x, err = tree.MatchLeaves(x, []string{"a", "b", "c", "d", "e"})
		}
		if err != nil {
			t.Fatal(err)
		}
		return NewDendrogram(x).LayoutTree(usual)
	}
	from := laid("((a:0.5,b:0.5):0.5,((c:0.3,d:0.3):0.2,e:0.5):0.5);")
	to := laid("((a:0.5,b:0.5):0.5,((c:0.3,e:0.3):0.2,d:0.5):0.5);")
	half := glide(from, to, 0.25)
	fresh := half.layout.branches.fresh
	if len(fresh) != 1 || half.layout.branches.freshness != 0.75 {
		t.Fatalf("new are %v, by %v", fresh, half.layout.branches.freshness)
	}
	if below := to.layout.p.Leaves(fresh[0]); len(below) != 2 || !slices.Contains(below, 2) ||
		!slices.Contains(below, 4) {
		t.Errorf("the new clade has the leaves %v", below)
	}
	if to.layout.branches.fresh != nil {
		t.Error("they stand out at rest")
	}
}
