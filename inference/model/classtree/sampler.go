package classtree

import (
	"context"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/lloyd"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/sweeps"
)

// A stage is the next thing that a chain does. Each consists of small pieces.
type stage int

const (
	starting  stage = iota // k-means
	joining                // rows to the nearest centres
	moving                 // the tree
	totalling              // densities of the rows under all classes
	ebbing                 // shares of pairs of classes
	visiting               // the rows
)

// treeSweeps is how often a sweep moves the tree, which costs little beside the rows.
const treeSweeps = 3

// A chain draws from the posterior.
type chain struct {
	sweeps.Chain[*draw]
	data     *inference.Dataset
	settings inference.Settings
	threads  int
	state    *state

	warming *warming // before the state has all rows; nil then
	stage   stage
	at      int // piece of the stage
	first   *lloyd.Clusters
	sites   lloyd.Rows // points from which the first classes are made
	look    *look      // while rows are visited
	seeds   [2]uint64  // of their random numbers
	tallies []*tally   // of rows that are visited beside each other
	ebb     *ebb       // the present proposal
	tried   int        // of a sweep
	gain    float64    // of its rows so far
	totals  [2][]float64
	mark    mark
}

var (
	_ inference.Saver         = (*chain)(nil)
	_ inference.Predictor     = (*chain)(nil)
	_ inference.CellPredictor = (*chain)(nil)
)

// hyperOf returns the hyperparameters that settings begin with.
func hyperOf(s inference.Settings, classes int) hyper.Hyper {
	h := hyper.Hyper{FixC: s.Fixed("c"), FixTheta: s.Fixed("theta"), FixAlpha: s.Fixed("alpha"),
		Prior: pitmanyor.NewPrior(s.Real("theta"), s.Real("alpha"), classes)}
	h.SetC(s.Real("c"))
	return h
}

func newChain(data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (*chain, error) {
	t, err := newTable(data)
	if err != nil {
		return nil, err
	}
	c := &chain{data: data, settings: s, threads: threads}
	var rng *rand.Rand
	c.Chain, rng = sweeps.New[*draw]("classtree", "making the first classes", streams)
	classes := classesOf(s, t.n)
	c.state = newState(t, classes, s.Text("scales") == scalesOwn, hyperOf(s, classes), rng)
	c.state.alpha = s.Real("concentration")
	return c, nil
}

// classesOf returns how many classes there are for n rows.
func classesOf(s inference.Settings, n int) int { return max(2, min(s.Int("classes"), n)) }

// Step implements inference.Stepper.
func (c *chain) Step(ctx context.Context) (inference.Report, error) {
	return c.Work(ctx, c.advance, c.begun)
}

// begun is the share of the first sweep that is done, while there is a sample that of its rows.
func (c *chain) begun() float64 {
	if c.warming != nil {
		return float64(c.state.t.n) / float64(c.warming.whole.n)
	}
	return float64(c.stage) / float64(visiting+1)
}

// rowsAtOnce is how many looks of a class at a cell are a piece of work for one thread, about 2 ms. The table alone
// decides which rows are visited together, and with which random numbers.
const rowsAtOnce = 400_000

// beside is how many such pieces are done at a time, by as many threads as there are.
const beside = 4

// block returns how many rows a piece has.
func (c *chain) block() int {
	s := c.state
	return max(1, rowsAtOnce/(s.k*len(s.t.columns)+20*s.t.width))
}

// advance does one piece of work and reports whether an iteration is complete. Iteration 0 is the first sweep.
func (c *chain) advance() bool {
	s := c.state
	switch c.stage {
	case starting:
		if c.first == nil {
			if c.warming = newWarming(s.t, s.rng); c.warming != nil {
				c.take(c.warming.sample(fewestRows))
			}
			c.begin()
		}
		if c.first.Advance(rowsAtOnce) {
			c.stage, c.at = joining, 0
		}
	case joining:
		end := min(s.t.n, c.at+c.block())
		c.join(c.at, end)
		if c.at = end; end == s.t.n {
			c.first, c.sites = nil, lloyd.Rows{}
			s.hang()
			c.stage, c.at = moving, 0
		}
	case moving:
		if !s.mover.Advance(8) {
			break
		}
		if c.at++; c.at < treeSweeps {
			break
		}
		s.settle()
		s.drawShares()
		if c.totals[0] == nil {
			c.totals = [2][]float64{make([]float64, s.t.n), make([]float64, s.t.n)}
		}
		c.look, c.tried = s.look(), 0
		c.stage, c.at = totalling, 0
	case totalling:
		if c.beside(c.block(), func(_, low, high int) { c.look.total(low, high, c.totals[0]) }) {
			c.ebb, c.gain = s.propose(s.rng), 0
			c.stage, c.at = ebbing, 0
		}
	case ebbing:
		var gain [beside]float64
		ended := c.beside(max(1, rowsAtOnce/(8*(len(s.t.columns)+10))), func(i, low, high int) {
			gain[i] = c.ebb.weigh(low, high, c.totals[0], c.totals[1])
		})
		for _, g := range gain {
			c.gain += g
		}
		if !ended {
			break
		}
		if s.settleEbb(c.ebb, c.gain, s.rng) {
			c.totals[0], c.totals[1] = c.totals[1], c.totals[0]
		}
		if c.tried++; c.tried < ebbs {
			c.ebb, c.gain, c.at = s.propose(s.rng), 0, 0
			break
		}
		c.look, c.seeds = s.look(), [2]uint64{s.rng.Uint64(), s.rng.Uint64()}
		s.forget()
		c.stage, c.at = visiting, 0
	case visiting:
		for len(c.tallies) < beside {
			c.tallies = append(c.tallies, newTally(s.t, s.k))
		}
		first, block := c.at, c.block()
		ended := c.beside(block, func(i, low, high int) {
			to := c.tallies[i]
			to.clear()
			rng := rand.New(rand.NewPCG(c.seeds[0], c.seeds[1]+uint64(first+i)))
			c.look.visit(low, high, s.z, rng, to)
		})
		for _, t := range c.tallies[:c.at-first] {
			s.add(t)
		}
		if ended && c.warming != nil {
			c.warm()
		} else if ended {
			return c.rest()
		}
	}
	return false
}

// beside does the next pieces of a stage, of so many rows each, beside each other, and reports whether they were the
// last. do gets the number of the piece among them and its rows, low to high−1.
func (c *chain) beside(block int, do func(i, low, high int)) (ended bool) {
	n := c.state.t.n
	pieces := min(beside, parallel.Count(n, block)-c.at)
	first := c.at
	parallel.Do(pieces, c.threads, func(i int) {
		do(i, (first+i)*block, min(n, (first+i+1)*block))
	})
	c.at += pieces
	return c.at*block >= n
}

// begin makes the first centres.
func (c *chain) begin() {
	s := c.state
	u, seen := s.t.start()
	c.sites = lloyd.Rows{N: s.t.n, P: s.t.width, Y: u, Seen: seen}
	c.first = lloyd.New(c.sites, lloyd.Seeds(c.sites, s.k, s.rng), s.k)
}

// join puts rows into the nearest of the first classes.
func (c *chain) join(low, high int) {
	s := c.state
	w := s.t.width
	for i := low; i < high; i++ {
		best, least := -1, 0.0
		for k := range s.k {
			if c.first.Size[k] == 0 {
				continue
			}
			if d := c.sites.Distance(i, c.first.Centres[k*w:(k+1)*w]); best < 0 || d < least {
				best, least = k, d
			}
		}
		s.z[i] = int32(best)
		seen, sum, square := s.of(s.seen, best), s.of(s.sum, best), s.of(s.square, best)
		add := func(a int) {
			v := c.sites.Y[i*w+a]
			seen[a]++
			sum[a] += v
			square[a] += v * v
		}
		if c.sites.Seen != nil {
			for _, a := range c.sites.Seen[i] {
				add(a)
			}
			continue
		}
		for a := range w {
			add(a)
		}
	}
}

// rest ends a sweep. It reduces the state to the mark, from which a saved chain continues.
func (c *chain) rest() bool {
	s := c.state
	joint := s.logJoint()
	s.hang()
	c.look = nil
	c.stage, c.at = moving, 0
	cc, theta, alpha := s.mover.Hyper()
	c.Settle([]float64{joint, s.likelihood, float64(s.used()), s.mover.Points(), cc, theta, alpha}, c.draw, c.full)
	c.setMark()
	return true
}

// Snapshot implements inference.Stepper.
func (c *chain) Snapshot() *inference.Snapshot {
	s, now := c.Chain.Snapshot()
	if len(now) == 0 {
		return s
	}
	s.Parts = c.parts(now)
	s.Scalars = []inference.Scalar{
		inference.ScalarOf("classes_used", now, func(d *draw) float64 { return float64(d.used()) }),
		inference.ScalarOf("c", now, func(d *draw) float64 { return d.Hyper[0] }),
		inference.ScalarOf("theta", now, func(d *draw) float64 { return d.Hyper[1] }),
		inference.ScalarOf("alpha", now, func(d *draw) float64 { return d.Hyper[2] }),
	}
	for j := range c.state.scaled {
		if name := c.groupName(j); name != "" {
			s.Scalars = append(s.Scalars, inference.ScalarOf("sigma2"+name, now,
				func(d *draw) float64 { return d.Sigma2[j] }))
			if c.state.scaled[j] {
				s.Scalars = append(s.Scalars, inference.ScalarOf("noise"+name, now,
					func(d *draw) float64 { return d.Noise[j] }))
			}
		}
	}
	return s
}

// Present implements inference.Presenter: the classes of the rows.
func (c *chain) Present() []inference.Part {
	if len(c.Draws.Draws) == 0 {
		return nil
	}
	last := c.Draws.Draws[len(c.Draws.Draws)-1]
	return []inference.Part{partition.State(classesName, last.Labels, 1)}
}

// groupName ends the names of the scales of a group of columns; "" where each column has its own.
func (c *chain) groupName(group int) string {
	if c.settings.Text("scales") == scalesOwn {
		return ""
	}
	if c.state.scaled[group] {
		return "_numbers"
	}
	return "_levels"
}
