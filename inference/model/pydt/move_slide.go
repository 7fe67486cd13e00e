package pydt

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/slicing"
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
func (c *chain) moveSlide(r int32) {
	l, t := c.live, &c.trail
	from := l.detach(r)
	t.start(l, r)
	at := l.placeOf(from)
	t.to(l.leafBelow(c.rng, at.node))
	ell := l.node[r].ell
	// How far the way can be followed, and how long it is.
	t.ends = t.ends[:0]
	joints, here := 0.0, 0.0
	for i, v := range t.nodes {
		if l.parentEll(v) >= ell {
			break
		}
		if v == at.node {
			here = ellToUnit(at.ell) + atomWidth*joints
			if at.join {
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
	var to place
	value := func(y float64) float64 {
		i := 0
		for ; i < len(t.ends); i++ {
			if y < t.ends[i].unit {
				to = place{node: t.nodes[i], ell: unitToEll(y)}
				break
			} else if t.ends[i].join {
				if y -= atomWidth; y < t.ends[i].unit {
					v := t.nodes[i]
					to = place{node: v, join: true, ell: l.node[v].ell, rem: l.node[v].rem}
					break
				}
			}
		}
		if i == len(t.ends) || to.ell > latestEll {
			return math.Inf(-1)
		}
		jacobian := lnAtoms
		if !to.join {
			to.rem = math.Exp(-to.ell)
			jacobian = 2 * math.Log1p(to.ell)
		}
		likelihood, prior := t.score(i, to)
		return likelihood + prior + jacobian - l.lnSize(to.node)
	}
	start := value(here)
	if at.join {
		here += (c.rng.Float64() - 0.5) * atomWidth
	}
	if slicing.Between(c.rng, 0, length, here, start, value) == here {
		l.restore(from)
		return
	}
	l.attach(r, to)
}

// leafBelow draws one of the leaves below v evenly.
func (l *live) leafBelow(rng *rand.Rand, v int32) int32 {
	if l.isLeaf(v) {
		return v
	}
	u := int32(rng.IntN(int(l.node[v].size)))
	for !l.isLeaf(v) {
		v = l.node[v].first
		for u >= l.node[v].size {
			u -= l.node[v].size
			v = l.node[v].next
		}
	}
	return v
}
