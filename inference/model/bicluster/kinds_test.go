package bicluster

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// kindsTable is a table of columns of four kinds, four of each, whose rows are in two clusters and whose columns are in
// two across the kinds.
func kindsTable(t testing.TB, n int, rng *rand.Rand) *inference.Dataset {
	t.Helper()
	const each = 4
	x := mat.NewDense(n, 4*each+1, nil)
	table := &inference.Table{Name: "kinds", Kind: inference.Continuous, X: x}
	for j := range 4*each + 1 {
		table.Columns = append(table.Columns, fmt.Sprint([]string{"number", "yes", "sort", "count", "size"}[j/each], j))
	}
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprint("row", i+1))
		size := 0.5 + rng.Float64()
		for j := range 4 * each {
			on := float64((i + j) % 2)
			switch j / each {
			case 0:
				x.Set(i, j, 2*on+0.5*rng.NormFloat64())
			case 1:
				x.Set(i, j, 0)
				if rng.Float64() < 0.1+0.8*on {
					x.Set(i, j, 1)
				}
			case 2:
				x.Set(i, j, on+float64(rng.IntN(2)))
			case 3:
				y, left := 0.0, size*(2+8*on)
				for left -= rng.ExpFloat64(); left > 0; left -= rng.ExpFloat64() {
					y++
				}
				x.Set(i, j, y)
			}
			if rng.IntN(20) == 0 {
				x.Set(i, j, math.NaN())
			}
		}
		x.Set(i, 4*each, size)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "yes*=yes/no\nsort*=category:0,1,2\ncount*=count:per=size16"})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Columns of several kinds share clusters; threads, saving and interruptions make no difference, and hidden cells are
// predicted better than by their column.
func TestKinds(t *testing.T) {
	data := kindsTable(t, 30, rand.New(rand.NewPCG(1, 3)))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 6}, data)
	var cells []inference.Cell
	var values []float64
	for i := range 30 {
		for j := range 16 {
			if v := data.X.At(i, j); (i*16+j)%9 == 0 && !math.IsNaN(v) {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, v)
				data.X.Set(i, j, math.NaN())
			}
		}
	}
	step, err := Model{}.New(data, Model{}.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := step.(*sampler)
	if len(c.state.t.parts) != 4 {
		t.Fatalf("%d parts", len(c.state.t.parts))
	}
	for c.Iteration < 80 {
		if _, err := c.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	log, mean, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	// One cluster of rows with each column by itself is what the columns say alone.
	alone := *c.Draws.Draws[len(c.Draws.Draws)-1]
	alone.Rows = make([]int, 30)
	alone.Columns = make([]int, 17)
	for j := range alone.Columns {
		alone.Columns[j] = j
	}
	c.Draws.Draws = []*draw{&alone}
	by, _, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	gain := make([]float64, 4)
	for k, cell := range cells {
		gain[cell.Column/4] += log[k] - by[k]
		if math.IsNaN(mean[k]) {
			t.Fatalf("cell %d has no mean", k)
		}
	}
	for kind, g := range gain {
		if !(g > 1) {
			t.Errorf("cells of kind %d gain %v nats", kind, g)
		}
	}
	z := c.state.z[ofColumns]
	if z[0] != z[2] || z[0] != z[14] || z[1] != z[13] || z[0] == z[1] {
		t.Errorf("columns are in clusters %v", z)
	}
}
