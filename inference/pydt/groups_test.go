package pydt

import (
	"testing"

	"espalier/inference/linkage"
	"espalier/inference/scores"
	"espalier/inference/tree"
	"espalier/sampledata"
)

// labelled returns clusters of a tree cut into as many groups as there are labels.
func labelled(t *tree.Tree, k int) []int {
	groups, _ := t.CutInto(k)
	out := make([]int, t.Leaves())
	for g, rows := range groups {
		for _, r := range rows {
			out[r] = g
		}
	}
	return out
}

// The tree recovers annotated groups at least as well as Ward linkage on the same
// numbers, also when started from random orders of the rows without the linkage.
func TestGroupsOfSamples(t *testing.T) {
	for _, c := range []struct{ sample, annotation string }{
		{"olive_oils", "region"}, {"olive_oils", "area"}, {"tissue_expression", "tissue"}, {"animals", "class"},
	} {
		if testing.Short() && c.sample != "animals" {
			continue
		}
		table, err := sampledata.Open(c.sample)
		if err != nil {
			t.Fatal(err)
		}
		data, err := table.Prepare(Model{}.Info().Preprocessing)
		if err != nil {
			t.Fatal(err)
		}
		a, ok := table.AnnotationByName(c.annotation)
		if !ok {
			t.Fatalf("%s has no annotation %s", c.sample, c.annotation)
		}
		k := len(a.Levels)
		ward := linkage.Tree(linkage.Cluster(data.X, linkage.Ward), data.Rows)
		purity, rand := scores.DendrogramPurity(ward, a.Codes), scores.AdjustedRand(labelled(ward, k), a.Codes)
		t.Logf("%s %s: Ward purity %.3f ARI %.3f", c.sample, c.annotation, purity, rand)
		for _, start := range []string{"both", "random"} {
			for _, m := range []string{"pydt", "ddt"} {
				set := map[string]string{"start": start}
				var f *fit
				if m == "pydt" {
					f, _ = runFit(t, Model{}, data, set, 1, 200, 2)
				} else {
					f, _ = runFit(t, DDT{}, data, set, 1, 200, 2)
				}
				best := f.Snapshot().Trees[0].Tree
				p, r := scores.DendrogramPurity(best, a.Codes), scores.AdjustedRand(labelled(best, k), a.Codes)
				groups, _ := best.CutInto(k)
				t.Logf("   %s start %s: purity %.3f ARI %.3f (%d groups), evidence %.1f, points %.0f, %v", m, start, p, r, len(groups), f.current.Objective, f.points, f.scalars[2:])
			}
		}
	}
}
