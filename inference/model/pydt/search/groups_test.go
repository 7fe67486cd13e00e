package search

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
	"example.org/espalier/sampledata"
)

// groupScores are dendrogram purity and the adjusted Rand index at the true number of groups.
type groupScores struct{ purity, rand float64 }

func scoreGroups(t *tree.Tree, data *inference.Dataset, a inference.Annotation) groupScores {
	groups, _ := t.CutExactly(len(a.Levels), data.X.RawRowView)
	cluster := make([]int, t.Leaves())
	for g, rows := range groups {
		for _, r := range rows {
			cluster[r] = g
		}
	}
	return groupScores{scores.DendrogramPurity(t, a.Codes), scores.AdjustedRand(cluster, a.Codes)}
}

// sampleWithGroups returns a sample with the preprocessing that suits the models, and one of its annotations.
func sampleWithGroups(t testing.TB, sample, annotation string) (*inference.Dataset, inference.Annotation) {
	table, err := sampledata.Open(sample)
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(pydt.Info().Preprocessing.For(table))
	if err != nil {
		t.Fatal(err)
	}
	a, ok := table.AnnotationByName(annotation)
	if !ok {
		t.Fatalf("%s has no annotation %s", sample, annotation)
	}
	return data, a
}

func wardScores(data *inference.Dataset, a inference.Annotation) groupScores {
	return scoreGroups(linkage.Tree(linkage.Cluster(data.X, linkage.Ward), data.Rows), data, a)
}

// The tree groups the animals by class, also when built from random orders. TestValidateQualityGroups is the long form.
func TestGroupsOfAnimals(t *testing.T) {
	data, a := sampleWithGroups(t, "animals", "class")
	ward := wardScores(data, a)
	for _, start := range []string{"both", "random"} {
		f, _ := runFit(t, ddt, data, map[string]string{"start": start}, 1, 200, 2)
		got := scoreGroups(forest.Best(f.Snapshot()), data, a)
		t.Logf("start %s: %+v, Ward %+v", start, got, ward)
		if got.purity < ward.purity-0.05 {
			t.Errorf("start %s: purity %.3f, Ward has %.3f", start, got.purity, ward.purity)
		}
	}
}
