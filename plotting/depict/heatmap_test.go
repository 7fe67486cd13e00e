package depict_test

import (
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/plotting/depict"

	"gonum.org/v1/gonum/mat"
)

// The caption of the heat map with both trees says what the supports of the tree of the columns are.
func TestWordsOfBothTrees(t *testing.T) {
	for model, want := range map[string]string{"pydt": "compared with collapsing them",
		"ddt": "among the three that can be in their place", "": "rows)"} {
		s := grown(4, 1, 1)
		c := s.Snapshot.Parts[0].(*covariance.Covariance)
		columns := mat.DenseCopyOf(s.Data.X.T())
		c.Form, c.Tree = covariance.ByTree, linkage.Tree(linkage.Cluster(columns, linkage.Average), c.Columns)
		if s.Info.Name = model; model != "" {
			c.Tree.Support = make([]float64, c.Tree.Nodes())
		}
		if !depict.ByTab("Both ways").Offers(s) {
			t.Fatal("no heat map with both trees")
		}
		if text := plate(t, s, "heatmap").Metadata.Description; !strings.Contains(text, want) {
			t.Errorf("%s: %q", model, text)
		}
	}
}
