package teach

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/shrinkage"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach/stage"
)

// sparsity is stage 6: priors that make loadings small, and their effect on one.
func sparsity() Stage {
	return Stage{
		Name:  "sparsity",
		Title: "Priors that make loadings sparse",
		Summary: "Normal, Laplace, Student-t, horseshoe, spike-and-slab: how each prior changes the estimate of one " +
			"noisy loading.",
		Text: "A loading g is measured once, with noise: y = g + e. What do we then know about g? That depends on " +
			"the prior. The normal prior shrinks every value by the same factor. The Laplace prior subtracts about " +
			"the same amount. Student-t and horseshoe have heavy tails: they pull small values towards zero and " +
			"hardly change large ones. Spike-and-slab assumes that most loadings are exactly zero and gives the " +
			"probability that this one is; BFRM gives each factor such a share of its own. Below are pairs of loadings drawn from each prior: the sparser the prior, " +
			"the closer they lie to the axes. Each step measures a larger y.",
		Formula: []string{
			`p(g | y) ∝ N(y; g, ψ) p(g), \quad g | s ~ N(0, s^2)`,
			`E[g | y, s] = \frac{s^2}{s^2 + ψ} y`,
			`\text{spike-and-slab: } g ~ π N(0, s^2) + (1 - π) δ_0`,
		},
		Try: []string{
			"Measure more precisely: noise 0.4. --set noise=0.4",
			"Expect few loadings: one in twenty is in the slab. --set share=0.05",
			"Give Student-t light tails, with 30 degrees of freedom: it is nearly normal. --set freedom=30",
		},
		More: []string{
			"Knowles (2012), PhD thesis, section 2.4, figures 2.1 and 2.2",
			"Carvalho, Polson and Scott (2009), Handling sparsity via the horseshoe",
		},
		Controls: []inference.Parameter{
			{Name: "noise", Title: "√ψ, noise", Type: inference.Real, Default: "1", Min: 0.1, Max: 3, Help: "Standard " +
				"deviation of the measurement noise."},
			{Name: "share", Title: "π, share of the slab", Type: inference.Real,
				Default: "0.2", Min: 0.01, Max: 0.99, Help: "Prior " +
					"probability that a loading is not zero under spike-and-slab."},
			{Name: "freedom", Title: "ν, degrees of freedom", Type: inference.Real, Default: "1", Min: 0.5, Max: 40,
				Help: "Degrees of freedom of Student-t: small values give heavy tails; 1 is the Cauchy distribution."},
			{Name: "scale", Title: "s, scale", Type: inference.Real, Default: "1", Min: 0.2, Max: 3,
				Help: "Scale of all the priors, and of the slab."},
		},
		Pace: 6,
		New: stage.Rules[*sparsityPlay]{
			Start: newSparsity,
			Steps: func(*sparsityPlay) int { return sparsitySteps }, Step: (*sparsityPlay).step,
			Copy:   func(p *sparsityPlay) { p.rng = p.rng.Clone() },
			Figure: (*sparsityPlay).figure, Counters: (*sparsityPlay).counters, Summary: (*sparsityPlay).summary,
		}.New,
	}
}

const (
	sparsitySteps = 60
	sparsityMost  = 6.0 // the greatest measurement
	posteriorLow  = -3.0
	posteriorHigh = 9.0
	pairsAStep    = 5   // drawn from each prior
	nearZero      = 0.5 // |g| up to which draws are counted as near 0
)

// A sparsityPlay measures a larger y at every step.
type sparsityPlay struct {
	*sparsityPlan
	rng  random
	at   int
	draw [][]float64 // of each prior
	near []int       // how many draws lie near 0
}

// A sparsityPlan holds the constants of a course.
type sparsityPlan struct {
	noise, share, freedom, scale float64
	priors                       []shrinkage.Prior
	grid                         []float64   // of g and y
	far                          []float64   // of g, to the extent of the posteriors
	density                      [][]float64 // of each prior on the grid
	mean                         [][]float64 // E[g | y] for y on the grid
}

func newSparsity(o Options) (*sparsityPlay, error) {
	p := &sparsityPlan{noise: o.Settings.Real("noise"), share: o.Settings.Real("share"),
		freedom: o.Settings.Real("freedom"), scale: o.Settings.Real("scale")}
	p.priors = []shrinkage.Prior{shrinkage.Normal(p.scale), shrinkage.Laplace(p.scale),
		shrinkage.StudentT(p.scale, p.freedom), shrinkage.Horseshoe(p.scale), shrinkage.SpikeAndSlab(p.scale, p.share)}
	const half = 60
	for i := range 2*half + 1 {
		p.grid = append(p.grid, sparsityMost*float64(i-half)/half)
	}
	p.grid[half] = 1e-3 // the horseshoe's density is infinite at 0
	for i := range 2*half + 1 {
		p.far = append(p.far, posteriorLow+(posteriorHigh-posteriorLow)*float64(i)/(2*half)+1e-3)
	}
	for _, prior := range p.priors {
		density, mean := make([]float64, len(p.grid)), make([]float64, len(p.grid))
		for i, g := range p.grid {
			density[i], mean[i] = prior.Density(g), prior.Posterior(g, p.noise*p.noise).Mean
		}
		p.density, p.mean = append(p.density, density), append(p.mean, mean)
	}
	return &sparsityPlay{sparsityPlan: p, rng: newRandom(o.Seed, 0), draw: make([][]float64, len(p.priors)),
		near: make([]int, len(p.priors))}, nil
}

func (p *sparsityPlay) y() float64 { return sparsityMost * float64(p.at) / sparsitySteps }

func (p *sparsityPlay) step() {
	p.at++
	draw, near := make([][]float64, len(p.priors)), make([]int, len(p.priors))
	for k, prior := range p.priors {
		draw[k], near[k] = p.draw[k][:len(p.draw[k]):len(p.draw[k])], p.near[k]
		for range 2 * pairsAStep {
			g := prior.Draw(p.rng.Rand)
			draw[k] = append(draw[k], g)
			if math.Abs(g) <= nearZero {
				near[k]++
			}
		}
	}
	p.draw, p.near = draw, near
}

func (p *sparsityPlay) counters() []Counter {
	v := p.noise * p.noise
	exact := []float64{shrinkage.NormalMean(p.y(), v, p.scale), shrinkage.LaplaceMean(p.y(), v, p.scale), 0, 0,
		shrinkage.SpikeAndSlabMean(p.y(), v, p.scale, p.share)}
	var out []Counter
	for _, k := range []int{0, 1, 4} {
		out = append(out, Counter{Name: "E[g | y], " + p.priors[k].Name, Drawn: p.priors[k].Posterior(p.y(), v).Mean,
			Expected: exact[k], Spread: math.NaN(), Exact: true})
	}
	for _, k := range []int{0, 2, 3} {
		c := Counter{Name: "|g| ≤ 0.5, " + p.priors[k].Name, Drawn: math.NaN(),
			Expected: p.priors[k].Within(nearZero), Spread: math.NaN()}
		if n := float64(len(p.draw[k])); n > 0 {
			c.Drawn, c.Spread = float64(p.near[k])/n, math.Sqrt(c.Expected*(1-c.Expected)/n)
		}
		out = append(out, c)
	}
	return out
}

func (p *sparsityPlay) summary() string {
	v := p.noise * p.noise
	text := fmt.Sprintf("A loading is measured as %s with noise of standard deviation %s. It is estimated as",
		plotting.FormatNumber(p.y()), plotting.FormatNumber(p.noise))
	for k, prior := range p.priors {
		sep := ","
		if k == len(p.priors)-1 {
			sep = fmt.Sprintf(", and is exactly zero with probability %.2f.", prior.Posterior(p.y(), v).Zero)
		}
		text += fmt.Sprintf(" %.2f by the %s%s", prior.Posterior(p.y(), v).Mean, prior.Name, sep)
	}
	return text
}

func (p *sparsityPlay) figure() plotting.Figure {
	m := &sparsityPicture{sparsityPlan: p.sparsityPlan, y: p.y(), draw: p.draw}
	for _, prior := range p.priors {
		q := prior.Posterior(p.y(), p.noise*p.noise)
		density := make([]float64, len(p.far))
		for i, g := range p.far {
			density[i] = q.Density(g)
		}
		m.posterior, m.after = append(m.posterior, q), append(m.after, density)
	}
	return m.drawing()
}
