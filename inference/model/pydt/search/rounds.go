package search

import (
	"example.org/espalier/inference/model/pydt/posterior"
)

// GoAlone lets a fit that has not begun run without a pilot.
func (f *Fit) GoAlone() {
	f.alone = true
	if f.from == "random" {
		f.starts = newStarts(max(f.starts.orders, 1))
		f.Stage = building
	}
}

// GoOnFrom gives a fit that has not begun the tree of another in place of the linkage tree. With
// rivals a pilot starts from that tree, and the pilot's trees and any from random orders are
// refined too. Without, the fit holds what was learnt before.
func (f *Fit) GoOnFrom(before *Fit, rivals bool) {
	f.first = beginning{}
	was, h := before.Learned, f.start
	if !h.FixNoise {
		h.Noise = was.Noise / was.Sigma2
	}
	if !h.FixC {
		h.C, h.LnC, h.CA, h.CB = was.C, was.LnC, was.CA, was.CB
	}
	if !rivals {
		h.Weight, h.Typical, h.Spread = was.Weight, was.Typical, was.Spread
	}
	h.SetStructure(was.Prior.Theta, was.Prior.Alpha)
	h.Held, h.HoldStructure = was.Held && !rivals, false
	h.Refresh()
	f.state = posterior.NewState(f.Problem, h)
	f.state.Load(before.Current)
	f.state.Recompute()
	f.keep()
	if rivals && f.Pilots() {
		f.open(f.state)
		f.Stage = piloting
		return
	}
	if !rivals {
		f.start, f.Piloted, f.starts.orders = h, before.Piloted, 0
	}
	f.starts = newStarts(f.starts.orders)
	f.starts.refine(f.ownRefiner())
	f.Stage = building
}

// TakePilot gives a fit that has not begun the pilot of another, whose trees are refined beside the one that the pilot
// began with. Of a pilot of some rows, chains on all of them follow.
func (f *Fit) TakePilot(before *Fit) {
	f.first = beginning{}
	f.start = before.start
	f.state = posterior.NewState(f.Problem, f.start)
	f.state.Load(before.Current)
	f.state.Recompute()
	f.keep()
	f.Pilot, f.some, f.openings = before.Pilot, before.some, before.openings
	if f.some != nil {
		f.renew()
		f.Stage = piloting
		return
	}
	f.holdLearnt()
}
