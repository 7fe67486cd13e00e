package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/conjugate"
)

// hyperMoves are the hyperparameters and the draws of them.
type hyperMoves struct {
	s             *State
	alpha         float64 // the strength of Z
	bLambda, bPsi float64 // rates of the priors of λ and τ
	least         float64 // of b_ψ where it is learnt; see [leastNoise]
	common        float64 // the shared λ
	// of the buffet: an item has Poisson(α·weight/(β+i−1)) new factors; β, unless they are to be readable
	weight   float64
	harmonic float64 // of the buffet: Σ weight/(β+i−1), the expected number of factors over α
}

func drawGamma(shape, rate float64, rng *rand.Rand) float64 { return conjugate.Gamma(shape, rate, rng) }

// elementPrior returns shape and rate of the prior of λ_dk, Ga(a/2, ab²/2): a loading is then
// Student-t with a degrees of freedom and scale b.
func (o Options) elementPrior() (shape, rate float64) {
	return o.freedom / 2, o.freedom * o.width * o.width / 2
}

// drawElement draws λ_dk given the loading.
func (hm *hyperMoves) drawElement(d, k int, rng *rand.Rand) {
	a, b := hm.s.o.elementPrior()
	i := d*hm.s.size + k
	hm.s.each[i] = drawGamma(a+0.5, b+0.5*hm.s.g[i]*hm.s.g[i], rng)
}

// drawHyper draws the precisions of loadings and noise, the rates of their priors, and the parameters
// of Z, each from its conditional. The residual squares are those of the present state.
func (hm *hyperMoves) drawHyper(rng *rand.Rand) {
	hm.drawPrecisions(rng)
	hm.drawNoise(rng)
	switch {
	case hm.s.o.support == Regulars:
		hm.drawRho(rng)
	case hm.s.o.fixedAlpha || hm.s.o.support == Complete:
	case hm.s.o.support == Buffet:
		hm.alpha = drawGamma(hm.s.o.strength.shape+float64(hm.s.k()), hm.s.o.strength.rate+hm.harmonic, rng)
	default:
		hm.drawFiniteAlpha(rng)
	}
	hm.s.rows.oddsTable()
}

// squares returns Σ g² of each factor. O(DK)
func (hm *hyperMoves) squares() []float64 {
	k := hm.s.k()
	sums := make([]float64, k)
	for d := range hm.s.obs.d {
		for i, v := range hm.s.g[d*hm.s.size : d*hm.s.size+k] {
			sums[i] += v * v
		}
	}
	return sums
}

func (hm *hyperMoves) drawPrecisions(rng *rand.Rand) {
	if hm.s.o.fixedPrecision || hm.s.o.slab == PerElement {
		return
	}
	p, sums := hm.s.o.precision, hm.squares()
	count, total := 1, 0.0
	if hm.s.o.slab == Shared {
		links, sum := 0, 0.0
		for i, v := range sums {
			links += hm.s.m[i]
			sum += v
		}
		hm.common = drawGamma(p.shape+float64(links)/2, hm.bLambda+sum/2, rng)
		for i := range sums {
			hm.s.lambda[i] = hm.common
		}
		total = hm.common
	} else {
		count = len(sums)
		for i, v := range sums {
			hm.s.lambda[i] = drawGamma(p.shape+float64(hm.s.m[i])/2, hm.bLambda+v/2, rng)
			total += hm.s.lambda[i]
		}
	}
	if hm.s.o.powerOfLoadings {
		hm.bLambda = drawGamma(hm.s.o.rates.shape+p.shape*float64(count), hm.s.o.rates.rate+total, rng)
	}
}

func (hm *hyperMoves) drawNoise(rng *rand.Rand) {
	if hm.s.o.fixedNoise {
		return
	}
	p := hm.s.o.noise
	count, total := 1, 0.0
	if hm.s.o.sharedNoise {
		sum := 0.0
		for _, v := range hm.s.rss {
			sum += v
		}
		shape, rate := hm.noisePrior(hm.s.obs.total)
		total = drawGamma(shape+float64(hm.s.obs.total)/2, rate+sum/2, rng)
		for d := range hm.s.tau {
			hm.s.tau[d] = total
		}
	} else {
		count = hm.s.obs.d
		for d, v := range hm.s.rss {
			shape, rate := hm.noisePrior(hm.s.obs.count[d])
			hm.s.tau[d] = drawGamma(shape+float64(hm.s.obs.count[d])/2, rate+v/2, rng)
			total += hm.s.tau[d]
		}
	}
	total /= hm.s.power()
	if hm.s.o.powerOfNoise {
		hm.bPsi = conjugate.GammaAbove(hm.s.o.rates.shape+p.shape*float64(count), hm.s.o.rates.rate+total,
			hm.least, rng)
	}
}

// drawRho draws the ρ_k of BFRM. It uses indicators t_dk that π_dk is not zero: 1 where Z is,
// elsewhere 1 with probability ρ(1−m)/(1−mρ).
func (hm *hyperMoves) drawRho(rng *rand.Rand) {
	if hm.s.group == nil {
		hm.drawRhos(hm.s.rho, float64(hm.s.obs.d), hm.s.m, rng)
		return
	}
	size, counts := inGroups(hm.s)
	for g, n := range size {
		hm.drawRhos(rhoOf(hm.s, g), n, counts[g], rng)
	}
}

// drawRhos draws ρ of a group of n items, on are how many of them have each factor.
func (hm *hyperMoves) drawRhos(rho []float64, n float64, on []int, rng *rand.Rand) {
	m := hm.s.o.regularMean
	a, b := regularPrior(hm.s, n)
	for k := range hm.s.k() {
		p := rho[k] * (1 - m) / (1 - m*rho[k])
		t := on[k]
		for range int(n) - on[k] {
			if rng.Float64() < p {
				t++
			}
		}
		rho[k] = beta(a+float64(t), b+n-float64(t), rng)
	}
}

// beta draws from Beta(a, b), kept away from 0 and 1, where its log odds would be infinite.
func beta(a, b float64, rng *rand.Rand) float64 {
	x, y := drawGamma(a, 1, rng), drawGamma(b, 1, rng)
	return math.Min(math.Max(x/(x+y), 1e-300), 1-1e-15)
}

// drawFiniteAlpha draws α of the finite model by a slice in log α (Neal 2003).
func (hm *hyperMoves) drawFiniteAlpha(rng *rand.Rand) {
	f := func(u float64) float64 {
		a := math.Exp(u)
		return u + logGammaDensity(a, hm.s.o.strength) + hm.logFinite(a)
	}
	u := math.Log(hm.alpha)
	hm.alpha = math.Exp(slice(u, 1, f, rng))
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
func (rm *rowMoves) oddsTable() {
	if rm.s.o.support != Buffet && rm.s.o.support != Finite {
		return
	}
	if len(rm.odds) > 0 && rm.s.o.support == Buffet {
		return // α has no effect
	}
	d := float64(rm.s.obs.d)
	rm.odds = rm.odds[:0]
	for m := range rm.s.obs.d {
		v := float64(m)
		if rm.s.o.support == Buffet {
			rm.odds = append(rm.odds, v/(d+rm.s.o.beta-1-v))
		} else {
			rm.odds = append(rm.odds, (v+rm.s.hyper.alpha/float64(rm.s.o.factors))/(d-v))
		}
	}
}

// typicalPrecision returns the geometric mean of the precisions of loadings: of the present
// factors, or of the prior if there are none.
func (hm *hyperMoves) typicalPrecision() float64 {
	if hm.s.o.slab == Shared {
		return hm.common
	}
	if hm.s.k() == 0 {
		return hm.s.o.precision.shape / hm.bLambda
	}
	sum := 0.0
	for k := range hm.s.k() {
		sum += math.Log(hm.s.lambda[k])
	}
	return math.Exp(sum / float64(hm.s.k()))
}
