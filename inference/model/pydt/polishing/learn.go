package polishing

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/process/timetree"
)

// moments are the sums over branches and leaves that the hyperparameters' updates need.
type moments struct {
	Displacement float64 // Σ_b E‖x_b − x_pa‖²/Δ_b, equation 3a
	residual     float64 // Σ over observed cells of E(y − x)²
}

// A Learner does one round of updates of all learnt hyperparameters, each of which raises the
// objective, and brings the messages up to date: about two upward passes and one downward. It can
// stop after any node and continue later.
//
// Under expectation maximisation the noise would converge slowly, as variances near zero do. So its
// logarithm moves further than the update, twice as far after each success. A step that lowers the
// objective is taken back.
type Learner struct {
	S     *posterior.State
	Cells int // observed
	stage learnStage
	at    int // place in s.order
	Sums  moments
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

// Advance visits about the given number of nodes and reports whether the round is complete.
func (l *Learner) Advance(most int) bool {
	s, h := l.S, &l.S.Hyper
	for most > 0 {
		switch l.stage {
		case learnIdle:
			s.Preorder()
			s.CavityOfTop()
			l.at, l.Sums, l.old = 0, moments{}, h.Noise
			l.stage = learnMoments
		case learnMoments:
			if !h.FixSigma2 || h.LearnsNoise() {
				for ; l.at < len(s.Order) && most > 0; l.at++ {
					l.measure(s.Order[l.at])
					most--
				}
				if l.at < len(s.Order) {
					return false
				}
			}
			l.update()
			l.begin(h.Noise, learnSafe)
		default:
			for ; l.at >= 0 && most > 0; l.at-- {
				if v := s.Order[l.at]; !s.IsLeaf(v) {
					s.Update(v)
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
func (l *Learner) measure(v int32) {
	s := l.S
	if length := s.ParentRem(v) - s.Rem[v]; length > timetree.LatestRem {
		l.Sums.Displacement += s.BranchMoment(v) / length
	} else { // its limit: times so late that their difference has lost its digits
		l.Sums.Displacement += s.Hyper.Sigma2 * float64(s.D)
	}
	if !s.IsLeaf(v) {
		s.CavitiesBelow(v)
	} else if s.Hyper.LearnsNoise() {
		l.Sums.residual += s.LeafResidual(v)
	}
}

// update does all updates from the moments; the messages follow.
func (l *Learner) update() {
	s, h := l.S, &l.S.Hyper
	if !h.FixSigma2 {
		h.TauA = priors.Tau.Shape + float64(s.Count[s.Top])*float64(s.D)/2
		h.TauB = priors.Tau.Rate + l.Sums.Displacement/2
	}
	if !h.FixC && !h.Held {
		events, exposure := s.Exposure()
		h.CA, h.CB = priors.C.Shape+events, priors.C.Rate+exposure
	}
	h.Refresh()
	if !h.HoldStructure && !h.Held && !(h.FixTheta && h.FixAlpha) {
		relearnStructure(s)
	}
	if h.LearnsNoise() {
		h.Noise = noise.Best(l.Sums.residual, float64(l.Cells))
	}
	h.Refresh()
	l.safe = h.Noise
}

// begin starts an upward pass at the given noise.
func (l *Learner) begin(noise float64, stage learnStage) {
	s := l.S
	if s.Hyper.Noise != noise {
		s.Hyper.Noise = noise
		s.Hyper.Refresh()
	}
	s.SetNoise()
	l.stage, l.at = stage, len(s.Order)-1
}

// settle chooses the next step after an upward pass; it reports true when the round is complete.
func (l *Learner) settle() bool {
	s, h := l.S, &l.S.Hyper
	switch l.stage {
	case learnSafe:
		if !h.LearnsNoise() {
			return true
		}
		if h.Stride <= 1 {
			h.Stride = 2
			return true
		}
		l.value = s.Objective()
		further := l.old * math.Pow(l.safe/l.old, h.Stride)
		l.begin(math.Min(math.Max(further, 1e-3*l.old), 1e3*l.old), learnTry)
		return false
	case learnTry:
		if s.Objective() < l.value {
			h.Stride = 1
			l.begin(l.safe, learnUndo)
			return false
		}
		h.Stride = math.Min(2*h.Stride, 64)
	}
	return true
}

// relearnStructure finds the best θ, then the best α, by bracketing and golden section.
func relearnStructure(s *posterior.State) {
	h, g := &s.Hyper, s.Counts()
	theta, alpha := h.Prior.Theta, h.Prior.Alpha
	value := func(theta, alpha float64) float64 {
		structure, exposure := g.Sums(theta, alpha)
		return structure - h.C*exposure + priors.Theta.Log(theta)
	}
	if !h.FixTheta {
		// Below −2α no tree has positive probability.
		theta, _ = linesearch.Maximise(max(priors.LeastTheta, -2.0001*alpha), priors.LargestTheta, theta, value(theta, alpha),
			func(x float64) float64 { return value(x, alpha) })
	}
	if !h.FixAlpha {
		alpha, _ = linesearch.Maximise(max(0, -theta/2), priors.LargestAlpha, alpha, value(theta, alpha),
			func(x float64) float64 { return value(theta, x) })
	}
	h.SetStructure(theta, alpha)
}
