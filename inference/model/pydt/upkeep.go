package pydt

// An upkeep polishes the best tree from time to time during a search, and sometimes balances it,
// because a search step cannot exchange one branch for another. It takes back a change that lowers
// the score. It then scores the other trees of the list again under the hyperparameters learnt
// since, and the search continues from the best.
type upkeep struct {
	s        *state
	cells    int
	score    func(*state) float64
	polisher *polisher
	balancer *balancer // nil for none, or when it is done
	begun    *sketch   // the tree as it was before a change, with its score and hyperparameters
	hyper    hyper
	others   []*sketch
	list     []*sketch // scored again, best first, when complete
	settler  settler   // of the sites of the tree being scored, where the table is binary
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

func newUpkeep(f *fit) *upkeep {
	u := &upkeep{s: f.state, cells: f.problem.cells, score: f.scoreOf, begun: f.begun(), hyper: f.state.hyper,
		others: append([]*sketch(nil), f.best...)}
	u.polish(f.messenger != nil)
	every := balanceEvery
	if f.problem.n > largeTree {
		every = balanceLarge
	}
	if f.supports() && f.state.hyper.typical > 0 && (f.iteration+1)%(every*f.pace()) == 0 {
		u.balancer = newBalancer(f.state, f.state.hyper.typical, f.threads)
		u.balancer.rounds = upkeepRounds
	}
	return u
}

// polish begins to polish. Where branches are weighed by quadrature, that is left to a balancer.
func (u *upkeep) polish(restructure bool) {
	u.polisher = newPolisher(u.s, u.cells, 2, settled)
	u.polisher.restructure = u.polisher.restructure && restructure
}

// keep keeps the present tree if its score is no lower, otherwise the tree from before.
func (u *upkeep) keep() {
	s := u.s
	if score := u.score(s); score >= u.begun.Objective {
		hash := s.hash[s.top]
		u.begun, u.hyper = s.capture(), s.hyper
		u.begun.Objective, u.begun.Hash = score, hash
		return
	}
	s.hyper = u.hyper
	s.load(u.begun)
	s.setNoise()
	s.recompute()
}

// advance does about `most` nodes of work, or scores one tree, and reports whether the upkeep is complete.
func (u *upkeep) advance(most int) bool {
	s := u.s
	switch {
	case u.list != nil:
	case u.polisher != nil:
		if u.polisher.advance(most) {
			u.polisher = nil
			u.keep()
		}
		return false
	case u.balancer != nil:
		if u.balancer.advance(most) {
			u.balancer = nil
			u.polish(false)
		}
		return false
	default:
		u.list = remember(nil, u.begun.Objective, u.begun.Hash, func() *sketch { return u.begun })
		return false
	}
	if len(u.others) > 0 {
		k := u.others[0]
		if k.Hash != u.begun.Hash {
			if !u.scoring {
				s.load(k)
				s.recompute()
				u.settler, u.scoring = s.newSettler(judgeSweeps, judgeGain), true
			}
			if !u.settler.advance(most) {
				return false
			}
			u.list = remember(u.list, u.score(s), k.Hash, func() *sketch {
				same := s.capture()
				same.Support = k.Support // times and other branches have changed too little to look again
				return same
			})
		}
		u.others, u.scoring = u.others[1:], false
		return false
	}
	s.load(u.list[0])
	s.recompute()
	return true
}
