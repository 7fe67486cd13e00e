package pydt

import "math"

// moments are the sums over branches and leaves that the hyperparameters' updates need.
type moments struct {
	displacement float64 // Σ_b E‖x_b − x_pa‖²/Δ_b, equation 3a
	residual     float64 // Σ over observed cells of E(y − x)²
}

// branchMoment returns E‖x_b − x_pa‖² of the branch above b (equation 3a). Cavities must be current.
func (s *state) branchMoment(b int32) float64 {
	c, w, e := len(s.classes), s.hyper.sigma2*(s.parentRem(b)-s.rem[b]), 0.0
	for k, cl := range s.classes {
		i := int(b)*c + k
		if math.IsInf(s.vari[i], 1) {
			e += cl.weight * w // nothing observed below: the prior's displacement
			continue
		}
		rest := s.vari[i] + s.cavVari[i]
		tau := w + rest
		q := squaredDistance(s.meanOf(b)[cl.low:cl.high], s.cavMeanOf(b)[cl.low:cl.high])
		e += w*w*q/(tau*tau) + cl.weight*w*rest/tau
	}
	return e
}

// leafResidual returns Σ over observed columns of E(y − x)² at leaf v.
func (s *state) leafResidual(v int32) float64 {
	c, noise, r := len(s.classes), s.hyper.noise, 0.0
	for k, cl := range s.classes {
		if cl.observed != nil && !cl.observed[v] {
			continue
		}
		w := s.cavVari[int(v)*c+k] + s.hyper.sigma2*s.parentRem(v)
		q := squaredDistance(s.meanOf(v)[cl.low:cl.high], s.cavMeanOf(v)[cl.low:cl.high])
		f := noise / (w + noise)
		r += f*f*q + cl.weight*w*f
	}
	return r
}

// measure makes the cavities and sums the moments: one downward pass.
func (s *state) measure() moments {
	s.cavities()
	var m moments
	for _, v := range s.order {
		m.displacement += s.branchMoment(v) / (s.parentRem(v) - s.rem[v])
		if s.isLeaf(v) && s.hyper.noise > 0 {
			m.residual += s.leafResidual(v)
		}
	}
	return m
}

// relearn does one round of updates of all learnt hyperparameters, each of which
// raises the objective, and brings the messages up to date: about two upward
// passes and one downward.
func (s *state) relearn(cells int) {
	h := &s.hyper
	if !h.fixSigma2 || !h.fixNoise {
		m := s.measure()
		if !h.fixSigma2 {
			h.tauA = tauPriorA + float64(s.count[s.top])*float64(s.d)/2
			h.tauB = tauPriorB + m.displacement/2
		}
		if !h.fixNoise {
			h.noise = (noisePriorB + m.residual/2) / (noisePriorA + float64(cells)/2 - 1)
		}
	}
	if !h.fixC {
		events, exposure := s.exposure()
		h.cA, h.cB = cPriorA+events, cPriorB+exposure
	}
	h.refresh()
	if !h.fixTheta || !h.fixAlpha {
		s.relearnStructure()
	}
	h.refresh()
	s.setNoise()
	s.recompute()
}

// exposure returns the number of branch points and Σ_v H_{m_v−1}(ℓ_v − ℓ_pa).
func (s *state) exposure() (events, sum float64) {
	for _, v := range s.preorder() {
		if !s.isLeaf(v) {
			events++
			sum += s.hyper.prior.harmonic[s.size[v]-1] * (s.ell[v] - s.parentEll(v))
		}
	}
	return events, sum
}

// shape is what the prior of structure and times depends on, gathered so that θ and
// α can be tried without walking the tree.
type shape struct {
	blocks  []float64 // by size: children of branch points less branch points of that size
	totals  []float64 // by size: branch points
	waiting []float64 // by size m: Σ (ℓ_v − ℓ_pa) over branch points of m leaves
	more    []float64 // by k ≥ 3: branch points with at least k children
	joints  float64   // Σ (K−1)
}

func (s *state) shape() shape {
	n := int(s.size[s.top])
	g := shape{blocks: make([]float64, n+1), totals: make([]float64, n+1), waiting: make([]float64, n+1), more: make([]float64, n+2)}
	for _, v := range s.preorder() {
		if s.isLeaf(v) {
			continue
		}
		g.totals[s.size[v]]++
		g.waiting[s.size[v]] += s.ell[v] - s.parentEll(v)
		g.joints += float64(len(s.kids[v]) - 1)
		for i, k := range s.kids[v] {
			g.blocks[s.size[k]]++
			if i >= 2 {
				g.more[i+1]++
			}
		}
	}
	return g
}

// logPrior returns Σ_v {S_v − c·H_{m_v−1}(ℓ_v−ℓ_pa)}: what θ and α enter.
func (g shape) logPrior(theta, alpha, c float64) float64 {
	sum := -g.joints * lnGamma(1-alpha)
	harmonic, rate := 0.0, math.Exp(lnGamma(1-alpha)-lnGamma(2+theta)) // H_{m−1} and h_m
	for m := 1; m < len(g.totals); m++ {
		if g.blocks[m] > 0 {
			sum += g.blocks[m] * lnGamma(float64(m)-alpha)
		}
		if g.totals[m] > 0 {
			sum -= g.totals[m]*lnGamma(float64(m)+theta) + c*g.waiting[m]*harmonic
		}
		harmonic += rate
		rate *= (float64(m) - alpha) / (float64(m) + 1 + theta)
	}
	for k := 3; k < len(g.more); k++ {
		if g.more[k] == 0 {
			break
		}
		sum += g.more[k] * math.Log(theta+float64(k-1)*alpha)
	}
	return sum
}

// relearnStructure finds the best θ, then the best α, by bracketing and golden section.
func (s *state) relearnStructure() {
	h, g := &s.hyper, s.shape()
	theta, alpha := h.prior.Theta, h.prior.Alpha
	value := func(theta, alpha float64) float64 {
		return g.logPrior(theta, alpha, h.c) + logGammaDensity(theta, thetaPriorA, thetaPriorB)
	}
	if !h.fixTheta {
		theta, _ = maximise(1e-3, 30, theta, value(theta, alpha), func(x float64) float64 { return value(x, alpha) })
	}
	if !h.fixAlpha {
		alpha, _ = maximise(0, 0.95, alpha, value(theta, alpha), func(x float64) float64 { return value(theta, x) })
	}
	h.setStructure(theta, alpha)
}
