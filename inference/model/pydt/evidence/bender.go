package evidence

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/posterior"
)

// A Bender finds second derivatives of the objective, negative, in the times ℓ.
type Bender struct {
	s                *posterior.State
	mean, rise, fall []float64 // d
}

func NewBender(s *posterior.State) *Bender {
	return &Bender{s: s, mean: make([]float64, s.D), rise: make([]float64, s.D), fall: make([]float64, s.D)}
}

// Own returns −∂²/∂ℓ_v² with all other times as they are: O(K·D).
func (b *Bender) Own(v int32) float64 {
	s := b.s
	rem := s.Rem[v]
	var first, second float64 // derivatives in t
	for k := range s.Classes {
		var one, two float64
		if len(s.Kids[v]) == 2 {
			one, two = b.ownOfTwo(v, k)
		} else {
			one, two = b.ownOfMany(v, k)
		}
		first, second = first+one, second+two
	}
	bend := rem*rem*second - rem*first
	wait := s.Ell[v] - s.ParentEll(v)
	bend -= 1 / (wait * wait)
	for _, child := range s.Kids[v] {
		if !s.IsLeaf(child) {
			w := s.Ell[child] - s.Ell[v]
			bend -= 1 / (w * w)
		}
	}
	return -bend
}

// ownOfTwo returns the derivatives in t_v of the logarithm of the evidence of one class where v has
// two children: it needs only the squared distances among three messages, in one pass.
func (b *Bender) ownOfTwo(v int32, k int) (first, second float64) {
	s, cl, c := b.s, b.s.Classes[k], len(b.s.Classes)
	sigma2, rem := s.Hyper.Sigma2, s.Rem[v]
	x, y := s.Kids[v][0], s.Kids[v][1]
	p := [3]float64{1 / (s.CavVari[int(v)*c+k] + sigma2*(s.ParentRem(v)-rem)),
		1 / (s.Vari[int(x)*c+k] + sigma2*(rem-s.Rem[x])), 1 / (s.Vari[int(y)*c+k] + sigma2*(rem-s.Rem[y]))}
	total := p[0] + p[1] + p[2]
	if total == 0 {
		return 0, 0
	}
	var d [3]float64
	d[0], d[1], d[2] = vector.Distances(s.CavMeanOf(v)[cl.Low:cl.High], s.MeanOf(x)[cl.Low:cl.High],
		s.MeanOf(y)[cl.Low:cl.High])
	var share, rate [3]float64 // of the precisions; of the change of log w in t
	var pull, total1, total2, logs1, logs2 float64
	for i := range p {
		share[i], rate[i] = p[i]/total, -sigma2*p[i]
		if i == 0 {
			rate[i] = -rate[i]
		}
		pull += p[i] * rate[i]
		total1 -= p[i] * rate[i]
		total2 += 2 * p[i] * rate[i] * rate[i]
		logs1 -= rate[i]
		logs2 += rate[i] * rate[i]
	}
	// d[i] is the distance of the two messages other than i.
	spread := share[1]*share[2]*d[0] + share[0]*share[2]*d[1] + share[0]*share[1]*d[2]
	var q1, q2 float64
	var lean [3]float64 // Σ lean·m is by how much the precise mean moves
	for i := range p {
		j, l := (i+1)%3, (i+2)%3
		square := share[j]*d[l] + share[l]*d[j] - spread // of message i from the mean
		q1 -= p[i] * rate[i] * square
		q2 += 2 * p[i] * rate[i] * rate[i] * square
		lean[i] = p[i]*rate[i] - share[i]*pull
	}
	q2 += 2 / total * (lean[1]*lean[2]*d[0] + lean[0]*lean[2]*d[1] + lean[0]*lean[1]*d[2])
	ratio := total1 / total
	return 0.5 * (cl.Weight*(logs1-ratio) - q1), 0.5 * (cl.Weight*(logs2-total2/total+ratio*ratio) - q2)
}

// ownOfMany is ownOfTwo for any number of children.
func (b *Bender) ownOfMany(v int32, k int) (first, second float64) {
	s, cl, c := b.s, b.s.Classes[k], len(b.s.Classes)
	sigma2, rem := s.Hyper.Sigma2, s.Rem[v]
	mean, slope := b.mean[cl.Low:cl.High], b.rise[cl.Low:cl.High]
	clear(mean)
	clear(slope)
	each := func(f func(m []float64, p, sign float64)) {
		f(s.CavMeanOf(v)[cl.Low:cl.High], 1/(s.CavVari[int(v)*c+k]+sigma2*(s.ParentRem(v)-rem)), 1)
		for _, child := range s.Kids[v] {
			f(s.MeanOf(child)[cl.Low:cl.High], 1/(s.Vari[int(child)*c+k]+sigma2*(rem-s.Rem[child])), -1)
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
		vector.AddScaled(mean, m, p)
	})
	if total == 0 {
		return 0, 0
	}
	vector.Divide(mean, total)
	q1, q2, along := 0.0, 0.0, 0.0
	each(func(m []float64, p, sign float64) {
		if p == 0 {
			return
		}
		d := sign * sigma2 * p
		square := vector.SquaredDistance(m, mean)
		q1 -= p * d * square
		q2 += 2 * p * d * d * square
		vector.AddScaled(slope, m, -p*d)
		along += p * d
	})
	vector.AddScaled(slope, mean, along) // each message was to be taken from the mean
	q2 -= 2 * vector.Dot(slope, slope) / total
	ratio := total1 / total
	return 0.5 * (cl.Weight*(logs1-ratio) - q1), 0.5 * (cl.Weight*(logs2-total2/total+ratio*ratio) - q2)
}

// WithParent returns −∂²/∂ℓ_v∂ℓ_p, p the parent of v: O(K·D).
func (b *Bender) WithParent(v int32) float64 {
	s := b.s
	p, sigma2, c := s.Parent[v], s.Hyper.Sigma2, len(s.Classes)
	binary := len(s.Kids[v]) == 2 && len(s.Kids[p]) == 2
	sum := 0.0
	for k, cl := range s.Classes {
		vari, cavity := s.Vari[int(v)*c+k], s.CavVari[int(v)*c+k]
		if math.IsInf(vari+cavity, 1) {
			continue
		}
		var m mixing
		if binary {
			m = b.mixingOfTwo(v, k)
		} else {
			m = b.mixingOfMany(v, k)
		}
		rise, fall := sigma2*vari, sigma2*cavity
		tauV, tauP := sigma2*(1+vari*vari*m.variRise), sigma2*(cavity*cavity*m.cavityRise-1)
		q, qv, qp, qpv := m.square, 2*rise*m.alongRise, -2*fall*m.alongFall, -2*rise*fall*m.both
		tau := vari + cavity + sigma2*(s.Rem[p]-s.Rem[v])
		sum += (cl.Weight/(2*tau*tau)-q/(tau*tau*tau))*tauP*tauV + (qp*tauV+qv*tauP)/(2*tau*tau) - qpv/(2*tau)
	}
	wait := s.Ell[v] - s.Ell[p]
	return -(sum*s.Rem[p]*s.Rem[v] + 1/(wait*wait))
}

// A mixing holds what the mixed derivative in the times of v and its parent needs from one class.
// With δ = m − μ these are the changes of the variances, and the products of δ and the changes of m
// and μ, all without their factors of σ² and the variances.
type mixing struct {
	variRise, cavityRise float64
	square               float64 // δ·δ
	alongRise, alongFall float64 // δ·m′, δ·μ′
	both                 float64 // m′·μ′
}

// mixingOfTwo is for v and p with two children each: m′ then points from one child of v to the
// other and μ′ from what is above p to v's sibling. One pass.
func (b *Bender) mixingOfTwo(v int32, k int) (m mixing) {
	s, cl, c := b.s, b.s.Classes[k], len(b.s.Classes)
	p, sigma2 := s.Parent[v], s.Hyper.Sigma2
	x, y, z := s.Kids[v][0], s.Kids[v][1], s.Kids[p][0]
	if z == v {
		z = s.Kids[p][1]
	}
	wx, wy := s.Vari[int(x)*c+k]+sigma2*(s.Rem[v]-s.Rem[x]), s.Vari[int(y)*c+k]+sigma2*(s.Rem[v]-s.Rem[y])
	w0, wz := s.CavVari[int(p)*c+k]+sigma2*(s.ParentRem(p)-s.Rem[p]), s.Vari[int(z)*c+k]+sigma2*(s.Rem[p]-s.Rem[z])
	if math.IsInf(wx+wy+wz, 1) {
		return b.mixingOfMany(v, k)
	}
	m.variRise = -1/(wx*wx) - 1/(wy*wy)
	m.cavityRise = 1/(w0*w0) - 1/(wz*wz)
	m.square, m.alongRise, m.alongFall, m.both = vector.Turns(
		[2][]float64{s.MeanOf(v)[cl.Low:cl.High], s.CavMeanOf(v)[cl.Low:cl.High]},
		[2][]float64{s.MeanOf(x)[cl.Low:cl.High], s.MeanOf(y)[cl.Low:cl.High]},
		[2][]float64{s.MeanOf(z)[cl.Low:cl.High], s.CavMeanOf(p)[cl.Low:cl.High]})
	rise, fall := (1/wx-1/wy)/(wx+wy), (1/wz+1/w0)/(w0+wz)
	m.alongRise *= rise
	m.alongFall *= fall
	m.both *= rise * fall
	return m
}

// mixingOfMany is mixingOfTwo for any number of children.
func (b *Bender) mixingOfMany(v int32, k int) (m mixing) {
	s, cl, c := b.s, b.s.Classes[k], len(b.s.Classes)
	p, sigma2 := s.Parent[v], s.Hyper.Sigma2
	own, mu := s.MeanOf(v)[cl.Low:cl.High], s.CavMeanOf(v)[cl.Low:cl.High]
	rise, fall := b.rise[cl.Low:cl.High], b.fall[cl.Low:cl.High] // m′ and μ′
	clear(rise)
	clear(fall)
	// gather adds sign·message/w² and returns the factor.
	gather := func(into, message []float64, w, sign float64) float64 {
		if math.IsInf(w, 1) {
			return 0
		}
		sign /= w * w
		vector.AddScaled(into, message, sign)
		return sign
	}
	for _, child := range s.Kids[v] {
		m.variRise -= gather(rise, s.MeanOf(child)[cl.Low:cl.High], s.Vari[int(child)*c+k]+sigma2*(s.Rem[v]-s.Rem[child]), 1)
	}
	m.cavityRise -= gather(fall, s.CavMeanOf(p)[cl.Low:cl.High],
		s.CavVari[int(p)*c+k]+sigma2*(s.ParentRem(p)-s.Rem[p]), -1)
	for _, child := range s.Kids[p] {
		if child != v {
			m.cavityRise -= gather(fall, s.MeanOf(child)[cl.Low:cl.High],
				s.Vari[int(child)*c+k]+sigma2*(s.Rem[p]-s.Rem[child]), 1)
		}
	}
	// The messages were to be taken from the means.
	vector.AddScaled(rise, own, m.variRise)
	vector.AddScaled(fall, mu, m.cavityRise)
	zero := b.mean[cl.Low:cl.High]
	clear(zero)
	m.square, m.alongRise, m.alongFall, m.both = vector.Turns([2][]float64{own, mu}, [2][]float64{rise, zero},
		[2][]float64{fall, zero})
	return m
}
