package chowliu

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

func eight() *mat.Dense {
	return mat.NewDense(8, 4, []float64{
		.5, 1.2, -.3, .8, -1.1, -.6, .4, -.9, .9, .3, 1.1, .2, -.2, -1.4, .6, -1,
		1.6, 1.1, -.8, 1.3, -.7, .2, -1.2, .1, .1, .7, .5, -.4, -1.3, -.9, .2, -.6})
}

func begin(t *testing.T, data *inference.Dataset, set map[string]string) *fit {
	t.Helper()
	return inferencetest.Begin(t, Model{}, data, set).(*fit)
}

// The scores of the small table, by an independent program.
func TestScores(t *testing.T) {
	f := begin(t, inferencetest.DatasetOf(eight()), map[string]string{"resamples": "0"})
	inferencetest.Finish(t, f)
	want := map[[2]int]float64{{1, 3}: 4.4310664277, {0, 3}: 2.7837692884, {2, 3}: .4050813352}
	if len(f.forest) != 3 {
		t.Fatalf("forest %+v", f.forest)
	}
	for _, e := range f.forest {
		if w, ok := want[[2]int{e.a, e.b}]; !ok || !(math.Abs(e.score-w) <= 1e-9) {
			t.Errorf("edge %+v, want %v", e, w)
		}
	}
}

// The density is the product of that of a root and of each column given its neighbour.
func TestDensity(t *testing.T) {
	x := eight()
	f := begin(t, inferencetest.DatasetOf(x), map[string]string{"resamples": "0"})
	inferencetest.Finish(t, f)
	column := func(j int) []float64 { return mat.Col(nil, j, x) }
	moments := func(v []float64) (mean, variance float64) {
		for _, a := range v {
			mean += a / 8
		}
		for _, a := range v {
			variance += (a - mean) * (a - mean) / 8
		}
		return mean, variance
	}
	normal := func(x, mean, variance float64) float64 {
		return -0.5*math.Log(2*math.Pi*variance) - (x-mean)*(x-mean)/(2*variance)
	}
	row := []float64{.2, -.4, .3, .7}
	m4, v4 := moments(column(3))
	want := normal(row[3], m4, v4)
	for j := range 3 { // all hang on column 4
		m, v := moments(column(j))
		c := 0.0
		for i := range 8 {
			c += (x.At(i, j) - m) * (x.At(i, 3) - m4) / 8
		}
		want += normal(row[j], m+c/v4*(row[3]-m4), v-c*c/v4)
	}
	if got := f.density.Log(row); !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The gains of all pairs of the small table, by an independent program.
func TestGains(t *testing.T) {
	f := begin(t, inferencetest.DatasetOf(eight()), map[string]string{"resamples": "0", "criterion": "all"})
	for f.next < 4 {
		f.advance()
	}
	want := map[[2]int]float64{{0, 1}: 2.6899348276, {0, 3}: 3.8234900593, {1, 3}: 5.4707871986, {2, 3}: 1.4448021060}
	for _, e := range f.edges {
		if w, ok := want[[2]int{e.a, e.b}]; ok && !(math.Abs(e.score-w) <= 1e-9) {
			t.Errorf("edge %+v, want %v", e, w)
		}
	}
	if len(f.edges) != 6 {
		t.Errorf("%d pairs", len(f.edges))
	}
}

// Probabilities of rows of zeros and ones: those of all rows add up to 1, that of a row is the product of shares along
// the forest, and a missing cell is summed out.
func TestProbabilities(t *testing.T) {
	x := mat.NewDense(8, 4, nil)
	for i := range 8 {
		for j := range 4 {
			if eight().At(i, j) > 0 {
				x.Set(i, j, 1)
			}
		}
	}
	data := inferencetest.DatasetOf(x)
	data.Kind = inference.Binary
	for criterion, edges := range map[string]int{"bic": -1, "all": 3} {
		f := begin(t, data, map[string]string{"resamples": "0", "criterion": criterion})
		inferencetest.Finish(t, f)
		if edges >= 0 && len(f.forest) != edges {
			t.Errorf("%d edges", len(f.forest))
		}
		share := func(a, va, b, vb int) float64 { // of a pair, or of a column with itself
			count := 0.0
			for i := range 8 {
				if x.At(i, a) == float64(va) && x.At(i, b) == float64(vb) {
					count++
				}
			}
			if a == b {
				return (count + 0.5) / 9
			}
			return (count + 0.25) / 9
		}
		total := 0.0
		for k := range 16 {
			row, want := make([]float64, 4), 1.0
			v := []int{k & 1, k >> 1 & 1, k >> 2 & 1, k >> 3}
			for j, one := range v {
				row[j] = float64(one)
				want *= share(j, one, j, one)
			}
			for _, e := range f.forest { // p(a, b)/(p(a) p(b)) for every edge
				want *= share(e.a, v[e.a], e.b, v[e.b]) / share(e.a, v[e.a], e.a, v[e.a]) / share(e.b, v[e.b], e.b, v[e.b])
			}
			got := f.density.Log(row)
			inferencetest.Near(t, "probability", got, math.Log(want), 1e-10)
			total += math.Exp(got)
			other := append([]float64(nil), row...)
			other[2], row[2] = 1-row[2], math.NaN()
			inferencetest.Near(t, "without a cell", math.Exp(f.density.Log(row)), math.Exp(got)+math.Exp(f.density.Log(other)),
				1e-10)
		}
		inferencetest.Near(t, "all rows", total, 1, 1e-10)
	}
}

// zerosAndOnes is the small table as zeros and ones, in the working units of a centre and a scale for each column.
func zerosAndOnes(centre, scale []float64) *inference.Dataset {
	x := mat.NewDense(8, 4, nil)
	for i := range 8 {
		for j := range 4 {
			v := 0.0
			if eight().At(i, j) > 0 || j == 2 { // the third column is always one
				v = 1
			}
			x.Set(i, j, (v-centre[j])/scale[j])
		}
	}
	data := inferencetest.DatasetOf(x)
	data.Kind, data.Centre, data.Scale = inference.Binary, centre, scale
	return data
}

// A zero in a column that was always one is a zero, whatever the units.
func TestConstantColumn(t *testing.T) {
	for _, centre := range []float64{0, 1} {
		c := []float64{centre, centre, centre, centre}
		f := begin(t, zerosAndOnes(c, []float64{1, 1, 1, 1}), map[string]string{"resamples": "0"})
		inferencetest.Finish(t, f)
		row := []float64{math.NaN(), math.NaN(), 1 - centre, math.NaN()}
		inferencetest.Near(t, "one", f.density.Log(row), math.Log(8.5/9), 1e-10)
		row[2] = -centre
		inferencetest.Near(t, "zero", f.density.Log(row), math.Log(0.5/9), 1e-10)
	}
}

// Rows of zeros and ones score the same in the units of the file, whatever the working units.
func TestScoresOfScaled(t *testing.T) {
	var plain []float64
	for _, data := range []*inference.Dataset{
		zerosAndOnes([]float64{0, 0, 0, 0}, []float64{1, 1, 1, 1}),
		zerosAndOnes([]float64{0.5, 0.4, 1, 0.6}, []float64{0.5, 0.49, 1, 0.3}),
	} {
		f := begin(t, data, map[string]string{"resamples": "0", "criterion": "all"})
		inferencetest.Finish(t, f)
		x := mat.DenseCopyOf(data.X)
		x.Set(3, 1, math.NaN())
		got, err := f.LogDensity(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		for i, j := range data.LogJacobian(x) {
			got[i] += j
		}
		if plain == nil {
			plain = got
		}
		for i, v := range got {
			inferencetest.Near(t, "row", v, plain[i], 1e-10)
		}
	}
}

// A row that the forest finds all but impossible, since it parts a column from its many copies, still has a
// probability.
func TestManyCopies(t *testing.T) {
	const n, d = 200, 300
	x := mat.NewDense(n, d, nil)
	for i := range n / 2 {
		for j := range d {
			x.Set(i, j, 1)
		}
	}
	data := inferencetest.DatasetOf(x)
	data.Kind = inference.Binary
	f := begin(t, data, map[string]string{"resamples": "0"})
	inferencetest.Finish(t, f)
	row := make([]float64, d)
	row[0] = 1
	// half of the rows are ones, and each pair has a quarter of a row more in each cell
	same, other := math.Log(100.25/100.5), math.Log(0.25/100.5)
	want := math.Log(0.5)
	for _, e := range f.forest {
		if row[e.a] == row[e.b] {
			want += same
		} else {
			want += other
		}
	}
	inferencetest.Near(t, "log probability", f.density.Log(row), want, 1e-9)
	row[1] = math.NaN() // summed out
	if got := f.density.Log(row); !(got > want) || math.IsInf(got, 0) {
		t.Errorf("without a cell %v, with it %v", got, want)
	}
}

// Chains of columns are found, also of zeros and ones, and their edges are in every sample.
func TestChain(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, binary := range []bool{false, true} {
		x := mat.NewDense(400, 6, nil)
		for i := range 400 {
			v := rng.NormFloat64()
			for j := range 6 {
				v = 0.85*v + 0.5*rng.NormFloat64()
				if x.Set(i, j, v); binary && v > 0 {
					x.Set(i, j, 1)
				} else if binary {
					x.Set(i, j, 0)
				}
			}
		}
		data := inferencetest.DatasetOf(x)
		if binary {
			data.Kind = inference.Binary
		}
		f := begin(t, data, nil)
		inferencetest.Finish(t, f)
		g := graph.Of(f.Snapshot())
		if err := g.Check(data); err != nil {
			t.Fatal(err)
		}
		if len(g.Edges) != 5 {
			t.Fatalf("binary %v: %+v", binary, g.Edges)
		}
		for j, e := range g.Edges {
			if e.From != j || e.To != j+1 || e.Strength < 0.95 {
				t.Errorf("binary %v: edge %+v", binary, e)
			}
		}
	}
}

// Independent columns are not joined, unless a tree is asked for.
func TestForest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	x := mat.NewDense(200, 8, nil)
	for i := range 200 {
		for j := range 8 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	for criterion, most := range map[string][2]int{"bic": {0, 2}, "all": {7, 7}} {
		f := begin(t, inferencetest.DatasetOf(x), map[string]string{"criterion": criterion, "resamples": "0"})
		inferencetest.Finish(t, f)
		if k := len(f.forest); k < most[0] || k > most[1] {
			t.Errorf("%s: %d edges", criterion, k)
		}
	}
}

func TestConformance(t *testing.T) {
	holes := eight()
	holes.Set(2, 2, math.NaN())
	inferencetest.Conformance(t, Model{}, inferencetest.DatasetOf(eight()), inferencetest.DatasetOf(holes))
}

// Columns that are one another, or each other's negative, still have a density, in which their difference counts for
// much.
func TestEqualColumns(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		x := mat.NewDense(8, 2, nil)
		for i := range 8 {
			v := eight().At(i, 0)
			x.SetRow(i, []float64{v, sign * v})
		}
		f := begin(t, inferencetest.DatasetOf(x), map[string]string{"resamples": "0"})
		inferencetest.Finish(t, f)
		if f.density == nil {
			t.Fatalf("columns of correlation %v have no density", sign)
		}
		on, off := f.density.Log([]float64{0.5, sign * 0.5}), f.density.Log([]float64{0.5, sign*0.5 + 0.1})
		if math.IsInf(on, 0) || math.IsNaN(on) || !(off < on-100) {
			t.Errorf("correlation %v: %v on the line, %v beside it", sign, on, off)
		}
	}
}
