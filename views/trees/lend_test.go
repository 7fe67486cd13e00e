package trees

import (
	"image/color"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/ink"
)

// A cut gives groups that are clusters elsewhere the colours of these; each colour is taken once, and groups that are
// there already keep theirs.
func TestCutTakesColoursOfClusters(t *testing.T) {
	_, v := treeStage(t, "iris")
	lent := []color.NRGBA{{}, ink.ClusterInk(5), ink.ClusterInk(0)}
	v.Lend = func(_ *inference.Dataset, rows [][]int) []color.NRGBA { return lent[:len(rows)] }
	if v.Groups.CutInto(3) != 3 {
		t.Fatal("the tree gives no three groups")
	}
	groups := v.State().Groups
	if groups[1].Colour != lent[1] || groups[2].Colour != lent[2] {
		t.Errorf("the colours are %v, of clusters %v", groups, lent)
	}
	if c := groups[0].Colour; c == lent[1] || c == lent[2] {
		t.Error("a group that is no cluster has the colour of one")
	}
	lent = []color.NRGBA{ink.ClusterInk(7), ink.ClusterInk(8)}
	v.Groups.CutInto(2)
	for _, g := range v.State().Groups {
		if g.Colour == lent[0] || g.Colour == lent[1] {
			t.Error("a group does not keep its colour")
		}
	}
}
