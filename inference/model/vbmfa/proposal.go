package vbmfa

import (
	"errors"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/algorithm/special"
)

// A proposal is a distribution of the parameters of a mixture around its variational posterior:
// q(π), and for each row of Λ̃ the Gaussian q, or Student's t with q's covariance as its scale,
// with widened standard deviations. The rows cannot determine the signs of a factor's loadings; if
// a component has few factors, the proposal draws these too and reaches all its modes. Factors that
// the posterior lacks because they were dropped follow their prior.
type proposal struct {
	posterior bool // it is the variational posterior, except for signs
	counts    []float64
	logNorm   float64 // of the Dirichlet distribution
	degrees   float64
	parts     []part
	prior     *mixture // with the hyperparameters of the missing factors
}

// part is the proposal for one component.
type part struct {
	k        int
	mean     []float64 // p×(k+1)
	factor   []float64 // p×(k+1)²: lower triangles, of the covariance
	inverse  []float64 // p×(k+1)²
	constant float64   // Σ_q of terms independent of the position
	signs    bool      // whether the signs of factors are drawn
}

// mostSigned is the greatest number of factors for which all 2^k signs are summed over.
const mostSigned = 6

// newProposal returns the proposal around the posterior m for the parameters of target, whose
// components must have at least as many factors.
func newProposal(target, m *mixture, o inference.EvidenceProposal) (*proposal, error) {
	if o.Degrees < 0 || math.IsNaN(o.Degrees) || o.Widen < 0 || math.IsNaN(o.Widen) {
		return nil, errors.New("degrees of freedom and the factor on the standard deviations must not be negative")
	}
	widen := o.Widen
	if widen == 0 {
		widen = 1
	}
	u, total := m.counts()
	g := &proposal{counts: u, logNorm: special.LogGamma(total), degrees: o.Degrees, prior: target}
	for _, v := range u {
		g.logNorm -= special.LogGamma(v)
	}
	p := m.d.p
	for _, c := range m.Components {
		w := c.K + 1
		t := part{k: c.K, mean: append([]float64(nil), c.M...), factor: make([]float64, p*w*w),
			inverse: append([]float64(nil), c.G...), signs: c.K <= mostSigned}
		work := make([]float64, w*w)
		for q := range p {
			a := t.inverse[q*w*w : (q+1)*w*w]
			for i := range a {
				a[i] *= widen * widen
			}
			factor := t.factor[q*w*w : (q+1)*w*w]
			copy(factor, a)
			if !cholesky.Factor(factor, w, w) {
				return nil, errors.New("the posterior of the loadings has no spread in some direction, so it cannot " +
					"be sampled")
			}
			logDet, _ := invert(a, w, work)
			t.constant -= 0.5 * logDet
			if o.Degrees == 0 {
				t.constant -= 0.5 * float64(w) * math.Log(2*math.Pi)
			} else {
				t.constant += special.LogGamma(0.5*(o.Degrees+float64(w))) - special.LogGamma(0.5*o.Degrees) -
					0.5*float64(w)*math.Log(math.Pi*o.Degrees)
			}
		}
		g.parts = append(g.parts, t)
	}
	return g, nil
}

// place returns the index of number a of a row of the part in a row of K factors and the mean.
func (t *part) place(a, k int) int {
	if a == t.k {
		return k
	}
	return a
}

// draw writes drawn loadings and means to a mixture and returns ln π.
func (g *proposal) draw(into *mixture, rng *rand.Rand) (logPi []float64) {
	logPi = make([]float64, len(g.counts))
	all := math.Inf(-1)
	for s, v := range g.counts {
		logPi[s] = gammaLog(v, rng)
		all = special.LogAdd(all, logPi[s])
	}
	for s := range logPi {
		logPi[s] -= all
	}
	for s, t := range g.parts {
		c, w := into.Components[s], t.k+1
		z, sign := make([]float64, w), make([]float64, w)
		for l := range sign {
			sign[l] = 1
			if t.signs && l < t.k && rng.IntN(2) == 0 {
				sign[l] = -1
			}
		}
		for q := range into.d.p {
			stretch := 1.0
			if g.degrees > 0 {
				stretch = math.Sqrt(g.degrees / 2 * math.Exp(-gammaLog(g.degrees/2, rng)))
			}
			for l := range z {
				z[l] = stretch * rng.NormFloat64()
			}
			row, f := c.loading(q), t.factor[q*w*w:(q+1)*w*w]
			for a := range w {
				row[t.place(a, c.K)] = sign[a] * (t.mean[q*w+a] + dot(f[a*w:a*w+a+1], z[:a+1]))
			}
		}
		for l := t.k; l < c.K; l++ {
			spread := math.Sqrt(g.prior.Rate) * math.Exp(-0.5*gammaLog(g.prior.Shape, rng))
			for q := range into.d.p {
				c.loading(q)[l] = spread * rng.NormFloat64()
			}
		}
	}
	return logPi
}

// logDensity returns the log density of parameters; that of π is with respect to all but the last
// of its elements.
func (g *proposal) logDensity(at *mixture, logPi []float64) float64 {
	sum := g.logNorm
	for s, v := range g.counts {
		sum += (v - 1) * logPi[s]
	}
	for s := range g.parts {
		c := at.Components[s]
		sum += g.parts[s].logDensity(c, at.d.p, g.degrees)
		for l := g.parts[s].k; l < c.K; l++ {
			sum += g.prior.logColumn(c, l)
		}
	}
	return sum
}

// logDensity returns the log density of the loadings and means of a component, averaged over all
// signs of its factors if signs are drawn: O(p·k² + 2^k·k²), and O(2^k·p·k²) for Student's t.
func (t *part) logDensity(c *component, p int, degrees float64) float64 {
	w := t.k + 1
	patterns := 1
	if t.signs {
		patterns = 1 << t.k
	}
	quad, line, row, level := make([]float64, w*w), make([]float64, w), make([]float64, w), 0.0
	tails := make([]float64, patterns)
	for q := range p {
		if degrees > 0 {
			clear(quad)
			clear(line)
			level = 0
		}
		for i := range w {
			row[i] = c.loading(q)[t.place(i, c.K)]
		}
		a, mean := t.inverse[q*w*w:(q+1)*w*w], t.mean[q*w:(q+1)*w]
		for i := range w {
			pull := dot(a[i*w:(i+1)*w], mean)
			line[i] += row[i] * pull
			level += mean[i] * pull
			for j := range w {
				quad[i*w+j] += a[i*w+j] * row[i] * row[j]
			}
		}
		if degrees > 0 {
			for k := range tails {
				d2 := math.Max(0, signed(quad, line, level, k, w))
				tails[k] -= 0.5 * (degrees + float64(w)) * math.Log1p(d2/degrees)
			}
		}
	}
	if degrees == 0 {
		for k := range tails {
			tails[k] = -0.5 * signed(quad, line, level, k, w)
		}
	}
	sum := math.Inf(-1)
	for _, v := range tails {
		sum = special.LogAdd(sum, v)
	}
	return sum - math.Log(float64(patterns)) + t.constant
}

// signed returns xᵀQx − 2 x·b + c for a vector x of signs, negative at the bits of pattern.
func signed(quad, line []float64, level float64, pattern, w int) float64 {
	sign := func(i int) float64 {
		if pattern>>i&1 == 1 {
			return -1
		}
		return 1
	}
	for i := range w {
		x := sign(i)
		level -= 2 * x * line[i]
		for j := range w {
			level += x * sign(j) * quad[i*w+j]
		}
	}
	return level
}
