package sampler

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/observation/observationtest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// kindAnnealer anneals a table of kinds.
func kindAnnealer(cells *mat.Dense, columns []observation.Column, h hyper.Hyper, steps int) (*annealer, *kinded) {
	n, d := cells.Dims()
	p, k := newKinded(observation.NewTable(cells, columns))
	h.Largest = n
	h.SetC(h.C)
	h.SetStructure(h.Prior.Theta, h.Prior.Alpha)
	data := &inference.Dataset{Rows: make([]string, n), Columns: make([]string, d), X: cells}
	c := bareChain("ddt", data, p, h, rand.NewPCG(7, 72))
	c.take(p, k)
	c.passes = k.hotPasses("all", &c.Begin)
	return &annealer{chain: c, powers: annealing.Shares(steps)}, k
}

// A forgetful part begins paths without the weights of what it draws there.
type forgetful struct{ *kinded }

func (f forgetful) outset(c *current, begin *hyper.Hyper) (float64, bool) {
	_, done := f.kinded.outset(c, begin)
	return 0, done
}

// A straight part weighs as if the density of the table had powers.
type straight struct{ *kinded }

func (s straight) tempered(l *live) func(at float64) float64 { return s.alone.tempered(l) }

// threeKinds are three rows of each kind, and the log evidence of trees with c = 1, σ² = .8 and noise .2 without θ
// and α, by quadrature done by other means; those of four of the columns have their own.
var threeKinds = mat.NewDense(3, 6, []float64{
	.9, 1, 1, 0, 2, 7,
	.6, 1, 0, 0, 1, 4,
	-1.1, 0, 0, 2, 0, 0})

func threeColumns() []observation.Column {
	return []observation.Column{nil, observation.YesNo{}, observation.YesNo{}, observation.NewCategories(3),
		observation.NewOrdered([]float64{-.5, .6}), observation.NewCounts(nil, 0, .8)}
}

var threeHyper = hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, 3), C: 1, Sigma2: .8, Noise: .2, FixC: true,
	FixSigma2: true, FixTheta: true, FixAlpha: true, FixNoise: true, Largest: 3}

// The evidence of tables of kinds by annealing is that of quadrature, with σ², the noise and c held and learnt.
// Weights without those of where paths begin are off, and so are those of another path.
func TestAnnealedKinds(t *testing.T) {
	runs := 800
	if testing.Short() {
		runs = 150
	}
	some := mat.NewDense(3, 4, nil)
	for i := range 3 {
		for k, j := range []int{0, 1, 2, 4} {
			some.Set(i, k, threeKinds.At(i, j))
		}
	}
	learnt := threeHyper
	learnt.FixC, learnt.FixSigma2, learnt.FixNoise = false, false, false
	held := learnt
	held.Noise, held.FixNoise = 1, true
	limit := &observation.Censored{Limit: map[int]column.Interval{1: {Low: .8, High: math.Inf(1)}}}
	pair := mat.NewDense(2, 4, []float64{1, 0, .4, .3, 1, 1, -.9, math.NaN()})
	pairs := []observation.Column{observation.YesNo{}, observation.NewOrdered([]float64{-.2, .7}), nil, limit}
	yes := mat.NewDense(2, 2, []float64{1, 1, 1, 0})
	counts := mat.NewDense(2, 1, []float64{6, 9})
	for _, c := range []struct {
		name    string
		cells   *mat.Dense
		columns []observation.Column
		h       hyper.Hyper
		want    float64
		points  int // of the quadrature of two rows
	}{
		{"three rows of each kind", threeKinds, threeColumns(), threeHyper, -26.29945, 0},
		{"three rows of four kinds", some, append(threeColumns()[:3:3], threeColumns()[4]), threeHyper, -13.65386, 0},
		{"two rows, all learnt", pair, pairs, learnt, 0, 16},
		{"two rows of yes and no", yes, []observation.Column{observation.YesNo{}, observation.YesNo{}}, held, 0, 20},
		{"two counts", counts, []observation.Column{observation.NewCounts(nil, 1.5, .7)}, learnt, 0, 14},
	} {
		if testing.Short() && c.h.FixNoise {
			continue
		}
		if c.points > 0 {
			c.want = twoRows(c.cells, c.columns, c.h, c.points)
		}
		z := func(twin func(k *kinded) part) float64 {
			a, k := kindAnnealer(c.cells, c.columns, c.h, 20)
			a.chain.part = twin(k)
			for len(a.weights.Log) < runs {
				a.advance()
			}
			t.Logf("%s: %.4f ± %.4f, want %.4f; %.0f of %d runs effective", c.name, a.weights.LogMean(),
				a.weights.StandardError(), c.want, a.weights.Effective(), runs)
			return math.Abs(a.weights.LogMean()-c.want) / a.weights.StandardError()
		}
		if z := z(func(k *kinded) part { return k }); !(z <= 4) {
			t.Errorf("%s: %.1f standard errors off", c.name, z)
		}
		if c.h.FixC {
			continue
		}
		if z := z(func(k *kinded) part { return forgetful{k} }); z < 6 {
			t.Errorf("%s: without the weights of where paths begin only %.1f standard errors off", c.name, z)
		}
		if z := z(func(k *kinded) part { return straight{k} }); z < 6 {
			t.Errorf("%s: by powers only %.1f standard errors off", c.name, z)
		}
	}
}

// twoRows integrates the density of two rows over their time, σ², the noise, intercepts and locations by the rule of
// midpoints with so many points a variable: c ~ Ga(1, 1) leaves the waiting time ℓ with P(ℓ > x) = 1/(1+x).
func twoRows(cells *mat.Dense, columns []observation.Column, h hyper.Hyper, points int) float64 {
	normal := func(x, v float64) float64 { return math.Exp(-x*x/(2*v)) / math.Sqrt(2*math.Pi*v) }
	below := func(x float64) float64 { return .5 * math.Erfc(-x/math.Sqrt2) }
	// The density of a cell whose latent number is N(m, w).
	cell := func(column observation.Column, y, m, w float64) float64 {
		s := math.Sqrt(w)
		switch c := column.(type) {
		case observation.YesNo:
			return below((2*y - 1) * m / s)
		case *observation.Ordered:
			cuts := []float64{math.Inf(-1), -.2, .7, math.Inf(1)}
			return below((cuts[int(y)+1]-m)/s) - below((cuts[int(y)]-m)/s)
		case *observation.Censored:
			if math.IsNaN(y) {
				return below((m - .8) / s)
			}
		case *observation.Counts:
			sum := 0.
			const k = 30
			log, _ := math.Lgamma(y + 1)
			for i := range k {
				x := -5 + 10*(float64(i)+.5)/k
				rate := 1.5 + .7*(m+s*x)
				sum += 10. / k * normal(x, 1) * math.Exp(y*rate-math.Exp(rate)-log)
			}
			return sum
		case nil:
		default:
			panic(fmt.Sprint(c))
		}
		return normal(y-m, w)
	}
	intercept := func(column observation.Column) float64 {
		switch column.(type) {
		case observation.YesNo:
			return 1
		case *observation.Counts:
			return 9 / .49
		}
		return 0
	}
	// The prior of the noise in its logarithm.
	var noises, masses []float64
	total := 0.
	for i := range 2 * points {
		x := -10 + 20*(float64(i)+.5)/float64(2*points)
		v := math.Exp(x)
		p := math.Exp(.75*x - 1e-4/v - 1.5*math.Log1p(v/.3))
		noises, masses, total = append(noises, v), append(masses, p), total+p
	}
	if h.FixNoise {
		noises, masses, total = []float64{h.Noise}, []float64{1}, 1
	}
	sum := 0.
	for i := range points {
		sigma2 := -1 / math.Log((float64(i)+.5)/float64(points))
		for k, noise := range noises {
			for l := range points {
				share := 1 - math.Exp(1-1/((float64(l)+.5)/float64(points)))
				density := 1.
				for j, c := range columns {
					common, w, pair := sigma2*share+intercept(c), sigma2*(1-share)+noise, 0.
					k := 24
					if common > 9 {
						k = 64
					}
					for i := range k {
						x := -6 + 12*(float64(i)+.5)/float64(k)
						m := math.Sqrt(common) * x
						both := cell(c, cells.At(0, j), m, w) * cell(c, cells.At(1, j), m, w)
						pair += 12. / float64(k) * normal(x, 1) * both
					}
					density *= pair
				}
				sum += masses[k] / total * density / float64(points*points)
			}
		}
	}
	return math.Log(sum)
}

// Away from the posterior the passes keep the joint distribution of the model whose signal has come as far; those of
// the posterior do not.
func TestHotKindsKeepTheJointDistribution(t *testing.T) {
	size := 2500
	if testing.Short() {
		size = 700
	}
	check := func(t testing.TB, columns []observationtest.Seen, h hyper.Hyper, n int,
		list func(k *kinded, h *hyper.Hyper) []pass) float64 {
		rng := rand.New(rand.NewPCG(5, 91))
		return inferencetest.Greatest(inferencetest.Replicates(t, kindNames, func() (before, after []float64) {
			c, k, cells := kindChainAt(columns, h, true, .4, false, rng)
			before = kindStatistics(c, k, cells)
			passes := list(k, &c.Begin)
			for range 2 {
				c.sweepOnce(passes)
			}
			return before, kindStatistics(c, k, cells)
		}, n))
	}
	hot := func(k *kinded, h *hyper.Hyper) []pass { return k.hotPasses("slide", h) }
	cold := func(k *kinded, h *hyper.Hyper) []pass { return append(k.passes(h), passesOf("slide", h)...) }
	learnt := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, 5), C: 1, Sigma2: 1, Noise: .3, Largest: 5}
	fixed := learnt
	fixed.Noise, fixed.FixNoise = 1, true
	check(t, observationtest.EveryKind(), learnt, size, hot)
	check(t, observationtest.EveryKind()[1:3], fixed, size, hot)
	if z := check(&inferencetest.Recorder{TB: t}, observationtest.EveryKind(), learnt, size, cold); z < 6 {
		t.Errorf("passes of the posterior: |z| ≤ %.1f", z)
	}
}

// Chains that swap along the signal keep the posterior of three rows; chains that always swap do not.
func TestKindsSwap(t *testing.T) {
	sweeps := 16000
	if testing.Short() {
		sweeps = 5000
	}
	run := func(swaps func(s *tempered)) (far float64) {
		s := &tempered{powers: []float64{1, .6, .2}, source: rand.NewPCG(6, 75)}
		s.rng = rand.New(s.source)
		for k, at := range s.powers {
			a, kinds := kindAnnealer(threeKinds, threeColumns(), threeHyper, 5)
			c := a.chain
			c.rng, c.hot, c.brief, c.initial = rand.New(rand.NewPCG(uint64(k), 76)), true, true, "random"
			c.startFrom(posterior.RandomPairing(3, c.rng), c.Begin)
			kinds.temper(c.Live, at)
			s.chains = append(s.chains, c)
		}
		var share [3]float64
		for range sweeps {
			for _, c := range s.chains {
				for !c.Advance(100) {
				}
			}
			swaps(s)
			l := s.chains[0].Live
			for out := range 3 { // the row that hangs from the top
				if l.Node[out].Parent == l.Top {
					share[out] += 1 / float64(sweeps)
				}
			}
		}
		t.Logf("%.4f, %d of %d swaps", share, s.made, s.tried)
		for out, want := range []float64{.17896, .08305, .73799} {
			far = max(far, math.Abs(share[out]-want))
		}
		return far * math.Sqrt(float64(sweeps))
	}
	if far := run(func(s *tempered) { s.endSweep() }); !(far <= 2) {
		t.Errorf("trees are %.2f/√n off", far)
	}
	if far := run(func(s *tempered) { swap(s.chains[0], s.chains[1], 1, .6) }); far < 4 {
		t.Errorf("trees whose chains always swap are only %.2f/√n off", far)
	}
}
