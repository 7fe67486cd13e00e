package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/timetree"
)

// options are the places from which a new place of a subtree is drawn: branches, weighed by the
// mass of a coarse stretch, and branch points to join.
type options struct {
	list []candidate
	sum  float64
}

// A candidate is one of them. Its weight is factor·exp(exponent).
type candidate struct {
	node     int32
	join     bool
	exponent float64
	weight   float64 // the factor, then the weight relative to the largest exponent's
}

func (o *options) clear() { o.list = o.list[:0] }

// total sums the weights.
func (o *options) total() {
	top := math.Inf(-1)
	for i := range o.list {
		if e := o.list[i].exponent; e > top {
			top = e
		}
	}
	sum := 0.0
	for i := range o.list {
		x := &o.list[i]
		x.weight *= special.QuickExp(x.exponent - top)
		sum += x.weight
	}
	o.sum = sum
}

// draw chooses one. total must have been called.
func (o *options) draw(rng *rand.Rand) int {
	u := rng.Float64() * o.sum
	last := len(o.list) - 1
	for i := range o.list[:last] {
		if u -= o.list[i].weight; u < 0 {
			return i
		}
	}
	return last
}

func (o *options) logShare(i int) float64 { return math.Log(o.list[i].weight / o.sum) }

// find returns which option has the node, −1 for none.
func (o *options) find(at timetree.Place) int {
	for i := range o.list {
		if x := &o.list[i]; x.node == at.Node && x.join == at.Join {
			return i
		}
	}
	return -1
}

// offer adds the options at i on the trail, their weights times a given factor.
func (t *trail) offer(i int, o *options, factor float64) {
	v := t.nodes[i]
	if t.weighed <= i {
		look := t.look(i)
		// A subtree hangs as well from the end of a branch as from the beginning of those below.
		low := math.NaN()
		if i > 0 && t.weighed == i {
			low = t.end[i-1]
		}
		t.top[i], t.mass[i], t.end[i] = look.coarse(low)
		if t.canJoin(i) {
			t.joint[i] = t.end[i] + t.atNode(i)
		}
		t.weighed = i + 1
	}
	o.list = append(o.list, candidate{v, false, t.top[i], t.mass[i] * factor})
	if t.canJoin(i) {
		o.list = append(o.list, candidate{v, true, t.joint[i], factor})
	}
}

// find returns where v is on the trail.
func (t *trail) find(v int32) int {
	i := len(t.nodes) - 1
	for t.nodes[i] != v {
		i--
	}
	return i
}

// usable reports whether the branch at i begins before the subtree's root.
func (t *trail) usable(i int) bool { return t.l.ParentEll(t.nodes[i]) < t.l.Node[t.root].Ell }

// choose draws a place from the options. It returns the place and the log density with which it is
// drawn, log target included.
func (t *trail) choose(o *options, rng *rand.Rand) (at timetree.Place, i int, logDensity float64) {
	k := o.draw(rng)
	at = timetree.Place{Node: o.list[k].node, Join: o.list[k].join}
	logDensity = o.logShare(k)
	i = t.to(at.Node)
	if at.Join {
		at.Ell, at.Rem = t.l.Node[at.Node].Ell, t.l.Node[at.Node].Rem
		return at, i, logDensity
	}
	t.look(i).fine(&t.stretch)
	at.Ell = t.stretch.Draw(rng)
	at.Rem = math.Exp(-at.Ell)
	return at, i, logDensity + t.stretch.LogDensity(at.Ell)
}

// chance returns the log density with which choose draws a place whose node is at i.
func (t *trail) chance(o *options, at timetree.Place, i int) float64 {
	k := o.find(at)
	if k < 0 {
		return math.Inf(-1)
	}
	logDensity := o.logShare(k)
	if at.Join {
		return logDensity
	}
	t.look(i).fine(&t.stretch)
	return logDensity + t.stretch.LogDensity(at.Ell)
}
