package outtree

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/spanning"

	"gonum.org/v1/gonum/mat"
)

// What a snapshot says of a forest, by hand: the trees of the best one, the share of draws that have two rows in one
// tree, the mean number of roots with the spread of the draws about it, and distances.
func TestSnapshotOfForests(t *testing.T) {
	const r = spanning.Root
	p := prior{shape: 1, rate: 1, mean: []float64{0, 0}, variance: []float64{4, 4}, slope: 1, weight: 1, forest: true}
	f := newFit(five, p, false, 0)
	f.Roots, f.Weight, f.Compared, f.precision, f.deviation = 1.75, 0.6, 1.25, 3, 0.5
	f.graph = &graph.Graph{Best: []int{1, r, r, 2, 3},
		Draws: [][]int{{1, r, r, 2, 3}, {r, 0, 1, 2, 3}, {r, 0, r, r, 3}, {1, r, 1, 1, r}}}
	s := f.Snapshot()
	found := partition.Of(s)
	// All pairs are together in a quarter of the draws and more: no two groups have a smaller variation of information.
	if !slices.Equal([]int(found.Labels), []int{0, 0, 0, 0, 0}) || found.Least != 3 {
		t.Errorf("labels %v", found.Labels)
	}
	for _, c := range []struct {
		i, j int
		want float64
	}{{0, 0, 1}, {0, 1, 1}, {0, 2, 0.5}, {2, 3, 0.75}, {3, 4, 0.75}, {1, 4, 0.25}} {
		inferencetest.Near(t, "together", found.Together.At(c.i, c.j), c.want, 1e-12)
		inferencetest.Near(t, "together", found.Together.At(c.j, c.i), c.want, 1e-12)
	}
	if want := []float64{0.25, 0.75}; !slices.Equal(found.Number, want) {
		t.Errorf("numbers of groups %v, want %v", found.Number, want)
	}
	f.Roots = 2.6
	if p := partition.Of(f.Snapshot()); slices.Max(p.Labels) >= 0 ||
		p.Words() != "no groups: no two rows belong together" {
		t.Errorf("with most rows roots: %v, %s", p.Labels, p.Words())
	}
	f.Roots = 1.75
	want := map[string][2]float64{"tau": {3, 0.5}, "root_weight": {0.6, 0}, "block_error": {0.25, 0},
		"roots": {1.75, math.Sqrt((0.25*0.25 + 0.75*0.75 + 1.25*1.25 + 0.25*0.25) / 4)}} // 2, 1, 3 and 2 roots
	for _, q := range s.Scalars {
		w, known := want[q.Name]
		if delete(want, q.Name); !known {
			t.Errorf("a scalar %q", q.Name)
		}
		inferencetest.Near(t, q.Name, q.Mean, w[0], 1e-12)
		inferencetest.Near(t, q.Name+", deviation", q.StandardDeviation, w[1], 1e-12)
	}
	if len(want) > 0 {
		t.Errorf("without %v", want)
	}
	inferencetest.Near(t, "distance", f.table.apart(1, 4), math.Sqrt(4+9), 1e-12)
}

// A new row of a forest is a child of any row alike, or a root with the weight of one: normal about the mean of the
// table.
func TestPredictInAForest(t *testing.T) {
	const tau = 4.0
	p := prior{shape: 1, rate: 1, mean: []float64{0.5, -1}, variance: []float64{4, 9}, slope: 1, tau: tau, weight: 1,
		forest: true}
	f := newFit(five, p, false, 0)
	f.Weight = 0.6
	normal := func(x, mean, variance float64) float64 {
		return math.Exp(-(x-mean)*(x-mean)/(2*variance)) / math.Sqrt(2*math.Pi*variance)
	}
	rows := [][]float64{{0.3, -0.7}, {math.NaN(), 0.4}}
	got, err := f.LogDensity(context.Background(), mat.NewDense(2, 2, slices.Concat(rows...)))
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range rows {
		below, root := 0.0, 0.6
		for v := range 5 {
			one := 1.0
			for j, y := range x {
				if !math.IsNaN(y) {
					one *= normal(y, five.At(v, j), 1/tau)
				}
			}
			below += one
		}
		for j, y := range x {
			if !math.IsNaN(y) {
				root *= normal(y, p.mean[j], p.variance[j])
			}
		}
		inferencetest.Near(t, "log density", got[i], math.Log((below+root)/5.6), 1e-10)
	}
}

// Noise has no groups, whether normal or uniform; four clusters that lie apart are four.
func TestGroups(t *testing.T) {
	if testing.Short() {
		t.Skip("fits three tables")
	}
	rng := rand.New(rand.NewPCG(2, 6))
	const n = 60
	draw := map[string]func(i, j int) float64{
		"normal":  func(_, _ int) float64 { return rng.NormFloat64() },
		"uniform": func(_, _ int) float64 { return rng.Float64() },
		"four":    func(i, j int) float64 { return 7*float64(i%4>>j&1) + rng.NormFloat64() },
	}
	for name, of := range draw {
		d := 5
		if name == "four" {
			d = 2
		}
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, of(i, j))
			}
		}
		f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), map[string]string{"roots": "any"}).(*fit)
		run(t, f)
		p := partition.Of(f.Snapshot())
		groups, alone := p.Count()
		if want := map[string]int{"four": 4}[name]; groups != want || want == 0 && alone != n {
			t.Errorf("%s: %s", name, p.Words())
		}
	}
}
