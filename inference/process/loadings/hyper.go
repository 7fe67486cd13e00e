package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/conjugate"
)

func drawGamma(shape, rate float64, rng *rand.Rand) float64 { return conjugate.Gamma(shape, rate, rng) }

// elementPrior returns shape and rate of the prior of λ_dk, Ga(a/2, ab²/2): a loading is then
// Student-t with a degrees of freedom and scale b.
func (o Options) elementPrior() (shape, rate float64) {
	return o.freedom / 2, o.freedom * o.width * o.width / 2
}

// drawElement draws λ_dk given the loading.
func (s *State) drawElement(d, k int, rng *rand.Rand) {
	a, b := s.o.elementPrior()
	i := d*s.size + k
	s.each[i] = drawGamma(a+0.5, b+0.5*s.g[i]*s.g[i], rng)
}

// drawHyper draws the precisions of loadings and noise, the rates of their priors, and the parameters
// of Z, each from its conditional. The residual squares are those of the present state.
func (s *State) drawHyper(rng *rand.Rand) {
	s.drawPrecisions(rng)
	s.drawNoise(rng)
	switch {
	case s.o.support == Regulars:
		s.drawRho(rng)
	case s.o.fixedAlpha || s.o.support == Complete:
	case s.o.support == Buffet:
		s.alpha = drawGamma(s.o.strength.shape+float64(s.k()), s.o.strength.rate+s.harmonic, rng)
	default:
		s.drawFiniteAlpha(rng)
	}
	s.oddsTable()
}

// squares returns Σ g² of each factor. O(DK)
func (s *State) squares() []float64 {
	k := s.k()
	sums := make([]float64, k)
	for d := range s.obs.d {
		for i, v := range s.g[d*s.size : d*s.size+k] {
			sums[i] += v * v
		}
	}
	return sums
}

func (s *State) drawPrecisions(rng *rand.Rand) {
	if s.o.fixedPrecision || s.o.slab == PerElement {
		return
	}
	p, sums := s.o.precision, s.squares()
	count, total := 1, 0.0
	if s.o.slab == Shared {
		links, sum := 0, 0.0
		for i, v := range sums {
			links += s.m[i]
			sum += v
		}
		s.common = drawGamma(p.shape+float64(links)/2, s.bLambda+sum/2, rng)
		for i := range sums {
			s.lambda[i] = s.common
		}
		total = s.common
	} else {
		count = len(sums)
		for i, v := range sums {
			s.lambda[i] = drawGamma(p.shape+float64(s.m[i])/2, s.bLambda+v/2, rng)
			total += s.lambda[i]
		}
	}
	if s.o.powerOfLoadings {
		s.bLambda = drawGamma(s.o.rates.shape+p.shape*float64(count), s.o.rates.rate+total, rng)
	}
}

func (s *State) drawNoise(rng *rand.Rand) {
	if s.o.fixedNoise {
		return
	}
	p := s.o.noise
	count, total := 1, 0.0
	if s.o.sharedNoise {
		sum := 0.0
		for _, v := range s.rss {
			sum += v
		}
		shape, rate := s.noisePrior(s.obs.total)
		total = drawGamma(shape+float64(s.obs.total)/2, rate+sum/2, rng)
		for d := range s.tau {
			s.tau[d] = total
		}
	} else {
		count = s.obs.d
		for d, v := range s.rss {
			shape, rate := s.noisePrior(s.obs.count[d])
			s.tau[d] = drawGamma(shape+float64(s.obs.count[d])/2, rate+v/2, rng)
			total += s.tau[d]
		}
	}
	total /= s.power()
	if s.o.powerOfNoise {
		s.bPsi = conjugate.GammaAbove(s.o.rates.shape+p.shape*float64(count), s.o.rates.rate+total, s.least, rng)
	}
}

// drawRho draws the ρ_k of BFRM. It uses indicators t_dk that π_dk is not zero: 1 where Z is,
// elsewhere 1 with probability ρ(1−m)/(1−mρ).
func (s *State) drawRho(rng *rand.Rand) {
	m, d := s.o.regularMean, s.obs.d
	for k := range s.k() {
		p := s.rho[k] * (1 - m) / (1 - m*s.rho[k])
		t := s.m[k]
		for range d - s.m[k] {
			if rng.Float64() < p {
				t++
			}
		}
		s.rho[k] = beta(s.o.sparsity*s.o.sparsityAverage+float64(t), s.o.sparsity*(1-s.o.sparsityAverage)+float64(d-t), rng)
	}
}

// beta draws from Beta(a, b), kept away from 0 and 1, where its log odds would be infinite.
func beta(a, b float64, rng *rand.Rand) float64 {
	x, y := drawGamma(a, 1, rng), drawGamma(b, 1, rng)
	return math.Min(math.Max(x/(x+y), 1e-300), 1-1e-15)
}

// drawFiniteAlpha draws α of the finite model by a slice in log α (Neal 2003).
func (s *State) drawFiniteAlpha(rng *rand.Rand) {
	f := func(u float64) float64 {
		a := math.Exp(u)
		return u + logGammaDensity(a, s.o.strength) + s.logFinite(a)
	}
	u := math.Log(s.alpha)
	s.alpha = math.Exp(slice(u, 1, f, rng))
}

// slice draws from the density exp f on the line, starting from u, by slice sampling with steps of width
// w.
func slice(u, w float64, f func(float64) float64, rng *rand.Rand) float64 {
	level := f(u) - rng.ExpFloat64()
	low := u - w*rng.Float64()
	high := low + w
	for i := 0; i < 50 && f(low) > level; i++ {
		low -= w
	}
	for i := 0; i < 50 && f(high) > level; i++ {
		high += w
	}
	for {
		v := low + rng.Float64()*(high-low)
		if f(v) > level {
			return v
		}
		if v < u {
			low = v
		} else {
			high = v
		}
	}
}

// oddsTable tabulates the prior odds of an entry by the number m of other items that have it:
// m/(D+β−1−m) for the buffet (10a), (m+α/K)/(D−m) for the finite model.
func (s *State) oddsTable() {
	if s.o.support != Buffet && s.o.support != Finite {
		return
	}
	if len(s.odds) > 0 && s.o.support == Buffet {
		return // α has no effect
	}
	d := float64(s.obs.d)
	s.odds = s.odds[:0]
	for m := range s.obs.d {
		v := float64(m)
		if s.o.support == Buffet {
			s.odds = append(s.odds, v/(d+s.o.beta-1-v))
		} else {
			s.odds = append(s.odds, (v+s.alpha/float64(s.o.factors))/(d-v))
		}
	}
}

// typicalPrecision returns the geometric mean of the precisions of loadings: of the present
// factors, or of the prior if there are none.
func (s *State) typicalPrecision() float64 {
	if s.o.slab == Shared {
		return s.common
	}
	if s.k() == 0 {
		return s.o.precision.shape / s.bLambda
	}
	sum := 0.0
	for k := range s.k() {
		sum += math.Log(s.lambda[k])
	}
	return math.Exp(sum / float64(s.k()))
}
