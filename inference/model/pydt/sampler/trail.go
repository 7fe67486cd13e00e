package sampler

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/stretching"
	"example.org/espalier/inference/process/timetree"
)

// A trail leads down from the top of the tree that remains after a subtree was detached to one of
// its nodes. For each branch on the way it holds what is needed to score a position there: the
// cavity above the branch (3.2), three squared distances (3.4), and the prior of a walk to the
// branch (2.6). It costs O(depth·D); a trail to another node keeps what both have in common.
type trail struct {
	l     *live
	root  int32 // of the detached subtree
	n     int   // its leaves
	nodes []int32
	walk  []float64 // logπ of reaching the top of the branch
	step  []float64 // H_{m+n−1} − H_{m−1} of the branch
	rows  []float64 // cavities, rows as those of live.message
	dist  []float64 // class×3: ‖m_r−μ‖², ‖m_r−m_b‖², ‖μ−m_b‖²
	up    []int32
	fixed float64 // the terms of logπ that all positions share
	alone float64 // c·H_{n−1}, the subtree's own branch

	ends    []wayEnd           // scratch
	view    view               // scratch
	stretch stretching.Stretch // scratch
	weighed int                // places whose options have been weighed
	top     []float64          // of the stretch of each branch
	mass    []float64          // and its total
	joint   []float64          // log weight of joining the node
	end     []float64          // log likelihood at the end of the stretch, where it has one
}

// start begins the trails of a subtree that has just been detached.
func (t *trail) start(l *live, r int32) {
	t.l, t.root, t.n = l, r, int(l.Node[r].Size)
	t.cut(0)
	p := l.hyper.Prior
	t.alone = l.hyper.C * p.Harmonic(t.n-1)
	t.fixed = p.Clade(t.n) - p.Clade(1)
	if t.n > 1 {
		t.fixed -= t.alone * l.Node[r].Ell
	}
}

// to extends the trail to node b and returns the place of b on it.
func (t *trail) to(b int32) int {
	t.up = t.up[:0]
	for v := b; v >= 0; v = t.l.Node[v].Parent {
		t.up = append(t.up, v)
	}
	depth, common := len(t.up), 0
	for common < min(depth, len(t.nodes)) && t.nodes[common] == t.up[depth-1-common] {
		common++
	}
	t.cut(common)
	for i := common; i < depth; i++ {
		t.push(t.up[depth-1-i])
	}
	return depth - 1
}

func (t *trail) cut(depth int) {
	t.nodes = t.nodes[:depth]
	t.weighed = min(t.weighed, depth)
}

// push goes one step down, to a child of the last node.
func (t *trail) push(b int32) {
	l, i := t.l, len(t.nodes)
	t.nodes = append(t.nodes, b)
	if need := i + 1; len(t.walk) < need {
		t.walk, t.step = append(t.walk, 0), append(t.step, 0)
		t.top, t.mass, t.joint, t.end = append(t.top, 0), append(t.mass, 0), append(t.joint, 0), append(t.end, 0)
		t.rows = append(t.rows, make([]float64, l.Width)...)
		t.dist = append(t.dist, make([]float64, 3*l.C)...)
	}
	p, m := l.hyper.Prior, int(l.Node[b].Size)
	t.step[i] = p.Crowd(m, t.n)
	if i == 0 {
		t.walk[0] = 0
		clear(t.rows[:l.Width])
	} else {
		above := int(l.Node[t.nodes[i-1]].Size)
		t.walk[i] = p.AddFollowed(p.AddPassed(t.passed(i-1), above, t.n), m, t.n)
		if l.Plain && l.Few && l.Node[t.nodes[i-1]].Kids == 2 {
			t.pair(i)
			return
		}
		t.cavity(i)
	}
	t.measure(i)
}

// pair is cavity and measure of few columns below a branch point of two children, in one loop.
func (t *trail) pair(i int) {
	l, v, b := t.l, t.nodes[i-1], t.nodes[i]
	nv, sigma2 := &l.Node[v], l.hyper.Sigma2
	s := nv.First
	if s == b {
		s = l.Node[b].Next
	}
	row, above, beside, below, q := t.cavityRow(i), t.cavityRow(i-1), l.Row(s), l.Row(b), l.Row(t.root)
	x, y := above[0]+sigma2*(l.ParentRem(v)-nv.Rem), beside[0]+sigma2*(nv.Rem-l.Node[s].Rem)
	inverse := 1 / (x + y)
	share, rest := y*inverse, x*inverse
	row[0] = x * share
	var ee, ff, gg float64
	above, beside, below, q = above[:len(row)], beside[:len(row)], below[:len(row)], q[:len(row)]
	for j := 1; j < len(row); j++ {
		u := float64(share*above[j]) + float64(rest*beside[j])
		row[j] = u
		e, f, g := u-q[j], below[j]-q[j], u-below[j]
		ee += e * e
		ff += f * f
		gg += g * g
	}
	d := t.dist[3*i : 3*i+3]
	d[0], d[1], d[2] = ee, ff, gg
}

// passed returns logπ of running down the whole branch at i.
func (t *trail) passed(i int) float64 {
	l, v := t.l, t.nodes[i]
	return t.walk[i] + l.hyper.C*(l.ParentEll(v)-l.Node[v].Ell)*t.step[i]
}

func (t *trail) cavityRow(i int) []float64 {
	w := t.l.Width
	return t.rows[i*w : i*w+w : i*w+w]
}

// cavity makes the cavity above the branch at i from that above its parent's.
func (t *trail) cavity(i int) {
	t.l.CavityBelow(t.cavityRow(i), t.cavityRow(i-1), t.nodes[i-1], t.nodes[i])
}

// measure computes the squared distances at i.
func (t *trail) measure(i int) {
	l := t.l
	cavity, below, q := t.cavityRow(i), l.Row(t.nodes[i]), l.Row(t.root)
	if l.Plain {
		d := t.dist[3*i : 3*i+3]
		d[1], d[0], d[2] = vector.Distances(cavity[1:], below[1:], q[1:])
		return
	}
	if l.Columnwise {
		mu, m, x := cavity[l.C:], below[l.C:], q[l.C:]
		dist := t.dist[3*i*l.C : 3*(i+1)*l.C]
		m, x = m[:len(mu)], x[:len(mu)]
		for k, u := range mu {
			e, f, g := u-x[k], m[k]-x[k], u-m[k]
			d := dist[3*k : 3*k+3 : 3*k+3]
			d[0], d[1], d[2] = e*e, f*f, g*g
		}
		return
	}
	for k, cl := range l.Classes {
		low, high := l.C+cl.Low, l.C+cl.High
		d := t.dist[(i*l.C+k)*3:]
		d[1], d[0], d[2] = vector.Distances(cavity[low:high], below[low:high], q[low:high])
	}
}

// fit returns ΔlogL of attaching the subtree where rem remains on the branch at i (math 6.1),
// except the constant −½D·log 2π.
func (t *trail) fit(i int, rem float64) float64 {
	l := t.l
	v := t.nodes[i]
	sigma2 := l.hyper.Sigma2
	up, down, own := sigma2*(l.ParentRem(v)-rem), sigma2*(rem-l.Node[v].Rem), sigma2*(rem-l.Node[t.root].Rem)
	cavity, below, q := t.rows[i*l.Width:], l.Row(v), l.Row(t.root)
	if l.Plain {
		d := t.dist[3*i : 3*i+3]
		va, vb := cavity[0]+up, below[0]+down
		share := vb / (va + vb)
		variance := va * share
		square := share*d[0] + (1-share)*d[1] - share*(1-share)*d[2]
		variance += q[0] + own
		return -0.5 * (float64(l.D)*math.Log(variance) + max(square, 0)/variance)
	}
	if l.Columnwise {
		return vector.LogMeeting(cavity[:l.C], below[:l.C], q[:l.C], t.dist[3*i*l.C:3*(i+1)*l.C], up, down, own)
	}
	var logs special.LogProduct
	squares := 0.0
	for k, cl := range l.Classes {
		d := t.dist[(i*l.C+k)*3:]
		va, vb, vr := cavity[k]+up, below[k]+down, q[k]
		if math.IsInf(vr, 1) {
			continue
		}
		variance, square := va, d[0]
		if !math.IsInf(vb, 1) {
			share := vb / (va + vb)
			variance = va * share
			square = share*d[0] + (1-share)*d[1] - share*(1-share)*d[2]
		}
		variance += vr + own
		logs.Multiply(variance, cl.Weight)
		squares += max(square, 0) / variance
	}
	return -0.5 * (logs.Log() + squares)
}

// latest returns the end of the stretch of the branch at i on which the subtree can
// hang, as ℓ, +Inf where both are leaves.
func (t *trail) latest(i int) float64 { return min(t.l.Node[t.nodes[i]].Ell, t.l.Node[t.root].Ell) }

// onBranch returns logπ of the position at time ell on the branch at i, as a density in ℓ.
func (t *trail) onBranch(i int, ell float64) float64 {
	l, v := t.l, t.nodes[i]
	p, m := l.hyper.Prior, int(l.Node[v].Size)
	return t.walk[i] + l.hyper.C*(l.ParentEll(v)-ell)*t.step[i] + l.hyper.LnC +
		p.Clade(m) - p.Total(m+t.n) + t.alone*ell + t.fixed
}

// canJoin reports whether the subtree can become a further child of the node at i.
func (t *trail) canJoin(i int) bool {
	v := t.nodes[i]
	return !t.l.IsLeaf(v) && t.l.Node[v].Ell < t.l.Node[t.root].Ell && t.l.hyper.Prior.CanJoin(int(t.l.Node[v].Kids))
}

// atNode returns logπ of joining the branch point at i.
func (t *trail) atNode(i int) float64 {
	l, v := t.l, t.nodes[i]
	p, m := l.hyper.Prior, int(l.Node[v].Size)
	return t.passed(i) + p.Further(int(l.Node[v].Kids)+1) + p.Total(m) - p.Total(m+t.n) + t.alone*l.Node[v].Ell + t.fixed
}

// score returns ΔlogL, to the power that the target has it, and logπ of a place whose
// node is at i, the latter as a density in ℓ on a branch.
func (t *trail) score(i int, at timetree.Place) (lik, prior float64) {
	lik = t.l.Power * t.fit(i, at.Rem)
	if at.Join {
		return lik, t.atNode(i)
	}
	return lik, t.onBranch(i, at.Ell)
}
