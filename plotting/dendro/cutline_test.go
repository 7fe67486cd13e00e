package dendro

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// The line of a cut by a model crosses the branch above each cluster, at one time where there is one, and is not drawn
// for parts that are no clades or leave leaves out.
func TestModelCut(t *testing.T) {
	tr := plottingtest.Coalescent(30, rand.New(rand.NewPCG(2, 7)))
	d := NewDendrogram(tr)
	groups, _ := tr.CutInto(5)
	d.Cut = groups
	l := d.LayoutTree(vg.Point{X: 500, Y: 400}).layout
	stems := l.stems()
	if len(stems) != 5 {
		t.Fatalf("%d stems of 5 clusters", len(stems))
	}
	for i, at := range cutTimes(stems) {
		s := stems[i]
		if !(at > s.from && at < s.to) {
			t.Errorf("stem %d from %v to %v is cut at %v", i, s.from, s.to, at)
		}
	}
	// Of one large clade and the parts of another that part late: no common time.
	top := tr.Children[tr.Top]
	var uneven [][]int
	for _, v := range []int{top[0], top[1]} {
		if tr.IsLeaf(v) || v == top[0] {
			uneven = append(uneven, tr.LeavesBelow(v))
			continue
		}
		for _, w := range tr.Children[v] {
			uneven = append(uneven, tr.LeavesBelow(w))
		}
	}
	d.Cut = uneven
	if got := d.LayoutTree(vg.Point{X: 500, Y: 400}).layout.stems(); len(got) != len(uneven) {
		t.Errorf("%d stems of %d clusters", len(got), len(uneven))
	}
	for name, cut := range map[string][][]int{"leaves are left out": groups[1:], "no clade": {{0, 29}, {1}}, "none": nil} {
		d.Cut = cut
		if got := d.LayoutTree(vg.Point{X: 500, Y: 400}).layout.stems(); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Clusters that part at one time have a straight line; one that parted earlier a step, within its branch.
func TestCutTimes(t *testing.T) {
	got := cutTimes([]stem{{0, 3, 0.2, 0.6}, {4, 5, 0.35, 0.8}, {6, 9, 0.3, 0.5}})
	if got[0] != got[1] || got[1] != got[2] {
		t.Errorf("a common time is not taken: %v", got)
	}
	got = cutTimes([]stem{{0, 3, 0.1, 0.3}, {4, 5, 0.5, 0.7}, {6, 9, 0.5, 0.9}})
	if !(got[0] > 0.1 && got[0] < 0.3) || got[1] != got[2] || !(got[1] > 0.5 && got[1] < 0.7) {
		t.Errorf("%v", got)
	}
}
