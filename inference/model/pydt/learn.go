package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/process/pitmanyor"
)

// moments are the sums over branches and leaves that the hyperparameters' updates need.
type moments struct {
	displacement float64 // Σ_b E‖x_b − x_pa‖²/Δ_b, equation 3a
	residual     float64 // Σ over observed cells of E(y − x)²
}

// branchMoment returns E‖x_b − x_pa‖² of the branch above b (equation 3a). Cavities must be current.
func (s *state) branchMoment(b int32) float64 {
	c, w, e := len(s.classes), s.hyper.sigma2*(s.parentRem(b)-s.rem[b]), 0.0
	if s.columnwise {
		return s.branchMomentColumns(b, w)
	}
	for k, cl := range s.classes {
		i := int(b)*c + k
		if math.IsInf(s.vari[i], 1) {
			e += cl.weight * w // nothing observed below: the prior's displacement
			continue
		}
		rest := s.vari[i] + s.cavVari[i]
		tau := w + rest
		q := vector.SquaredDistance(s.meanOf(b)[cl.low:cl.high], s.cavMeanOf(b)[cl.low:cl.high])
		e += w*w*q/(tau*tau) + cl.weight*w*rest/tau
	}
	return e
}

// leafResidual returns Σ over observed columns of E(y − x)² at leaf v.
func (s *state) leafResidual(v int32) float64 {
	c, noise, r := len(s.classes), s.hyper.noise, 0.0
	if s.columnwise {
		return s.leafResidualColumns(v)
	}
	for k, cl := range s.classes {
		if cl.observed != nil && !cl.observed[v] {
			continue
		}
		w := s.cavVari[int(v)*c+k] + s.hyper.sigma2*s.parentRem(v)
		q := vector.SquaredDistance(s.meanOf(v)[cl.low:cl.high], s.cavMeanOf(v)[cl.low:cl.high])
		f := noise / (w + noise)
		r += f*f*q + cl.weight*w*f
	}
	return r
}

// A learner does one round of updates of all learnt hyperparameters, each of which raises the
// objective, and brings the messages up to date: about two upward passes and one downward. It can
// stop after any node and continue later.
//
// Under expectation maximisation the noise would converge slowly, as variances near zero do. So its
// logarithm moves further than the update, twice as far after each success. A step that lowers the
// objective is taken back.
type learner struct {
	s     *state
	cells int // observed
	stage learnStage
	at    int // place in s.order
	sums  moments
	old   float64 // noise before
	safe  float64 // noise by the update
	value float64 // objective there
}

type learnStage int

const (
	learnIdle learnStage = iota
	learnMoments
	learnSafe // messages at the safe noise
	learnTry  // messages at the noise further on
	learnUndo // messages at the safe noise again
)

// advance visits about the given number of nodes and reports whether the round is complete.
func (l *learner) advance(most int) bool {
	s, h := l.s, &l.s.hyper
	for most > 0 {
		switch l.stage {
		case learnIdle:
			s.preorder()
			s.cavityOfTop()
			l.at, l.sums, l.old = 0, moments{}, h.noise
			l.stage = learnMoments
		case learnMoments:
			if !h.fixSigma2 || h.learnsNoise() {
				for ; l.at < len(s.order) && most > 0; l.at++ {
					l.measure(s.order[l.at])
					most--
				}
				if l.at < len(s.order) {
					return false
				}
			}
			l.update()
			l.begin(h.noise, learnSafe)
		default:
			for ; l.at >= 0 && most > 0; l.at-- {
				if v := s.order[l.at]; !s.isLeaf(v) {
					s.update(v)
					most--
				}
			}
			if l.at >= 0 {
				return false
			}
			if l.settle() {
				l.stage = learnIdle
				return true
			}
		}
	}
	return false
}

// measure adds the moments of one node and makes the cavities of its children.
func (l *learner) measure(v int32) {
	s := l.s
	if length := s.parentRem(v) - s.rem[v]; length > latestRem {
		l.sums.displacement += s.branchMoment(v) / length
	} else { // its limit: times so late that their difference has lost its digits
		l.sums.displacement += s.hyper.sigma2 * float64(s.d)
	}
	if !s.isLeaf(v) {
		s.cavitiesBelow(v)
	} else if s.hyper.learnsNoise() {
		l.sums.residual += s.leafResidual(v)
	}
}

// update does all updates from the moments; the messages follow.
func (l *learner) update() {
	s, h := l.s, &l.s.hyper
	if !h.fixSigma2 {
		h.tauA = tauPriorA + float64(s.count[s.top])*float64(s.d)/2
		h.tauB = tauPriorB + l.sums.displacement/2
	}
	if !h.fixC && !h.held {
		events, exposure := s.exposure()
		h.cA, h.cB = cPriorA+events, cPriorB+exposure
	}
	h.refresh()
	if !h.holdStructure && !h.held && !(h.fixTheta && h.fixAlpha) {
		s.relearnStructure()
	}
	if h.learnsNoise() {
		h.noise = noise.Best(l.sums.residual, float64(l.cells))
	}
	h.refresh()
	l.safe = h.noise
}

// begin starts an upward pass at the given noise.
func (l *learner) begin(noise float64, stage learnStage) {
	s := l.s
	if s.hyper.noise != noise {
		s.hyper.noise = noise
		s.hyper.refresh()
	}
	s.setNoise()
	l.stage, l.at = stage, len(s.order)-1
}

// settle chooses the next step after an upward pass; it reports true when the round is complete.
func (l *learner) settle() bool {
	s, h := l.s, &l.s.hyper
	switch l.stage {
	case learnSafe:
		if !h.learnsNoise() {
			return true
		}
		if h.stride <= 1 {
			h.stride = 2
			return true
		}
		l.value = s.objective()
		further := l.old * math.Pow(l.safe/l.old, h.stride)
		l.begin(math.Min(math.Max(further, 1e-3*l.old), 1e3*l.old), learnTry)
		return false
	case learnTry:
		if s.objective() < l.value {
			h.stride = 1
			l.begin(l.safe, learnUndo)
			return false
		}
		h.stride = math.Min(2*h.stride, 64)
	}
	return true
}

// exposure returns the number of branch points and Σ_v H_{m_v−1}(ℓ_v − ℓ_pa).
func (s *state) exposure() (events, sum float64) {
	for _, v := range s.preorder() {
		if !s.isLeaf(v) {
			events++
			sum += s.hyper.prior.Harmonic(int(s.size[v])-1) * (s.ell[v] - s.parentEll(v))
		}
	}
	return events, sum
}

// counts gathers what the prior of structure and times depends on.
func (s *state) counts() *pitmanyor.Counts {
	g := pitmanyor.NewCounts(int(s.size[s.top]))
	for _, v := range s.preorder() {
		if s.isLeaf(v) {
			continue
		}
		g.BranchPoint(len(s.kids[v]), int(s.size[v]), s.ell[v]-s.parentEll(v))
		for i, k := range s.kids[v] {
			g.Child(i+1, int(s.size[k]))
		}
	}
	return g
}

// The ranges in which θ and α are learnt.
const (
	leastTheta, largestTheta = 1e-3, 30.0
	largestAlpha             = 0.95
)

// relearnStructure finds the best θ, then the best α, by bracketing and golden section.
func (s *state) relearnStructure() {
	h, g := &s.hyper, s.counts()
	theta, alpha := h.prior.Theta, h.prior.Alpha
	value := func(theta, alpha float64) float64 {
		structure, exposure := g.Sums(theta, alpha)
		return structure - h.c*exposure + logGammaDensity(theta, thetaPriorA, thetaPriorB)
	}
	if !h.fixTheta {
		// Below −2α no tree has positive probability.
		theta, _ = linesearch.Maximise(max(leastTheta, -2.0001*alpha), largestTheta, theta, value(theta, alpha), func(x float64) float64 { return value(x, alpha) })
	}
	if !h.fixAlpha {
		alpha, _ = linesearch.Maximise(max(0, -theta/2), largestAlpha, alpha, value(theta, alpha), func(x float64) float64 { return value(theta, x) })
	}
	h.setStructure(theta, alpha)
}
