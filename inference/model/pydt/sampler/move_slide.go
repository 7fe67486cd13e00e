package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/process/timetree"
)

// atomWidth is the stretch that a branch point takes on the axis of moveSlide.
const atomWidth = 0.05

// lnAtoms is the log density of a point of such a stretch.
var lnAtoms = -math.Log(atomWidth)

// A wayEnd is where the subtree can hang no further down a branch on the axis of moveSlide, and whether it can join the
// node there.
type wayEnd struct {
	unit float64
	join bool
}

// moveSlide draws a new place for the subtree at r on the way from the origin to one of the leaves
// beside it, by slice sampling (Neal 2003; math 10.1). The leaf is drawn evenly from those below
// the place, so the target has a factor of one over their number. The axis is s = ℓ/(1+ℓ) along the
// branches. Each branch point that the subtree could join takes a stretch of it, on which the
// density is constant.
func (c *current) moveSlide(r int32) {
	l, t := c.Live, &c.trail
	from := l.Detach(r)
	t.start(l, r)
	at := l.PlaceOf(from)
	t.to(l.leafBelow(c.rng, at.Node))
	ell := l.Node[r].Ell
	// How far the way can be followed, and how long it is.
	t.ends = t.ends[:0]
	joints, here := 0.0, 0.0
	for i, v := range t.nodes {
		if l.ParentEll(v) >= ell {
			break
		}
		if v == at.Node {
			here = ellToUnit(at.Ell) + atomWidth*joints
			if at.Join {
				here += 0.5 * atomWidth
			}
		}
		end := wayEnd{unit: ellToUnit(t.latest(i)), join: t.canJoin(i)}
		t.ends = append(t.ends, end)
		if end.join {
			joints++
		}
	}
	length := t.ends[len(t.ends)-1].unit + atomWidth*joints
	var to timetree.Place
	value := func(y float64) float64 {
		i := 0
		for ; i < len(t.ends); i++ {
			if y < t.ends[i].unit {
				to = timetree.Place{Node: t.nodes[i], Ell: unitToEll(y)}
				break
			} else if t.ends[i].join {
				if y -= atomWidth; y < t.ends[i].unit {
					v := t.nodes[i]
					to = timetree.Place{Node: v, Join: true, Ell: l.Node[v].Ell, Rem: l.Node[v].Rem}
					break
				}
			}
		}
		if i == len(t.ends) || to.Ell > latestEll {
			return math.Inf(-1)
		}
		jacobian := lnAtoms
		if !to.Join {
			to.Rem = math.Exp(-to.Ell)
			jacobian = 2 * math.Log1p(to.Ell)
		}
		likelihood, prior := t.score(i, to)
		return likelihood + prior + jacobian - l.lnSize(to.Node)
	}
	start := value(here)
	if at.Join {
		here += (c.rng.Float64() - 0.5) * atomWidth
	}
	if slicing.Between(c.rng, 0, length, here, start, value) == here {
		l.Restore(from)
		return
	}
	l.Attach(r, to)
}

// leafBelow draws one of the leaves below v evenly.
func (l *live) leafBelow(rng *rand.Rand, v int32) int32 {
	if l.IsLeaf(v) {
		return v
	}
	u := int32(rng.IntN(int(l.Node[v].Size)))
	for !l.IsLeaf(v) {
		v = l.Node[v].First
		for u >= l.Node[v].Size {
			u -= l.Node[v].Size
			v = l.Node[v].Next
		}
	}
	return v
}
