package observation

import (
	"errors"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/vector"
)

// A Learner is a column whose parameters can be drawn with its latent numbers.
type Learner interface {
	Column
	// Learnt returns a copy whose parameters are its own; they begin at those of the column.
	Learnt() Learner
	// Parameters returns the parameters, SetParameters replaces them by others, of the same number. It reports whether
	// they can be those of the column.
	Parameters() []float64
	SetParameters(p []float64) bool
	// LogPrior returns the log density of the parameters, up to a constant.
	LogPrior() float64
	// Learn draws the parameters with the latent numbers, given the cells.
	Learn(u *Hidden, rng *rand.Rand)
}

// A Stretcher is a column that learns of which the latent numbers have the scale that the parameters give them.
type Stretcher interface {
	Learner
	// Stretch makes the latent numbers f times as large with the cells as likely as before. Free returns n, q and r of the
	// terms of the log density, with the Jacobian, that depend on f: n·log f − q·f²/2 − r/(2f²).
	Stretch(f float64)
	Free() (n, q, r float64)
}

// Hidden are the latent numbers of the cells of a column that are there, less the intercept.
type Hidden struct {
	Row   []int
	Value []float64 // of the cells
	X     []float64 // to be changed with the parameters
	Base  float64   // the intercept, which may be changed too
	// Log returns the log density of the latent numbers, up to a constant.
	Log func(x []float64) float64
}

var (
	_, _ Stretcher = (*Ordered)(nil), (*Counts)(nil)
	_    Learner   = (*Robust)(nil)
)

// LearntColumns returns columns of which those that can learn have parameters of their own.
func LearntColumns(columns []Column) []Column {
	own := make([]Column, len(columns))
	for j, c := range columns {
		if own[j] = c; c != nil {
			if l, can := c.(Learner); can {
				own[j] = l.Learnt()
			}
		}
	}
	return own
}

// ParametersOf returns the parameters of all columns that learn.
func ParametersOf(columns []Column) (all []float64) {
	for _, c := range columns {
		if l, can := c.(Learner); can {
			all = append(all, l.Parameters()...)
		}
	}
	return all
}

// WithParameters returns copies of the columns that learn with these parameters, as [ParametersOf] returns them. The
// error says that they are not those of the columns.
func WithParameters(columns []Column, all []float64) ([]Column, error) {
	own := LearntColumns(columns)
	return own, SetParameters(own, all)
}

// SetParameters gives columns that learn these parameters; the error is as in [WithParameters].
func SetParameters(columns []Column, all []float64) error {
	for _, c := range columns {
		if l, can := c.(Learner); can {
			n := len(l.Parameters())
			if n > len(all) || !l.SetParameters(all[:n]) {
				return errParameters
			}
			all = all[n:]
		}
	}
	if len(all) > 0 {
		return errParameters
	}
	return nil
}

var errParameters = errors.New("the saved cut points or rates are not those of the columns")

// For returns the table with other columns in place of its own, for callers that read only the columns.
func (t Table) For(columns []Column) *Table { t.Columns, t.cells = columns, nil; return &t }

// With returns the table of the same cells with columns in place of its own, which have as many latent numbers.
func (t *Table) With(columns []Column) *Table {
	own := *t
	n, p := t.x.Dims()
	own.Columns, own.cells = columns, append([]Factor(nil), t.cells...)
	for j, c := range columns {
		if l, can := c.(Learner); can {
			for i := range n {
				own.cells[i*p+j] = l.Factor(i, t.x.At(i, j))
			}
		}
	}
	return &own
}

// Learnt implements [Learner].
func (o *Ordered) Learnt() Learner {
	return NewOrdered(o.Parameters())
}

// Parameters implements [Learner]: the inner cut points.
func (o *Ordered) Parameters() []float64 {
	return append([]float64(nil), o.inner()...)
}

func (o *Ordered) inner() []float64 { return o.cuts[1 : len(o.cuts)-1] }

// SetParameters implements [Learner].
func (o *Ordered) SetParameters(p []float64) bool {
	if len(p) != len(o.cuts)-2 || !vector.Finite(p) {
		return false
	}
	for k := 1; k < len(p); k++ {
		if !(p[k-1] < p[k]) {
			return false
		}
	}
	copy(o.inner(), p)
	o.limit()
	return true
}

// LogPrior implements [Learner]: the probabilities of the levels of a standard normal have a Dirichlet distribution of
// ones.
func (o *Ordered) LogPrior() (sum float64) {
	for _, c := range o.inner() {
		sum -= c * c / 2
	}
	return sum
}

// Stretch implements [Stretcher].
func (o *Ordered) Stretch(f float64) {
	for k, c := range o.inner() {
		o.cuts[k+1] = c * f
	}
	o.limit()
}

// Free implements [Stretcher].
func (o *Ordered) Free() (n, q, r float64) { return float64(len(o.inner())), -2 * o.LogPrior(), 0 }

// Learn implements [Learner]. Cut points hardly move while the latent numbers stay. So each is drawn with those of the
// levels to either side, which are stretched between it and the next cut point, or moved along with it where there is
// none; then all are moved, and all are stretched. The levels stay, so that the ratio has the density of the latent
// numbers, the prior and the Jacobian.
func (o *Ordered) Learn(u *Hidden, rng *rand.Rand) {
	now, next := append([]float64(nil), u.X...), make([]float64, len(u.X))
	accept := func() {
		copy(now, next)
		o.limit()
	}
	cuts := append([]float64(nil), o.inner()...)
	value := u.Log(now)
	for k, c := range cuts {
		low, high := o.cuts[k], o.cuts[k+2]
		shift := func(c2 float64) float64 {
			if !(low < c2 && c2 < high) {
				return math.Inf(-1)
			}
			var jacobian float64
			for i, x := range now {
				switch int(u.Value[i]) {
				case k:
					next[i] = x + (c2 - c)
					if !math.IsInf(low, -1) {
						f := (c2 - low) / (c - low)
						next[i] = low + (x-low)*f
						jacobian += math.Log(f)
					}
				case k + 1:
					next[i] = x + (c2 - c)
					if !math.IsInf(high, 1) {
						f := (high - c2) / (high - c)
						next[i] = high - (high-x)*f
						jacobian += math.Log(f)
					}
				default:
					next[i] = x
				}
			}
			return jacobian - c2*c2/2 + u.Log(next)
		}
		to := slicing.Out(rng, c, value-c*c/2, cutWidth, shift)
		if shift(to); to != c {
			value = u.Log(next)
			o.cuts[k+1] = to
			accept()
		}
	}
	// All together.
	move := func(by float64) float64 {
		prior := 0.0
		for _, c := range o.inner() {
			prior -= (c + by) * (c + by) / 2
		}
		for i, x := range now {
			next[i] = x + by
		}
		return prior + u.Log(next)
	}
	if by := slicing.Out(rng, 0, o.LogPrior()+value, cutWidth, move); by != 0 {
		move(by)
		value = u.Log(next)
		for k := range o.inner() {
			o.cuts[k+1] += by
		}
		accept()
	}
	n, q, _ := o.Free()
	stretch := func(z float64) float64 {
		f := math.Exp(z)
		vector.Scaled(next, now, f)
		return (n+float64(len(now)))*z - q*f*f/2 + u.Log(next)
	}
	if z := slicing.Out(rng, 0, value-q/2, cutWidth, stretch); z != 0 {
		stretch(z)
		o.Stretch(math.Exp(z))
		accept()
	}
	copy(u.X, now)
}

// cutWidth is how far slices step out.
const cutWidth = 0.2

// LearnAbout draws each cut point given the levels, NaN where missing, the means m of the latent numbers and their
// variance, with the latent numbers integrated out: they have to be drawn next (Cowles 1996, Accelerating Monte Carlo
// Markov chain convergence for cumulative-link generalized linear models, Statistics and Computing 6).
func (o *Ordered) LearnAbout(level, m []float64, variance float64, rng *rand.Rand) {
	s := math.Sqrt(variance)
	for k := range o.inner() {
		low, high := o.cuts[k], o.cuts[k+2]
		f := func(c float64) float64 {
			if !(low < c && c < high) {
				return math.Inf(-1)
			}
			sum := -c * c / 2
			for i, v := range level {
				switch v {
				case float64(k):
					log, _, _ := between((low-m[i])/s, (c-m[i])/s)
					sum += log
				case float64(k + 1):
					log, _, _ := between((c-m[i])/s, (high-m[i])/s)
					sum += log
				}
			}
			return sum
		}
		c := o.cuts[k+1]
		o.cuts[k+1] = slicing.Out(rng, c, f(c), cutWidth, f)
	}
	o.limit()
}

// Learnt implements [Learner].
func (c Counts) Learnt() Learner { return &c }

// Parameters implements [Learner]: the level and the spread γ of the log rates.
func (c *Counts) Parameters() []float64 { return []float64{c.a, c.g} }

// SetParameters implements [Learner].
func (c *Counts) SetParameters(p []float64) bool {
	if len(p) != 2 || !vector.Finite(p) || !(p[1] > 0) {
		return false
	}
	c.a, c.g = p[0], p[1]
	return true
}

// LogPrior implements [Learner]: that of γ is half-normal with variance 1. The level is fixed: the intercept is drawn
// in its place.
func (c *Counts) LogPrior() float64 { return -c.g * c.g / 2 }

// Stretch implements [Stretcher].
func (c *Counts) Stretch(f float64) { c.g /= f }

// Free implements [Stretcher].
func (c *Counts) Free() (n, q, r float64) { return -1, 0, c.g * c.g }

// Learn implements [Learner]: log γ while the latent numbers stay, and the intercept times γ; then the intercept so,
// and last γ while the log rates stay.
func (c *Counts) Learn(u *Hidden, rng *rand.Rand) {
	level := c.g * u.Base
	log := func(level, g float64) (sum float64) {
		for i, y := range u.Value {
			eta := c.a + level + g*u.X[i]
			if c.offset != nil {
				eta += c.offset[u.Row[i]]
			}
			sum += y*eta - math.Exp(eta)
		}
		return sum
	}
	spread := func(x float64) float64 {
		g := math.Exp(x)
		return log(level, g) + x - g*g/2
	}
	x := math.Log(c.g)
	c.g = math.Exp(slicing.Out(rng, x, spread(x), cutWidth, spread))
	// The intercept has variance 9/γ², and so its product with γ has 9.
	mean := func(level float64) float64 { return log(level, c.g) - level*level/18 }
	level = slicing.Out(rng, level, mean(level), cutWidth, mean)
	next, n := make([]float64, len(u.X)), float64(len(u.X))
	stretch := func(z float64) float64 {
		vector.Scaled(next, u.X, math.Exp(z))
		g := c.g * math.Exp(-z)
		return (n-1)*z - g*g/2 + u.Log(next)
	}
	z := slicing.Out(rng, 0, stretch(0), cutWidth, stretch)
	vector.Scaled(u.X, u.X, math.Exp(z))
	c.Stretch(math.Exp(z))
	u.Base = level / c.g
}
