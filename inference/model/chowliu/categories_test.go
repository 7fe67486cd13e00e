package chowliu

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

// levels are how many categories the columns of nominalTable have; their values are 1, 3, 5, ….
var levels = []int{3, 2, 4, 2, 3}

// nominalTable draws rows in which column 3 follows column 1, and column 5 columns 2 and 4, with some noise.
func nominalTable(n int, noise float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 15))
	x := mat.NewDense(n, 5, nil)
	for i := range n {
		var v [5]int
		for j, k := range levels {
			v[j] = rng.IntN(k)
		}
		if rng.Float64() > noise {
			v[2] = (v[0] + 1) % 4
		}
		if rng.Float64() > noise {
			v[4] = v[1] + v[3]
		}
		for j := range v {
			x.Set(i, j, float64(2*v[j]+1))
		}
	}
	return x
}

func nominalFit(t *testing.T, x *mat.Dense, set map[string]string) *fit {
	t.Helper()
	all := map[string]string{"columns": "categories", "resamples": "0"}
	for name, v := range set {
		all[name] = v
	}
	data := inferencetest.DatasetOf(x)
	data.Kind = inference.Count
	f := begin(t, data, all)
	inferencetest.Finish(t, f)
	return f
}

// counted is the share of the rows with given values, of those that have all the columns asked for.
func counted(x *mat.Dense, columns []int, values []float64) (share float64, rows int) {
	n, _ := x.Dims()
	hits := 0
	for i := range n {
		seen, equal := true, true
		for k, j := range columns {
			seen = seen && !math.IsNaN(x.At(i, j))
			equal = equal && x.At(i, j) == values[k]
		}
		if seen {
			rows++
			if equal {
				hits++
			}
		}
	}
	return float64(hits) / float64(rows), rows
}

// entropies gives the score of a pair as entropies: N (H(a) + H(b) − H(a, b)), less the cost of its parameters.
func entropies(x *mat.Dense, a, b int, bic bool) float64 {
	h := func(p float64) float64 {
		if p == 0 {
			return 0
		}
		return -p * math.Log2(p)
	}
	bits, rows := 0.0, 0
	one, other := make([]float64, levels[a]), make([]float64, levels[b])
	for u := range levels[a] {
		for v := range levels[b] {
			p, n := counted(x, []int{a, b}, []float64{float64(2*u + 1), float64(2*v + 1)})
			bits, rows = bits-h(p), n
			one[u] += p
			other[v] += p
		}
	}
	for _, p := range append(one, other...) {
		bits += h(p)
	}
	score := float64(rows) * bits * math.Ln2
	if bic {
		score -= 0.5 * float64((levels[a]-1)*(levels[b]-1)) * math.Log(float64(rows))
	}
	return score
}

// trees lists the 125 labelled trees of five nodes: a graph of four edges that joins all nodes is one.
func trees() (list [][][2]int) {
	var pairs [][2]int
	for b := range 5 {
		for a := range b {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	for mask := range 1 << len(pairs) {
		var tree [][2]int
		reached := 1 // nodes, as bits
		for k, e := range pairs {
			if mask>>k&1 == 1 {
				tree = append(tree, e)
			}
		}
		if len(tree) != 4 {
			continue
		}
		for range 5 {
			for _, e := range tree {
				if reached>>e[0]&1 == 1 || reached>>e[1]&1 == 1 {
					reached |= 1<<e[0] | 1<<e[1]
				}
			}
		}
		if reached == 31 {
			list = append(list, tree)
		}
	}
	return list
}

// The forest is the best of all: of the 125 trees, and by the criterion of the edges of each that are worth
// something, with and without missing cells.
func TestAllTrees(t *testing.T) {
	all := trees()
	if len(all) != 125 {
		t.Fatalf("%d trees", len(all))
	}
	for _, noise := range []float64{0.3, 0.8, 1} {
		for seed := range uint64(6) {
			x := nominalTable(60, noise, seed)
			if seed%2 == 1 {
				for i := range 12 {
					x.Set(5*i, i%5, math.NaN())
				}
			}
			for criterion, bic := range map[string]bool{"bic": true, "all": false} {
				best, most := math.Inf(-1), map[[2]int]bool{}
				for _, tree := range all {
					sum, kept := 0.0, map[[2]int]bool{}
					for _, e := range tree {
						if s := entropies(x, e[0], e[1], bic); s > 0 || !bic {
							sum += s
							kept[e] = true
						}
					}
					if sum > best {
						best, most = sum, kept
					}
				}
				f := nominalFit(t, x, map[string]string{"criterion": criterion})
				sum := 0.0
				for _, e := range f.forest {
					sum += e.score
					if !most[[2]int{e.a, e.b}] {
						t.Errorf("noise %v, %s: edge %+v is not in the best forest %v", noise, criterion, e, most)
					}
				}
				inferencetest.Near(t, criterion, sum, best, 1e-9)
				if len(f.forest) != len(most) {
					t.Errorf("noise %v, %s: %d edges, want %d", noise, criterion, len(f.forest), len(most))
				}
			}
		}
	}
}

// rows calls visit with all 144 rows of categories.
func rows(visit func(row []float64)) {
	for k := range 144 {
		row := make([]float64, 5)
		for j, n := range levels {
			row[j] = float64(2*(k%n) + 1)
			k /= n
		}
		visit(row)
	}
}

// Probabilities of all 144 rows add up to 1, that of a row is the product of shares along the forest, and a
// missing cell is summed out. The prior spreads one row over the cells of a pair.
func TestNominalProbabilities(t *testing.T) {
	x := nominalTable(40, 0.4, 3)
	for criterion, edges := range map[string]int{"bic": 3, "all": 4} {
		f := nominalFit(t, x, map[string]string{"criterion": criterion})
		if len(f.forest) != edges {
			t.Errorf("%s: %d edges, want %d", criterion, len(f.forest), edges)
		}
		share := func(row []float64, columns ...int) float64 {
			cells := 1
			var values []float64
			for _, j := range columns {
				cells *= levels[j]
				values = append(values, row[j])
			}
			p, n := counted(x, columns, values)
			return (p*float64(n) + 1/float64(cells)) / float64(n+1)
		}
		total := 0.0
		rows(func(row []float64) {
			want := 1.0
			for j := range row {
				want *= share(row, j)
			}
			for _, e := range f.forest {
				want *= share(row, e.a, e.b) / share(row, e.a) / share(row, e.b)
			}
			got := f.density.Log(row)
			inferencetest.Near(t, "probability", got, math.Log(want), 1e-10)
			total += math.Exp(got)
			sum := 0.0
			for v := range levels[2] {
				row[2] = float64(2*v + 1)
				sum += math.Exp(f.density.Log(row))
			}
			row[2] = math.NaN()
			inferencetest.Near(t, "without a cell", math.Exp(f.density.Log(row)), sum, 1e-12)
		})
		inferencetest.Near(t, "all rows", total, 1, 1e-12)
	}
}

// With cells missing from the table the probabilities of all rows still add up to 1.
func TestNominalWithMissing(t *testing.T) {
	x := nominalTable(40, 0.3, 4)
	for i := range 30 {
		x.Set(i, (2*i)%5, math.NaN())
	}
	f := nominalFit(t, x, map[string]string{"criterion": "all"})
	total := 0.0
	rows(func(row []float64) { total += math.Exp(f.density.Log(row)) })
	inferencetest.Near(t, "all rows", total, 1, 1e-12)
}

// inUnits returns a table in working units of so much less, divided by so much.
func inUnits(x *mat.Dense, centre, scale float64) *inference.Dataset {
	data := inferencetest.DatasetOf(mat.DenseCopyOf(x))
	n, d := x.Dims()
	for j := range d {
		data.Centre[j], data.Scale[j] = centre, scale
		for i := range n {
			data.X.Set(i, j, (x.At(i, j)-centre)/scale)
		}
	}
	return data
}

// finished fits a table and returns the graph, and the log densities of the rows in the units of the file.
func finished(t *testing.T, data *inference.Dataset, columns string) (*fit, *graph.Graph, []float64) {
	t.Helper()
	f := begin(t, data, map[string]string{"columns": columns})
	inferencetest.Finish(t, f)
	g := graph.Of(f.Snapshot())
	if err := g.Check(data); err != nil {
		t.Fatal(err)
	}
	logs, err := f.LogDensity(t.Context(), data.X)
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range data.LogJacobian(data.X) {
		logs[i] += j
	}
	return f, g, logs
}

// Edges have the information of their columns as weight, whatever the working units, and a row with a
// category that the table does not have is refused by name.
func TestNominalUnits(t *testing.T) {
	x := nominalTable(80, 0.3, 5)
	var want []float64
	for _, centre := range []float64{0, 2.7} {
		data := inUnits(x, centre, 1+centre)
		data.Kind = inference.Count
		f, g, got := finished(t, data, "categories")
		if g.Weighted != graph.Information || g.Measure != graph.Bootstrapped || len(g.Edges) < 2 {
			t.Errorf("%d edges, weights %q, strengths %q", len(g.Edges), g.Weighted, g.Measure)
		}
		for _, e := range g.Edges {
			inferencetest.Near(t, "weight", e.Weight, entropies(x, e.From, e.To, false)/80, 1e-10)
		}
		if want == nil {
			want = got
		}
		for i := range got {
			inferencetest.Near(t, "log probability", got[i], want[i], 1e-10)
		}
		row := mat.DenseCopyOf(data.X.Slice(0, 2, 0, 5))
		row.Set(1, 3, (9-centre)/(1+centre))
		if _, err := f.LogDensity(t.Context(), row); err == nil ||
			!strings.Contains(err.Error(), `column "`+data.Columns[3]+`" of new row 2 is 9`) {
			t.Errorf("a new category: %v", err)
		}
	}
}

// Columns that are not of categories are refused by name, and columns of whole numbers are numbers unless they
// are said to be categories.
func TestColumnsAre(t *testing.T) {
	x := nominalTable(30, 0.3, 6)
	data := inferencetest.DatasetOf(x)
	data.Kind = inference.Count
	s := Model{}.Info().Defaults()
	if (Model{}).Discrete(data, s) || (Model{}).Decide(data, s)["columns"] != "numbers" {
		t.Error("whole numbers are categories by themselves")
	}
	if err := s.Set("columns", "categories"); err != nil {
		t.Fatal(err)
	}
	if !(Model{}).Discrete(data, s) || (Model{}).Decide(data, s) != nil {
		t.Error("categories are not taken as such")
	}
	if _, err := (Model{}).Check(data, s); err != nil {
		t.Error(err)
	}
	x.Set(3, 1, 1.5)
	data.Kind = inference.Continuous
	if _, err := (Model{}).Check(data, s); err == nil || !strings.Contains(err.Error(), data.Columns[1]) {
		t.Errorf("a column with 1.5: %v", err)
	}
}

// Chosen by hand, zeros and ones are numbers as others are.
func TestZerosAndOnesAsNumbers(t *testing.T) {
	one := []float64{1, 1, 1, 1}
	data := zerosAndOnes([]float64{0, 0, 0, 0}, one)
	data.X.Set(0, 2, 0)
	f := begin(t, data, map[string]string{"columns": "numbers", "resamples": "0"})
	inferencetest.Finish(t, f)
	plain := inferencetest.DatasetOf(data.X)
	other := begin(t, plain, map[string]string{"resamples": "0"})
	inferencetest.Finish(t, other)
	if f.log != other.log || f.coding != nil || len(f.forest) != len(other.forest) {
		t.Errorf("log likelihood %v, as numbers %v", f.log, other.log)
	}
}

func TestNominalConformance(t *testing.T) {
	x := nominalTable(30, 0.4, 7)
	holes := mat.DenseCopyOf(x)
	holes.Set(2, 2, math.NaN())
	holes.Set(4, 0, math.NaN())
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"columns": "categories"}},
		inferencetest.DatasetOf(x), inferencetest.DatasetOf(holes))
}
