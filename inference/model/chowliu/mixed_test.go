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

// mixedTable has columns 1 and 4 of three categories and the others of numbers: column 2 is shifted by the first,
// column 3 follows the second, and column 5 the fourth, all with noise.
func mixedTable(n int, noise float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 16))
	x := mat.NewDense(n, 5, nil)
	for i := range n {
		a := rng.IntN(3)
		d := a
		if rng.Float64() < min(1, 0.8*noise) {
			d = rng.IntN(3)
		}
		x.Set(i, 0, float64(a))
		x.Set(i, 1, []float64{0, 2, -1}[a]+noise*rng.NormFloat64())
		x.Set(i, 2, x.At(i, 1)+2*noise*rng.NormFloat64())
		x.Set(i, 3, float64(d))
		x.Set(i, 4, []float64{1, 0, 0}[d]+noise*rng.NormFloat64())
	}
	return x
}

var isCategory = []bool{true, false, false, true, false}

// rowsOf are the rows of a table that have two columns.
func rowsOf(x *mat.Dense, a, b int) (u, v []float64) {
	n, _ := x.Dims()
	for i := range n {
		if p, q := x.At(i, a), x.At(i, b); !math.IsNaN(p) && !math.IsNaN(q) {
			u, v = append(u, p), append(v, q)
		}
	}
	return u, v
}

// meanOf is the mean of some values and their mean square about it.
func meanOf(v []float64) (mean, square float64) {
	for _, a := range v {
		mean += a / float64(len(v))
	}
	for _, a := range v {
		square += (a - mean) * (a - mean) / float64(len(v))
	}
	return mean, square
}

// within is the mean square of v about the means of the groups u.
func within(u, v []float64) (square float64) {
	for g := range 3 {
		var own []float64
		for i, a := range u {
			if a == float64(g) {
				own = append(own, v[i])
			}
		}
		if len(own) > 0 {
			_, s := meanOf(own)
			square += s * float64(len(own)) / float64(len(v))
		}
	}
	return square
}

// mixedScore is the score of a pair, from its definition.
func mixedScore(x *mat.Dense, a, b int, bic bool) float64 {
	u, v := rowsOf(x, a, b)
	n := float64(len(u))
	gain, free := 0.0, 1.0
	switch {
	case isCategory[a] && isCategory[b]:
		joint, one, other := map[[2]float64]float64{}, map[float64]float64{}, map[float64]float64{}
		for i := range u {
			joint[[2]float64{u[i], v[i]}]++
			one[u[i]]++
			other[v[i]]++
		}
		for k, c := range joint {
			gain += c * math.Log(c*n/(one[k[0]]*other[k[1]]))
		}
		free = float64((len(one) - 1) * (len(other) - 1))
	case isCategory[a] || isCategory[b]:
		if isCategory[b] {
			u, v = v, u
		}
		_, all := meanOf(v)
		gain, free = n/2*math.Log(all/within(u, v)), 2
	default:
		mu, su := meanOf(u)
		mv, sv := meanOf(v)
		c := 0.0
		for i := range u {
			c += (u[i] - mu) * (v[i] - mv) / n
		}
		gain = -n / 2 * math.Log(1-c*c/(su*sv))
	}
	if bic {
		gain -= free / 2 * math.Log(n)
	}
	return gain
}

// allowed reports whether edges have no cycle and no path from categories through numbers to categories.
func allowed(edges [][2]int) bool {
	reach := func(from int, edges [][2]int) map[int]bool {
		met := map[int]bool{from: true}
		for range 5 {
			for _, e := range edges {
				if met[e[0]] || met[e[1]] {
					met[e[0]], met[e[1]] = true, true
				}
			}
		}
		return met
	}
	for k, e := range edges {
		rest := append(append([][2]int{}, edges[:k]...), edges[k+1:]...)
		if reach(e[0], rest)[e[1]] {
			return false
		}
	}
	var between [][2]int // edges of numbers
	for _, e := range edges {
		if !isCategory[e[0]] && !isCategory[e[1]] {
			between = append(between, e)
		}
	}
	for j := range 5 {
		if isCategory[j] {
			continue
		}
		hangs := 0
		for u := range reach(j, between) {
			for _, e := range edges {
				if e[0] == u && isCategory[e[1]] || e[1] == u && isCategory[e[0]] {
					hangs++
				}
			}
		}
		if hangs > 1 {
			return false
		}
	}
	return true
}

func mixedFit(t *testing.T, x *mat.Dense, set map[string]string) *fit {
	t.Helper()
	all := map[string]string{"columns": "mixed", "resamples": "0"}
	for name, v := range set {
		all[name] = v
	}
	f := begin(t, inferencetest.DatasetOf(x), all)
	inferencetest.Finish(t, f)
	return f
}

// The forest is the best of all sets of edges that are allowed, with and without missing cells.
func TestAllMixedForests(t *testing.T) {
	var pairs [][2]int
	for b := range 5 {
		for a := range b {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	for seed := range uint64(8) {
		x := mixedTable(50, []float64{0.5, 1, 2, 4}[seed%4], seed)
		if seed > 3 {
			for i := range 9 {
				x.Set(5*i, i%5, math.NaN())
			}
		}
		for criterion, bic := range map[string]bool{"bic": true, "all": false} {
			best := 0.0
			for mask := range 1 << len(pairs) {
				var edges [][2]int
				sum := 0.0
				for k, e := range pairs {
					if mask>>k&1 == 1 {
						edges = append(edges, e)
						sum += mixedScore(x, e[0], e[1], bic)
					}
				}
				if sum > best && allowed(edges) {
					best = sum
				}
			}
			f := mixedFit(t, x, map[string]string{"criterion": criterion})
			sum := 0.0
			var found [][2]int
			for _, e := range f.forest {
				sum += mixedScore(x, e.a, e.b, bic)
				found = append(found, [2]int{e.a, e.b})
			}
			inferencetest.Near(t, criterion, sum, best, 1e-9)
			if !allowed(found) || !bic && len(found) != 4 {
				t.Errorf("table %d, %s: edges %v", seed, criterion, found)
			}
		}
	}
}

// logNormal is the log density of a Gaussian.
func logNormal(x, mean, variance float64) float64 {
	return -0.5*math.Log(2*math.Pi*variance) - (x-mean)*(x-mean)/(2*variance)
}

// The density of a row is the product along the forest: of the categories the shares, of a column of numbers that of
// its regression on the one before it, and of the first its mean and variance in the category. A missing category is
// summed out, and a missing number integrated.
func TestMixedDensity(t *testing.T) {
	x := mixedTable(60, 0.5, 3)
	f := mixedFit(t, x, nil)
	found := map[[2]int]bool{}
	for _, e := range f.forest {
		found[[2]int{e.a, e.b}] = true
	}
	if len(f.forest) != 4 || !found[[2]int{0, 1}] || !found[[2]int{1, 2}] || !found[[2]int{0, 3}] || !found[[2]int{3, 4}] {
		t.Fatalf("forest %+v", f.forest)
	}
	group := func(category, numbers int, value float64) (mean, variance float64) {
		u, v := rowsOf(x, category, numbers)
		var own []float64
		for i := range u {
			if u[i] == value {
				own = append(own, v[i])
			}
		}
		mean, _ = meanOf(own)
		return mean, within(u, v)
	}
	density := func(row []float64) float64 {
		var one, pair float64
		for i := range 60 {
			if x.At(i, 0) == row[0] {
				one++
				if x.At(i, 3) == row[3] {
					pair++
				}
			}
		}
		log := math.Log((one+1.0/3)/61) + math.Log((pair+1.0/9)/(one+1.0/3))
		mean, variance := group(0, 1, row[0])
		log += logNormal(row[1], mean, variance)
		mean, variance = group(3, 4, row[3])
		log += logNormal(row[4], mean, variance)
		u, v := rowsOf(x, 1, 2)
		mu, su := meanOf(u)
		mv, sv := meanOf(v)
		c := 0.0
		for i := range u {
			c += (u[i] - mu) * (v[i] - mv) / 60
		}
		return log + logNormal(row[2], mv+c/su*(row[1]-mu), sv-c*c/su)
	}
	row := []float64{1, 1.7, 0.4, 2, -0.3}
	inferencetest.Near(t, "log density", f.density.Log(row), density(row), 1e-10)

	for _, j := range []int{0, 3} {
		with, sum := append([]float64{}, row...), 0.0
		for g := range 3 {
			with[j] = float64(g)
			sum += math.Exp(density(with))
		}
		with[j] = math.NaN()
		inferencetest.Near(t, "without a category", f.density.Log(with), math.Log(sum), 1e-10)
	}
	for _, j := range []int{1, 2, 4} {
		const step = 0.01
		with, sum := append([]float64{}, row...), 0.0
		for v := -15.0; v < 15; v += step {
			with[j] = v
			sum += step * math.Exp(density(with))
		}
		with[j] = math.NaN()
		inferencetest.Near(t, "without a number", f.density.Log(with), math.Log(sum), 1e-8)
	}
}

// Weights are information in nats, densities in the units of the file do not depend on the working units, and a table
// without categories is refused.
func TestMixedUnits(t *testing.T) {
	x := mixedTable(70, 1, 5)
	var want []float64
	for _, scale := range []float64{1, 2.5} {
		data := inUnits(x, scale-1, scale)
		_, g, got := finished(t, data, "mixed")
		if g.Weighted != graph.Information || len(g.Edges) < 3 {
			t.Errorf("%d edges with %q", len(g.Edges), g.Weighted)
		}
		for _, e := range g.Edges {
			inferencetest.Near(t, "weight", e.Weight, mixedScore(x, e.From, e.To, false)/70, 1e-9)
		}
		if want == nil {
			want = got
		}
		for i := range got {
			inferencetest.Near(t, "log density", got[i], want[i], 1e-9)
		}
	}
	s := Model{}.Info().Defaults()
	if err := s.Set("columns", "mixed"); err != nil {
		t.Fatal(err)
	}
	if _, err := (Model{}).Check(inferencetest.DatasetOf(eight()), s); err == nil ||
		!strings.Contains(err.Error(), "no column is of categories") {
		t.Errorf("a table of numbers: %v", err)
	}
	if !(Model{}).Discrete(inferencetest.DatasetOf(x), s) {
		t.Error("the density of mixed columns counts as one of numbers")
	}
}

// Columns that are constant, or the same as another, still leave a density.
func TestMixedDegenerate(t *testing.T) {
	x := mixedTable(40, 1, 6)
	for i := range 40 {
		x.Set(i, 1, 1.5)                 // does not vary
		x.Set(i, 2, 1.5*x.At(i, 0)+0.25) // the first category
		x.Set(i, 4, 2*x.At(i, 2))
	}
	for criterion, edges := range map[string]int{"bic": -1, "all": 4} {
		f := mixedFit(t, x, map[string]string{"criterion": criterion})
		if f.density == nil || math.IsNaN(f.log) || math.IsInf(f.log, 0) || edges >= 0 && len(f.forest) != edges {
			t.Errorf("%s: log likelihood %v, %d edges", criterion, f.log, len(f.forest))
		}
		if err := graph.Of(f.Snapshot()).Check(nil); err != nil {
			t.Error(err)
		}
	}
}

func TestMixedConformance(t *testing.T) {
	x := mixedTable(30, 1, 7)
	holes := mat.DenseCopyOf(x)
	holes.Set(2, 2, math.NaN())
	holes.Set(4, 0, math.NaN())
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"columns": "mixed"}},
		inferencetest.DatasetOf(x), inferencetest.DatasetOf(holes))
	whole := inferencetest.DatasetOf(nominalTable(20, 0.5, 8))
	whole.Kind = inference.Count
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"columns": "mixed"}}, whole)
}

// A number that the categories say exactly has the greatest weight, and the limit of weights is no wider.
func TestGreatestMixedWeight(t *testing.T) {
	x := mixedTable(60, 1, 6)
	for i := range 60 {
		x.Set(i, 1, 1.5*x.At(i, 0)+0.25)
	}
	f := mixedFit(t, x, map[string]string{"criterion": "all"})
	greatest := 0.0
	for _, e := range graph.Of(f.Snapshot()).Edges {
		greatest = max(greatest, e.Weight)
	}
	if !(math.Abs(greatest-f.mostWeight()) <= 1e-8) {
		t.Errorf("the greatest weight is %v, the limit %v", greatest, f.mostWeight())
	}
}
