package ibp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

var priors = []Prior{{0.7, 1}, {1.3, 1}, {0.8, 0.4}, {0.6, 3}}

// classes calls f with every left-ordered matrix of so many rows and at most so many columns.
func classes(rows, most int, f func(Matrix)) {
	var histories [][]int
	for h := (1 << rows) - 1; h > 0; h-- {
		var c []int
		for i := range rows {
			if h>>(rows-1-i)&1 == 1 {
				c = append(c, i)
			}
		}
		histories = append(histories, c)
	}
	var columns [][]int
	var rest func(h int)
	rest = func(h int) {
		if h == len(histories) {
			f(Matrix{Rows: rows, Columns: slices.Clone(columns)})
			return
		}
		from := len(columns)
		for {
			rest(h + 1)
			if len(columns) == most {
				break
			}
			columns = append(columns, histories[h])
		}
		columns = columns[:from]
	}
	rest(0)
}

// The probabilities of all classes sum to one, and those with k columns to the Poisson
// probability of k. Columns beyond the greatest number hold a mass that is subtracted.
func TestClassesSumToOne(t *testing.T) {
	for _, p := range priors {
		for _, c := range []struct{ rows, most int }{{1, 25}, {2, 25}, {3, 9}} {
			byCount := make([]float64, c.most+1)
			classes(c.rows, c.most, func(z Matrix) { byCount[len(z.Columns)] += math.Exp(p.LogClass(z)) })
			sum, tail := 0.0, 1.0
			for k, got := range byCount {
				want := math.Exp(p.LogFeatures(k, c.rows))
				if !(math.Abs(got-want) <= 1e-12) {
					t.Errorf("%+v, %d rows: P(K=%d) = %v, want %v", p, c.rows, k, got, want)
				}
				sum += got
				tail -= want
			}
			if !(math.Abs(sum+tail-1) <= 1e-12) {
				t.Errorf("%+v, %d rows: the classes sum to %v", p, c.rows, sum+tail)
			}
		}
	}
}

// All matrices of a finite model sum to one, and its classes too.
func TestFiniteSumsToOne(t *testing.T) {
	for _, p := range priors {
		for _, c := range []struct{ rows, k int }{{1, 3}, {2, 3}, {3, 3}, {4, 2}} {
			f := Finite{p, c.k}
			sum := 0.0
			for bits := range 1 << (c.rows * c.k) {
				z := Matrix{Rows: c.rows, Columns: make([][]int, c.k)}
				for k := range z.Columns {
					for i := range c.rows {
						if bits>>(k*c.rows+i)&1 == 1 {
							z.Columns[k] = append(z.Columns[k], i)
						}
					}
				}
				sum += math.Exp(f.LogProbability(z))
			}
			ordered := 0.0
			classes(c.rows, c.k, func(z Matrix) { ordered += math.Exp(f.LogClass(z)) })
			if !(math.Abs(sum-1) <= 1e-12) || !(math.Abs(ordered-1) <= 1e-12) {
				t.Errorf("%+v, %d rows: matrices sum to %v, classes to %v", f, c.rows, sum, ordered)
			}
		}
	}
}

// The finite model at β = 1 is the formula of Knowles (2012), equation 2.11, and its classes
// tend to those of the process.
func TestFiniteLimit(t *testing.T) {
	z := Matrix{Rows: 4, Columns: [][]int{{0, 1, 3}, {1, 2}, {1, 2}, {3}}}
	a, f := 1.7/6, Finite{Prior{1.7, 1}, 6}
	want := 0.0
	full := z.Clone()
	full.Columns = append(full.Columns, nil, nil)
	for _, m := range full.counts() {
		want += math.Log(a) + special.LogGamma(float64(m)+a) + special.LogFactorial(4-m) - special.LogGamma(5+a)
	}
	if got := f.LogProbability(full); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("log P(Z) = %v, want %v", got, want)
	}
	for _, p := range priors {
		last := math.Inf(1)
		for _, k := range []int{10, 100, 1000, 10_000, 100_000} {
			gap := math.Abs(Finite{p, k}.LogClass(z) - p.LogClass(z))
			if gap > last {
				t.Errorf("%+v: at K = %d the classes are %v apart, before %v", p, k, gap, last)
			}
			last = gap
		}
		if last > 1e-3 {
			t.Errorf("%+v: at K = 100,000 the classes are %v apart", p, last)
		}
		for m := 1; m < 4; m++ {
			if got, want := (Finite{p, 1e9}).LogOdds(m, 4), p.LogOdds(m, 4); !(math.Abs(got-want) <= 1e-6) {
				t.Errorf("%+v: log odds at m = %d tend to %v, want %v", p, m, got, want)
			}
		}
		if odds := (Finite{p, 1e9}).LogOdds(0, 4); odds > -19 {
			t.Errorf("%+v: the log odds of an empty column tend to %v", p, odds)
		}
	}
	if e := (Finite{Prior{1, 1}, 3}).LogClass(z); !math.IsInf(e, -1) {
		t.Errorf("four features of three have log probability %v", e)
	}
}

func TestOddsOfFiveRows(t *testing.T) {
	for m, want := range map[int]float64{1: 0.25, 2: 2.0 / 3, 4: 4} {
		if got := math.Exp(Prior{2, 1}.LogOdds(m, 5)); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("odds at m = %d are %v, want %v", m, got, want)
		}
	}
}

// logSequence returns the log probability that the buffet gives z, its columns in the order
// in which they were taken first.
func logSequence(p Prior, z Matrix) float64 {
	sum := 0.0
	for i := range z.Rows {
		fresh := 0
		for _, c := range z.Columns {
			at, has := slices.BinarySearch(c, i)
			if at == 0 {
				if has {
					fresh++
				}
				continue
			}
			q := float64(at) / (p.Beta + float64(i))
			if has {
				sum += math.Log(q)
			} else {
				sum += math.Log1p(-q)
			}
		}
		sum += special.LogPoisson(fresh, p.Singletons(i+1))
	}
	return sum
}

// permuteRows returns z with its rows in another order.
func permuteRows(z Matrix, to []int) Matrix {
	y := Matrix{Rows: z.Rows}
	for _, c := range z.Columns {
		var d []int
		for _, i := range c {
			d = append(d, to[i])
		}
		slices.Sort(d)
		y.Columns = append(y.Columns, d)
	}
	return y
}

// The class probability is that of the sequential draws which give the class, whatever the
// order of the customers.
func TestSequentialDrawsGiveTheClassProbability(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range priors {
		for range 20 {
			z := p.Draw(7, rng)
			for range 10 {
				y := permuteRows(z, rng.Perm(7))
				// Π_i new_i!/Π_h K_h! matrices of the buffet fall into one class.
				first := map[int]int{}
				for _, c := range y.Columns {
					first[c[0]]++
				}
				ways := 0.0
				for _, n := range first {
					ways += special.LogFactorial(n)
				}
				for _, n := range y.alike() {
					ways -= special.LogFactorial(n)
				}
				if got, want := logSequence(p, y)+ways, p.LogClass(z); !(math.Abs(got-want) <= 1e-10) {
					t.Fatalf("%+v: sequential draws give %v, the class has %v", p, got, want)
				}
			}
		}
	}
}

// Flipping one entry, and adding a column for one row alone, change LogMarked by the log odds
// and by the rate of singletons: Poisson(κ)κ! is rate^κ, the order of marked columns aside.
func TestConditionals(t *testing.T) {
	for _, p := range priors {
		off := Matrix{Rows: 5, Columns: [][]int{{0, 2, 3}, {1, 4}}}
		on := Matrix{Rows: 5, Columns: [][]int{{0, 2, 3}, {1, 3, 4}}}
		if got, want := p.LogMarked(on)-p.LogMarked(off), p.LogOdds(2, 5); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("%+v: the log odds are %v, want %v", p, got, want)
		}
		more := Matrix{Rows: 5, Columns: append(slices.Clone(off.Columns), []int{2})}
		if got, want := p.LogMarked(more)-p.LogMarked(off), math.Log(p.Singletons(5)); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("%+v: a column of one row changes the log probability by %v, want %v", p, got, want)
		}
	}
}

// Two parameters: β = 1 is the process of one; the number of features grows with β from α
// (all rows alike) to αD (no two rows share).
func TestTwoParameters(t *testing.T) {
	one := Prior{1.9, 1}
	if got, want := one.ExpectedFeatures(4), 1.9*(1+1.0/2+1.0/3+1.0/4); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("E K = %v, want %v", got, want)
	}
	z := Matrix{Rows: 3, Columns: [][]int{{0, 1}, {0, 1}, {2}}}
	// α³/2!·exp(−αH₃)·Π (3−m)!(m−1)!/3!, Knowles (2012), equation 2.12.
	want := 3*math.Log(1.9) - math.Ln2 - 1.9*(11.0/6) + 2*math.Log(1.0/6) + math.Log(2.0/6)
	if got := one.LogClass(z); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("log P([Z]) = %v, want %v", got, want)
	}
	if got := (Prior{1.9, 1e-9}).ExpectedFeatures(50); !(math.Abs(got-1.9) <= 1e-6) {
		t.Errorf("with β near 0, E K = %v, want 1.9", got)
	}
	if got := (Prior{1.9, 1e9}).ExpectedFeatures(50); !(math.Abs(got-95) <= 1e-4) {
		t.Errorf("with large β, E K = %v, want 95", got)
	}
	if (Prior{0, 1}).Check() == nil || (Prior{1, math.Inf(1)}).Check() == nil || (Prior{1, math.NaN()}).Check() == nil {
		t.Error("parameters that are not positive numbers pass")
	}
}

// Draws of the buffet, and of the finite model, fall into the classes as often as they should.
func TestDrawsHaveTheClassProbabilities(t *testing.T) {
	const n = 40_000
	check := func(name string, draw func() Matrix, log func(Matrix) float64) {
		count := map[string]int{}
		for range n {
			count[fmt.Sprint(draw().LeftOrdered().Columns)]++
		}
		seen, tested := 0, 0
		classes(3, 5, func(z Matrix) {
			p := math.Exp(log(z))
			c := count[fmt.Sprint(z.Columns)]
			seen += c
			if p*n < 20 {
				return
			}
			tested++
			if score := (float64(c) - n*p) / math.Sqrt(n*p*(1-p)); !(math.Abs(score) <= 4.5) {
				t.Errorf("%s: class %v came %d times, expected %.1f: z = %.1f", name, z.Columns, c, n*p, score)
			}
		})
		if tested < 10 || seen < n*9/10 {
			t.Errorf("%s: %d classes were tested, %d of %d draws are among them", name, tested, seen, n)
		}
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for _, p := range priors {
		check(fmt.Sprintf("%+v", p), func() Matrix { return p.Draw(3, rng) }, p.LogClass)
		f := Finite{p, 4}
		check(fmt.Sprintf("%+v", f), func() Matrix { _, z := f.Draw(3, rng); return z }, f.LogClass)
	}
}

// Entries, features and what a row has in larger matrices.
func TestMomentsOfDraws(t *testing.T) {
	const rows, n = 12, 4000
	rng := rand.New(rand.NewPCG(3, 3))
	for _, p := range priors {
		var sums, squares [4]float64
		for range n {
			z := p.Draw(rows, rng)
			last := 0
			for _, c := range z.Columns {
				if c[len(c)-1] == rows-1 {
					last++
				}
			}
			for i, v := range []int{z.Features(), z.Entries(), last, last * last} {
				sums[i] += float64(v) / n
				squares[i] += float64(v*v) / n
			}
		}
		want := [4]float64{p.ExpectedFeatures(rows), p.ExpectedEntries(rows), p.Alpha, p.Alpha * (1 + p.Alpha)}
		for i := range want {
			if score := (sums[i] - want[i]) / math.Sqrt((squares[i]-sums[i]*sums[i])/n); !(math.Abs(score) <= 4.5) {
				t.Errorf("%+v: moment %d is %v, want %v: z = %.1f", p, i, sums[i], want[i], score)
			}
		}
	}
}

// α given Z, alternated with Z given α, has its prior.
func TestDrawAlpha(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	replicate := func() (before, after []float64) {
		p := Prior{rng.ExpFloat64(), 2}
		before = []float64{math.Log(p.Alpha)}
		return before, []float64{math.Log(p.DrawAlpha(p.Draw(5, rng).Features(), 5, 1, 1, rng))}
	}
	inferencetest.Replicates(t, []string{"log α"}, replicate, 20_000)
}

func TestLeftOrder(t *testing.T) {
	z := Matrix{Rows: 3, Columns: [][]int{{2}, nil, {0, 2}, {0}, {0, 1}, {2}, {1, 2}}}
	if got := z.LeftOrder(); !slices.Equal(got, []int{4, 2, 3, 6, 0, 5, 1}) {
		t.Errorf("order %v", got)
	}
	if got := z.alike(); !slices.Equal(got, []int{1, 1, 1, 1, 2}) {
		t.Errorf("alike %v", got)
	}
	f := z.LeftOrdered()
	if again := f.LeftOrder(); !slices.IsSorted(again) || f.Features() != 6 || f.Entries() != 9 || z.Features() != 6 {
		t.Errorf("the left-ordered form %v is ordered as %v", f.Columns, again)
	}
	if back := fromDense(f.Dense()); !slices.EqualFunc(back.Columns, f.Columns, slices.Equal) || back.Rows != 3 {
		t.Errorf("from %v to a dense matrix and back to %v", f.Columns, back.Columns)
	}
	if (Matrix{Rows: 3}).Dense() != nil || fromDense((*mat.Dense)(nil)).Rows != 0 {
		t.Error("a matrix without columns is not nil")
	}
}

// A copy continues as the original would have, without touching it.
func TestProcessResumes(t *testing.T) {
	source := rand.NewPCG(5, 5)
	b := NewProcess(Prior{3, 0.7})
	for range 6 {
		b.Step(rand.New(source))
	}
	before := b.Matrix()
	c := b.Clone()
	if c.Prior() != b.Prior() || c.Customers() != 6 {
		t.Errorf("the copy has %+v and %d customers", c.Prior(), c.Customers())
	}
	state, _ := source.MarshalBinary()
	for i := range 6 {
		v := c.Step(rand.New(source))
		if v.Row != 6+i || len(v.Taken) != len(v.Probability) || v.Count() > len(c.Counts()) {
			t.Errorf("customer %d reports %+v", i, v)
		}
	}
	if !slices.EqualFunc(before.Columns, b.Matrix().Columns, slices.Equal) {
		t.Error("stepping a copy changes the original")
	}
	_ = source.UnmarshalBinary(state)
	for range 6 {
		b.Step(rand.New(source))
	}
	if !slices.EqualFunc(c.Matrix().Columns, b.Matrix().Columns, slices.Equal) {
		t.Error("the original goes another way than its copy with the same numbers")
	}
}

// Draw draws the probability of each of the K features, and the given number of rows. Columns
// without a one are kept.
func (f Finite) Draw(rows int, rng *rand.Rand) (pi []float64, z Matrix) {
	pi = make([]float64, f.K)
	z = Matrix{Rows: rows, Columns: make([][]int, f.K)}
	for k := range pi {
		pi[k] = distuv.Beta{Alpha: f.Alpha * f.Beta / float64(f.K), Beta: f.Beta, Src: rng}.Rand()
		for i := range rows {
			if rng.Float64() < pi[k] {
				z.Columns[k] = append(z.Columns[k], i)
			}
		}
	}
	return pi, z
}

// LogClass returns the log probability of the class of all orders of the K columns. Columns that z
// lacks count as empty. It tends to [Prior.LogClass] as K grows.
func (f Finite) LogClass(z Matrix) float64 {
	full := z.LeftOrdered()
	empty := f.K - len(full.Columns)
	if empty < 0 {
		return math.Inf(-1)
	}
	sum := special.LogFactorial(f.K) - special.LogFactorial(empty)
	for _, k := range z.alike() {
		sum -= special.LogFactorial(k)
	}
	full.Columns = append(full.Columns, make([][]int, empty)...)
	return sum + f.LogProbability(full)
}

// LogOdds returns the log odds that a row has a feature that m ≥ 0 of the others have:
// log{(m+αβ/K)/(rows−1−m+β)}.
func (f Finite) LogOdds(m, rows int) float64 {
	return math.Log(float64(m)+f.Alpha*f.Beta/float64(f.K)) - math.Log(float64(rows-1-m)+f.Beta)
}

// fromDense reads a matrix, rows × features; cells of at least ½ are ones. nil is a matrix without
// rows.
func fromDense(z *mat.Dense) Matrix {
	if z == nil {
		return Matrix{}
	}
	rows, columns := z.Dims()
	m := Matrix{Rows: rows, Columns: make([][]int, columns)}
	for i := range rows {
		for k, v := range z.RawRowView(i) {
			if v >= 0.5 {
				m.Columns[k] = append(m.Columns[k], i)
			}
		}
	}
	return m
}
