package sampler

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/inferencetest/labelled"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// An exact sums over all labelled trees of the rows of x and integrates over their times
// by quadrature, the likelihood to a power; σ² is known, or integrated out in closed form
// with its prior where learnt (the noise is then 0).
type exact struct {
	x      *mat.Dense
	h      hyper.Hyper
	power  float64
	points int // of the quadrature, each branch point
	// together returns the density of x given the covariance of its rows in units of Σ; nil for
	// independent columns.
	together func(k *mat.SymDense) float64
}

// structures returns log ∫ prior × likelihood^power over times for each tree, and over all.
func (e exact) structures() (byTree map[string]float64, logEvidence float64) {
	n, _ := e.x.Dims()
	byTree = map[string]float64{}
	total := 0.0
	for _, s := range labelled.All(n) {
		p := s.LogProbability(e.h.Prior.Theta, e.h.Prior.Alpha)
		if math.IsInf(p, -1) {
			continue
		}
		w := math.Exp(p) * e.overTimes(s)
		byTree[s.String()] += w
		total += w
	}
	for k := range byTree {
		byTree[k] /= total
	}
	return byTree, math.Log(total)
}

// overTimes averages the likelihood over the times of a structure: the waiting times of
// its branch points in c·ℓ are exponential with rate H_{m−1} (math 2.5).
func (e exact) overTimes(s *labelled.Tree) float64 {
	var points []*labelled.Tree
	for _, v := range s.Nodes() {
		if v.Kids != nil {
			points = append(points, v)
		}
	}
	ell := map[*labelled.Tree]float64{}
	above := map[*labelled.Tree]*labelled.Tree{}
	for _, v := range points {
		for _, k := range v.Kids {
			above[k] = v
		}
	}
	sum := 0.0
	var visit func(i int)
	visit = func(i int) {
		if i == len(points) {
			sum += e.likelihood(s, ell)
			return
		}
		v := points[i] // parents come first
		for k := range e.points {
			q := (float64(k) + 0.5) / float64(e.points)
			ell[v] = ell[above[v]] - math.Log1p(-q)/(e.h.C*e.h.Prior.Harmonic(v.Size()-1))
			visit(i + 1)
		}
	}
	ell[nil] = 0
	visit(0)
	return sum / math.Pow(float64(e.points), float64(len(points)))
}

// likelihood is the density of the rows, to the power, given shared times.
func (e exact) likelihood(s *labelled.Tree, ell map[*labelled.Tree]float64) float64 {
	n, d := e.x.Dims()
	cov := mat.NewSymDense(n, nil)
	var fill func(v *labelled.Tree) []int
	fill = func(v *labelled.Tree) []int {
		if v.Kids == nil {
			return []int{v.Leaf}
		}
		var all []int
		for _, k := range v.Kids {
			below := fill(k)
			for _, i := range all {
				for _, j := range below {
					cov.SetSym(i, j, -math.Expm1(-ell[v]))
				}
			}
			all = append(all, below...)
		}
		return all
	}
	fill(s)
	scale := e.h.Sigma2
	if !e.h.FixSigma2 {
		scale = 1
	}
	for i := range n {
		for j := range i {
			cov.SetSym(i, j, scale*cov.At(i, j))
		}
		cov.SetSym(i, i, scale+e.h.Noise)
	}
	if e.together != nil {
		return e.together(cov)
	}
	var chol mat.Cholesky
	if !chol.Factorize(cov) {
		return 0 // two rows part at time 1 to rounding
	}
	logDet, q := chol.LogDet(), 0.0
	for j := range d {
		var z mat.VecDense
		y := mat.NewVecDense(n, mat.Col(nil, j, e.x))
		if err := chol.SolveVecTo(&z, y); err != nil {
			return 0
		}
		q += mat.Dot(y, &z)
	}
	cells := e.power * float64(n*d) / 2
	log := -cells*math.Log(2*math.Pi) - e.power*float64(d)/2*logDet
	if e.h.FixSigma2 {
		return math.Exp(log - e.power*q/2)
	}
	// ∫ Ga(τ; a, b) τ^cells exp(−τ·power·q/2) dτ
	a, b := float64(priors.Tau.Shape), float64(priors.Tau.Rate)
	return math.Exp(log + special.LogGamma(a+cells) - special.LogGamma(a) + a*math.Log(b) -
		(a+cells)*math.Log(b+e.power*q/2))
}

// labelled names the tree of a chain, as labelled.Tree does.
func (l *live) labelled() string {
	var walk func(v int32) string
	walk = func(v int32) string {
		if l.IsLeaf(v) {
			return fmt.Sprint(v)
		}
		var names []string
		for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
			names = append(names, walk(b))
		}
		slices.Sort(names)
		return fmt.Sprint(names)
	}
	return walk(l.Top)
}

func annealerOf(x *mat.Dense, h hyper.Hyper, steps int, seed uint64) *annealer {
	rng := rand.New(rand.NewPCG(seed, 71))
	c := chainOf(x, h, rng)
	c.source = rand.NewPCG(seed, 72)
	c.rng = rand.New(c.source)
	c.passes = passesOf("all", &c.Begin)
	return &annealer{chain: c, powers: annealing.Powers(steps)}
}

// The evidence by annealing agrees with the sum over all trees, integrated over their times, also
// with σ² learnt. With all hyperparameters learnt it agrees with the mean likelihood of many draws
// from the prior.
func TestAnnealedEvidence(t *testing.T) {
	fixed := hyper.Hyper{C: 1.3, Sigma2: 0.8, Noise: 0.1, FixC: true, FixSigma2: true, FixTheta: true, FixAlpha: true,
		FixNoise: true}
	scale := fixed
	scale.FixSigma2, scale.Noise = false, 0
	all := hyper.Hyper{C: 1, Sigma2: 1, Noise: 0.1}
	for _, c := range []struct {
		name         string
		x            *mat.Dense
		h            hyper.Hyper
		theta, alpha float64
	}{
		{"three rows", pydttest.ThreeRows, fixed, 1, 0.3},
		{"three rows, ddt, two columns", mat.DenseCopyOf(pydttest.FourRows.Slice(0, 3, 0, 2)), fixed, 0, 0},
		{"three rows, σ² learnt", pydttest.ThreeRows, scale, 0.5, 0.2},
		{"four rows", pydttest.FourRows, fixed, 1, 0.3},
		{"four rows, σ² learnt", pydttest.FourRows, scale, 0, 0},
		{"four rows, all learnt", pydttest.FourRows, all, 1, 0.2},
	} {
		if testing.Short() && c.h.FixSigma2 == (c.theta > 0) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n, _ := c.x.Dims()
			h := c.h
			h.Prior, h.Largest = pitmanyor.NewPrior(c.theta, c.alpha, n), n
			h.SetC(h.C)
			want, wantError := 0.0, 0.0
			if h.FixC {
				points := map[int]int{3: 100, 4: 20}[n]
				_, want = exact{x: c.x, h: h, power: 1, points: points}.structures()
				_, coarse := exact{x: c.x, h: h, power: 1, points: points / 2}.structures()
				wantError = math.Abs(want - coarse)
			} else {
				var w annealing.Weights
				rng := rand.New(rand.NewPCG(3, 73))
				p := problem.New(c.x)
				for range 100_000 {
					if l := newLive(p, drawPrior(h, rng)); l.grow(rng) {
						l.Recompute()
						w.Add(l.LogLikelihood())
					}
				}
				want, wantError = w.LogMean(), w.StandardError()
			}
			var each []float64 // of independent estimates
			for chain := range uint64(3) {
				a := annealerOf(c.x, h, 30, chain)
				for len(a.weights.Log) < 250 {
					a.advance()
				}
				each = append(each, a.weights.LogMean())
				se := math.Hypot(a.weights.StandardError(), wantError)
				if z := (a.weights.LogMean() - want) / se; !(math.Abs(z) <= 4) {
					t.Errorf("log evidence %.4f ± %.4f, want %.4f ± %.4f", a.weights.LogMean(), a.weights.StandardError(), want,
						wantError)
				}
			}
			t.Logf("log evidence %.4f ± %.4f; annealed %.4f", want, wantError, each)
		})
	}
}

// At every power the moves draw from prior × likelihood^power.
func TestTemperedTarget(t *testing.T) {
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 3), C: 1, Sigma2: 0.5, Noise: 0.05, Largest: 3, FixC: true,
		FixSigma2: true, FixTheta: true, FixAlpha: true, FixNoise: true}
	h.SetC(1)
	learnt := h
	learnt.FixSigma2, learnt.Noise = false, 0
	for name, h := range map[string]hyper.Hyper{"all fixed": h, "σ² learnt": learnt} {
		for _, moves := range MoveSets {
			for _, power := range []float64{0.3, 1} {
				if testing.Short() && (moves != "all" || power == 1) {
					continue
				}
				want, _ := exact{x: pydttest.ThreeRows, h: h, power: power, points: 100}.structures()
				c := chainOf(pydttest.ThreeRows, h, rand.New(rand.NewPCG(5, 74)))
				c.Live.Power = power
				checkFrequencies(t, fmt.Sprintf("%s, %s, power %g", name, moves, power), want, func() string {
					c.sweepOnce(passesOf(moves, &c.Live.hyper))
					return c.Live.labelled()
				}, 60)
			}
		}
	}
}

// checkFrequencies compares how often draws have each name with probabilities, and
// returns the greatest |z|.
func checkFrequencies(t testing.TB, what string, want map[string]float64, draw func() string, batches int) float64 {
	const size = 150
	means := map[string][]float64{}
	for range batches {
		counts := map[string]float64{}
		for range size {
			counts[draw()] += 1. / size
		}
		for name := range want {
			means[name] = append(means[name], counts[name])
		}
	}
	worst := 0.0
	for name, p := range want {
		mean, se := pydttest.BatchMean(means[name])
		worst = max(worst, math.Abs(mean-p)/(se+1e-3))
	}
	if worst > 4 {
		t.Errorf("%s: frequencies are %.1f standard errors off", what, worst)
	}
	return worst
}

func temperedOf(x *mat.Dense, h hyper.Hyper, powers []float64) *tempered {
	t := &tempered{powers: powers, source: rand.NewPCG(6, 75)}
	t.rng = rand.New(t.source)
	for k, p := range powers {
		c := chainOf(x, h, rand.New(rand.NewPCG(uint64(k), 76)))
		c.Live.Power, c.hot = p, k > 0
		c.passes = passesOf("slide", &c.Begin)
		t.chains = append(t.chains, c)
	}
	return t
}

// Swaps between chains leave the target of each chain as it is; swaps computed with wrong powers do
// not, and the test notices.
func TestSwapsKeepTheTargets(t *testing.T) {
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 3), C: 1, Sigma2: 0.15, Noise: 0.01, Largest: 3, FixC: true,
		FixSigma2: true, FixTheta: true, FixAlpha: true, FixNoise: true}
	h.SetC(1)
	powers := annealing.Ladder(3, 0.1)
	run := func(tt testing.TB, swapAs []float64) (worst float64) {
		for k, p := range powers {
			want, _ := exact{x: pydttest.ThreeRows, h: h, power: p, points: 100}.structures()
			s := temperedOf(pydttest.ThreeRows, h, powers)
			worst = max(worst, checkFrequencies(tt, fmt.Sprintf("chain at %.2f", p), want, func() string {
				for _, c := range s.chains {
					for !c.Advance(100) {
					}
				}
				s.powers = swapAs
				s.endSweep()
				for k, c := range s.chains {
					c.Live.Power = powers[k]
				}
				return s.chains[k].Live.labelled()
			}, 80))
			if s.made == 0 || s.made == s.tried {
				t.Errorf("%d of %d swaps were made", s.made, s.tried)
			}
		}
		return worst
	}
	run(t, powers)
	if worst := run(&inferencetest.Recorder{TB: t}, []float64{1, 0.95, 0.9}); worst < 6 {
		t.Errorf("wrong swaps are only %.1f standard errors off", worst)
	}
}

// The objective of the tree at the end of a run is the density of the table, times that of the tree, times those of the
// hyperparameters that are learnt.
func TestObjectiveOfARun(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0.8, 0.9, 1.1, 1.5, -0.9, -0.7, -1.2, 0.1})
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 4), C: 1.3, Sigma2: 0.7, Noise: 0.1, Largest: 4, FixTheta: true,
		FixAlpha: true, FixNoise: true}
	h.SetC(h.C)
	a := annealerOf(x, h, 5, 3)
	for len(a.weights.Log) < 1 {
		a.advance()
	}
	l := a.chain.Live
	rest := a.best[0].Draw.Objective - l.LogLikelihood() - l.logPrior()
	if want := l.hyper.LogHyperprior(); math.Abs(want) < 0.1 || !(math.Abs(rest-want) <= 1e-9) {
		t.Errorf("the hyperparameters count for %v, want %v", rest, want)
	}
}
