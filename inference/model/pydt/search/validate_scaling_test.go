//go:build validate

package search

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/sampledata"
)

// TestValidateFirstScaling holds the rule for one factor against both scalings, by the purity of the Ward tree. It
// fails where the rule takes columns of different units for columns of one, where it loses more than .035 on a sample,
// or where its mean is not at least that of either scaling by itself.
func TestValidateFirstScaling(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "first-scaling", b)
	b.WriteString(
		"\nDendrogram purity / adjusted Rand index at the true number of groups of the Ward tree, by scaling. The rule takes one\n" +
			"factor where the spread of the columns' standard deviations, on a logarithmic scale, is below 0.7.\n\n" +
			"| sample, groups | spread | the rule takes | one factor | unit variance |\n|---|---|---|---|---|\n")
	different := map[string]bool{"glass": true, "wine": true, "penguins": true, "olive_oils": true}
	var rule, one, each float64
	for _, c := range [][2]string{{"iris", "species"}, {"glass", "type"}, {"leukaemia_ALL", "molecular"},
		{"tissue_expression", "tissue"}, {"crabs", "species"},
		{"wine", "cultivar"}, {"penguins", "species"}, {"olive_oils", "area"}} {
		table, err := sampledata.Open(c[0])
		if err != nil {
			t.Fatal(err)
		}
		a, ok := table.AnnotationByName(c[1])
		if !ok {
			t.Fatalf("%s has no annotation %s", c[0], c[1])
		}
		score := func(p inference.Preprocessing) groupScores {
			data, err := table.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			return wardScores(data, a)
		}
		trees := inference.Info{Preprocessing: inference.Preprocessing{Centre: true, Scale: true}, OneFactor: true}
		p := trees.PreprocessingOf(table, inference.Preprocessing{})
		if p.ScaleAll == different[c[0]] {
			t.Errorf("%s: %v", c[0], p)
		}
		u, v, w := score(inference.Preprocessing{Centre: true, ScaleAll: true}),
			score(inference.Preprocessing{Centre: true, Scale: true}), score(p)
		fmt.Fprintf(b, "| %s, %s | %.2f | %s | %.3f / %.3f | %.3f / %.3f |\n", c[0], c[1], table.Spread(p),
			map[bool]string{true: "one factor", false: "unit variance"}[p.ScaleAll], u.purity, u.rand, v.purity, v.rand)
		if !(w.purity >= math.Max(u.purity, v.purity)-0.035) {
			t.Errorf("%s: purity %.3f, the other scaling has %.3f", c[0], w.purity, math.Max(u.purity, v.purity))
		}
		rule, one, each = rule+w.purity/8, one+u.purity/8, each+v.purity/8
	}
	fmt.Fprintf(b, "| mean of the rule | | %.3f | %.3f | %.3f |\n", rule, one, each)
	if !(rule >= math.Max(one, each)) {
		t.Errorf("mean purity %.3f by the rule, %.3f and %.3f by one scaling for all", rule, one, each)
	}
}
