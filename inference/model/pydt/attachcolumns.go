package pydt

import "math"

// expandColumns is the part of expand that runs over the columns, where every column is its own
// class. It computes the cavities of v's children and, for each child, the time that guess returns.
func (a *attacher) expandColumns(v int32) {
	s := a.s
	kids := s.kids[v]
	if len(kids) == 2 {
		s.cavityColumns(v, kids[0], kids[1])
		s.cavityColumns(v, kids[1], kids[0])
	} else {
		s.cavitiesManyColumns(v, nil)
	}
}

// fitColumns is fit where every column is its own class. In each, with variances A from above, B
// from below and C of the subtree, T = A+B and S = AB+TC, the location has variance AB/T and the
// term is −½ log(S/T) − ½{B(m_r−μ)+A(m_r−m_b)}²/(TS).
func (a *attacher) fitColumns(b int32, up, down, own float64) float64 {
	s := a.s
	mr, vr := s.meanOf(a.root), s.variOf(a.root)
	mu, va := s.cavMeanOf(b)[:len(mr)], s.cavVariOf(b)[:len(mr)]
	mb, vb := s.meanOf(b)[:len(mr)], s.variOf(b)[:len(mr)]
	vr = vr[:len(mr)]
	above, below, logs, q, columns := 1.0, 1.0, 0.0, 0.0, 0
	for j := range mr {
		c := vr[j] + own
		if c > math.MaxFloat64 {
			continue
		}
		columns++
		from, to := va[j]+up, vb[j]+down
		if to > math.MaxFloat64 {
			from += c
			e := mr[j] - mu[j]
			q += e * e / from
			above *= from
		} else {
			t := from + to
			v := from*to + t*c
			e := to*(mr[j]-mu[j]) + from*(mr[j]-mb[j])
			q += e * e / (t * v)
			above *= v
			below *= t
		}
		if above < productLow || above > productHigh || below < productLow || below > productHigh {
			logs += math.Log(above) - math.Log(below)
			above, below = 1, 1
		}
	}
	return -0.5 * (float64(columns)*ln2Pi + logs + a.log(above) - a.log(below) + q)
}

// A branchCurve is the score of a position along the branch above b.
type branchCurve struct {
	a    *attacher
	b    int32
	meet meeting
	// prior: with m leaves below b and n in the subtree, c times the difference of the harmonic numbers, and c·H_{n−1}
	crowd, own float64
}

func (a *attacher) curveOn(b int32) *branchCurve {
	s, r := a.s, a.root
	p := &a.curve
	p.a, p.b = a, b
	if s.columnwise {
		p.meet.set(s.hyper.sigma2, s.parentRem(b), s.rem[b], s.rem[r], s.cavMeanOf(b), s.cavVariOf(b), s.meanOf(b), s.variOf(b), s.meanOf(r), s.variOf(r))
	} else {
		p.meet.begin(s.rem[b], s.rem[r])
		sigma2, c := s.hyper.sigma2, len(s.classes)
		up, left, right := sigma2*(s.parentRem(b)-p.meet.base), sigma2*(p.meet.base-s.rem[b]), sigma2*(p.meet.base-s.rem[r])
		for k, cl := range s.classes {
			i := int(b)*c + k
			p.meet.add(classMeeting{cl.weight, s.cavVari[i] + up, s.vari[i] + left, s.vari[int(r)*c+k] + right, a.across[i], a.toCavity[i], a.toMessage[i]})
		}
	}
	p.crowd, p.own = s.hyper.c*a.crowd(b), s.hyper.c*s.hyper.prior.Harmonic(int(s.size[r])-1)
	return p
}

// at is a curve that [linesearch.Ascend] climbs, with the terms of onBranch that depend on the time.
func (p *branchCurve) at(rem float64) (value, slope, bend float64) {
	s := p.a.s
	lik, first, second := p.meet.at(s.hyper.sigma2 * (rem - p.meet.base))
	value, slope, bend = waitingPrior(s, rem, s.parentEll(p.b), p.crowd-p.own, []int32{p.b, p.a.root})
	step := s.hyper.sigma2 * rem
	return lik + value, slope - first*step, bend + second*step*step + first*step
}
