package observation

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
)

// freedom are the degrees of freedom of the errors of robust numbers.
const freedom = 4

// Robust is a column of numbers of which some may be far off: y = centre + scale·(u + e), with e/τ from Student's
// t distribution of four degrees of freedom, which the noise of u is beside. e is normal with variance τ²/w, w ~
// Ga(2, 2): integrals over w are sums over its logarithm, whose terms are so smooth that no digit is lost.
type Robust struct{ centre, scale, tau float64 }

// usualTau is τ where it is not learnt.
const usualTau = 0.4

// The logarithms of w are stepped from lowestW on; weightW are the logs of the density of each times the step.
const stepW, lowestW, stepsW = 0.3, -24, 90

var nodeW, weightW = func() (w, log [stepsW]float64) {
	const half = freedom / 2.
	for i := range w {
		x := lowestW + stepW*float64(i)
		w[i] = math.Exp(x)
		log[i] = half*(x+math.Log(half)) - half*w[i] - special.LogGamma(half) + math.Log(stepW)
	}
	return w, log
}()

// NewRobust returns the column of these cells, NaN where missing: its centre is their median, and its scale the median
// distance from that in units of a normal deviation.
func NewRobust(cells []float64) *Robust {
	r := &Robust{scale: 1, tau: usualTau}
	var seen []float64
	for _, y := range cells {
		if !math.IsNaN(y) {
			seen = append(seen, y)
		}
	}
	if len(seen) == 0 {
		return r
	}
	slices.Sort(seen)
	middle := func(x []float64) float64 { return (x[(len(x)-1)/2] + x[len(x)/2]) / 2 }
	r.centre = middle(seen)
	far := make([]float64, len(seen))
	mean := 0.0
	for i, y := range seen {
		far[i] = math.Abs(y - r.centre)
		mean += far[i] / float64(len(seen))
	}
	slices.Sort(far)
	if s := middle(far) / 0.6745; s > 0 {
		r.scale = s
	} else if mean > 0 { // more than half are the same number
		r.scale = mean
	}
	return r
}

// A far is a cell of a robust column, in its units.
type far struct {
	of *Robust
	y  float64
}

// logs sets the log of each w's share in Z, and returns the log of their sum.
func (f *far) logs(m, w float64, to *[stepsW]float64) float64 {
	e, t := f.y-m, f.of.tau*f.of.tau
	top := math.Inf(-1)
	for i, x := range nodeW {
		v := w + t/x
		to[i] = weightW[i] - 0.5*(math.Log(v)+e*e/v)
		top = max(top, to[i])
	}
	sum := 0.0
	for _, l := range to {
		sum += special.QuickExp(l - top)
	}
	return top + math.Log(sum)
}

// Moments implements [Factor]. The variance may be larger than w.
func (f *far) Moments(m, w, mean, variance []float64) float64 {
	var log [stepsW]float64
	all := f.logs(m[0], w[0], &log)
	e, t := f.y-m[0], f.of.tau*f.of.tau
	first, second, own := 0.0, 0.0, 0.0
	for i, x := range nodeW {
		p, v := math.Exp(log[i]-all), w[0]+t/x
		step := w[0] * e / v
		first += p * step
		second += p * step * step
		own += p * w[0] * (t / x) / v
	}
	mean[0], variance[0] = m[0]+first, own+max(0, second-first*first)
	return all - 0.5*ln2Pi - math.Log(f.of.scale)
}

// Draw implements [Factor]: w, and then u given it.
func (f *far) Draw(m, w []float64, rng *rand.Rand, u []float64) {
	var log [stepsW]float64
	all := f.logs(m[0], w[0], &log)
	left, i := rng.Float64(), 0
	for ; i < stepsW-1; i++ {
		if left -= math.Exp(log[i] - all); left < 0 {
			break
		}
	}
	t := f.of.tau * f.of.tau / nodeW[i]
	v := w[0] + t
	u[0] = m[0] + w[0]*(f.y-m[0])/v + rng.NormFloat64()*math.Sqrt(w[0]*t/v)
}

// Width implements [Column].
func (*Robust) Width() int { return 1 }

// Threshold implements [Column].
func (*Robust) Threshold() bool { return false }

// Intercept implements [Column].
func (*Robust) Intercept() float64 { return 0 }

// Predict implements [Column].
func (r *Robust) Predict(_ int, m, _ []float64) float64 { return r.centre + r.scale*m[0] }

// Factor implements [Column].
func (r *Robust) Factor(_ int, value float64) Factor {
	if math.IsNaN(value) {
		return nil
	}
	return &far{of: r, y: (value - r.centre) / r.scale}
}

// Units returns a latent number and a length as they are in the units of the cells.
func (r *Robust) Units(u, length float64) (y, in float64) {
	return r.centre + r.scale*u, r.scale * length
}

// Spread returns, for each w, its share and the mean and variance of a cell that is N(m, v) as a latent number.
func (r *Robust) Spread(m, v float64, add func(logShare, mean, variance float64)) {
	for i := 0; i < stepsW; i += 3 { // so few are enough for the figure
		if x := nodeW[i]; weightW[i] > -14 {
			add(weightW[i], r.centre+r.scale*m, r.scale*r.scale*(v+r.tau*r.tau/x))
		}
	}
}

// Learnt implements [Learner].
func (r Robust) Learnt() Learner { return &r }

// Parameters implements [Learner]: τ.
func (r *Robust) Parameters() []float64 { return []float64{r.tau} }

// SetParameters implements [Learner].
func (r *Robust) SetParameters(p []float64) bool {
	if len(p) != 1 || !vector.Finite(p) || !(p[0] > 0) {
		return false
	}
	r.tau = p[0]
	return true
}

// LogPrior implements [Learner]: that of τ is half-normal with variance 1.
func (r *Robust) LogPrior() float64 { return -r.tau * r.tau / 2 }

// Learn implements [Learner]: τ given the latent numbers.
func (r *Robust) Learn(u *Hidden, rng *rand.Rand) {
	log := func(x float64) float64 {
		tau := math.Exp(x)
		sum := x*(1-float64(len(u.X))) - tau*tau/2
		for i, y := range u.Value {
			e := ((y-r.centre)/r.scale - u.X[i] - u.Base) / tau
			sum -= (freedom + 1) / 2. * math.Log1p(e*e/freedom)
		}
		return sum
	}
	x := math.Log(r.tau)
	r.tau = math.Exp(slicing.Out(rng, x, log(x), cutWidth, log))
}
