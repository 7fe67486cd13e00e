//go:build validate

package catalog_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/stat/scores"
)

// TestValidateColumnsElsewhere compares auto with independent columns on tables that nothing in the program was made
// with. They are not shipped, and are looked for in $ESPALIER_TABLES. It fails where auto loses by more than a
// standard error.
func TestValidateColumnsElsewhere(t *testing.T) {
	dir := os.Getenv("ESPALIER_TABLES")
	if dir == "" {
		t.Skip("ESPALIER_TABLES names no folder")
	}
	var b strings.Builder
	b.WriteString("| table, rows × columns, groups | auto took | held out, three splits: gain in nats a row | purity: Ward | average | independent | auto |\n" +
		"|---|---|---|---|---|---|---|\n")
	for _, table := range []struct {
		name, groups string
		log          bool
	}{
		{"anoles", "ecomorph", false}, {"ape_skulls", "species", false}, {"birds_morphology", "order", true},
		{"breast_cancer_wdbc", "diagnosis", false},
		{"carnivora", "family", true}, {"egyptian_skulls", "epoch", false}, {"thyroid", "diagnosis", false},
	} {
		raw, err := read.File(t.Context(), filepath.Join(dir, table.name+".csv"),
			read.Options{Annotations: []string{table.groups}})
		if err != nil {
			t.Fatal(err)
		}
		data, err := raw.Prepare(inference.Preprocessing{Centre: true, Scale: true, Log2p1: table.log})
		if err != nil {
			t.Fatal(err)
		}
		var labels []int
		number := map[string]int{}
		for _, a := range data.Annotations {
			if a.Name == table.groups {
				for _, v := range a.Values {
					if _, ok := number[v]; !ok {
						number[v] = len(number)
					}
					labels = append(labels, number[v])
				}
			}
		}
		n, d := data.Dims()
		purity := func(c contender) (float64, string) {
			sum, took := 0.0, ""
			for seed := range uint64(3) {
				f := fitFactors(t, c, data, seed+1)
				sum += scores.DendrogramPurity(forest.Best(f.snapshot), labels) / 3
				if v := decision.Of(f.snapshot).Values()["columns"]; v != "" && !strings.Contains(took, v) {
					took = strings.TrimPrefix(took+", "+v, ", ")
				}
			}
			return sum, took
		}
		linked := func(l linkage.Method) float64 {
			return scores.DendrogramPurity(linkage.Tree(linkage.Cluster(data.X, l), data.Rows), labels)
		}
		independent, auto := columnForms[0], columnForms[3]
		var gains []string
		var all []float64
		for split := range uint64(3) {
			a, i := heldOutRows(t, auto, data, split+1), heldOutRows(t, independent, data, split+1)
			own := 0.0
			for row := range a {
				all = append(all, a[row]-i[row])
				own += (a[row] - i[row]) / float64(len(a))
			}
			gains = append(gains, fmt.Sprintf("%+.2f", own))
		}
		m, square := mean(all), 0.0
		for _, v := range all {
			square += (v - m) * (v - m)
		}
		if se := math.Sqrt(square) / float64(len(all)); m < -se {
			t.Errorf("%s: auto loses %.3f ± %.3f a row", table.name, -m, se)
		}
		alone, _ := purity(independent)
		together, took := purity(auto)
		line := fmt.Sprintf("| %s, %d × %d, %s | %s | %s | ", table.name, n, d, table.groups, took, strings.Join(gains, ", "))
		if data.Missing() > 0 {
			line += "– | – |"
		} else {
			line += fmt.Sprintf("%.3f | %.3f |", linked(linkage.Ward), linked(linkage.Average))
		}
		line += fmt.Sprintf(" %.3f | %.3f |\n", alone, together)
		t.Log(line)
		b.WriteString(line)
	}
	writeTable(t, "columns-elsewhere", b.String())
}
