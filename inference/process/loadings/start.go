package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/conjugate"
)

// drawPrior draws everything but the data from the model.
func (s *State) drawPrior(rng *rand.Rand) {
	if !s.o.fixedAlpha {
		s.hyper.alpha = drawGamma(s.o.strength.shape, s.o.strength.rate, rng)
	}
	if s.o.powerOfLoadings {
		s.hyper.bLambda = drawGamma(s.o.rates.shape, s.o.rates.rate, rng)
	}
	if s.o.powerOfNoise {
		s.hyper.bPsi = conjugate.GammaAbove(s.o.rates.shape, s.o.rates.rate, s.hyper.least, rng)
	}
	if !s.o.fixedPrecision {
		s.hyper.common = drawGamma(s.o.precision.shape, s.hyper.bLambda, rng)
	}
	s.drawFactors(rng)
	if s.o.fixedNoise {
		return
	}
	for d := range s.tau {
		s.tau[d] = s.tau[0]
		if d == 0 || !s.o.sharedNoise {
			s.tau[d] = drawGamma(s.o.noise.shape, s.hyper.bPsi, rng)
		}
	}
}

// drawFactors draws Z, loadings with their precisions, and activities from the prior.
func (s *State) drawFactors(rng *rand.Rand) {
	if s.o.support == Buffet {
		s.dine(rng)
	} else {
		for range s.o.factors {
			s.newFactor(rng)
		}
		s.fill(rng)
	}
	for _, l := range s.live {
		k := int(l)
		for d := range s.obs.d {
			if i := d*s.size + k; s.z[i] {
				s.g[i] = rng.NormFloat64() / math.Sqrt(s.precision(d, k))
			}
		}
		x := s.activity(k)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		s.reverse(k)
	}
}

// newFactor adds a factor without items, its precision from the prior.
func (s *State) newFactor(rng *rand.Rand) int {
	k := s.take()
	s.lambda[k] = s.hyper.newPrecision(rng)
	return k
}

// dine draws Z from the buffet: item i takes factor k with probability m/(β+i−1), then
// Poisson(αw/(β+i−1)) new ones, w = β unless factors are to be readable (Ghahramani, Griffiths and Sollich 2007).
func (s *State) dine(rng *rand.Rand) {
	for d := range s.obs.d {
		seats := s.o.beta + float64(d)
		for _, k := range s.live {
			if rng.Float64() < float64(s.m[k])/seats {
				s.set(d, int(k), true, 0)
			}
		}
		for range poisson(s.hyper.alpha*s.hyper.weight/seats, rng) {
			s.set(d, s.newFactor(rng), true, 0)
		}
	}
}

// fill draws Z for a given number of factors, and the hyperparameters of its prior.
func (s *State) fill(rng *rand.Rand) {
	for k := range s.o.factors {
		p := 1.0
		var each []float64 // for each group
		switch s.o.support {
		case Finite:
			p = beta(s.hyper.alpha/float64(s.o.factors), 1, rng)
			for g := 1; g < groupsOf(s); g++ {
				each = append(each, beta(s.hyper.alpha/float64(s.o.factors), 1, rng))
			}
		case Regulars:
			size := []float64{float64(s.obs.d)}
			if s.group != nil {
				size, _ = inGroups(s)
			}
			for g, n := range size {
				a, b := regularPrior(s, n)
				rhoOf(s, g)[k] = beta(a, b, rng)
				each = append(each, s.o.regularMean*rhoOf(s, g)[k])
			}
			p, each = each[0], each[1:]
		}
		for d := range s.obs.d {
			if s.o.slab == PerElement {
				a, b := s.o.elementPrior()
				s.each[d*s.size+k] = drawGamma(a, b, rng)
			}
			q := p
			if s.group != nil && s.group[d] > 0 {
				q = each[s.group[d]-1]
			}
			if q == 1 || rng.Float64() < q {
				s.set(d, k, true, 0)
			}
		}
	}
}

// begin makes the initial state of a chain: noise as if there were no factors, and factors from the prior
// unless it starts empty. Their activities are drawn given the data before the first sweep.
func (s *State) begin(rng *rand.Rand) {
	sum := 0.0
	for d, v := range s.obs.square {
		s.tau[d] = (float64(s.obs.count[d]) + 2*s.o.noise.shape) / (v + 2*s.hyper.bPsi)
		sum += v
	}
	if s.o.sharedNoise {
		for d := range s.tau {
			s.tau[d] = (float64(s.obs.total) + 2*s.o.noise.shape) / (sum + 2*s.hyper.bPsi)
		}
	}
	if !s.o.empty || s.o.support != Buffet {
		s.drawFactors(rng)
	}
}

// refresh recomputes everything derived from the state.
func (s *State) refresh() {
	s.compact()
	s.multiply()
	s.project(0, s.obs.d)
	s.rows.oddsTable()
}

// sweep draws all unknowns once, in one piece; a Sweeper does the same piece by piece.
func (s *State) sweep(rng *rand.Rand) {
	for range s.pairs.pairMoves(rng) {
		s.pairs.tilt(rng)
		s.pairs.turn(rng)
	}
	for range s.parts.splitMerges(rng) {
		s.parts.splitOrMerge(rng)
	}
	s.rows.freshen()
	for d := range s.obs.d {
		s.rows.visitItem(d, rng)
	}
	s.afterItems(rng)
}

// afterItems draws all but the loadings.
func (s *State) afterItems(rng *rand.Rand) {
	s.compact()
	s.activities.drawActivities(rng)
	s.activities.rescale(rng)
	s.multiply()
	if s.obs.latent != nil {
		renew(s, 0, s.obs.d, rng.Uint64())
	}
	s.project(0, s.obs.d)
	s.hyper.drawHyper(rng)
}

// drawActivities draws the activities of all cases given loadings and noise, each block from its own
// stream.
func (am *activityMoves) drawActivities(rng *rand.Rand) {
	seed := rng.Uint64()
	w := am.cases
	parallel.Do(am.weighings(), am.s.threads, am.weigh)
	am.gatherWeights()
	parallel.Do(len(w.root), am.s.threads, func(b int) { am.drawCases(b, rand.New(rand.NewPCG(seed, uint64(b)))) })
}
