package placing

import (
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
)

// refineWork bounds the multiply-adds spent on refining one start.
const refineWork = 2.5e9

// showEvery is the least number of refining steps between two pictures of the first tree, and
// mostShown how many pictures there are of a large one, each of which is scored.
const (
	showEvery = 20
	mostShown = 10
)

// A Refiner improves one start before starts are compared: search steps, one for every node as far
// as refineWork allows, then a polish that learns θ and α. It can stop after any node and continue
// later.
type Refiner struct {
	S        *posterior.State
	searcher *Searcher
	steps    int // left
	cells    int
	Opening  *polishing.Polisher // before the steps, where the start has not been polished
	polisher *polishing.Polisher
	every    int  // steps between two pictures
	Pause    bool // true after this many steps, when the tree is whole and can be shown
}

func NewRefiner(p *problem.Problem, s *posterior.State, rng *rand.Rand) *Refiner {
	steps, _ := RefineSteps(p.N, p.Large(), LookWork(p.D, len(p.Classes), p.Columnwise))
	every := showEvery
	if p.Large() {
		every = max(every, steps/mostShown)
	}
	return &Refiner{S: s, searcher: NewSearcher(s, rng, func(float64) {}), cells: p.Cells, steps: steps, every: every}
}

// LookWork returns the multiply-adds to score one branch.
func LookWork(columns, classes int, columnwise bool) float64 {
	if columnwise {
		return float64(30*columns + 300)
	}
	return float64(9*columns + 150*(1+classes))
}

// RefineSteps returns how many steps a refiner takes and the multiply-adds of each. In large trees a
// step costs little, so that there is one for every node.
func RefineSteps(rows int, large bool, look float64) (steps int, work float64) {
	nodes := 2 * float64(rows)
	if large {
		return int(nodes), float64(attaching.Reach(rows)) * look
	}
	work = nodes * look
	return int(min(nodes, refineWork/work)), work
}

// Advance does about `most` nodes of work and reports whether refining is complete.
func (r *Refiner) Advance(most int) bool {
	if r.Opening != nil {
		if !r.Opening.Advance(most) {
			return false
		}
		r.Opening = nil
	}
	if r.steps > 0 {
		if done, _ := r.searcher.Advance(most); done {
			r.steps--
			r.Pause = r.steps%r.every == 0
		}
		return false
	}
	if r.polisher == nil {
		r.S.Hyper.HoldStructure = false
		r.polisher = polishing.New(r.S, r.cells, polishing.ChoosingRound, polishing.Settled)
	}
	return r.polisher.Advance(most)
}
