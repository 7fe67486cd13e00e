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
func (s *State) logFinite(alpha float64) float64 {
	d, a := float64(s.obs.d), alpha/float64(s.o.factors)
	sum := 0.0
	if s.group != nil {
		return logFiniteByTable(s, a)
	}
	for _, k := range s.live {
		m := float64(s.m[k])
		sum += math.Log(a) + special.LogGamma(m+a) + special.LogGamma(d-m+1) - special.LogGamma(d+1+a)
	}
	return sum
}

// logSupport returns log p(Z), with the factors an unordered set of columns distinguished by their
// loadings. For the buffet it is K log(αw) − α Σw/(β+i−1) + Σ_k log Γ(m)Γ(D−m+β)/Γ(D+β), without the K_h!
// of classes in left-ordered form.
// The weight w is β, unless factors are to be readable.
func (s *State) logSupport() float64 {
	d := float64(s.obs.d)
	sum := 0.0
	switch s.o.support {
	case Buffet:
		sum = -s.alpha * s.harmonic
		for _, k := range s.live {
			m := float64(s.m[k])
			sum += math.Log(s.alpha*s.weight) + special.LogGamma(m) + special.LogGamma(d-m+s.o.beta) -
				special.LogGamma(d+s.o.beta)
		}
	case Finite:
		return s.logFinite(s.alpha)
	case Regulars:
		a, b := s.o.sparsity*s.o.sparsityAverage, s.o.sparsity*(1-s.o.sparsityAverage)
		for _, k := range s.live {
			m, r := float64(s.m[k]), s.rho[k]
			sum += m*math.Log(s.o.regularMean*r) + (d-m)*math.Log1p(-s.o.regularMean*r)
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

// LogPrior returns the log density of Z, the loadings and all learnt hyperparameters, noise
// included: what is left of the joint density without the data and the activities.
func (s *State) LogPrior() float64 {
	sum := s.logSupport()
	logTau := 0.0
	for _, t := range s.tau {
		logTau += math.Log(t)
	}
	squares := s.squares()
	for i, v := range squares {
		if s.o.slab == PerElement {
			continue
		}
		sum += 0.5*float64(s.m[i])*(math.Log(s.lambda[i])-logTwoPi) - 0.5*s.lambda[i]*v
	}
	return sum + s.logHyper(logTau)
}

// logHyper returns the log density of what is learnt apart from Z, G and X, and for Student-t loadings
// that of the loadings given their precisions. logTau is Σ log τ.
func (s *State) logHyper(logTau float64) float64 {
	sum := 0.0
	if !s.o.fixedAlpha && (s.o.support == Buffet || s.o.support == Finite) {
		sum += logGammaDensity(s.alpha, s.o.strength)
	}
	precision := gamma{s.o.precision.shape, s.bLambda}
	switch {
	case s.o.slab == PerElement:
		a, b := s.o.elementPrior()
		for d := range s.obs.d {
			for k := range s.k() {
				l, g := s.each[d*s.size+k], s.g[d*s.size+k]
				sum += logGammaDensity(l, gamma{a, b}) + 0.5*(math.Log(l)-logTwoPi-l*g*g)
			}
		}
	case s.o.fixedPrecision:
	case s.o.slab == Shared:
		sum += logGammaDensity(s.common, precision)
	default:
		for k := range s.k() {
			sum += logGammaDensity(s.lambda[k], precision)
		}
	}
	noise := gamma{s.o.noise.shape, s.bPsi}
	switch {
	case s.o.fixedNoise:
	case s.o.sharedNoise:
		sum += logGammaDensity(s.tau[0], noise)
	default:
		total := 0.0
		for _, t := range s.tau {
			total += t
		}
		sum += float64(len(s.tau))*logGammaDensity(1, noise) + (noise.shape-1)*logTau - noise.rate*(total-float64(len(s.tau)))
	}
	if s.o.powerOfLoadings && !s.o.fixedPrecision && s.o.slab != PerElement {
		sum += logGammaDensity(s.bLambda, s.o.rates)
	}
	if s.o.powerOfNoise && !s.o.fixedNoise {
		sum += logGammaDensity(s.bPsi, s.o.rates)
	}
	return sum
}
