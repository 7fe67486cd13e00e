package sampler

import (
	"math"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/process/observation/unrelated"

	"gonum.org/v1/gonum/mat"
)

// A signal is how far a table of kinds has come on the path along which it is annealed and tempered: not the power
// of a likelihood, but the share of the variance that follows the tree (math 8b, equation 8b′). At share 0 rows are
// unrelated, at 1 the chain is that of the posterior, whose variances the live tree then has.
type signal struct {
	at            float64
	sigma2, noise float64 // where at < 1; the live tree has those of the path
}

// along returns the variances of the messages at a share of the path: the sum stays, and the noise falls in
// geometric steps to what it is.
func along(sigma2, noise, at float64) (follows, rest float64) {
	if at == 1 {
		return sigma2, noise
	}
	const least = 1e-3 // where there is no noise the path ends within a thousandth of the sum
	whole := sigma2 + noise
	follows = -(1 + least) * whole * math.Expm1(at*math.Log((noise/whole+least)/(1+least)))
	return follows, whole - follows
}

// variances returns σ² and the noise, to be changed; [kinded.apply] comes after changes.
func (t *kinded) variances(l *live) (sigma2, noise *float64) {
	if t.signal.at < 1 {
		return &t.signal.sigma2, &t.signal.noise
	}
	return &l.hyper.Sigma2, &l.hyper.Noise
}

// apply gives the leaves the noise, and the live tree its variances at the present share of the path.
func (t *kinded) apply(l *live) {
	if s := &t.signal; s.at < 1 {
		l.hyper.Sigma2, l.hyper.Noise = along(s.sigma2, s.noise, s.at)
	}
	l.SetNoise()
}

// move goes to a share of the path without the messages.
func (t *kinded) move(l *live, at float64) {
	sigma2, noise := t.variances(l)
	s := signal{at, *sigma2, *noise}
	t.signal, l.hyper.Sigma2, l.hyper.Noise = s, s.sigma2, s.noise
	t.apply(l)
}

func (t *kinded) temper(l *live, at float64) {
	t.move(l, at)
	l.Recompute()
}

func (t *kinded) tempered(l *live) func(at float64) float64 {
	here, order := t.signal.at, append([]int32(nil), l.Preorder()...)
	return func(at float64) float64 {
		t.move(l, at)
		log := l.Evaluate(order)
		t.temper(l, here)
		return log
	}
}

func (t *kinded) level(h *hyper.Hyper) (sigma2, noise, logPrior float64) {
	if t.signal.at < 1 {
		return t.signal.sigma2, t.signal.noise, t.logPrior()
	}
	return h.Sigma2, h.Noise, t.logPrior()
}

// logSwap returns the log probability that the states of two chains are exchanged, if it is below 0.
func (t *kinded) logSwap(l *live, other *kinded, m *live) float64 {
	a, b := t.signal.at, other.signal.at
	mine, theirs := t.tempered(l), other.tempered(m)
	return mine(b) - mine(a) + theirs(a) - theirs(b)
}

// swap exchanges the states of two chains but for their live trees, and brings these to the shares of the other.
func (t *kinded) swap(l *live, other *kinded, m *live) {
	a, b := t.signal.at, other.signal.at
	t.temper(l, 1)
	other.temper(m, 1)
	t.base, other.base = other.base, t.base
	t.temper(m, a)
	other.temper(l, b)
}

// hotPasses lists the passes of a sweep away from the posterior.
func (t *kinded) hotPasses(moves string, begin *hyper.Hyper) (list []pass) {
	for range kindRepeats {
		list = append(list, pass{whole: t.draw}, pass{whole: t.drawIntercepts})
		switch {
		case begin.FixSigma2:
		case t.inPlace:
			list = append(list, pass{whole: t.scaleAlong})
		case !begin.FixNoise || begin.Noise == 0:
			list = append(list, pass{whole: t.scaleFree})
		}
		if !begin.FixSigma2 {
			list = append(list, pass{whole: func(c *current) {
				sigma2, _ := t.variances(c.Live)
				c.drawVariance(sigma2, 0, logDiffusion, func() { t.apply(c.Live) })
			}})
		}
		if !begin.FixNoise {
			list = append(list, pass{whole: func(c *current) {
				_, rest := t.variances(c.Live)
				c.drawVariance(rest, 0, noise.Log, func() { t.apply(c.Live) })
			}})
		}
	}
	held := *begin
	held.FixSigma2, held.FixNoise = true, true // drawn above
	return append(list, passesOf(moves, &held)...)
}

// scaleAlong is [kinded.scaleAll] at any share of the path: it draws σ² while all u/σ stay. Of the density of the u
// and the Jacobian there remains that of the u as they are under all variances over f², f what they are multiplied
// by.
func (t *kinded) scaleAlong(c *current) {
	l := c.Live
	h := &l.hyper
	sigma2, rest := t.variances(l)
	was, noise, order, at := *sigma2, *rest, l.Preorder(), t.signal.at
	here := math.Log(was)
	count, squares := t.intercepts()
	value := func(x float64) float64 {
		f := math.Exp(x - here)
		if !(was*f > 1e-300) || was*f > 1e300 {
			return math.Inf(-1)
		}
		h.Sigma2, h.Noise = along(was*f, noise, at)
		h.Sigma2 /= f
		h.Noise /= f
		l.SetNoise()
		return l.Evaluate(order) + logDiffusion(x) + count*x/2 - squares/2*f
	}
	x := slicing.Out(c.rng, here, value(here), 0.5, value)
	h.Noise = noise
	sigma2, _ = t.variances(l)
	*sigma2 = math.Exp(x)
	f := math.Exp((x - here) / 2)
	for j := range t.base {
		t.base[j] *= f
	}
	for v := range l.N {
		vector.Scaled(l.Mean(int32(v)), l.Mean(int32(v)), f)
	}
	t.apply(l)
	l.Recompute()
}

// An outset is where paths begin: the rows by themselves, and how σ² and the noise are proposed there.
type outset struct {
	rows    *unrelated.Rows
	present *mat.Dense // the latent numbers to begin with, NaN where missing
	curve   []float64  // log evidence of the columns so far at the knots
	columns int        // of these
	spread  *unrelated.Line
	run     *beginning // nil before it
}

// A beginning is the first state of a run while it is drawn.
type beginning struct {
	sigma2, rest float64
	logWeight    float64
	base         []float64 // in the order of the table
	columns      int       // drawn
}

// logVariances returns the log density of the logarithms of σ² and the noise, of those that are learnt.
func logVariances(begin *hyper.Hyper, sigma2, rest float64) (sum float64) {
	if !begin.FixSigma2 {
		sum += priors.Tau.Log(1/sigma2) - math.Log(sigma2)
	}
	if !begin.FixNoise {
		sum += noise.LogPrecision(rest) - math.Log(rest)
	}
	return sum
}

// Where σ² and the noise are both learnt, their sum is proposed first, and then the odds of σ² to the noise, whose
// logarithms have the same density as those of the two. Where one is held, the other is proposed. By chance both are
// drawn from their prior instead, so that no weight is large.
const (
	lowest, highest = -6, 12 // of the logarithm of the sum, or of the one that is learnt
	mostOdds        = 14     // of their logarithm
	byPrior         = 0.05
)

// odds returns the proposal of the logarithm of σ² over the noise, given the logarithm of their sum.
func odds(begin *hyper.Hyper, x float64) *unrelated.Line {
	whole := math.Exp(x)
	return unrelated.NewLine(-mostOdds, mostOdds, 1, func(y float64) float64 {
		return logVariances(begin, whole/(1+math.Exp(-y)), whole/(1+math.Exp(y)))
	})
}

func newOutset(t *kinded, columns []int, rows int) *outset {
	prior := make([]float64, len(columns))
	for j, a := range columns {
		prior[a] = t.prior[j]
	}
	return &outset{rows: unrelated.New(t.table, rows, prior), present: t.table.Start(),
		curve: make([]float64, knots)}
}

// The log evidence of rows by themselves is found at so many logarithms of the variance of the latent numbers.
const knots = 2*(highest-lowest) + 1

// prepare adds a column to the curve and reports whether all are in it and proposals are made.
func (o *outset) prepare(t *kinded, begin *hyper.Hyper) bool {
	switch {
	case o.spread != nil || begin.FixSigma2 && begin.FixNoise:
		return true
	case o.columns < o.rows.Columns():
		low, high := t.table.Of(o.columns)
		mode := make([]float64, high-low)
		for k := range o.curve {
			o.curve[k] += o.rows.LogEvidence(o.columns, math.Exp(lowest+float64(k)/2), mode)
		}
		o.columns++
		return false
	}
	cells := func(v float64) float64 { // by a cubic through four knots
		x := 2 * (math.Log(v) - lowest)
		k := min(max(int(x)-1, 0), knots-4)
		y, u := o.curve[k:], x-float64(k)
		return (-y[0]*(u-1)*(u-2)*(u-3) + 3*y[1]*u*(u-2)*(u-3) - 3*y[2]*u*(u-1)*(u-3) + y[3]*u*(u-1)*(u-2)) / 6
	}
	o.spread = unrelated.NewLine(lowest, highest, 0.5, func(x float64) float64 {
		switch v := math.Exp(x); {
		case begin.FixSigma2:
			return cells(begin.Sigma2+v) + logVariances(begin, 0, v)
		case begin.FixNoise:
			return cells(v+begin.Noise) + logVariances(begin, v, 0)
		default:
			return cells(v) + odds(begin, x).LogTotal()
		}
	})
	return false
}

// propose draws σ² and the noise and returns the log of their prior over that of the proposal.
func (o *outset) propose(c *current, begin *hyper.Hyper) (sigma2, rest, logWeight float64) {
	if o.spread == nil {
		return begin.Sigma2, begin.Noise, 0
	}
	sigma2, rest = begin.Sigma2, begin.Noise
	var between *unrelated.Line
	if c.rng.Float64() < byPrior {
		drawn := drawPrior(*begin, c.rng)
		sigma2, rest = drawn.Sigma2, drawn.Noise
	} else {
		x := o.spread.Draw(c.rng)
		switch {
		case begin.FixSigma2:
			rest = math.Exp(x)
		case begin.FixNoise:
			sigma2 = math.Exp(x)
		default:
			between = odds(begin, x)
			y := between.Draw(c.rng)
			sigma2, rest = math.Exp(x)/(1+math.Exp(-y)), math.Exp(x)/(1+math.Exp(y))
		}
	}
	prior, proposal := logVariances(begin, sigma2, rest), 0.0
	switch {
	case begin.FixSigma2:
		proposal = o.spread.LogDensity(math.Log(rest))
	case begin.FixNoise:
		proposal = o.spread.LogDensity(math.Log(sigma2))
	default:
		x := math.Log(sigma2 + rest)
		if between == nil {
			between = odds(begin, x)
		}
		proposal = o.spread.LogDensity(x) + between.LogDensity(math.Log(sigma2/rest))
	}
	return sigma2, rest, prior - math.Log(byPrior*math.Exp(prior)+(1-byPrior)*math.Exp(proposal))
}

// outset draws variances, intercepts and latent numbers where rows are unrelated, with the weight w_0 of equation
// 8b′.
func (t *kinded) outset(c *current, begin *hyper.Hyper) (logWeight float64, done bool) {
	l := c.Live
	columns := l.problem.Columns
	if t.start == nil {
		t.start = newOutset(t, columns, l.N)
	}
	o := t.start
	if !o.prepare(t, begin) {
		return 0, false
	}
	if o.run == nil {
		o.run = &beginning{base: make([]float64, len(columns))}
		o.run.sigma2, o.run.rest, o.run.logWeight = o.propose(c, begin)
	}
	r := o.run
	if r.columns < o.rows.Columns() {
		low, high := t.table.Of(r.columns)
		r.logWeight += o.rows.DrawIntercepts(r.columns, r.sigma2+r.rest, c.rng, r.base[low:high])
		r.columns++
		return 0, false
	}
	u := mat.DenseCopyOf(o.present)
	o.rows.DrawLatent(r.sigma2+r.rest, r.base, c.rng, u)
	for j, a := range columns {
		t.base[j] = r.base[a]
		for v := range l.N {
			if x := u.At(v, a); !math.IsNaN(x) {
				l.Mean(int32(v))[j] = x - r.base[a]
			}
		}
	}
	t.signal = signal{at: 1}
	l.hyper.Sigma2, l.hyper.Noise = r.sigma2, r.rest
	t.temper(l, 0)
	o.run = nil
	return r.logWeight, true
}
