//go:build validate

package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/inference/stat/grouping"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// groupsShown fits a model and returns the partition shown.
func groupsShown(t *testing.T, model string, set map[string]string, data *inference.Dataset, count, iterations int,
	seed uint64) *partition.Partition {
	t.Helper()
	m, err := catalog.Find(model)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Info().Defaults()
	for name, v := range set {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := chains.From(m, data, s, seed, 0, count, 2)
	if err != nil {
		t.Fatal(err)
	}
	for done := -1; done < iterations; {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
		if r.Done {
			break
		}
	}
	return partition.Of(st.Snapshot())
}

// TestValidateFirstPartitions: how many groups are shown of tables without any and of tables whose groups anyone can
// see, and how well they agree with the groups planted.
func TestValidateFirstPartitions(t *testing.T) {
	noise := func(draw func(r *rand.Rand) float64) func(*rand.Rand, int, int) []float64 {
		return func(r *rand.Rand, _, d int) []float64 {
			row := make([]float64, d)
			for j := range row {
				row[j] = draw(r)
			}
			return row
		}
	}
	normal, uniform := noise((*rand.Rand).NormFloat64), noise((*rand.Rand).Float64)
	// around puts rows about centres on a grid of a side, 7 standard deviations apart.
	around := func(side int) func(*rand.Rand, int, int) []float64 {
		return func(r *rand.Rand, k, d int) []float64 {
			row := normal(r, k, d)
			row[0] += 7 * float64(k%side)
			row[1] += 7 * float64(k/side)
			return row
		}
	}
	// spread sets the first 12 columns of a group apart, in one direction for each.
	spread := func(r *rand.Rand, k, d int) []float64 {
		row := normal(r, k, d)
		for j := 4 * k; j < 4*k+4; j++ {
			row[j] += 5
		}
		return row
	}
	even := func(groups int) func(i, n int) int { return func(i, _ int) int { return i % groups } }
	unequal := func(i, _ int) int { return max(0, (i-90)/10) } // 100, 10, 10
	var b strings.Builder
	b.WriteString("\n| model | table | groups shown, by seed | adjusted Rand index with the groups planted |\n|---|---|---|---|\n")
	for _, c := range []struct {
		name         string
		n, d, tables int
		draw         func(r *rand.Rand, k, d int) []float64
		of           func(i, n int) int
		model        string
		want, least  int // groups shown, in so many tables at least
	}{
		{"Gaussian, 60 × 4", 60, 4, 5, normal, even(1), "dpmm", 1, 5},
		{"Gaussian, 100 × 5", 100, 5, 5, normal, even(1), "dpmm", 1, 5},
		{"Gaussian, 120 × 6", 120, 6, 5, normal, even(1), "dpmm", 1, 5},
		{"Gaussian, 60 × 30", 60, 30, 3, normal, even(1), "dpmm", 1, 3},
		{"uniform, 100 × 5", 100, 5, 3, uniform, even(1), "dpmm", 1, 2},
		{"2 × 2 clusters, 120 × 2", 120, 2, 3, around(2), even(4), "dpmm", 4, 3},
		{"3 × 3 clusters, 135 × 2", 135, 2, 3, around(3), even(9), "dpmm", 9, 3},
		{"clusters of 100, 10 and 10, a triangle, 120 × 2", 120, 2, 3, around(2), unequal, "dpmm", 3, 3},
		{"clusters of 100, 10 and 10, in a line, 120 × 2", 120, 2, 3, around(3), unequal, "dpmm", 3, 0}, // one long cluster may hold the small ones
		{"3 clusters, 60 × 30", 60, 30, 3, spread, even(3), "dpmm", 3, 3},
		{"Gaussian, 120 × 6", 120, 6, 3, normal, even(1), "outtree", 0, 3},
		{"uniform, 120 × 6", 120, 6, 3, uniform, even(1), "outtree", 0, 3},
		{"2 × 2 clusters, 120 × 2", 120, 2, 3, around(2), even(4), "outtree", 4, 3},
	} {
		set, count, iterations := map[string]string{}, 4, 400
		if c.model == "outtree" {
			set, count, iterations = map[string]string{"roots": "any"}, 1, 100
		}
		var shown, agreement []string
		right := 0
		for seed := range uint64(c.tables) {
			r := rand.New(rand.NewPCG(seed, 34))
			x, truth := mat.NewDense(c.n, c.d, nil), make([]int, c.n)
			for i := range c.n {
				truth[i] = c.of(i, c.n)
				x.SetRow(i, c.draw(r, truth[i], c.d))
			}
			standardise(x)
			p := groupsShown(t, c.model, set, inferencetest.DatasetOf(x), count, iterations, seed+1)
			groups, alone := p.Count()
			text := fmt.Sprint(groups)
			if alone > 0 {
				text += fmt.Sprintf(" and %d rows alone", alone)
			}
			shown = append(shown, text)
			index := scores.AdjustedRand(grouping.Apart(p.Labels), truth)
			if groups == c.want && (c.want < 2 || index > 0.95) {
				right++
			}
			if c.want > 1 {
				agreement = append(agreement, fmt.Sprintf("%.2f", index))
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.model, c.name, strings.Join(shown, ", "), strings.Join(agreement, ", "))
		if right < c.least {
			t.Errorf("%s of %s: %v groups, agreement %v; wanted %d in %d tables", c.model, c.name, shown, agreement, c.want,
				c.least)
		}
	}
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	p := groupsShown(t, "dpmm", nil, data, 4, 1000, 1)
	groups, _ := p.Count()
	index := scores.AdjustedRand(grouping.Apart(p.Labels), data.Annotations[0].Codes)
	fmt.Fprintf(&b, "| dpmm | *iris* | %d | %.2f (species) |\n", groups, index)
	if groups != 3 || index < 0.85 {
		t.Errorf("iris: %s, adjusted Rand index %.2f", p.Words(), index)
	}
	writeTable(t, "first-partitions", b.String())
}
