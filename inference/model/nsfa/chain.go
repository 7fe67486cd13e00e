package nsfa

import (
	"context"
	"math/rand/v2"
	"time"

	"espalier/inference"
)

const stepTime = 20 * time.Millisecond

// A stage is the next thing a chain does. Each consists of pieces of about a millisecond.
type stage int

const (
	preparing   stage = iota // the table, and an initial state
	tilting                  // tilting and turning pairs of factors
	parting                  // splits and merges
	visiting                 // items in order
	weighing                 // sums of loadings and noise for the activities, by chunks of items
	drawing                  // activities, by blocks of cases
	rescaling                // factors
	multiplying              // products of activities
	projecting               // products with the data
	learning                 // hyperparameters
	settled                  // the iteration is complete
)

// chain is one chain.
type chain struct {
	variant variant
	options options
	data    *inference.Dataset
	obs     *observed
	source  *rand.PCG
	rng     *rand.Rand
	threads int
	state   *state

	stage     stage
	at        int    // piece of the stage
	moves     int    // number of moves in the stage
	seed      uint64 // of the streams of this sweep's blocks of cases
	iteration int    // completed, −1 before the start is
	scalars   []float64
	draws     draws
	mark      mark
}

var (
	_ inference.Saver         = (*chain)(nil)
	_ inference.CellPredictor = (*chain)(nil)
)

func newChain(v variant, data *inference.Dataset, o options, streams inference.Streams, threads int) *chain {
	source := streams.Source(0)
	return &chain{variant: v, options: o, data: data, source: source, rng: rand.New(source), threads: threads, iteration: -1, draws: draws{stride: 1}}
}

// Step implements inference.Stepper.
func (c *chain) Step(ctx context.Context) (inference.Report, error) {
	begun := time.Now()
	for {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		if c.advance() {
			return inference.Report{Scalars: c.scalars, Phase: phaseSampling, Fraction: 1, Changed: true}, nil
		}
		if time.Since(begun) > stepTime {
			r := inference.Report{Phase: phaseSampling, Fraction: 1}
			if c.iteration < 0 {
				r.Phase, r.Fraction = phaseStarting, 0.5
			}
			return r, nil
		}
	}
}

const (
	phaseStarting = "starting"
	phaseSampling = "sampling"
)

// workAtOnce is the approximate number of multiplications in one unit of work.
const workAtOnce = 1 << 19

func (c *chain) next(s stage) { c.stage, c.at = s, 0 }

// advance does one unit of work and reports whether an iteration is complete. The units depend only on
// the sizes of the table and the state.
func (c *chain) advance() bool {
	s := c.state
	switch c.stage {
	case preparing:
		c.prepare()
		s = c.state
		s.begin(c.rng)
		c.seed = c.rng.Uint64()
		c.next(weighing)
	case tilting:
		if c.at == 0 {
			c.moves = s.pairMoves(c.rng)
		}
		if c.at == 2*c.moves {
			c.next(parting)
			break
		}
		if c.at++; c.at%2 == 1 {
			s.tilt(c.rng)
		} else {
			s.turn(c.rng)
		}
	case parting:
		if c.at == 0 {
			c.moves = s.splitMerges(c.rng)
		}
		if c.at == c.moves {
			c.next(visiting)
			break
		}
		s.splitOrMerge(c.rng)
		c.at++
	case visiting:
		each := 1 + workAtOnce/(64*(s.k()+4)*(s.k()/8+1))
		for end := min(s.obs.d, c.at+each); c.at < end; c.at++ {
			s.visitItem(c.at, c.rng)
		}
		if c.at == s.obs.d {
			s.compact()
			c.seed = c.rng.Uint64()
			c.next(weighing)
		}
	case weighing:
		chunks := len(s.cases.weight)
		many := min(chunks-c.at, 1+2*workAtOnce/(s.cases.chunk*(1+s.k())*s.obs.n/2+1))
		each(s.threads, many, func(i int) { s.weigh(c.at + i) })
		if c.at += many; c.at == chunks {
			s.gatherWeights()
			c.next(drawing)
		}
	case drawing:
		c.drawing()
	case rescaling:
		if c.iteration >= 0 {
			s.rescale(c.rng)
		}
		c.next(multiplying)
	case multiplying:
		s.multiply()
		c.next(projecting)
	case projecting:
		c.projecting()
	case learning:
		if c.iteration < 0 {
			s.oddsTable()
		} else {
			s.drawHyper(c.rng)
		}
		c.next(settled)
	case settled:
		c.settle()
		return true
	}
	return false
}

// drawing draws the activities of some blocks of cases.
func (c *chain) drawing() {
	s := c.state
	k, blocks := s.k(), len(s.cases.root)
	work := blockCases * (k*k*(k/6+2) + len(s.obs.cases[0].at)*(k+4))
	many := min(blocks-c.at, max(s.threads, 1+2*workAtOnce/(work+1)))
	each(s.threads, many, func(i int) {
		b := c.at + i
		s.drawCases(b, rand.New(rand.NewPCG(c.seed, uint64(b))))
	})
	if c.at += many; c.at == blocks {
		c.next(rescaling)
	}
}

// projecting computes the products of some items with the activities.
func (c *chain) projecting() {
	s := c.state
	const block = 64
	blocks := (s.obs.d + block - 1) / block
	many := min(blocks-c.at, 1+2*workAtOnce/(block*(1+s.k())*s.obs.n))
	threads := s.threads
	if many*block*s.k()*s.obs.n < 1<<16 {
		threads = 1 // not worth a goroutine
	}
	each(threads, many, func(i int) {
		b := c.at + i
		s.project(b*block, min(s.obs.d, (b+1)*block))
	})
	if c.at += many; c.at == blocks {
		c.next(learning)
	}
}

// prepare makes a state without factors.
func (c *chain) prepare() {
	if c.obs == nil {
		c.obs = observe(c.data, c.options.side)
	}
	c.state = newState(c.options, c.obs, c.threads)
}

// settle ends an iteration: from here the state consists of what the mark holds and nothing more.
func (c *chain) settle() {
	c.iteration++
	c.scalars = c.measure()
	c.setMark()
	c.next(tilting)
}

// measure returns the scalars of the present state, in the order of Info.Scalars.
func (c *chain) measure() []float64 {
	s, v := c.state, c.variant
	out := []float64{s.logJoint()}
	if v.sparse() {
		features, common, links := 0, 0, 0
		for k := range s.k() {
			links += s.m[k]
			features += number(s.m[k] > 0)
			common += number(s.m[k] > 1)
		}
		out = append(out, float64(features))
		if v.support == buffet {
			out = append(out, float64(common))
		}
		out = append(out, float64(links))
	}
	if v.support == buffet || v.support == finite {
		out = append(out, s.alpha)
	}
	noise, left, all := 0.0, 0.0, 0.0
	for d, t := range s.tau {
		noise += 1 / t / float64(len(s.tau))
		left += s.rss[d]
		all += s.obs.square[d]
	}
	out = append(out, noise)
	if v.slab != perElement {
		out = append(out, s.typicalPrecision())
	}
	explained := 0.0
	if all > 0 {
		explained = 1 - left/all
	}
	return append(out, explained)
}
