package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func drawRows(s *Sigma, n int, rng *rand.Rand) *mat.Dense {
	var chol mat.Cholesky
	chol.Factorize(s.Dense())
	var l mat.TriDense
	chol.LTo(&l)
	d := s.Columns()
	z := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			z.Set(i, j, rng.NormFloat64())
		}
	}
	var x mat.Dense
	x.Mul(z, l.T())
	return &x
}

// A round never lowers the likelihood, and the fit ends above the truth on its own rows.
func TestFactoring(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	truth := randomSigma(8, 2, rng)
	u := drawRows(truth, 200, rng)
	value := func(s *Sigma) float64 {
		sum := 0.0
		dense := s.Dense()
		for i := range 200 {
			sum += normal(u.RawRowView(i), dense)
		}
		return sum
	}
	f := NewFactoring(u, nil, 2)
	before := value(f.Sigma())
	for !f.Advance() {
		after := value(f.Sigma())
		if after < before-1e-6 {
			t.Fatalf("a round takes the likelihood from %g to %g", before, after)
		}
		before = after
	}
	if v := value(truth); before < v {
		t.Errorf("the fit has %g, the truth %g", before, v)
	}
}

// Cross-validation finds the number of factors, of few and of many columns.
func TestCounting(t *testing.T) {
	for i, c := range []struct{ n, d, k int }{{200, 12, 3}, {60, 100, 2}} {
		rng := rand.New(rand.NewPCG(uint64(i), 4))
		u := drawRows(randomSigma(c.d, c.k, rng), c.n, rng)
		for _, near := range []int{0, 1, c.k, 10} {
			count := NewCounting(u, nil, near)
			for !count.Advance() {
			}
			if k, _ := count.Factors(); k != c.k || count.Sigma().Rank() != c.k {
				t.Errorf("%d×%d, near %d: %d factors, not %d", c.n, c.d, near, k, c.k)
			}
		}
	}
}

// A fit begins with the variance of each column, of which one row more of the mean variance is a part: the squares
// written out.
func TestFactoringBeginsWithTheVariances(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	const n, d = 30, 6
	u := drawRows(randomSigma(d, 2, rng), n, rng)
	var square [d]float64
	mean := 0.0
	for j := range d {
		for i := range n {
			square[j] += u.At(i, j) * u.At(i, j)
		}
		mean += square[j] / (n * d)
	}
	s := NewFactoring(u, nil, 2).Sigma()
	for j := range d {
		want := (square[j] + mean) / (n + 1)
		if s.Psi[j] <= 0.1000001*want {
			t.Fatalf("column %d stands at the limit of its specific part: choose other rows", j)
		}
		if got := s.At(j, j); !(math.Abs(got-want) <= 1e-9*want) {
			t.Errorf("column %d begins with variance %v, want %v", j, got, want)
		}
	}
}

// Of many rows the number of factors is found by some, and the fit is to all.
func TestCountingOfManyRowsTakesSome(t *testing.T) {
	const n, d = 2*CountingRows + 100, 5
	rng := rand.New(rand.NewPCG(3, 4))
	u := mat.NewDense(n, d, nil)
	for i := range n {
		a := rng.NormFloat64()
		for j := range d {
			u.Set(i, j, a+rng.NormFloat64())
		}
	}
	c := NewCounting(u, nil, 0)
	if rows, _ := c.some.Dims(); rows != CountingRows {
		t.Errorf("validates on %d rows", rows)
	}
	last := u.RawRowView((CountingRows - 1) * n / CountingRows)
	if !floats.Equal(c.some.RawRowView(CountingRows-1), last) {
		t.Error("the rows are not evenly spaced")
	}
	for !c.Advance() {
	}
	if k, _ := c.Factors(); k != 1 || c.fit.n != n {
		t.Errorf("%d factors, fitted to %d rows", k, c.fit.n)
	}
}

// What a round compares is the log density of the rows at the parameters before it, written out by the dense Σ, and
// what the one row more adds to the squares; rows beyond those that count add to the squares alone.
func TestFactoringValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	const n, d = 25, 6
	u, extra := drawRows(randomSigma(d, 2, rng), n, rng), drawRows(randomSigma(d, 1, rng), 3, rng)
	for _, more := range []*mat.Dense{nil, extra} {
		f := NewFactoring(u, more, 2)
		for range 3 {
			s := f.Sigma().Dense()
			var inverse mat.Dense
			if err := inverse.Inverse(s); err != nil {
				t.Fatal(err)
			}
			want := 0.0
			squares := make([]float64, d)
			rows, _ := f.u.Dims()
			for i := range rows {
				row := f.u.RawRowView(i)
				y := mat.NewVecDense(d, row)
				want -= 0.5 * mat.Inner(y, &inverse, y)
				for j, v := range row {
					squares[j] += v * v
				}
			}
			want -= 0.5 * n * (d*math.Log(2*math.Pi) + math.Log(mat.Det(s)))
			for j, q := range squares {
				want -= 0.5 * (n*f.square[j] - q) / f.Sigma().Psi[j]
			}
			if f.Advance() {
				t.Fatal("settled too soon")
			}
			near(t, "value of a round", f.last, want, 1e-9)
		}
		for range 3 * mostRounds {
			f.Advance()
		}
		if !f.settled {
			t.Error("the fit does not settle")
		}
	}
}

// From a number that is known the search begins a place below it, and no number is above what rows and columns can
// tell apart.
func TestCountingBegins(t *testing.T) {
	for _, c := range []struct{ n, d, near, first, most int }{
		{200, 60, 0, 0, 29}, {200, 60, 1, 0, 29}, {200, 60, 3, 1, 29}, {200, 60, 4, 2, 29},
		{200, 60, 20, 6, 29}, {200, 60, 50, 8, 29},
		{200, 15, 50, 4, 7}, {10, 60, 50, 3, 5}, {4, 2, 9, 0, 1},
	} {
		counting := NewCounting(mat.NewDense(c.n, c.d, nil), nil, c.near)
		if counting.first != c.first || counting.most() != min(c.most, mostFactors) {
			t.Errorf("%d × %d near %d: from %d of at most %d, want %d of %d", c.n, c.d, c.near, counting.first, counting.most(),
				c.first, c.most)
		}
	}
	for n, want := range map[int]int{9: 9, 10: 10, 11: 10, 35: 10} {
		u := mat.NewDense(n, 1, nil)
		for i := range n {
			u.Set(i, 0, float64(i))
		}
		some := thinned(u, 10)
		if rows, _ := some.Dims(); rows != want || some.At(rows-1, 0) != float64((want-1)*n/want) {
			t.Errorf("%d rows of %d, the last of them %v", rows, n, some.At(rows-1, 0))
		}
	}
}
