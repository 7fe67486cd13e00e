package pydt

import "math"

// A polisher brings the times and hyperparameters of a tree of fixed structure to a (local) maximum
// of the objective. Each round is a sweep over the times and one update of the hyperparameters;
// each part raises the objective. It can stop after any node and continue later.
type polisher struct {
	s           *state
	rounds      int     // left
	done        int     // rounds
	restructure bool    // merge and split branch points in every fourth round
	gain        float64 // least gain of a round to continue, relative to |objective|
	before      float64
	sweeper     sweeper
	learner     learner
	stage       polishStage
	middle      float64
	learnt      float64 // objective after the hyperparameters
	settler     settler // of the sites of a binary table
	scaler      scaler
	begun       *sketch // with them: the tree when the round began, and its hyperparameters
	begunHyper  hyper
	// check, on in tests, panics when a part lowers the objective.
	check bool
}

func newPolisher(s *state, cells, rounds int, gain float64) *polisher {
	return &polisher{s: s, restructure: s.hyper.prior.CanJoin(2) && s.hyper.typical == 0, learner: learner{s: s, cells: cells}, rounds: rounds, gain: gain, before: math.Inf(-1), check: debugChecks}
}

const (
	choosingRound = 20   // rounds of polishing for each start, at most
	settled       = 1e-6 // relative gain of a round below which a tree is polished
)

// debugChecks turns on checks that cost time; tests set it.
var debugChecks = false

type polishStage int

const (
	polishNew polishStage = iota // sites not settled yet
	polishIdle
	polishTimes
	polishHyper
	polishSites
	polishScale
)

// roundSweeps is how often a round sweeps over the sites of a binary table.
const roundSweeps = 3

// advance visits about the given number of nodes and reports whether polishing is complete.
func (p *polisher) advance(most int) bool {
	if p.rounds <= 0 {
		return true
	}
	switch p.stage {
	case polishNew:
		if p.settler.s == nil {
			p.settler = p.s.newSettler(siteSweeps, siteGain)
		}
		if !p.settler.advance(most) {
			return false
		}
		p.stage = polishIdle
		fallthrough
	case polishIdle:
		p.before = p.s.objective()
		if p.s.sites != nil {
			p.begun, p.begunHyper = p.s.capture(), p.s.hyper
		}
		p.sweeper.merge = p.restructure && p.done%4 == 0
		p.sweeper.start(p.s)
		p.stage = polishTimes
		fallthrough
	case polishTimes:
		if !p.sweeper.advance(most) {
			return false
		}
		p.middle = p.s.objective()
		p.stage = polishHyper
	case polishHyper:
		if !p.learner.advance(most) {
			return false
		}
		p.learnt = p.s.objective()
		p.settler = p.s.newSettler(roundSweeps, siteGain)
		p.stage = polishSites
		fallthrough
	case polishSites:
		if !p.settler.advance(most) {
			return false
		}
		if p.s.sites != nil {
			p.scaler.start(p.s, math.Log(p.s.hyper.sigma2/p.begunHyper.sigma2))
		}
		p.stage = polishScale
		fallthrough
	case polishScale:
		if !p.scaler.advance(most) {
			return false
		}
		p.stage = polishIdle
		p.endRound()
	}
	return p.rounds == 0
}

func (p *polisher) endRound() {
	after := p.s.objective()
	if p.check {
		slack := 1e-9 * (1 + math.Abs(after))
		if p.middle < p.before-slack || p.learnt < p.middle-slack {
			panic("pydt: an update lowered the objective")
		}
	}
	p.rounds--
	p.done++
	if p.s.sites != nil && after < p.before {
		// The move of the sites lost more than the rest gained, which can happen if the gain is
		// small.
		p.s.hyper = p.begunHyper
		p.s.load(p.begun)
		p.s.recompute()
		p.rounds = 0
		return
	}
	if after-p.before < p.gain*math.Abs(after) {
		p.rounds = 0
	}
}
