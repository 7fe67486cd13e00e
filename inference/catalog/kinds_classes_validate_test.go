//go:build validate

package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/scores"
)

// TestValidateKindsClasses finds the six groups of tables of several kinds by mixtures that take the kinds, by
// k-means of coded columns told their number, and by the same mixture of numbers: the adjusted Rand index. It fails
// where the mixtures by kinds are not ahead of the mixture of numbers in the mean.
func TestValidateKindsClasses(t *testing.T) {
	_, groups := mixedTables(t, mixedColumns{numbers: 4, yes: 3, ordered: 2, categories: []int{3, 4}, counts: 1})
	_, discrete := mixedTables(t, mixedColumns{numbers: 1, yes: 4, ordered: 3, categories: []int{3, 4, 5}, counts: 1})
	methods := []struct {
		name, model string
		steps       int
		numbers     bool
		set         map[string]string
	}{
		{"dpmm, numbers", "dpmm", 400, true, nil},
		{"k-means, codes", "kmeans", 20, false, map[string]string{"k": "6"}},
		{"dpmm, kinds", "dpmm", 400, false, nil},
		{"vbmfa, kinds", "vbmfa", 2000, false, nil},
		{"bhc, kinds", "bhc", 20, false, nil},
	}
	mean := make([]float64, len(methods))
	var b strings.Builder
	b.WriteString("Adjusted Rand index with the groups of the draw; 80 rows, 12 columns.\n\n| table |")
	for _, m := range methods {
		b.WriteString(" " + m.name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(methods)) + "\n")
	for i, m := range append(groups, discrete...) {
		fmt.Fprintf(&b, "| %d |", i+1)
		for k, method := range methods {
			data := prepareMixed(t, m, mixedKinds, method.numbers)
			c := contender{method.name, method.model, method.set, 1, method.steps}
			v := scores.AdjustedRand(partition.LabelsOf(fitFactors(t, c, data, 1).snapshot), m.labels)
			mean[k] += v / float64(len(groups)+len(discrete))
			fmt.Fprintf(&b, " %.3f |", v)
		}
		b.WriteString("\n")
	}
	b.WriteString("| mean |")
	for _, v := range mean {
		fmt.Fprintf(&b, " %.3f |", v)
	}
	t.Log("\n" + b.String())
	writeTable(t, "kinds-classes", b.String()+"\n")
	for k := 2; k < 4; k++ {
		if !(mean[k] > mean[0]) {
			t.Errorf("%s: %.3f, of numbers %.3f", methods[k].name, mean[k], mean[0])
		}
	}
}
