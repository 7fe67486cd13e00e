package blockmodel

import (
	"context"
	"math"
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
	problem  *problem
	state    *state

	at    int             // nodes visited, then proposals made
	tally partition.Tally // of nodes
	links *graph.Graph    // nil where there are too many
}

var (
	_ inference.Saver         = (*sampler)(nil)
	_ inference.CellPredictor = (*sampler)(nil)
)

func newSampler(data *inference.Dataset, s inference.Settings, streams inference.Streams) (*sampler, error) {
	p, err := newProblem(data, s)
	if err != nil {
		return nil, err
	}
	c := &sampler{data: data, settings: s, problem: p, state: p.state(s)}
	c.Chain, c.rng = sweeps.New[*draw]("blockmodel", "making the first clusters", streams)
	switch s.Text("start") {
	case sweeps.Apart:
		for i := range c.state.z {
			c.state.z[i] = i
		}
	case startCommunities:
		c.state.z = p.communities(c.rng)
	}
	c.links = p.graph(data.Rows)
	return c, nil
}

// mostEnds is the greatest number of ends of links among which communities are sought for a start.
const mostEnds = 100_000

// communities returns the communities of the links above their mean, both ways and of all relations together, where
// these are not too many; else one cluster. A node without such a link is in the first.
func (p *problem) communities(rng *rand.Rand) []int {
	mean := make([]float64, len(p.relations))
	for r, t := range p.relations {
		count := 0.0
		t.each(func(_, _ int, y float64) {
			mean[r] += y
			count++
		})
		mean[r] /= count
	}
	g := &nearest.Graph{Start: []int{0}}
	for i := range p.n {
		for j := range p.n {
			w := 0.0
			for r, t := range p.relations {
				for _, y := range [2]float64{t.y[i*t.n+j], t.y[j*t.n+i]} {
					if y > mean[r] {
						w += y - mean[r]
					}
				}
			}
			if i != j && w > 0 {
				g.To, g.Weight = append(g.To, j), append(g.Weight, w)
			}
		}
		g.Start = append(g.Start, len(g.To))
	}
	if len(g.To) == 0 || len(g.To) > mostEnds {
		return make([]int, p.n)
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
func (c *sampler) begun() float64 { return min(1, float64(c.at)/float64(c.problem.n)) }

// workAtOnce is how many cells or likelihoods of blocks are a piece of work: a millisecond or two.
const workAtOnce = 50_000

// advance does one piece of work and reports whether an iteration is complete.
func (c *sampler) advance() bool {
	s := c.state
	n := c.problem.n
	if c.at == 0 {
		s.begin()
	}
	switch {
	case c.at < n:
		for work := 0; c.at < n && work < workAtOnce; c.at++ {
			s.visit(c.at, c.rng)
			work += len(s.parts) * (n + 2*s.room*(len(s.Active)+1))
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
	s.Parts = c.both(c.tally.Drawn(clustersOfNodes, at, nodes, leastGroup))
	if c.links != nil {
		s.Parts = append(s.Parts, c.links)
	}
	s.Scalars = append(s.Scalars,
		inference.ScalarOf("clusters", now, func(d *draw) float64 { return float64(len(sizes(d.Nodes))) }),
		inference.ScalarOf("concentration", now, func(d *draw) float64 { return d.Alpha }))
	if c.problem.plain() {
		shown := partition.LabelsOf(s)
		if length := c.problem.relations[0].description(shown); !math.IsNaN(length) {
			s.Scalars = append(s.Scalars, inference.Scalar{Name: "description_length", Mean: length})
		}
	}
	return s
}

const (
	clustersOfNodes = "cluster"
	leastGroup      = 1 // a cluster may be a single node
)

// Present implements inference.Presenter.
func (c *sampler) Present() []inference.Part {
	if c.Iteration < 0 {
		return nil
	}
	return c.both(partition.State(clustersOfNodes, c.Now.Nodes, leastGroup))
}

// both returns the clusters of the nodes and those of the columns.
func (c *sampler) both(nodes *partition.Partition) []inference.Part {
	columns := *nodes
	if !c.problem.plain() {
		columns = partition.Partition{Name: nodes.Name, Live: nodes.Live, Least: nodes.Least,
			Labels: c.problem.columnLabels(nodes.Labels)}
	}
	return []inference.Part{nodes, &partition.Columns{Partition: &columns}}
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
