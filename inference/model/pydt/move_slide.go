package pydt

import (
	"math"
	"math/rand/v2"
)

// atomWidth is the stretch that a branch point takes on the axis of moveSlide.
const atomWidth = 0.05

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
	usable, joints, here := 0, 0.0, 0.0
	for i, v := range t.nodes {
		if l.parentEll(v) >= ell {
			break
		}
		usable++
		if v == at.node {
			here = ellToUnit(at.ell) + atomWidth*joints
			if at.join {
				here += 0.5 * atomWidth
			}
		}
		if t.canJoin(i) {
			joints++
		}
	}
	length := ellToUnit(t.latest(usable-1)) + atomWidth*joints
	var to place
	value := func(y float64) float64 {
		i := 0
		for ; i < usable; i++ {
			end := t.latest(i)
			if s := ellToUnit(end); y < s {
				to = place{node: t.nodes[i], ell: unitToEll(y)}
				break
			} else if t.canJoin(i) {
				if y -= atomWidth; y < s {
					to = place{node: t.nodes[i], join: true, ell: end, rem: l.node[t.nodes[i]].rem}
					break
				}
			}
		}
		if i == usable || to.ell > latestEll {
			return math.Inf(-1)
		}
		jacobian := -math.Log(atomWidth)
		if !to.join {
			to.rem = math.Exp(-to.ell)
			jacobian = 2 * math.Log1p(to.ell)
		}
		likelihood, prior := t.score(i, to)
		return likelihood + prior + jacobian - math.Log(float64(l.node[to.node].size))
	}
	start := value(here)
	if at.join {
		here += (c.rng.Float64() - 0.5) * atomWidth
	}
	if slice(c.rng, 0, length, here, start, value) == here {
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
