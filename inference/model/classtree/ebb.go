package classtree

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// An ebb moves the rows of two classes from one to the other, z and u integrated out, at once where row by row it
// would take as many sweeps as they have rows. Of classes k and l with the shares π_k and π_l, the sum of the
// shares, the mean (1−f)x_k + f·x_l and the difference of the locations stay, and f = π_l/(π_k+π_l) is proposed
// anew: from its prior, Beta(a/K, a/K), or from a normal distribution about its logit. The map has the Jacobian 1.
type ebb struct {
	k, l  int
	f, to float64 // f now and as proposed
	shift []float64
	log   float64 // of the ratio of all but the cells
	look  *look   // of the two classes now, and as proposed
}

// ebbs are the proposals of a sweep.
const ebbs = 12

// pair chooses two classes by the tree alone: any, and another below its parent or, half of the time, below the
// parent of that.
func (s *state) pair(rng *rand.Rand) (k, l int) {
	_, parent, _ := s.mover.Drawn()
	k = rng.IntN(s.k)
	at := parent[k]
	if up := parent[at]; up >= 0 && rng.IntN(2) == 0 {
		at = up
	}
	var near []int
	for other := range s.k {
		v := int32(other)
		for v >= 0 && v != at {
			v = parent[v]
		}
		if v >= 0 && other != k {
			near = append(near, other)
		}
	}
	return k, near[rng.IntN(len(near))]
}

// logTree returns the log density of the locations of all classes on the tree, up to a constant.
func (s *state) logTree() float64 {
	return s.mover.LogDensity(s.x, func(int) bool { return true })
}

// propose returns an ebb of the present state. The tree must be hung again before it moves.
func (s *state) propose(rng *rand.Rand) *ebb {
	const step = 2
	e := &ebb{shift: make([]float64, s.t.width)}
	e.k, e.l = s.pair(rng)
	whole, a := s.share[e.k]+s.share[e.l], s.alpha/float64(s.k)
	e.f = s.share[e.l] / whole
	logit := func(f float64) float64 { return math.Log(f) - math.Log1p(-f) }
	if rng.IntN(2) == 0 {
		one, other := special.GammaDraw(rng, a), special.GammaDraw(rng, a)
		e.to = one / (one + other)
	} else {
		y := logit(e.f) + step*rng.NormFloat64()
		e.to = 1 / (1 + math.Exp(-y))
		// The density of the logit has the powers a/K of f and 1−f.
		e.log = a * (math.Log(e.to) + math.Log1p(-e.to) - math.Log(e.f) - math.Log1p(-e.f))
	}
	before := s.logTree()
	now := append(append([]float64(nil), s.of(s.x, e.k)...), s.of(s.x, e.l)...)
	for j := range e.shift {
		e.shift[j] = (e.f - e.to) * (s.of(s.x, e.l)[j] - s.of(s.x, e.k)[j])
	}
	mu := append(s.places(e.k), s.places(e.l)...)
	s.shiftBy(e, 1)
	mu = append(append(mu, s.places(e.k)...), s.places(e.l)...)
	e.log += s.logTree() - before
	copy(s.of(s.x, e.k), now)
	copy(s.of(s.x, e.l), now[s.t.width:])
	e.look = newLook(s.t, mu, s.noises(), []float64{s.share[e.k], s.share[e.l], whole * (1 - e.to), whole * e.to})
	return e
}

// places returns μ of a class.
func (s *state) places(class int) []float64 {
	mu := make([]float64, s.t.width)
	for a := range mu {
		mu[a] = s.location(class, a)
	}
	return mu
}

func (s *state) shiftBy(e *ebb, sign float64) {
	for _, class := range []int{e.k, e.l} {
		for j, v := range e.shift {
			s.of(s.x, class)[j] += sign * v
		}
	}
}

// weigh adds up how much the proposal raises the log density of rows low to high−1, and sets after to what their log
// densities become from before, up to what [look.row] leaves out.
func (e *ebb) weigh(low, high int, before, after []float64) (gain float64) {
	var log [4]float64
	for i := low; i < high; i++ {
		e.look.row(i, log[:])
		now := math.Exp(log[0]-before[i]) + math.Exp(log[1]-before[i])
		then := math.Exp(log[2]-before[i]) + math.Exp(log[3]-before[i])
		more := math.Log(max(1-now, 0) + then)
		after[i] = before[i] + more
		gain += more
	}
	return gain
}

// settleEbb accepts or rejects a proposal under which rows gain so much, and reports which.
func (s *state) settleEbb(e *ebb, gain float64, rng *rand.Rand) bool {
	ratio := e.log + gain
	if !(ratio >= 0) && !(rng.ExpFloat64() > -ratio) || !(e.to > 0) || !(e.to < 1) {
		return false
	}
	whole := s.share[e.k] + s.share[e.l]
	s.share[e.k], s.share[e.l] = max(whole*(1-e.to), 1e-300), max(whole*e.to, 1e-300)
	s.shiftBy(e, 1)
	return true
}

// total returns the log densities of rows low to high−1 in all classes, as [ebb.weigh] takes them.
func (l *look) total(low, high int, to []float64) {
	log := make([]float64, l.k)
	for i := low; i < high; i++ {
		l.row(i, log)
		to[i] = special.SumLogs(log)
	}
}
