package loadings

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

const logTwoPi = 1.8378770664093454836

func logGammaDensity(x float64, p gamma) float64 {
	return p.shape*math.Log(p.rate) - special.LogGamma(p.shape) + (p.shape-1)*math.Log(x) - p.rate*x
}

// logFinite returns log P(Z) of the finite model.
func (hm *hyperMoves) logFinite(alpha float64) float64 {
	d, a := float64(hm.s.obs.d), alpha/float64(hm.s.o.factors)
	sum := 0.0
	if hm.s.group != nil {
		return logFiniteByTable(hm.s, a)
	}
	for _, k := range hm.s.live {
		m := float64(hm.s.m[k])
		sum += math.Log(a) + special.LogGamma(m+a) + special.LogGamma(d-m+1) - special.LogGamma(d+1+a)
	}
	return sum
}

// logSupport returns log p(Z), with the factors an unordered set of columns distinguished by their
// loadings. For the buffet it is K log(αw) − α Σw/(β+i−1) + Σ_k log Γ(m)Γ(D−m+β)/Γ(D+β), without the K_h!
// of classes in left-ordered form.
// The weight w is β, unless factors are to be readable.
func (hm *hyperMoves) logSupport() float64 {
	d := float64(hm.s.obs.d)
	sum := 0.0
	switch hm.s.o.support {
	case Buffet:
		sum = -hm.alpha * hm.harmonic
		for _, k := range hm.s.live {
			m := float64(hm.s.m[k])
			sum += math.Log(hm.alpha*hm.weight) + special.LogGamma(m) + special.LogGamma(d-m+hm.s.o.beta) -
				special.LogGamma(d+hm.s.o.beta)
		}
	case Finite:
		return hm.logFinite(hm.alpha)
	case Regulars:
		if hm.s.group != nil {
			return logRegulars(hm.s)
		}
		a, b := regularPrior(hm.s, d)
		for _, k := range hm.s.live {
			m, r := float64(hm.s.m[k]), hm.s.rho[k]
			sum += m*math.Log(hm.s.o.regularMean*r) + (d-m)*math.Log1p(-hm.s.o.regularMean*r)
			sum += special.LogGamma(a+b) - special.LogGamma(a) - special.LogGamma(b) + (a-1)*math.Log(r) + (b-1)*math.Log1p(-r)
		}
	}
	return sum
}

// logJoint returns the log of the joint density of data and state (11.1): the observed cells, Z, loadings,
// activities and all learnt hyperparameters. The products with the data must be those of the present state.
func (s *State) logJoint() float64 {
	sum := s.addLikelihood(s.LogPrior())
	for k := range s.k() {
		sum += -0.5*float64(s.obs.n)*logTwoPi - 0.5*s.s[k*s.size+k]
	}
	return sum
}

// addLikelihood adds to a sum the log density of the observed cells given Z, loadings, activities and noise, with the
// products of the present state.
func (s *State) addLikelihood(sum float64) float64 {
	for d, v := range s.rss {
		sum += 0.5*float64(s.obs.count[d])*(math.Log(s.tau[d])-logTwoPi) - 0.5*s.tau[d]*v
	}
	return sum
}

// LogPrior returns the log density of Z, the loadings and all learnt hyperparameters, noise included: the joint density
// without the factors of the data and the activities.
func (s *State) LogPrior() float64 {
	sum := s.hyper.logSupport()
	logTau := 0.0
	for _, t := range s.tau {
		logTau += math.Log(t)
	}
	squares := s.hyper.squares()
	for i, v := range squares {
		if s.o.slab == PerElement {
			continue
		}
		sum += 0.5*float64(s.m[i])*(math.Log(s.lambda[i])-logTwoPi) - 0.5*s.lambda[i]*v
	}
	return sum + s.hyper.logHyper(logTau)
}

// logHyper returns the log density of the learnt hyperparameters, without Z, G and X, and for Student-t loadings that
// of the loadings given their precisions. logTau is Σ log τ.
func (hm *hyperMoves) logHyper(logTau float64) float64 {
	sum := 0.0
	if !hm.s.o.fixedAlpha && (hm.s.o.support == Buffet || hm.s.o.support == Finite) {
		sum += logGammaDensity(hm.alpha, hm.s.o.strength)
	}
	precision := gamma{hm.s.o.precision.shape, hm.bLambda}
	switch {
	case hm.s.o.slab == PerElement:
		a, b := hm.s.o.elementPrior()
		for d := range hm.s.obs.d {
			for k := range hm.s.k() {
				l, g := hm.s.each[d*hm.s.size+k], hm.s.g[d*hm.s.size+k]
				sum += logGammaDensity(l, gamma{a, b}) + 0.5*(math.Log(l)-logTwoPi-l*g*g)
			}
		}
	case hm.s.o.fixedPrecision:
	case hm.s.o.slab == Shared:
		sum += logGammaDensity(hm.common, precision)
	default:
		for k := range hm.s.k() {
			sum += logGammaDensity(hm.s.lambda[k], precision)
		}
	}
	noise := gamma{hm.s.o.noise.shape, hm.bPsi}
	switch {
	case hm.s.o.fixedNoise:
	case hm.s.o.sharedNoise:
		sum += logGammaDensity(hm.s.tau[0], noise)
	default:
		total := 0.0
		for _, t := range hm.s.tau {
			total += t
		}
		sum += float64(len(hm.s.tau))*logGammaDensity(1, noise) +
			(noise.shape-1)*logTau - noise.rate*(total-float64(len(hm.s.tau)))
	}
	if hm.s.o.powerOfLoadings && !hm.s.o.fixedPrecision && hm.s.o.slab != PerElement {
		sum += logGammaDensity(hm.bLambda, hm.s.o.rates)
	}
	if hm.s.o.powerOfNoise && !hm.s.o.fixedNoise {
		sum += logGammaDensity(hm.bPsi, hm.s.o.rates)
	}
	return sum
}
