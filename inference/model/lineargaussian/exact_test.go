package lineargaussian

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/ibp"

	"gonum.org/v1/gonum/mat"
)

// A tiny is data small enough to sum over all classes of Z.
type tiny3 struct {
	x       [][]float64 // 3×2, base's mean subtracted
	missing [][]int
	base    bool
	hyper   hyper
}

var tinyData = []tiny3{
	{x: [][]float64{{1.4, -0.3}, {1.1, 0.9}, {-0.4, 1.2}}, missing: make([][]int, 3),
		hyper: hyper{alpha: 0.8, beta: 1, noise: 0.3, variance: 1.2}},
	{x: [][]float64{{1.4, -0.3}, {1.1, 0}, {-0.4, 1.2}}, missing: [][]int{nil, {1}, nil}, base: true,
		hyper: hyper{alpha: 0.7, beta: 2.5, noise: 0.2, variance: 0.9}},
	{x: [][]float64{{0, 2.1}, {1.1, 1.9}, {0, 0}}, missing: [][]int{{0}, nil, {0, 1}},
		hyper: hyper{alpha: 0.9, beta: 0.5, noise: 0.2, variance: 2}},
}

const tinySpread = 0.8

// visit calls f with every left-ordered matrix of three rows and at most this many columns.
func visit(most int, f func(ibp.Matrix)) {
	histories := [][]int{{0, 1, 2}, {0, 1}, {0, 2}, {0}, {1, 2}, {1}, {2}}
	var columns [][]int
	var rest func(h int)
	rest = func(h int) {
		if h == len(histories) {
			f(ibp.Matrix{Rows: 3, Columns: columns})
			return
		}
		from := len(columns)
		for rest(h + 1); len(columns) < most; rest(h + 1) {
			columns = append(columns, histories[h])
		}
		columns = columns[:from]
	}
	rest(0)
}

// covariance returns that of a column of x given Z, the noise included.
func (d tiny3) covariance(z ibp.Matrix) *mat.SymDense {
	c := mat.NewSymDense(3, nil)
	for i := range 3 {
		c.SetSym(i, i, d.hyper.noise)
	}
	for _, rows := range z.Columns {
		for a, i := range rows {
			for _, j := range rows[a:] {
				c.SetSym(i, j, c.At(i, j)+d.hyper.variance)
			}
		}
	}
	if d.base {
		for i := range 3 {
			for j := i; j < 3; j++ {
				c.SetSym(i, j, c.At(i, j)+tinySpread)
			}
		}
	}
	return c
}

// evidence returns the log density of the observed cells given Z, and the expectation of each
// missing cell, in order of row and column.
func (d tiny3) evidence(z ibp.Matrix) (log float64, filled []float64) {
	all := d.covariance(z)
	gaps := [3][2]bool{}
	for i, m := range d.missing {
		for _, j := range m {
			gaps[i][j] = true
		}
	}
	means := map[[2]int]float64{}
	for j := range 2 {
		var seen []int
		for i := range 3 {
			if !gaps[i][j] {
				seen = append(seen, i)
			}
		}
		if len(seen) == 0 {
			continue
		}
		c := mat.NewSymDense(len(seen), nil)
		y := mat.NewVecDense(len(seen), nil)
		for a, i := range seen {
			y.SetVec(a, d.x[i][j])
			for b := a; b < len(seen); b++ {
				c.SetSym(a, b, all.At(i, seen[b]))
			}
		}
		var l mat.Cholesky
		l.Factorize(c)
		var w mat.VecDense
		if err := l.SolveVecTo(&w, y); err != nil {
			panic(err)
		}
		log -= 0.5 * (mat.Dot(y, &w) + l.LogDet() + float64(len(seen))*math.Log(2*math.Pi))
		for i := range 3 {
			for a, k := range seen {
				means[[2]int{i, j}] += all.At(i, k) * w.AtVec(a)
			}
		}
	}
	for i, m := range d.missing {
		for _, j := range m {
			filled = append(filled, means[[2]int{i, j}])
		}
	}
	return log, filled
}

// statistics of Z and of the missing cells that are compared with the exact ones.
func statistics(z ibp.Matrix, filled []float64) []float64 {
	s := make([]float64, 9)
	s[min(len(z.Columns), 4)] = 1
	for _, c := range z.Columns {
		s[5] += float64(len(c))
		if len(c) == 1 {
			s[6]++
		}
		if len(c) > 1 && c[0] == 0 && c[1] == 1 {
			s[7]++
		}
		if c[len(c)-1] == 2 {
			s[8]++
		}
	}
	return append(s, filled...)
}

// exact returns the expected statistics by a sum over all classes.
func (d tiny3) exact(t *testing.T) (mean []float64) {
	total, last := 0.0, 0.0
	p := ibp.Prior{Alpha: d.hyper.alpha, Beta: d.hyper.beta}
	visit(9, func(z ibp.Matrix) {
		log, filled := d.evidence(z)
		w := math.Exp(p.LogClass(z) + log)
		total += w
		for i, v := range statistics(z, filled) {
			if len(mean) <= i {
				mean = append(mean, 0)
			}
			mean[i] += w * v
		}
		if len(z.Columns) == 9 {
			last += w
		}
	})
	if last > 1e-4*total {
		t.Fatalf("%v of the mass has nine columns: too few are summed over", last/total)
	}
	for i := range mean {
		mean[i] /= total
	}
	return mean
}

// visited returns how far the means of a chain are from the exact ones, in standard errors.
func (d tiny3) visited(t *testing.T, sweeps int, update func(s *state, i int, rng *rand.Rand)) (scores []float64) {
	want := d.exact(t)
	h := d.hyper
	h.fixedAlpha, h.fixedNoise, h.fixedVariance = true, true, true
	x := rectangle(3, 2)
	for i := range x {
		copy(x[i], d.x[i])
	}
	s := newState(x, d.missing, d.base, tinySpread, h)
	rng := rand.New(rand.NewPCG(7, 9))
	for i := range 3 {
		s.join(i, rng)
	}
	const batches = 100
	sums, squares := make([]float64, len(want)), make([]float64, len(want))
	for range batches {
		batch := make([]float64, len(want))
		for range sweeps / batches {
			s.refresh(-1)
			for i := range 3 {
				update(s, i, rng)
			}
			s.joinOrPart(rng)
			var filled []float64
			for i, m := range d.missing {
				for _, j := range m {
					filled = append(filled, s.x[i][j])
				}
			}
			for i, v := range statistics(s.matrix(), filled) {
				batch[i] += v / float64(sweeps/batches)
			}
		}
		s.check()
		for i, v := range batch {
			sums[i] += v / batches
			squares[i] += v * v / batches
		}
	}
	for i := range want {
		se := math.Sqrt((squares[i]-sums[i]*sums[i])/batches) + 2e-5
		scores = append(scores, (sums[i]-want[i])/se)
		t.Logf("statistic %d: %.4f ± %.4f, exact %.4f", i, sums[i], se, want[i])
	}
	return scores
}

// The chain visits the classes of Z as often as a sum over all of them says, with and without
// base and missing cells, for one and two parameters.
func TestAgainstAllClasses(t *testing.T) {
	sweeps := 24_000
	if testing.Short() {
		sweeps = 15_000
	}
	for n, d := range tinyData {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			for i, z := range d.visited(t, sweeps, (*state).updateRow) {
				if !(math.Abs(z) <= 4.5) {
					t.Errorf("statistic %d is %v standard errors from the exact one", i, z)
				}
			}
		})
	}
}

// The test finds a chain that forgets the features of one row before it draws those of the others.
func TestDeletingFirstIsFoundOut(t *testing.T) {
	greatest := 0.0
	for _, z := range tinyData[0].visited(t, 30_000, func(s *state, i int, rng *rand.Rand) {
		s.take(i)
		s.draw(i, nil, rng)
	}) {
		greatest = max(greatest, math.Abs(z))
	}
	if !(greatest > 6) {
		t.Errorf("it is %v standard errors from the exact frequencies at most", greatest)
	}
}

// Rows taken out and put back leave the posterior as computed again.
func TestPosteriorIsKeptUpToDate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	x := rectangle(30, 4)
	for i := range x {
		for j := range x[i] {
			x[i][j] = 3 * rng.NormFloat64()
		}
	}
	missing := make([][]int, 30)
	missing[4], missing[7] = []int{0, 2}, []int{0, 1, 2, 3}
	s := newState(x, missing, true, 1, hyper{alpha: 3, beta: 2, noise: 0.05, variance: 4})
	for i := range x {
		s.join(i, rng)
	}
	s.check()
	for range 20 {
		for i := range x {
			s.updateRow(i, rng)
		}
		s.check()
	}
	if s.features() < 3 {
		t.Errorf("only %d features in 30 rows of wild data", s.features())
	}
}
