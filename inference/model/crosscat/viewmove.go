package crosscat

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/special"
)

// A viewMove splits a view in two, or merges two: see [state.proposeViews].
type viewMove struct {
	a, b   int // the columns that are told apart
	at, to int // their views
	order  []int
	passes []*pass // of column a by itself, of column b; then of the views of a, of b, and of both together
	parts  [2][]int
	logQ   float64 // of the columns of the two views
}

// proposeViews proposes (equation 13.3) to split the view of two random columns, or to merge their views. Clusters
// of the rows are made for each of the two columns by itself. The other columns are dealt out one after another in
// random order, with odds n_A e^{m_j(z_a)} : n_B e^{m_j(z_b)}. Then the clusters of both views are made anew by
// passes over their columns, and those that a merged view has likewise. The clusters of the columns by themselves,
// and the orders, do not depend on the state, and so cancel. With w = CRP(z) Π_j Π_k exp m_j(k | z)/q(z) of each
// view, the log ratio of a split is
//
//	ln α + lnΓ(n_A) + lnΓ(n_B) − lnΓ(n_A+n_B) + ln w_A + ln w_B − ln w_{A∪B} − ln q(A, B)
//
// and that of a merge its opposite. Concentrations of the clusters are proposed from their prior.
func (s *state) proposeViews(rng *rand.Rand) *viewMove {
	d := s.t.d
	m := &viewMove{a: rng.IntN(d), b: rng.IntN(d - 1)}
	if m.b >= m.a {
		m.b++
	}
	m.at, _ = s.find(m.a)
	m.to, _ = s.find(m.b)
	m.order = rng.Perm(d)
	for _, j := range []int{m.a, m.b} {
		m.passes = append(m.passes, s.newPass([]int{j}, s.drawBeta(rng), nil, rng))
	}
	return m
}

// split reports whether the proposal is to split a view.
func (m *viewMove) split() bool { return m.at == m.to }

// work goes on with the passes, at most so many cells weighed, and reports whether all are done.
func (s *state) work(m *viewMove, most int, rng *rand.Rand) (done bool) {
	for _, p := range m.passes {
		if p.at < s.t.n {
			p.seat(1+most/((len(p.view.Active)+2)*len(p.view.columns)), rng)
			return false
		}
	}
	if len(m.passes) > 2 {
		return true
	}
	s.deal(m, rng)
	betas, like := [3]float64{s.drawBeta(rng), s.drawBeta(rng), s.views[m.at].Alpha}, [3][]int{nil, nil, s.views[m.at].Z}
	if !m.split() {
		betas = [3]float64{s.views[m.at].Alpha, s.views[m.to].Alpha, betas[0]}
		like = [3][]int{s.views[m.at].Z, s.views[m.to].Z, nil}
	}
	for k, columns := range [][]int{m.parts[0], m.parts[1], slices.Concat(m.parts[0], m.parts[1])} {
		m.passes = append(m.passes, s.newPass(columns, betas[k], like[k], rng))
	}
	return false
}

// deal deals out the columns.
func (s *state) deal(m *viewMove, rng *rand.Rand) {
	m.parts = [2][]int{{m.a}, {m.b}}
	first, second := s.views[m.at].columns, s.views[m.to].columns
	for _, j := range m.order {
		among := slices.Contains(first, j)
		if j == m.a || j == m.b || !among && !slices.Contains(second, j) {
			continue
		}
		_, toA := s.statsOf(j, m.passes[0].view)
		_, toB := s.statsOf(j, m.passes[1].view)
		odds := math.Log(float64(len(m.parts[0]))) + toA - math.Log(float64(len(m.parts[1]))) - toB
		if m.split() {
			among = rng.Float64() < 1/(1+math.Exp(-odds))
		}
		side := 1
		if among {
			side, odds = 0, -odds
		}
		m.logQ -= special.LogAdd(0, odds)
		m.parts[side] = append(m.parts[side], j)
	}
}

// decideViews accepts a proposal, once its work is done, or not, and reports which.
func (s *state) decideViews(m *viewMove, rng *rand.Rand) (accepted bool) {
	a, b, both := m.passes[2], m.passes[3], m.passes[4]
	na, nb := float64(len(m.parts[0])), float64(len(m.parts[1]))
	ratio := math.Log(s.alpha) + special.LogGamma(na) + special.LogGamma(nb) - special.LogGamma(na+nb) +
		a.log() - a.logQ + b.log() - b.logQ - both.log() + both.logQ - m.logQ
	if !m.split() {
		ratio = -ratio
	}
	if !(math.Log(rng.Float64()) < ratio) {
		return false
	}
	if m.split() {
		s.views[m.at] = a.view
		s.views = append(s.views, b.view)
		return true
	}
	s.views[m.at] = both.view
	s.views = slices.Delete(s.views, m.to, m.to+1)
	return true
}
