package observation_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// The exact values come from messages on a grid of locations, for which the trapezium rule is exact to many digits;
// nothing of the package is used. A leaf's message is the probability of its cell given its parent's location.

// grid is an even grid of locations.
type grid struct {
	low, step float64
	n         int
}

func (g grid) at(i int) float64 { return g.low + float64(i)*g.step }

// up passes a message f, as a function of the child's location, up a branch that adds this variance.
func (g grid) up(f []float64, variance float64) []float64 {
	out := make([]float64, g.n)
	for i := range out {
		for j, v := range f {
			d := g.at(i) - g.at(j)
			out[i] += v * g.step * math.Exp(-0.5*d*d/variance) / math.Sqrt(2*math.Pi*variance)
		}
	}
	return out
}

func product(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] * b[i]
	}
	return out
}

const sigma2, noise = 0.8, 0.2

// exactFour returns the log probability of four cells on tree A: leaves 1 and 2 part at .6, 3 and 4 at .5, the top is
// at .2. leaf(k, x, w) is the probability of cell k where its latent number is N(x, w).
func exactFour(kappa2 float64, leaf func(k int, x, w float64) float64) float64 {
	g := grid{-14, 0.05, 561}
	at := func(k int, w float64) []float64 {
		out := make([]float64, g.n)
		for i := range out {
			out[i] = leaf(k, g.at(i), w)
		}
		return out
	}
	left := product(at(0, sigma2*0.4+noise), at(1, sigma2*0.4+noise))
	right := product(at(2, sigma2*0.5+noise), at(3, sigma2*0.5+noise))
	top := product(g.up(left, sigma2*0.4), g.up(right, sigma2*0.3))
	// The root is at 0, or N(0, κ²).
	w, sum := sigma2*0.2+kappa2, 0.0
	for i, v := range top {
		sum += v * g.step * math.Exp(-0.5*g.at(i)*g.at(i)/w) / math.Sqrt(2*math.Pi*w)
	}
	return math.Log(sum)
}

func below(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

// covariance returns the covariance of the four latent numbers of tree A.
func covariance(kappa2 float64) *mat.SymDense {
	times := [4][4]float64{{1, .6, .2, .2}, {.6, 1, .2, .2}, {.2, .2, 1, .5}, {.2, .2, .5, 1}}
	k := mat.NewSymDense(4, nil)
	for i := range 4 {
		for j := range i + 1 {
			v := sigma2*times[i][j] + kappa2
			if i == j {
				v += noise
			}
			k.SetSym(i, j, v)
		}
	}
	return k
}

// A propagation is expectation propagation over cells of width latent numbers each, every one with the prior
// N(0, k) over the rows and one site variance a cell.
type propagation struct {
	prior *mat.SymDense
	cells []observation.Factor
	width int
	h     [][]float64 // natural parameters of the sites
	tau   []float64
}

// run returns the log evidence at the fixed point, and the log probability of each cell at its cavity.
func (p *propagation) run(t *testing.T) (evidence float64, left []float64) {
	n := len(p.cells)
	p.h, p.tau, left = make([][]float64, n), make([]float64, n), make([]float64, n)
	for i := range p.h {
		p.h[i] = make([]float64, p.width)
	}
	last := math.Inf(1)
	for range 400 {
		constants := 0.0
		for i := range n {
			m, w := p.cavity(i)
			ws, mean, variance := make([]float64, p.width), make([]float64, p.width), make([]float64, p.width)
			for c := range ws {
				ws[c] = w
			}
			logZ := p.cells[i].Moments(m, ws, mean, variance)
			left[i] = logZ
			p.tau[i] = math.Max(0, 1/variance[0]-1/w)
			constants += logZ
			for c := range m {
				p.h[i][c] = mean[c]/variance[0] - m[c]/w
				e := m[c]/w + p.h[i][c]
				constants += 0.5*math.Log1p(w*p.tau[i]) - 0.5*(e*e/(1/w+p.tau[i])-m[c]*m[c]/w)
			}
		}
		value := constants
		for c := range p.width {
			value += p.integral(c)
		}
		if math.Abs(value-last) < 1e-13 {
			return value, left
		}
		last = value
	}
	t.Error("the sites do not settle")
	return last, left
}

// cavity returns the mean and variance of the latent numbers of row i given the sites of the others.
func (p *propagation) cavity(i int) (m []float64, w float64) {
	n := len(p.cells)
	// S = (K⁻¹ + T)⁻¹ = K − K T½ (I + T½KT½)⁻¹ T½ K without the site of i.
	a, root := mat.NewDense(n, n, nil), make([]float64, n)
	for j := range n {
		if j != i {
			root[j] = math.Sqrt(p.tau[j])
		}
	}
	for j := range n {
		for k := range n {
			a.Set(j, k, root[j]*p.prior.At(j, k)*root[k])
		}
		a.Set(j, j, a.At(j, j)+1)
	}
	var inverse mat.Dense
	if err := inverse.Inverse(a); err != nil {
		panic(err)
	}
	covariance := func(j, k int) float64 {
		v := p.prior.At(j, k)
		for s := range n {
			for r := range n {
				v -= p.prior.At(j, s) * root[s] * inverse.At(s, r) * root[r] * p.prior.At(r, k)
			}
		}
		return v
	}
	m = make([]float64, p.width)
	for j := range n {
		if j != i {
			for c := range m {
				m[c] += covariance(i, j) * p.h[j][c]
			}
		}
	}
	return m, covariance(i, i)
}

// integral returns log ∫ N(u; 0, K) Π exp(hu − τu²/2) du of latent number c.
func (p *propagation) integral(c int) float64 {
	n := len(p.cells)
	a := mat.NewDense(n, n, nil)
	for j := range n {
		for k := range n {
			a.Set(j, k, p.prior.At(j, k)*p.tau[k])
		}
		a.Set(j, j, a.At(j, j)+1)
	}
	h, kh := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for j := range n {
		h.SetVec(j, p.h[j][c])
	}
	kh.MulVec(p.prior, h)
	var x mat.VecDense
	if err := x.SolveVec(a, kh); err != nil {
		panic(err)
	}
	return -0.5*math.Log(mat.Det(a)) + 0.5*mat.Dot(h, &x)
}

func factors(column observation.Column, values ...float64) (cells []observation.Factor) {
	for i, v := range values {
		cells = append(cells, column.Factor(i, v))
	}
	return cells
}

func near(t *testing.T, name string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %.9f, want %.9f ± %g", name, got, want, within)
	}
}

// TestFourLeaves holds evidence by expectation propagation against its known values, and these and the exact ones
// against sums over a grid.
func TestFourLeaves(t *testing.T) {
	interval := func(l, h, x, w float64) float64 {
		return below((h-x)/math.Sqrt(w)) - below((l-x)/math.Sqrt(w))
	}
	inf := math.Inf(1)
	cuts := []float64{-inf, -.7, .4, inf}
	point := func(y, x, w float64) float64 { return math.Exp(-0.5*(y-x)*(y-x)/w) / math.Sqrt(2*math.Pi*w) }
	poisson := func(y, o, a, g, x, w float64) float64 {
		sum, step, s := 0.0, 0.05, math.Sqrt(w)
		for z := -9.0; z <= 9; z += step {
			eta := o + a + g*(x+s*z)
			log, _ := math.Lgamma(y + 1)
			sum += step * math.Exp(y*eta-math.Exp(eta)-log-0.5*z*z) / math.Sqrt(2*math.Pi)
		}
		return sum
	}
	binary := []float64{1, 1, 0, 1}
	sign := func(k int, x, w float64) float64 {
		if binary[k] == 1 {
			return interval(0, inf, x, w)
		}
		return interval(-inf, 0, x, w)
	}
	ordered := func(y ...int) func(int, float64, float64) float64 {
		return func(k int, x, w float64) float64 { return interval(cuts[y[k]], cuts[y[k]+1], x, w) }
	}
	limits := &observation.Censored{Numbers: observation.Numbers{Variance: 1e-9}, Limit: map[int]column.Interval{
		1: {Low: -inf, High: -.5}, 3: {Low: .8, High: inf}}}
	for _, test := range []struct {
		name           string
		cells          []observation.Factor
		kappa2         float64
		leaf           func(k int, x, w float64) float64
		exact, by      float64 // the known values
		within, ofProp float64
	}{
		{"yes/no", factors(observation.YesNo{}, binary...), 0, sign, -2.808224, -2.809265, 1e-6, 1e-6},
		{"yes/no, any mean", factors(observation.YesNo{}, binary...), 1, sign, -3.111737, -3.114571, 2e-6, 1e-6},
		{"ordered", factors(observation.NewOrdered([]float64{-.7, .4}), 0, 1, 2, 1), 0, ordered(0, 1, 2, 1),
			-4.474798, -4.474767, 1e-6, 1e-6},
		{"ordered, ends", factors(observation.NewOrdered([]float64{-.7, .4}), 2, 2, 0, 0), 0, ordered(2, 2, 0, 0),
			-4.540928, -4.542049, 1e-6, 1e-6},
		{"ordered, any mean", factors(observation.NewOrdered([]float64{-.7, .4}), 0, 1, 2, 1), 1, ordered(0, 1, 2, 1),
			-5.024581, -5.024506, 1e-6, 1e-6},
		{"censored", factors(limits, .9, math.NaN(), 1.1, math.NaN()), 0, func(k int, x, w float64) float64 {
			switch k {
			case 0:
				return point(.9, x, w)
			case 1:
				return interval(-inf, -.5, x, w)
			case 2:
				return point(1.1, x, w)
			}
			return interval(.8, inf, x, w)
		}, -5.8869268, -5.8869261, 1e-7, 2e-7},
		{"counts", append(factors(observation.NewCounts([]float64{0, math.Ln2, 2 * math.Ln2}, .3, 1.2), 0, 3, 12), flat{}),
			0, func(k int, x, w float64) float64 {
				if k == 3 {
					return 1
				}
				return poisson([]float64{0, 3, 12}[k], float64(k)*math.Ln2, .3, 1.2, x, w)
			}, -7.33161299, -7.33173838, 1e-6, 2e-6},
		{"counts far apart", append(factors(observation.NewCounts(nil, .3, 1.2), 0, 0, 40), flat{}), 0,
			func(k int, x, w float64) float64 {
				if k == 3 {
					return 1
				}
				return poisson([]float64{0, 0, 40}[k], 0, .3, 1.2, x, w)
			}, -11.37728, -11.37764, 1e-5, 1e-5},
	} {
		near(t, test.name+", exact", exactFour(test.kappa2, test.leaf), test.exact, test.within)
		p := propagation{prior: covariance(test.kappa2), cells: test.cells, width: 1}
		got, left := p.run(t)
		near(t, test.name, got, test.by, test.ofProp)
		if test.name == "yes/no, any mean" {
			for i, want := range []float64{.693390, .693390, .173127, .484195} {
				near(t, "a cell left out", math.Exp(left[i]), want, 2e-6)
			}
		}
	}
}

// flat is a cell that is not observed.
type flat struct{ observation.Factor }

func (flat) Moments(m, w, mean, variance []float64) float64 {
	mean[0], variance[0] = m[0], w[0]
	return 0
}

// TestCategories compares evidence of categories with sums over a grid of two latent numbers, and with known values.
func TestCategories(t *testing.T) {
	for _, test := range []struct {
		values []float64
		levels int
		kappa2 float64
		by     float64 // evidence by propagation
	}{
		{[]float64{0, 0, 1, 2}, 3, 0, -4.461 - .006}, {[]float64{0, 0, 1, 2}, 3, 1, -5.330 - .009},
		{[]float64{0, 1, 0, 1}, 3, 0, -4.856 - .008}, {[]float64{0, 1, 0, 1}, 3, 1, -5.079 - .081},
		{[]float64{0, 0, 1, 3}, 5, 0, -6.177 - .023}, {[]float64{0, 0, 1, 3}, 5, 1, -6.840 - .129},
	} {
		p := propagation{prior: covariance(test.kappa2), width: test.levels - 1,
			cells: factors(observation.NewCategories(test.levels), test.values...)}
		got, _ := p.run(t)
		near(t, "categories", got, test.by, 2.1e-3)
		// Other names of the levels.
		renamed := make([]float64, len(test.values))
		for i, v := range test.values {
			renamed[i] = math.Mod(2*v+1, float64(test.levels))
		}
		q := propagation{prior: p.prior, width: p.width, cells: factors(observation.NewCategories(test.levels), renamed...)}
		other, _ := q.run(t)
		near(t, "categories with other names", other, got, 1e-10)
	}
	// Two levels are zeros and ones.
	p := propagation{prior: covariance(1), width: 1, cells: factors(observation.NewCategories(2), 0, 0, 1, 0)}
	got, _ := p.run(t)
	near(t, "two levels", got, -3.114571, 1e-6)
	// All tables of three rows.
	for _, test := range []struct{ kappa2, sum float64 }{{0, .99442}, {1, .96343}} {
		four := covariance(test.kappa2)
		three := mat.NewSymDense(3, nil)
		for i := range 3 {
			for j := range i + 1 {
				three.SetSym(i, j, four.At(i, j))
			}
		}
		column, sum := observation.NewCategories(3), 0.0
		for code := range 27 {
			p := propagation{prior: three, width: 2,
				cells: factors(column, float64(code%3), float64(code/3%3), float64(code/9))}
			v, _ := p.run(t)
			sum += math.Exp(v)
		}
		near(t, "all tables", sum, test.sum, 2e-5)
	}
}
