package search

import (
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
)

// An upkeep polishes the best tree from time to time during a search, and sometimes balances it,
// because a search step cannot exchange one branch for another. It takes back a change that lowers
// the score. It then scores the other trees of the list again under the hyperparameters learnt
// since, and the search continues from the best.
type upkeep struct {
	s        *posterior.State
	cells    int
	score    func(*posterior.State) float64
	polisher *polishing.Polisher
	balancer *branches.Balancer // nil for none, or when it is done
	begun    *posterior.Sketch  // the tree as it was before a change, with its score and hyperparameters
	hyper    hyper.Hyper
	others   []*posterior.Sketch
	list     []*posterior.Sketch // scored again, best first, when complete
	settler  posterior.Settler   // of the sites of the tree being scored, where the table is binary
	scoring  bool
}

// balanceEvery is the number of iterations between two balancings of the best tree. In trees of
// many rows balancing takes longer than that many steps; for them it is balanceLarge.
const (
	balanceEvery = 50
	balanceLarge = 200
	largeTree    = 500 // rows
	upkeepRounds = 4   // of balancing
)

func newUpkeep(f *Fit) *upkeep {
	u := &upkeep{s: f.state, cells: f.Problem.Cells, score: f.scoreOf, begun: f.begun(), hyper: f.state.Hyper,
		others: append([]*posterior.Sketch(nil), f.Best...)}
	u.polish(f.messenger != nil)
	every := balanceEvery
	if f.Problem.N > largeTree {
		every = balanceLarge
	}
	if f.supports() && f.state.Hyper.Typical > 0 && (f.Iteration+1)%(every*f.pace()) == 0 {
		u.balancer = branches.NewBalancer(f.state, f.state.Hyper.Typical, f.threads)
		u.balancer.Rounds = upkeepRounds
	}
	return u
}

// polish begins to polish. Where branches are weighed by quadrature, that is left to a balancer.
func (u *upkeep) polish(restructure bool) {
	u.polisher = polishing.New(u.s, u.cells, 2, polishing.Settled)
	u.polisher.Restructure = u.polisher.Restructure && restructure
}

// keep keeps the present tree if its score is no lower, otherwise the tree from before.
func (u *upkeep) keep() {
	s := u.s
	if score := u.score(s); score >= u.begun.Objective {
		hash := s.Hash[s.Top]
		u.begun, u.hyper = s.Capture(), s.Hyper
		u.begun.Objective, u.begun.Hash = score, hash
		return
	}
	s.Hyper = u.hyper
	s.Load(u.begun)
	s.SetNoise()
	s.Recompute()
}

// advance does about `most` nodes of work, or scores one tree, and reports whether the upkeep is complete.
func (u *upkeep) advance(most int) bool {
	s := u.s
	switch {
	case u.list != nil:
	case u.polisher != nil:
		if u.polisher.Advance(most) {
			u.polisher = nil
			u.keep()
		}
		return false
	case u.balancer != nil:
		if u.balancer.Advance(most) {
			u.balancer = nil
			u.polish(false)
		}
		return false
	default:
		u.list = placing.Remember(nil, u.begun.Objective, u.begun.Hash, func() *posterior.Sketch { return u.begun })
		return false
	}
	if len(u.others) > 0 {
		k := u.others[0]
		if k.Hash != u.begun.Hash {
			if !u.scoring {
				s.Load(k)
				s.Recompute()
				u.settler, u.scoring = placing.Judging(s), true
			}
			if !u.settler.Advance(most) {
				return false
			}
			u.list = placing.Remember(u.list, u.score(s), k.Hash, func() *posterior.Sketch {
				same := s.Capture()
				same.Support = k.Support // times and other branches have changed too little to look again
				return same
			})
		}
		u.others, u.scoring = u.others[1:], false
		return false
	}
	s.Load(u.list[0])
	s.Recompute()
	return true
}
