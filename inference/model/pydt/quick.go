package pydt

import "math"

// logTable holds, for 128 values of the leading bits of a mantissa, the inverse of the
// middle m of those with these bits, and log m.
var logTable = func() (t [128][2]float64) {
	for i := range t {
		m := 1 + (float64(i)+0.5)/128
		t[i] = [2]float64{1 / m, math.Log(m)}
	}
	return t
}()

// quickLog returns the natural logarithm of a positive, finite, normal x to 1e-9:
// exponent, table, and three terms of the series for the rest.
func quickLog(x float64) float64 {
	bits := math.Float64bits(x)
	e := &logTable[bits>>45&127]
	r := math.Float64frombits(bits&(1<<52-1)|1023<<52)*e[0] - 1
	return float64(int(bits>>52)-1023)*math.Ln2 + e[1] + r*(1-r*(0.5-r*(1./3)))
}

// quickExp returns e^x for x ≤ 0 to 1e-7: a power of two and a polynomial for the rest.
func quickExp(x float64) float64 {
	if !(x > -700) {
		return 0
	}
	x *= math.Log2E
	k := math.Floor(x)
	f := (x - k - 0.5) * math.Ln2
	p := math.Sqrt2 * (1 + f*(1+f*(1./2+f*(1./6+f*(1./24+f*(1./120+f*(1./720)))))))
	return p * math.Float64frombits(uint64(int64(k)+1023)<<52)
}

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
	nb, nr := &l.node[b], &l.node[t.root]
	p := l.hyper.prior
	v.t, v.i = t, i
	v.low, v.remLow = 0, 1
	if nb.parent >= 0 {
		v.low, v.remLow = l.node[nb.parent].ell, l.node[nb.parent].rem
	}
	v.high, v.remHigh = nb.ell, nb.rem
	if nr.ell < nb.ell {
		v.high, v.remHigh = nr.ell, nr.rem
	}
	along := l.hyper.c * t.step[i]
	v.slope = t.alone - along
	v.constant = t.walk[i] + along*v.low + l.hyper.lnC + p.lnBlock[nb.size] - p.lnTotal[int(nb.size)+t.n] + t.fixed
	if l.plain {
		v.sigma2, v.weight, v.half = l.hyper.sigma2, float64(l.d), 0.5*l.power
		below, own := l.message[int(b)*l.width], l.message[int(t.root)*l.width]
		v.above, v.below = t.rows[i*l.width]+v.sigma2*v.remLow, below-v.sigma2*nb.rem
		v.own = own - v.sigma2*nr.rem
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
	if !v.t.l.plain {
		return v.t.l.power * v.t.fit(v.i, rem)
	}
	w := v.sigma2 * rem
	va, vb := v.above-w, v.below+w
	share := vb / (va + vb)
	variance := va*share + v.own + w
	if !(variance > 1e-290) {
		return math.Inf(-1)
	}
	square := share*v.d0 + (1-share)*(v.d1-share*v.d2)
	return -v.half * (v.weight*quickLog(variance) + max(square, 0)/variance)
}
