package conjugate

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmat"
)

// posterior writes out κ_n, m_n and Λ_n of rows under a full prior, as the package's comment has them.
func posterior(p *Prior, rows [][]float64) (kappa float64, mean []float64, lambda *mat.SymDense) {
	d, n := len(p.Mean), float64(len(rows))
	kappa, mean, lambda = p.Kappa+n, make([]float64, d), mat.NewSymDense(d, nil)
	average := make([]float64, d)
	for _, x := range rows {
		for j, v := range x {
			average[j] += v / n
		}
	}
	for j := range mean {
		mean[j] = (p.Kappa*p.Mean[j] + n*average[j]) / kappa
		for k := j; k < d; k++ {
			v := p.Scale*(p.Freedom-2)*p.shape[j*d+k] + p.Kappa*n/kappa*(average[j]-p.Mean[j])*(average[k]-p.Mean[k])
			for _, x := range rows {
				v += (x[j] - average[j]) * (x[k] - average[k])
			}
			lambda.SetSym(j, k, v)
		}
	}
	return kappa, mean, lambda
}

// student is the log density of a Student t with a scale matrix.
func student(t *testing.T, x, at []float64, scale *mat.SymDense, f float64) float64 {
	t.Helper()
	var c mat.Cholesky
	if !c.Factorize(scale) {
		t.Fatal("the scale matrix is not positive definite")
	}
	d := len(x)
	e, w := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
	for j := range x {
		e.SetVec(j, x[j]-at[j])
	}
	if err := c.SolveVecTo(w, e); err != nil {
		t.Fatal(err)
	}
	gamma := func(v float64) float64 { g, _ := math.Lgamma(v); return g }
	return gamma((f+float64(d))/2) - gamma(f/2) - float64(d)/2*math.Log(f*math.Pi) - c.LogDet()/2 -
		(f+float64(d))/2*math.Log1p(mat.Dot(e, w)/f)
}

// The predictive density is the Student t of the package's comment, written out from all rows at once.
func TestPredictiveWrittenOut(t *testing.T) {
	for _, d := range []int{1, 3, 20} {
		diagonal, full := priors(t, d)
		rng := rand.New(rand.NewPCG(31, uint64(d)))
		all := draws(8, d, rng)
		rows, x := all[:7], all[7]
		scaled := func(l *mat.SymDense, kappa float64) *mat.SymDense {
			var s mat.SymDense
			s.ScaleSym((kappa+1)/(kappa*(full.Freedom+7)), l)
			return &s
		}
		kappa, mean, lambda := posterior(full, rows)
		c := NewFull(full)
		c.Fill(rows)
		inferencetest.Close(t, "full", c.LogPredictive(x), student(t, x, mean, scaled(lambda, kappa), full.Freedom+7), 1e-10)

		want := 0.0
		for j := range d {
			one := &Prior{Mean: diagonal.Mean[j : j+1], Kappa: diagonal.Kappa, Freedom: diagonal.Freedom, Scale: diagonal.Scale,
				shape: diagonal.shape[j : j+1]}
			column := make([][]float64, len(rows))
			for i, r := range rows {
				column[i] = r[j : j+1]
			}
			kappa, mean, lambda := posterior(one, column)
			want += student(t, x[j:j+1], mean, scaled(lambda, kappa), one.Freedom+7)
		}
		e, g := NewDiagonal(diagonal), NewGaps(diagonal)
		e.Fill(rows)
		g.Fill(rows)
		inferencetest.Close(t, "diagonal", e.LogPredictive(x), want, 1e-10)
		inferencetest.Close(t, "gaps", g.LogPredictive(x), want, 1e-10)
	}
}

// Along two of the columns' directions, or any others, the new row is a Student t with the image of location and scale.
func TestAlong(t *testing.T) {
	const d = 4
	_, full := priors(t, d)
	rows := draws(6, d, rand.New(rand.NewPCG(12, 1)))
	c := NewFull(full)
	for _, r := range rows {
		c.Add(r)
	}
	x, y := []float64{0.5, -1, 2, 0.3}, []float64{1, 0.7, -0.2, 1.1}
	kappa, mean, lambda := posterior(full, rows)
	f := full.Freedom + 6
	form := func(a, b []float64) float64 {
		return mat.Inner(mat.NewVecDense(d, a), lambda, mat.NewVecDense(d, b)) * (kappa + 1) / (kappa * f)
	}
	at, xx, xy, yy, freedom := c.Along(x, y)
	for k, w := range [][]float64{x, y} {
		inferencetest.Close(t, "location", at[k], mat.Dot(mat.NewVecDense(d, w), mat.NewVecDense(d, mean)), 1e-12)
	}
	inferencetest.Close(t, "xx", xx, form(x, x), 1e-12)
	inferencetest.Close(t, "xy", xy, form(x, y), 1e-12)
	inferencetest.Close(t, "yy", yy, form(y, y), 1e-12)
	inferencetest.Close(t, "freedom", freedom, f, 0)
	if form(x, y) == 0 || form(x, x) == form(y, y) {
		t.Error("the directions tell nothing apart")
	}
}

// Missing cells have the conditional expectation and covariance of N(m, Λ_n/ν), by inverting matrices.
func TestExpect(t *testing.T) {
	const d = 5
	_, full := priors(t, d)
	rows := draws(9, d, rand.New(rand.NewPCG(13, 1)))
	c := NewFull(full)
	c.Fill(rows)
	_, mean, lambda := posterior(full, rows)
	nu := full.Freedom + d - 1 + 9
	gone, seen := []int{0, 2, 3}, []int{1, 4}
	x := []float64{math.NaN(), 0.4, math.NaN(), math.NaN(), -2}
	block := func(a, b []int) *mat.Dense {
		m := mat.NewDense(len(a), len(b), nil)
		for i := range a {
			for k := range b {
				m.Set(i, k, lambda.At(a[i], b[k])/nu)
			}
		}
		return m
	}
	var inverse, gain, cov, shift mat.Dense
	if err := inverse.Inverse(block(seen, seen)); err != nil {
		t.Fatal(err)
	}
	gain.Mul(block(gone, seen), &inverse)
	cov.Mul(&gain, block(seen, gone))
	cov.Sub(block(gone, gone), &cov)
	shift.Mul(&gain, mat.NewDense(2, 1, []float64{x[1] - mean[1], x[4] - mean[4]}))

	sum := make([]float64, d*d)
	for i := range sum {
		sum[i] = float64(i) // to which the covariance is added
	}
	log := c.Expect(x, sum)
	inferencetest.Close(t, "log determinant", log, math.Log(mat.Det(&cov)), 1e-10)
	for a, j := range gone {
		inferencetest.Close(t, "expectation", x[j], mean[j]+shift.At(a, 0), 1e-10)
		for b, k := range gone {
			inferencetest.Close(t, "covariance", sum[j*d+k]-float64(j*d+k), cov.At(a, b), 1e-9)
			sum[j*d+k] = float64(j*d + k)
		}
	}
	for i, v := range sum {
		if v != float64(i) {
			t.Errorf("cell %d, of an observed column, was changed by %v", i, v-float64(i))
		}
	}
	if x[1] != 0.4 || x[4] != -2 {
		t.Errorf("observed cells became %v and %v", x[1], x[4])
	}
}

// An imputed cell far from the others is as spread as the far row says: the mean square about its expectation is that
// of the Student t, f/(f−2) times its scale, which grows with the distance of the observed cells.
func TestImputeSpread(t *testing.T) {
	_, full := priors(t, 2)
	rows := draws(5, 2, rand.New(rand.NewPCG(8, 4)))
	c := NewFull(full)
	c.Fill(rows)
	kappa, mean, l := posterior(full, rows)
	const seen = 9.0
	e := seen - mean[0]
	f := full.Freedom + 5 + 1
	ratio := kappa / (kappa + 1)
	variance := (l.At(1, 1) - l.At(0, 1)*l.At(0, 1)/l.At(0, 0)) * (1/ratio + e*e/l.At(0, 0)) / (f - 2)
	centre := mean[1] + l.At(0, 1)/l.At(0, 0)*e
	rng := rand.New(rand.NewPCG(8, 5))
	const n = 10_000
	first, second := 0.0, 0.0
	for range n {
		x := []float64{seen, math.NaN()}
		c.Impute(x, rng)
		first += (x[1] - centre) / n
		second += (x[1] - centre) * (x[1] - centre) / n
	}
	inferencetest.Close(t, "mean, in deviations", first/math.Sqrt(variance), 0, 0.04)
	inferencetest.Close(t, "variance", second/variance, 1, 0.08)
}

func TestMoments(t *testing.T) {
	gap := math.NaN()
	x := mat.NewDense(5, 5, []float64{
		2, 7, 0.1, gap, 1e8,
		4, gap, 0.1, gap, 1e8 + 1,
		9, 7, 0.1, gap, 1e8,
		gap, gap, 0.1, 3, 1e8,
		1, 7, 0.1, gap, 1e8 + 1,
	})
	mean, variance, constant := Moments(x)
	// Column 0: 2, 4, 9, 1: mean 4, squares 4, 0, 25, 9. Columns 1, 2 and 3 have one value each.
	for j, want := range [][2]float64{{4, 38.0 / 4}, {7, 1}, {0.1, 1}, {3, 1}, {1e8 + 0.4, 0.24}} {
		inferencetest.Close(t, "mean", mean[j], want[0], 1e-14)
		inferencetest.Close(t, "variance", variance[j], want[1], 1e-6)
	}
	if constant != 3 {
		t.Errorf("%d columns have one value, want 3", constant)
	}
	small := mat.NewDense(2, 2, []float64{1e-20, 1, 3e-20, 1 + 1e-15})
	if _, variance, constant := Moments(small); constant != 0 || !(math.Abs(variance[0]/1e-40-1) <= 1e-12) ||
		!(variance[1] < 1e-29) {
		t.Errorf("small variances are %v, %d constant", variance, constant)
	}
	if n, err := Constant("model", mat.NewDense(3, 2, []float64{1, 5, 2, 5, 3, 5})); n != 1 || err != nil {
		t.Errorf("%d constant columns, %v; want 1", n, err)
	}
	if n, err := Constant("model", mat.NewDense(2, 2, []float64{1, 5, 1, 5})); n != 2 || err == nil {
		t.Errorf("%d constant columns, %v; want 2 and an error", n, err)
	}
	if rows, gaps := Rows(x); !gaps || len(rows) != 5 || rows[2][0] != 9 {
		t.Errorf("rows %v, gaps %v", rows, gaps)
	}
	if _, gaps := Rows(small); gaps {
		t.Error("a complete table has gaps")
	}
}

// Rows drawn from the prior have its moments: covariance ρT within a cluster, ρT/κ₀ between its mean and m₀. A
// column's precision is a gamma variable, which its mean tells from others of the same mean variance.
func TestSampleMoments(t *testing.T) {
	const d, n = 3, 20_000
	mean, shape := []float64{1, -2, 0.5}, []float64{2, 0.9, -0.4, 0.9, 1, 0.3, -0.4, 0.3, 0.7}
	full, err := NewFullPrior(mean, shape, 0.7, 9, 1.6)
	if err != nil {
		t.Fatal(err)
	}
	diagonal := NewDiagonalPrior(mean, []float64{2, 1, 0.7}, 0.7, 9, 1.6)
	for name, p := range map[string]*Prior{"diagonal": diagonal, "full": full} {
		rng := rand.New(rand.NewPCG(14, 1))
		within, between, log := mat.NewDense(d, d, nil), mat.NewDense(d, d, nil), 0.0
		for range n {
			rows := p.Sample(3, rng)
			a, b, c := rows[0], rows[1], rows[2]
			for j := range d {
				for k := range d {
					within.Set(j, k, within.At(j, k)+(a[j]-b[j])*(a[k]-b[k])/2/n)
					between.Set(j, k, between.At(j, k)+(a[j]-mean[j])*(c[k]-mean[k])/n)
				}
			}
			log += math.Log(math.Abs(a[0]-b[0])) / n
		}
		for j := range d {
			for k := range d {
				want := 1.6 * shape[j*d+k]
				if name == "diagonal" && j != k {
					want = 0
				}
				unit := 1.6 * math.Sqrt(shape[j*d+j]*shape[k*d+k])
				inferencetest.Close(t, name+" within", within.At(j, k)/unit, want/unit, 0.05)
				inferencetest.Close(t, name+" between", between.At(j, k)/unit, want/0.7/unit, 0.08)
			}
		}
		// (a−b)/√2 = σz: E ln|z| = −(γ+ln 2)/2, and E ln σ² = ln(ρ(δ−2)v/2) − ψ(δ/2).
		const euler = 0.5772156649015329
		digamma := -euler - 2*math.Ln2 + 2*(1+1.0/3+1.0/5+1.0/7) // ψ(9/2)
		want := math.Ln2/2 - (euler+math.Ln2)/2 + (math.Log(1.6*7*2/2)-digamma)/2
		inferencetest.Close(t, name+" mean logarithm", log, want, 0.03)
	}
}

// The precision of a full prior is Wishart: its draws have the moments of gonum's.
func TestBartlett(t *testing.T) {
	const d, f, n = 3, 5.5, 20_000
	rng := rand.New(rand.NewPCG(15, 1))
	w, ok := distmat.NewWishart(mat.NewSymDense(d, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}), f, nil)
	if !ok {
		t.Fatal("no Wishart")
	}
	mean := mat.NewSymDense(d, nil)
	w.MeanSymTo(mean)
	log := 0.0
	sum := make([]float64, d*d)
	for range n {
		a := bartlett(d, f, rng)
		for i := range d {
			log += 2 * math.Log(a[i*d+i]) / n
			for j := range d {
				for k := range d {
					sum[i*d+j] += a[i*d+k] * a[j*d+k] / n
				}
			}
		}
	}
	for i := range d {
		for j := range d {
			inferencetest.Close(t, "AAᵀ", sum[i*d+j]/f, mean.At(i, j)/f, 0.02)
		}
	}
	want := d * math.Ln2 // E ln|W| = D ln 2 + Σ ψ((f−j)/2)
	for j := range d {
		const h = 1e-4
		up, _ := math.Lgamma((f-float64(j))/2 + h)
		down, _ := math.Lgamma((f-float64(j))/2 - h)
		want += (up - down) / (2 * h)
	}
	inferencetest.Close(t, "log determinant", log, want, 0.02)
}

// Draws of a cluster without rows are draws of the prior, and one of few rows keeps κ₀: trace and distance have their
// means.
func TestDrawOfFewRows(t *testing.T) {
	const d, n = 3, 20_000
	diagonal, full := priors(t, d)
	gap := math.NaN()
	rows := [][]float64{{1, gap, 3}, {0, gap, gap}}
	for name, c := range map[string]Component{"diagonal": NewDiagonal(diagonal), "gaps": NewGaps(diagonal),
		"full": NewFull(full)} {
		rng := rand.New(rand.NewPCG(16, 1))
		p := diagonal
		if name == "full" {
			p = full
		}
		// tr(TΣ⁻¹) has mean D·δ/(ρ(δ−2)) column by column and D(δ+D−1)/(ρ(δ−2)) together; κ₀ times the distance has mean D.
		wantTrace, wantDistance := d*p.Freedom/(p.Scale*(p.Freedom-2)), d/p.Kappa
		if name == "full" {
			wantTrace = d * (p.Freedom + d - 1) / (p.Scale * (p.Freedom - 2))
		}
		if name == "gaps" {
			c.Fill(rows)
			wantTrace, wantDistance = 0, 0
			for j, seen := range [][][]float64{{{1}, {0}}, nil, {{3}}} {
				k, m, l := p.Kappa, p.Mean[j:j+1], mat.NewSymDense(1, []float64{p.Scale * (p.Freedom - 2) * p.shape[j]})
				if len(seen) > 0 {
					k, m, l = posterior(&Prior{Mean: m, Kappa: p.Kappa, Freedom: p.Freedom, Scale: p.Scale, shape: p.shape[j : j+1]},
						seen)
				}
				precision := (p.Freedom + float64(len(seen))) / l.At(0, 0)
				wantTrace += p.shape[j] * precision
				wantDistance += precision*(m[0]-p.Mean[j])*(m[0]-p.Mean[j]) + 1/k
			}
		}
		trace, distance := 0.0, 0.0
		for range n {
			sum := p.Precision()
			b := c.Draw(rng, sum)
			a := p.Trace(sum)
			trace += a / n
			distance += b / n
		}
		inferencetest.Close(t, name+" trace", trace/wantTrace, 1, 0.03)
		inferencetest.Close(t, name+" distance", distance/wantDistance, 1, 0.04)
	}
}
