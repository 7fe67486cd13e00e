package attaching

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/timetree"
)

// An Attacher scores every position at which the remaining tree can take one subtree: local
// evidence (math 6.1) plus prior (math 2.6). One top-down pass of O(N·D) computes the cavities and
// three squared distances for each branch. After it each position costs O(1) for each class,
// whatever the number of columns.
type Attacher struct {
	s    *posterior.State
	root int32 // of the subtree, detached; its own messages are current
	// For each branch, by the node below it; one value for each class. The first three are unused where columns are their
	// own classes.
	toCavity  []float64 // ‖m_r − μ‖², μ the cavity mean above the branch
	toMessage []float64 // ‖m_r − m_b‖²
	across    []float64 // ‖μ − m_b‖²
	walk      []float64 // logπ of reaching the top of the branch
	another   float64   // what the expected number of branch points adds for one more
	pending   int       // nodes of s.order already expanded, for passes that are interrupted
	found     []timetree.Position
	glance    bool // logarithms to 1e-7, enough to rank positions at a first look
	curve     branchCurve
	Narrow    int // branches that a pass looks at, at most; 0 for all
	front     front
}

func New(s *posterior.State) *Attacher {
	slots, c, narrow := len(s.Parent), len(s.Classes), 0
	if s.Large() {
		narrow = Reach(s.N)
	}
	if s.Columnwise {
		return &Attacher{s: s, Narrow: narrow, walk: make([]float64, slots)}
	}
	return &Attacher{s: s, Narrow: narrow, toCavity: make([]float64, slots*c), toMessage: make([]float64, slots*c),
		across: make([]float64, slots*c), walk: make([]float64, slots)}
}

// Start prepares the pass for the detached subtree at r.
func (a *Attacher) Start(r int32) {
	s := a.s
	a.root, a.pending = r, 0
	n := s.Points(s.Top) + s.Points(r)
	a.another = s.Hyper.Tally(n+1) - s.Hyper.Tally(n)
	s.Order = append(s.Order[:0], s.Top)
	s.CavityOfTop()
	a.walk[s.Top] = 0
	if s.Columnwise {
		return
	}
	for k, cl := range s.Classes {
		i := int(s.Top)*len(s.Classes) + k
		q, m := s.MeanOf(r)[cl.Low:cl.High], s.MeanOf(s.Top)[cl.Low:cl.High]
		zero := s.CavMeanOf(s.Top)[cl.Low:cl.High]
		a.toCavity[i] = vector.SquaredDistance(zero, q)
		a.toMessage[i] = vector.SquaredDistance(m, q)
		a.across[i] = vector.SquaredDistance(zero, m)
	}
}

// Advance continues the pass for at most the given number of nodes and reports whether it is
// complete. It leaves out branches that begin after the subtree's own root.
func (a *Attacher) Advance(most int) bool {
	s := a.s
	if a.Narrow > 0 && a.pending < len(s.Order) {
		a.walkNarrow()
		return true
	}
	for ; a.pending < len(s.Order) && most > 0; a.pending++ {
		v := s.Order[a.pending]
		if s.IsLeaf(v) || s.Rem[v] <= s.Rem[a.root] {
			continue
		}
		a.expand(v)
		s.Order = append(s.Order, s.Kids[v]...)
		most--
	}
	return a.pending >= len(s.Order)
}

// expand computes cavities, distances and walks of the children of v.
func (a *Attacher) expand(v int32) {
	s, c, r := a.s, len(a.s.Classes), a.root
	kids := s.Kids[v]
	if s.Columnwise {
		a.expandColumns(v)
	} else if len(kids) == 2 {
		for i, child := range kids {
			sibling := kids[1-i]
			for k, cl := range s.Classes {
				share, variance := s.Weights(v, sibling, k)
				j := int(child)*c + k
				s.CavVari[j] = variance
				a.toCavity[j], a.toMessage[j], a.across[j] = vector.BlendAndMeasure(s.CavMeanOf(child)[cl.Low:cl.High],
					s.CavMeanOf(v)[cl.Low:cl.High], s.MeanOf(sibling)[cl.Low:cl.High], share, 1-share,
					s.MeanOf(child)[cl.Low:cl.High], s.MeanOf(r)[cl.Low:cl.High])
			}
		}
	} else {
		s.CavitiesMany(v)
		for _, child := range kids {
			for k, cl := range s.Classes {
				j := int(child)*c + k
				mu, m, q := s.CavMeanOf(child)[cl.Low:cl.High], s.MeanOf(child)[cl.Low:cl.High], s.MeanOf(r)[cl.Low:cl.High]
				a.toCavity[j], a.toMessage[j], a.across[j] = vector.SquaredDistance(mu, q), vector.SquaredDistance(m, q),
					vector.SquaredDistance(mu, m)
			}
		}
	}
	p, n, m := s.Hyper.Prior, int(s.Size[r]), int(s.Size[v])
	through := p.AddPassed(a.walk[v]+a.segment(v), m, n)
	for _, child := range kids {
		a.walk[child] = p.AddFollowed(through, int(s.Size[child]), n)
	}
}

// segment returns logπ of running down the whole branch above v without diverging.
func (a *Attacher) segment(v int32) float64 {
	s := a.s
	return s.Hyper.C * (s.ParentEll(v) - s.Ell[v]) * a.crowd(v)
}

// crowd returns H_{m+n−1} − H_{m−1} for the m leaves below v and the n of the subtree.
func (a *Attacher) crowd(v int32) float64 {
	s := a.s
	return s.Hyper.Prior.Crowd(int(s.Size[v]), int(s.Size[a.root]))
}

// Fit returns ΔlogL of attaching the subtree where rem time remains on the branch above b.
func (a *Attacher) Fit(b int32, rem float64) float64 {
	s, c, r := a.s, len(a.s.Classes), a.root
	sigma2 := s.Hyper.Sigma2
	up, down, own := sigma2*(s.ParentRem(b)-rem), sigma2*(rem-s.Rem[b]), sigma2*(rem-s.Rem[r])
	if s.Columnwise {
		return a.fitColumns(b, up, down, own)
	}
	lik := 0.0
	for k, cl := range s.Classes {
		j := int(b)*c + k
		vr := s.Vari[int(r)*c+k]
		if math.IsInf(vr, 1) {
			continue
		}
		va, vb := s.CavVari[j]+up, s.Vari[j]+down
		variance, q := va, a.toCavity[j]
		if !math.IsInf(vb, 1) {
			share := vb / (va + vb)
			variance = va * share
			q = share*q + (1-share)*a.toMessage[j] - share*(1-share)*a.across[j]
		}
		variance += vr + own
		lik -= 0.5 * (cl.Weight*a.log(2*math.Pi*variance) + max(q, 0)/variance)
	}
	return lik
}

// log is the natural logarithm, or quickLog at a first look.
func (a *Attacher) log(x float64) float64 {
	if a.glance {
		return special.QuickLog(x)
	}
	return math.Log(x)
}

// ownSegment returns logπ of the branch on top of the subtree, from time ell to its root.
func (a *Attacher) ownSegment(ell float64) float64 {
	s, n := a.s, int(a.s.Size[a.root])
	if n == 1 {
		return 0
	}
	return s.Hyper.C*(ell-s.Ell[a.root])*s.Hyper.Prior.Harmonic(n-1) + math.Log(s.Ell[a.root]-ell)
}

// OnBranch returns ΔlogL + logπ of the position where rem remains on the branch above b.
func (a *Attacher) OnBranch(b int32, rem float64) float64 {
	s := a.s
	p, m, n := s.Hyper.Prior, int(s.Size[b]), int(s.Size[a.root])
	ell, above := -a.log(rem), s.ParentEll(b)
	waiting := (ell - above)
	if !s.IsLeaf(b) {
		waiting *= (s.Ell[b] - ell) / (s.Ell[b] - above)
	}
	return a.Fit(b, rem) + a.walk[b] + s.Hyper.C*(above-ell)*a.crowd(b) + s.Hyper.LnC + a.another + a.log(waiting) +
		p.Clade(m) + p.Clade(n) - p.Total(m+n) - p.Clade(1) + a.ownSegment(ell) +
		float64(s.D)*s.Hyper.Kappa // two more branches, D/2 each
}

// AtNode returns ΔlogL + logπ of joining branch point v. The prior must allow it: see canJoin.
func (a *Attacher) AtNode(v int32) float64 {
	s := a.s
	p, m, n := s.Hyper.Prior, int(s.Size[v]), int(s.Size[a.root])
	return a.Fit(v, s.Rem[v]) + a.walk[v] + a.segment(v) + p.Counted(len(s.Kids[v])+1) +
		p.Clade(n) - p.Clade(1) + p.Total(m) - p.Total(m+n) + a.ownSegment(s.Ell[v]) +
		float64(s.D)/2*s.Hyper.Kappa
}

// Guess returns the time remaining at which the squared distance between the messages of subtree
// and branch equals its expectation under their variances.
func (a *Attacher) Guess(b int32) float64 {
	s, c := a.s, len(a.s.Classes)
	square, columns := 0.0, 0.0
	if s.Columnwise {
		var variances float64
		square, variances, columns = s.Apart(a.root, b)
		square -= variances
	} else {
		for k, cl := range s.Classes {
			vr, vb := s.Vari[int(a.root)*c+k], s.Vari[int(b)*c+k]
			if math.IsInf(vr+vb, 1) {
				continue
			}
			square += a.toMessage[int(b)*c+k] - cl.Weight*(vr+vb)
			columns += cl.Weight
		}
	}
	if columns == 0 {
		return s.ParentRem(b)
	}
	return 0.5 * (square/(columns*s.Hyper.Sigma2) + s.Rem[b] + s.Rem[a.root])
}

// Bounds returns the open interval of time remaining for a position on the branch above b.
func (a *Attacher) Bounds(b int32) (low, high float64) {
	s := a.s
	return timetree.Within(math.Max(s.Rem[b], s.Rem[a.root]), s.ParentRem(b))
}

// look returns the branch above v at one likely time, and false where there is no room on it.
func (a *Attacher) look(v int32) (timetree.Position, bool) {
	low, high := a.Bounds(v)
	if !(high > low) {
		return timetree.Position{}, false
	}
	// A little inside the branch, where the density of the waiting times is finite.
	rem := math.Min(math.Max(a.Guess(v), low+0.02*(high-low)), high-0.02*(high-low))
	return timetree.Position{Node: v, Rem: rem, Score: a.OnBranch(v, rem)}, true
}

// joinable reports whether the subtree can become a further child of v.
func (a *Attacher) joinable(v int32) bool {
	s := a.s
	return !s.IsLeaf(v) && s.Rem[v] > s.Rem[a.root] && s.Hyper.Prior.CanJoin(len(s.Kids[v]))
}

// Best returns up to most positions with the highest scores, branch positions at
// their best times, in falling order. The pass must be complete.
func (a *Attacher) Best(most int) []timetree.Position {
	s := a.s
	// First look: each branch at one likely time, and each branch point.
	const refined = 5
	a.found, a.glance = a.found[:0], true
	for _, v := range s.Order {
		if first, ok := a.look(v); ok {
			a.found = offer(a.found, first, refined+most)
		}
		if a.joinable(v) {
			a.found = offer(a.found, timetree.Position{Node: v, Join: true, Rem: s.Rem[v], Score: a.AtNode(v)}, refined+most)
		}
	}
	// Second look: the best times on the promising ones.
	looked := append([]timetree.Position(nil), a.found...)
	a.found, a.glance = a.found[:0], false
	for _, p := range looked {
		if p.Join {
			p.Score = a.AtNode(p.Node)
		} else {
			low, high := a.Bounds(p.Node)
			p.Rem, _ = linesearch.Ascend(a.CurveOn(p.Node).At, low, high, p.Rem, true)
			p.Score = a.OnBranch(p.Node, p.Rem)
		}
		a.found = offer(a.found, p, most)
	}
	return a.found
}

// offer keeps the list sorted by falling score and no longer than most.
func offer(list []timetree.Position, p timetree.Position, most int) []timetree.Position {
	if math.IsNaN(p.Score) || math.IsInf(p.Score, -1) {
		return list
	}
	if len(list) == most && p.Score <= list[most-1].Score {
		return list
	}
	if len(list) < most {
		list = append(list, p)
	} else {
		list[most-1] = p
	}
	for i := len(list) - 1; i > 0 && list[i].Score > list[i-1].Score; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}
