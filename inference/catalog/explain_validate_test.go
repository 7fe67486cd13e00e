//go:build validate

package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/stat"
)

// shares returns the share of the items that each factor of two items or more loads on, in rising order.
func shares(s *factor.State) (out []float64) {
	if s.Count() == 0 {
		return nil
	}
	d, k := s.Loadings.Dims()
	for j := range k {
		n := 0
		for i := range d {
			if s.Loadings.At(i, j) != 0 {
				n++
			}
		}
		if n > 1 {
			out = append(out, float64(n)/float64(d))
		}
	}
	slices.Sort(out)
	return out
}

// denseFactors counts the factors that load on more than nine items of ten.
func denseFactors(s *factor.State) (n int) {
	for _, share := range shares(s) {
		if share > 0.9 {
			n++
		}
	}
	return n
}

// TestValidateFactorsExplain: what the goal explain gains for a reader, and what it loses in hidden cells, on tables of
// genes, of chemistry and of factors that are known, with three seeds each for hiding cells and for the chain. Explain
// with β of the usual process, 1 in place of 10 D, shows what makes factors sparse.
func TestValidateFactorsExplain(t *testing.T) {
	const sweeps, seeds = 300, 3
	var b strings.Builder
	b.WriteString("\n| table | goal | nats a hidden cell, three seeds | K | on more than 90 % of the items | median share of the items | links an item |\n|---|---|---|---|---|---|---|\n")
	for _, table := range []struct {
		name string
		rows bool    // its items are the rows
		most float64 // nats a hidden cell that explain may lose to predict, on average
	}{{"tissue_expression", false, 0.15}, {"leukaemia_ALL", false, 0.15}, {"wine", false, 0.03},
		{"sparse_factors", true, 0.02}} {
		read, err := sampledata.Open(table.name)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := read.Prepare(inference.Preprocessing{Centre: true, Scale: true})
		if err != nil {
			t.Fatal(err)
		}
		items := len(whole.Columns)
		if table.rows {
			items = len(whole.Rows)
		}
		mean, factors := map[string]float64{}, map[string]int{}
		for _, goal := range []contender{
			{"predict", "nsfa", map[string]string{"goal": "predict"}, 1, sweeps},
			{"explain", "nsfa", map[string]string{"goal": "explain"}, 1, sweeps},
			{"explain, β of 1", "nsfa", map[string]string{"goal": "explain",
				"beta": fmt.Sprint(1 / (10 * float64(items)))}, 1, sweeps},
		} {
			if table.rows {
				goal.set["features"] = "rows"
			}
			var nats, count, dense, median, links []string
			for seed := range uint64(seeds) {
				data, cells, value := hideCells(whole, 0.1, seed+1)
				r := fitFactors(t, goal, data, seed+1)
				log, _, err := r.stepper.(inference.CellPredictor).LogCells(cells, value)
				if err != nil {
					t.Fatal(err)
				}
				state := factor.StateOf(r.snapshot)
				share, sum := shares(state), 0.0
				for _, s := range share {
					sum += s * float64(items)
				}
				density := stat.Mean(log, nil)
				mean[goal.name] += density / seeds
				factors[goal.name] += state.Count()
				nats, count = append(nats, fmt.Sprintf("%.3f", density)), append(count, fmt.Sprint(state.Count()))
				dense, median = append(dense, fmt.Sprint(denseFactors(state))),
					append(median, fmt.Sprintf("%.2f", stat.Quantile(0.5, stat.Empirical, share, nil)))
				links = append(links, fmt.Sprintf("%.1f", sum/float64(items)))
				if goal.name == "explain" && items > 50 && denseFactors(state) > 0 {
					t.Errorf("%s, seed %d: %d factors are on more than 90 %% of the items", table.name, seed+1, denseFactors(state))
				}
			}
			join := func(s []string) string { return strings.Join(s, ", ") }
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", table.name, goal.name, join(nats), join(count),
				join(dense), join(median), join(links))
		}
		if loss := mean["predict"] - mean["explain"]; !(loss <= table.most) {
			t.Errorf("%s: explain loses %.3f nats a hidden cell", table.name, loss)
		}
		if items > 50 && !table.rows && 2*factors["explain"] > factors["predict"] { // what is paid for
			t.Errorf("%s: explain has %d factors in %d runs, predict %d", table.name, factors["explain"], seeds,
				factors["predict"])
		}
	}
	writeTable(t, "factors-explain", b.String())
}
