package sampler

import (
	"errors"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/pruning"
	"example.org/espalier/inference/process/timetree"
)

// A Mover moves a tree whose leaves are no rows of a table: its owner says, again and again, what is known of the
// location of each leaf. Tree, times, c, θ and α are drawn given that; locations diffuse with variance 1 a
// unit of time.
type Mover struct{ chain *Chain }

// NewMover returns one of so many leaves, 2 or more, in so many columns, with a first tree that joins random pairs. h
// says the hyperparameters, and which of c, θ and α are held.
func NewMover(leaves, columns int, h hyper.Hyper, rng *rand.Rand) *Mover {
	p := &problem.Problem{N: leaves, D: columns, Columns: make([]int, columns), Cells: leaves * columns,
		X: make([]float64, leaves*columns)}
	whole := make([]bool, leaves) // leaves of which nothing is known have an infinite variance
	for v := range whole {
		whole[v] = true
	}
	for j := range columns {
		p.Columns[j] = j
		p.Classes = append(p.Classes, pruning.Class{Low: j, High: j + 1, Weight: 1, Observed: whole})
	}
	h.Sigma2, h.Noise, h.FixSigma2, h.FixNoise, h.Largest = 1, 0, true, true, leaves
	h.SetStructure(h.Prior.Theta, h.Prior.Alpha)
	c := &Chain{part: alone{}, current: newCurrent(p, rng)}
	c.passes = append([]pass{{visit: (*current).moveSlide}, {visit: (*current).moveRegraft}}, passesOf("path", &h)...)
	m := &Mover{chain: c}
	c.Live = newLive(p, h)
	c.Live.load(posterior.RandomPairing(leaves, rng))
	return m
}

// Grow draws the tree from the prior at the present hyperparameters. It reports false where a time is too late to be
// told from the end, as some are if c is next to 0 or θ large; the tree is then to be drawn again.
func (m *Mover) Grow() bool { return m.chain.Live.grow(m.chain.rng) }

// Leaf returns what is known of the location of a leaf, to be changed: in each column a normal distribution, whose
// variance is +Inf where nothing is known. [Mover.Settle] comes before moves then.
func (m *Mover) Leaf(v int) (mean, variance []float64) {
	l := m.chain.Live
	row := l.Row(int32(v))
	return row[l.C:], row[:l.C]
}

// Settle brings the messages up to date: O(leaves·columns).
func (m *Mover) Settle() { m.chain.Live.Recompute() }

// Advance visits some branches and reports whether a sweep is complete.
func (m *Mover) Advance(visits int) bool { return m.chain.visit(visits) }

// Origin returns what the leaves say of the location of the root, in each column.
func (m *Mover) Origin(mean, variance []float64) {
	l := m.chain.Live
	row, above := l.Row(l.Top), 1-l.Node[l.Top].Rem
	for j := range mean {
		mean[j], variance[j] = row[l.C+j], row[j]+above
	}
}

// Locations draws the locations of all nodes. It sets those of the leaves, leaves × columns, and adds to squares, one a
// column, the squared steps along the branches over their variances. It returns the number of branches.
func (m *Mover) Locations(leaves, squares []float64) (branches int) {
	l, rng, d := m.chain.Live, m.chain.rng, m.chain.Live.D
	at := make([]float64, len(l.Node)*d)
	origin := make([]float64, d)
	for _, v := range l.Preorder() {
		row, own, from := l.Row(v), at[int(v)*d:(int(v)+1)*d], origin
		if p := l.Node[v].Parent; p >= 0 {
			from = at[int(p)*d : (int(p)+1)*d]
		}
		length := max(l.ParentRem(v)-l.Node[v].Rem, 0)
		root := math.Sqrt(length)
		for j := range own {
			// The step over its deviation, which is N(0, 1) without the message.
			mean, spread := 0.0, 1.0
			if w := row[j]; !math.IsInf(w, 1) && w+length > 0 {
				mean, spread = root*(row[l.C+j]-from[j])/(w+length), math.Sqrt(w/(w+length))
			}
			step := mean + spread*rng.NormFloat64()
			squares[j] += step * step
			own[j] = from[j] + root*step
		}
		branches++
	}
	copy(leaves, at[:l.N*d])
	return branches
}

// LogDensity returns the log density of locations of the leaves of which something is known, and of structure, times
// and hyperparameters, as chains report it. It changes what is known of the leaves.
func (m *Mover) LogDensity(leaves []float64, known func(v int) bool) float64 {
	const close = 1e-9 // a variance as good as none
	l := m.chain.Live
	for v := range l.N {
		mean, variance := m.Leaf(v)
		copy(mean, leaves[v*l.D:(v+1)*l.D])
		for j := range variance {
			if variance[j] = close; !known(v) {
				mean[j], variance[j] = 0, math.Inf(1)
			}
		}
	}
	l.Recompute()
	_, _, ell := l.extent()
	return l.LogLikelihood() + l.logPrior() - ell + l.hyper.LogHyperprior()
}

// Hyper returns c, θ and α.
func (m *Mover) Hyper() (c, theta, alpha float64) {
	h := &m.chain.Live.hyper
	return h.C, h.Prior.Theta, h.Prior.Alpha
}

// SetHyper changes c, θ and α.
func (m *Mover) SetHyper(c, theta, alpha float64) {
	m.chain.Live.hyper.SetC(c)
	m.chain.Live.hyper.SetStructure(theta, alpha)
}

// Drawn returns the tree; see [timetree.Publish].
func (m *Mover) Drawn() (top int32, parent []int32, ell []float64) { return m.chain.Live.Drawn() }

// Points returns the number of branch points.
func (m *Mover) Points() float64 { return m.chain.Live.Points() }

// A MoverState is the tree of a mover between two sweeps, with its slots, and its hyperparameters.
type MoverState struct {
	Top             int32
	Node            []timetree.Node
	Free            []int32
	C, Theta, Alpha float64
}

// State returns the present state.
func (m *Mover) State() MoverState {
	l := m.chain.Live
	s := MoverState{Top: l.Top, Node: append([]timetree.Node(nil), l.Node...), Free: append([]int32(nil), l.Free...)}
	s.C, s.Theta, s.Alpha = m.Hyper()
	return s
}

// SetState makes a state the present one. It returns an error, and keeps what it has, where the state is no tree of as
// many leaves.
func (m *Mover) SetState(s MoverState) error {
	l := m.chain.Live
	damaged := errors.New("the saved tree is damaged; start the run again")
	if len(s.Node) != len(l.Node) || !(s.C > 0) || !(s.Alpha >= 0 && s.Alpha < 1) || !(s.Theta >= -2*s.Alpha) ||
		math.IsInf(s.C, 1) || math.IsInf(s.Theta, 1) || s.Top < 0 || int(s.Top) >= len(s.Node) {
		return damaged
	}
	slots := int32(len(s.Node))
	seen := make([]bool, slots)
	for _, v := range s.Free {
		if v < int32(l.N) || v >= slots || seen[v] || s.Node[v].Parent != timetree.Absent {
			return damaged
		}
		seen[v] = true
	}
	var walk func(v, parent int32, rem float64) bool
	walk = func(v, parent int32, rem float64) bool {
		if v < 0 || v >= slots || seen[v] || s.Node[v].Parent != parent {
			return false
		}
		seen[v] = true
		n, kids := s.Node[v], int32(0)
		if v < int32(l.N) {
			return n.First == -1 && n.Size == 1 && n.Rem == 0 && math.IsInf(n.Ell, 1)
		}
		if !(n.Rem <= rem && n.Rem >= 0) || !(n.Ell >= 0) {
			return false
		}
		for b := n.First; b >= 0; kids++ {
			if !walk(b, v, n.Rem) {
				return false
			}
			b = s.Node[b].Next
		}
		return kids == n.Kids && kids >= 2
	}
	if !walk(s.Top, -1, 1) {
		return damaged
	}
	for _, is := range seen {
		if !is {
			return damaged
		}
	}
	l.Top, l.Free = s.Top, append(l.Free[:0], s.Free...)
	copy(l.Node, s.Node)
	m.SetHyper(s.C, s.Theta, s.Alpha)
	m.chain.pass, m.chain.cursor = 0, 0
	return nil
}
