package sampler

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/observation/observationtest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// kindChain draws hyperparameters, a tree, latent numbers and cells of some columns from the model, with holes where
// a cell of every third row is missing, and returns the chain with the cells as data.
func kindChain(columns []observationtest.Seen, h hyper.Hyper, holes bool, rng *rand.Rand) (*Chain, *kinded,
	*mat.Dense) {
	return kindChainAt(columns, h, holes, 1, false, rng)
}

// kindChainAt draws them at a share of the path along the signal, with the parameters of the columns where these are
// learnt.
func kindChainAt(columns []observationtest.Seen, h hyper.Hyper, holes bool, at float64, learnt bool,
	rng *rand.Rand) (c *Chain, t *kinded, cells *mat.Dense) {
	const n = 5
	var of []observation.Column
	d := 0
	var first []int
	for _, s := range columns {
		of, first = append(of, s.Column), append(first, d)
		if d++; s.Column != nil {
			d += s.Column.Width() - 1
		}
	}
	missing := func(i, j int) bool { return holes && (i+2*j)%3 == 0 }
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range columns {
			for a := first[j]; a < append(first, d)[j+1]; a++ {
				if missing(i, j) {
					x.Set(i, a, math.NaN())
				}
			}
		}
	}
	data := &inference.Dataset{Rows: make([]string, n), Columns: make([]string, d), X: x}
	for c == nil {
		c = chainFrom(data, drawPrior(h, rng), rng)
	}
	c.redraw()
	p := c.Problem
	// The kinds of latent columns first, then the cells.
	_, t = newKinded(observation.NewTable(mat.NewDense(n, len(columns), nil), of))
	back := make([]int, d)
	for j, a := range p.Columns {
		back[a] = j
	}
	prior, free := slices.Clone(t.prior), slices.Clone(t.free)
	for j, a := range p.Columns {
		t.prior[j], t.free[j] = prior[a], free[a]
	}
	if learnt {
		observationtest.DrawParameters(columns, rng)
		t.learn(p)
		for _, j := range t.learns {
			t.prior[j] = of[t.table.Column(p.Columns[j])].Intercept()
		}
	}
	t.drawPrior(rng)
	if at < 1 {
		t.temper(c.Live, at)
		c.redraw()
	}
	cells = mat.NewDense(n, len(columns), nil)
	for i := range n {
		for j, s := range columns {
			var u []float64
			for a := first[j]; a < append(first, d)[j+1]; a++ {
				u = append(u, c.Live.Mean(int32(i))[back[a]]+t.base[back[a]])
			}
			switch {
			case missing(i, j):
				cells.Set(i, j, math.NaN())
				if s.Column != nil {
					s.See(i, make([]float64, len(u)), rng) // no limit of before
				}
			case s.Column == nil:
				cells.Set(i, j, u[0])
			default:
				cells.Set(i, j, s.See(i, u, rng))
			}
		}
	}
	t.table = observation.NewTable(cells, of)
	c.part = t
	return c, t, cells
}

var kindNames = append(slices.Clone(jointNames), "Σ tanh b", "Σ tanh u·cell", "Σ tanh u²·cell", "Σ cells",
	"Σ cell·cell", "Σ b²", "u² of the middle level")

func kindStatistics(c *Chain, t *kinded, cells *mat.Dense) []float64 {
	var middle, b, uc, uuc, sum, pairs, bb float64
	for j, v := range t.base {
		b += math.Tanh(v * float64(1+j))
		bb += v * v
	}
	n, d := cells.Dims()
	place := make([]int, t.table.Width())
	for j, a := range c.Problem.Columns {
		place[a] = j
	}
	value := func(i, j int) float64 {
		if v := cells.At(i, j); !math.IsNaN(v) {
			return math.Tanh(v - .9)
		}
		return 0
	}
	for i := range n {
		for j := range d {
			low, high := t.table.Of(j)
			for a := low; a < high; a++ {
				u := c.Live.Mean(int32(i))[place[a]] + t.base[place[a]]
				uc += math.Tanh(u) * value(i, j)
				uuc += math.Tanh(u*u) * value(i, j)
				if _, ordered := t.table.Columns[j].(*observation.Ordered); ordered && cells.At(i, j) == 1 {
					middle += math.Tanh(u * u)
				}
			}
			sum += value(i, j)
			pairs += value(i, j) * value((i+1)%n, j)
		}
	}
	return append(c.statistics(), b, uc, uuc, sum, pairs, bb, middle)
}

// TestKindsKeepTheJointDistribution has every kind in one table, tree and every hyperparameter free, complete and
// with missing cells, and a table of kinds without a scale. Chains whose latent numbers have a quarter of their
// variance, whose intercepts forget their prior, or that scale the columns of the others with them are caught.
func TestKindsKeepTheJointDistribution(t *testing.T) {
	size := 2500
	if testing.Short() {
		size = 700
	}
	check := func(t testing.TB, columns []observationtest.Seen, h hyper.Hyper, holes bool, n int,
		list func(k *kinded, h *hyper.Hyper) []pass) float64 {
		rng := rand.New(rand.NewPCG(3, 91))
		return inferencetest.Greatest(inferencetest.Replicates(t, kindNames, func() (before, after []float64) {
			c, k, cells := kindChain(columns, h, holes, rng)
			before = kindStatistics(c, k, cells)
			passes := list(k, &c.Live.hyper)
			for range 2 {
				c.sweepOnce(passes)
			}
			return before, kindStatistics(c, k, cells)
		}, n))
	}
	all := func(k *kinded, h *hyper.Hyper) []pass { return append(passesOf("slide", h), k.passes(h)...) }
	learnt := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 5), C: 1, Sigma2: 1, Noise: .3, Largest: 5}
	fixed := learnt
	fixed.Noise, fixed.FixNoise = 1, true
	check(t, observationtest.EveryKind(), learnt, false, size, all)
	check(t, observationtest.EveryKind(), learnt, true, size, all)
	check(t, observationtest.EveryKind(), fixed, true, size, all)
	check(t, observationtest.EveryKind()[1:3], fixed, true, size, all)
	for name, broken := range map[string]func(k *kinded, h *hyper.Hyper) []pass{
		"a quarter of the variance": func(k *kinded, _ *hyper.Hyper) []pass {
			return []pass{{whole: func(c *current) {
				was := c.Live.Power
				c.Live.Power = 4
				k.draw(c)
				c.Live.Power = was
			}}}
		},
		"intercepts without a prior": func(k *kinded, _ *hyper.Hyper) []pass {
			return []pass{{whole: func(c *current) {
				clear(k.base)
				k.drawIntercepts(c)
			}}}
		},
		"scaled with the others": func(k *kinded, _ *hyper.Hyper) []pass {
			return []pass{{whole: func(c *current) {
				for j := range k.free {
					k.free[j] = true
				}
				for range 5 {
					k.scaleFree(c)
				}
			}}}
		},
	} {
		if z := check(&inferencetest.Recorder{TB: t}, observationtest.EveryKind(), learnt, false, size, broken); z < 6 {
			t.Errorf("%s: |z| ≤ %.1f", name, z)
		}
	}
}

// TestLearntKindsKeepTheJointDistribution has cut points and rates free too. A chain that draws them by half of the
// log density of the latent numbers is caught.
func TestLearntKindsKeepTheJointDistribution(t *testing.T) {
	size := 4000
	if testing.Short() {
		size = 500
	}
	bb := slices.Index(kindNames, "Σ b²") // which has no moments where γ is free
	names := append(slices.Delete(slices.Clone(kindNames), bb, bb+1), "cut", "width", "log γ", "γb", "cut·level",
		"γ·count", "width·middle")
	learnt := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 5), C: 1, Sigma2: 1, Noise: .3, Largest: 5}
	statistics := func(c *Chain, k *kinded, cells *mat.Dense) []float64 {
		s := slices.Delete(kindStatistics(c, k, cells), bb, bb+1)
		cut := k.table.Columns[3].(observation.Learner).Parameters()
		rate := k.table.Columns[4].(observation.Learner).Parameters()
		level, count, middle := 0., 0., 0.
		for i := range 5 {
			if v := cells.At(i, 3); v == v {
				level += v
				if v == 1 {
					middle++
				}
			}
			if v := cells.At(i, 4); v == v {
				count += math.Log1p(v)
			}
		}
		b := k.base[slices.Index(c.Problem.Columns, 5)]
		return append(s, cut[0], math.Log(cut[1]-cut[0]), math.Log(rate[1]), rate[1]*b, cut[0]*level,
			math.Log(rate[1])*count, (cut[1]-cut[0])*middle)
	}
	check := func(t testing.TB, holes bool, n int, list func(k *kinded, h *hyper.Hyper) []pass) float64 {
		rng := rand.New(rand.NewPCG(3, 92))
		return inferencetest.Greatest(inferencetest.Replicates(t, names, func() (before, after []float64) {
			c, k, cells := kindChainAt(observationtest.EveryKind(), learnt, holes, 1, true, rng)
			before = statistics(c, k, cells)
			passes := list(k, &c.Live.hyper)
			for range 2 {
				c.sweepOnce(passes)
			}
			return before, statistics(c, k, cells)
		}, n))
	}
	all := func(k *kinded, h *hyper.Hyper) []pass { return append(passesOf("slide", h), k.passes(h)...) }
	check(t, false, size, all)
	check(t, true, size, all)
	for name, broken := range map[string]func(k *kinded, h *hyper.Hyper) []pass{
		"another density": func(k *kinded, _ *hyper.Hyper) []pass {
			return []pass{{whole: func(c *current) {
				was := c.Live.Power
				c.Live.Power = .5
				k.drawParameters(c)
				c.Live.Power = was
				c.Live.Recompute()
			}}}
		},
	} {
		if z := check(&inferencetest.Recorder{TB: t}, false, size, broken); z < 6 {
			t.Errorf("%s: |z| ≤ %.1f", name, z)
		}
	}
}

// TestThreeRows compares how often a chain has each tree of three rows with quadrature over times, latent numbers
// and intercepts, which was done by other means: a Dirichlet diffusion tree with c = 1, σ² = .8 and noise .2, and a
// column of each kind.
func TestThreeRows(t *testing.T) {
	cells := mat.NewDense(3, 6, []float64{
		.9, 1, 1, 0, 2, 7,
		.6, 1, 0, 0, 1, 4,
		-1.1, 0, 0, 2, 0, 0})
	table := observation.NewTable(cells, []observation.Column{nil, observation.YesNo{}, observation.YesNo{},
		observation.NewCategories(3), observation.NewOrdered([]float64{-.5, .6}), observation.NewCounts(nil, 0, .8)})
	p, k := newKinded(table)
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 3), C: 1, Sigma2: .8, Noise: .2, FixC: true, FixSigma2: true,
		FixTheta: true, FixAlpha: true, FixNoise: true, Largest: 3}
	h.SetC(1)
	data := &inference.Dataset{Rows: []string{"1", "2", "3"}, Columns: make([]string, 6), X: cells}
	c := bareChain("ddt", data, p, h, nil)
	c.rng, c.hot, c.brief = rand.New(rand.NewPCG(5, 5)), true, true
	c.take(p, k)
	c.startFrom(posterior.RandomPairing(3, c.rng), h)
	c.passes = append(passesOf("all", &h), k.passes(&h)...)
	sweeps := 60000
	if testing.Short() {
		sweeps = 12000
	}
	var share [3]float64
	for range sweeps {
		for !c.Advance(100) {
		}
		for out := range 3 { // the row that hangs from the top
			if c.Live.Node[out].Parent == c.Live.Top {
				share[out] += 1 / float64(sweeps)
			}
		}
	}
	t.Logf("%.4f", share)
	for out, want := range []float64{.17896, .08305, .73799} {
		if !(math.Abs(share[out]-want) <= 2/math.Sqrt(float64(sweeps))) {
			t.Errorf("the others join before row %d in %.4f of the draws, want %.4f", out+1, share[out], want)
		}
	}
}
