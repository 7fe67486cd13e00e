package hyper

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mathext"
)

// Hyper holds the hyperparameters as the tree sees them, with the variational
// posteriors of τ = 1/σ² and c where they are learnt (math 5.1).
type Hyper struct {
	Sigma2 float64 // 1/⟨τ⟩, the variance at which messages are passed
	Kappa  float64 // ⟨log τ⟩ − log ⟨τ⟩ ≤ 0; 0 when σ² is fixed
	C, LnC float64 // ⟨c⟩ and ⟨log c⟩
	Noise  float64 // observation noise variance s²
	Prior  *pitmanyor.Prior
	// leastNoise bounds the noise from below where columns vary together and a chain learns it.
	LeastNoise float64
	// Where typical > 0, the objective adds for a tree of n branch points
	// weight·(n − typical) − (n − typical)²/(2·spread²), see tally.
	Weight, Typical, Spread float64

	Constant           float64 // the objective's terms that depend on no tree
	TauA, TauB, CA, CB float64 // q(τ) = Ga(tauA, tauB), q(c) = Ga(cA, cB)
	FixSigma2, FixC    bool
	FixTheta, FixAlpha bool
	FixNoise           bool
	ManyNoises         bool    // the noise is learnt from several starts
	HoldStructure      bool    // θ and α are not learnt yet
	Held               bool    // θ, α, c and the noise are what a pilot has learnt, and stay so
	Stride             float64 // how far beyond its update the noise, or σ² of a binary table, moves, 1 at least
	Largest            int     // leaves the prior is tabulated for
}

// New returns the starting hyperparameters of a problem.
func New(p *problem.Problem, sigma2, c, theta, alpha, noise float64, fixSigma2, fixC, fixTheta, fixAlpha,
	fixNoise bool) Hyper {
	h := Hyper{Sigma2: sigma2, C: c, Noise: noise, FixSigma2: fixSigma2, FixC: fixC,
		FixTheta: fixTheta, FixAlpha: fixAlpha,
		FixNoise: fixNoise, Largest: p.N}
	if !fixNoise && noise == 0 {
		h.ManyNoises = true
		h.Noise = 0.01 * p.MeanVar // 0 is a fixed point of the update
	}
	// Posteriors as narrow as a whole tree would make them, at the given means.
	h.TauA = priors.Tau.Shape + float64(p.N)*float64(p.D)/2
	h.TauB = h.TauA * sigma2
	h.CA = priors.C.Shape + float64(p.N)
	h.CB = h.CA / c
	h.SetStructure(theta, alpha)
	h.Refresh()
	return h
}

// gammaKL returns KL(Ga(a,b) ‖ Ga(a0,b0)), shape and rate.
func gammaKL(a, b, a0, b0 float64) float64 {
	return (a-a0)*mathext.Digamma(a) - special.LogGamma(a) + special.LogGamma(a0) +
		a0*(math.Log(b)-math.Log(b0)) + a*(b0-b)/b
}

// Refresh derives everything else from the posteriors and point values.
func (h *Hyper) Refresh() {
	h.Constant = 0
	if !h.FixSigma2 {
		h.Sigma2 = h.TauB / h.TauA
		h.Kappa = mathext.Digamma(h.TauA) - math.Log(h.TauA)
		h.Constant -= gammaKL(h.TauA, h.TauB, priors.Tau.Shape, priors.Tau.Rate)
	}
	if !h.FixC {
		h.C = h.CA / h.CB
		h.LnC = mathext.Digamma(h.CA) - math.Log(h.CB)
		h.Constant -= gammaKL(h.CA, h.CB, priors.C.Shape, priors.C.Rate)
	} else {
		h.LnC = math.Log(h.C)
	}
	if !h.FixTheta {
		h.Constant += priors.Theta.Log(h.Prior.Theta)
	}
	if !h.FixNoise {
		h.Constant += noise.LogPrecision(h.Noise)
	}
}

// SetStructure replaces θ and α.
func (h *Hyper) SetStructure(theta, alpha float64) {
	if h.Prior == nil || h.Prior.Theta != theta || h.Prior.Alpha != alpha {
		h.Prior = pitmanyor.NewPrior(theta, alpha, h.Largest)
	}
	if h.Typical > 0 {
		h.Prior = h.Prior.Counting(Resolutions)
	}
}

// Plain returns hyperparameters that start near binary trees, where θ and α are learnt.
func (h Hyper) Plain() Hyper {
	h.HoldStructure = false
	if h.Held {
		return h
	}
	if !h.FixTheta && !h.FixAlpha {
		h.SetStructure(0.05, 0)
		h.Refresh()
	}
	return h
}

// Noisier returns the hyperparameters of the i-th start: every other one begins with
// ten times the noise, which has local maxima of its own.
func (h Hyper) Noisier(i int) Hyper {
	if h.ManyNoises && !h.Held && i%2 == 1 {
		h.Noise *= 10
		h.Refresh()
	}
	return h
}

// LearnsNoise reports whether the noise follows the tree.
func (h *Hyper) LearnsNoise() bool { return !h.FixNoise && !h.Held }

// Tally returns what the objective adds for a tree of n branch points. The evidence of single trees
// does not tell how many branch points to expect, because there are many more trees with many
// branch points. The evidence compares trees with equally many; the tally sets the number (math
// 6.4).
func (h *Hyper) Tally(n float64) float64 {
	if h.Typical == 0 {
		return 0
	}
	off := n - h.Typical
	return h.Weight*off - off*off/(2*h.Spread*h.Spread)
}

// Expect makes the objective expect a number of branch points.
func (h *Hyper) Expect(points pitmanyor.Moment, weight float64) {
	h.Weight, h.Typical, h.Spread = weight, Typical(points), math.Max(points.Deviation/tallyShare, 1)
	h.Prior = h.Prior.Counting(Resolutions)
}

// Typical returns the median of a log-normal distribution with these moments. If some draws are
// stars and others detailed trees, the mean fits neither.
func Typical(m pitmanyor.Moment) float64 {
	return m.Mean / math.Sqrt(1+m.Deviation*m.Deviation/(m.Mean*m.Mean))
}

// tallyShare is the factor by which the tally is narrower than the posterior.
const tallyShare = 6

// Resolutions is the power of the number of resolutions by which the probability of a branch point
// is divided. The others are not as good as the best one, so a half serves for all (math 5.5).
const Resolutions = 0.5

// SetC sets c to a value that is taken as known.
func (h *Hyper) SetC(c float64) { h.C, h.LnC = c, math.Log(c) }

// LogHyperprior returns the log densities of the hyperparameters that are learnt, in
// 1/σ², c, θ and 1/s²; that of α is a constant.
func (h *Hyper) LogHyperprior() float64 {
	sum := 0.0
	if !h.FixSigma2 {
		sum += priors.Tau.Log(1 / h.Sigma2)
	}
	if !h.FixC {
		sum += priors.C.Log(h.C)
	}
	if !h.FixTheta {
		sum += priors.Theta.Log(h.Prior.Theta)
	}
	if !h.FixNoise {
		sum += noise.LogPrecision(h.Noise)
	}
	return sum
}

// LogDilation returns the log density of σ² and the noise, both times eˣ, where they are learnt: in log σ²
// and the log of the noise, up to a constant.
func (h *Hyper) LogDilation(x float64) (sum float64) {
	if !h.FixSigma2 {
		sum -= priors.Tau.Shape*x + priors.Tau.Rate/h.Sigma2*math.Exp(-x)
	}
	if !h.FixNoise {
		sum += noise.Log(math.Log(h.Noise) + x)
	}
	return sum
}

// OwnTerms returns the log priors of the hyperparameters that are point values.
func (h *Hyper) OwnTerms() float64 {
	sum := 0.0
	if !h.FixTheta {
		sum += priors.Theta.Log(h.Prior.Theta)
	}
	if !h.FixNoise {
		sum += noise.LogPrecision(h.Noise)
	}
	return sum
}
