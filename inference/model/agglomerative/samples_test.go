package agglomerative

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
	"example.org/espalier/sampledata"
)

// The adjusted Rand index between known groups and Ward linkage on standardised
// columns, cut at the true number of groups, against values to two digits that were
// found with other programs.
func TestWardOnSamples(t *testing.T) {
	for _, c := range []struct {
		sample, label string
		want          float64
	}{
		{"iris", "species", 0.62},
		{"wine", "cultivar", 0.79},
		{"crabs", "species", 0.05},
		{"glass", "type", 0.14},
		{"tissue_expression", "tissue", 0.75},
		{"leukaemia_ALL", "lineage", 1.00},
		{"olive_oils", "region", 0.49},
		{"olive_oils", "area", 0.59},
		{"digits8x8", "digit", 0.66},
	} {
		table, err := sampledata.Open(c.sample)
		if err != nil {
			t.Errorf("%s: %v", c.sample, err)
			continue
		}
		data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
		if err != nil {
			t.Errorf("%s: %v", c.sample, err)
			continue
		}
		label, ok := table.AnnotationByName(c.label)
		if !ok {
			t.Errorf("%s has no annotation %s", c.sample, c.label)
			continue
		}
		r := forest.Best(fit(t, data, "order=merged"))
		groups, _ := r.CutInto(len(label.Levels))
		ari := scores.AdjustedRand(tree.GroupLabels(groups, r.Leaves()), label.Codes)
		t.Logf("%s, %s: adjusted Rand index %.3f, dendrogram purity %.3f", c.sample, c.label, ari,
			scores.DendrogramPurity(r, label.Codes))
		if !(math.Abs(ari-c.want) <= 0.0051) {
			t.Errorf("%s, %s: adjusted Rand index %.3f, want %.2f", c.sample, c.label, ari, c.want)
		}
	}
}
