package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// New returns a state without factors of a data set, each item centred by the mean of its cells. Items with the same
// value throughout are left out; one at least must vary. Work is done on this many threads at most; results do not
// depend on it. columns holds the kind of each item where items are the columns of the table and not all are numbers,
// nil for an item of numbers; see [observation.Of]. A category is as many columns as it has contrasts, see
// [observation.Contrast].
func New(o Options, data *inference.Dataset, columns []observation.Column, threads int) *State {
	if a, ok := data.Groups(); ok && o.byTable && o.side == inference.OnColumns {
		o.groups = a.Codes
	}
	s := newState(o, observe(data, o.side, columns, o.learnCuts, threads), threads)
	if o.powerOfNoise {
		sum := 0.0
		for _, v := range s.obs.square {
			sum += v
		}
		s.Bound(sum / float64(max(1, s.obs.total)))
	}
	return s
}

// Bound keeps the rate of the prior of the noise, where it is learnt, above a millionth of the mean variance of the
// items. [New] does so by itself; after [NewOfCases], whose cases change, it is called before the first draw.
func (s *State) Bound(meanVariance float64) {
	s.hyper.least = leastNoise * meanVariance
	s.hyper.bPsi = max(s.hyper.bPsi, s.hyper.least)
}

// leastNoise times the mean variance of the items is the least b_ψ where it is learnt. Factors can fit columns that are
// copies or sums of each other without any noise. The likelihood then has no bound; under a given b_ψ the prior of the
// precisions falls off exponentially, but if b_ψ can follow them to zero only by their power D+1, which N cases
// exceed, so that there is no posterior. With this limit there is one. The noise itself can be less, by the factor of
// N/2.
const leastNoise = 1e-6

// NewOfCases returns a state without factors of cases of mean zero, N×D: case n is row n of u,
// and nothing is centred. No cell is missing.
func NewOfCases(o Options, u *mat.Dense, threads int) *State {
	n, d := u.Dims()
	obs := &observed{d: d, n: n, whole: d, y: make([]float64, n*d), offset: make([]float64, d)}
	obs.fill(u)
	obs.hide(make([]bool, n*d), threads)
	return newState(o, obs, threads)
}

// fill copies cases, N×D.
func (o *observed) fill(u *mat.Dense) {
	for n := range o.n {
		for d, v := range u.RawRowView(n) {
			o.y[d*o.n+n] = v
		}
	}
}

// SetCases replaces the cases of a state made by [NewOfCases]. The activities stay those of the
// cases before, so [State.DrawActivities] must come next. O(N·D·K)
func (s *State) SetCases(u *mat.Dense) {
	if n, d := u.Dims(); n != s.obs.n || d != s.obs.d {
		panic("loadings: the numbers of cases and items differ from those of the state")
	}
	s.obs.fill(u)
	for d := range s.obs.d {
		row := s.obs.row(d)
		s.obs.square[d] = dot(row, row)
	}
	s.project(0, s.obs.d)
}

// DrawActivities draws the activities of all cases given loadings and noise. O(N·D·K)
func (s *State) DrawActivities(rng *rand.Rand) {
	s.activities.drawActivities(rng)
	s.multiply()
	s.project(0, s.obs.d)
}

// DrawPrior draws loadings, noise and the learnt hyperparameters of their priors from the model; the cases count for
// nothing. The state must be new.
func (s *State) DrawPrior(rng *rand.Rand) {
	s.drawPrior(rng)
	s.refresh()
}

// Dilate multiplies the items, which are N(0, GGᵀ + Ψ), by eˣ, and with them loadings, noise and the rates of their
// priors. Activities stay. [State.LogDilation] returns the gain of the log density.
func (s *State) Dilate(x float64) {
	up, root := math.Exp(x), math.Exp(x/2)
	for d := range s.tau {
		s.tau[d] /= up
	}
	for i := range s.g {
		s.g[i] *= root
	}
	for _, k := range s.live {
		s.lambda[k] /= up
	}
	s.hyper.bLambda *= up
	s.hyper.bPsi *= up
}

// LogDilation returns the log density of the prior along the dilations by eˣ, with respect to x and up to a constant:
// loadings, precisions and noise cancel their Jacobians, so that only the rates remain. It panics where these are not
// learnt.
func (s *State) LogDilation(x float64) float64 {
	if !s.o.powerOfLoadings || !s.o.powerOfNoise || s.o.slab != PerFactor {
		panic("loadings: dilations need rates that are learnt")
	}
	up := math.Exp(x)
	if s.hyper.bPsi*up < s.hyper.least {
		return math.Inf(-1)
	}
	return logGammaDensity(s.hyper.bLambda*up, s.o.rates) + logGammaDensity(s.hyper.bPsi*up, s.o.rates) + 2*x
}

// Begin makes an initial state: noise as if there were no factors, and factors from the prior,
// their activities drawn given the cases.
func (s *State) Begin(rng *rand.Rand) {
	for c := NewSweeper(s, true, rng); !c.Advance(); {
	}
}

// Sweep draws all unknowns once.
func (s *State) Sweep(rng *rand.Rand) { s.sweep(rng) }

// Dims returns the numbers of items, those that are left out included, and of cases.
func (s *State) Dims() (items, cases int) { return s.obs.whole, s.obs.n }

// Factors returns the number of factors.
func (s *State) Factors() int { return s.k() }

// Offset returns the mean that was subtracted from the cells of an item.
func (s *State) Offset(item int) float64 { return s.obs.offset[item] }

// Covariance returns the parts of the density N(0, GGᵀ + Ψ) of a case with its activities integrated out: Ψ, D
// variances, and G, D×K, nil where K is 0.
func (s *State) Covariance() (psi []float64, g *mat.Dense) {
	psi = make([]float64, s.obs.d)
	for d, t := range s.tau {
		psi[d] = s.power() / t
	}
	k := s.k()
	if k == 0 {
		return psi, nil
	}
	g = mat.NewDense(s.obs.d, k, nil)
	for d := range s.obs.d {
		copy(g.RawRowView(d), s.g[d*s.size:d*s.size+k])
	}
	return psi, g
}

// Sample draws a table of n rows and d columns, and its factors, from the model; α is as given.
func Sample(o Options, n, d int, rng *rand.Rand) (x *mat.Dense, truth *factor.State) {
	o.fixedAlpha = true
	items, cases := d, n
	if o.side == inference.OnRows {
		items, cases = n, d
	}
	obs := &observed{d: items, n: cases, whole: items, y: make([]float64, n*d), offset: make([]float64, items)}
	obs.hide(make([]bool, n*d), 1)
	s := newState(o, obs, 1)
	s.drawPrior(rng)
	s.draw(rng)
	var f Frozen
	s.Freeze(&f)
	x = mat.NewDense(items, cases, obs.y)
	if o.side == inference.OnColumns {
		x = mat.DenseCopyOf(x.T())
	}
	return x, s.Published(&f)
}

// draw draws the data given the state; missing cells stay 0.
func (s *State) draw(rng *rand.Rand) {
	for d := range s.obs.d {
		row := s.obs.row(d)
		for i := range row {
			row[i] = rng.NormFloat64() / math.Sqrt(s.tau[d])
		}
		for _, k := range s.live {
			axpy(row, s.g[d*s.size+int(k)], s.activity(int(k)))
		}
		s.obs.items[d].erase(row)
		s.obs.square[d] = dot(row, row)
	}
}
