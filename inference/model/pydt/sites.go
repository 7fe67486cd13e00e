package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// sites are the approximations, by expectation propagation, of the probit factors Φ(y·x) of a
// binary table's cells: one Gaussian N(m̃; x, ṽ) times a constant for every leaf and column (math
// 4.3). They are the messages that leaves send up, and the sum of a leaf's constants is its log
// likelihood. So all code for messages works on them, and the objective is that of expectation
// propagation.
//
// If the objective is stationary in the sites, its derivatives with respect to times and
// hyperparameters are those at fixed sites. So moves are found at fixed sites, and judged after the
// sites have followed.
type sites struct {
	sign  []float64 // row×d in sorted order: 1, −1, 0 where missing
	stack []visit
}

const (
	weakest     = 1e12 // variance from which a site carries no information
	siteSweeps  = 20   // until the sites count as settled, at most
	siteGain    = 1e-4 // nats by which a sweep still changes the objective
	localSweeps = 2    // over the sites of a subtree at a new place
)

// newSites returns the sites of a problem and gives the leaves of s neutral ones.
func (s *state) newSites(p *problem) {
	s.sites = &sites{sign: p.x}
	for v := range int32(s.n) {
		s.neutral(v)
	}
}

// neutral gives leaf v the sites that the prior at time 1 alone leads to.
func (s *state) neutral(v int32) {
	clear(s.cavMeanOf(v))
	clear(s.cavVariOf(v))
	s.site(v, s.hyper.sigma2)
}

// site brings the sites of leaf v to its cavity, whose variance at the leaf is that of
// the branch's upper end plus w. With the cavity N(m, V) and z = y·m/√(1+V), equation 4a is
//
//	m̃ = m + y√(1+V)/g,  ṽ = (1+V)/(r·g) − V,
//	log constant = log Φ(z) − log N(m̃; m, V+ṽ) = log Φ(z) + ½ log{2π(1+V)/(r·g)} + ½ r/g.
func (s *state) site(v int32, w float64) {
	mc, vc := s.cavMeanOf(v), s.cavVariOf(v)
	mean, vari := s.meanOf(v)[:len(mc)], s.variOf(v)[:len(mc)]
	sign := s.sites.sign[int(v)*s.d : int(v)*s.d+s.d]
	product, sum := 1.0, 0.0
	for j := range mc {
		y := sign[j]
		if y == 0 {
			mean[j], vari[j] = 0, math.Inf(1)
			continue
		}
		m, V := mc[j], vc[j]+w
		root := math.Sqrt(1 + V)
		logPhi, r, g := special.QuickRatios(y * m / root)
		sum += logPhi
		inverse := 1 / (r * g)
		spread := (1 + V) * inverse
		variance := spread - V
		if !(variance < weakest) {
			mean[j], vari[j] = 0, math.Inf(1)
			continue
		}
		step := r * inverse // 1/g
		mean[j], vari[j] = m+y*root*step, variance
		sum += 0.5*ln2Pi + 0.5*r*step
		if product *= spread; product > productHigh {
			sum, product = sum+0.5*math.Log(product), 1
		}
	}
	s.lik[v] = sum + 0.5*math.Log(product)
}

// startSites begins a serial sweep over the sites of the leaves below v, whose cavity
// must be current.
func (s *state) startSites(v int32) {
	s.sites.stack = append(s.sites.stack[:0], visit{node: v, next: -1})
}

// sweepSites continues the sweep for about `most` nodes and reports whether it is complete. The
// sites of each leaf follow its cavity at the time of their turn; branch points are updated on the
// way back. A sweep costs as much as one pass down and one up, plus the sites.
func (s *state) sweepSites(most int) bool {
	q := s.sites
	for len(q.stack) > 0 && most > 0 {
		at := &q.stack[len(q.stack)-1]
		v := at.node
		if s.isLeaf(v) {
			s.site(v, s.hyper.sigma2*s.parentRem(v))
			q.stack = q.stack[:len(q.stack)-1]
			most--
			continue
		}
		kids := s.kids[v]
		if at.next < 0 {
			most--
			if len(kids) > 2 {
				// All leaves at once; then the branch points one by one.
				s.cavitiesManyColumns(v, func(leaf int32) { s.site(leaf, s.hyper.sigma2*s.rem[v]) })
				most -= len(kids) / 4
			}
		}
		at.next++
		for len(kids) > 2 && at.next < len(kids) && s.isLeaf(kids[at.next]) {
			at.next++
		}
		if at.next == len(kids) {
			s.update(v)
			q.stack = q.stack[:len(q.stack)-1]
			continue
		}
		child := kids[at.next]
		if len(kids) == 2 {
			s.cavityColumns(v, child, kids[1-at.next])
		} else {
			s.cavityOf(v, child)
		}
		q.stack = append(q.stack, visit{node: child, next: -1})
	}
	return len(q.stack) == 0
}

// settleBelow does whole sweeps over the sites below v, whose cavity must be current.
func (s *state) settleBelow(v int32, sweeps int) {
	for range sweeps {
		s.startSites(v)
		for !s.sweepSites(1 << 30) {
		}
	}
}

// A settler sweeps over all sites until the objective stops changing. It needs no damping: a serial
// sweep over sites of log-concave factors does not oscillate. It can stop after any node and
// continue later.
type settler struct {
	s      *state
	left   int // sweeps
	value  float64
	within float64 // change of the objective at which the sites have settled
	open   bool
}

func (s *state) newSettler(sweeps int, within float64) settler {
	return settler{s: s, left: sweeps, within: within, value: math.NaN()}
}

// advance does about `most` nodes of work and reports whether the sites have settled.
func (t *settler) advance(most int) bool {
	s := t.s
	if s.sites == nil || t.left == 0 {
		return true
	}
	if !t.open {
		if math.IsNaN(t.value) {
			t.value = s.objective()
		}
		s.cavityOfTop()
		s.startSites(s.top)
		t.open = true
	}
	if !s.sweepSites(most) {
		return false
	}
	t.open = false
	t.left--
	value := s.objective()
	if math.Abs(value-t.value) < t.within {
		t.left = 0
	}
	t.value = value
	return t.left == 0
}

// settle sweeps over all sites until they have settled.
func (s *state) settle() {
	t := s.newSettler(siteSweeps, siteGain)
	for !t.advance(1 << 30) {
	}
}

// allSites returns the sites of all leaves, or nil if there are none.
func (s *state) allSites() []float64 {
	if s.sites == nil {
		return nil
	}
	all := make([]float64, 0, s.n*(2*s.d+1))
	all = append(append(all, s.mean[:s.n*s.d]...), s.vari[:s.n*s.d]...)
	return append(all, s.lik[:s.n]...)
}

// setSites restores what allSites returned. It leaves the branch points to recompute.
func (s *state) setSites(all []float64) {
	if all == nil {
		return
	}
	nd := s.n * s.d
	copy(s.mean[:nd], all)
	copy(s.vari[:nd], all[nd:])
	copy(s.lik[:s.n], all[2*nd:])
}

// cavityOf makes the cavity of one child of v from v's own, in O(K·D), and leaves those
// of the other children as they are.
func (s *state) cavityOf(v, child int32) {
	kids, sigma2 := s.kids[v], s.hyper.sigma2
	if len(kids) == 2 {
		s.cavityColumns(v, child, kids[1-indexOf(kids, child)])
		return
	}
	mc, vc := s.cavMeanOf(child), s.cavVariOf(child)
	mv, vv := s.cavMeanOf(v), s.cavVariOf(v)
	w := sigma2 * (s.parentRem(v) - s.rem[v])
	for j := range mc {
		vc[j] = 1 / (vv[j] + w)
		mc[j] = vc[j] * mv[j]
	}
	for _, k := range kids {
		if k == child {
			continue
		}
		m, vari, w := s.meanOf(k), s.variOf(k), sigma2*(s.rem[v]-s.rem[k])
		for j := range mc {
			p := 1 / (vari[j] + w)
			vc[j] += p
			mc[j] += p * m[j]
		}
	}
	for j := range mc {
		vc[j] = 1 / vc[j]
		mc[j] *= vc[j]
	}
}

// alone settles the sites below r in a tree of the subtree alone, hanging from the origin. They
// give its message to a new place before it is attached there.
func (s *state) alone(r int32) {
	clear(s.cavMeanOf(r))
	clear(s.cavVariOf(r))
	s.settleBelow(r, localSweeps)
}
