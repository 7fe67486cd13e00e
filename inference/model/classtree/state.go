package classtree

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/sampler"
)

// Priors: 1/σ² ~ Ga(1, 1) as in the trees over rows, 1/s² ~ Ga(1, 1/10) for numbers of variance 1.
const (
	diffusionShape, diffusionRate = 1, 1
	noiseShape, noiseRate         = 1, 0.1
)

// A state holds the unknowns that a chain draws.
type state struct {
	t     *table
	k     int // classes
	mover *sampler.Mover
	rng   *rand.Rand
	alpha float64 // a; a class has a/K

	group  []int  // of each latent column
	scaled []bool // of each group: s² is learnt, not 1

	z      []int32
	share  []float64 // π
	x      []float64 // k×width, of variance 1
	base   []float64 // b
	sigma2 []float64 // of each group
	noise  []float64

	// Of the latent numbers, which are not kept: seen cells, sum and sum of squares, k×width.
	seen, sum, square []float64

	likelihood float64 // Σ log p(y_i) given all but z and u
}

// newState returns a state of no rows in any class, and a tree from the prior.
func newState(t *table, classes int, own bool, h hyper.Hyper, rng *rand.Rand) *state {
	s := &state{t: t, k: classes, rng: rng, alpha: 1, group: make([]int, t.width)}
	free, held := -1, -1
	for j := range t.columns {
		c := &t.columns[j]
		at := &held
		if c.threshold() {
			at = &free
		}
		if own || *at < 0 {
			*at = len(s.scaled)
			s.scaled = append(s.scaled, !c.threshold())
		}
		for a := c.low; a < c.high; a++ {
			s.group[a] = *at
		}
	}
	cells := classes * t.width
	s.z, s.share = make([]int32, t.n), make([]float64, classes)
	s.x, s.base = make([]float64, cells), make([]float64, t.width)
	s.sigma2, s.noise = make([]float64, len(s.scaled)), make([]float64, len(s.scaled))
	s.seen, s.sum, s.square = make([]float64, cells), make([]float64, cells), make([]float64, cells)
	for g, is := range s.scaled {
		s.sigma2[g], s.noise[g] = 1, 1
		if is {
			s.noise[g] = 0.3
		}
	}
	for k := range s.share {
		s.share[k] = 1 / float64(classes)
	}
	s.mover = sampler.NewMover(classes, t.width, h, rng)
	return s
}

// of returns the part of an array of k×width that belongs to a class.
func (s *state) of(all []float64, class int) []float64 {
	w := s.t.width
	return all[class*w : (class+1)*w]
}

// location returns μ of a class.
func (s *state) location(class, a int) float64 {
	return s.base[a] + math.Sqrt(s.sigma2[s.group[a]])*s.x[class*s.t.width+a]
}

// locations returns μ, k×width.
func (s *state) locations() []float64 {
	m := make([]float64, len(s.x))
	for k := range s.k {
		for a := range s.t.width {
			m[k*s.t.width+a] = s.location(k, a)
		}
	}
	return m
}

// hang sets the messages of the tree's leaves from the latent numbers of each class, equation 8g.
func (s *state) hang() {
	for k := range s.k {
		mean, variance := s.mover.Leaf(k)
		seen, sum := s.of(s.seen, k), s.of(s.sum, k)
		for a, n := range seen {
			g := s.group[a]
			mean[a], variance[a] = 0, math.Inf(1)
			if n > 0 {
				mean[a] = (sum[a]/n - s.base[a]) / math.Sqrt(s.sigma2[g])
				variance[a] = s.noise[g] / (n * s.sigma2[g])
			}
		}
	}
	s.mover.Settle()
}

// settle draws the parameters of the classes, after the moves of the tree: intercepts, locations, σ² and s².
func (s *state) settle() {
	s.drawBase()
	squares := make([]float64, s.t.width)
	branches := s.mover.Locations(s.x, squares)
	s.drawDiffusion(squares, branches)
	s.stretchDiffusion()
	s.drawNoise()
}

// drawBase draws the intercepts, the locations integrated out.
func (s *state) drawBase() {
	mean, variance := make([]float64, s.t.width), make([]float64, s.t.width)
	s.mover.Origin(mean, variance)
	changed := false
	for j := range s.t.columns {
		c := &s.t.columns[j]
		prior := c.intercept()
		if prior == 0 {
			continue
		}
		for a := c.low; a < c.high; a++ {
			sigma2 := s.sigma2[s.group[a]]
			// The likelihood of b given the leaves: N(b + σ·mean; b, σ²·variance), flat where the variance is infinite.
			w := sigma2 * variance[a]
			if math.IsInf(w, 1) {
				s.base[a] = math.Sqrt(prior) * s.rng.NormFloat64()
			} else {
				precision := 1/w + 1/prior
				at := (s.base[a] + math.Sqrt(sigma2)*mean[a]) / w / precision
				s.base[a] = at + s.rng.NormFloat64()/math.Sqrt(precision)
			}
			changed = true
		}
	}
	if changed {
		s.hang()
	}
}

// inverse draws from the inverse gamma distribution.
func (s *state) inverse(shape, rate float64) float64 { return rate / special.GammaDraw(s.rng, shape) }

// drawDiffusion draws σ² while the locations μ stay. squares are the squared steps over their variances at σ² = 1.
func (s *state) drawDiffusion(squares []float64, branches int) {
	was := append([]float64(nil), s.sigma2...)
	for g := range s.sigma2 {
		steps, sum := 0.0, 0.0
		for a, of := range s.group {
			if of == g {
				steps += float64(branches)
				sum += squares[a]
			}
		}
		s.sigma2[g] = s.inverse(diffusionShape+steps/2, diffusionRate+was[g]*sum/2)
	}
	for k := range s.k {
		x := s.of(s.x, k)
		for a, g := range s.group {
			x[a] *= math.Sqrt(was[g] / s.sigma2[g])
		}
	}
}

// stretchDiffusion draws σ² while x stays, so that all classes come nearer or go apart.
func (s *state) stretchDiffusion() {
	for g := range s.sigma2 {
		// −log p(u | σ) = σ²·all/2 − σ·along, but for constants.
		all, along := 0.0, 0.0
		for k := range s.k {
			x, n, sum := s.of(s.x, k), s.of(s.seen, k), s.of(s.sum, k)
			for a, of := range s.group {
				if of == g {
					all += n[a] * x[a] * x[a]
					along += x[a] * (sum[a] - n[a]*s.base[a])
				}
			}
		}
		all, along = all/s.noise[g], along/s.noise[g]
		value := func(y float64) float64 { // of y = log σ²
			sigma := math.Exp(y / 2)
			return -sigma*sigma*all/2 + sigma*along - diffusionShape*y - diffusionRate/(sigma*sigma)
		}
		here := math.Log(s.sigma2[g])
		s.sigma2[g] = math.Exp(slicing.Out(s.rng, here, value(here), 0.5, value))
	}
}

// drawNoise draws s² given the latent numbers and the locations.
func (s *state) drawNoise() {
	for g, is := range s.scaled {
		if !is {
			continue
		}
		cells, squares := 0.0, 0.0
		for k := range s.k {
			n, sum, square := s.of(s.seen, k), s.of(s.sum, k), s.of(s.square, k)
			for a, of := range s.group {
				if of == g && n[a] > 0 {
					m := s.location(k, a)
					cells += n[a]
					squares += math.Max(0, square[a]-2*m*sum[a]+n[a]*m*m)
				}
			}
		}
		s.noise[g] = s.inverse(noiseShape+cells/2, noiseRate+squares/2)
	}
}

// drawShares draws π given z.
func (s *state) drawShares() {
	count := make([]float64, s.k)
	for _, k := range s.z {
		count[k]++
	}
	total := 0.0
	for k, n := range count {
		s.share[k] = special.GammaDraw(s.rng, n+s.alpha/float64(s.k))
		total += s.share[k]
	}
	for k := range s.share {
		s.share[k] = max(s.share[k]/total, 1e-300)
	}
}

// logJoint returns the log density of the cells, π, the locations of the classes with rows, the tree and the
// hyperparameters, z and u integrated out. The tree must be hung again after that.
func (s *state) logJoint() float64 {
	a := s.alpha / float64(s.k)
	sum := s.likelihood + special.LogGamma(s.alpha) - float64(s.k)*special.LogGamma(a)
	for _, p := range s.share {
		sum += (a - 1) * math.Log(p)
	}
	has := s.inUse()
	sum += s.mover.LogDensity(s.x, func(v int) bool { return has[v] })
	for _, g := range s.group {
		sum -= float64(s.used()) / 2 * math.Log(s.sigma2[g])
	}
	for j := range s.t.columns {
		if c := &s.t.columns[j]; c.intercept() > 0 {
			for _, b := range s.base[c.low:c.high] {
				sum -= 0.5 * (math.Log(2*math.Pi*c.intercept()) + b*b/c.intercept())
			}
		}
	}
	for g, is := range s.scaled {
		sum += (priors.Gamma{Shape: diffusionShape, Rate: diffusionRate}).Log(1 / s.sigma2[g])
		if is {
			sum += (priors.Gamma{Shape: noiseShape, Rate: noiseRate}).Log(1 / s.noise[g])
		}
	}
	return sum
}

// used returns the number of classes with rows.
func (s *state) used() (count int) {
	for _, is := range s.inUse() {
		if is {
			count++
		}
	}
	return count
}

// inUse reports which classes have rows.
func (s *state) inUse() []bool {
	has := make([]bool, s.k)
	for _, k := range s.z {
		has[k] = true
	}
	return has
}
