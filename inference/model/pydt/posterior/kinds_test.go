package posterior_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

// A rooted column has an intercept of another variance.
type rooted struct {
	observation.Column
	variance float64
}

func (c rooted) Intercept() float64 { return c.variance }

// threeOrFour is the tree of the first rows in which rows 1 and 2 part at time .6, 3 and 4 at .5 and both pairs at .2.
func threeOrFour(rows int) *tree.Tree {
	log := func(t float64) float64 { return -math.Log1p(-t) }
	t := &tree.Tree{Names: []string{"1", "2", "3", "4"}[:rows], LogTime: make([]float64, rows)}
	for v := range t.LogTime {
		t.LogTime[v] = math.Inf(1)
	}
	if rows == 3 {
		t.Parent, t.Children, t.Top = []int{3, 3, 4, 4, -1}, [][]int{{}, {}, {}, {0, 1}, {3, 2}}, 4
		t.LogTime = append(t.LogTime, log(.6), log(.2))
		return t
	}
	t.Parent, t.Children, t.Top = []int{4, 4, 5, 5, 6, 6, -1}, [][]int{{}, {}, {}, {}, {0, 1}, {2, 3}, {4, 5}}, 6
	t.LogTime = append(t.LogTime, log(.6), log(.5), log(.2))
	return t
}

// stateOfKinds is a tree over the cells, rows × columns, with σ² = .8 and noise .2.
func stateOfKinds(t *tree.Tree, cells *mat.Dense, columns ...observation.Column) *posterior.State {
	p := problem.SearchedKinds(observation.NewTable(cells, columns))
	s := posterior.NewState(p, hyper.New(p, .8, 1, 0, 0, .2, true, true, true, true, true))
	s.Adopt(t)
	settler := s.NewSettler(100, 1e-11)
	for !settler.Advance(1 << 30) {
	}
	return s
}

// The log evidence of a column of each kind is that of expectation propagation found by other means, and near the
// exact one, which came from multivariate normal integrals and quadrature.
func TestEvidenceOfKinds(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	limits := map[int]column.Interval{1: {Low: -inf, High: -.5}, 3: {Low: .8, High: inf}}
	exposure, counts := []float64{0, math.Log(2), math.Log(4)}, func(offset []float64) observation.Column {
		return rooted{observation.NewCounts(offset, .3, 1.2), 0}
	}
	ordered := observation.NewOrdered([]float64{-.7, .4})
	for _, c := range []struct {
		name      string
		of        observation.Column
		cells     []float64
		ep, exact float64
		within    float64
	}{
		{"yes/no", rooted{observation.YesNo{}, 0}, []float64{1, 1, 0, 1}, -2.809265, -2.808224, 2e-6},
		{"yes/no, root", observation.YesNo{}, []float64{1, 1, 0, 1}, -3.114571, -3.111737, 2e-6},
		{"ordered", ordered, []float64{0, 1, 2, 1}, -4.474767, -4.474798, 2e-6},
		{"ordered, far", ordered, []float64{2, 2, 0, 0}, -4.542049, -4.540928, 2e-6},
		{"ordered, root", rooted{ordered, 1}, []float64{0, 1, 2, 1}, -5.024506, -5.024581, 2e-6},
		{"censored", &observation.Censored{Limit: limits}, []float64{.9, nan, 1.1, nan}, -5.8869261, -5.8869268, 2e-7},
		{"counts", counts(exposure), []float64{0, 3, 12},
			-7.33173838, -7.33161299, 2e-6},
		{"counts, far", counts(nil), []float64{0, 0, 40}, -11.37764, -11.37728, 2e-5},
		{"three categories", rooted{observation.NewCategories(3), 0}, []float64{0, 0, 1}, -2.986 - .007, -2.986, 2e-3},
		{"three categories, root", observation.NewCategories(3), []float64{0, 0, 1}, -3.262 - .039, -3.262, 2e-3},
		{"four rows", observation.NewCategories(3), []float64{0, 0, 1, 2}, -5.330 - .009, -5.330, 2e-3},
		{"turns", observation.NewCategories(3), []float64{0, 1, 0, 1}, -5.079 - .081, -5.079, 2e-3},
		{"five categories", observation.NewCategories(5), []float64{0, 0, 1, 3}, -6.840 - .129, -6.840, 2e-3},
		{"two categories", rooted{observation.NewCategories(2), 0}, []float64{1, 1, 0, 1}, -2.809265, -2.808224, 2e-6},
	} {
		n := len(c.cells)
		s := stateOfKinds(threeOrFour(n), mat.NewDense(n, 1, c.cells), c.of)
		got := s.LogEvidence()
		if !(math.Abs(got-c.ep) <= c.within && math.Abs(got-c.exact) <= .14) {
			t.Errorf("%s: %.8f, expectation propagation %.8f, exact %.8f", c.name, got, c.ep, c.exact)
		}
	}
}

// The probabilities of all tables of three categories in three rows add up to nearly one.
func TestEvidenceOfCategoriesAddsUp(t *testing.T) {
	for root, want := range map[float64]float64{0: .99442, 1: .96343} {
		sum := 0.0
		for k := range 27 {
			cells := mat.NewDense(3, 1, []float64{float64(k % 3), float64(k / 3 % 3), float64(k / 9)})
			three := rooted{observation.NewCategories(3), root}
			sum += math.Exp(stateOfKinds(threeOrFour(3), cells, three).LogEvidence())
		}
		if !(math.Abs(sum-want) <= 2e-5) {
			t.Errorf("root %v: %.6f, want %.5f", root, sum, want)
		}
	}
}

// One column of each kind in three rows: the posterior of the three trees by expectation propagation, times
// integrated by quadrature, beside that found by other means, exact and by expectation propagation.
func TestThreeRowsOfKinds(t *testing.T) {
	cells := mat.NewDense(3, 6, []float64{
		.9, 1, 1, 0, 2, 7,
		.6, 1, 0, 0, 1, 4,
		-1.1, 0, 0, 2, 0, 0})
	columns := []observation.Column{nil, observation.YesNo{}, observation.YesNo{}, observation.NewCategories(3),
		observation.NewOrdered([]float64{-.5, .6}), observation.NewCounts(nil, 0, .8)}
	const nodes = 16
	at, weight := make([]float64, nodes), make([]float64, nodes)
	quad.Legendre{}.FixedLocations(at, weight, 0, 1)
	var mass [3]float64
	total := 0.0
	for out := range 3 {
		for i, top := range at {
			for k, share := range at {
				tr := threeOrFour(3)
				a, b := (out+1)%3, (out+2)%3
				tr.Parent[a], tr.Parent[b], tr.Parent[out], tr.Children = 3, 3, 4, [][]int{{}, {}, {}, {a, b}, {3, out}}
				tr.LogTime[4], tr.LogTime[3] = -math.Log1p(-top), -math.Log1p(-top-share*(1-top))
				s := stateOfKinds(tr, cells, columns...)
				density := s.LogEvidence() + s.Hyper.Prior.LogDensity(tr, 1)
				mass[out] += weight[i] * weight[k] * (1 - top) * math.Exp(density)
			}
		}
		total += mass[out]
	}
	if f := math.Log(total); !(math.Abs(f+26.34896) <= 2e-4 && math.Abs(f+26.29945) <= .06) {
		t.Errorf("log evidence %.5f", math.Log(total))
	}
	exact := [3]float64{.17896, .08305, .73799}
	for out, want := range [3]float64{.18023, .08453, .73523} {
		if got := mass[out] / total; !(math.Abs(got-want) <= 2e-4 && math.Abs(got-exact[out]) <= .004) {
			t.Errorf("tree %d: %.5f, want %.5f, exact %.5f", out, got, want, exact[out])
		}
	}
}

// At the fixed point of the sites, what a search learns the noise from is the derivative of the evidence, sites
// following.
func TestNoiseOfKinds(t *testing.T) {
	cells := mat.NewDense(4, 3, []float64{0, .3, 1, 1, -.5, 1, 2, 1.2, 0, 1, math.NaN(), 1})
	columns := []observation.Column{observation.NewOrdered([]float64{-.7, .4}), nil, observation.YesNo{}}
	at := func(noise float64) *posterior.State {
		s := stateOfKinds(threeOrFour(4), cells, columns...)
		s.Hyper.Noise = noise
		s.SetNoise()
		s.Recompute()
		settler := s.NewSettler(100, 1e-12)
		for !settler.Advance(1 << 30) {
		}
		return s
	}
	const step = 1e-4
	want := (at(.2+step).LogEvidence() - at(.2-step).LogEvidence()) / (2 * step)
	s := at(.2)
	s.Cavities()
	residual := 0.0
	for v := range int32(4) {
		residual += s.LeafResidual(v)
	}
	cellsSeen := 11.0
	if got := (residual/.2 - cellsSeen) / (2 * .2); !(math.Abs(got-want) <= 1e-5) {
		t.Errorf("∂/∂s² %.7f, by differences %.7f", got, want)
	}
}

// What a row's cells are has no say in those of rows that lack them.
func TestBlanksOfKindsSayNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 77))
	cells := mat.NewDense(4, 2, nil)
	for i := range 4 {
		cells.Set(i, 0, float64(rng.IntN(3)))
		cells.Set(i, 1, float64(rng.IntN(2)))
	}
	cells.Set(2, 0, math.NaN())
	of, tr := []observation.Column{observation.NewCategories(3), observation.YesNo{}}, threeOrFour(4)
	both := stateOfKinds(tr, cells, of...).LogEvidence()
	one := stateOfKinds(tr, mat.NewDense(4, 1, mat.Col(nil, 0, cells)), of[0]).LogEvidence()
	two := stateOfKinds(tr, mat.NewDense(4, 1, mat.Col(nil, 1, cells)), of[1]).LogEvidence()
	if !(math.Abs(both-one-two) <= 1e-9) {
		t.Errorf("%v beside %v", both, one+two)
	}
}

// Sites of all kinds converge on random trees of any scale, whatever the order of the sweeps, to one evidence.
func TestSitesOfKindsSettle(t *testing.T) {
	columns := []observation.Column{observation.YesNo{}, observation.NewOrdered([]float64{-.7, .4}), nil,
		observation.NewCounts(nil, .3, 1.2), observation.NewCategories(4)}
	most := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 78))
		n := 4 + rng.IntN(30)
		cells := mat.NewDense(n, len(columns), nil)
		for i := range n {
			cells.SetRow(i, []float64{float64(rng.IntN(2)), float64(rng.IntN(3)), rng.NormFloat64(),
				float64(rng.IntN(20)), float64(rng.IntN(4))})
			if rng.IntN(4) == 0 {
				cells.Set(i, rng.IntN(len(columns)), math.NaN())
			}
		}
		p := problem.SearchedKinds(observation.NewTable(cells, columns))
		var values [2]float64
		sigma2, noise := math.Exp(4*rng.Float64()-2), math.Exp(3*rng.Float64()-4)
		for start := range values {
			s := posterior.NewState(p, hyper.New(p, sigma2, 1, 1, .2, noise, true, true, true, true, true))
			s.Load(posterior.RandomPairing(n, rand.New(rand.NewPCG(seed, 79))))
			s.Recompute()
			if start == 1 { // sites of another scale
				s.ScaleSites(3, 9)
				s.Recompute()
			}
			sweeps := 0
			for was := math.Inf(-1); !(math.Abs(s.LogEvidence()-was) <= 1e-9) && sweeps < 100; sweeps++ {
				was = s.LogEvidence()
				s.SettleBelow(s.Top, 1)
			}
			most = max(most, sweeps)
			values[start] = s.LogEvidence()
			if s.Sites.Err != nil {
				t.Fatal(s.Sites.Err)
			}
		}
		if !(math.Abs(values[0]-values[1]) <= 1e-6*math.Abs(values[0])) {
			t.Errorf("seed %d: %.9f and %.9f", seed, values[0], values[1])
		}
	}
	if most > 40 {
		t.Errorf("%d sweeps", most)
	}
	t.Logf("at most %d sweeps", most)
}
