package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
)

// An attacher scores every position at which the remaining tree can take one subtree: local
// evidence (math 6.1) plus prior (math 2.6). One top-down pass of O(N·D) computes the cavities and
// three squared distances for each branch. After it each position costs O(1) for each class,
// whatever the number of columns.
type attacher struct {
	s    *state
	root int32 // of the subtree, detached; its own messages are current
	// For each branch, by the node below it; one value for each class.
	toCavity  []float64 // ‖m_r − μ‖², μ the cavity mean above the branch; these three are unused where columns are their own classes
	toMessage []float64 // ‖m_r − m_b‖²
	across    []float64 // ‖μ − m_b‖²
	walk      []float64 // logπ of reaching the top of the branch
	another   float64   // what the expected number of branch points adds for one more
	pending   int       // nodes of s.order already expanded, for passes that are interrupted
	found     []position
	glance    bool // logarithms to 1e-7, enough to rank positions at a first look
	curve     branchCurve
	narrow    int // branches that a pass looks at, at most; 0 for all
	front     front
}

func newAttacher(s *state) *attacher {
	slots, c, narrow := len(s.parent), len(s.classes), 0
	if s.large() {
		narrow = reach(s.n)
	}
	if s.columnwise {
		return &attacher{s: s, narrow: narrow, walk: make([]float64, slots)}
	}
	return &attacher{s: s, narrow: narrow, toCavity: make([]float64, slots*c), toMessage: make([]float64, slots*c),
		across: make([]float64, slots*c), walk: make([]float64, slots)}
}

// start prepares the pass for the detached subtree at r.
func (a *attacher) start(r int32) {
	s := a.s
	a.root, a.pending = r, 0
	n := s.points(s.top) + s.points(r)
	a.another = s.hyper.tally(n+1) - s.hyper.tally(n)
	s.order = append(s.order[:0], s.top)
	s.cavityOfTop()
	a.walk[s.top] = 0
	if s.columnwise {
		return
	}
	for k, cl := range s.classes {
		i := int(s.top)*len(s.classes) + k
		q, m := s.meanOf(r)[cl.low:cl.high], s.meanOf(s.top)[cl.low:cl.high]
		zero := s.cavMeanOf(s.top)[cl.low:cl.high]
		a.toCavity[i] = vector.SquaredDistance(zero, q)
		a.toMessage[i] = vector.SquaredDistance(m, q)
		a.across[i] = vector.SquaredDistance(zero, m)
	}
}

// advance continues the pass for at most the given number of nodes and reports whether it is
// complete. It leaves out branches that begin after the subtree's own root.
func (a *attacher) advance(most int) bool {
	s := a.s
	if a.narrow > 0 && a.pending < len(s.order) {
		a.walkNarrow()
		return true
	}
	for ; a.pending < len(s.order) && most > 0; a.pending++ {
		v := s.order[a.pending]
		if s.isLeaf(v) || s.rem[v] <= s.rem[a.root] {
			continue
		}
		a.expand(v)
		s.order = append(s.order, s.kids[v]...)
		most--
	}
	return a.pending >= len(s.order)
}

// expand computes cavities, distances and walks of the children of v.
func (a *attacher) expand(v int32) {
	s, c, r := a.s, len(a.s.classes), a.root
	kids := s.kids[v]
	if s.columnwise {
		a.expandColumns(v)
	} else if len(kids) == 2 {
		for i, child := range kids {
			sibling := kids[1-i]
			for k, cl := range s.classes {
				share, variance := s.weights(v, sibling, k)
				j := int(child)*c + k
				s.cavVari[j] = variance
				a.toCavity[j], a.toMessage[j], a.across[j] = vector.BlendAndMeasure(s.cavMeanOf(child)[cl.low:cl.high],
					s.cavMeanOf(v)[cl.low:cl.high], s.meanOf(sibling)[cl.low:cl.high], share, 1-share,
					s.meanOf(child)[cl.low:cl.high], s.meanOf(r)[cl.low:cl.high])
			}
		}
	} else {
		s.cavitiesMany(v)
		for _, child := range kids {
			for k, cl := range s.classes {
				j := int(child)*c + k
				mu, m, q := s.cavMeanOf(child)[cl.low:cl.high], s.meanOf(child)[cl.low:cl.high], s.meanOf(r)[cl.low:cl.high]
				a.toCavity[j], a.toMessage[j], a.across[j] = vector.SquaredDistance(mu, q), vector.SquaredDistance(m, q), vector.SquaredDistance(mu, m)
			}
		}
	}
	p, n, m := s.hyper.prior, int(s.size[r]), int(s.size[v])
	through := p.AddPassed(a.walk[v]+a.segment(v), m, n)
	for _, child := range kids {
		a.walk[child] = p.AddFollowed(through, int(s.size[child]), n)
	}
}

// segment returns logπ of running down the whole branch above v without diverging.
func (a *attacher) segment(v int32) float64 {
	s := a.s
	return s.hyper.c * (s.parentEll(v) - s.ell[v]) * a.crowd(v)
}

// crowd returns H_{m+n−1} − H_{m−1} for the m leaves below v and the n of the subtree.
func (a *attacher) crowd(v int32) float64 {
	s := a.s
	return s.hyper.prior.Crowd(int(s.size[v]), int(s.size[a.root]))
}

// fit returns ΔlogL of attaching the subtree where rem time remains on the branch above b.
func (a *attacher) fit(b int32, rem float64) float64 {
	s, c, r := a.s, len(a.s.classes), a.root
	sigma2 := s.hyper.sigma2
	up, down, own := sigma2*(s.parentRem(b)-rem), sigma2*(rem-s.rem[b]), sigma2*(rem-s.rem[r])
	if s.columnwise {
		return a.fitColumns(b, up, down, own)
	}
	lik := 0.0
	for k, cl := range s.classes {
		j := int(b)*c + k
		vr := s.vari[int(r)*c+k]
		if math.IsInf(vr, 1) {
			continue
		}
		va, vb := s.cavVari[j]+up, s.vari[j]+down
		variance, q := va, a.toCavity[j]
		if !math.IsInf(vb, 1) {
			share := vb / (va + vb)
			variance = va * share
			q = share*q + (1-share)*a.toMessage[j] - share*(1-share)*a.across[j]
		}
		variance += vr + own
		lik -= 0.5 * (cl.weight*a.log(2*math.Pi*variance) + max(q, 0)/variance)
	}
	return lik
}

// log is the natural logarithm, or quickLog at a first look.
func (a *attacher) log(x float64) float64 {
	if a.glance {
		return special.QuickLog(x)
	}
	return math.Log(x)
}

// ownSegment returns logπ of the branch on top of the subtree, from time ell to its root.
func (a *attacher) ownSegment(ell float64) float64 {
	s, n := a.s, int(a.s.size[a.root])
	if n == 1 {
		return 0
	}
	return s.hyper.c*(ell-s.ell[a.root])*s.hyper.prior.Harmonic(n-1) + math.Log(s.ell[a.root]-ell)
}

// onBranch returns ΔlogL + logπ of the position where rem remains on the branch above b.
func (a *attacher) onBranch(b int32, rem float64) float64 {
	s := a.s
	p, m, n := s.hyper.prior, int(s.size[b]), int(s.size[a.root])
	ell, above := -a.log(rem), s.parentEll(b)
	waiting := (ell - above)
	if !s.isLeaf(b) {
		waiting *= (s.ell[b] - ell) / (s.ell[b] - above)
	}
	return a.fit(b, rem) + a.walk[b] + s.hyper.c*(above-ell)*a.crowd(b) + s.hyper.lnC + a.another + a.log(waiting) +
		p.Clade(m) + p.Clade(n) - p.Total(m+n) - p.Clade(1) + a.ownSegment(ell) +
		float64(s.d)*s.hyper.kappa // two more branches, D/2 each
}

// atNode returns ΔlogL + logπ of joining branch point v. The prior must allow it: see canJoin.
func (a *attacher) atNode(v int32) float64 {
	s := a.s
	p, m, n := s.hyper.prior, int(s.size[v]), int(s.size[a.root])
	return a.fit(v, s.rem[v]) + a.walk[v] + a.segment(v) + p.Counted(len(s.kids[v])+1) +
		p.Clade(n) - p.Clade(1) + p.Total(m) - p.Total(m+n) + a.ownSegment(s.ell[v]) +
		float64(s.d)/2*s.hyper.kappa
}

// guess returns the time remaining at which the squared distance between the messages of subtree
// and branch equals its expectation under their variances.
func (a *attacher) guess(b int32) float64 {
	s, c := a.s, len(a.s.classes)
	square, columns := 0.0, 0.0
	if s.columnwise {
		var variances float64
		square, variances, columns = s.apart(a.root, b)
		square -= variances
	} else {
		for k, cl := range s.classes {
			vr, vb := s.vari[int(a.root)*c+k], s.vari[int(b)*c+k]
			if math.IsInf(vr+vb, 1) {
				continue
			}
			square += a.toMessage[int(b)*c+k] - cl.weight*(vr+vb)
			columns += cl.weight
		}
	}
	if columns == 0 {
		return s.parentRem(b)
	}
	return 0.5 * (square/(columns*s.hyper.sigma2) + s.rem[b] + s.rem[a.root])
}

// bounds returns the open interval of time remaining for a position on the branch above b.
func (a *attacher) bounds(b int32) (low, high float64) {
	s := a.s
	return within(math.Max(s.rem[b], s.rem[a.root]), s.parentRem(b))
}

// look returns the branch above v at one likely time, and false where there is no room on it.
func (a *attacher) look(v int32) (position, bool) {
	low, high := a.bounds(v)
	if !(high > low) {
		return position{}, false
	}
	// A little inside the branch, where the density of the waiting times is finite.
	rem := math.Min(math.Max(a.guess(v), low+0.02*(high-low)), high-0.02*(high-low))
	return position{node: v, rem: rem, score: a.onBranch(v, rem)}, true
}

// joinable reports whether the subtree can become a further child of v.
func (a *attacher) joinable(v int32) bool {
	s := a.s
	return !s.isLeaf(v) && s.rem[v] > s.rem[a.root] && s.hyper.prior.CanJoin(len(s.kids[v]))
}

// best returns up to most positions with the highest scores, branch positions at
// their best times, in falling order. The pass must be complete.
func (a *attacher) best(most int) []position {
	s := a.s
	// First look: each branch at one likely time, and each branch point.
	const refined = 5
	a.found, a.glance = a.found[:0], true
	for _, v := range s.order {
		if first, ok := a.look(v); ok {
			a.found = offer(a.found, first, refined+most)
		}
		if a.joinable(v) {
			a.found = offer(a.found, position{node: v, join: true, rem: s.rem[v], score: a.atNode(v)}, refined+most)
		}
	}
	// Second look: the best times on the promising ones.
	looked := append([]position(nil), a.found...)
	a.found, a.glance = a.found[:0], false
	for _, p := range looked {
		if p.join {
			p.score = a.atNode(p.node)
		} else {
			low, high := a.bounds(p.node)
			p.rem, _ = linesearch.Ascend(a.curveOn(p.node).at, low, high, p.rem, true)
			p.score = a.onBranch(p.node, p.rem)
		}
		a.found = offer(a.found, p, most)
	}
	return a.found
}

// offer keeps the list sorted by falling score and no longer than most.
func offer(list []position, p position, most int) []position {
	if math.IsNaN(p.score) || math.IsInf(p.score, -1) {
		return list
	}
	if len(list) == most && p.score <= list[most-1].score {
		return list
	}
	if len(list) < most {
		list = append(list, p)
	} else {
		list[most-1] = p
	}
	for i := len(list) - 1; i > 0 && list[i].score > list[i-1].score; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}
