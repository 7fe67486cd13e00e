// Package pruning passes Gaussian messages up a tree that changes. A message is the likelihood of the location of a
// node given the leaves below it; locations move by Brownian motion of variance σ² a unit of time (math 3). It is
// Felsenstein's pruning algorithm for continuous characters: Felsenstein (1973), Maximum-likelihood estimation of
// evolutionary trees from continuous characters, American Journal of Human Genetics 25, 471–492. A message is a pure
// function of the children's, so that after any number of moves the numbers equal those of a full recomputation, bit
// for bit.
package pruning

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/timetree"
)

// A Class is a run of columns that are observed in exactly the same rows. Their message variances are equal, so one
// number serves them all.
type Class struct {
	Low, High int     // columns [Low, High)
	Weight    float64 // High − Low
	Observed  []bool  // by row; nil when all are
}

// Messages are those of all nodes of a tree. A node's message (its variances, one a class, then its mean) is one row
// of an array, so that a change touches only the nodes from there to the top and allocates nothing. Variances are +Inf
// where nothing is observed below.
type Messages struct {
	timetree.Tree
	Classes []Class
	// Sigma2 is the variance that a path accumulates from time 0 to 1, Noise that of the leaves' values. They are read
	// whenever messages are computed; who changes them computes the messages again.
	Sigma2, Noise *float64

	D, C  int  // columns, classes
	Width int  // of a message: C + D
	Plain bool // one class, nothing missing: variances are finite scalars
	Few   bool // columns, for loops that are a part of the caller
	// Columnwise: every column is a class of its own, and the loops run over columns.
	Columnwise bool
	Message    []float64 // slot×Width

	undo undo
}

// undo holds the messages that a detachment overwrote on the way to the top.
type undo struct {
	path  []int32
	rows  []float64
	sizes []int32
}

// New returns messages of n leaves in d columns of these classes, with no tree yet.
func New(n, d int, classes []Class, sigma2, noise *float64) Messages {
	slots, c := 2*n-1, len(classes)
	return Messages{Tree: timetree.New(n), Classes: classes, Sigma2: sigma2, Noise: noise, D: d, C: c, Width: c + d,
		Plain: c == 1 && classes[0].Observed == nil, Few: vector.Few(d), Columnwise: c == d && c > 1,
		Message: make([]float64, slots*(c+d))}
}

// Ln2Pi is log(2π).
const Ln2Pi = 1.8378770664093454835606594728112

// SetLeaves replaces the values of all leaves, n×d in the problem's order of columns,
// and gives them the variance of the noise. Messages above are left to recompute.
func (m *Messages) SetLeaves(x []float64) {
	for v := range m.N {
		copy(m.Mean(int32(v)), x[v*m.D:(v+1)*m.D])
	}
	m.SetNoise()
}

// SetNoise gives every observed leaf the variance of the observation noise.
func (m *Messages) SetNoise() {
	for k, cl := range m.Classes {
		for v := range m.N {
			noise := *m.Noise
			if cl.Observed != nil && !cl.Observed[v] {
				noise = math.Inf(1)
			}
			m.Message[v*m.Width+k] = noise
		}
	}
}

// Row returns the message of v.
func (m *Messages) Row(v int32) []float64 {
	i := int(v) * m.Width
	return m.Message[i : i+m.Width : i+m.Width]
}

// Mean returns the mean of the message of v.
func (m *Messages) Mean(v int32) []float64 { return m.Row(v)[m.C:] }

// Update recomputes size and message of branch point v from its children: O(K·D).
func (m *Messages) Update(v int32) {
	if m.Plain {
		m.joinPlain(v, nil)
		return
	}
	a := m.Node[v].First
	b := m.Node[a].Next
	if m.Node[b].Next >= 0 {
		m.updateMany(v)
		return
	}
	nv, na, nb := &m.Node[v], &m.Node[a], &m.Node[b]
	nv.Size = na.Size + nb.Size
	up, down, beside := m.Row(v), m.Row(a), m.Row(b)
	wa, wb := *m.Sigma2*(nv.Rem-na.Rem), *m.Sigma2*(nv.Rem-nb.Rem)
	if m.Columnwise {
		vector.Join(up[:m.C], up[m.C:], down[:m.C], down[m.C:], beside[:m.C], beside[m.C:], wa, wb)
		return
	}
	for k, cl := range m.Classes {
		x, y := down[k]+wa, beside[k]+wb
		low, high := m.C+cl.Low, m.C+cl.High
		switch {
		case !math.IsInf(x+y, 1):
			sa := y / (x + y)
			up[k] = x * sa
			vector.Mix(up[low:high], down[low:high], beside[low:high], sa, x/(x+y))
		case !math.IsInf(x, 1):
			up[k] = x
			copy(up[low:high], down[low:high])
		default:
			up[k] = y
			copy(up[low:high], beside[low:high])
		}
	}
}

// joinPlain updates branch point v where all columns have one finite variance. It joins the messages of its children
// one after the other, two Gaussians being a Gaussian times one of the distance of their means, and returns the squares
// of −2·log p(y); the variances are added to logs, unless it is nil.
func (m *Messages) joinPlain(v int32, logs *special.LogProduct) (squares float64) {
	sigma2, weight := *m.Sigma2, m.Classes[0].Weight
	nv := &m.Node[v]
	up := m.Row(v)
	na := &m.Node[nv.First]
	met := m.Row(nv.First)
	x, size := met[0]+sigma2*(nv.Rem-na.Rem), na.Size
	for b := na.Next; b >= 0; {
		nb := &m.Node[b]
		size += nb.Size
		beside := m.Row(b)
		y := beside[0] + sigma2*(nv.Rem-nb.Rem)
		sum := x + y
		inverse := 1 / sum
		sa, sb := y*inverse, x*inverse
		switch {
		case logs == nil && m.Few:
			vector.MixFew(up[1:], met[1:], beside[1:], sa, sb)
		case logs == nil:
			vector.Mix(up[1:], met[1:], beside[1:], sa, sb)
		default:
			logs.Multiply(sum, weight)
			squares += vector.Blend(up[1:], met[1:], beside[1:], sa, sb)*inverse + weight*Ln2Pi
		}
		met, x, b = up, x*sa, nb.Next
	}
	nv.Size, up[0] = size, x
	return squares
}

func (m *Messages) updateMany(v int32) {
	up, sigma2, rem := m.Row(v), *m.Sigma2, m.Node[v].Rem
	clear(up)
	m.Node[v].Size = 0
	for b := m.Node[v].First; b >= 0; b = m.Node[b].Next {
		m.Node[v].Size += m.Node[b].Size
		row, w := m.Row(b), sigma2*(rem-m.Node[b].Rem)
		if m.Columnwise {
			vector.Gather(up[:m.C], up[m.C:], row[:m.C], row[m.C:], w)
			continue
		}
		for k, cl := range m.Classes {
			if precision := 1 / (row[k] + w); precision > 0 {
				up[k] += precision
				vector.AddScaled(up[m.C+cl.Low:m.C+cl.High], row[m.C+cl.Low:m.C+cl.High], precision)
			}
		}
	}
	if m.Columnwise {
		vector.Normalise(up[:m.C], up[m.C:])
		return
	}
	for k, cl := range m.Classes {
		up[k] = 1 / up[k] // +Inf where nothing is observed
		if math.IsInf(up[k], 1) {
			continue
		}
		mean := up[m.C+cl.Low : m.C+cl.High]
		vector.Scaled(mean, mean, up[k])
	}
}

// Climb updates v and all its ancestors.
func (m *Messages) Climb(v int32) {
	for ; v >= 0; v = m.Node[v].Parent {
		m.Update(v)
	}
}

// Recompute does the whole upward pass: O(N·D).
func (m *Messages) Recompute() {
	order := m.Preorder()
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !m.IsLeaf(v) {
			m.Update(v)
		}
	}
}

// Detach takes the subtree at r out of the tree; r is not the top node. It updates the path to the top, and keeps the
// messages that it overwrites: O(depth·D). Only the last detachment can be undone, by Restore, before anything else
// changes.
func (m *Messages) Detach(r int32) timetree.Cut {
	cut, from := m.Tree.Detach(r)
	u := &m.undo
	u.path, u.rows, u.sizes = u.path[:0], u.rows[:0], u.sizes[:0]
	for v := from; v >= 0; v = m.Node[v].Parent {
		u.path = append(u.path, v)
		u.rows = append(u.rows, m.Row(v)...)
		u.sizes = append(u.sizes, m.Node[v].Size)
		m.Update(v)
	}
	return cut
}

// Restore undoes Detach.
func (m *Messages) Restore(cut timetree.Cut) {
	m.Tree.Restore(cut)
	for i, v := range m.undo.path {
		copy(m.Row(v), m.undo.rows[i*m.Width:(i+1)*m.Width])
		m.Node[v].Size = m.undo.sizes[i]
	}
}

// Attach hangs the subtree at r at a place and updates the path to the top.
func (m *Messages) Attach(r int32, at timetree.Place) { m.Climb(m.Link(r, at)) }
