package association

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func TestRanks(t *testing.T) {
	if r := Ranks([]float64{3, 1, 3, 2, 3}); !slices.Equal(r, []float64{4, 1, 4, 2, 4}) {
		t.Errorf("ranks %v", r)
	}
}

// Three groups of three that do not overlap: 3! of 9!/(3!)³ = 1680 ways are as far apart.
func TestKruskalWallisExact(t *testing.T) {
	values, group := []float64{1, 2, 3, 11, 12, 13, 21, 22, 23}, []int{0, 0, 0, 1, 1, 1, 2, 2, 2}
	r := KruskalWallis(values, group)
	// H = 12/(9·10)·(6²+15²+24²)/3 − 3·10 = 7.2, ε² = H/8.
	if !r.Exact || !near(r.Statistic, 7.2, 1e-12) || !near(r.P, 6.0/1680, 1e-12) || !near(r.Effect, 0.9, 1e-12) ||
		r.Groups != 3 || r.Cases != 9 {
		t.Errorf("%+v", r)
	}
	// Two groups: of the 6!/(3!)² = 20 ways two have rank sums as extreme as 6 and 15.
	r = KruskalWallis([]float64{1, 2, 3, 4, 5, 6, 99, math.NaN()}, []int{0, 0, 0, 7, 7, 7, -1, 0})
	if !r.Exact || !near(r.P, 0.1, 1e-12) || r.Cases != 6 {
		t.Errorf("of two groups %+v", r)
	}
	// Of the 5!/(2!·3!) = 10 ways two are as extreme: the smaller group first, or last.
	r = KruskalWallis([]float64{1, 2, 3, 4, 5}, []int{0, 0, 0, 1, 1})
	if !r.Exact || !near(r.P, 0.2, 1e-12) {
		t.Errorf("of two unequal groups %+v", r)
	}
}

// With ties: every order of the values dealt out, counted one by one.
func TestKruskalWallisByPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		values, group := make([]float64, 7), []int{0, 0, 1, 1, 1, 2, 2}
		for i := range values {
			values[i] = float64(rng.IntN(4))
		}
		r := KruskalWallis(values, group)
		if math.IsNaN(r.P) {
			continue
		}
		as, all := 0, 0
		var permute func(k int)
		permute = func(k int) {
			if k == len(values) {
				all++
				if textbookH(values, group) >= r.Statistic-1e-9 {
					as++
				}
				return
			}
			for i := k; i < len(values); i++ {
				values[k], values[i] = values[i], values[k]
				permute(k + 1)
				values[k], values[i] = values[i], values[k]
			}
		}
		permute(0)
		if want := float64(as) / float64(all); !near(r.P, want, 1e-12) {
			t.Errorf("p %v, not %v", r.P, want)
		}
	}
}

// textbookH is H by the textbook's formula with its correction for ties.
func textbookH(values []float64, group []int) float64 {
	n := float64(len(values))
	ranks := Ranks(values)
	sums, sizes := map[int]float64{}, map[int]float64{}
	ties := map[float64]float64{}
	for i, g := range group {
		sums[g] += ranks[i]
		sizes[g]++
		ties[values[i]]++
	}
	h := -3 * (n + 1)
	for g, s := range sums {
		h += 12 / (n * (n + 1)) * s * s / sizes[g]
	}
	correction := 1.0
	for _, c := range ties {
		correction -= (c*c*c - c) / (n*n*n - n)
	}
	return h / correction
}

// Where both can be had, the limit is near what all arrangements say; and p values of
// nothing are uniform.
func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	below, tests := 0, 400
	for range tests {
		values, group := make([]float64, 60), make([]int, 60)
		x := make([]float64, 60)
		for i := range values {
			values[i], x[i], group[i] = rng.NormFloat64(), rng.NormFloat64(), i%4
		}
		r, s := KruskalWallis(values, group), Spearman(x, values)
		if r.Exact || s.Exact {
			t.Fatal("60 cases are judged by all arrangements")
		}
		if r.P < 0.1 {
			below++
		}
		if s.P < 0.1 {
			below++
		}
	}
	// 800 · 0.1 = 80 with a standard deviation of 8.5.
	if below < 54 || below > 106 {
		t.Errorf("%d of 800 below 0.1", below)
	}
}

func TestSpearman(t *testing.T) {
	// Of the 4! orders one is the same and one the reverse.
	r := Spearman([]float64{1, 2, 3, 4}, []float64{10, 20, 25, 90})
	if !r.Exact || r.Statistic != 1 || !near(r.P, 2.0/24, 1e-12) {
		t.Errorf("%+v", r)
	}
	// ρ = 1 − 6·Σd²/(n(n²−1)) = 1 − 6·6/60 = 0.4;.
	r = Spearman([]float64{1, 2, 3, 4}, []float64{3, 1, 2, 4})
	if !near(r.Statistic, 0.4, 1e-12) || !near(r.P, countOrders(0.4), 1e-12) {
		t.Errorf("%+v, not %v", r, countOrders(0.4))
	}
	x, y := make([]float64, 30), make([]float64, 30)
	for i := range x {
		x[i], y[i] = float64(i), float64((i*7)%30)
	}
	y[3] = math.NaN()
	if r := Spearman(x, y); r.Cases != 29 || r.Exact || r.P < 0 || r.P > 1 {
		t.Errorf("%+v", r)
	}
	for i := range y {
		y[i] = -x[i]
	}
	if r := Spearman(x, y); r.Statistic != -1 || r.P > 1e-12 {
		t.Errorf("of the reverse %+v", r)
	}
}

// countOrders is the share of the orders of four with a correlation as strong.
func countOrders(rho float64) float64 {
	as := 0
	for a := range 256 {
		p := []int{a & 3, a >> 2 & 3, a >> 4 & 3, a >> 6 & 3}
		d := 0
		seen := 0
		for i, v := range p {
			seen |= 1 << v
			d += (i - v) * (i - v)
		}
		if seen == 15 && math.Abs(1-6*float64(d)/60) >= rho-1e-9 {
			as++
		}
	}
	return float64(as) / 24
}

func TestTooLittle(t *testing.T) {
	for _, r := range []Result{KruskalWallis([]float64{1, 2, 3}, []int{0, 0, 0}),
		KruskalWallis([]float64{5, 5, 5, 5}, []int{0, 0, 1, 1}),
		KruskalWallis(nil, nil), Spearman([]float64{1, 2}, []float64{1, 2}),
		Spearman([]float64{1, 1, 1, 1}, []float64{1, 2, 3, 4})} {
		if !math.IsNaN(r.P) || !math.IsNaN(r.Effect) || r.Strength() != "" {
			t.Errorf("%+v", r)
		}
	}
}

func TestAdjust(t *testing.T) {
	// By hand: 0.01·4/1, 0.02·4/2, 0.03·4/3 → 0.04, 0.04, 0.04; 0.5·4/4.
	got := Adjust([]float64{0.03, math.NaN(), 0.01, 0.5, 0.02})
	want := []float64{0.04, math.NaN(), 0.04, 0.5, 0.04}
	for i := range want {
		if !near(got[i], want[i], 1e-12) && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
			t.Errorf("%v, not %v", got, want)
			break
		}
	}
	if got := Adjust([]float64{0.9, 0.8}); got[0] != 0.9 || got[1] != 0.9 {
		t.Errorf("%v", got)
	}
}

// Values of an independent program.
func TestAdjustDependent(t *testing.T) {
	got := AdjustDependent([]float64{.008, .001, .039, .041, math.NaN(), .042, .06, .074, .205})
	factor := 1.0 + 1.0/2 + 1.0/3 + 1.0/4 + 1.0/5 + 1.0/6 + 1.0/7 + 1.0/8
	want := []float64{.032 * factor, .0217428571, .0672 * factor, .0672 * factor, math.NaN(), .0672 * factor, .08 * factor,
		.0845714286 * factor, .205 * factor}
	for i := range want {
		if !near(got[i], want[i], 1e-9) && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
			t.Errorf("%v, not %v", got, want)
			break
		}
	}
	if got := AdjustDependent([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v", got)
	}
}

func TestStrength(t *testing.T) {
	for _, c := range []struct {
		r    Result
		want string
	}{{Result{Effect: 0.005, Groups: 3}, "hardly any"}, {Result{Effect: 0.05, Groups: 3}, "weak"},
		{Result{Effect: 0.1, Groups: 3}, "moderate"},
		{Result{Effect: 0.01, Groups: 3}, "weak"}, {Result{Effect: 0.06, Groups: 3}, "moderate"},
		{Result{Effect: 0.14, Groups: 3}, "strong"},
		{Result{Effect: -0.1}, "weak"}, {Result{Effect: 0.5}, "strong"},
		{Result{Effect: 0.3, Groups: 3}, "strong"}, {Result{Effect: -0.3}, "moderate"}, {Result{Effect: -0.6}, "strong"}} {
		if got := c.r.Strength(); got != c.want {
			t.Errorf("%+v is %s, not %s", c.r, got, c.want)
		}
	}
}

// Of the 70 ways to choose four ranks of eight, one has the sum 10 and one 11, and as many the sums 26 and 25.
func TestTwoGroupsExactly(t *testing.T) {
	r := KruskalWallis([]float64{1, 2, 3, 5, 4, 6, 7, 8}, []int{0, 0, 0, 0, 1, 1, 1, 1})
	if !r.Exact || !(math.Abs(r.P-4./70) <= 1e-12) {
		t.Errorf("%+v, want p = 4/70", r)
	}
}

// Three values are enough: of their six orders two are as extreme as a perfect one.
func TestSpearmanOfThree(t *testing.T) {
	if r := Spearman([]float64{1, 2, 3}, []float64{0.1, 0.5, 7}); !(math.Abs(r.P-2.0/6) <= 1e-12) ||
		!(math.Abs(r.Statistic-1) <= 1e-12) {
		t.Errorf("%+v", r)
	}
}

// Of thirty cases P is that of Student's t with 28 degrees of freedom, from ρ = 1 − 6Σd²/(n³ − n). A ρ of 0.361 is at
// the 5 % point of the tables.
func TestSpearmanByStudent(t *testing.T) {
	const n = 30
	for _, step := range []int{7, 11, 13, 29} {
		x, y := make([]float64, n), make([]float64, n)
		squares := 0.0
		for i := range n {
			x[i], y[i] = float64(i+1), float64(i+1)
			if i < 12 { // the others stand in order
				y[i] = float64(1 + i*step%12)
				if step%2 == 0 || step%3 == 0 {
					t.Fatal("no order of twelve")
				}
			}
			squares += (x[i] - y[i]) * (x[i] - y[i])
		}
		rho := 1 - 6*squares/(n*n*n-n)
		s := rho * math.Sqrt(28/(1-rho*rho))
		want := 2 * distuv.StudentsT{Sigma: 1, Nu: 28}.Survival(s)
		for _, sign := range []float64{1, -1} {
			z := make([]float64, n)
			for i := range z {
				z[i] = sign * y[i]
			}
			r := Spearman(x, z)
			if !(math.Abs(r.Effect-sign*rho) <= 1e-12) || !(math.Abs(r.P-want) <= 1e-9*want) || r.Exact {
				t.Errorf("%+v, want ρ = %v, P = %v", r, sign*rho, want)
			}
		}
	}
	// Ranks turned until ρ is about 0.361.
	x, y := make([]float64, n), make([]float64, n)
	best, p := math.Inf(1), 0.0
	for step := range n {
		for i := range n {
			x[i], y[i] = float64(i), float64((i+step)%n)
		}
		if r := Spearman(x, y); math.Abs(r.Effect-0.361) < best {
			best, p = math.Abs(r.Effect-0.361), r.P
		}
	}
	if best > 0.06 || p < 0.02 || p > 0.11 {
		t.Errorf("a ρ %v from 0.361 has P = %v, want about 0.05", best, p)
	}
}
