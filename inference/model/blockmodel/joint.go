package blockmodel

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/sweeps"
)

// draw draws the cells that are not blank, given the clusters z.
func (t *network) draw(z []int, law block.Law, rng *rand.Rand) {
	stats := map[[2]int][]float64{}
	t.each(func(i, j int, _ float64) {
		key := [2]int{z[i], z[j]}
		if !t.directed && key[0] > key[1] {
			key[0], key[1] = key[1], key[0]
		}
		if stats[key] == nil {
			stats[key] = make([]float64, law.Width())
		}
		y, e := law.Draw(stats[key], t.exposure(i, j), rng), t.exposure(i, j)
		law.Add(stats[key], y, e)
		t.set(i, j, y)
		if !t.directed {
			t.set(j, i, y)
		}
	})
}

// set changes a cell.
func (t *network) set(i, j int, y float64) { t.y[i*t.n+j], t.back[j*t.n+i] = y, y }

// draw draws the cells that are not blank, given the clusters z.
func (a *attribute) draw(z []int, rng *rand.Rand) {
	a.begin(z, len(z))
	clear(a.slots)
	for i, k := range z {
		if a.law.Count(a.node(i)) == 0 {
			continue
		}
		y := a.law.Draw(a.slot(k), 1, rng)
		clear(a.node(i))
		a.law.Add(a.node(i), y, 1)
		a.law.Add(a.slot(k), y, 1)
	}
}

// A joint is the model of Geweke's test: a network of 6 nodes, with a blank pair.
type joint struct {
	state *state
	rng   *rand.Rand
	alter func(s *state) // makes a mistake before the moves, for tests; nil for none
}

const jointNodes = 6

var _ inference.Jointly = Model{}

// Joint implements inference.Jointly on yes/no links among 6 nodes; counts where degrees are held.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	law := block.Law(block.UsualBinary())
	if s.Text("degrees") == degreesHeld {
		law = block.UsualCounts(2)
	}
	j := newJoint(law, s.Text("links") == linksDirected, s.Text("degrees") == degreesHeld, rng)
	j.state.usual = s.Text("prior") == sweeps.Usual
	j.state.fixed, j.state.alpha = s.Fixed("concentration"), s.Real("concentration")
	j.Draw()
	return j, nil
}

// newJoint returns a joint of one relation from which nothing has been drawn. Directed links have nodes linked with
// themselves.
func newJoint(law block.Law, directed, degrees bool, rng *rand.Rand) *joint {
	const n = jointNodes
	t := &network{n: n, directed: directed, own: directed, law: law, scale: 1, y: make([]float64, n*n),
		back: make([]float64, n*n)}
	t.set(1, 2, math.NaN())
	t.set(2, 1, math.NaN())
	if degrees {
		t.out, t.in = []float64{.5, 1, 2, .7, 1, 1}, []float64{.5, 1, 2, .7, 1, 1}
		if directed {
			t.in = []float64{1, .6, 1, 1.5, .8, 1}
		}
	}
	return &joint{rng: rng, state: &state{parts: []part{&layer{t: t, law: law}}, alpha: 1, z: make([]int, n)}}
}

// Draw implements inference.Joint.
func (j *joint) Draw() []float64 {
	s := j.state
	if !s.fixed {
		s.alpha = j.rng.ExpFloat64() / crp.ConcentrationRate(len(s.z))
	}
	s.z = crp.Partition(len(s.z), crp.Parameters{Concentration: s.alpha}, j.rng)
	if !s.usual {
		for _, p := range s.parts {
			switch p := p.(type) {
			case *layer:
				p.law = block.Prior(p.law, j.rng)
			case *attribute:
				p.law = block.Prior(p.law, j.rng)
			}
		}
	}
	j.drawData()
	return j.statistics()
}

// drawData draws the cells given the clusters.
func (j *joint) drawData() {
	for _, p := range j.state.parts {
		switch p := p.(type) {
		case *layer:
			p.t.draw(j.state.z, p.law, j.rng)
		case *attribute:
			p.draw(j.state.z, j.rng)
		}
	}
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	s := j.state
	s.begin()
	if j.alter != nil {
		j.alter(s)
	}
	for i := range s.z {
		s.visit(i, j.rng)
	}
	for range 2 {
		s.splitMerge(j.rng)
	}
	s.learn(j.rng)
	j.drawData()
	labels.Number(s.z)
	return j.statistics()
}

// Names implements inference.Joint.
func (j *joint) Names() (names []string) {
	names = []string{"log α", "clusters", "nodes 1 and 2 together", "nodes 2 and 3 together"}
	for at, p := range j.state.parts {
		of := ""
		if at > 0 {
			of = fmt.Sprint(" of part ", at+1)
		}
		for h := range p.hyper() {
			names = append(names, []string{"log of the first hyperparameter", "of the second", "of the third"}[h]+of)
		}
		names = append(names, "cells"+of, "cells alike"+of, "cells of node 1"+of)
	}
	return names
}

func (j *joint) statistics() []float64 {
	s := j.state
	same := func(a, b int) float64 {
		if s.z[a] == s.z[b] {
			return 1
		}
		return 0
	}
	out := []float64{math.Log(s.alpha), float64(len(sizes(s.z))), same(0, 1), same(1, 2)}
	for _, p := range s.parts {
		for _, h := range p.hyper() {
			out = append(out, math.Log(h))
		}
		sum, alike, first, last := 0.0, 0.0, 0.0, 0.0
		tell := func(i int, y float64) {
			bounded := y / (1 + math.Abs(y))
			sum += bounded
			alike += 1 / (1 + (y-last)*(y-last))
			last = y
			if i == 0 {
				first += bounded
			}
		}
		switch p := p.(type) {
		case *layer:
			p.t.each(func(i, _ int, y float64) { tell(i, y) })
		case *attribute:
			for i := range s.z {
				if cell := p.node(i); p.law.Count(cell) > 0 {
					tell(i, cell[len(cell)-1]-cell[0])
				}
			}
		}
		out = append(out, sum, alike, first)
	}
	return out
}
