package sampler

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// A view is the log target along one branch of a trail. It holds everything that is constant along
// the branch, and takes logarithms to 1e-7. That is accurate enough for proposals, which may come
// from any function of the remaining tree; score decides on acceptance.
type view struct {
	t         *trail
	i         int
	constant  float64 // of logπ, and its slope in ℓ
	slope     float64
	low, high float64 // ℓ of the ends of the stretch to hang from
	remLow    float64 // 1−t there
	remHigh   float64

	sigma2, weight, half float64 // of the plain case; half the power
	above, below, own    float64
	d0, d1, d2           float64
}

// look makes the view of the branch at i.
func (t *trail) look(i int) *view {
	v, l, b := &t.view, t.l, t.nodes[i]
	nb, nr := &l.Node[b], &l.Node[t.root]
	p := l.hyper.Prior
	v.t, v.i = t, i
	v.low, v.remLow = 0, 1
	if nb.Parent >= 0 {
		v.low, v.remLow = l.Node[nb.Parent].Ell, l.Node[nb.Parent].Rem
	}
	v.high, v.remHigh = nb.Ell, nb.Rem
	if nr.Ell < nb.Ell {
		v.high, v.remHigh = nr.Ell, nr.Rem
	}
	along := l.hyper.C * t.step[i]
	v.slope = t.alone - along
	v.constant = t.walk[i] + along*v.low + l.hyper.LnC + p.Clade(int(nb.Size)) - p.Total(int(nb.Size)+t.n) + t.fixed
	if l.Plain {
		v.sigma2, v.weight, v.half = l.hyper.Sigma2, float64(l.D), 0.5*l.Power
		below, own := l.Message[int(b)*l.Width], l.Message[int(t.root)*l.Width]
		v.above, v.below = t.rows[i*l.Width]+v.sigma2*v.remLow, below-v.sigma2*nb.Rem
		v.own = own - v.sigma2*nr.Rem
		d := t.dist[3*i : 3*i+3]
		v.d0, v.d1, v.d2 = d[0], d[1], d[2]
	}
	return v
}

// at returns the log target, as a density in ℓ.
func (v *view) at(ell, rem float64) float64 { return v.prior(ell) + v.fit(rem) }

// prior returns logπ, as a density in ℓ.
func (v *view) prior(ell float64) float64 { return v.constant + v.slope*ell }

// fit returns the log likelihood.
func (v *view) fit(rem float64) float64 {
	if !v.t.l.Plain {
		return v.t.l.Power * v.t.fit(v.i, rem)
	}
	w := v.sigma2 * rem
	va, vb := v.above-w, v.below+w
	share := vb / (va + vb)
	variance := va*share + v.own + w
	if !(variance > 1e-290) {
		return math.Inf(-1)
	}
	square := share*v.d0 + (1-share)*(v.d1-share*v.d2)
	return -v.half * (v.weight*special.QuickLog(variance) + max(square, 0)/variance)
}
