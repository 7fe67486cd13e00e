//go:build validate

package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/bhc"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
)

// TestValidateHierarchies holds Bayesian hierarchical clustering against linkage by labels that none of them saw. It
// fails where the best splits are behind those of Ward linkage by more than a fifth, or where eighteen Gaussian
// clusters are not found by the cut that the model proposes itself.
func TestValidateHierarchies(t *testing.T) {
	var b strings.Builder
	b.WriteString("Best split / dendrogram purity / adjusted Rand index of the tightest cut into as many groups as there are; of `bhc` also the clusters that it cuts itself, and " +
		"their index. Columns of variance 1.\n\n| sample, annotation, rows × columns | Ward | average | `bhc` | clusters, index |\n|---|---|---|---|---|\n")
	for _, name := range []string{"animals", "iris", "wine", "glass", "penguins", "olive_oils", "leukaemia_ALL",
		"tissue_expression", "digits8x8", "eighteen_clusters"} {
		data := preparedColumns(t, name, true)
		n, d := data.Dims()
		labels, k := tissueLabels(data)
		fmt.Fprintf(&b, "| %s, %s, %d × %d |", name, data.Annotations[0].Name, n, d)
		write := func(tr *tree.Tree) float64 {
			a := agreementOf(tr, labels, k, data.X.RawRowView)
			fmt.Fprintf(&b, " %.3f / %.3f / %.3f |", a[0], a[1], a[2])
			return a[0]
		}
		ward := write(linkage.Tree(linkage.Cluster(data.X, linkage.Ward), data.Rows))
		write(linkage.Tree(linkage.Cluster(data.X, linkage.Average), data.Rows))
		f := inferencetest.Begin(t, bhc.Model{}, data, nil)
		for {
			r, err := f.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Done {
				break
			}
		}
		s := f.Snapshot()
		if split := write(forest.Best(s)); !(split >= ward-0.2) {
			t.Errorf("%s: the groups match splits of the tree by %.3f, those of Ward linkage by %.3f", name, split, ward)
		}
		found := partition.LabelsOf(s)
		clusters := map[int]bool{}
		for _, l := range found {
			clusters[l] = true
		}
		index := scores.AdjustedRand(found, labels)
		fmt.Fprintf(&b, " %d, %.3f |\n", len(clusters), index)
		if name == "eighteen_clusters" && !(index > 0.95) {
			t.Errorf("eighteen clusters: index %.3f", index)
		}
	}
	writeTable(t, "hierarchies", b.String())
}
