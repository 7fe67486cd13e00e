package vbmfa

import (
	"math"
	"slices"
)

// A cycle updates everything once: q(x) and q(s), the sums over rows, q(Λ̃), q(ν) and the
// hyperparameters. A group cycle does so for some components alone, which redistribute their joint
// responsibility among themselves, and of the hyperparameters updates only the noise. A cycle is
// done in units of a few milliseconds; the bound is checked after each kind of update. Fields are
// exported for saving.
type cycle struct {
	Group []int // indices of the components of a group cycle; nil for all
	Wide  bool  // look at all rows for all components
	Held  bool  // a*, b* and α* are not updated
	Stage stage
	At    int       // current member
	Low   int       // row, or place among its rows
	Mass  []float64 // of each row, that the group shares
	Among []int32   // rows with a share in the group

	Before    float64 // bound before the current update
	Rest      float64 // part of the bound that a group does not change
	Agitation float64 // greatest of the last assignment
	Least     float64 // least mass of a member

	blocks []*gatherer // of the pieces of a unit of work
}

type stage int

const (
	expecting stage = iota
	assigning
	gathering
	loading
	precision
	hyper
	complete
)

// unitWork is the multiply-adds of a unit of work, about 3 ms.
const unitWork = 3 << 20

// groupCycle returns a cycle of some components.
func (m *mixture) groupCycle(group []int) cycle {
	y := cycle{Group: group, Mass: make([]float64, m.d.n)}
	for _, c := range y.members(m) {
		addScaled(y.Mass, c.R, 1)
	}
	for i, r := range y.Mass {
		if r >= negligible {
			y.Among = append(y.Among, int32(i))
		}
	}
	y.Rest = m.restOf(y.members(m))
	return y
}

// members returns the components that the cycle updates.
func (y *cycle) members(m *mixture) []*component {
	if y.Group == nil {
		return m.Components
	}
	out := make([]*component, len(y.Group))
	for k, s := range y.Group {
		out[k] = m.Components[s]
	}
	return out
}

// value returns the bound.
func (y *cycle) value(m *mixture) float64 {
	if y.Group == nil {
		return m.bound().total()
	}
	sum, spread := y.Rest+m.common(m.logWeights()).total(), m.spread()
	for _, c := range y.members(m) {
		sum += m.content(c, spread).total()
	}
	return sum
}

// restOf returns the contribution of the components outside a group to the bound: O(S·p·k²).
func (m *mixture) restOf(group []*component) float64 {
	sum, spread := 0.0, m.spread()
	for _, c := range m.Components {
		if !slices.Contains(group, c) {
			sum += m.content(c, spread).total()
		}
	}
	return sum
}

// begin restarts the cycle. before is the present bound, NaN if unknown.
func (y *cycle) begin(before float64) { y.Stage, y.At, y.Low, y.Before = expecting, 0, 0, before }

// advance does one unit of work. How much that is follows from the number of threads, but the bits do
// not: they follow from blocks of rows.
func (y *cycle) advance(m *mixture) error {
	all := y.members(m)
	switch y.Stage {
	case expecting:
		y.expect(m, all)
	case assigning:
		if y.Group != nil {
			y.Agitation = m.shareOut(y.Group, y.Mass, y.Among)
		} else {
			y.Agitation = 0
			for _, a := range m.assign(y.Wide) {
				y.Agitation = math.Max(y.Agitation, a)
			}
		}
		y.Stage++
	case gathering:
		y.gather(m, all)
		if y.Stage != gathering {
			y.Least = math.Inf(1)
			for _, c := range all {
				y.Least = math.Min(y.Least, c.Mass)
			}
			return y.compare(m, "q(x) and q(s)")
		}
	case loading:
		group := all[min(y.At, len(all)):]
		group = group[:min(len(group), y.batch(m, all))]
		ok, w := make([]bool, len(group)), widest(group)
		share(len(group), m.d.threads, len(group)*m.d.p*w*w*w, func(k int) { ok[k] = m.updateLoadings(group[k]) })
		if y.Wide && !slices.Contains(ok, false) {
			m.rotate(group)
		}
		for k := range ok {
			if !ok[k] {
				return &Decrease{"q(Λ): its precision cannot be inverted, which", y.Before, math.NaN()}
			}
		}
		if y.At += len(group); y.At >= len(all) {
			y.Stage, y.At = precision, 0
			return y.compare(m, "q(Λ)")
		}
	case precision:
		if !m.maximum {
			for _, c := range all {
				m.updatePrecisions(c)
			}
		}
		y.Stage = hyper
		return y.compare(m, "q(ν)")
	case hyper:
		if y.Group != nil { // the group makes room by less noise
			m.updateNoise()
			y.Rest = m.restOf(all)
			y.Stage = complete
			return y.compare(m, "Ψ")
		}
		for _, u := range []struct {
			name   string
			update func()
		}{{"Ψ", m.updateNoise}, {"μ* and ν*", m.updateMeans}, {"a* and b*", m.updateShape}, {"α*", m.updateConcentration}} {
			if y.Held && (u.name == "a* and b*" || u.name == "α*") {
				continue
			}
			u.update()
			if err := y.compare(m, u.name); err != nil {
				return err
			}
		}
		y.Stage = complete
	}
	return nil
}

// held returns the rows in which a component may have a share.
func (y *cycle) held(c *component) []int32 {
	if y.Group != nil {
		return y.Among
	}
	return c.Near
}

// widest returns the greatest number of factors, plus one.
func widest(group []*component) int {
	w := 1
	for _, c := range group {
		w = max(w, c.K+1)
	}
	return w
}

// batch returns how many members have their loadings updated in one unit of work: one for each thread, or more if
// that is little work.
func (y *cycle) batch(m *mixture, all []*component) int {
	w := widest(all)
	one := m.d.p * w * w * w
	if y.Wide {
		one += m.d.n * w * w // of the rotation
	}
	return m.d.threads * max(1, unitWork/one)
}

// compare checks the bound after an update.
func (y *cycle) compare(m *mixture, update string) error {
	after := y.value(m)
	if !math.IsNaN(y.Before) {
		if err := check(update, y.Before, after, m.slack()); err != nil {
			return err
		}
	}
	y.Before = after
	return nil
}
