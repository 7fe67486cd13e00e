//go:build validate

package catalog_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/association"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// hideCells makes a share of the cells of a data set missing.
func hideCells(data *inference.Dataset, share float64, seed uint64) (*inference.Dataset, []inference.Cell, []float64) {
	rng := inference.Streams{Seed: seed}.Task(98)
	copied := *data
	copied.X = mat.DenseCopyOf(data.X)
	var cells []inference.Cell
	var value []float64
	n, d := data.Dims()
	for i := range n {
		for j := range d {
			if rng.Float64() < share {
				cells, value = append(cells, inference.Cell{Row: i, Column: j}), append(value, data.X.At(i, j))
				copied.X.Set(i, j, math.NaN())
			}
		}
	}
	return &copied, cells, value
}

func tissues(t *testing.T) *inference.Dataset {
	t.Helper()
	table, err := sampledata.Open("tissue_expression")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestValidateFactorsTissueDensity holds the models against each other as in figures 3.7 to
// 3.9: the log density of a tenth of the cells, hidden. Working units: columns of variance 1.
func TestValidateFactorsTissueDensity(t *testing.T) {
	const sweeps, splits = 300, 3
	list := []contender{{"nsfa", "nsfa", nil, 1, sweeps}}
	for _, name := range []string{"sfa", "bfrm", "afa", "fa"} {
		for _, k := range []int{10, 20, 40} {
			list = append(list, contender{fmt.Sprintf("%s %d", name, k), name, withFactors(k), 1, sweeps})
		}
	}
	list = append(list, contender{"fok 20", "fok", withFactors(20), 1, sweeps},
		contender{"pca, K by criterion", "pca", nil, 1, 1000}, contender{"spca, as many", "spca", nil, 1, 2000})
	whole := tissues(t)
	densities, features := map[string][]float64{}, map[string][]float64{}
	for split := range uint64(splits) {
		data, cells, value := hideCells(whole, 0.1, split+1)
		for _, c := range list {
			begun := time.Now()
			r := fitFactors(t, c, data, split+1)
			log, _, err := r.stepper.(inference.CellPredictor).LogCells(cells, value)
			if err != nil {
				t.Fatal(err)
			}
			mean := 0.0
			for _, l := range log {
				mean += l / float64(len(log))
			}
			densities[c.name] = append(densities[c.name], mean)
			features[c.name] = append(features[c.name], float64(factor.StateOf(r.snapshot).Count()))
			t.Logf("split %d, %s: %.4f, K = %d, %.0f s", split+1, c.name, mean, factor.StateOf(r.snapshot).Count(),
				time.Since(begun).Seconds())
		}
	}
	var b strings.Builder
	b.WriteString("\n| model | nats a hidden cell: least | median | greatest | K at the end |\n|---|---|---|---|---|\n")
	for _, c := range list {
		q, k := box(densities[c.name]), box(features[c.name])
		fmt.Fprintf(&b, "| %s | %.3f | **%.3f** | %.3f | %.0f to %.0f |\n", c.name, q[0], q[2], q[4], k[0], k[4])
	}
	writeTable(t, "factors-tissues", b.String())
	median := func(name string) float64 { return box(densities[name])[2] }
	if best := max(median("sfa 10"), median("sfa 20"), median("sfa 40")); median("nsfa") < best-0.005 {
		t.Errorf("nsfa has %v, the best sfa %v", median("nsfa"), best)
	}
	if a, f := median("afa 40"), median("fa 40"); a < f {
		t.Errorf("afa 40 has %v, fa 40 %v", a, f)
	}
}

// TestValidateFactorsTissueSettings shows what holds the number of factors down on a table that is not as the
// model says, and what that costs: the density of a hidden tenth of the cells and K after 200 and 400 sweeps.
func TestValidateFactorsTissueSettings(t *testing.T) {
	data, cells, value := hideCells(tissues(t), 0.1, 1)
	var b strings.Builder
	b.WriteString("\n| settings | nats a hidden cell after 200 sweeps, 400 | K | common factors | on more than 90 % of the genes | links an item |\n|---|---|---|---|---|---|\n")
	for _, c := range []contender{
		{"default", "nsfa", nil, 1, 200},
		{"alpha = 1, fixed", "nsfa", map[string]string{"alpha!": "1"}, 1, 200},
		{"share_power = noise", "nsfa", map[string]string{"share_power": "noise"}, 1, 200},
		{"share_power = none", "nsfa", map[string]string{"share_power": "none"}, 1, 200},
		{"goal = explain", "nsfa", map[string]string{"goal": "explain"}, 1, 200},
		{"goal = explain, β of 1 in place of 10 D", "nsfa", map[string]string{"goal": "explain", "beta": "0.0002"}, 1, 200},
	} {
		r := fitFactors(t, c, data, 1)
		var density [2]float64
		var last []float64
		for i := range density {
			for done := 200; i > 0 && done < 400; {
				report, err := r.stepper.Step(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if report.Scalars != nil {
					done++
					last = report.Scalars
				}
			}
			log, _, err := r.stepper.(inference.CellPredictor).LogCells(cells, value)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range log {
				density[i] += l / float64(len(log))
			}
		}
		m, err := catalog.Find(c.model)
		if err != nil {
			t.Fatal(err)
		}
		get := func(name string) float64 { return last[slices.Index(m.Info().Scalars, name)] }
		_, items := data.Dims()
		dense := denseFactors(factor.StateOf(r.stepper.Snapshot()))
		fmt.Fprintf(&b, "| %s | %.3f, %.3f | %.0f | %.0f | %d | %.1f |\n", c.name, density[0], density[1],
			get(factors.Features), get(factors.Common), dense, get("links")/float64(items))
		if c.name == "goal = explain" && dense > 0 {
			t.Errorf("%d factors are on more than 90 %% of the genes", dense)
		}
		t.Log(c.name, density)
		if density[1] < -0.9 {
			t.Errorf("%s has %v nats a hidden cell, as little as principal components", c.name, density[1])
		}
	}
	writeTable(t, "factors-settings", b.String())
}

// TestValidateFactorsTissueNames asks whether the factors of nsfa tell tissues: Kruskal and
// Wallis between the tissues, and for each tissue the factor that parts it best from the
// others, by the test of Wilcoxon, Mann and Whitney; p times the number of tests (Bonferroni).
func TestValidateFactorsTissueNames(t *testing.T) {
	data := tissues(t)
	a, ok := inference.Annotation{}, false
	for _, b := range data.Annotations {
		if b.Name == "tissue" {
			a, ok = b, true
		}
	}
	if !ok {
		t.Fatal("there are no tissues")
	}
	r := fitFactors(t, contender{"nsfa", "nsfa", map[string]string{"share_power": "noise"}, 1, 300}, data, 1)
	s, err := factors.Summarise(context.Background(), data, r.snapshot, factors.Options{BurnIn: inference.BurnIn})
	if err != nil {
		t.Fatal(err)
	}
	k := s.Count()
	told := 0
	for j := range k {
		if p := association.KruskalWallis(mat.Col(nil, j, s.Factors.Activities), a.Codes).P * float64(k); p < 0.001 {
			told++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d of %d factors differ between the tissues (Kruskal-Wallis, corrected p < 0.001).\n\n", told, k)
	b.WriteString("| tissue | samples | factor | area under the curve | corrected p | leading genes |\n|---|---|---|---|---|---|\n")
	clear := 0
	for level, name := range a.Levels {
		inside := make([]int, len(a.Codes))
		n := 0
		for i, c := range a.Codes {
			if c == level {
				inside[i] = 1
				n++
			}
		}
		best, area, p := 0, 0.5, 1.0
		for j := range k {
			x := mat.Col(nil, j, s.Factors.Activities)
			sum := 0.0
			for i, rank := range association.Ranks(x) {
				sum += rank * float64(inside[i])
			}
			auc := (sum - float64(n*(n+1))/2) / float64(n*(len(x)-n))
			if !(math.Abs(auc-0.5) <= math.Abs(area-0.5)) {
				best, area, p = j, auc, min(1, association.KruskalWallis(x, inside).P*float64(k*len(a.Levels)))
			}
		}
		if !(math.Abs(area-0.5) <= 0.4) {
			clear++
		}
		var genes []string
		for _, g := range s.Ranking(best)[:5] {
			genes = append(genes, data.Columns[g.Item])
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %.3f | %.1g | %s |\n", name, n, best+1, max(area, 1-area), p,
			strings.Join(genes, ", "))
	}
	writeTable(t, "factors-names", b.String())
	if clear < len(a.Levels) {
		t.Errorf("%d of %d tissues have a factor that parts them from the others", clear, len(a.Levels))
	}
}
