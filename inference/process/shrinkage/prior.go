// Package shrinkage compares priors that favour small values of one loading g: the normal, the
// Laplace, Student's t, the horseshoe and spike-and-slab. Each is a mixture of normals of different
// variances, g | s ~ N(0, s²), so prior and posterior are sums over a grid of log s. Quadrature
// gives every result to about ten digits.
//
// References: Knowles (2012), PhD thesis, section 2.4; Carvalho, Polson and Scott (2009),
// Handling sparsity via the horseshoe.
package shrinkage

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Prior is a distribution of one loading, symmetric about 0.
type Prior struct {
	Name   string
	spike  float64   // mass at exactly 0
	s      []float64 // standard deviations
	weight []float64 // of each; with the spike the weights sum to 1
	draw   func(rng *rand.Rand) float64
}

// Ends and step of the grid of log s. Student's t with half a degree of freedom has 10⁻⁶ of its
// mass beyond the ends.
const (
	lowest, highest = -30, 30
	step            = 0.1
)

// mixture makes a prior from the density of log s, up to a factor.
func mixture(name string, density func(logS float64) float64, draw func(rng *rand.Rand) float64) Prior {
	p := Prior{Name: name, draw: draw}
	sum := 0.0
	for u := float64(lowest); u <= highest; u += step {
		if w := density(u); w > 0 {
			p.s, p.weight = append(p.s, math.Exp(u)), append(p.weight, w)
			sum += w
		}
	}
	for i := range p.weight {
		p.weight[i] /= sum
	}
	return p
}

// Normal is N(0, scale²).
func Normal(scale float64) Prior {
	return Prior{Name: "normal", s: []float64{scale}, weight: []float64{1},
		draw: func(rng *rand.Rand) float64 { return scale * rng.NormFloat64() }}
}

// Laplace has density exp(−|g|/b)/2b with b = scale/√2, so its variance is scale². s² is
// exponential with mean scale².
func Laplace(scale float64) Prior {
	b := scale / math.Sqrt2
	return mixture("Laplace", func(u float64) float64 {
		v := math.Exp(2*u) / (scale * scale)
		return v * math.Exp(-v)
	}, func(rng *rand.Rand) float64 {
		g := b * rng.ExpFloat64()
		if rng.Float64() < 0.5 {
			return -g
		}
		return g
	})
}

// StudentT is scale times Student's t with the given degrees of freedom, at least 0.5. 1/s² ~
// Ga(ν/2, ν·scale²/2). One degree of freedom is the Cauchy distribution.
func StudentT(scale, freedom float64) Prior {
	return mixture("Student-t", func(u float64) float64 {
		t := math.Exp(-2*u) * scale * scale * freedom / 2
		return math.Exp(freedom/2*math.Log(t) - t)
	}, func(rng *rand.Rand) float64 {
		tau := distuv.Gamma{Alpha: freedom / 2, Beta: freedom / 2, Src: rng}.Rand()
		return scale * rng.NormFloat64() / math.Sqrt(tau)
	})
}

// Horseshoe has s ~ scale times a half-Cauchy distribution. Its density is unbounded at 0 and falls
// off like 1/g².
func Horseshoe(scale float64) Prior {
	return mixture("horseshoe", func(u float64) float64 {
		r := math.Exp(u) / scale
		return r / (1 + r*r)
	}, func(rng *rand.Rand) float64 {
		return scale * math.Abs(math.Tan(math.Pi*(rng.Float64()-0.5))) * rng.NormFloat64()
	})
}

// SpikeAndSlab is 0 with probability 1 − share, and N(0, scale²) with probability share.
func SpikeAndSlab(scale, share float64) Prior {
	return Prior{Name: "spike-and-slab", spike: 1 - share, s: []float64{scale}, weight: []float64{share},
		draw: func(rng *rand.Rand) float64 {
			if rng.Float64() >= share {
				return 0
			}
			return scale * rng.NormFloat64()
		}}
}

// Draw draws a loading.
func (p Prior) Draw(rng *rand.Rand) float64 { return p.draw(rng) }

// Spike returns the mass at exactly 0.
func (p Prior) Spike() float64 { return p.spike }

// Density returns the density at g, without the mass at 0.
func (p Prior) Density(g float64) float64 {
	sum := 0.0
	for i, s := range p.s {
		sum += p.weight[i] * normal(g, s*s)
	}
	return sum
}

// Within returns the probability that |g| ≤ x.
func (p Prior) Within(x float64) float64 {
	sum := p.spike
	for i, s := range p.s {
		sum += p.weight[i] * math.Erf(x/(s*math.Sqrt2))
	}
	return sum
}

// normal is N(x; 0, v).
func normal(x, v float64) float64 { return math.Exp(-x*x/(2*v)) / math.Sqrt(2*math.Pi*v) }

// A Posterior is the posterior of a loading measured once: y = g + e, e ~ N(0, variance).
type Posterior struct {
	Zero      float64 // probability that g is exactly 0
	Mean      float64
	Deviation float64
	Evidence  float64 // density of y

	mean, variance, weight []float64 // of the components, without the mass at 0
}

// Posterior returns the posterior of a loading measured as y, with noise variance > 0.
func (p Prior) Posterior(y, variance float64) Posterior {
	q := Posterior{mean: make([]float64, len(p.s)), variance: make([]float64, len(p.s)),
		weight: make([]float64, len(p.s))}
	q.Evidence = p.spike * normal(y, variance)
	q.Zero = q.Evidence
	square := 0.0
	for i, s := range p.s {
		w := p.weight[i] * normal(y, s*s+variance)
		keep := s * s / (s*s + variance)
		q.mean[i], q.variance[i], q.weight[i] = keep*y, keep*variance, w
		q.Evidence += w
		q.Mean += w * q.mean[i]
		square += w * (q.variance[i] + q.mean[i]*q.mean[i])
	}
	q.Zero /= q.Evidence
	q.Mean /= q.Evidence
	for i := range q.weight {
		q.weight[i] /= q.Evidence
	}
	q.Deviation = math.Sqrt(max(square/q.Evidence-q.Mean*q.Mean, 0))
	return q
}

// Density returns the posterior density at g, without the mass at 0.
func (q Posterior) Density(g float64) float64 {
	sum := 0.0
	for i, w := range q.weight {
		if w > 1e-12 {
			sum += w * normal(g-q.mean[i], q.variance[i])
		}
	}
	return sum
}

// NormalMean is the posterior mean under [Normal] in closed form.
func NormalMean(y, variance, scale float64) float64 {
	return y * scale * scale / (scale*scale + variance)
}

// SpikeAndSlabMean is the posterior mean under [SpikeAndSlab] in closed form.
func SpikeAndSlabMean(y, variance, scale, share float64) float64 {
	// By logarithms: far from 0 the density of the spike is less than a number can hold.
	wide := scale*scale + variance
	odds := math.Log(share/(1-share)) + 0.5*math.Log(variance/wide) + 0.5*y*y*(1/variance-1/wide)
	return NormalMean(y, variance, scale) / (1 + math.Exp(-odds))
}

// LaplaceMean is the posterior mean under [Laplace] in closed form: the posterior consists of two
// truncated normals.
func LaplaceMean(y, variance, scale float64) float64 {
	rate, sd := math.Sqrt2/scale, math.Sqrt(variance)
	half := func(sign float64) (weight, mean float64) {
		m := sign*y - variance*rate
		mass := 0.5 * math.Erfc(-m/(sd*math.Sqrt2))
		if mass == 0 {
			return 0, 0
		}
		return math.Exp(-sign*y*rate) * mass, sign * (m + sd*normal(m/sd, 1)/mass)
	}
	a, up := half(1)
	b, down := half(-1)
	return (a*up + b*down) / (a + b)
}
