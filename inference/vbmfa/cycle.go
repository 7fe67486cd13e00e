package vbmfa

import (
	"math"
	"sync"
)

// A cycle updates everything once: q(x) and q(s), the sums over rows, q(Λ̃), q(ν) and
// the hyperparameters. A pair cycle does so for two components alone, which share
// what belongs to both, and leaves the hyperparameters. It is done in units of a few
// milliseconds; after each kind of update the bound is checked. Fields are exported
// to be saved.
type cycle struct {
	Pair  bool
	Wide  bool // all rows are looked at for all components
	First int  // index of the first of the pair; the second is the last component
	Stage stage
	At    int       // member whose turn it is
	Low   int       // row
	Mass  []float64 // of each row, in the pair
	Both  []bool    // rows that have a share in the pair

	Before    float64 // bound before the update under way
	Rest      float64 // of the bound, which a pair does not change
	Agitation float64 // greatest of the last assignment
	Least     float64 // least mass of a member

	expecters []*expecter
	gatherers []*gatherer
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

// unitWork is the multiply-adds of a unit, about 3 ms.
const unitWork = 3 << 20

// parallelWork is the multiply-adds below which a goroutine is not worth its start.
const parallelWork = 1 << 16

// members returns the components that the cycle updates.
func (y *cycle) members(m *mixture) []*component {
	if y.Pair {
		return []*component{m.Components[y.First], m.Components[len(m.Components)-1]}
	}
	return m.Components
}

// value returns the bound.
func (y *cycle) value(m *mixture) float64 {
	if !y.Pair {
		return m.bound().total()
	}
	sum := y.Rest + m.common(m.logWeights()).total()
	for _, c := range y.members(m) {
		sum += m.content(c).total()
	}
	return sum
}

// restOf returns what the other components add to the bound: O(S·p·k²).
func (m *mixture) restOf(pair []*component) float64 {
	sum := 0.0
	for _, c := range m.Components {
		if c != pair[0] && c != pair[1] {
			sum += m.content(c).total()
		}
	}
	return sum
}

// begin starts the cycle anew. before is the bound as it is, NaN where it is not known.
func (y *cycle) begin(before float64) {
	y.Stage, y.At, y.Low, y.Before = expecting, 0, 0, before
	y.expecters, y.gatherers = nil, nil
}

// advance does one unit of work with so many goroutines. The bits do not depend on
// their number: each member is the work of one of them.
func (y *cycle) advance(m *mixture, threads int) error {
	all := y.members(m)
	group := all[min(y.At, len(all)):min(y.At+threads, len(all))]
	switch y.Stage {
	case expecting:
		if y.Low == 0 {
			y.expecters = make([]*expecter, len(group))
		}
		y.overRows(m, group, func(k, low, high int) {
			if low == 0 {
				y.expecters[k] = newExpecter(m, group[k])
			}
			y.expecters[k].visit(m, low, high, y.among(group[k]))
		})
	case assigning:
		if y.Pair {
			a, b := m.shareOut(all[0], all[1], y.Mass)
			y.Agitation = math.Max(a, b)
		} else {
			y.Agitation = 0
			for _, a := range m.assign(y.Wide) {
				y.Agitation = math.Max(y.Agitation, a)
			}
		}
		y.Stage++
	case gathering:
		if y.Low == 0 {
			y.gatherers = make([]*gatherer, len(group))
		}
		y.overRows(m, group, func(k, low, high int) {
			if low == 0 {
				y.gatherers[k] = newGatherer(m, group[k])
			}
			y.gatherers[k].visit(m, low, high)
			if high == m.d.n {
				y.gatherers[k].done(m)
			}
		})
		if y.Stage != gathering {
			y.Least = math.Inf(1)
			for _, c := range all {
				y.Least = math.Min(y.Least, c.Mass)
			}
			return y.compare(m, "q(x) and q(s)")
		}
	case loading:
		ok := make([]bool, len(group))
		parallel(len(group), func(k int) {
			if ok[k] = m.updateLoadings(group[k]); ok[k] {
				if y.Wide {
					m.rotate(group[k])
				}
			}
		})
		for k := range ok {
			if !ok[k] {
				return &Decrease{"q(Λ): its precision cannot be inverted, which", y.Before, math.NaN()}
			}
		}
		if y.At += threads; y.At >= len(all) {
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
		if y.Pair { // room for the pair comes from less noise
			m.updateNoise()
			y.Rest = m.restOf(all)
			y.Stage = complete
			return y.compare(m, "Ψ")
		}
		for _, u := range []struct {
			name   string
			update func()
		}{{"Ψ", m.updateNoise}, {"μ* and ν*", m.updateMeans}, {"a* and b*", m.updateShape}, {"α*", m.updateConcentration}} {
			u.update()
			if err := y.compare(m, u.name); err != nil {
				return err
			}
		}
		y.Stage = complete
	}
	return nil
}

// among tells which rows are looked at for a component; nil is all.
func (y *cycle) among(c *component) []bool {
	switch {
	case y.Pair:
		return y.Both
	case y.Wide:
		return nil
	}
	return c.Near
}

// overRows does some rows of each member of a group, and moves on.
func (y *cycle) overRows(m *mixture, group []*component, f func(k, low, high int)) {
	widest := 1
	for _, c := range group {
		widest = max(widest, c.K+1)
	}
	high := min(m.d.n, y.Low+max(1, unitWork/(m.d.p*widest+widest*widest)))
	low := y.Low
	if m.d.n*m.d.p*widest < parallelWork {
		for k := range group {
			f(k, low, high)
		}
	} else {
		parallel(len(group), func(k int) { f(k, low, high) })
	}
	if y.Low = high; high == m.d.n {
		y.Low = 0
		if y.At += len(group); y.At >= len(y.members(m)) {
			y.At = 0
			y.Stage++
		}
	}
}

// compare checks the bound after an update.
func (y *cycle) compare(m *mixture, update string) error {
	after := y.value(m)
	if !math.IsNaN(y.Before) {
		if err := check(update, y.Before, after); err != nil {
			return err
		}
	}
	y.Before = after
	return nil
}

// parallel calls f(0) … f(n−1), each on a goroutine of its own where there are
// several. A panic in one of them is carried to the caller.
func parallel(n int, f func(k int)) {
	if n == 1 {
		f(0)
		return
	}
	caught := make([]any, n)
	var wait sync.WaitGroup
	for k := range n {
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() { caught[k] = recover() }()
			f(k)
		}()
	}
	wait.Wait()
	for _, c := range caught {
		if c != nil {
			panic(c)
		}
	}
}
