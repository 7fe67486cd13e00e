package blockmodel

import (
	"context"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/community"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/sweeps"
)

// sampler is one chain. Its pieces of work are some nodes, or a proposal.
type sampler struct {
	sweeps.Chain[*draw]
	data     *inference.Dataset
	settings inference.Settings
	rng      *rand.Rand
	state    *state

	at    int                // nodes visited, then proposals made
	tally [2]partition.Tally // of rows and of columns
	links *graph.Graph       // nil where there are too many
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
	c := &sampler{data: data, settings: s}
	c.Chain, c.rng = sweeps.New[*draw]("blockmodel", "making the first clusters", streams)
	c.state = &state{t: t, law: t.law.Tabulated(t.n * t.n), usual: s.Text("prior") == sweeps.Usual,
		alpha: s.Real("concentration"), fixed: s.Fixed("concentration"), z: make([]int, t.n)}
	switch s.Text("start") {
	case sweeps.Apart:
		for i := range c.state.z {
			c.state.z[i] = i
		}
	case startCommunities:
		c.state.z = t.communities(c.rng)
	}
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

// Step implements inference.Stepper.
func (c *sampler) Step(ctx context.Context) (inference.Report, error) {
	return c.Work(ctx, c.advance, c.begun)
}

// begun is the share of the first sweep that is done.
func (c *sampler) begun() float64 { return min(1, float64(c.at)/float64(c.state.t.n)) }

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

// rest ends an iteration: from here the state is that of its draw and nothing more.
func (c *sampler) rest() bool {
	s := c.state
	s.learn(c.rng)
	joint := s.logJoint()
	count := labels.Number(s.z)
	c.at = 0
	c.Settle([]float64{joint, float64(count), s.alpha}, func() *draw { return s.draw(c.Iteration, joint) },
		func(d []*draw) bool { return len(d) > mostDraws })
	c.Now = s.draw(c.Iteration, joint)
	return true
}

// Snapshot implements inference.Stepper. The partition is that of the least variation of information over the kept
// draws; columns have that of the rows.
func (c *sampler) Snapshot() *inference.Snapshot {
	s, now := c.Chain.Snapshot()
	if len(now) == 0 {
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
	if c.Iteration < 0 {
		return nil
	}
	now := partition.State(clustersOfNodes, c.Now.Nodes, leastGroup)
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
