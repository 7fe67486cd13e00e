package signal_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/signal"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// randomTree joins n leaves at random times, some three at once; every fifth leaf ends before time 1.
func randomTree(t *testing.T, n int, rng *rand.Rand) *tree.Tree {
	t.Helper()
	names := make([]string, n)
	parent, logTime := make([]int, n), make([]float64, n)
	var open []int
	for i := range n {
		names[i] = fmt.Sprint(i)
		logTime[i] = math.Inf(1)
		if n > 5 && i%5 == 0 {
			logTime[i] = 3
		}
		open = append(open, i)
	}
	at := 2.5
	for len(open) > 1 {
		at *= math.Pow(rng.Float64(), 2/float64(n))
		v := len(parent)
		parent, logTime = append(parent, -1), append(logTime, at)
		rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		k := 2
		if len(open) > 2 && rng.IntN(6) == 0 {
			k = 3
		}
		for _, c := range open[:k] {
			parent[c] = v
		}
		open = append(open[k:], v)
	}
	parsed, err := tree.New(names, parent, logTime)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// covariance is that of the leaves for a λ, from the paths to the top.
func covariance(t *tree.Tree, lambda float64) *mat.SymDense {
	n := t.Leaves()
	k := mat.NewSymDense(n, nil)
	top := t.Time(t.Top)
	height := func(v int) float64 { return (t.Time(v) - top) / (1 - top) }
	for i := range n {
		k.SetSym(i, i, height(i))
		path := map[int]bool{}
		for v := i; v >= 0; v = t.Parent[v] {
			path[v] = true
		}
		for j := range i {
			v := j
			for !path[v] {
				v = t.Parent[v]
			}
			k.SetSym(i, j, lambda*height(v))
		}
	}
	return k
}

// restricted is the restricted log likelihood with the variance at its best, up to a constant, of dense matrices.
func restricted(t *tree.Tree, y []float64, lambda float64) float64 {
	var rows []int
	for i, x := range y {
		if !math.IsNaN(x) {
			rows = append(rows, i)
		}
	}
	n := len(rows)
	all := covariance(t, lambda)
	k, v, one := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for a, i := range rows {
		v.SetVec(a, y[i])
		one.SetVec(a, 1)
		for b := range a + 1 {
			k.SetSym(a, b, all.At(i, rows[b]))
		}
	}
	var c mat.Cholesky
	if !c.Factorize(k) {
		panic("not positive definite")
	}
	var ky, k1 mat.VecDense
	if c.SolveVecTo(&ky, v) != nil || c.SolveVecTo(&k1, one) != nil {
		panic("singular")
	}
	information := mat.Dot(one, &k1)
	mu := mat.Dot(one, &ky) / information
	q := mat.Dot(v, &ky) - mu*mu*information
	return -c.LogDet()/2 - math.Log(information)/2 - float64(n-1)/2*math.Log(q)
}

// drawn returns a column whose covariance has a λ.
func drawn(t *testing.T, of *tree.Tree, lambda float64, rng *rand.Rand) []float64 {
	t.Helper()
	var c mat.Cholesky
	if !c.Factorize(covariance(of, lambda)) {
		t.Fatal("not positive definite")
	}
	var l mat.TriDense
	c.LTo(&l)
	n := of.Leaves()
	e := mat.NewVecDense(n, nil)
	for i := range n {
		e.SetVec(i, rng.NormFloat64())
	}
	var y mat.VecDense
	y.MulVec(&l, e)
	return y.RawVector().Data
}

// The share, its interval and its probability are those of a search over dense covariances, also with missing cells.
func TestNumbersAreThoseOfDenseCovariances(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 6 {
		of := randomTree(t, 12+trial, rng)
		y := drawn(t, of, float64(trial%4)/3, rng)
		for i := range y {
			y[i] = 40 + 3*y[i]
			if trial > 3 && rng.IntN(5) == 0 {
				y[i] = math.NaN()
			}
		}
		got := signal.New(of).Numbers(y)
		const steps = 2000
		best, top := 0.0, math.Inf(-1)
		values := make([]float64, steps+1)
		for k := range values {
			if values[k] = restricted(of, y, float64(k)/steps); values[k] > top {
				best, top = float64(k)/steps, values[k]
			}
		}
		low, high := 1.0, 0.0
		for k, v := range values {
			if v >= top-1.92 {
				low, high = min(low, float64(k)/steps), max(high, float64(k)/steps)
			}
		}
		p := 1.0
		if top > values[0] {
			p = math.Erfc(math.Sqrt(top-values[0])) / 2
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 2e-3 }
		if !near(got.Lambda, best) || !near(got.Low, low) || !near(got.High, high) || !(math.Abs(got.P-p) <= 1e-4) {
			t.Errorf("trial %d: %+v, want %v from %v to %v, P %v", trial, got, best, low, high, p)
		}
	}
}

// The interval holds the λ of simulated columns about as often as it says, at both ends and between.
func TestIntervalsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	of := randomTree(t, 100, rng)
	s := signal.New(of)
	const columns = 100
	for _, lambda := range []float64{0, 0.3, 0.7, 1} {
		numbers, yes, mean := 0, 0, 0.0
		for range columns {
			y := drawn(t, of, lambda, rng)
			share := s.Numbers(y)
			mean += share.Lambda / columns
			if share.Low <= lambda && lambda <= share.High {
				numbers++
			}
			if share.Low > share.Lambda || share.Lambda > share.High {
				t.Fatalf("%+v", share)
			}
			zero := make([]float64, len(y))
			for i, x := range y {
				if x > 0.3 {
					zero[i] = 1
				}
			}
			share = s.Column(observation.YesNo{}, zero)
			if !share.Known() || share.Low <= lambda+0.005 && lambda-0.005 <= share.High {
				yes++
			}
		}
		t.Logf("λ %v: mean %.3f; %d of %d intervals of numbers hold it, %d of yes/no", lambda, mean, numbers, columns,
			yes)
		// 95 of 100 have a standard deviation of 2.2; at an end of the scale more hold it.
		if numbers < 88 || yes < 88 || !(math.Abs(mean-lambda) <= 0.12) {
			t.Errorf("λ %v: mean %v; %d of %d intervals of numbers hold it, %d of yes/no", lambda, mean, numbers,
				columns, yes)
		}
	}
}

func TestUnknown(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	s := signal.New(randomTree(t, 8, rng))
	nan := math.NaN()
	for _, y := range [][]float64{{1, 1, 1, 1, 1, 1, 1, 1}, {nan, nan, nan, nan, nan, 1, 2, 3}} {
		if share := s.Numbers(y); share.Known() {
			t.Errorf("%v: %+v", y, share)
		}
		if share := s.Column(observation.NewCategories(4), y); share.Known() {
			t.Errorf("%v as categories: %+v", y, share)
		}
	}
}
