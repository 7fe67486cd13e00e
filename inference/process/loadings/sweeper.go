package loadings

import (
	"math/rand/v2"

	"example.org/espalier/inference/parallel"
)

// A stage is the next thing a sweep does. Each consists of pieces of about a millisecond.
type stage int

const (
	beginning   stage = iota // an initial state
	tilting                  // tilting and turning pairs of factors
	parting                  // splits and merges
	visiting                 // items in order
	weighing                 // sums of loadings and noise for the activities, by chunks of items and blocks of cases
	drawing                  // activities, by blocks of cases
	rescaling                // factors
	multiplying              // products of activities
	projecting               // products with the data
	learning                 // hyperparameters
	settled                  // the sweep is complete
)

// A Sweeper draws all unknowns of a state, sweep after sweep, in pieces.
type Sweeper struct {
	state *State
	rng   *rand.Rand
	stage stage
	at    int    // piece of the stage
	moves int    // number of moves in the stage
	seed  uint64 // of the streams of this sweep's blocks of cases
	first bool   // the state is still to begin
}

// NewSweeper returns a Sweeper of a state. A fresh one begins the state: its first sweep makes
// the initial state.
func NewSweeper(s *State, fresh bool, rng *rand.Rand) *Sweeper {
	c := &Sweeper{state: s, rng: rng, first: fresh, stage: tilting}
	if fresh {
		c.stage = beginning
	}
	return c
}

// workAtOnce is the approximate number of multiplications in one unit of work.
const workAtOnce = 1 << 19

func (c *Sweeper) next(s stage) { c.stage, c.at = s, 0 }

// Advance does one unit of work and reports whether a sweep is complete, or the start of a state
// that has none. The units depend only on
// the sizes of the table and the state.
func (c *Sweeper) Advance() bool {
	s := c.state
	switch c.stage {
	case beginning:
		s.begin(c.rng)
		c.seed = c.rng.Uint64()
		c.next(weighing)
	case tilting:
		if c.at == 0 {
			c.moves = s.pairs.pairMoves(c.rng)
		}
		if c.at == 2*c.moves {
			c.next(parting)
			break
		}
		if c.at++; c.at%2 == 1 {
			s.pairs.tilt(c.rng)
		} else {
			s.pairs.turn(c.rng)
		}
	case parting:
		if c.at == 0 {
			c.moves = s.parts.splitMerges(c.rng)
		}
		if c.at == c.moves {
			c.next(visiting)
			break
		}
		s.parts.splitOrMerge(c.rng)
		c.at++
	case visiting:
		if c.at == 0 {
			s.rows.freshen()
		}
		each := 1 + workAtOnce/(64*(s.k()+4)*(s.k()/8+1))
		for end := min(s.obs.d, c.at+each); c.at < end; c.at++ {
			s.rows.visitItem(c.at, c.rng)
		}
		if c.at == s.obs.d {
			s.compact()
			c.seed = c.rng.Uint64()
			c.next(weighing)
		}
	case weighing:
		pieces := s.activities.weighings()
		many := c.many(pieces, min(s.obs.d, s.activities.cases.chunk)*(1+s.k())*min(s.obs.n, partSums)/2)
		parallel.Do(many, s.threads, func(i int) { s.activities.weigh(c.at + i) })
		if c.at += many; c.at == pieces {
			s.activities.gatherWeights()
			c.next(drawing)
		}
	case drawing:
		c.drawing()
	case rescaling:
		if !c.first {
			s.activities.rescale(c.rng)
		}
		c.next(multiplying)
	case multiplying:
		s.multiply()
		c.next(projecting)
	case projecting:
		c.projecting()
	case learning:
		if c.first {
			s.rows.oddsTable()
		} else {
			s.hyper.drawHyper(c.rng)
		}
		c.next(settled)
	case settled:
		c.first = false
		c.next(tilting)
		return true
	}
	return false
}

// many returns how many of the pieces of a stage come next, each of so much work: as many for each thread as a
// unit of work may take.
func (c *Sweeper) many(pieces, work int) int {
	return min(pieces-c.at, c.state.threads*(1+2*workAtOnce/(work+1)))
}

// drawing draws the activities of some blocks of cases.
func (c *Sweeper) drawing() {
	s := c.state
	k, blocks := s.k(), len(s.activities.cases.root)
	work := blockCases * (k*k*(k/6+2) + len(s.obs.cases[0].at)*(k+4))
	many := c.many(blocks, work)
	parallel.Do(many, s.threads, func(i int) {
		b := c.at + i
		s.activities.drawCases(b, rand.New(rand.NewPCG(c.seed, uint64(b))))
	})
	if c.at += many; c.at == blocks {
		c.next(rescaling)
	}
}

// projecting computes the products of some items with the activities.
func (c *Sweeper) projecting() {
	s := c.state
	const block = 16
	blocks := (s.obs.d + block - 1) / block
	work := block * (1 + s.k()) * s.obs.n
	if s.obs.latent != nil {
		work += block * s.obs.n * 200
		if c.at == 0 {
			c.seed = c.rng.Uint64()
		}
	}
	many := c.many(blocks, work)
	threads := s.threads
	if many*work < 1<<16 {
		threads = 1 // not worth a goroutine
	}
	parallel.Do(many, threads, func(i int) {
		b := c.at + i
		renew(s, b*block, min(s.obs.d, (b+1)*block), c.seed)
		s.project(b*block, min(s.obs.d, (b+1)*block))
	})
	if c.at += many; c.at == blocks {
		c.next(learning)
	}
}
