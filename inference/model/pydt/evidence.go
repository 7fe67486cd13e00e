package pydt

import "math"

// structureEvidence returns the evidence of the tree's structure with the times integrated
// out, in O(N·D): Laplace's method in the waiting times' logarithms with the entries of the
// curvature between parents and children alone, and what a gamma density in each waiting
// time adds to it (math 5.4). It is meant for the times of highest objective; false says that
// the curvature there is not that of a maximum. Like laplace it does not divide by the
// number of resolutions of a branch point.
func (s *state) structureEvidence() (evidence float64, maximum bool) {
	evidence = s.objective()
	if s.isLeaf(s.top) {
		return evidence, true
	}
	times, maximum := s.integrated(leastShape)
	return evidence + times + s.resolutions(), maximum
}

// resolutions returns the logarithm of the number of ways to resolve all branch points into
// ones of two children, by which the objective divides.
func (s *state) resolutions() float64 {
	sum := 0.0
	for _, v := range s.preorder() {
		for k := 3; k <= len(s.kids[v]); k++ {
			sum += s.hyper.prior.lnMore[k] - s.hyper.prior.lnJoin[k]
		}
	}
	return sum
}

// score is that by which a search compares structures and what it shows as its objective: the
// evidence of the structure, divided by the square root of the number of its resolutions, and
// the weights of its branch points (math 6.4). O(N·D).
func (s *state) score() float64 {
	f := s.objective()
	if s.isLeaf(s.top) {
		return f
	}
	times, _ := s.integrated(scoreShape)
	if s.hyper.typical == 0 {
		f += (1 - resolutions) * s.resolutions()
	}
	return f + times
}

// scoreShape stands for lower shapes in a score: where a waiting time's density is not like a
// gamma density, what stands for it must not be a reason to prefer a tree.
const scoreShape = 0.5

// integrated returns by how much the integral over the times exceeds the density at the present
// ones, and whether these are those of a maximum. Lower shapes are taken to be the least one.
func (s *state) integrated(least float64) (sum float64, maximum bool) {
	maximum = true
	s.cavities()
	b := newBender(s)
	below := make([]float64, len(s.parent)) // Σ over children of A_vk²/d_k
	order := s.order
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if s.isLeaf(v) {
			continue
		}
		wait := s.ell[v] - s.parentEll(v)
		d := b.own(v) - below[v]
		shape := d * wait * wait
		if !(shape > least) {
			shape, maximum = least, false
		}
		sum += 0.5*(ln2Pi-math.Log(shape)) + gammaExcess(shape)
		if p := s.parent[v]; p >= 0 {
			mixed := b.withParent(v)
			below[p] += mixed * mixed * wait * wait / shape
		}
	}
	return sum, maximum
}

// leastShape stands for curvatures that are not those of a maximum.
const leastShape = 1e-3

// gammaExcess returns by how much the integral of a gamma density of shape k, as one of the
// logarithm, exceeds Laplace's approximation of it: about 1/(12k).
func gammaExcess(k float64) float64 {
	return lnGamma(k) + k - k*math.Log(k) - 0.5*(ln2Pi-math.Log(k))
}

// A bender finds second derivatives of the objective, negative, in the times ℓ.
type bender struct {
	s                *state
	mean, rise, fall []float64 // d
}

func newBender(s *state) *bender {
	return &bender{s: s, mean: make([]float64, s.d), rise: make([]float64, s.d), fall: make([]float64, s.d)}
}

// own returns −∂²/∂ℓ_v² with all other times as they are: O(K·D).
func (b *bender) own(v int32) float64 {
	s := b.s
	sigma2, rem := s.hyper.sigma2, s.rem[v]
	first, second := 0.0, 0.0 // derivatives in t
	c := len(s.classes)
	for k, cl := range s.classes {
		mean, slope := b.mean[cl.low:cl.high], b.rise[cl.low:cl.high]
		clear(mean)
		clear(slope)
		each := func(f func(m []float64, p, sign float64)) {
			f(s.cavMeanOf(v)[cl.low:cl.high], 1/(s.cavVari[int(v)*c+k]+sigma2*(s.parentRem(v)-rem)), 1)
			for _, child := range s.kids[v] {
				f(s.meanOf(child)[cl.low:cl.high], 1/(s.vari[int(child)*c+k]+sigma2*(rem-s.rem[child])), -1)
			}
		}
		var total, total1, total2, logs1, logs2 float64
		each(func(m []float64, p, sign float64) {
			if p == 0 {
				return
			}
			d := sign * sigma2 * p // of log w
			total += p
			total1 -= p * d
			total2 += 2 * p * d * d
			logs1 -= d
			logs2 += d * d
			addScaled(mean, m, p)
		})
		if total == 0 {
			continue
		}
		for i := range mean {
			mean[i] /= total
		}
		q1, q2 := 0.0, 0.0
		each(func(m []float64, p, sign float64) {
			if p == 0 {
				return
			}
			d := sign * sigma2 * p
			square := squaredDistance(m, mean)
			q1 -= p * d * square
			q2 += 2 * p * d * d * square
			for i, x := range m {
				slope[i] -= p * d * (x - mean[i])
			}
		})
		for _, x := range slope {
			q2 -= 2 * x * x / total
		}
		ratio := total1 / total
		first += 0.5 * (cl.weight*(logs1-ratio) - q1)
		second += 0.5 * (cl.weight*(logs2-total2/total+ratio*ratio) - q2)
	}
	bend := rem*rem*second - rem*first
	wait := s.ell[v] - s.parentEll(v)
	bend -= 1 / (wait * wait)
	for _, child := range s.kids[v] {
		if !s.isLeaf(child) {
			w := s.ell[child] - s.ell[v]
			bend -= 1 / (w * w)
		}
	}
	return -bend
}

// withParent returns −∂²/∂ℓ_v∂ℓ_p, p the parent of v: O(K·D).
func (b *bender) withParent(v int32) float64 {
	s := b.s
	p, sigma2, c := s.parent[v], s.hyper.sigma2, len(s.classes)
	sum := 0.0
	for k, cl := range s.classes {
		m, mu := s.meanOf(v)[cl.low:cl.high], s.cavMeanOf(v)[cl.low:cl.high]
		vari, cavity := s.vari[int(v)*c+k], s.cavVari[int(v)*c+k]
		if math.IsInf(vari+cavity, 1) {
			continue
		}
		rise, fall := b.rise[cl.low:cl.high], b.fall[cl.low:cl.high] // m′ and μ′
		clear(rise)
		clear(fall)
		gather := func(into, message, from []float64, w, sign float64) (square float64) {
			if math.IsInf(w, 1) {
				return 0
			}
			for i, x := range message {
				into[i] += sign * (x - from[i]) / (w * w)
			}
			return sign / (w * w)
		}
		variRise, cavityRise := 0.0, 0.0
		for _, child := range s.kids[v] {
			variRise -= gather(rise, s.meanOf(child)[cl.low:cl.high], m, s.vari[int(child)*c+k]+sigma2*(s.rem[v]-s.rem[child]), 1)
		}
		cavityRise -= gather(fall, s.cavMeanOf(p)[cl.low:cl.high], mu, s.cavVari[int(p)*c+k]+sigma2*(s.parentRem(p)-s.rem[p]), -1)
		for _, child := range s.kids[p] {
			if child != v {
				cavityRise -= gather(fall, s.meanOf(child)[cl.low:cl.high], mu, s.vari[int(child)*c+k]+sigma2*(s.rem[p]-s.rem[child]), 1)
			}
		}
		variRise *= sigma2 * vari * vari
		cavityRise *= sigma2 * cavity * cavity
		var q, qv, qp, qpv float64
		for i, x := range m {
			delta, dm, dmu := x-mu[i], sigma2*vari*rise[i], sigma2*cavity*fall[i]
			q += delta * delta
			qv += 2 * delta * dm
			qp -= 2 * delta * dmu
			qpv -= 2 * dm * dmu
		}
		tau := vari + cavity + sigma2*(s.rem[p]-s.rem[v])
		tauV, tauP := variRise+sigma2, cavityRise-sigma2
		sum += (cl.weight/(2*tau*tau)-q/(tau*tau*tau))*tauP*tauV + (qp*tauV+qv*tauP)/(2*tau*tau) - qpv/(2*tau)
	}
	wait := s.ell[v] - s.ell[p]
	return -(sum*s.rem[p]*s.rem[v] + 1/(wait*wait))
}
