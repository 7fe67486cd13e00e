package vbmfa

import (
	"math"
	"math/rand/v2"
	"slices"
)

// next begins the next epoch, or ends the search.
func (s *search) next() {
	m := s.Mixture
	value := m.bound().total()
	s.Saved, s.Cycles = nil, 0
	s.Value = m.objective(value)
	s.Last = s.Value
	s.keep()
	parent := -1
	for s.options.births && !s.Ending {
		if !s.Removing {
			if parent = s.choose(); parent >= 0 {
				break
			}
			s.Removing = true
		}
		if s.renew() || m.overloaded() && s.shed() || s.remove() {
			return
		}
		if s.Rounds > 0 && s.Risen < worthwhile || s.Rounds >= rounds {
			break
		}
		s.Removing, s.Risen = false, 0
		s.Rounds++
		s.ask(func(int) bool { return true })
		for i := range s.Tries { // the remaining rows may divide differently
			s.Tries[i] = math.Min(s.Tries[i], math.Max(0, s.options.attempts-2))
		}
	}
	if s.Ending {
		if s.shed() {
			return
		}
		if s.Risen == 0 {
			s.Phase = finished
			return
		}
	}
	if parent < 0 {
		m.prune()
		s.Risen = 0
		s.Phase = finishing
		s.open(-1, [2]int{-1, -1})
		s.Cycle = cycle{Wide: true}
		s.Cycle.begin(m.bound().total())
		return
	}
	s.Saved = m.clone()
	mother := m.Components[parent]
	tries := 0.0
	for i, r := range mother.R {
		tries += r * s.Tries[i] / mother.Mass
	}
	children := m.split(parent, s.options.factors, s.way(tries), s.options, s.rng)
	s.open(mother.ID, [2]int{children[0].ID, children[1].ID})
	s.Phase = pairing
	group := []int{parent, len(m.Components) - 1}
	if len(children) == 3 {
		s.Epochs[len(s.Epochs)-1].More = []int{children[2].ID}
		group = append(group, len(m.Components)-2)
	}
	s.Cycle = m.groupCycle(group)
	s.Last = math.NaN()
	s.Cycle.begin(math.NaN())
	s.Cycle.Stage = gathering // first fit the children's loadings to their rows
}

// renew begins an epoch from the present responsibilities alone: noise as if there were no factors, and new factors for
// all components. Noise and factors can divide the variance between them in a way from which no update of either
// escapes.
func (s *search) renew() bool {
	if s.Renewed == s.Rounds+1 {
		return false
	}
	s.Renewed = s.Rounds + 1
	m, d := s.Mixture, s.Mixture.d
	s.Saved = m.clone()
	within := squares(m)
	for _, c := range m.Components {
		w := c.K + 1
		for q := range d.p {
			sum, mass := c.Syx[q*w+c.K], c.Sxx[d.classes[q]*w*w+w*w-1]
			within[q] -= sum * sum / math.Max(mass, negligible)
		}
	}
	for q := range within {
		m.setPsi(q, math.Max(within[q]/math.Max(d.count[q], 1), d.floor[q]))
	}
	if m.isotropic {
		m.setIsotropic(within)
	}
	m.setNoise()
	if !m.fixed.shape {
		m.Shape = s.options.shape
	}
	if !m.fixed.rate {
		m.Rate = s.options.rate
	}
	for k, c := range m.Components {
		m.Components[k] = m.endow(c, s.options.factors, s.rng)
	}
	s.open(-1, [2]int{-1, -1})
	s.Epochs[len(s.Epochs)-1].Anew = true
	s.Phase = settling
	s.Cycle = cycle{Wide: true}
	s.Last = math.NaN()
	s.Cycle.begin(math.NaN())
	s.Cycle.Stage = gathering
	return true
}

// shed begins an epoch in which a component loses its weakest factor, and reports whether there was
// one to try. A factor that has found a chance direction is not switched off, and alternating
// updates do not release it although it is not worth its loadings.
func (s *search) shed() bool {
	m := s.Mixture
	pick, factor, least := -1, -1, 50+5*float64(m.d.p)
	for i, c := range m.Components {
		if s.Lean[c.ID] {
			continue
		}
		for l := range c.K {
			if v := m.worth(c, l); v < least {
				pick, factor, least = i, l, v
			}
		}
	}
	if pick < 0 {
		return false
	}
	s.Saved = m.clone()
	m.Components[pick] = m.without(m.Components[pick], factor)
	s.open(m.Components[pick].ID, [2]int{-1, -1})
	s.Epochs[len(s.Epochs)-1].Shed = true
	s.Phase = pairing
	s.Cycle = m.groupCycle([]int{pick})
	s.Last = math.NaN()
	s.Cycle.begin(math.NaN())
	return true
}

// enoughRows is the number of rows for each factor below which a mixture is overloaded.
const enoughRows = 12

// overloaded reports whether a mixture has so many factors for its rows that it would gain by leaving a true cluster
// out, together with idle factors.
func (m *mixture) overloaded() bool {
	factors := 0
	for _, c := range m.Components {
		factors += c.K
	}
	return !m.maximum && m.d.n < enoughRows*factors
}

// worth returns roughly how many nats the rows of a component lose without one of its factors, if
// nothing else changes: ½n(g − ln(1 + g)) for g = Σ_q Λ_q²/Ψ_q.
func (m *mixture) worth(c *component, l int) float64 {
	g := 0.0
	for q, v := range m.Psi {
		g += c.loading(q)[l] * c.loading(q)[l] / v
	}
	return 0.5 * c.Mass * (g - math.Log1p(g))
}

// remove begins an epoch without one of the components, starting with the one that adds least per
// row, and reports whether there was one to try. A component that was needed while the mixture grew
// may be superfluous afterwards.
func (s *search) remove() bool {
	m := s.Mixture
	if len(m.Components) == 1 {
		return false
	}
	logWeight := m.logWeights()
	pick, lowest := -1, math.Inf(1)
	for i, c := range m.Components {
		if _, spared := s.Spared[c.ID]; spared {
			continue
		}
		if score := m.score(i, logWeight[i]); score < lowest {
			pick, lowest = i, score
		}
	}
	if pick < 0 {
		return false
	}
	s.Saved = m.clone()
	gone := m.Components[pick]
	s.open(gone.ID, [2]int{-1, -1})
	s.Phase = pairing
	heirs := m.leaveOut(pick, s.options.factors, s.rng)
	s.Heirs[gone.ID] = nil
	for _, k := range heirs {
		s.Heirs[gone.ID] = append(s.Heirs[gone.ID], m.Components[k].ID)
	}
	s.Cycle = m.groupCycle(heirs)
	s.Last = math.NaN()
	s.Cycle.begin(math.NaN())
	s.Cycle.Stage = gathering
	return true
}

// heir is the share of its rows that a component must gain to be restarted.
const heir = 0.1

// leaveOut removes a component from the mixture, divides its rows among the others by their
// responsibilities, and returns the indices of those that gain many. They restart with k factors on
// the rows they then have.
func (m *mixture) leaveOut(gone, k int, rng *rand.Rand) []int {
	logWeight := m.logWeights()
	c := m.Components[gone]
	m.Components = slices.Delete(slices.Clone(m.Components), gone, gone+1)
	logWeight = slices.Delete(logWeight, gone, gone+1)
	gain, share := make([]float64, len(m.Components)), make([]float64, len(m.Components))
	all := make([]int, len(m.Components))
	for s := range all {
		all[s] = s
	}
	for i, r := range c.R {
		if r > 0 {
			m.divide(i, all, logWeight, share)
			addScaled(gain, share, r)
		}
	}
	var heirs []int
	for s, o := range m.Components {
		if gain[s] > heir*(o.Mass+gain[s]) {
			heirs = append(heirs, s)
		}
	}
	if heirs == nil {
		heirs = []int{slices.Index(gain, slices.Max(gain))}
	}
	m.bequeath(c, heirs, logWeight)
	for _, s := range heirs {
		m.Components[s] = m.endow(m.Components[s], k, rng)
	}
	return heirs
}

// inherit divides the rows of a removed component among all others.
func (m *mixture) inherit(c *component) {
	all := make([]int, len(m.Components))
	for s := range all {
		all[s] = s
	}
	m.bequeath(c, all, m.logWeights())
}

// bequeath divides the rows of a removed component among heirs, by their responsibilities.
func (m *mixture) bequeath(c *component, heirs []int, logWeight []float64) {
	share := make([]float64, len(m.Components))
	for i, r := range c.R {
		if r == 0 {
			continue
		}
		m.divide(i, heirs, logWeight, share)
		for _, s := range heirs {
			if v := r * share[s]; v > 0 {
				o := m.Components[s]
				o.R[i] += v
				o.Near = append(o.Near, int32(i))
			}
		}
	}
	for _, s := range heirs {
		o := m.Components[s]
		slices.Sort(o.Near)
		o.Near = slices.Compact(o.Near)
		o.Mass = 0
		for _, r := range o.R {
			o.Mass += r
		}
		o.sumEntropy()
	}
}

// divide sets the share of each of some components in row i, as if there were no others.
func (m *mixture) divide(i int, among []int, logWeight, share []float64) {
	most, sum := math.Inf(-1), 0.0
	for _, s := range among {
		share[s] = logWeight[s] + m.Components[s].E[i]
		most = math.Max(most, share[s])
	}
	for _, s := range among {
		share[s] = math.Exp(share[s] - most)
		sum += share[s]
	}
	for _, s := range among {
		share[s] /= sum
	}
}

// choose returns the index of the component to split next, −1 if none is left.
func (s *search) choose() int {
	m := s.Mixture
	if len(m.Components) >= s.options.most {
		return -1
	}
	logWeight := m.logWeights()
	best, least, lowest := -1, math.Inf(1), math.Inf(1)
	var open []int
	var weights []float64
	for i, c := range m.Components {
		tries := 0.0
		for j, r := range c.R {
			tries += r * s.Tries[j]
		}
		tries /= math.Max(c.Mass, 1e-300)
		if c.Mass < 4 || tries > s.options.attempts-0.5 {
			continue
		}
		open = append(open, i)
		weights = append(weights, c.Mass*(s.options.attempts-tries))
		round, score := math.Round(tries), m.score(i, logWeight[i])
		if round < least || round == least && score < lowest {
			best, least, lowest = i, round, score
		}
	}
	if !s.options.byCounts || best < 0 {
		return best
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	u := s.rng.Float64() * total
	for k, i := range open {
		if u -= weights[k]; u < 0 {
			return i
		}
	}
	return best
}
