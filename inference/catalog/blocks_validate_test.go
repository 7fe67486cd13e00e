//go:build validate

package catalog_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// clustersOf are the clusters of n things, each as probable as the others for a thing.
func clustersOf(n, k int, rng *rand.Rand) []int {
	z := make([]int, n)
	for i := range z {
		z[i] = rng.IntN(k)
	}
	return z
}

// hide takes a tenth of the cells out of the data.
func hide(data *inference.Dataset, rng *rand.Rand) (cells []inference.Cell, values []float64) {
	n, d := data.Dims()
	for i := range n {
		for j := range d {
			if rng.Float64() < .1 {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, data.X.At(i, j))
				data.X.Set(i, j, math.NaN())
			}
		}
	}
	return cells, values
}

func meanOf(x []float64) (mean float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	return mean
}

// predicted is the mean log probability of hidden cells by a fit.
func predicted(t *testing.T, r factorRun, cells []inference.Cell, values []float64) float64 {
	t.Helper()
	log, _, err := r.stepper.(inference.CellPredictor).LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	return meanOf(log)
}

// TestValidateBlocksAnimals hides a tenth of the cells of yes/no tables of 50 rows and 85 columns in 12 by 33 blocks. It
// fails where bicluster does not predict them better than dpmm, which has clusters of rows alone, and than each column.
func TestValidateBlocksAnimals(t *testing.T) {
	var b strings.Builder
	b.WriteString("Nats a hidden cell; 50 rows, 85 columns, 12 × 33 blocks.\n\n" +
		"| table | columns alone | dpmm | bicluster | its blocks |\n|---|---|---|---|---|\n")
	const tables = 3
	var mean [3]float64
	for k := range uint64(tables) {
		rng := rand.New(rand.NewPCG(k, 72))
		rows, columns := clustersOf(50, 12, rng), clustersOf(85, 33, rng)
		share := mat.NewDense(12, 33, nil)
		share.Apply(func(_, _ int, _ float64) float64 {
			return .08 + .84*float64(rng.IntN(2))
		}, share)
		table := &inference.Table{Name: "animals", Kind: inference.Binary}
		x := mat.NewDense(50, 85, nil)
		x.Apply(func(i, j int, _ float64) float64 {
			if rng.Float64() < share.At(rows[i], columns[j]) {
				return 1
			}
			return 0
		}, x)
		for i := range rows {
			table.Rows = append(table.Rows, fmt.Sprintf("r%d", i+1))
		}
		for j := range columns {
			table.Columns = append(table.Columns, fmt.Sprintf("yes%d", j+1))
		}
		table.X = x
		data := prepareMixed(t, mixedTable{table: table}, mixedKinds, false)
		cells, values := hide(data, rng)
		by := [3]float64{meanOf(aloneMixed(data, cells, values))}
		by[1] = predicted(t, fitFactors(t, contender{"dpmm", "dpmm", nil, 1, 300}, data, 1), cells, values)
		r := fitFactors(t, contender{"bicluster", "bicluster", nil, 1, 300}, data, 1)
		by[2] = predicted(t, r, cells, values)
		for i, v := range by {
			mean[i] += v / tables
		}
		fmt.Fprintf(&b, "| %d | %.3f | %.3f | %.3f | %d × %d |\n", k+1, by[0], by[1], by[2],
			1+slices.Max(partition.LabelsOf(r.snapshot)), 1+slices.Max(partition.ColumnsOf(r.snapshot).Labels))
	}
	fmt.Fprintf(&b, "| mean | %.3f | %.3f | %.3f | |\n", mean[0], mean[1], mean[2])
	if !(mean[2] > mean[1]) || !(mean[2] > mean[0]) {
		t.Errorf("columns alone, dpmm, bicluster: %.3f", mean)
	}
	writeTable(t, "blocks-animals", b.String())
}
