package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/process/pitmanyor"
)

// Hyperparameters are drawn once a sweep, given the tree, locations integrated out.
// Their priors are densities in c, τ = 1/σ², 1/s², θ and α (math 5.1).

// gammaDraw draws from Ga(a, b), shape and rate.
func gammaDraw(rng *rand.Rand, a, b float64) float64 { return special.GammaDraw(rng, a) / b }

// exposure returns the number of branch points and Σ_v H_{m_v−1}(ℓ_v − ℓ_pa).
func (l *live) exposure() (events, sum float64) {
	for _, v := range l.Preorder() {
		if !l.IsLeaf(v) {
			events++
			sum += l.hyper.Prior.Harmonic(int(l.Node[v].Size)-1) * (l.Node[v].Ell - l.ParentEll(v))
		}
	}
	return events, sum
}

// drawC draws c from its conditional given the times, a gamma distribution (10.2).
func (c *current) drawC() {
	l := c.Live
	events, sum := l.exposure()
	l.hyper.SetC(gammaDraw(c.rng, priors.C.Shape+events, priors.C.Rate+sum))
}

// stretch draws c again while all c·ℓ stay, so that the times follow. The prior of the waiting
// times then does not change; the likelihood and the prior of c decide.
func (c *current) stretch() { c.stretchWith(0) }

// stretchAndFollow is stretch with σ² following the mean ℓ of the branch points, so that most
// variances near the leaves stay as they are. In (c, cℓ, log σ²) the map is a shear.
func (c *current) stretchAndFollow() {
	l, sum, points := c.Live, 0.0, 0.0
	for v := l.N; v < len(l.Node); v++ {
		if l.InUse(int32(v)) {
			sum += l.Node[v].Ell
			points++
		}
	}
	if points > 0 {
		c.stretchWith(sum / points)
	}
}

// stretchWith lets log σ² follow a mean ℓ; if the mean is 0, σ² stays.
func (c *current) stretchWith(mean float64) {
	l := c.Live
	points := c.points[:0]
	for _, v := range l.Preorder() {
		if !l.IsLeaf(v) {
			points = append(points, l.Node[v])
		}
	}
	c.points = points
	order := append(c.branches[:0], l.LastOrder()...)
	c.branches = order
	was, sigma2, last := l.hyper.C, l.hyper.Sigma2, math.NaN()
	target := func(x, likelihood float64) float64 {
		// x is log c, whose density is c times that of c.
		f := l.Power*likelihood + priors.C.Shape*x - priors.C.Rate*math.Exp(x)
		if mean > 0 {
			f += -priors.Tau.Shape*math.Log(l.hyper.Sigma2) - priors.Tau.Rate/l.hyper.Sigma2
		}
		return f
	}
	value := func(x float64) float64 {
		scale, i := was/math.Exp(x), 0
		for _, v := range order {
			if !l.IsLeaf(v) {
				if l.SetEll(v, points[i].Ell*scale); l.Node[v].Ell > latestEll {
					return math.Inf(-1)
				}
				i++
			}
		}
		if l.hyper.Sigma2 = sigma2 * math.Exp(mean*(scale-1)); l.hyper.Sigma2 < 1e-300 || l.hyper.Sigma2 > 1e300 {
			return math.Inf(-1)
		}
		last = x
		return target(x, l.Evaluate(order))
	}
	here := math.Log(was)
	// The width depends only on c·ℓ, which stays: the reverse move must step out with the same
	// width (Neal 2003).
	width := 0.5 * c.Problem.Sharpness() / (1 + was*mean)
	x := slicing.Out(c.rng, here, target(here, l.LogLikelihood()), width, value)
	l.hyper.SetC(math.Exp(x))
	if x != last {
		value(x)
	}
}

// drawSigma2 draws σ² given the noise, and drawNoise the noise given σ², by slice
// sampling of the logarithm.
func (c *current) drawSigma2() {
	l := c.Live
	c.drawVariance(&l.hyper.Sigma2, 0, logDiffusion, func() {})
}

func (c *current) drawNoise() {
	if c.holdNoise {
		return
	}
	l := c.Live
	c.drawVariance(&l.hyper.Noise, l.hyper.LeastNoise, noise.Log, l.SetNoise)
}

// logDiffusion returns the log prior density of ln σ² at x, up to a constant: of a precision that has a Ga(a, b)
// prior, whose logarithm has the power a, not a−1.
func logDiffusion(x float64) float64 {
	return -priors.Tau.Shape*x - priors.Tau.Rate*math.Exp(-x)
}

// drawVariance draws a variance by slice sampling of its logarithm; set is called after each change.
func (c *current) drawVariance(variance *float64, least float64, logPrior func(x float64) float64, set func()) {
	l, last := c.Live, math.NaN()
	order := l.Preorder()
	value := func(x float64) float64 {
		if *variance = math.Exp(x); *variance < math.Max(least, 1e-300) || *variance > 1e300 {
			return math.Inf(-1)
		}
		last = x
		set()
		return l.Power*l.Evaluate(order) + logPrior(x)
	}
	here := math.Log(*variance)
	x := slicing.Out(c.rng, here, value(here), c.Problem.Sharpness(), value)
	if x != last {
		value(x)
	}
}

// drawScale draws a common factor of σ² and the noise. With all variances scaled by
// f, the likelihood is f^(−cells/2)·exp(−Q/f/2), Q its quadratic form now, so that 1/f
// has a gamma distribution.
func (c *current) drawScale() {
	l := c.Live
	h := &l.hyper
	shape, rate := priors.Tau.Shape+l.Power*float64(l.problem.Cells)/2,
		priors.Tau.Rate/h.Sigma2+l.Power*l.quadratic()/2
	f := 0.0
	if h.Noise > 0 {
		was := math.Log(h.Noise)
		value := func(x float64) float64 { return -shape*x - rate*math.Exp(-x) + noise.Log(was+x) }
		f = math.Exp(slicing.Out(c.rng, 0, value(0), c.Problem.Sharpness(), value))
	} else {
		f = 1 / gammaDraw(c.rng, shape, rate)
	}
	h.Sigma2 *= f
	h.Noise *= f
	l.SetNoise()
	l.Recompute()
}

// quadratic returns yᵀΣ⁻¹y of the Gaussian likelihood.
func (l *live) quadratic() float64 {
	q, sigma2 := 0.0, l.hyper.Sigma2
	for _, v := range l.Preorder() {
		if l.IsLeaf(v) {
			continue
		}
		nv, up := &l.Node[v], l.Row(v)
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			row := l.Row(b)
			for k, cl := range l.Classes {
				if w := row[k] + sigma2*(nv.Rem-l.Node[b].Rem); !math.IsInf(w, 1) {
					q += vector.SquaredDistance(row[l.C+cl.Low:l.C+cl.High], up[l.C+cl.Low:l.C+cl.High]) / w
				}
			}
		}
	}
	return q + l.QuadraticOfTop()
}

// drawStructure draws θ, then α, given structure and times, by slice sampling on their ranges. If c
// is learnt it is integrated out, which leaves (b + Σ H(ℓ_v−ℓ_pa)) to the power of −(a + branch
// points), and is then drawn again: θ and α change the rates that it scales.
func (c *current) drawStructure() {
	l := c.Live
	h := &l.hyper
	if l.IsLeaf(l.Top) {
		return
	}
	g, events := l.counts(), l.Points()
	value := func(theta, alpha float64) float64 {
		structure, exposure := g.Sums(theta, alpha)
		if h.FixC {
			return structure - h.C*exposure
		}
		return structure - (priors.C.Shape+events)*math.Log(priors.C.Rate+exposure)
	}
	theta, alpha := h.Prior.Theta, h.Prior.Alpha
	if !h.FixTheta {
		low, high := math.Max(priors.LeastTheta, -2*alpha), priors.LargestTheta
		f := func(x float64) float64 {
			theta := math.Exp(x)
			return value(theta, alpha) + priors.Theta.Shape*x - priors.Theta.Rate*theta
		}
		x := math.Log(theta)
		theta = math.Exp(slicing.Between(c.rng, math.Log(low), math.Log(high), x, f(x), f))
	}
	if !h.FixAlpha {
		f := func(x float64) float64 { return value(theta, x) }
		alpha = slicing.Between(c.rng, math.Max(0, -theta/2), priors.LargestAlpha, alpha, f(alpha), f)
	}
	h.SetStructure(theta, alpha)
	if !h.FixC {
		c.drawC()
	}
}

// counts gathers what the prior of structure and times depends on.
func (l *live) counts() *pitmanyor.Counts {
	g := pitmanyor.NewCounts(int(l.Node[l.Top].Size))
	for _, v := range l.Preorder() {
		if l.IsLeaf(v) {
			continue
		}
		nv := &l.Node[v]
		g.BranchPoint(int(nv.Kids), int(nv.Size), nv.Ell-l.ParentEll(v))
		k := 0
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			k++
			g.Child(k, int(l.Node[b].Size))
		}
	}
	return g
}

// shift draws σ² again while all σ²(1−t) below the top stay: every ℓ moves as far as log σ².
// Waiting times and variances do not change, except on the branch above the top, so that the part
// of the tree near the leaves does not hold σ² back.
func (c *current) shift() {
	l := c.Live
	h, top := &l.hyper, &l.Node[l.Top]
	if l.IsLeaf(l.Top) {
		return
	}
	last := 0.0
	for v := l.N; v < len(l.Node); v++ {
		if l.InUse(int32(v)) {
			last = math.Max(last, l.Node[v].Ell)
		}
	}
	up := l.Row(l.Top)
	rate, was := h.C*h.Prior.Harmonic(int(top.Size)-1), math.Log(h.Sigma2)
	value := func(x float64) float64 {
		if top.Ell+x <= 0 || last+x > latestEll {
			return math.Inf(-1)
		}
		f := -priors.Tau.Shape*(was+x) - priors.Tau.Rate*math.Exp(-was-x) - rate*x
		above := h.Sigma2 * (math.Exp(x) - top.Rem) // σ²eˣ·(1 − rem·e⁻ˣ)
		for k, cl := range l.Classes {
			if w := up[k] + above; !math.IsInf(w, 1) {
				q := 0.0
				for _, m := range up[l.C+cl.Low : l.C+cl.High] {
					q += m * m
				}
				f -= 0.5 * l.Power * (cl.Weight*math.Log(w) + q/w)
			}
		}
		return f
	}
	x := slicing.Out(c.rng, 0, value(0), 0.5, value)
	h.Sigma2 *= math.Exp(x)
	for v := l.N; v < len(l.Node); v++ {
		if l.InUse(int32(v)) {
			l.SetEll(int32(v), l.Node[v].Ell+x)
		}
	}
	l.Recompute()
}
