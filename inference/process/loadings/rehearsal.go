package loadings

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Rehearsal is a small table drawn from the model together with all unknowns, for tests of the sampler by their
// joint distribution. It implements inference.Joint.
type Rehearsal struct {
	o            Options
	items, cases int
	missing      []bool
	state        *State
	rng          *rand.Rand

	// DeleteFirst makes every Move delete the singletons of an item before new ones are proposed. This is wrong, although
	// it looks harmless: the proposal is then compared with a state that the chain was not in (Knowles 2012, section 3.2.1
	// and figure 3.3).
	DeleteFirst bool
}

// Thesis returns the options of Knowles (2012), section 3.2.1: all hyperparameters fixed, noise and loadings of
// variance 1. The number of factors of D items is then Poisson with mean αH_D.
func Thesis(alpha float64) Options {
	return Options{alpha: alpha, fixedAlpha: true, beta: 1, fixedNoise: true, fixedPrecision: true,
		strength: gamma{1, 1}, precision: gamma{1, 1}, noise: gamma{1, 1}, rates: gamma{1, 1}, boost: 1}
}

// ForTests returns the options with priors under which tests of the joint distribution have the moments that they need:
// α, precisions and their rates keep away from 0.
func (o Options) ForTests() Options {
	o.strength, o.precision, o.noise, o.rates = gamma{2, 2}, gamma{2, 1}, gamma{3, 1}, gamma{3, 2}
	o.freedom, o.width = max(o.freedom, 3), 0.7
	if o.support != Buffet {
		o.factors = min(max(o.factors, 1), 3)
	}
	return o
}

// NewRehearsal returns a table of items × cases drawn from the model. Cells marked in missing, items × cases, are
// missing; nil stands for none.
func NewRehearsal(o Options, items, cases int, missing []bool, rng *rand.Rand) *Rehearsal {
	if missing == nil {
		missing = make([]bool, items*cases)
	}
	r := &Rehearsal{o: o, items: items, cases: cases, missing: missing, rng: rng}
	r.state = empty(o, items, cases, missing)
	r.state.drawPrior(rng)
	r.state.redraw(rng)
	return r
}

// empty returns a state without factors of a table of zeros.
func empty(o Options, items, cases int, missing []bool) *State {
	obs := &observed{d: items, n: cases, whole: items, y: make([]float64, items*cases), offset: make([]float64, items)}
	obs.hide(missing, 1)
	return newState(o, obs, 1)
}

// Names returns the names of the statistics.
func (r *Rehearsal) Names() []string { return statisticNames }

// Draw draws everything again from the model.
func (r *Rehearsal) Draw() []float64 {
	r.state = empty(r.o, r.items, r.cases, r.missing)
	r.state.drawPrior(r.rng)
	r.state.redraw(r.rng)
	return r.state.statistics()
}

// Move makes one sweep given the table, then draws the table given the state.
func (r *Rehearsal) Move() []float64 {
	if r.DeleteFirst {
		r.state.sweepDeletingFirst(r.rng)
	} else {
		r.state.sweep(r.rng)
	}
	r.state.redraw(r.rng)
	return r.state.statistics()
}

// Factors returns the number of factors.
func (r *Rehearsal) Factors() int { return r.state.k() }

// Clone returns a copy that continues with rng, to the same bits if rng is a copy too.
func (r *Rehearsal) Clone(rng *rand.Rand) *Rehearsal {
	c := *r
	c.rng = rng
	obs := *r.state.obs
	obs.y, obs.square = slices.Clone(obs.y), slices.Clone(obs.square)
	c.state = newState(r.o, &obs, 1)
	var f Frozen
	r.state.Freeze(&f)
	c.state.Thaw(&f)
	return &c
}

// sweepDeletingFirst is a sweep with the fault that [Rehearsal.DeleteFirst] describes.
func (s *State) sweepDeletingFirst(rng *rand.Rand) {
	for d := range s.obs.d {
		for _, k := range slices.Clone(s.live) {
			if s.m[k] == 1 && s.z[d*s.size+int(k)] {
				s.set(d, int(k), false, 0)
				s.release(int(k))
			}
		}
		s.rows.visitItem(d, rng)
	}
	s.afterItems(rng)
}

// redraw draws the data given the state.
func (s *State) redraw(rng *rand.Rand) {
	s.draw(rng)
	s.refresh()
}

var statisticNames = []string{"factors", "links", "log α", "log τ", "log b_λ", "log b_ψ", "Σ log λ", "tr XXᵀ",
	"Σ tanh G²", "singletons", "factors²", "G, X and Y", "log joint"}

// statistics returns statistics of unknowns and data whose first two moments exist.
func (s *State) statistics() []float64 {
	out := make([]float64, len(statisticNames))
	out[0] = float64(s.k())
	out[10] = out[0] * out[0]
	out[2], out[3], out[4], out[5] = math.Log(s.hyper.alpha), math.Log(s.tau[0]), math.Log(s.hyper.bLambda),
		math.Log(s.hyper.bPsi)
	for _, l := range s.live {
		k := int(l)
		out[1] += float64(s.m[k])
		if s.m[k] == 1 {
			out[9]++
		}
		out[6] += math.Log(s.lambda[k])
		x := s.activity(k)
		out[7] += dot(x, x)
		for d := range s.obs.d {
			g := s.g[d*s.size+k]
			out[8] += math.Tanh(g * g)
			if s.each != nil {
				out[6] += math.Log(s.each[d*s.size+k])
			}
			out[11] += math.Tanh(g * dot(x, s.obs.row(d)))
		}
		if s.o.support == Regulars {
			out[2] += math.Tanh(math.Log(s.rho[k]))
			for _, r := range s.rhos {
				out[2] += math.Tanh(math.Log(r[k]))
			}
		}
	}
	out[12] = math.Tanh(s.logJoint() / 20)
	return out
}
