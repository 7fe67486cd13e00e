//go:build validate

package catalog_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/stat/scree"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// plantedFactors draws n rows of d standardised columns with noise and k factors, which load on a share of the columns.
func plantedFactors(n, d, k int, scale, share float64, rng *rand.Rand) *inference.Dataset {
	x, g := mat.NewDense(n, d, nil), mat.NewDense(k+1, d, nil)
	g.Apply(func(f, _ int, _ float64) float64 {
		if f == k || rng.Float64() >= share {
			return 0
		}
		return scale * rng.NormFloat64()
	}, g)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for f := range k {
			a := rng.NormFloat64()
			for j := range row {
				row[j] += a * g.At(f, j)
			}
		}
	}
	standardise(x)
	return inferencetest.DatasetOf(x)
}

// TestValidateFirstComponents: how many principal components stand out of tables with a known number of factors.
func TestValidateFirstComponents(t *testing.T) {
	const tables = 6
	var b strings.Builder
	b.WriteString("\n| rows × columns, factors planted | components that stand out, six tables |\n|---|---|\n")
	for _, c := range []struct {
		n, d, k, least int // of six tables, so many have at least k−1 and no more than k
	}{{30, 500, 6, 5}, {100, 500, 6, 6}, {100, 50, 6, 4}, {300, 20, 4, 4}, {30, 500, 0, 5}, {150, 6, 0, 5}} {
		var found []string
		right := 0
		for seed := range uint64(tables) {
			a := scree.New(plantedFactors(c.n, c.d, c.k, 1, 1, rand.New(rand.NewPCG(seed, 34))).X)
			for !a.Advance() {
			}
			k := a.Scree().Number
			found = append(found, fmt.Sprint(k))
			if k <= c.k && k >= c.k-1 {
				right++
			}
		}
		fmt.Fprintf(&b, "| %d × %d, %d | %s |\n", c.n, c.d, c.k, strings.Join(found, ", "))
		if right < c.least {
			t.Errorf("%d × %d with %d factors: %v stand out", c.n, c.d, c.k, found)
		}
	}
	writeTable(t, "first-components", b.String())
}

// TestValidateFirstFactors: how many common factors nsfa finds in noise and in planted tables, by default, which is the
// goal explain, and by the goal predict, and what hidden cells say.
func TestValidateFirstFactors(t *testing.T) {
	m, err := catalog.Find("nsfa")
	if err != nil {
		t.Fatal(err)
	}
	if goal := m.Info().Defaults().Text("goal"); goal != "explain" {
		t.Errorf("the default goal is %s", goal)
	}
	const sweeps = 150
	var b strings.Builder
	b.WriteString("\n| table | goal | common factors, three seeds | nats a hidden cell, three seeds |\n|---|---|---|---|\n")
	for _, c := range []struct {
		name      string
		n, d, k   int
		scale, on float64
	}{{"noise, 60 × 150", 60, 150, 0, 0, 0}, {"five sparse factors, 60 × 60", 60, 60, 5, 1.5, 0.25}} {
		for _, goal := range []string{"explain", "predict"} {
			var common, nats []string
			mean := 0.0
			for seed := range uint64(3) {
				whole := plantedFactors(c.n, c.d, c.k, c.scale, c.on, rand.New(rand.NewPCG(seed, 35)))
				data, cells, value := hideCells(whole, 0.1, seed+1)
				r := fitFactors(t, contender{goal, "nsfa", map[string]string{"goal": goal}, 1, sweeps}, data, seed+1)
				log, _, err := r.stepper.(inference.CellPredictor).LogCells(cells, value)
				if err != nil {
					t.Fatal(err)
				}
				k := stat.Mean(r.common[len(r.common)/4:], nil)
				mean += k / 3
				common, nats = append(common, fmt.Sprintf("%.1f", k)), append(nats, fmt.Sprintf("%.3f", stat.Mean(log, nil)))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.name, goal, strings.Join(common, ", "), strings.Join(nats, ", "))
			if goal == "explain" && (mean > float64(c.k)+1 || mean < float64(c.k)-1) {
				t.Errorf("%s: %.1f common factors", c.name, mean)
			}
		}
	}
	writeTable(t, "first-factors", b.String())
}

// TestValidateFirstGraphs: edges between columns that have none, of clean tables and of tables with three rows far out,
// for values as measured and by the rule.
func TestValidateFirstGraphs(t *testing.T) {
	const n, p, networks = 120, 12, 3
	var b strings.Builder
	b.WriteString("\n| model | clean, false edges (found of 12) | three rows far out, measured | by the rule |\n|---|---|---|---|\n")
	for _, c := range []contender{{"ggm", "ggm", nil, 1, 300}, {"glasso", "glasso", nil, 1, 1000},
		{"neighbours", "neighbours", nil, 1, 1},
		{"dag", "dag", map[string]string{"method": "partition"}, 1, 300}} {
		var clean, measured, rule []string
		sum := map[string]int{}
		for seed := range uint64(networks) {
			rng := rand.New(rand.NewPCG(seed, 36))
			data, truth := sparsePrecision(n, p, 12, rng)
			far := *data
			far.X = mat.DenseCopyOf(data.X)
			for _, i := range []int{10, 55, 90} { // the same way in half of the columns, as a slip of a hand or of a machine
				for j := range p / 2 {
					far.X.Set(i, j, far.X.At(i, j)+10)
				}
			}
			standardise(far.X)
			count := func(data *inference.Dataset, how string) (string, int) {
				right, wrong := edgesOf(t, c, data, how, seed+1, truth.Edges)
				return fmt.Sprintf("%d (%d)", wrong, right), wrong
			}
			for name, of := range map[string]*[]string{"clean": &clean, "measured": &measured, "auto": &rule} {
				table, how := &far, name
				if name == "clean" {
					table, how = data, "auto"
				}
				text, wrong := count(table, how)
				*of, sum[name] = append(*of, text), sum[name]+wrong
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.name, strings.Join(clean, ", "), strings.Join(measured, ", "),
			strings.Join(rule, ", "))
		if sum["auto"] > sum["clean"]+networks || sum["measured"] <= sum["auto"] {
			t.Errorf("%s: %d false edges of %d clean tables; with three rows far out %d as measured and %d by the rule", c.name,
				sum["clean"], networks, sum["measured"], sum["auto"])
		}
	}
	writeTable(t, "first-graphs", b.String())
}

// edgesOf counts the edges of a fit that are right and wrong; of probabilities, those above one half.
func edgesOf(t *testing.T, c contender, data *inference.Dataset, how string, seed uint64, truth [][2]int) (right,
	wrong int) {
	t.Helper()
	m, err := catalog.Find(c.model)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Info().Defaults()
	if err := s.Set("values", how); err != nil {
		t.Fatal(err)
	}
	for name, v := range c.set {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := m.New(data, s, inference.Streams{Seed: seed}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for done := -1; done < c.iterations; {
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
	between := map[[2]int]float64{}
	g := graph.Of(st.Snapshot())
	for _, e := range g.Edges {
		strength := e.Strength
		if g.Measure == graph.Chosen {
			strength = 1
		}
		between[[2]int{min(e.From, e.To), max(e.From, e.To)}] += strength
	}
	for pair, strength := range between {
		switch {
		case strength <= 0.5 || math.IsNaN(strength):
		case slices.Contains(truth, pair):
			right++
		default:
			wrong++
		}
	}
	return right, wrong
}
