package pydt

// An upkeep polishes the best tree now and then during a search, scores the other
// trees of the list again under the hyperparameters learnt since, and goes on from
// whichever is best.
type upkeep struct {
	s        *state
	polisher *polisher
	others   []*sketch
	list     []*sketch // scored anew, best first, when complete
	polished *sketch
	settler  settler // of the sites of the tree being scored, where the table is binary
	scoring  bool
}

func newUpkeep(s *state, cells int, list []*sketch) *upkeep {
	return &upkeep{s: s, polisher: newPolisher(s, cells, 2, settled), others: append([]*sketch(nil), list...)}
}

// advance does about `most` nodes of work, or scores one tree, and reports whether the upkeep is complete.
func (u *upkeep) advance(most int) bool {
	if !u.polisher.advance(most) {
		return false
	}
	s := u.s
	if u.polished == nil {
		u.polished = s.capture()
		u.list = remember(nil, s.objective(), s.hash[s.top], func() *sketch { return u.polished })
		return false
	}
	if len(u.others) > 0 {
		k := u.others[0]
		if k.Hash != u.polished.Hash {
			if !u.scoring {
				s.load(k)
				s.recompute()
				u.settler, u.scoring = s.newSettler(judgeSweeps, judgeGain), true
			}
			if !u.settler.advance(most) {
				return false
			}
			u.list = remember(u.list, s.objective(), k.Hash, s.capture)
		}
		u.others, u.scoring = u.others[1:], false
		return false
	}
	s.load(u.list[0])
	s.recompute()
	return true
}
