package crosscat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// kindsTable is a table of columns of five kinds, three of each, in two views: the columns of even number tell
// whether the row is in the first half, those of odd number whether its number is odd. Three columns at the end are
// noise.
func kindsTable(t testing.TB, n int, rng *rand.Rand) *inference.Dataset {
	t.Helper()
	const each, kinds = 4, 5
	x := mat.NewDense(n, each*kinds+3, nil)
	table := &inference.Table{Name: "kinds", Kind: inference.Continuous, X: x, Stated: inference.Limits{}}
	for j := range each * kinds {
		table.Columns = append(table.Columns, fmt.Sprint([]string{"number", "yes", "sort", "count", "limit"}[j/each], j))
	}
	table.Columns = append(table.Columns, "noise1", "noise2", "size")
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprint("row", i+1))
		size := 0.5 + rng.Float64()
		for j := range each * kinds {
			on := float64(i % 2)
			if j%2 == 0 {
				on = float64(2 * i / n)
			}
			switch j / each {
			case 0, 4:
				x.Set(i, j, 3*on+0.6*rng.NormFloat64())
				if j/each == 4 && x.At(i, j) < 0 {
					x.Set(i, j, math.NaN())
					table.Stated[inference.Cell{Row: i, Column: j}] = column.Interval{Low: math.Inf(-1), High: 0}
				}
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
			if rng.IntN(20) == 0 && j/each < 4 {
				x.Set(i, j, math.NaN())
			}
		}
		x.Set(i, each*kinds, rng.NormFloat64())
		x.Set(i, each*kinds+1, rng.NormFloat64())
		x.Set(i, each*kinds+2, size)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "yes*=yes/no\nsort*=category:0,1,2\ncount*=count:per=size\nlimit*=censored"})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The views of a table of all kinds are found, with the clusters in each; hidden cells are predicted better than by
// their columns, and a cell that does not fit surprises.
func TestKinds(t *testing.T) {
	const n, planted = 60, 20
	data := kindsTable(t, n, rand.New(rand.NewPCG(1, 3)))
	odd := inference.Cell{Row: 7, Column: 0}
	data.X.Set(odd.Row, odd.Column, 8)
	var cells []inference.Cell
	var values []float64
	for i := range n {
		for j := range planted {
			if v := data.X.At(i, j); (i*17+j)%11 == 0 && !math.IsNaN(v) {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, v)
				data.X.Set(i, j, math.NaN())
			}
		}
	}
	c := inferencetest.Begin(t, Model{}, data, nil).(*sampler)
	inferencetest.Iterate(t, c, 120)
	v := partition.ViewsOf(c.Snapshot())
	if len(c.state.t.limits) < n/8 {
		t.Fatalf("%d cells have limits", len(c.state.t.limits))
	}
	if err := v.Check(data); err != nil {
		t.Fatal(err)
	}
	z := v.Columns.Labels
	for j := range planted {
		if z[j] != z[j%2] {
			t.Errorf("columns are in views %v", z)
			break
		}
	}
	if z[0] == z[1] {
		t.Fatalf("columns are in views %v", z)
	}
	for i := range n {
		first, second := v.Rows[z[0]].Labels, v.Rows[z[1]].Labels
		if i != odd.Row && (first[i] != first[2*i/n*(n-1)] || second[i] != second[i%2]) {
			t.Errorf("row %d is in clusters %d and %d", i+1, first[i], second[i])
		}
	}
	if d := v.Dependence; !(d.At(0, planted) < 0.6) || !(d.At(0, 2) > 0.95) {
		t.Errorf("dependence on noise %v, on a column of the view %v", d.At(0, planted), d.At(0, 2))
	}
	most := 0.0
	for i := range n {
		for j := range planted + 2 {
			if s := v.Surprise.At(i, j); s > most {
				most = s
			}
		}
	}
	inferencetest.Near(t, "the greatest surprise", v.Surprise.At(odd.Row, odd.Column), most, 0)
	log, mean, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	// One cluster of rows with each column in a view of its own is what the columns say alone.
	alone := *c.Draws.Draws[len(c.Draws.Draws)-1]
	alone.Of, alone.Rows, alone.Beta = nil, nil, nil
	for j := range c.state.t.d {
		alone.Of, alone.Rows, alone.Beta = append(alone.Of, j), append(alone.Rows, make([]int, n)), append(alone.Beta, 1)
	}
	c.Draws.Draws = []*draw{&alone}
	by, _, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	gain := map[int]float64{}
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
}

// Threads, saving and interruptions make no difference to a table of all kinds with blanks and limits.
func TestConformance(t *testing.T) {
	data := kindsTable(t, 24, rand.New(rand.NewPCG(2, 3)))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4}, data)
}

// A step of a large table is short: "longest" is that of the steps measured, in milliseconds.
func BenchmarkStep(b *testing.B) {
	for _, size := range [][2]int{{100, 20}, {500, 100}, {3000, 500}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			x := mat.NewDense(size[0], size[1], nil)
			for i := range size[0] {
				for j := range size[1] {
					x.Set(i, j, float64(3*(i%(2+j%2)))+rng.NormFloat64())
				}
			}
			s := inferencetest.Begin(b, Model{}, inferencetest.DatasetOf(x), nil)
			longest := 0.0
			for b.Loop() {
				begun := time.Now()
				if _, err := s.Step(b.Context()); err != nil {
					b.Fatal(err)
				}
				longest = max(longest, time.Since(begun).Seconds())
			}
			b.ReportMetric(1000*longest, "longest-ms")
		})
	}
}
