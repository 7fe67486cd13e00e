package attaching

import (
	"math"

	"example.org/espalier/inference/model/pydt/meeting"
	"example.org/espalier/inference/process/pruning"
)

// expandColumns is the part of expand that runs over the columns, where every column is its own
// class. It computes the cavities of v's children and, for each child, the time that guess returns.
func (a *Attacher) expandColumns(v int32) {
	s := a.s
	kids := s.Kids[v]
	if len(kids) == 2 {
		s.CavityColumns(v, kids[0], kids[1])
		s.CavityColumns(v, kids[1], kids[0])
	} else {
		s.CavitiesManyColumns(v, nil)
	}
}

// fitColumns is fit where every column is its own class. In each, with variances A from above, B
// from below and C of the subtree, T = A+B and S = AB+TC, the location has variance AB/T and the
// term is −½ log(S/T) − ½{B(m_r−μ)+A(m_r−m_b)}²/(TS).
func (a *Attacher) fitColumns(b int32, up, down, own float64) float64 {
	s := a.s
	mr, vr := s.MeanOf(a.root), s.VariOf(a.root)
	mu, va := s.CavMeanOf(b)[:len(mr)], s.CavVariOf(b)[:len(mr)]
	mb, vb := s.MeanOf(b)[:len(mr)], s.VariOf(b)[:len(mr)]
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
		if above < pruning.ProductLow || above > pruning.ProductHigh || below < pruning.ProductLow ||
			below > pruning.ProductHigh {
			logs += math.Log(above) - math.Log(below)
			above, below = 1, 1
		}
	}
	return -0.5 * (float64(columns)*pruning.Ln2Pi + logs + a.log(above) - a.log(below) + q)
}

// A branchCurve is the score of a position along the branch above b.
type branchCurve struct {
	a    *Attacher
	b    int32
	meet meeting.Meeting
	// prior: with m leaves below b and n in the subtree, c times the difference of the harmonic numbers, and c·H_{n−1}
	crowd, own float64
}

func (a *Attacher) CurveOn(b int32) *branchCurve {
	s, r := a.s, a.root
	p := &a.curve
	p.a, p.b = a, b
	if s.Columnwise {
		p.meet.Set(s.Hyper.Sigma2, s.ParentRem(b), s.Rem[b], s.Rem[r], s.CavMeanOf(b), s.CavVariOf(b), s.MeanOf(b),
			s.VariOf(b), s.MeanOf(r), s.VariOf(r))
	} else {
		p.meet.Begin(s.Rem[b], s.Rem[r])
		sigma2, c := s.Hyper.Sigma2, len(s.Classes)
		up, left, right := sigma2*(s.ParentRem(b)-p.meet.Base), sigma2*(p.meet.Base-s.Rem[b]), sigma2*(p.meet.Base-s.Rem[r])
		for k, cl := range s.Classes {
			i := int(b)*c + k
			p.meet.Add(meeting.Class{Weight: cl.Weight, A: s.CavVari[i] + up, B: s.Vari[i] + left, C: s.Vari[int(r)*c+k] + right,
				AB: a.across[i], AC: a.toCavity[i], BC: a.toMessage[i]})
		}
	}
	p.crowd, p.own = s.Hyper.C*a.crowd(b), s.Hyper.C*s.Hyper.Prior.Harmonic(int(s.Size[r])-1)
	return p
}

// At is a curve that [linesearch.Ascend] climbs, with the terms of onBranch that depend on the time.
func (p *branchCurve) At(rem float64) (value, slope, bend float64) {
	s := p.a.s
	lik, first, second := p.meet.At(s.Hyper.Sigma2 * (rem - p.meet.Base))
	value, slope, bend = s.WaitingPrior(rem, s.ParentEll(p.b), p.crowd-p.own, []int32{p.b, p.a.root})
	step := s.Hyper.Sigma2 * rem
	return lik + value, slope - first*step, bend + second*step*step + first*step
}
