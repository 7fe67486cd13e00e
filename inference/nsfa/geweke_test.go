package nsfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"espalier/inference/inferencetest"
)

// world is a model with data of its own: what joint tests draw from.
type world struct {
	o       options
	d, n    int
	missing []bool // D×N, fixed
}

func (w world) state() *state {
	obs := &observed{d: w.d, n: w.n, y: make([]float64, w.d*w.n), offset: make([]float64, w.d)}
	missing := w.missing
	if missing == nil {
		missing = make([]bool, w.d*w.n)
	}
	obs.hide(missing)
	return newState(w.o, obs, 1)
}

// redraw draws the data given the state.
func (s *state) redraw(rng *rand.Rand) {
	s.draw(rng)
	s.refresh()
}

var statisticNames = []string{"K", "links", "α", "log τ", "log b_λ", "log b_ψ", "Σ log λ", "tr XXᵀ", "Σ tanh G²", "singletons", "K²", "cross", "log joint"}

func (s *state) statistics() []float64 {
	out := make([]float64, len(statisticNames))
	out[0] = float64(s.k())
	out[10] = out[0] * out[0]
	out[2], out[3], out[4], out[5] = math.Log(s.alpha), math.Log(s.tau[0]), math.Log(s.bLambda), math.Log(s.bPsi)
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
		if s.o.support == regulars {
			out[2] += math.Tanh(math.Log(s.rho[k]))
		}
	}
	out[12] = math.Tanh(s.logJoint() / 20)
	return out
}

// replicate draws from the joint distribution and lets kernel move the state some times with new data before each.
func (w world) replicate(rng *rand.Rand, sweeps int, kernel func(*state, *rand.Rand)) (before, after []float64) {
	s := w.state()
	s.drawPrior(rng)
	s.redraw(rng)
	before = s.statistics()
	for range sweeps {
		kernel(s, rng)
		s.redraw(rng)
	}
	return before, s.statistics()
}

func (w world) check(t testing.TB, replicates, sweeps int, kernel func(*state, *rand.Rand)) []inferencetest.Score {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 11))
	return inferencetest.Replicates(t, statisticNames, func() (a, b []float64) { return w.replicate(rng, sweeps, kernel) }, replicates)
}

// free are options with every hyperparameter learnt.
func free() options {
	return options{alpha: 1, beta: 1, strength: gamma{2, 2}, precision: gamma{2, 1}, noise: gamma{3, 1}, rates: gamma{3, 2}, power: true,
		freedom: 3, width: 0.7, regularity: 10, regularMean: 0.75, boost: 1, factors: 3}
}

// holes is a fixed third of missing cells, one item and one case nearly all missing.
func holes(d, n int) []bool {
	m := make([]bool, d*n)
	for i := range m {
		m[i] = i%3 == 1 || (i%n == 1 && i/n > 0)
	}
	return m
}

func TestReplicates(t *testing.T) {
	sweep := func(s *state, rng *rand.Rand) { s.sweep(rng) }
	for name, change := range map[string]func(*options){
		"plain":     func(o *options) { o.plain = true },
		"collapsed": func(o *options) {},
		"tuned":     func(o *options) { o.boost, o.spike = 3, 0.2; o.beta = 1.7; o.slab = shared; o.sharedNoise = true },
		"sfa":       func(o *options) { o.support = finite },
		"sfa plain": func(o *options) { o.support = finite; o.plain = true },
		"fa":        func(o *options) { o.support, o.slab = complete, shared },
		"afa":       func(o *options) { o.support = complete },
		"fok":       func(o *options) { o.support, o.slab = complete, perElement },
		"bfrm":      func(o *options) { o.support = regulars },
	} {
		t.Run(name, func(t *testing.T) {
			for _, missing := range []bool{false, true} {
				w := world{o: free(), d: 3, n: 4}
				change(&w.o)
				if missing {
					w.missing = holes(w.d, w.n)
				}
				w.check(t, 6000, 4, sweep)
			}
		})
	}
}
