package nsfa

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// Pieces, threads and saving make no difference where there are several chunks, blocks and pieces of each.
func TestSameBitsOnManyThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	data := sparseStudy(1300, 6, 75, 2, rng).Dataset(0.05, rng)
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 2}, data)
	inferencetest.ConformanceWith(t, Sparse{}, inferencetest.Options{Iterations: 2,
		Set: map[string]string{"factors": "5", "features": "rows"}}, data)
	one, three := settledChain(t, Model{}, data, nil, 4, 1), settledChain(t, Model{}, data, nil, 4, 3)
	if !slices.Equal(one.scalars, three.scalars) {
		t.Errorf("one thread: %v, three: %v", one.scalars, three.scalars)
	}
}

// From a random start with the noise sampled a chain finds the factors and does not lose them.
func TestFindsTheFactors(t *testing.T) {
	study, data := connectivity(3)
	for seed := range uint64(2) {
		c := settledChain(t, Model{}, data, map[string]string{"noise": []string{"each", "shared"}[seed]}, 250, 1)
		mean, sweeps := 0.0, 100
		for range sweeps {
			mean += iterate(t, c)[1] / float64(sweeps)
		}
		if !(math.Abs(mean-16) <= 1) {
			t.Errorf("seed %d: %v factors on average, 16 are true", seed, mean)
		}
		if e := inferencetest.ReconstructionError(study.G, factor.StateOf(c.Snapshot()).Loadings); e > 0.005 {
			t.Errorf("seed %d: reconstruction error %v", seed, e)
		}
	}
}

// Cells that were hidden are predicted, the same on both sides of the table.
func TestLogCells(t *testing.T) {
	study, _ := connectivity(6)
	rng := rand.New(rand.NewPCG(2, 2))
	full, data := study.Dataset(0, rng), study.Dataset(0.1, rng)
	turned := *data
	turned.X = mat.DenseCopyOf(data.X.T())
	var cells, turnedCells []inference.Cell
	var values []float64
	n, d := data.Dims()
	variance := 0.0
	for i := range n {
		for j := range d {
			if v := full.X.At(i, j); math.IsNaN(data.X.At(i, j)) {
				cells, turnedCells = append(cells, inference.Cell{Row: i, Column: j}),
					append(turnedCells, inference.Cell{Row: j, Column: i})
				values = append(values, v)
				variance += v * v
			}
		}
	}
	c := settledChain(t, Model{}, data, nil, 200, 1)
	density, mean, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	wrong, sum := 0.0, 0.0
	for i, m := range mean {
		wrong += (m - values[i]) * (m - values[i])
		sum += density[i] / float64(len(values))
	}
	if wrong > 0.35*variance {
		t.Errorf("predictions leave %.2f of the variance", wrong/variance)
	}
	if null := -0.5*math.Log(2*math.Pi*variance/float64(len(values))) - 0.5; sum < null+0.3 {
		t.Errorf("mean log density %.3f, of one Gaussian %.3f", sum, null)
	}
	r := settledChain(t, Model{}, &turned, map[string]string{"features": "rows"}, 200, 1)
	other, _, err := r.LogCells(turnedCells, values)
	if err != nil || !slices.Equal(density, other) {
		t.Errorf("the table turned round gives other densities (%v)", err)
	}
	if _, _, err := c.LogCells([]inference.Cell{{Row: n, Column: 0}}, []float64{0}); err == nil {
		t.Error("a cell beside the table is scored")
	}
	fresh, err := Model{}.New(data, Model{}.Info().Defaults(), inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := fresh.(inference.CellPredictor).LogCells(cells, values); err == nil {
		t.Error("cells are scored before the first draw")
	}
}

// Draws are bounded in number and evenly spaced.
func TestDrawsAreBounded(t *testing.T) {
	d := inference.Thinned[*draw]{Stride: 1}
	for i := range 5000 {
		d.Offer(i, func() *draw { return &draw{Iteration: i, Bytes: 1} }, full)
	}
	if n := len(d.Draws); n > mostDraws || n < mostDraws/3 || d.Draws[1].Iteration != d.Stride ||
		d.Draws[n-1].Iteration != (n-1)*d.Stride {
		t.Errorf("%d draws, every %d-th sweep, the last of %d", n, d.Stride, d.Draws[n-1].Iteration)
	}
	d = inference.Thinned[*draw]{Stride: 1}
	for i := range 500 {
		d.Offer(i, func() *draw { return &draw{Iteration: i, Bytes: 5 << 20} }, full)
	}
	if bytesOf(d.Draws) > mostBytes {
		t.Errorf("draws of %d bytes", bytesOf(d.Draws))
	}
}

// Wherever α goes to 0, no factor is left; items that have not one cell do no harm.
func TestEdges(t *testing.T) {
	_, data := connectivity(7)
	none := Model{}.Info().Defaults()
	for name, value := range map[string]string{"alpha": "1e-12", "start": "empty"} {
		if err := none.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := none.Fix("alpha", true); err != nil {
		t.Fatal(err)
	}
	c := newChain(nsfaVariant, data, nil, nsfaVariant.optionsOf(none), inference.Streams{Seed: 1}, 1)
	iterate(t, c)
	for range 3 {
		if v := iterate(t, c); v[1] != 0 || math.IsNaN(v[0]) {
			t.Errorf("scalars %v with α near 0", v)
		}
	}
	x := mat.NewDense(4, 3, []float64{1, math.NaN(), 5, 2, math.NaN(), 5, math.NaN(), math.NaN(), math.NaN(), 4,
		math.NaN(), 5})
	bare := &inference.Dataset{Name: "bare", X: x, Rows: make([]string, 4), Columns: make([]string, 3)}
	for _, m := range []inference.Model{Model{}, Sparse{}, Factor{}, Student{}, Regression{}} {
		for _, side := range []string{"columns", "rows"} {
			v := settledChain(t, m, bare, map[string]string{"features": side}, 30, 1).scalars
			if slices.ContainsFunc(v, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
				t.Errorf("%s on %s: %v", m.Info().Name, side, v)
			}
		}
	}
	one := &inference.Dataset{Name: "one", X: mat.NewDense(1, 3, nil), Rows: make([]string, 1), Columns: make([]string, 3)}
	if _, err := (Model{}).New(one, Model{}.Info().Defaults(), inference.Streams{}, 1); err == nil {
		t.Error("one case is enough")
	}
}

func TestSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, m := range []inference.PriorSampler{Model{}, Sparse{}, Factor{}, Relevance{}, Student{}, Regression{}} {
		d, err := m.Sample(5, 4, m.Info().Defaults(), rng)
		if err != nil {
			t.Fatal(err)
		}
		if n, p := d.X.Dims(); n != 5 || p != 4 {
			t.Errorf("%s: %d × %d", m.Info().Name, n, p)
		}
	}
	if _, err := (Model{}).Sample(0, 4, Model{}.Info().Defaults(), rng); err == nil {
		t.Error("a sample without rows")
	}
}

func TestStepIsCancelled(t *testing.T) {
	_, data := connectivity(8)
	c := settledChain(t, Model{}, data, nil, 0, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Step(ctx); err != context.Canceled {
		t.Errorf("a cancelled step says %v", err)
	}
}

// connectivity is a data set of the synthetic study.
func connectivity(seed uint64) (*inferencetest.FactorStudy, *inference.Dataset) {
	rng := rand.New(rand.NewPCG(seed, 4))
	s := inferencetest.NewFactorStudy(inferencetest.Connectivity(), 100, 10, rng)
	return s, s.Dataset(0, rng)
}

// As many draws as there is room for are all kept; one more halves them.
func TestDrawsFillTheirRoom(t *testing.T) {
	d := inference.Thinned[*draw]{Stride: 1}
	for i := range mostDraws + 1 {
		if i == mostDraws && (len(d.Draws) != mostDraws || d.Stride != 1) {
			t.Errorf("%d draws of %d are kept, every %d-th", len(d.Draws), mostDraws, d.Stride)
		}
		d.Offer(i, func() *draw { return &draw{Iteration: i, Bytes: 1} }, full)
	}
	if len(d.Draws) != mostDraws/2+1 || d.Stride != 2 {
		t.Errorf("%d draws, every %d-th", len(d.Draws), d.Stride)
	}
}

// Columns with the same value throughout, as the corners of pictures have, are left out and said so; the other columns
// keep their factors. Their precisions, and the rate that all share, ran away.
func TestConstantColumns(t *testing.T) {
	study, _ := connectivity(9)
	rng := rand.New(rand.NewPCG(4, 4))
	data := study.Dataset(0, rng)
	n, _ := data.Dims()
	for _, j := range []int{0, 7} {
		data.X.SetCol(j, make([]float64, n))
	}
	for _, m := range []inference.Model{Model{}, Sparse{}, Factor{}, Relevance{}, Student{}, Regression{}} {
		name := m.Info().Name
		notes, err := m.Check(data, m.Info().Defaults())
		if err != nil || !slices.ContainsFunc(notes, func(s string) bool {
			return strings.Contains(s,
				"value throughout (2) are left out")
		}) {
			t.Errorf("%s: notes %q (%v)", name, notes, err)
		}
		c := settledChain(t, m, data, nil, 12, 1)
		if v := c.scalars; !(math.Abs(v[0]) <= 1e5) || !(v[len(v)-2] >= 0) || !(v[len(v)-2] <= 1) ||
			!(math.Abs(v[len(v)-1]) <= 1e5) {
			t.Errorf("%s: scalars %v", name, v)
		}
		f := factor.StateOf(c.Snapshot())
		for k := range f.IDs {
			if f.Loadings.At(0, k) != 0 || f.Loadings.At(7, k) != 0 {
				t.Errorf("%s: factor %d loads on a column without variation", name, k)
			}
		}
		density, mean, err := c.LogCells([]inference.Cell{{Row: 1, Column: 7}, {Row: 1, Column: 8}}, []float64{0, 0})
		if err != nil || mean[0] != 0 || !(math.Abs(density[0]) <= 20) || !(math.Abs(density[1]) <= 20) {
			t.Errorf("%s: densities %v about %v (%v)", name, density, mean, err)
		}
	}
	flat := &inference.Dataset{Name: "flat", X: mat.NewDense(4, 3, nil), Rows: make([]string, 4),
		Columns: make([]string, 3)}
	if _, err := (Model{}).Check(flat, Model{}.Info().Defaults()); err == nil ||
		!strings.Contains(err.Error(), "nothing to learn") {
		t.Errorf("a table of zeros: %v", err)
	}
}
