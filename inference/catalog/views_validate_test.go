//go:build validate

package catalog_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/scores"

	"gonum.org/v1/gonum/mat"
)

// drawViews draws a table of two views of six columns, in which rows have three clusters, and of columns of noise; of
// numbers, yes/no, categories and counts in turn. It returns the view of each column, −1 for noise.
func drawViews(n, each, noise int, rng *rand.Rand) (table *inference.Table, view []int) {
	table = &inference.Table{Name: "views"}
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprintf("r%d", i+1))
	}
	clusters := [2][]int{clustersOf(n, 3, rng), clustersOf(n, 3, rng)}
	x := mat.NewDense(n, 2*each+noise, nil)
	for j := range 2*each + noise {
		z, v := make([]int, n), -1
		if j < 2*each {
			v = j % 2
			z = clusters[v]
		}
		view = append(view, v)
		sort := []string{"number", "yes", "group", "count"}[j/2%4]
		table.Columns = append(table.Columns, fmt.Sprintf("%s%d", sort, j+1))
		var centre, share, rate [3]float64
		var levels [3][3]float64
		for k := range 3 {
			centre[k], share[k] = 2*rng.NormFloat64(), .1+.8*float64(rng.IntN(2))
			rate[k] = math.Exp(1.5 + 1.3*rng.NormFloat64())
			for l := range 3 {
				levels[k][l] = .1 + rng.ExpFloat64()*rng.ExpFloat64()
			}
		}
		for i, k := range z {
			y := 0.0
			switch sort {
			case "number":
				y = centre[k] + rng.NormFloat64()
			case "yes":
				if rng.Float64() < share[k] {
					y = 1
				}
			case "group":
				w := levels[k]
				u := rng.Float64() * (w[0] + w[1] + w[2])
				for u -= w[0]; u > 0 && y < 2; u -= w[int(y)] {
					y++
				}
			case "count":
				for left := rate[k] - rng.ExpFloat64(); left > 0; left -= rng.ExpFloat64() {
					y++
				}
			}
			x.Set(i, j, y)
		}
	}
	table.X = x
	return table, view
}

// TestValidateBlocksViews hides a tenth of the cells of tables of two views of all kinds and columns of noise. It fails
// where crosscat does not predict them better than dpmm, which has one view, on each of four tables, or where the views
// of columns that are no noise have a mean adjusted Rand index below .7.
func TestValidateBlocksViews(t *testing.T) {
	var b strings.Builder
	b.WriteString("Nats a hidden cell; 120 rows, 16 columns.\n\n" +
		"| table | columns alone | dpmm | crosscat | index of the views |\n|---|---|---|---|---|\n")
	const tables = 4
	var mean [4]float64
	ahead := 0
	for k := range uint64(tables) {
		rng := rand.New(rand.NewPCG(k, 71))
		table, view := drawViews(120, 6, 4, rng)
		data := prepareMixed(t, mixedTable{table: table}, mixedKinds, false)
		cells, values := hide(data, rng)
		by := [4]float64{meanOf(aloneMixed(data, cells, values))}
		by[1] = predicted(t, fitFactors(t, contender{"dpmm", "dpmm", nil, 1, 200}, data, 1), cells, values)
		r := fitFactors(t, contender{"crosscat", "crosscat", nil, 1, 200}, data, 1)
		by[2] = predicted(t, r, cells, values)
		by[3] = scores.AdjustedRand(partition.ViewsOf(r.snapshot).Columns.Labels[:12], view[:12])
		if by[2] > by[1] {
			ahead++
		}
		for i, v := range by {
			mean[i] += v / tables
		}
		fmt.Fprintf(&b, "| %d | %.3f | %.3f | %.3f | %.2f |\n", k+1, by[0], by[1], by[2], by[3])
	}
	fmt.Fprintf(&b, "| mean | %.3f | %.3f | %.3f | %.2f |\n", mean[0], mean[1], mean[2], mean[3])
	if ahead < tables || !(mean[2] > mean[0]) || !(mean[3] > .7) {
		t.Errorf("columns alone, dpmm, crosscat, index: %.3f; ahead on %d tables", mean, ahead)
	}
	writeTable(t, "blocks-views", b.String())
}
