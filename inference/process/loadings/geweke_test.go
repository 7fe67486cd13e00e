package loadings

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/stat"
)

// world is a model with data of its own: what joint tests draw from.
type world struct {
	o       Options
	d, n    int
	missing []bool // D×N, fixed
}

func (w world) state() *State {
	missing := w.missing
	if missing == nil {
		missing = make([]bool, w.d*w.n)
	}
	return empty(w.o, w.d, w.n, missing)
}

// replicate draws from the joint distribution and lets kernel move the state some times with new data before each.
func (w world) replicate(rng *rand.Rand, sweeps int, kernel func(*State, *rand.Rand)) (before, after []float64) {
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

func (w world) check(t testing.TB, replicates, sweeps int, kernel func(*State, *rand.Rand)) []inferencetest.Score {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 11))
	return inferencetest.Replicates(t, statisticNames, func() (a, b []float64) { return w.replicate(rng, sweeps, kernel) },
		replicates)
}

// free are options with every hyperparameter learnt.
func free() Options {
	return Options{alpha: 1, beta: 1, strength: gamma{2, 2}, precision: gamma{2, 1}, noise: gamma{3, 1},
		rates: gamma{3, 2}, powerOfNoise: true, powerOfLoadings: true,
		trade: true, tilt: true, splitMerge: true, freedom: 3, width: 0.7, regularMean: 0.75, boost: 1,
		factors: 3}
}

// holes is a fixed third of missing cells, one item and one case nearly all missing.
func holes(d, n int) []bool {
	m := make([]bool, d*n)
	for i := range m {
		m[i] = i%3 == 1 || (i%n == 1 && i/n > 0)
	}
	return m
}

// sweepOnce is the kernel of the chain.
func sweepOnce(s *State, rng *rand.Rand) { s.sweep(rng) }

// Every hyperparameter free, with and without missing cells, and with each of the switches.
func TestReplicates(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"nsfa":           func(o *Options) {},
		"plain":          func(o *Options) { o.plain = true },
		"tuned":          func(o *Options) { o.boost, o.spike = 3, 0.2 },
		"two parameters": func(o *Options) { o.beta = 1.7 },
		"readable":       func(o *Options) { *o = o.Readable() },
		"shared":         func(o *Options) { o.slab, o.sharedNoise = Shared, true },
		"basic":          func(o *Options) { o.trade, o.tilt, o.splitMerge = false, false, false },
		"no power":       func(o *Options) { o.powerOfNoise, o.powerOfLoadings = false, false },
		"noise's power":  func(o *Options) { o.powerOfLoadings = false },
		"sfa":            func(o *Options) { o.support = Finite },
		"sfa plain":      func(o *Options) { o.support, o.plain = Finite, true },
		"by table":       func(o *Options) { o.support, o.groups = Finite, []int{0, 1, 1} },
		"by table plain": func(o *Options) { o.support, o.plain, o.groups = Finite, true, []int{1, 0, 1} },
		"fa":             func(o *Options) { o.support, o.slab = Complete, Shared },
		"afa":            func(o *Options) { o.support = Complete },
		"fok":            func(o *Options) { o.support, o.slab = Complete, PerElement },
		"bfrm":           func(o *Options) { o.support = Regulars },
	} {
		t.Run(name, func(t *testing.T) {
			for _, missing := range []bool{false, true} {
				w := world{o: free(), d: 3, n: 4}
				change(&w.o)
				if missing {
					w.missing = holes(w.d, w.n)
				}
				w.check(t, 1200, 4, sweepOnce)
			}
		})
	}
}

// geweke are the settings of Knowles (2012), section 3.2.1: the mean of K must be αH_2 = 3.
func geweke() world { return world{d: 2, n: 2, o: Thesis(2)} }

// meanFactors returns the mean of K over a long chain of sweeps with new data before each, and its error.
func (w world) meanFactors(sweeps int, kernel func(*State, *rand.Rand)) (mean, sd float64) {
	rng := rand.New(rand.NewPCG(3, 3))
	s := w.state()
	s.drawPrior(rng)
	const batches = 50
	var means []float64
	for range batches {
		sum := 0.0
		for range sweeps / batches {
			s.redraw(rng)
			kernel(s, rng)
			sum += float64(s.k())
		}
		means = append(means, sum/float64(sweeps/batches))
	}
	mean, v := stat.MeanVariance(means, nil)
	return mean, math.Sqrt(v / batches)
}

// Tilting alone, and trading alone, on a table where they matter.
func TestMovesAlone(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"nsfa": func(o *Options) {}, "sfa": func(o *Options) { o.support = Finite },
		"bfrm": func(o *Options) { o.support = Regulars },
		"afa":  func(o *Options) { o.support = Complete },
		"fok":  func(o *Options) { o.support, o.slab = Complete, PerElement },
		"many": func(o *Options) { o.alpha = 8 }, // so many that moves of many items are left out by chance
	} {
		w := world{o: free(), d: 4, n: 3}
		w.missing = holes(w.d, w.n)
		w.o.alpha, w.o.fixedAlpha = 1.5, true
		change(&w.o)
		for move, f := range map[string]func(*State, *rand.Rand){
			"tilt": func(s *State, rng *rand.Rand) { s.pairs.tilt(rng) },
			"turn": func(s *State, rng *rand.Rand) { s.pairs.turn(rng) },
		} {
			if move == "turn" && w.o.support == Complete {
				continue // its items have one of both or the other
			}
			accepted := 0
			w.check(t, 2000, 3, func(s *State, rng *rand.Rand) {
				for range 3 {
					if s.k() > 1 {
						before := s.x[0]
						f(s, rng)
						if !(math.Abs(s.x[0]-before) <= 1e-9) {
							accepted++
						}
					}
				}
				if err := s.check(); err != nil {
					t.Fatal(err)
				}
			})
			if accepted < 500 {
				t.Errorf("%s: %d moves %s accepted", name, accepted, move)
			}
		}
	}
}

// Splitting and merging alone, with factors of several items.
func TestSplitMergeAlone(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"each": func(o *Options) {}, "shared": func(o *Options) { o.slab = Shared },
		"two parameters":      func(o *Options) { o.beta = 0.6 },
		"two blocks of cases": func(o *Options) {}, "readable": func(o *Options) { *o = o.Readable() },
	} {
		w := world{o: free(), d: 5, n: 3}
		w.missing = holes(w.d, w.n)
		w.o.alpha, w.o.fixedAlpha = 1.2, true
		change(&w.o)
		changed := 0
		w.check(t, 6000, 3, func(s *State, rng *rand.Rand) {
			if name == "two blocks of cases" {
				s.parts.partCases = 2
			}
			for range 4 {
				before := s.k()
				s.parts.splitOrMerge(rng)
				if s.k() != before {
					changed++
				}
			}
			if err := s.check(); err != nil {
				t.Fatal(err)
			}
			s.compact()
		})
		if changed < 1000 {
			t.Errorf("%s: %d moves accepted", name, changed)
		}
	}
}

// Readable factors are as many under their prior as those of the usual process with the same α: αH_4. A chain that
// takes the prior of an entry from the usual process, and all else from that of readable factors, is caught.
func TestReadableFactors(t *testing.T) {
	w := world{d: 4, n: 2, o: Thesis(2).Readable()}
	if mean, sd := w.meanFactors(20_000, sweepOnce); !(math.Abs(mean-2*(1+1./2+1./3+1./4)) <= 4*sd) || sd > 0.05 {
		t.Errorf("mean number of factors %.3f ± %.3f, want 4.167", mean, sd)
	}
	w = world{d: 4, n: 3, o: free().Readable()}
	w.o.trade, w.o.tilt, w.o.splitMerge = false, false, false
	w.check(t, 2000, 4, sweepOnce)
	wrong := func(s *State, rng *rand.Rand) {
		for m := range s.rows.odds {
			s.rows.odds[m] = float64(m) / float64(s.obs.d-m)
		}
		s.sweep(rng)
	}
	if z := inferencetest.Greatest(w.check(&inferencetest.Recorder{TB: t}, 2000, 4, wrong)); z < 6 {
		t.Errorf("the faulty chain differs by %v standard errors only", z)
	}
}

func TestMeanFactors(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"prior": func(o *Options) {}, "tuned": func(o *Options) { o.boost, o.spike = 1.5, 0.1 },
		"plain": func(o *Options) { o.plain = true },
	} {
		w := geweke()
		change(&w.o)
		if mean, sd := w.meanFactors(20_000, sweepOnce); !(math.Abs(mean-3) <= 4*sd) || sd > 0.05 {
			t.Errorf("%s: mean number of factors %.3f ± %.3f, want 3", name, mean, sd)
		}
	}
}

// visitAll visits the items; something may be done before and after each.
func visitAll(s *State, rng *rand.Rand, before, after func(d int)) {
	for d := range s.obs.d {
		before(d)
		s.rows.visitItem(d, rng)
		after(d)
	}
	s.compact()
}

func nothing(int) {}

// Taking an item's singletons away before new ones are proposed, as several papers do, biases K down.
func TestDeletingSingletonsFirstFails(t *testing.T) {
	mean, sd := geweke().meanFactors(5000, (*State).sweepDeletingFirst)
	if mean > 3-8*sd || !(math.Abs(mean-2.18) <= 0.2) {
		t.Errorf("mean number of factors %.3f ± %.3f; the faulty chain has 2.18", mean, sd)
	}
}

// Drawing the activities of new singletons at missing cells as if the residual there were zero fails. The
// visits alone are tried: activities drawn again would hide much of it.
func TestWrongActivitiesAtMissingCellsFail(t *testing.T) {
	w := world{o: free(), d: 3, n: 4}
	w.missing = make([]bool, 12)
	for i := range w.missing {
		w.missing[i] = i%2 == 0
	}
	w.check(t, 4000, 4, func(s *State, rng *rand.Rand) { visitAll(s, rng, nothing, nothing) })
	wrong := func(s *State, rng *rand.Rand) {
		had := 0
		visitAll(s, rng, func(int) { had = s.nextID }, func(d int) {
			power := 0.0
			var born []int
			for _, k := range s.live {
				if s.ids[k] >= had {
					born = append(born, int(k))
					power += s.g[d*s.size+int(k)] * s.g[d*s.size+int(k)]
				}
			}
			h := (1 - 1/math.Sqrt(1+s.tau[d]*power)) / power
			for n := range w.n {
				along := 0.0
				for _, k := range born {
					along += s.g[d*s.size+k] * s.activity(k)[n]
				}
				for _, k := range born {
					if w.missing[d*w.n+n] {
						s.activity(k)[n] -= h * s.g[d*s.size+k] * along
					}
				}
			}
			s.fresh = s.fresh[:0]
			for _, k := range s.live {
				s.place(int(k), slices.Clone(s.activity(int(k))))
			}
		})
	}
	if z := inferencetest.Greatest(w.check(&inferencetest.Recorder{TB: t}, 4000, 4, wrong)); z < 6 {
		t.Errorf("the faulty chain differs by %v standard errors only", z)
	}
}
