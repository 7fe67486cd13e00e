package sampler

import (
	"math"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
)

// A timeMover gives every branch point a new time by slice sampling, depth first, each given all
// others. It makes the cavity of each on the way down and the message on the way up, so that a
// whole pass costs about as much as four upward passes.
type timeMover struct {
	rows  []float64 // cavities by depth
	stack []timeVisit
	// For the present branch point:
	l        *live
	v        int32
	cavity   []float64
	exponent float64   // c·J_v
	squares  []float64 // class×3: among the messages from above and of two children
	mean     []float64 // scratch for more children
}

type timeVisit struct{ node, next int32 }

// moveTimes draws all divergence times in turn.
func (c *current) moveTimes() {
	l, m := c.Live, &c.timeMover
	m.l = l
	if l.IsLeaf(l.Top) {
		return
	}
	m.row(0)
	clear(m.rows[:l.Width])
	m.stack = append(m.stack[:0], timeVisit{l.Top, -1})
	for len(m.stack) > 0 {
		depth := len(m.stack) - 1
		at := &m.stack[depth]
		if at.next == -1 {
			c.moveTime(at.node, m.row(depth))
			at.next = l.Node[at.node].First
		}
		for at.next >= 0 && l.IsLeaf(at.next) {
			at.next = l.Node[at.next].Next
		}
		if at.next < 0 {
			l.Update(at.node)
			m.stack = m.stack[:depth]
			continue
		}
		child := at.next
		below := m.row(depth + 1)
		l.CavityBelow(below, m.row(depth), at.node, child)
		if at.next = l.Node[child].Next; at.next < 0 {
			at.next = done
		}
		m.stack = append(m.stack, timeVisit{child, -1})
	}
}

// done marks a branch point all of whose children have been visited.
const done = -3

func (m *timeMover) row(depth int) []float64 {
	w := m.l.Width
	for len(m.rows) < (depth+1)*w {
		m.rows = append(m.rows, make([]float64, w)...)
	}
	return m.rows[depth*w : depth*w+w : depth*w+w]
}

// moveTime draws the time of v, given the cavity above it.
func (c *current) moveTime(v int32, cavity []float64) {
	l, m := c.Live, &c.timeMover
	nv := &l.Node[v]
	m.v, m.cavity = v, cavity
	earliest := math.Inf(1)
	p := l.hyper.Prior
	j := p.Harmonic(int(nv.Size) - 1)
	for b := nv.First; b >= 0; b = l.Node[b].Next {
		earliest = min(earliest, l.Node[b].Ell)
		j -= p.Harmonic(int(l.Node[b].Size) - 1)
	}
	m.exponent = l.hyper.C * j
	if nv.Kids == 2 {
		m.prepareTwo()
	} else if len(m.mean) < l.D {
		m.mean = make([]float64, l.D)
	}
	low, high, here := ellToUnit(l.ParentEll(v)), ellToUnit(earliest), ellToUnit(nv.Ell)
	s := slicing.Between(c.rng, low, high, here, m.value(here), m.value)
	if s != here {
		l.SetEll(v, unitToEll(s))
	}
}

func (m *timeMover) prepareTwo() {
	l := m.l
	if len(m.squares) < 3*l.C {
		m.squares = make([]float64, 3*l.C)
	}
	a := l.Node[m.v].First
	x, y := l.Row(a), l.Row(l.Node[a].Next)
	for k, cl := range l.Classes {
		low, high := l.C+cl.Low, l.C+cl.High
		m.squares[3*k] = vector.SquaredDistance(m.cavity[low:high], x[low:high])
		m.squares[3*k+1] = vector.SquaredDistance(m.cavity[low:high], y[low:high])
		m.squares[3*k+2] = vector.SquaredDistance(x[low:high], y[low:high])
	}
}

// value returns the log target as a function of s: evidence and equation 2b as a
// density in s, up to a constant. Logarithms are to 1e-9.
func (m *timeMover) value(s float64) float64 {
	l, sigma2 := m.l, m.l.hyper.Sigma2
	ell := unitToEll(s)
	if ell > latestEll {
		return math.Inf(-1)
	}
	rem := math.Exp(-ell)
	nv := &l.Node[m.v]
	prior, f := -2*special.QuickLog(1-s)-m.exponent*ell, 0.0
	var logs special.LogProduct
	above := sigma2 * (l.ParentRem(m.v) - rem)
	if nv.Kids > 2 {
		return prior + l.Power*m.evidenceMany(above, rem)
	}
	a := nv.First
	b := l.Node[a].Next
	x, y := l.Row(a), l.Row(b)
	wa, wb := sigma2*(rem-l.Node[a].Rem), sigma2*(rem-l.Node[b].Rem)
	for k, cl := range l.Classes {
		// With u, v, w the three variances, the evidence is that of three messages that
		// meet: log of the normaliser of their product.
		u, v, w := m.cavity[k]+above, x[k]+wa, y[k]+wb
		q := m.squares[3*k:]
		switch {
		case math.IsInf(v, 1) && math.IsInf(w, 1):
		case math.IsInf(v, 1):
			logs.Multiply(u+w, cl.Weight)
			f += q[1] / (u + w)
		case math.IsInf(w, 1):
			logs.Multiply(u+v, cl.Weight)
			f += q[0] / (u + v)
		default:
			t := u*v + u*w + v*w
			logs.Multiply(t, cl.Weight)
			f += (q[0]*w + q[1]*v + q[2]*u) / t
		}
	}
	return prior - 0.5*l.Power*(logs.Quickly()+f)
}

// evidenceMany is for more than two children: O(K·D).
func (m *timeMover) evidenceMany(above, rem float64) float64 {
	l, f := m.l, 0.0
	for k, cl := range l.Classes {
		low, high := l.C+cl.Low, l.C+cl.High
		mean := m.mean[:high-low]
		total := 1 / (m.cavity[k] + above)
		var logs special.LogProduct
		logs.Multiply(total, 1)
		vector.Scaled(mean, m.cavity[low:high], total)
		for b := l.Node[m.v].First; b >= 0; b = l.Node[b].Next {
			row := l.Row(b)
			if p := 1 / (row[k] + l.hyper.Sigma2*(rem-l.Node[b].Rem)); p > 0 {
				total += p
				logs.Multiply(p, 1)
				vector.AddScaled(mean, row[low:high], p)
			}
		}
		vector.Divide(mean, total)
		q := vector.SquaredDistance(mean, m.cavity[low:high]) / (m.cavity[k] + above)
		for b := l.Node[m.v].First; b >= 0; b = l.Node[b].Next {
			row := l.Row(b)
			if p := 1 / (row[k] + l.hyper.Sigma2*(rem-l.Node[b].Rem)); p > 0 {
				q += p * vector.SquaredDistance(mean, row[low:high])
			}
		}
		f += 0.5 * (cl.Weight*(logs.Log()-math.Log(total)) - q)
	}
	return f
}

// Times are drawn as s = ℓ/(1+ℓ), which maps them to (0,1) with room at both ends.
func ellToUnit(ell float64) float64 {
	if math.IsInf(ell, 1) {
		return 1
	}
	return ell / (1 + ell)
}

func unitToEll(s float64) float64 { return s / (1 - s) }

// latestEll is the latest time a branch point can have, as ℓ. Beyond 745, 1−t rounds to 0: the
// likelihood is then that of a branch point at time 1, but the prior still tells times apart. Large
// θ make such times likely: h_1 falls as 1/Γ(2+θ).
const latestEll = 1e9
