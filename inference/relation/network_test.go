package relation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// square is a symmetric table of n rows with zeros on its diagonal.
func square(n int, cell func(i, j int) float64) Table {
	x := make([][]float64, n)
	names := make([]string, n)
	for i := range n {
		x[i] = make([]float64, n)
		names[i] = fmt.Sprint("r", i)
		for j := range i {
			x[i][j] = cell(i, j)
			x[j][i] = x[i][j]
		}
	}
	return Table{names, names, func(i, j int) float64 { return x[i][j] }}
}

// TestMetric: distances of many kinds are recognised, and networks of counts and weights are not taken for them.
func TestMetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, d = 40, 12
	at := make([][]float64, n)
	for i := range at {
		at[i] = make([]float64, d)
		for k := range d {
			at[i][k] = math.Floor(math.Exp(rng.NormFloat64()) * 3)
		}
		if i%8 == 7 { // rows that are the same
			copy(at[i], at[i-1])
		}
	}
	over := func(f func(a, b float64) float64) func(i, j int) float64 {
		return func(i, j int) (sum float64) {
			for k := range d {
				sum += f(at[i][k], at[j][k])
			}
			return sum
		}
	}
	squares := over(func(a, b float64) float64 { return (a - b) * (a - b) })
	apart := over(func(a, b float64) float64 { return math.Abs(a - b) })
	whole := over(func(a, b float64) float64 { return a + b })
	product := over(func(a, b float64) float64 { return a * b })
	cosine := func(i, j int) float64 {
		return math.Max(0, 1-product(i, j)/math.Sqrt(product(i, i)*product(j, j)))
	}
	differ := over(func(a, b float64) float64 {
		if math.Min(a, 3) != math.Min(b, 3) {
			return 1
		}
		return 0
	})
	for what, cell := range map[string]func(i, j int) float64{
		"Euclidean":   func(i, j int) float64 { return math.Sqrt(squares(i, j)) },
		"squares":     squares,
		"Manhattan":   apart,
		"Bray-Curtis": func(i, j int) float64 { return apart(i, j) / whole(i, j) },
		"1 - cosine":  cosine,
		"differences": differ,
		"rounded":     func(i, j int) float64 { return math.Round(math.Sqrt(squares(i, j))/5) * 5 },
	} {
		if f, ok := Find(square(n, cell)); !ok || f.Rule != Given {
			t.Errorf("%s: %+v, %v", what, f, ok)
		}
	}
	blocks := func(within, between float64) func(i, j int) float64 {
		return func(i, j int) float64 {
			rate, count := between, 0.0
			if i%3 == j%3 {
				rate = within
			}
			for sum := rng.ExpFloat64(); sum < rate; sum += rng.ExpFloat64() {
				count++
			}
			return count
		}
	}
	for what, cell := range map[string]func(i, j int) float64{
		"dense counts": blocks(4, 1), "half zeros": blocks(2, 0.5), "sparse": blocks(0.6, 0.1),
		"weights": func(int, int) float64 { return math.Exp(2 * rng.NormFloat64()) },
	} {
		table := square(n, cell)
		if f, ok := Find(table); ok {
			t.Errorf("%s: taken for %s", what, f.What)
		}
		w, ok := FindNetwork(table, false)
		if !ok || w.Directed || w.Nodes != n || w.Links == 0 || !w.Sure {
			t.Errorf("%s: %+v, %v", what, w, ok)
		}
		if what == "weights" != (w.Sort == "weights") || !strings.Contains(w.Says(), "undirected links with") {
			t.Errorf("%s: %s", what, w.Says())
		}
	}
}

// TestFindNetwork: which tables are networks.
func TestFindNetwork(t *testing.T) {
	for _, c := range []struct {
		name, rows, columns string
		cells               [][]float64
		want                Network
	}{
		{"links", "a b c", "a b c", [][]float64{{0, 1, 0}, {1, 0, 1}, {0, 1, 0}}, Network{3, 2, false, "yes/no", true}},
		{"one way", "a b c", "a b c", [][]float64{{0, 1, 0}, {0, 0, 1}, {0, 1, 0}}, Network{3, 3, true,
			"yes/no", true}},
		{"a loop and a blank", "a b c", "a b c", [][]float64{{2, 1, nan}, {1, 0, 3}, {0, 3, 0}}, Network{3, 3,
			false, "counts", true}},
		{"negative weights", "a b c", "a b c", [][]float64{{0, -1, 0}, {-1, 0, 1.5}, {0, 1.5, 0}}, Network{3, 2,
			false, "weights", true}},
		{"without names", "1 2 3 4", "V1 V2 V3 V4", [][]float64{{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}},
			Network{4, 2, false, "yes/no", false}},
		{"without names, one way", "1 2 3 4", "V1 V2 V3 V4", [][]float64{{0, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 0,
			1}, {0, 0, 1, 0}}, Network{}},
		{"in another order", "a b c", "b a c", [][]float64{{1, 0, 0}, {0, 1, 1}, {1, 0, 0}}, Network{}},
		{"distances", "a b c", "a b c", [][]float64{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}, Network{}},
		{"nothing", "a b c", "a b c", [][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, Network{}},
		{"other columns", "a b c", "a b d", [][]float64{{0, 1, 0}, {1, 0, 1}, {0, 1, 0}}, Network{}},
	} {
		w, ok := FindNetwork(table(c.rows, c.columns, c.cells), false)
		if ok != (c.want != Network{}) || ok && w != c.want {
			t.Errorf("%s: %+v, %v", c.name, w, ok)
		}
	}
	far := table("a b c", "a b c", [][]float64{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}})
	if w, ok := FindNetwork(far, true); !ok || w.Links != 3 {
		t.Errorf("listed: %+v, %v", w, ok)
	}
}
