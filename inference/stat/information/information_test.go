package information

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mathext"
)

// literal is the definition, with all distances of all rows: of a category to another they are infinite.
func literal(k int, x, y []float64, categorical bool) float64 {
	apart := func(values []float64, i, j int) float64 { return math.Abs(values[i] - values[j]) }
	category := func(i, j int) float64 {
		if x[i] != x[j] {
			return math.Inf(1)
		}
		return 0
	}
	across := func(i, j int) float64 { return apart(x, i, j) }
	var rows []int
	for i := range x {
		of := 0
		for j := range x {
			if !math.IsNaN(x[j]) && !math.IsNaN(y[j]) && x[i] == x[j] {
				of++
			}
		}
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) && (!categorical || of > 1) {
			rows = append(rows, i)
		}
	}
	if categorical {
		across = category
	}
	sum := 0.0
	for _, i := range rows {
		var all []float64
		for _, j := range rows {
			if d := math.Max(across(i, j), apart(y, i, j)); j != i && !math.IsInf(d, 1) {
				all = append(all, d)
			}
		}
		sort.Float64s(all)
		reach := all[min(k, len(all))-1]
		var joint, one, other float64
		for _, j := range rows {
			count := func(d float64) float64 {
				if d < reach || reach == 0 && d == 0 {
					return 1
				}
				return 0
			}
			joint += count(math.Max(across(i, j), apart(y, i, j)))
			one += count(across(i, j))
			other += count(apart(y, i, j))
		}
		sum += mathext.Digamma(joint) - mathext.Digamma(one) - mathext.Digamma(other)
	}
	return mathext.Digamma(float64(len(rows))) + sum/float64(len(rows))
}

func codes(values []float64) []int {
	out := make([]int, len(values))
	for i, v := range values {
		if out[i] = int(v); math.IsNaN(v) {
			out[i] = -1
		}
	}
	return out
}

// The quick estimates are those of the definition, whose digamma function has ten digits: of numbers with and without
// equal values, of many that coincide, of constant columns, of categories, and with cells that are missing.
func TestAgainstAllDistances(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 15))
	kinds := map[string]func() (x, y float64){
		"smooth": func() (float64, float64) { x := rng.NormFloat64(); return x, 0.7*x + rng.NormFloat64() },
		"square": func() (float64, float64) { x := rng.NormFloat64(); return x, x*x + 0.1*rng.NormFloat64() },
		"line":   func() (float64, float64) { x := rng.Float64(); return x, x },
		"rounded": func() (float64, float64) {
			x := rng.NormFloat64()
			return math.Round(5*x) / 5, math.Round(x + rng.NormFloat64())
		},
		"coinciding":  func() (float64, float64) { return float64(rng.IntN(3)), float64(rng.IntN(3)) },
		"many zeros":  func() (float64, float64) { return max(0, rng.NormFloat64()), max(0, rng.NormFloat64()) },
		"constant":    func() (float64, float64) { return 2, rng.NormFloat64() },
		"both nought": func() (float64, float64) { return 0, 0 },
		"far apart":   func() (float64, float64) { return math.Exp(9 * rng.NormFloat64()), math.Exp(9 * rng.NormFloat64()) },
	}
	for name, draw := range kinds {
		for _, n := range []int{2, 3, 13, 60, 211} {
			for _, k := range []int{1, 3, 10} {
				x, y := make([]float64, n), make([]float64, n)
				for i := range x {
					x[i], y[i] = draw()
					if n > 13 && i%7 == 3 {
						x[i] = math.NaN()
					}
					if n > 13 && i%11 == 5 {
						y[i] = math.NaN()
					}
				}
				what := fmt.Sprintf("%s, %d rows, k = %d", name, n, k)
				a, b := Numbers(slices.Clone(x)), Numbers(slices.Clone(y))
				e := New(k)
				got, _ := e.Of(&a, &b)
				inferencetest.Near(t, what, got, literal(k, x, y, false), 1e-9)
				back, _ := e.Of(&b, &a)
				inferencetest.Near(t, what+", the other way", back, got, 1e-11)

				for i := range x {
					x[i] = math.Mod(math.Abs(math.Round(2*x[i])), 4)
				}
				c := Categories(codes(x))
				if len(c.Ties()) == n {
					continue // no category has two rows
				}
				got, _ = e.Of(&c, &b)
				inferencetest.Near(t, what+", categories", got, literal(k, x, y, true), 1e-9)
				back, _ = e.Of(&b, &c)
				inferencetest.Near(t, what+", categories second", back, got, 0)
			}
		}
	}
}

// Of Gaussian columns the estimate is near −½ log(1−ρ²), the mean of many tables within its error and a
// small bias, and a single one the nearer the more rows there are.
func TestGaussian(t *testing.T) {
	e := New(3)
	for _, rho := range []float64{0, 0.3, 0.6, 0.9, -0.9} {
		want := -0.5 * math.Log(1-rho*rho)
		spreads := map[int]float64{}
		for _, n := range []int{100, 400, 1600} {
			rng := rand.New(rand.NewPCG(uint64(n), uint64(100*rho+200)))
			const tables = 60
			var sum, square float64
			for range tables {
				x, y := make([]float64, n), make([]float64, n)
				for i := range x {
					x[i] = rng.NormFloat64()
					y[i] = rho*x[i] + math.Sqrt(1-rho*rho)*rng.NormFloat64()
				}
				a, b := Numbers(x), Numbers(y)
				got, _ := e.Of(&a, &b)
				sum, square = sum+got, square+got*got
			}
			mean := sum / tables
			spreads[n] = math.Sqrt(square/tables - mean*mean)
			if limit := 4*spreads[n]/math.Sqrt(tables) + 1/float64(n) + 0.01*want; !(math.Abs(mean-want) <= limit) {
				t.Errorf("ρ = %v, %d rows: %v ± %v, want %v", rho, n, mean, spreads[n], want)
			}
		}
		if !(spreads[1600] < 0.6*spreads[100] && spreads[1600] < 0.06) {
			t.Errorf("ρ = %v: spreads %v", rho, spreads)
		}
	}
}

// The information of categories is exact where the rows have the shares of the joint distribution.
func TestCategories(t *testing.T) {
	for _, table := range [][][]int{{{3, 1}, {2, 6}}, {{1, 0, 0}, {0, 2, 0}, {0, 0, 5}}, {{2, 4, 6}, {1, 2, 3}},
		{{5}, {7}}} {
		var x, y []int
		total, want := 0.0, 0.0
		rows, columns := make([]float64, len(table)), make([]float64, len(table[0]))
		for a, row := range table {
			for b, count := range row {
				for range count {
					x, y = append(x, a, -1), append(y, b, 0)
				}
				total += float64(count)
				rows[a] += float64(count)
				columns[b] += float64(count)
			}
		}
		for a, row := range table {
			for b, count := range row {
				if p := float64(count) / total; p > 0 {
					want += p * math.Log2(p/(rows[a]/total*columns[b]/total)) * math.Ln2
				}
			}
		}
		a, b := Categories(x), Categories(y)
		got, n := New(3).Of(&a, &b)
		inferencetest.Near(t, fmt.Sprint(table), got, want, 1e-12)
		if n != int(total) {
			t.Errorf("%d rows, want %v", n, total)
		}
	}
}

// A category that shifts a Gaussian: the information is known by quadrature.
func TestMixed(t *testing.T) {
	const shift = 2.0
	want, step := 0.0, 0.001
	for y := -9.0; y < 11; y += step {
		p0, p1 := math.Exp(-y*y/2)/math.Sqrt(2*math.Pi), math.Exp(-(y-shift)*(y-shift)/2)/math.Sqrt(2*math.Pi)
		p := 0.7*p0 + 0.3*p1
		want += step * (0.7*p0*math.Log(p0/p) + 0.3*p1*math.Log(p1/p))
	}
	rng := rand.New(rand.NewPCG(3, 15))
	const tables, n = 40, 800
	sum, square := 0.0, 0.0
	for range tables {
		x, y := make([]int, n), make([]float64, n)
		for i := range x {
			if y[i] = rng.NormFloat64(); rng.Float64() < 0.3 {
				x[i], y[i] = 1, y[i]+shift
			}
		}
		a, b := Categories(x), Numbers(y)
		got, _ := New(3).Of(&a, &b)
		sum, square = sum+got, square+got*got
	}
	mean := sum / tables
	if spread := math.Sqrt(square/tables - mean*mean); !(math.Abs(mean-want) <= 4*spread/math.Sqrt(tables)+0.005) ||
		!(spread < 0.05) {
		t.Errorf("%v ± %v, want %v", mean, spread, want)
	}
}

// A shuffled column has the same values in the rows that it had them in.
func TestShuffled(t *testing.T) {
	nan := math.NaN()
	a := Numbers([]float64{1, nan, 2, 3, 3, nan, 4})
	b := Categories([]int{0, -1, 2, 1, 1, 1, -1})
	moved := false
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		x, y := a.Shuffled(rng), b.Shuffled(rng)
		for i := range 7 {
			if math.IsNaN(x.numbers[i]) != math.IsNaN(a.numbers[i]) || (y.codes[i] < 0) != (b.codes[i] < 0) {
				t.Fatalf("missing cells moved: %v, %v", x.numbers, y.codes)
			}
			moved = moved || x.numbers[i] != a.numbers[i] && !math.IsNaN(a.numbers[i])
		}
		if other := Numbers(x.numbers); !slices.Equal(other.sorted, a.sorted) || !slices.Equal(y.Ties(), b.Ties()) {
			t.Fatalf("other values: %v, %v", x.numbers, y.codes)
		}
	}
	if !moved || !slices.Equal(a.Ties(), []int{1, 1, 1, 2}) || !slices.Equal(b.Ties(), []int{1, 1, 3}) {
		t.Errorf("moved %v, ties %v and %v", moved, a.Ties(), b.Ties())
	}
}

func BenchmarkNumbers(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		for name, rho := range map[string]float64{"independent": 0, "close": 0.999} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(4, 15))
				x, y := make([]float64, n), make([]float64, n)
				for i := range x {
					x[i] = rng.NormFloat64()
					y[i] = rho*x[i] + math.Sqrt(1-rho*rho)*rng.NormFloat64()
				}
				one, other := Numbers(x), Numbers(y)
				e := New(3)
				for b.Loop() {
					e.Of(&one, &other)
				}
			})
		}
	}
}

func TestDigamma(t *testing.T) {
	e := New(3)
	for _, n := range []int{7, 1, 2, 40} {
		inferencetest.Near(t, fmt.Sprintf("ψ(%d)", n), e.psi(n), mathext.Digamma(float64(n)), 1e-9)
	}
}
