package polishing

import (
	"math"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/times"
)

// A Polisher brings the times and hyperparameters of a tree of fixed structure to a (local) maximum
// of the objective. Each round is a sweep over the times and one update of the hyperparameters;
// each part raises the objective. It can stop after any node and continue later.
type Polisher struct {
	s           *posterior.State
	Rounds      int     // left
	done        int     // rounds
	Restructure bool    // merge and split branch points in every fourth round
	gain        float64 // least gain of a round to continue, relative to |objective|
	before      float64
	sweeper     times.Sweeper
	learner     Learner
	stage       polishStage
	middle      float64
	learnt      float64           // objective after the hyperparameters
	settler     posterior.Settler // of the sites of a binary table
	scaler      scaler
	begun       *posterior.Sketch // with them: the tree when the round began, and its hyperparameters
	begunHyper  hyper.Hyper
	// check, on in tests, panics when a part lowers the objective.
	check bool
}

func New(s *posterior.State, cells, rounds int, gain float64) *Polisher {
	return &Polisher{s: s, Restructure: s.Hyper.Prior.CanJoin(2) && s.Hyper.Typical == 0,
		learner: Learner{S: s, Cells: cells}, Rounds: rounds, gain: gain, before: math.Inf(-1), check: DebugChecks}
}

const (
	ChoosingRound = 20   // rounds of polishing for each start, at most
	Settled       = 1e-6 // relative gain of a round below which a tree is polished
)

// DebugChecks turns on checks that cost time; tests set it.
var DebugChecks = false

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

// Advance visits about the given number of nodes and reports whether polishing is complete.
func (p *Polisher) Advance(most int) bool {
	if p.Rounds <= 0 {
		return true
	}
	switch p.stage {
	case polishNew:
		if p.settler.S == nil {
			p.settler = p.s.NewSettler(posterior.SiteSweeps, posterior.SiteGain)
		}
		if !p.settler.Advance(most) {
			return false
		}
		p.stage = polishIdle
		fallthrough
	case polishIdle:
		p.before = p.s.Objective()
		if p.s.Sites != nil {
			p.begun, p.begunHyper = p.s.Capture(), p.s.Hyper
		}
		p.sweeper.Merge = p.Restructure && p.done%4 == 0
		p.sweeper.Start(p.s)
		p.stage = polishTimes
		fallthrough
	case polishTimes:
		if !p.sweeper.Advance(most) {
			return false
		}
		p.middle = p.s.Objective()
		p.stage = polishHyper
	case polishHyper:
		if !p.learner.Advance(most) {
			return false
		}
		p.learnt = p.s.Objective()
		p.settler = p.s.NewSettler(roundSweeps, posterior.SiteGain)
		p.stage = polishSites
		fallthrough
	case polishSites:
		if !p.settler.Advance(most) {
			return false
		}
		if p.s.Sites != nil {
			p.scaler.start(p.s, math.Log(p.s.Hyper.Sigma2/p.begunHyper.Sigma2))
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
	return p.Rounds == 0
}

func (p *Polisher) endRound() {
	after := p.s.Objective()
	if p.check {
		slack := 1e-9 * (1 + math.Abs(after))
		if p.middle < p.before-slack || p.learnt < p.middle-slack {
			panic("pydt: an update lowered the objective")
		}
	}
	p.Rounds--
	p.done++
	if p.s.Sites != nil && after < p.before {
		// The move of the sites lost more than the rest gained, which can happen if the gain is
		// small.
		p.s.Hyper = p.begunHyper
		p.s.Load(p.begun)
		p.s.Recompute()
		p.Rounds = 0
		return
	}
	if after-p.before < p.gain*math.Abs(after) {
		p.Rounds = 0
	}
}
