package covary

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/mat"
)

// A Wishart is an inverse Wishart prior of Σ, IW(Ψ₀, ν₀) with Ψ₀ = (ν₀−D−1)·g·Centre, so
// that the prior mean is g·Centre.
type Wishart struct {
	Centre *Sigma
	G      float64 // > 0
	Nu     float64 // ν₀ > D+1
}

// A Posterior is a [Wishart] updated by a tree and a table.
type Posterior struct {
	Prior   Wishart
	N, D    int
	Sigma   *Sigma  // Σ̂ = (Ψ₀+S)/(ν₀+N), under which a search cannot lose (math 11.3)
	LogDet  float64 // ln|Ψ₀+S|
	Log     float64 // log p(Y | T, times, s), Σ integrated out
	PlugIn  float64 // log p(Y | T, times, s, Σ̂)
	Freedom float64 // of the t density of a new row, ν₀+N−D+1
}

// A spectrum holds the eigenvalues of S against the centre; the marginal depends on nothing else.
type spectrum struct {
	d      int
	n      float64   // rows times the power of the density, as are e and logK
	e      []float64 // the positive ones
	logK   float64   // ln|K|
	logMap float64   // ln|W| of the centre
}

func spectrumOf(c *Contrasts, centre *Sigma) spectrum {
	n, d := c.Dims()
	if d != centre.Columns() {
		panic("covary: the centre has another number of columns")
	}
	m := centre.Map()
	e, power := eigenvalues(m.Rows(c.U)), c.power()
	for i := range e {
		e[i] *= power
	}
	return spectrum{n: power * float64(n), d: d, e: e, logK: power * c.logDetK(), logMap: m.LogDet}
}

// eigenvalues returns the positive eigenvalues of xᵀx.
func eigenvalues(x *mat.Dense) []float64 {
	var eigen mat.EigenSym
	if !eigen.Factorize(vector.Gram(x, 1), false) {
		panic("covary: no eigenvalues")
	}
	var list []float64
	for _, v := range eigen.Values(nil) {
		if v > 0 {
			list = append(list, v)
		}
	}
	return list
}

// marginal returns equation 11.3, Σ integrated out.
func (s spectrum) marginal(g, nu float64) float64 {
	n, d := s.n, float64(s.d)
	psi := (nu - d - 1) * g
	logs := (d - float64(len(s.e))) * math.Log(psi)
	for _, e := range s.e {
		logs += math.Log(psi + e)
	}
	return -0.5*d*(n*math.Log(math.Pi)+s.logK) + n*s.logMap + logGammas(s.d, (nu+n)/2, nu/2) +
		0.5*nu*d*math.Log(psi) - 0.5*(nu+n)*logs
}

// logGammas returns ln Γ_d(a) − ln Γ_d(b) of the multivariate gamma function.
func logGammas(d int, a, b float64) float64 {
	sum := 0.0
	for i := range d {
		x, _ := math.Lgamma(a - float64(i)/2)
		y, _ := math.Lgamma(b - float64(i)/2)
		sum += x - y
	}
	return sum
}

// Marginal returns the log density of the table with Σ integrated out: equation 11.3.
func (w Wishart) Marginal(c *Contrasts) float64 { return spectrumOf(c, w.Centre).marginal(w.G, w.Nu) }

// mostNu bounds ν₀; from there on Σ is its prior mean.
const mostNu = 1e6

// Learn says which parameters of a [Wishart] FitWishart learns.
type Learn struct {
	G, Nu bool
}

// leastG is the least g that is learnt, as a share of the mean variance of the contrasts against
// the centre: (11.3) has no maximum in g where S has null directions and few degrees of freedom.
const leastG = 1e-6

// FitWishart returns the prior around a centre under which the table is most probable, Σ integrated out. Parameters
// that are not learnt stay: g = 1, ν₀ = D+2. g is at least a millionth of the mean variance of the contrasts against
// the centre.
func FitWishart(c *Contrasts, centre *Sigma, learn Learn) Wishart {
	s := spectrumOf(c, centre)
	d := float64(s.d)
	w := Wishart{Centre: centre, G: 1, Nu: d + 2}
	scale := 0.0
	for _, e := range s.e {
		scale += e
	}
	if scale == 0 {
		scale = 1
	}
	scale /= s.n * d
	best := func(nu float64) (g, value float64) {
		if !learn.G {
			return 1, s.marginal(1, nu)
		}
		x, value := golden(math.Log(scale)-30, math.Log(scale)+12,
			func(x float64) float64 { return s.marginal(math.Exp(x), nu) })
		if g := leastG * scale; math.Exp(x) < g {
			return g, s.marginal(g, nu)
		}
		return math.Exp(x), value
	}
	if learn.Nu {
		x, _ := golden(0, math.Log(mostNu), func(x float64) float64 {
			_, value := best(d + 1 + math.Exp(x))
			return value
		})
		w.Nu = d + 1 + math.Exp(x)
	}
	w.G, _ = best(w.Nu)
	return w
}

// golden returns the maximum of f between low and high, to 1e-6; f must have only one.
func golden(low, high float64, f func(float64) float64) (x, value float64) {
	const ratio = 0.61803398874989484820
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := f(a), f(b)
	for high-low > 1e-6 {
		if fa >= fb {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = f(b)
		}
	}
	if fa >= fb {
		return a, fa
	}
	return b, fb
}

// Posterior returns the posterior of Σ given the contrasts. extra, of a table with missing
// cells, is added to S: the covariance that filling cells in leaves out, as rows r with
// S = UᵀU + rᵀr; nil for none.
func (w Wishart) Posterior(c *Contrasts, extra *mat.Dense) *Posterior {
	n, d := c.Dims()
	p := &Posterior{Prior: w, N: n, D: d, Freedom: w.Nu + float64(n-d) + 1}
	weight := (w.Nu - float64(d) - 1) * w.G
	total := w.Nu + float64(n)
	base := w.Centre.Scaled(weight / total)
	u := c.U
	if extra != nil {
		u = new(mat.Dense)
		u.Stack(c.U, extra)
	}
	p.Sigma = base.plus(u, 1/total)
	m := p.Sigma.Map()
	p.LogDet = -2*m.LogDet + float64(d)*math.Log(total)
	p.PlugIn = float64(n)*m.LogDet - 0.5*(float64(n*d)*ln2Pi+float64(d)*c.logDetK()+sumOfSquares(m.Rows(u)))
	logDetPrior := float64(d)*math.Log(weight) - 2*w.Centre.Map().LogDet
	p.Log = -0.5*float64(d)*(float64(n)*math.Log(math.Pi)+c.logDetK()) + logGammas(d, total/2, w.Nu/2) +
		0.5*w.Nu*logDetPrior - 0.5*total*p.LogDet
	return p
}

// plus returns Σ + f·uᵀu. If its rank would exceed the number of columns, Λ is replaced by an equal
// one of fewer columns.
func (s *Sigma) plus(u *mat.Dense, f float64) *Sigma {
	n, d := u.Dims()
	all := mat.NewDense(d, n+s.Rank(), nil)
	for j := range d {
		row := all.RawRowView(j)
		for i := range n {
			row[i] = u.At(i, j) * math.Sqrt(f)
		}
		if s.Lambda != nil {
			copy(row[n:], s.Lambda.RawRowView(j))
		}
	}
	t := &Sigma{Psi: append([]float64(nil), s.Psi...), Lambda: all}
	if n+s.Rank() <= d {
		return t
	}
	// Any Λ with the same ΛΛᵀ does. Scaled by Ψ first, so that small columns keep their digits.
	for j, v := range s.Psi {
		r := 1 / math.Sqrt(v)
		row := all.RawRowView(j)
		for i := range row {
			row[i] *= r
		}
	}
	e, axes := gramEigen(all)
	if axes == nil {
		t.Lambda = nil
		return t
	}
	for j, v := range s.Psi {
		row := axes.RawRowView(j)
		for i := range row {
			row[i] *= math.Sqrt(e[i] * v)
		}
	}
	t.Lambda = axes
	return t
}

// A T is the density of a new row of columns that are some or all of those of a posterior,
// Σ integrated out: a multivariate t (equation 11.4).
type T struct {
	base, half, power float64
}

// T returns the density for the given number of columns, of which logDet is ln|Ψ₀+S|. fewer is the
// number of rows that the posterior was made to forget, 0 or 1.
func (p *Posterior) T(columns int, logDet float64, fewer int) T {
	d, nu := float64(columns), p.Freedom-float64(fewer)
	a, _ := math.Lgamma((nu + d) / 2)
	b, _ := math.Lgamma(nu / 2)
	return T{base: a - b - 0.5*(d*math.Log(math.Pi)+logDet), half: d / 2, power: (nu + d) / 2}
}

// Log returns the log density at a place whose variance factor is v; q is the squared
// distance of the row from the place under (Ψ₀+S)⁻¹.
func (t T) Log(v, q float64) float64 { return t.base - t.half*math.Log(v) - t.power*math.Log1p(q/v) }

// AtMost returns the largest value of Log at variance factors from least on and squared distances from q on.
func (t T) AtMost(least, q float64) float64 { return t.Log(max(least, q*(t.power-t.half)/t.half), q) }

// Centre returns the variances of the columns of x about 0, as the centre of a [Wishart]; cells
// that are NaN are missing. A column that hardly varies counts for a thousandth of the mean.
func Centre(x *mat.Dense) *Sigma {
	n, d := x.Dims()
	sum, count := make([]float64, d), make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if !math.IsNaN(v) {
				sum[j] += v * v
				count[j]++
			}
		}
	}
	mean := 0.0
	for j := range sum {
		sum[j] /= math.Max(count[j], 1)
		mean += sum[j] / float64(d)
	}
	for j := range sum {
		sum[j] = math.Max(sum[j], 1e-3*mean)
	}
	return Diagonal(sum)
}
