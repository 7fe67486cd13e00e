package posterior

import (
	"math"

	"example.org/espalier/inference/model/pydt/leaves"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/timetree"
)

// sites are the approximations, by expectation propagation, of the factors of the cells where these are not all
// numbers: one Gaussian N(m̃; x, ṽ) times a constant for every leaf and column (math 4.3). They are the messages
// that leaves send up, and the sum of a leaf's constants is its log likelihood. So all code for messages works on
// them, and the objective is that of expectation propagation.
//
// If the objective is stationary in the sites, its derivatives with respect to times and
// hyperparameters are those at fixed sites. So moves are found at fixed sites, and judged after the
// sites have followed.
type sites struct {
	Cells leaves.Cells
	Err   error     // of the last cell that could not follow its cavity; nil while all could
	spare []float64 // row×d: variances of the sites without the noise; nil where the factors have it in them
	stack []timetree.Visit
}

const (
	SiteSweeps  = 20   // until the sites count as settled, at most
	SiteGain    = 1e-4 // nats by which a sweep still changes the objective
	LocalSweeps = 2    // over the sites of a subtree at a new place
)

// newSites returns the sites of a problem and gives the leaves of s neutral ones.
func (s *State) newSites(p *problem.Problem) {
	s.Sites = &sites{Cells: p.Leaves.Own()}
	s.Root = s.Sites.Cells.Root()
	if s.Sites.Cells.Noisy() {
		s.Sites.spare = make([]float64, s.N*s.D)
	}
	for v := range int32(s.N) {
		s.Neutral(v)
	}
}

// Neutral gives leaf v the sites that the prior at time 1 alone leads to.
func (s *State) Neutral(v int32) {
	s.CavityOfOrigin(v)
	s.site(v, s.Hyper.Sigma2)
}

// site brings the sites of leaf v to its cavity, whose variance at the leaf is that of the branch's upper end plus w.
func (s *State) site(v int32, w float64) {
	q, variance := s.Sites, s.VariOf(v)
	if q.spare != nil {
		variance = q.spare[int(v)*s.D : int(v)*s.D+s.D]
	}
	constant, err := q.Cells.Site(int(v), leaves.Cavity{Mean: s.CavMeanOf(v), Variance: s.CavVariOf(v), Length: w,
		Noise: s.Hyper.Noise}, s.MeanOf(v), variance)
	if err != nil {
		q.Err = err
		return
	}
	s.Lik[v] = constant
	if q.spare != nil {
		s.addNoise(v)
	}
}

// addNoise gives leaf v the variances of its sites with the noise.
func (s *State) addNoise(v int32) {
	vari := s.VariOf(v)
	for j, spare := range s.Sites.spare[int(v)*s.D : int(v)*s.D+s.D] {
		vari[j] = spare + s.Hyper.Noise
	}
}

// ScaleSites multiplies the locations in the sites of columns that say nothing of their scale by a factor, and their
// variances by its square.
func (s *State) ScaleSites(factor, square float64) {
	kinds, _ := s.Sites.Cells.(*leaves.Kinds)
	variance := s.Sites.spare
	if variance == nil {
		variance = s.Vari
	}
	for v := range s.N {
		for j := range s.D {
			if kinds == nil || kinds.Threshold(j) {
				s.Mean[v*s.D+j] *= factor
				variance[v*s.D+j] *= square
			}
		}
	}
	s.SetNoise()
}

// startSites begins a serial sweep over the sites of the leaves below v, whose cavity
// must be current.
func (s *State) startSites(v int32) {
	s.Sites.stack = append(s.Sites.stack[:0], timetree.Visit{Node: v, Next: -1})
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
		q.stack = append(q.stack, timetree.Visit{Node: child, Next: -1})
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
	nd := s.N * s.D
	all := make([]float64, 0, 2*nd+s.N)
	all = append(all, s.Mean[:nd]...)
	if s.Sites.spare != nil {
		all = append(all, s.Sites.spare...)
	} else {
		all = append(all, s.Vari[:nd]...)
	}
	return append(all, s.Lik[:s.N]...)
}

// SetSites restores what allSites returned. It leaves the branch points to recompute.
func (s *State) SetSites(all []float64) {
	if all == nil {
		return
	}
	nd := s.N * s.D
	copy(s.Mean[:nd], all)
	copy(s.Lik[:s.N], all[2*nd:])
	if s.Sites.spare == nil {
		copy(s.Vari[:nd], all[nd:])
		return
	}
	copy(s.Sites.spare, all[nd:2*nd])
	s.SetNoise()
}

// Alone settles the sites below r in a tree of the subtree alone, hanging from the origin. They
// give its message to a new place before it is attached there.
func (s *State) Alone(r int32) {
	s.CavityOfOrigin(r)
	s.SettleBelow(r, LocalSweeps)
}
