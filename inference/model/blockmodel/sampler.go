package blockmodel

import (
	"context"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/community"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
)

// sampler is one chain. Its pieces of work are some nodes, or a proposal.
type sampler struct {
	data     *inference.Dataset
	settings inference.Settings
	source   *rand.PCG
	rng      *rand.Rand
	state    *state

	at        int // nodes visited, then proposals made
	iteration int // completed, −1 before the first sweep is
	scalars   []float64
	draws     inference.Thinned[*draw]
	tally     [2]partition.Tally // of rows and of columns
	links     *graph.Graph       // nil where there are too many
	mark      mark
}

var (
	_ inference.Saver         = (*sampler)(nil)
	_ inference.CellPredictor = (*sampler)(nil)
)

func newSampler(data *inference.Dataset, s inference.Settings, streams inference.Streams) (*sampler, error) {
	t, err := newNetwork(data, s)
	if err != nil {
		return nil, err
	}
	c := &sampler{data: data, settings: s, source: streams.Source(0), iteration: -1}
	c.rng = rand.New(c.source)
	c.state = &state{t: t, law: t.law.Tabulated(t.n * t.n), usual: s.Text("prior") == priorUsual,
		alpha: s.Real("concentration"), fixed: s.Fixed("concentration"), z: make([]int, t.n)}
	switch s.Text("start") {
	case startApart:
		for i := range c.state.z {
			c.state.z[i] = i
		}
	case startCommunities:
		c.state.z = t.communities(c.rng)
	}
	c.draws = inference.Thinned[*draw]{Stride: 1}
	c.links = t.graph(data.Rows)
	return c, nil
}

// mostEnds is the greatest number of ends of links among which communities are sought for a start.
const mostEnds = 100_000

// communities returns the communities of the links above their mean, both ways together, where these are not too many;
// else one cluster. A node without such a link is in the first.
func (t *network) communities(rng *rand.Rand) []int {
	mean, count := 0.0, 0.0
	t.each(func(_, _ int, y float64) {
		mean += y
		count++
	})
	mean /= count
	above := func(y float64) float64 {
		if y > mean {
			return y - mean
		}
		return 0
	}
	g := &nearest.Graph{Start: []int{0}}
	for i := range t.n {
		for j := range t.n {
			if w := above(t.y[i*t.n+j]) + above(t.y[j*t.n+i]); i != j && w > 0 {
				g.To, g.Weight = append(g.To, j), append(g.Weight, w)
			}
		}
		g.Start = append(g.Start, len(g.To))
	}
	if len(g.To) == 0 || len(g.To) > mostEnds {
		return make([]int, t.n)
	}
	z, _ := community.Leiden(g, 1, rng)
	for i, k := range z {
		z[i] = max(0, k)
	}
	return z
}

func (c *sampler) phase() string {
	if c.iteration < 0 {
		return "making the first clusters"
	}
	return "sampling"
}

// Step implements inference.Stepper.
func (c *sampler) Step(ctx context.Context) (inference.Report, error) {
	outcome, err := pace.Work(ctx, nil, c.advance)
	if err != nil {
		return inference.Report{}, err
	}
	r := inference.Report{Phase: c.phase(), Fraction: 1}
	switch {
	case outcome == pace.Completed:
		r.Scalars, r.Changed = c.scalars, true
	case c.iteration < 0:
		r.Fraction = min(1, float64(c.at)/float64(c.state.t.n))
	}
	return r, nil
}

// workAtOnce is how many cells or likelihoods of blocks are a piece of work: a millisecond or two.
const workAtOnce = 50_000

// advance does one piece of work and reports whether an iteration is complete.
func (c *sampler) advance() bool {
	s := c.state
	n := s.t.n
	if c.at == 0 {
		s.begin()
	}
	switch {
	case c.at < n:
		for work := 0; c.at < n && work < workAtOnce; c.at++ {
			s.visit(c.at, c.rng)
			work += n + 2*s.room*(len(s.Active)+1)
		}
		return false
	case c.at < n+c.settings.Int("split_merge"):
		s.splitMerge(c.rng)
		c.at++
		return false
	}
	return c.rest()
}

// rest ends an iteration: from here the state consists of what the mark holds and nothing more.
func (c *sampler) rest() bool {
	s := c.state
	s.learn(c.rng)
	joint := s.logJoint()
	count := labels.Number(s.z)
	c.at = 0
	c.iteration++
	c.scalars = []float64{joint, float64(count), s.alpha}
	c.draws.Offer(c.iteration, func() *draw { return s.draw(c.iteration, joint) },
		func(d []*draw) bool { return len(d) > mostDraws })
	c.setMark()
	return true
}

// Snapshot implements inference.Stepper. The partition is that of the least variation of information over the kept
// draws; columns have that of the rows.
func (c *sampler) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(0, c.iteration), Phase: c.phase()}
	now := c.draws.After(c.iteration)
	if c.iteration < 0 || len(now) == 0 {
		return s
	}
	at, nodes := make([]int, len(now)), make([][]int, len(now))
	for t, d := range now {
		at[t], nodes[t] = d.Iteration, d.Nodes
	}
	s.Parts = []inference.Part{c.tally[0].Drawn(clustersOfNodes, at, nodes, leastGroup),
		&partition.Columns{Partition: c.tally[1].Drawn(clustersOfNodes, at, nodes, leastGroup)}}
	if c.links != nil {
		s.Parts = append(s.Parts, c.links)
	}
	s.Scalars = append(s.Scalars,
		inference.ScalarOf("clusters", now, func(d *draw) float64 { return float64(len(sizes(d.Nodes))) }),
		inference.ScalarOf("concentration", now, func(d *draw) float64 { return d.Alpha }))
	return s
}

const (
	clustersOfNodes = "clusters of nodes"
	leastGroup      = 1 // a cluster may be a single node
)

// Present implements inference.Presenter.
func (c *sampler) Present() []inference.Part {
	if c.iteration < 0 {
		return nil
	}
	now := partition.State(clustersOfNodes, c.mark.State.Nodes, leastGroup)
	return []inference.Part{now, &partition.Columns{Partition: now}}
}

// sizes counts the nodes of each cluster, of labels numbered from 0.
func sizes(z []int) (count []int) {
	for _, k := range z {
		for k >= len(count) {
			count = append(count, 0)
		}
		count[k]++
	}
	return count
}
