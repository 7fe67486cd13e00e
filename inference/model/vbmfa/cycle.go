package vbmfa

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
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
	Low   int       // row
	Mass  []float64 // of each row, that the group shares
	Among []int32   // rows with a share in the group

	Before    float64 // bound before the current update
	Rest      float64 // part of the bound that a group does not change
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

// unitWork is the multiply-adds of a unit of work, about 3 ms.
const unitWork = 3 << 20

// parallelWork is the multiply-adds below which goroutines are not worth starting.
const parallelWork = 1 << 16

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
func (y *cycle) begin(before float64) {
	y.Stage, y.At, y.Low, y.Before = expecting, 0, 0, before
	y.expecters, y.gatherers = nil, nil
}

// advance does one unit of work on at most threads goroutines. The bits do not depend on their
// number: one goroutine does all the work of a member, or of rows that do not depend on each other.
func (y *cycle) advance(m *mixture, threads int) error {
	all := y.members(m)
	group := all[min(y.At, len(all)):]
	group = group[:min(len(group), y.batch(m, all, threads))]
	switch y.Stage {
	case expecting:
		if y.Low == 0 {
			y.expecters = make([]*expecter, len(group))
		}
		y.overRows(m, group, threads, y.among, func(k, low, high int) {
			if low == 0 {
				y.expecters[k] = newExpecter(m, group[k])
			}
			y.expecters[k].visitOn(m, low, high, y.among(group[k]), threads/len(group))
		})
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
		if y.Low == 0 {
			y.gatherers = make([]*gatherer, len(group))
		}
		y.overRows(m, group, threads, y.held, func(k, low, high int) {
			if low == 0 {
				y.gatherers[k] = newGatherer(m, group[k])
			}
			y.gatherers[k].visit(m, low, high, y.held(group[k]))
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
		ok, w := make([]bool, len(group)), widest(group)
		share(len(group), threads, len(group)*m.d.p*w*w*w, func(k int) {
			if ok[k] = m.updateLoadings(group[k]); ok[k] && y.Wide {
				m.rotate(group[k])
			}
		})
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

// among returns the rows to look at for a component; nil means all.
func (y *cycle) among(c *component) []int32 {
	if y.Group == nil && y.Wide {
		return nil
	}
	return y.held(c)
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

// batch returns how many members one unit of work processes: one for each thread, or more if all
// their rows are little work.
func (y *cycle) batch(m *mixture, all []*component, threads int) int {
	w := widest(all)
	one := m.d.n * (m.d.p*w + w*w)
	if y.Stage == loading {
		if one = m.d.p * w * w * w; y.Wide {
			one += m.d.n * w * w // of the rotation
		}
	}
	return threads * max(1, unitWork/one)
}

// overRows processes some rows of each member of a group, and moves on. among returns the rows of a
// member to process.
func (y *cycle) overRows(m *mixture, group []*component, threads int, among func(c *component) []int32, f func(k, low, high int)) {
	w, rows := widest(group), 0
	high := min(m.d.n, y.Low+max(1, unitWork/(m.d.p*w+w*w)))
	low := y.Low
	for _, c := range group {
		if of := among(c); of != nil {
			rows += len(between(of, low, high))
		} else {
			rows += high - low
		}
	}
	share(len(group), threads, rows*m.d.p*w, func(k int) { f(k, low, high) })
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

// share calls f(0) … f(n−1), on several goroutines if the total work is large. A panic in one of
// them is passed to the caller.
func share(n, threads, work int, f func(k int)) {
	if threads = min(threads, n); threads < 2 || work < parallelWork {
		for k := range n {
			f(k)
		}
		return
	}
	caught := make([]any, threads)
	var next atomic.Int64
	var wait sync.WaitGroup
	for t := range threads {
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() { caught[t] = recover() }()
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				f(k)
			}
		}()
	}
	wait.Wait()
	for _, c := range caught {
		if c != nil {
			panic(c)
		}
	}
}
