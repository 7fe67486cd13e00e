package pydt

import "math/rand/v2"

// refineWork bounds the multiply-adds spent on refining one start.
const refineWork = 2.5e9

// showEvery is the least number of refining steps between two pictures of the first tree, and
// mostShown how many pictures there are of a large one, each of which is scored.
const (
	showEvery = 20
	mostShown = 10
)

// A refiner improves one start before starts are compared: search steps, one for every node as far
// as refineWork allows, then a polish that learns θ and α. It can stop after any node and continue
// later.
type refiner struct {
	s        *state
	searcher *searcher
	steps    int // left
	cells    int
	opening  *polisher // before the steps, where the start has not been polished
	polisher *polisher
	every    int  // steps between two pictures
	pause    bool // true after this many steps, when the tree is whole and can be shown
}

func newRefiner(p *problem, s *state, rng *rand.Rand) *refiner {
	steps, _ := refineSteps(p.n, p.large(), lookWork(p.d, len(p.classes), p.columnwise))
	every := showEvery
	if p.large() {
		every = max(every, steps/mostShown)
	}
	return &refiner{s: s, searcher: newSearcher(s, rng, func(float64) {}), cells: p.cells, steps: steps, every: every}
}

// lookWork returns the multiply-adds to score one branch.
func lookWork(columns, classes int, columnwise bool) float64 {
	if columnwise {
		return float64(30*columns + 300)
	}
	return float64(9*columns + 150*(1+classes))
}

// refineSteps returns how many steps a refiner takes and the multiply-adds of each. In large trees a
// step costs little, so that there is one for every node.
func refineSteps(rows int, large bool, look float64) (steps int, work float64) {
	nodes := 2 * float64(rows)
	if large {
		return int(nodes), float64(reach(rows)) * look
	}
	work = nodes * look
	return int(min(nodes, refineWork/work)), work
}

// advance does about `most` nodes of work and reports whether refining is complete.
func (r *refiner) advance(most int) bool {
	if r.opening != nil {
		if !r.opening.advance(most) {
			return false
		}
		r.opening = nil
	}
	if r.steps > 0 {
		if done, _ := r.searcher.advance(most); done {
			r.steps--
			r.pause = r.steps%r.every == 0
		}
		return false
	}
	if r.polisher == nil {
		r.s.hyper.holdStructure = false
		r.polisher = newPolisher(r.s, r.cells, choosingRound, settled)
	}
	return r.polisher.advance(most)
}
