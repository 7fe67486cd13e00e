package sampler

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/kept"
)

// capture copies the present state.
func (c *Chain) capture(objective float64) kept.Draw {
	l := c.Live
	h := &l.hyper
	d := kept.Draw{Iteration: c.Iteration, Objective: objective,
		Theta: h.Prior.Theta, Alpha: h.Prior.Alpha, C: h.C, Sigma2: h.Sigma2, Noise: h.Noise}
	d.Top, d.Parent, d.Ell = l.Drawn()
	d.Publish(c.Data.Rows)
	c.part.capture(l, &d)
	return d
}

// Snapshot implements inference.Stepper. The first tree is the draw of highest joint density.
func (c *Chain) Snapshot() *inference.Snapshot {
	snap := &inference.Snapshot{Model: c.Model, Iteration: c.Iteration, Phase: "sampling"}
	if c.Live == nil {
		snap.Phase = "drawing the first tree"
		if c.em == nil {
			return snap
		}
		s := c.em.Snapshot()
		snap.Phase = s.Phase
		if t := forest.Best(s); t != nil {
			snap.Parts = []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: t, Objective: math.NaN(), Weight: 1}}}}
		}
		return snap
	}
	k := &c.Kept
	found := &forest.Forest{Trees: []forest.Weighted{{Tree: k.Best.Tree(), Objective: k.Best.Objective, Weight: 1}},
		Draws: make([]forest.Draw, len(k.Draws))}
	for i := range k.Draws {
		d := &k.Draws[i]
		found.Draws[i] = forest.Draw{Iteration: d.Iteration, Objective: d.Objective, Tree: d.Tree()}
	}
	snap.Parts = []inference.Part{found}
	snap.Parts = append(snap.Parts, c.part.shown(k, c.Iteration)...)
	snap.Scalars = k.Moments()
	if c.Second != nil {
		snap.Parts = append(snap.Parts, c.Second.Witnesses())
	}
	return snap
}
