package passing

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// across updates q(c) and q(τ) from the marginals of all times.
func (f *Fit) across() {
	f.change = 0
	logs := 0.0 // Σ J⟨log(1−t)⟩
	for _, v := range f.points {
		m0, v0 := f.time[v].moments()
		f.time[v] = f.marginal(v)
		m1, v1 := f.time[v].moments()
		f.change = math.Max(f.change, math.Abs(m1-m0)/math.Sqrt(v1)+math.Abs(v1-v0)/v1)
		logs += f.j[v] * f.time[v].meanLog()
	}
	if math.IsNaN(f.change) {
		f.missed++
	}
	f.updateC(logs)
	f.updateTau()
}

// updateC collects the messages to c (α = 0): q(c) = Ga(a + n, b − ΣJ⟨log(1−t)⟩) over n branch points.
func (f *Fit) updateC(logs float64) {
	if f.hyper.FixC {
		return
	}
	rate := f.hyper.CRate - logs
	if !(rate > 0) {
		f.missed++
		return
	}
	f.cRate *= math.Exp(-f.pace[0].step(math.Log(f.cRate/rate), f.damping))
	f.readC()
}

func (f *Fit) readC() {
	if f.hyper.FixC {
		f.cMean, f.cMeanLog = f.hyper.C, math.Log(f.hyper.C)
		return
	}
	f.cMean, f.cMeanLog = f.cShape/f.cRate, mathext.Digamma(f.cShape)-math.Log(f.cRate)
}

// updateTau collects the messages to τ = 1/σ² (α = 0).
func (f *Fit) updateTau() {
	if f.hyper.FixSigma2 {
		return
	}
	shape, rate := 0.0, 0.0
	for i := range f.factors {
		shape += f.factors[i].shape
		rate += f.factors[i].rate
	}
	shape += f.hyper.TauShape
	rate = f.hyper.TauRate + rate*f.sigma2
	if !(shape > 0 && rate > 0) {
		f.missed++
		return
	}
	f.tauShape = shape
	f.sigma2 *= math.Exp(f.pace[1].step(math.Log(rate/shape/f.sigma2), f.damping))
	f.tauRate = f.tauShape * f.sigma2
}

// A pace lengthens the steps of a quantity that converges slowly. If each step is λ times the one
// before, the steps that are left add up to 1/(1−λ) times the present one (Aitken).
type pace struct {
	before float64
	since  int
}

const (
	rest    = 4  // steps between two long ones
	longest = 12 // times the step asked for
)

// step returns the step to take where an update asks for one of the given size.
func (p *pace) step(size, damping float64) float64 {
	size *= 1 - damping
	long := 1.0
	if ratio := size / p.before; p.since >= rest && ratio > 0.2 && ratio < 1.2 {
		long = math.Min(0.8/math.Max(1-ratio, 0.01)+0.2, longest)
		p.since = -1
	}
	p.since++
	p.before = size
	return math.Max(math.Min(long*size, 1), -1)
}

// Evidence returns the present approximation of log p(y, structure), in nats: equation 7a. It adds the exact
// messages of the locations at v̂ and the scales of the factors and of the marginals of the times, and
// subtracts the divergences of the posteriors of σ² and c from their priors.
func (f *Fit) Evidence() float64 {
	e := f.x.evidence(f.constant, f.variance) + f.tree.Structure
	for _, v := range f.points {
		e += f.marginal(v).logIntegral() + f.cMeanLog
	}
	for i := range f.factors {
		e += f.factors[i].scale
	}
	if !f.hyper.FixSigma2 {
		e += (f.tauShape-f.hyper.TauShape)*(mathext.Digamma(f.tauShape)-math.Log(f.tauShape)) -
			gammaKL(f.tauShape, f.tauRate, f.hyper.TauShape, f.hyper.TauRate)
	}
	if !f.hyper.FixC {
		e -= gammaKL(f.cShape, f.cRate, f.hyper.CShape, f.hyper.CRate)
	}
	return e
}

// gammaKL returns KL(Ga(a,b) ‖ Ga(a0,b0)), shape and rate.
func gammaKL(a, b, a0, b0 float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(a0)
	return (a-a0)*mathext.Digamma(a) - x + y + a0*(math.Log(b)-math.Log(b0)) + a*(b0-b)/b
}
