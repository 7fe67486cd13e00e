package crp

import (
	"math"
	"math/rand/v2"
	"testing"
)

var settings = []Parameters{{1, 0}, {0.3, 0}, {5, 0}, {1, 0.5}, {-0.2, 0.5}, {0, 0.3}, {10, 0.9}}

// enumerate calls f with the probability of every partition of n rows, as table sizes.
func enumerate(n int, p Parameters, f func(prob float64, sizes []int)) {
	var walk func(r Process, prob float64)
	walk = func(r Process, prob float64) {
		if r.n == n {
			f(prob, r.sizes)
			return
		}
		for k, q := range r.Probabilities() {
			next := *r.Clone()
			if k == len(next.sizes) {
				next.sizes = append(next.sizes, 0)
			}
			next.sizes[k]++
			next.n++
			walk(next, prob*q)
		}
	}
	walk(Process{Parameters: p}, 1)
}

func TestTableCountIsThatOfAllPartitions(t *testing.T) {
	const n = 7
	for _, p := range settings {
		want := map[int]float64{}
		total := 0.0
		enumerate(n, p, func(prob float64, sizes []int) { want[len(sizes)] += prob; total += prob })
		if !(math.Abs(total-1) <= 1e-12) {
			t.Errorf("%v: partitions have probability %v in all", p, total)
		}
		c := TableCount{Parameters: p}
		for range n {
			c.Advance()
		}
		for k := range n + 1 {
			if !(math.Abs(c.probability(k)-want[k]) <= 1e-12) {
				t.Errorf("%v: %d tables have probability %v, want %v", p, k, c.probability(k), want[k])
			}
		}
		mean, _ := c.Moments()
		if got := expectedTables(n, p); !(math.Abs(got-mean) <= 1e-10) {
			t.Errorf("%v: the closed form gives %v tables, want %v", p, got, mean)
		}
	}
}

// The probability of a partition depends on the sizes alone, so the order of rows does not matter.
func TestExchangeable(t *testing.T) {
	for _, p := range settings {
		byOrder := map[[3]int]float64{} // sizes of three tables of five rows, in order of appearance
		ways := map[[3]int]int{}
		enumerate(5, p, func(prob float64, sizes []int) {
			if len(sizes) == 3 {
				key := [3]int{sizes[0], sizes[1], sizes[2]}
				byOrder[key] += prob
				ways[key]++
			}
		})
		each := func(k [3]int) float64 { return byOrder[k] / float64(ways[k]) }
		if a, b := each([3]int{2, 2, 1}), each([3]int{1, 2, 2}); !(math.Abs(a-b) <= 1e-14) {
			t.Errorf("%v: sizes 2, 2, 1 have %v and 1, 2, 2 have %v", p, a, b)
		}
	}
}

func TestSeatDrawsItsProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, p := range settings {
		const draws = 20000
		count := map[int]float64{}
		for range draws {
			r := Process{Parameters: p}
			for range 12 {
				r.Seat(rng)
			}
			count[r.Tables()]++
		}
		c := TableCount{Parameters: p}
		for range 12 {
			c.Advance()
		}
		for k := 1; k <= 12; k++ {
			q := c.probability(k)
			if se := math.Sqrt(q*(1-q)/draws) + 1e-9; !(math.Abs(count[k]/draws-q) <= 5*se) {
				t.Errorf("%v: %d tables in a share of %v, want %v ± %v", p, k, count[k]/draws, q, se)
			}
		}
	}
}

func TestSticks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, p := range settings {
		const draws = 20000
		var sum, square [4]float64
		for range draws {
			left := 1.0
			for k := range sum {
				piece := left * p.Break(k+1, rng)
				left -= piece
				sum[k] += piece
				square[k] += piece * piece
			}
		}
		for k := range sum {
			mean := sum[k] / draws
			se := math.Sqrt((square[k]/draws - mean*mean) / draws)
			if want := p.StickMean(k + 1); !(math.Abs(mean-want) <= 5*se) {
				t.Errorf("%v: piece %d is %v long on average, want %v ± %v", p, k+1, mean, want, se)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	for _, p := range settings {
		if err := p.Check(); err != nil {
			t.Error(err)
		}
	}
	for _, p := range []Parameters{{0, 0}, {-1, 0.5}, {1, 1}, {1, -0.1}, {math.NaN(), 0}, {1, math.NaN()}} {
		if p.Check() == nil {
			t.Errorf("%v is let through", p)
		}
	}
}

// probability returns the probability of k tables.
func (t *TableCount) probability(k int) float64 {
	if k < 0 || k >= len(t.p) {
		return 0
	}
	return t.p[k]
}

// expectedTables returns the mean number of tables of n customers in closed form:
// Σ_{i<n} θ/(θ+i) without discount, and {Γ(θ+n+d)Γ(θ+1)/(Γ(θ+d)Γ(θ+n)) − θ}/d with one.
func expectedTables(n int, p Parameters) float64 {
	t, d := p.Concentration, p.Discount
	if n < 1 {
		return 0
	}
	if d == 0 {
		sum := 1.0 // the first customer always opens a table
		for i := 1; i < n; i++ {
			sum += t / (t + float64(i))
		}
		return sum
	}
	// Γ(θ+1)/Γ(θ+d), written to avoid a sign for θ between −d and 0.
	lg := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	ratio := math.Exp(lg(t+float64(n)+d) - lg(t+float64(n)) + lg(t+1) - lg(t+d+1))
	return (ratio*(t+d) - t) / d
}

// Without a discount customer i opens a table with probability θ/(θ+i), whatever the others did, so the variance of the
// number of tables is a sum. With one, three customers can be enumerated: the second opens a table with probability
// a = (θ+d)/(θ+1), and the third with (θ+d)/(θ+2) beside one table and with (θ+2d)/(θ+2) beside two.
func TestDeviationOfTheNumberOfTables(t *testing.T) {
	spread := func(n int, p Parameters) (mean, deviation float64) {
		c := TableCount{Parameters: p}
		for range n {
			c.Advance()
		}
		return c.Moments()
	}
	for _, theta := range []float64{0.3, 1, 7} {
		want := 0.0
		for i := range 40 {
			q := theta / (theta + float64(i))
			want += q * (1 - q)
		}
		if _, got := spread(40, Parameters{Concentration: theta}); !(math.Abs(got-math.Sqrt(want)) <= 1e-10) {
			t.Errorf("θ %v: deviation %v, want %v", theta, got, math.Sqrt(want))
		}
	}
	const theta, d = 0.7, 0.4
	a, one, two := (theta+d)/(theta+1), (theta+d)/(theta+2), (theta+2*d)/(theta+2)
	p1, p3 := (1-a)*(1-one), a*two
	p2 := 1 - p1 - p3
	mean := p1 + 2*p2 + 3*p3
	want := math.Sqrt(p1*(1-mean)*(1-mean) + p2*(2-mean)*(2-mean) + p3*(3-mean)*(3-mean))
	if m, got := spread(3, Parameters{Concentration: theta, Discount: d}); !(math.Abs(m-mean) <= 1e-12) ||
		!(math.Abs(got-want) <= 1e-12) {
		t.Errorf("with a discount: %v ± %v, want %v ± %v", m, got, mean, want)
	}
}
