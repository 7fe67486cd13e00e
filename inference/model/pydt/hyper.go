package pydt

import (
	"math"

	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mathext"
)

// hyper holds the hyperparameters as the tree sees them, with the variational
// posteriors of τ = 1/σ² and c where they are learnt (math 5.1).
type hyper struct {
	sigma2 float64 // 1/⟨τ⟩, the variance at which messages are passed
	kappa  float64 // ⟨log τ⟩ − log ⟨τ⟩ ≤ 0; 0 when σ² is fixed
	c, lnC float64 // ⟨c⟩ and ⟨log c⟩
	noise  float64 // observation noise variance s²
	prior  *pitmanyor.Prior
	// leastNoise bounds the noise from below where columns vary together and a chain learns it.
	leastNoise float64
	// Where typical > 0, the objective adds for a tree of n branch points
	// weight·(n − typical) − (n − typical)²/(2·spread²), see tally.
	weight, typical, spread float64

	constant           float64 // the objective's terms that depend on no tree
	tauA, tauB, cA, cB float64 // q(τ) = Ga(tauA, tauB), q(c) = Ga(cA, cB)
	fixSigma2, fixC    bool
	fixTheta, fixAlpha bool
	fixNoise           bool
	manyNoises         bool    // the noise is learnt from several starts
	holdStructure      bool    // θ and α are not learnt yet
	held               bool    // θ, α, c and the noise are what a pilot has learnt, and stay so
	stride             float64 // how far beyond its update the noise, or σ² of a binary table, moves, 1 at least
	largest            int     // leaves the prior is tabulated for
}

// Hyperpriors (Knowles thesis 4.5): τ and c ~ Ga(1,1), θ ~ Ga(2,½), α uniform,
// that of s² is in noise_prior.go.
const (
	tauPriorA, tauPriorB     = 1, 1
	cPriorA, cPriorB         = 1, 1
	thetaPriorA, thetaPriorB = 2, 0.5
)

func lnGamma(x float64) float64 { y, _ := math.Lgamma(x); return y }

// gammaKL returns KL(Ga(a,b) ‖ Ga(a0,b0)), shape and rate.
func gammaKL(a, b, a0, b0 float64) float64 {
	return (a-a0)*mathext.Digamma(a) - lnGamma(a) + lnGamma(a0) + a0*(math.Log(b)-math.Log(b0)) + a*(b0-b)/b
}

func logGammaDensity(x, a, b float64) float64 {
	return a*math.Log(b) - lnGamma(a) + (a-1)*math.Log(x) - b*x
}

// refresh derives everything else from the posteriors and point values.
func (h *hyper) refresh() {
	h.constant = 0
	if !h.fixSigma2 {
		h.sigma2 = h.tauB / h.tauA
		h.kappa = mathext.Digamma(h.tauA) - math.Log(h.tauA)
		h.constant -= gammaKL(h.tauA, h.tauB, tauPriorA, tauPriorB)
	}
	if !h.fixC {
		h.c = h.cA / h.cB
		h.lnC = mathext.Digamma(h.cA) - math.Log(h.cB)
		h.constant -= gammaKL(h.cA, h.cB, cPriorA, cPriorB)
	} else {
		h.lnC = math.Log(h.c)
	}
	if !h.fixTheta {
		h.constant += logGammaDensity(h.prior.Theta, thetaPriorA, thetaPriorB)
	}
	if !h.fixNoise {
		h.constant += noise.LogPrecision(h.noise)
	}
}

// setStructure replaces θ and α.
func (h *hyper) setStructure(theta, alpha float64) {
	if h.prior == nil || h.prior.Theta != theta || h.prior.Alpha != alpha {
		h.prior = pitmanyor.NewPrior(theta, alpha, h.largest)
	}
	if h.typical > 0 {
		h.prior = h.prior.Counting(resolutions)
	}
}

// plain returns hyperparameters that start near binary trees, where θ and α are learnt.
func (h hyper) plain() hyper {
	h.holdStructure = false
	if h.held {
		return h
	}
	if !h.fixTheta && !h.fixAlpha {
		h.setStructure(0.05, 0)
		h.refresh()
	}
	return h
}

// noisier returns the hyperparameters of the i-th start: every other one begins with
// ten times the noise, which has local maxima of its own.
func (h hyper) noisier(i int) hyper {
	if h.manyNoises && !h.held && i%2 == 1 {
		h.noise *= 10
		h.refresh()
	}
	return h
}

// learnsNoise reports whether the noise follows the tree.
func (h *hyper) learnsNoise() bool { return !h.fixNoise && !h.held }

// tally returns what the objective adds for a tree of n branch points. The evidence of single trees
// does not tell how many branch points to expect, because there are many more trees with many
// branch points. The evidence compares trees with equally many; the tally sets the number (math
// 6.4).
func (h *hyper) tally(n float64) float64 {
	if h.typical == 0 {
		return 0
	}
	off := n - h.typical
	return h.weight*off - off*off/(2*h.spread*h.spread)
}

// expect makes the objective expect a number of branch points.
func (h *hyper) expect(points pitmanyor.Moment, weight float64) {
	h.weight, h.typical, h.spread = weight, typical(points), math.Max(points.Deviation/tallyShare, 1)
	h.prior = h.prior.Counting(resolutions)
}

// typical returns the median of a log-normal distribution with these moments. If some draws are
// stars and others detailed trees, the mean fits neither.
func typical(m pitmanyor.Moment) float64 {
	return m.Mean / math.Sqrt(1+m.Deviation*m.Deviation/(m.Mean*m.Mean))
}

// tallyShare is the factor by which the tally is narrower than the posterior.
const tallyShare = 6

// resolutions is the power of the number of resolutions by which the probability of a branch point
// is divided. The others are not as good as the best one, so a half serves for all (math 5.5).
const resolutions = 0.5

// latestRem is the time remaining below which times are too close to 1 for quadrature.
const latestRem = 1e-100

// setC sets c to a value that is taken as known.
func (h *hyper) setC(c float64) { h.c, h.lnC = c, math.Log(c) }

// logHyperprior returns the log densities of the hyperparameters that are learnt, in
// 1/σ², c, θ and 1/s²; that of α is a constant.
func (h *hyper) logHyperprior() float64 {
	sum := 0.0
	if !h.fixSigma2 {
		sum += logGammaDensity(1/h.sigma2, tauPriorA, tauPriorB)
	}
	if !h.fixC {
		sum += logGammaDensity(h.c, cPriorA, cPriorB)
	}
	if !h.fixTheta {
		sum += logGammaDensity(h.prior.Theta, thetaPriorA, thetaPriorB)
	}
	if !h.fixNoise {
		sum += noise.LogPrecision(h.noise)
	}
	return sum
}

// logDilation returns the log density of σ² and the noise, both times eˣ, where they are learnt: in log σ²
// and the log of the noise, up to a constant.
func (h *hyper) logDilation(x float64) (sum float64) {
	if !h.fixSigma2 {
		sum -= tauPriorA*x + tauPriorB/h.sigma2*math.Exp(-x)
	}
	if !h.fixNoise {
		sum += noise.Log(math.Log(h.noise) + x)
	}
	return sum
}

// ownTerms returns the log priors of the hyperparameters that are point values.
func (h *hyper) ownTerms() float64 {
	sum := 0.0
	if !h.fixTheta {
		sum += logGammaDensity(h.prior.Theta, thetaPriorA, thetaPriorB)
	}
	if !h.fixNoise {
		sum += noise.LogPrecision(h.noise)
	}
	return sum
}
