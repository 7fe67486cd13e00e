package posterior

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/pruning"
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
	Sign  []float64 // row×d in sorted order: 1, −1, 0 where missing
	stack []Visit
}

const (
	weakest     = 1e12 // variance from which a site carries no information
	SiteSweeps  = 20   // until the sites count as settled, at most
	SiteGain    = 1e-4 // nats by which a sweep still changes the objective
	LocalSweeps = 2    // over the sites of a subtree at a new place
)

// newSites returns the sites of a problem and gives the leaves of s neutral ones.
func (s *State) newSites(p *Problem) {
	s.Sites = &sites{Sign: p.X}
	for v := range int32(s.N) {
		s.Neutral(v)
	}
}

// Neutral gives leaf v the sites that the prior at time 1 alone leads to.
func (s *State) Neutral(v int32) {
	clear(s.CavMeanOf(v))
	clear(s.CavVariOf(v))
	s.site(v, s.Hyper.Sigma2)
}

// site brings the sites of leaf v to its cavity, whose variance at the leaf is that of
// the branch's upper end plus w. With the cavity N(m, V) and z = y·m/√(1+V), equation 4a is
//
//	m̃ = m + y√(1+V)/g,  ṽ = (1+V)/(r·g) − V,
//	log constant = log Φ(z) − log N(m̃; m, V+ṽ) = log Φ(z) + ½ log{2π(1+V)/(r·g)} + ½ r/g.
func (s *State) site(v int32, w float64) {
	mc, vc := s.CavMeanOf(v), s.CavVariOf(v)
	mean, vari := s.MeanOf(v)[:len(mc)], s.VariOf(v)[:len(mc)]
	sign := s.Sites.Sign[int(v)*s.D : int(v)*s.D+s.D]
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
		sum += 0.5*pruning.Ln2Pi + 0.5*r*step
		if product *= spread; product > pruning.ProductHigh {
			sum, product = sum+0.5*math.Log(product), 1
		}
	}
	s.Lik[v] = sum + 0.5*math.Log(product)
}

// startSites begins a serial sweep over the sites of the leaves below v, whose cavity
// must be current.
func (s *State) startSites(v int32) {
	s.Sites.stack = append(s.Sites.stack[:0], Visit{Node: v, Next: -1})
}

// sweepSites continues the sweep for about `most` nodes and reports whether it is complete. The
// sites of each leaf follow its cavity at the time of their turn; branch points are updated on the
// way back. A sweep costs as much as one pass down and one up, plus the sites.
func (s *State) sweepSites(most int) bool {
	q := s.Sites
	for len(q.stack) > 0 && most > 0 {
		at := &q.stack[len(q.stack)-1]
		v := at.Node
		if s.IsLeaf(v) {
			s.site(v, s.Hyper.Sigma2*s.ParentRem(v))
			q.stack = q.stack[:len(q.stack)-1]
			most--
			continue
		}
		kids := s.Kids[v]
		if at.Next < 0 {
			most--
			if len(kids) > 2 {
				// All leaves at once; then the branch points one by one.
				s.CavitiesManyColumns(v, func(leaf int32) { s.site(leaf, s.Hyper.Sigma2*s.Rem[v]) })
				most -= len(kids) / 4
			}
		}
		at.Next++
		for len(kids) > 2 && at.Next < len(kids) && s.IsLeaf(kids[at.Next]) {
			at.Next++
		}
		if at.Next == len(kids) {
			s.Update(v)
			q.stack = q.stack[:len(q.stack)-1]
			continue
		}
		child := kids[at.Next]
		if len(kids) == 2 {
			s.CavityColumns(v, child, kids[1-at.Next])
		} else {
			s.CavityOf(v, child)
		}
		q.stack = append(q.stack, Visit{Node: child, Next: -1})
	}
	return len(q.stack) == 0
}

// SettleBelow does whole sweeps over the sites below v, whose cavity must be current.
func (s *State) SettleBelow(v int32, sweeps int) {
	for range sweeps {
		s.startSites(v)
		for !s.sweepSites(1 << 30) {
		}
	}
}

// A Settler sweeps over all sites until the objective stops changing. It needs no damping: a serial
// sweep over sites of log-concave factors does not oscillate. It can stop after any node and
// continue later.
type Settler struct {
	S      *State
	Left   int // sweeps
	value  float64
	within float64 // change of the objective at which the sites have settled
	open   bool
}

func (s *State) NewSettler(sweeps int, within float64) Settler {
	return Settler{S: s, Left: sweeps, within: within, value: math.NaN()}
}

// Advance does about `most` nodes of work and reports whether the sites have settled.
func (t *Settler) Advance(most int) bool {
	s := t.S
	if s.Sites == nil || t.Left == 0 {
		return true
	}
	if !t.open {
		if math.IsNaN(t.value) {
			t.value = s.Objective()
		}
		s.CavityOfTop()
		s.startSites(s.Top)
		t.open = true
	}
	if !s.sweepSites(most) {
		return false
	}
	t.open = false
	t.Left--
	value := s.Objective()
	if math.Abs(value-t.value) < t.within {
		t.Left = 0
	}
	t.value = value
	return t.Left == 0
}

// Settle sweeps over all sites until they have settled.
func (s *State) Settle() {
	t := s.NewSettler(SiteSweeps, SiteGain)
	for !t.Advance(1 << 30) {
	}
}

// AllSites returns the sites of all leaves, or nil if there are none.
func (s *State) AllSites() []float64 {
	if s.Sites == nil {
		return nil
	}
	all := make([]float64, 0, s.N*(2*s.D+1))
	all = append(append(all, s.Mean[:s.N*s.D]...), s.Vari[:s.N*s.D]...)
	return append(all, s.Lik[:s.N]...)
}

// SetSites restores what allSites returned. It leaves the branch points to recompute.
func (s *State) SetSites(all []float64) {
	if all == nil {
		return
	}
	nd := s.N * s.D
	copy(s.Mean[:nd], all)
	copy(s.Vari[:nd], all[nd:])
	copy(s.Lik[:s.N], all[2*nd:])
}

// Alone settles the sites below r in a tree of the subtree alone, hanging from the origin. They
// give its message to a new place before it is attached there.
func (s *State) Alone(r int32) {
	clear(s.CavMeanOf(r))
	clear(s.CavVariOf(r))
	s.SettleBelow(r, LocalSweeps)
}
