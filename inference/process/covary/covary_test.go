package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// near fails where two numbers differ by more than a share of the larger, or of one.
func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if !(math.Abs(got-want) <= share*math.Max(1, math.Max(math.Abs(got), math.Abs(want)))) {
		t.Errorf("%s: %.12g, not %.12g", what, got, want)
	}
}

// randomTree joins n leaves two to four at a time, at random times.
func randomTree(n int, rng *rand.Rand) *tree.Tree {
	parent, ell := make([]int, n), make([]float64, n)
	names := make([]string, n)
	var roots []int
	for i := range n {
		parent[i], ell[i], names[i] = -1, math.Inf(1), string(rune('a'+i))
		roots = append(roots, i)
	}
	joins := 0
	for rem := 0.05; len(roots) > 1; joins++ {
		k := min(2+joins%3, len(roots))
		rng.Shuffle(len(roots), func(a, b int) { roots[a], roots[b] = roots[b], roots[a] })
		v := len(parent)
		parent, ell = append(parent, -1), append(ell, -math.Log(rem))
		for _, r := range roots[:k] {
			parent[r] = v
		}
		roots = append(roots[k:], v)
		rem += (0.95 - rem) * (0.1 + 0.3*rng.Float64())
	}
	t, err := tree.New(names, parent, ell)
	if err != nil {
		panic(err)
	}
	return t
}

// sharedTimes returns K + sI.
func sharedTimes(t *tree.Tree, noise float64) *mat.SymDense {
	n := t.Leaves()
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, t.SharedTime(i, j))
		}
		k.SetSym(i, i, 1+noise)
	}
	return k
}

// kronecker returns K⊗Σ, cells in the order of the rows.
func kronecker(k, s mat.Symmetric) *mat.SymDense {
	n, d := k.SymmetricDim(), s.SymmetricDim()
	c := mat.NewSymDense(n*d, nil)
	for i := range n * d {
		for j := i; j < n*d; j++ {
			c.SetSym(i, j, k.At(i/d, j/d)*s.At(i%d, j%d))
		}
	}
	return c
}

// normal returns the log density of y under N(0, c).
func normal(y []float64, c mat.Symmetric) float64 {
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		panic("not positive definite")
	}
	var z mat.VecDense
	v := mat.NewVecDense(len(y), append([]float64(nil), y...))
	if err := chol.SolveVecTo(&z, v); err != nil {
		panic(err)
	}
	return -0.5 * (float64(len(y))*math.Log(2*math.Pi) + chol.LogDet() + mat.Dot(v, &z))
}

// cells lists a table row by row.
func cells(x *mat.Dense) (y []float64) {
	n, _ := x.Dims()
	for i := range n {
		y = append(y, x.RawRowView(i)...)
	}
	return y
}

func randomTable(n, d int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64()*(1+float64(j)))
		}
	}
	return x
}

func randomSigma(d, k int, rng *rand.Rand) *Sigma {
	s := &Sigma{Psi: make([]float64, d), Lambda: mat.NewDense(d, k, nil)}
	for j := range d {
		s.Psi[j] = 0.2 + rng.Float64()
		for i := range k {
			s.Lambda.Set(j, i, rng.NormFloat64())
		}
	}
	return s
}

func identity(d int) *mat.Dense {
	x := mat.NewDense(d, d, nil)
	for j := range d {
		x.Set(j, j, 1)
	}
	return x
}

// The map is a root of the precision, for few and for many factors.
func TestMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range []int{0, 1, 3, 4, 7} {
		s := randomSigma(4, max(k, 1), rng)
		if k == 0 {
			s.Lambda = nil
		}
		m := s.Map()
		var precision, one mat.Dense
		w := m.Rows(identity(4))
		precision.Mul(w, w.T())
		one.Mul(&precision, s.Dense())
		for i := range 4 {
			for j := range 4 {
				near(t, "WWᵀΣ", one.At(i, j), identity(4).At(i, j), 1e-12)
			}
		}
		near(t, "ln|W|", m.LogDet, math.Log(math.Abs(mat.Det(w))), 1e-12)
		y := []float64{1, -2, 0.5, 3}
		m.Row(y, y)
		for j, v := range m.Rows(mat.NewDense(1, 4, []float64{1, -2, 0.5, 3})).RawRowView(0) {
			near(t, "one row", y[j], v, 1e-15)
		}
	}
}

// The contrasts' likelihood is that of the dense matrix normal, whatever the order of merges.
func TestContrasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, noise := range []float64{0, 0.3} {
		tr := randomTree(9, rng)
		x, s := randomTable(9, 3, rng), randomSigma(3, 2, rng)
		want := normal(cells(x), kronecker(sharedTimes(tr, noise), s.Dense()))
		c := NewContrasts(tr, x, noise)
		near(t, "log likelihood", c.LogLikelihood(s), want, 1e-12)
		for v := tr.Leaves(); v < tr.Nodes(); v++ {
			other := NewContrasts(tr.Rotate(v), x, noise)
			near(t, "in another order", other.LogLikelihood(s), want, 1e-12)
		}
		many := false
		for v := range tr.Children {
			many = many || len(tr.Children[v]) == 4
		}
		if !many {
			t.Error("the tree has no branch point of four children")
		}
		// UᵀU = YᵀK⁻¹Y.
		var inverse, a, b mat.Dense
		if err := inverse.Inverse(sharedTimes(tr, noise)); err != nil {
			t.Fatal(err)
		}
		a.Product(x.T(), &inverse, x)
		b.Mul(c.U.T(), c.U)
		for i := range 3 {
			for j := range 3 {
				near(t, "S", b.At(i, j), a.At(i, j), 1e-11)
			}
		}
		// Mapped columns diffuse independently.
		m := s.Map()
		near(t, "mapped", float64(9)*m.LogDet+NewContrasts(tr, m.Rows(x), noise).LogLikelihood(Diagonal([]float64{1, 1, 1})),
			want, 1e-12)
	}
}

// Σ integrated out is the mean over draws of the prior, made from sums of outer products.
func TestMarginalByMonteCarlo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	tr := randomTree(6, rng)
	x := randomTable(6, 2, rng)
	c := NewContrasts(tr, x, 0.1)
	w := Wishart{Centre: Diagonal([]float64{1, 3}), G: 1.4, Nu: 7}
	k := sharedTimes(tr, 0.1)
	var inverse, s mat.Dense
	if err := inverse.Inverse(k); err != nil {
		t.Fatal(err)
	}
	s.Product(x.T(), &inverse, x)
	logK := math.Log(mat.Det(k))
	const draws = 400_000
	sum, square := 0.0, 0.0
	shift := w.Marginal(c)
	for range draws {
		// Σ⁻¹ ~ W(Ψ₀⁻¹, ν₀): with Ψ₀ diagonal, a sum of ν₀ outer products of N(0, Ψ₀⁻¹).
		var a, b, off float64
		for range 7 {
			u, v := rng.NormFloat64()/math.Sqrt(4*1.4*1), rng.NormFloat64()/math.Sqrt(4*1.4*3)
			a, b, off = a+u*u, b+v*v, off+u*v
		}
		logs := math.Log(a*b - off*off)
		q := a*s.At(0, 0) + b*s.At(1, 1) + 2*off*s.At(0, 1)
		f := math.Exp(-6*math.Log(2*math.Pi) - logK + 3*logs - q/2 - shift)
		sum, square = sum+f, square+f*f
	}
	mean := sum / draws
	se := math.Sqrt((square/draws - mean*mean) / draws)
	if !(math.Abs(mean-1) <= 4*se) || se > 0.02 {
		t.Errorf("the mean over draws is %.4f ± %.4f of the marginal", mean, se)
	}
	// The posterior says the same.
	near(t, "posterior", w.Posterior(c, nil).Log, shift, 1e-12)
}

// In one column 1/σ² is gamma, and the marginal an integral over log σ².
func TestMarginalInOneColumn(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	tr := randomTree(7, rng)
	x := randomTable(7, 1, rng)
	c := NewContrasts(tr, x, 0.2)
	w := Wishart{Centre: Diagonal([]float64{0.7}), G: 2, Nu: 4.5}
	psi := (4.5 - 2) * 2 * 0.7
	k := sharedTimes(tr, 0.2)
	lg, _ := math.Lgamma(4.5 / 2)
	sum := 0.0
	const step = 1e-3
	for z := -12.0; z < 12; z += step { // log of 1/σ²
		tau := math.Exp(z)
		var scaled mat.SymDense
		scaled.ScaleSym(1/tau, k)
		sum += step * math.Exp(4.5/2*math.Log(psi/2)-lg+4.5/2*z-psi/2*tau+normal(cells(x), &scaled))
	}
	near(t, "marginal", w.Marginal(c), math.Log(sum), 1e-8)
}

// More columns than rows: the dual form is the plain one, by determinants.
func TestMarginalOfManyColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	tr := randomTree(4, rng)
	x := randomTable(4, 6, rng)
	c := NewContrasts(tr, x, 0.2)
	for _, centre := range []*Sigma{Diagonal([]float64{1, 2, 3, 1, 2, 3}), randomSigma(6, 2, rng)} {
		w := Wishart{Centre: centre, G: 0.8, Nu: 9}
		prior := mat.NewSymDense(6, nil)
		prior.ScaleSym((9-7)*0.8, centre.Dense())
		posterior := mat.NewSymDense(6, nil)
		posterior.SymOuterK(1, c.U.T())
		posterior.AddSym(prior, posterior)
		gamma := func(a float64) float64 {
			sum := 6 * 5 / 4. * math.Log(math.Pi)
			for i := range 6 {
				v, _ := math.Lgamma(a - float64(i)/2)
				sum += v
			}
			return sum
		}
		want := -12*math.Log(math.Pi) - 3*c.logDetK() + gamma(13/2.) - gamma(9/2.) + 4.5*math.Log(mat.Det(prior)) -
			6.5*math.Log(mat.Det(posterior))
		near(t, "marginal", w.Marginal(c), want, 1e-10)
		p := w.Posterior(c, nil)
		near(t, "posterior", p.Log, want, 1e-10)
		near(t, "ln|Ψ₀+S|", p.LogDet, math.Log(mat.Det(posterior)), 1e-10)
		for i := range 6 {
			for j := range 6 {
				near(t, "Σ̂", p.Sigma.Dense().At(i, j), posterior.At(i, j)/13, 1e-10)
			}
		}
		near(t, "plug-in", p.PlugIn, c.LogLikelihood(p.Sigma), 1e-10)
	}
}

// The g that FitWishart finds solves the equation of its maximum, and no other ν₀ is better.
func TestFitWishart(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for _, dims := range [][2]int{{20, 3}, {5, 8}, {12, 12}} {
		n, d := dims[0], dims[1]
		c := NewContrasts(randomTree(n, rng), randomTable(n, d, rng), 0.1)
		ones := make([]float64, d)
		for j := range ones {
			ones[j] = 1
		}
		w := FitWishart(c, Diagonal(ones), Learn{G: true})
		near(t, "ν₀", w.Nu, float64(d+2), 0)
		var s mat.Dense
		s.Mul(c.U.T(), c.U)
		sym := mat.NewSymDense(d, nil)
		for i := range d {
			for j := i; j < d; j++ {
				sym.SetSym(i, j, s.At(i, j)/(w.Nu-float64(d)-1))
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(sym, false)
		right := 0.0
		for _, e := range eigen.Values(nil) {
			right += w.G / (w.G + math.Max(e, 0))
		}
		near(t, "the maximum's equation", w.Nu*float64(d), (w.Nu+float64(n))*right, 1e-4)
		both := FitWishart(c, Diagonal(ones), Learn{G: true, Nu: true})
		best := both.Marginal(c)
		for _, f := range []float64{0.5, 0.9, 1.1, 2} {
			if v := (Wishart{both.Centre, both.G * f, both.Nu}).Marginal(c); v > best+1e-6 {
				t.Errorf("%d×%d: g·%g is better by %g", n, d, f, v-best)
			}
			if nu := float64(d+1) + (both.Nu-float64(d+1))*f; both.Nu > float64(d)+2.1 && nu < mostNu {
				if v := (Wishart{both.Centre, both.G, nu}).Marginal(c); v > best+1e-6 {
					t.Errorf("%d×%d: ν₀ = %g is better than %g by %g", n, d, nu, both.Nu, v-best)
				}
			}
		}
	}
}

// Any change of tree, noise or times that raises the density at Σ̂ raises the marginal by as
// much or more; with the posterior mean or mode in its place that fails.
func TestNoChangeLoses(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	x := randomTable(8, 3, rng)
	w := Wishart{Centre: Diagonal([]float64{1, 2, 3}), G: 0.5, Nu: 6}
	wrong := map[string]int{}
	for range 2000 {
		a, b := NewContrasts(randomTree(8, rng), x, rng.Float64()), NewContrasts(randomTree(8, rng), x, rng.Float64())
		p := w.Posterior(a, nil)
		gain := w.Marginal(b) - w.Marginal(a)
		if plain := b.LogLikelihood(p.Sigma) - a.LogLikelihood(p.Sigma); plain > gain+1e-9 {
			t.Fatalf("the density gains %g, the marginal %g", plain, gain)
		}
		for name, nu := range map[string]float64{"mean": 6 + 8 - 3 - 1, "mode": 6 + 8 + 3 + 1} {
			s := p.Sigma.Scaled((6 + 8) / nu)
			if b.LogLikelihood(s)-a.LogLikelihood(s) > gain+1e-9 {
				wrong[name]++
			}
		}
	}
	if wrong["mean"] == 0 || wrong["mode"] == 0 {
		t.Errorf("posterior mean and mode do as well: %v", wrong)
	}
}

// The t density of a new row is the ratio of two marginals, and integrates to one.
func TestT(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	tr := randomTree(7, rng)
	x := randomTable(7, 2, rng)
	noise := 0.2
	w := Wishart{Centre: randomSigma(2, 1, rng), G: 1.3, Nu: 6}
	// Row 6 is new: of its conditional given the others by the dense K.
	k := sharedTimes(tr, noise)
	var others, inverse mat.Dense
	others.CloneFrom(k.SliceSym(0, 6))
	if err := inverse.Inverse(&others); err != nil {
		t.Fatal(err)
	}
	mean, variance := []float64{0, 0}, k.At(6, 6)
	for i := range 6 {
		for j := range 6 {
			f := k.At(6, j) * inverse.At(j, i)
			variance -= f * k.At(i, 6)
			mean[0] += f * x.At(i, 0)
			mean[1] += f * x.At(i, 1)
		}
	}
	rest := tr.Restrict([]int{0, 1, 2, 3, 4, 5})
	p := w.Posterior(NewContrasts(rest, mat.DenseCopyOf(x.Slice(0, 6, 0, 2)), noise), nil)
	m := p.Sigma.Map()
	density := func(y []float64) float64 {
		z := []float64{y[0] - mean[0], y[1] - mean[1]}
		m.Row(z, z)
		return p.T(2, p.LogDet, 0).Log(variance, (z[0]*z[0]+z[1]*z[1])/(6+6))
	}
	near(t, "t", density(x.RawRowView(6)), w.Marginal(NewContrasts(tr, x, noise))-p.Log, 1e-10)
	sum, plain := 0.0, 0.0
	const step = 0.25
	scaled := p.Sigma.Scaled(variance).Map()
	for a := -60.0; a < 60; a += step {
		for b := -60.0; b < 60; b += step {
			sum += step * step * math.Exp(density([]float64{a, b}))
			plain += step * step * math.Exp(logRows(scaled, mat.NewDense(1, 2, []float64{a, b}))[0])
		}
	}
	near(t, "the integral of the t", sum, 1, 2e-3)
	near(t, "the integral of the normal", plain, 1, 1e-6)
	// One column alone: the other integrated out.
	part := p.Sigma.Select([]int{1})
	one := part.Map()
	y := []float64{0.7 - mean[1]}
	one.Row(y, y)
	got := p.T(1, math.Log(12)-2*one.LogDet, 0).Log(variance, y[0]*y[0]/12)
	total := 0.0
	for a := -400.0; a < 400; a += step / 4 {
		total += step / 4 * math.Exp(density([]float64{a, 0.7}))
	}
	near(t, "one column", got, math.Log(total), 1e-3)
}

// Turning the columns changes nothing where the centre is a multiple of the unit matrix.
func TestRotation(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	tr := randomTree(10, rng)
	x := randomTable(10, 4, rng)
	var qr mat.QR
	qr.Factorize(randomTable(4, 4, rng))
	var q, y mat.Dense
	qr.QTo(&q)
	y.Mul(x, &q)
	centre := Diagonal([]float64{1, 1, 1, 1})
	for _, learn := range []Learn{{G: true}, {G: true, Nu: true}} {
		a, b := FitWishart(NewContrasts(tr, x, 0.1), centre, learn), FitWishart(NewContrasts(tr, &y, 0.1), centre, learn)
		near(t, "marginal", b.Marginal(NewContrasts(tr, &y, 0.1)), a.Marginal(NewContrasts(tr, x, 0.1)), 1e-10)
	}
}

// Where S has null directions and few degrees of freedom, (11.3) rises as g falls to 0; g stays
// above 0, and a new row off those directions keeps a density.
func TestFitWishartOfNullDirections(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	const n, d = 100, 5
	x := randomTable(n, d, rng)
	for i := range n {
		x.Set(i, 2, x.At(i, 1)) // ν₀·4 < N
	}
	c := NewContrasts(randomTree(n, rng), x, 0.1)
	centre := Centre(x)
	value := Marginals(c, centre)
	if value(1e-8, d+2) < value(1e-4, d+2) || value(1e-4, d+2) < value(1, d+2) {
		t.Fatal("the marginal has a maximum in g")
	}
	scale := 0.0
	for _, e := range eigenvalues(centre.Map().Rows(c.U)) {
		scale += e / (n * d)
	}
	w := FitWishart(c, centre, Learn{G: true})
	near(t, "g", w.G, 1e-6*scale, 1e-12)
	both := FitWishart(c, centre, Learn{G: true, Nu: true})
	for _, f := range []float64{0.5, 0.9, 1.1, 2} {
		nu := d + 1 + (both.Nu-d-1)*f
		if at := value(both.G, nu); nu >= d+2 && nu < mostNu && at > value(both.G, both.Nu)+1e-6 {
			t.Errorf("with the least g, ν₀ = %v is better than %v by %v", nu, both.Nu, at-value(both.G, both.Nu))
		}
	}
	near(t, "g beside ν₀", both.G, 1e-6*scale, 1e-12)
}

// The centre is the mean square of the cells observed, by hand: also of a column with one of them. The column of small
// numbers counts for a thousandth of the mean of 4, 9, 0.0001 and 12.5, as does the empty one.
func TestCentre(t *testing.T) {
	none := math.NaN()
	x := mat.NewDense(2, 5, []float64{2, 3, 0.01, none, 3, -2, none, -0.01, none, 4})
	c := Centre(x)
	least := 1e-3 * (4 + 9 + 0.0001 + 0 + 12.5) / 5
	for j, want := range []float64{4, 9, least, least, 12.5} {
		near(t, "variance", c.At(j, j), want, 1e-12)
	}
}

// With g held at 1 no other ν₀ is better.
func TestFitWishartOfFreedomAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 3))
	c := NewContrasts(randomTree(20, rng), randomTable(20, 3, rng), 0.1)
	w := FitWishart(c, Diagonal([]float64{1, 1, 1}), Learn{Nu: true})
	if w.G != 1 {
		t.Errorf("g is %v", w.G)
	}
	if w.Nu < 4.5 || w.Nu > mostNu/2 {
		t.Fatalf("ν₀ is %v, at its limit", w.Nu)
	}
	for _, f := range []float64{0.5, 0.8, 0.98, 1.02, 1.2, 2} {
		if nu := 4 + (w.Nu-4)*f; !((Wishart{w.Centre, 1, nu}).Marginal(c) < w.Marginal(c)) {
			t.Errorf("ν₀ = %v is better than %v", nu, w.Nu)
		}
	}
}

// At a power the density with the activity of one factor integrated out is that by quadrature.
func TestLogTempered(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 21))
	c := NewContrasts(randomTree(3, rng), randomTable(3, 2, rng), 0.1)
	s := randomSigma(2, 1, rng)
	for _, power := range []float64{0, 0.3, 1} {
		want := 0.0
		for i, v := range c.Variances {
			sum := 0.0
			const step = 0.001
			for f := -12.0; f < 12; f += step {
				log := -0.5 * f * f
				for j, psi := range s.Psi {
					x := c.U.At(i, j) * math.Sqrt(v)
					e := x - s.Lambda.At(j, 0)*f*math.Sqrt(v)
					log -= 0.5 * power * (math.Log(2*math.Pi*psi*v) + e*e/(psi*v))
				}
				sum += step * math.Exp(log) / math.Sqrt(2*math.Pi)
			}
			want += math.Log(sum)
		}
		near(t, "density", c.LogTempered(s, power), want, 1e-6)
	}
}

// Pooled contrasts have the mean S and ln|K| of their trees, with more columns than rows too.
func TestPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 12))
	for _, d := range []int{3, 9} {
		const n = 6
		x := randomTable(n, d, rng)
		s := randomSigma(d, 2, rng)
		var list []*Contrasts
		mean := 0.0
		for i := range 4 {
			c := NewContrasts(randomTree(n, rng), x, 0.1+0.1*float64(i))
			list = append(list, c)
			mean += c.LogLikelihood(s) / 4 // linear in S and ln|K|
		}
		pool := Pool(list)
		near(t, "mean of the log likelihoods", pool.LogLikelihood(s), mean, 1e-10)
		if rows, columns := pool.Dims(); rows != n || columns != d {
			t.Errorf("%d × %d pooled contrasts", rows, columns)
		}
		one := Pool(list[:1])
		w := Wishart{Centre: Centre(x), G: 0.7, Nu: float64(d) + 4}
		near(t, "marginal of one tree", w.Marginal(one), w.Marginal(list[0]), 1e-10)
		near(t, "posterior of one tree", w.Posterior(one, nil).Log, w.Posterior(list[0], nil).Log, 1e-9)
	}
}
