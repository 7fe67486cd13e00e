//go:build validate

package sampler

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// heldOutChain returns a chain at a random pairing of 200 rows from the Dirichlet
// prior, hyperparameters fixed at the truth, and 22 rows to predict.
func heldOutChain(seed uint64) (*Chain, [][]float64) {
	const n, train, d = 222, 200, 5
	rng := rand.New(rand.NewPCG(seed, 51))
	truth := hyper.SamplePrior(n, d, make([]string, n), hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 1},
		rng)
	x := mat.DenseCopyOf(truth.X.Slice(0, train, 0, d))
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, train), C: 1, Sigma2: 1, FixC: true, FixSigma2: true,
		FixTheta: true, FixAlpha: true, FixNoise: true, Largest: train}
	h.SetC(1)
	p := problem.New(x)
	c := bareChain("ddt", pydttest.DatasetOf(x), p, h, nil)
	c.rng = rng
	c.startFrom(posterior.RandomPairing(train, rng), h)
	var test [][]float64
	for r := train; r < n; r++ {
		test = append(test, truth.X.RawRowView(r))
	}
	return c, test
}

// density is the mean log density of the test rows given the present tree.
func (c *Chain) density(test [][]float64) float64 {
	p, sum := predict.NewPredictor(c.Live.state()), 0.0
	for _, y := range test {
		sum += p.LogDensity(y, nil)
	}
	return sum / float64(len(test))
}

// TestValidatePlateau measures how many sweeps chains from random pairings need to predict as well as in the long run.
func TestValidatePlateau(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "mcmc-plateau", &b)
	const seeds, long = 10, 120
	b.WriteString(
		"\nHeld-out log density of the present tree from a random pairing: ten data sets from the prior (N = 200, D = 5,\n" +
			"σ² = c = 1 fixed), mean over the sets. The plateau is reached when it stays, averaged over three sweeps, within\n" +
			"0.1 nats a point of the long-run value (sweeps 40–120 of `near`).\n\n" +
			"| moves | sweeps | processor time, ms | a sweep, ms | a visit, µs | held-out then |\n|---|---|---|---|---|---|\n")
	plateau := math.NaN()
	for _, m := range []struct {
		name   string
		sweeps int
		passes []pass
	}{
		{"near", long, []pass{{visit: (*current).moveNear}}},
		{"near and times", 20, []pass{{visit: (*current).moveNear}, {whole: (*current).moveTimes}}},
		{"path", 100, []pass{{visit: (*current).movePath}}},
		{"slide", 100, []pass{{visit: (*current).moveSlide}}},
	} {
		density, used := make([]float64, m.sweeps+1), make([]time.Duration, m.sweeps+1)
		for seed := range uint64(seeds) {
			c, test := heldOutChain(seed)
			density[0] += c.density(test) / seeds
			total := time.Duration(0)
			for s := 1; s <= m.sweeps; s++ {
				began := inferencetest.ProcessorTime()
				c.sweepOnce(m.passes)
				total += inferencetest.ProcessorTime() - began
				density[s] += c.density(test) / seeds
				used[s] += total / seeds
			}
		}
		if m.name == "near" {
			plateau, _ = pydttest.MeanAndError(density[40:])
			fmt.Fprintf(&b, "| long run | – | – | – | – | %.3f |\n", plateau)
		}
		at := -1
		for s := 2; s <= m.sweeps && at < 0; s++ {
			if (density[s-2]+density[s-1]+density[s])/3 >= plateau-0.1 {
				at = s
			}
		}
		each := float64(used[m.sweeps].Microseconds()) / float64(m.sweeps)
		reached, when, then := "not in "+fmt.Sprint(m.sweeps), "–", density[m.sweeps]
		if at > 0 {
			reached, when, then = fmt.Sprint(at), fmt.Sprintf("%.1f", float64(used[at].Microseconds())/1000), density[at]
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %.2f | %.1f | %.3f |\n", m.name, reached, when, each/1000, each/398, then)
		if m.name == "near" && (at < 0 || used[at] > 40*time.Millisecond) {
			t.Errorf("the plateau takes %s sweeps and %s ms", reached, when)
		}
	}
}

// TestValidateVisits measures what a visit costs as the number of rows grows.
func TestValidateVisits(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "mcmc-visits", &b)
	sizes := []int{50, 100, 200, 400, 625, 1250, 2500, 5000}
	b.WriteString(
		"\nProcessor time of one visit at the stationary distribution, D = 5, σ² = c = 1 fixed, least of five rounds, µs; the last\n" +
			"column is the growth for each doubling from 400 rows on.\n\n| move")
	for _, n := range sizes {
		fmt.Fprintf(&b, " | N = %d", n)
	}
	b.WriteString(" | ×/doubling |\n|---" + strings.Repeat("|---", len(sizes)+1) + "|\n")
	for _, m := range []struct {
		name  string
		visit func(c *current, r int32)
	}{{"near", (*current).moveNear}, {"slide", (*current).moveSlide}, {"path", (*current).movePath}} {
		fmt.Fprintf(&b, "| %s", m.name)
		cost := map[int]float64{}
		for _, n := range sizes {
			c := stationaryChain(n, 5, 1)
			passes := []pass{{visit: m.visit}}
			c.sweepOnce(passes)
			rounds := max(1, 4000/n)
			cost[n] = math.Inf(1)
			for range 5 {
				began := inferencetest.ProcessorTime()
				for range rounds {
					c.sweepOnce(passes)
				}
				each := float64((inferencetest.ProcessorTime() - began).Nanoseconds()) / float64(rounds*(2*n-2)) / 1000
				cost[n] = math.Min(cost[n], each)
			}
			fmt.Fprintf(&b, " | %.1f", cost[n])
		}
		growth := math.Pow(cost[5000]/cost[400], 1/math.Log2(5000./400))
		fmt.Fprintf(&b, " | %.2f |\n", growth)
		if growth > 1.3 {
			t.Errorf("%s: ×%.2f for each doubling", m.name, growth)
		}
	}
}

// orderStatistics are statistics with times as ℓ, which tells late ones apart.
func orderStatistics(c *Chain) []float64 {
	x, l := c.statistics(), c.Live
	x[1], x[7] = l.Node[l.Top].Ell, l.Node[l.Node[0].Parent].Ell
	return x
}

// TestValidateCalibration is simulation-based calibration (Talts and others 2018): the rank of the true value
// among draws given data simulated at it is uniform. Chains begin at a random pairing with hyperparameters of
// their own, and run for a while before draws are taken, so that a sampler that merely stays at the truth fails.
// The broken twin leaves the proposal out of the acceptance ratio; the test must find it.
func TestValidateCalibration(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "mcmc-calibration", &b)
	const replicates, draws, bins, limit = 300, 19, 10, 27.9
	names := jointNames[:len(jointNames)-1]
	fmt.Fprintf(&b,
		"\nSimulation-based calibration, %d replicates of 15 rows and 3 columns, a tenth of the cells missing, everything learnt: χ² of the\n"+
			"ranks over %d bins (9 degrees of freedom; %g is exceeded once in a thousand). Chains begin at a random pairing, with σ² = c = 1 and noise\n"+
			"0.1, and run 600 sweeps before %d draws are taken 40 sweeps apart; with `slide`, which changes trees slowly, twice as long.\n\n| moves",
		replicates, bins, limit, draws)
	for _, name := range names {
		b.WriteString(" | " + name)
	}
	b.WriteString(" |\n|---" + strings.Repeat("|---", len(names)) + "|\n")
	for i, moves := range append(slices.Clone(MoveSets), "twin") {
		judge, set, longer := ratio.log, moves, 1
		switch moves {
		case "twin":
			judge, set = func(r ratio) float64 { return r.likelihood + r.prior }, "slide"
		case "slide":
			longer = 2
		}
		chi := calibrate(set, judge, longer, replicates, draws, bins, uint64(i))
		fmt.Fprintf(&b, "| %s", map[bool]string{true: "`slide`, with wrong acceptance",
			false: "`" + moves + "`"}[moves == "twin"])
		worst := 0.0
		for k, x := range chi {
			fmt.Fprintf(&b, " | %.1f", x)
			worst = math.Max(worst, x)
			if moves != "twin" && x > limit {
				t.Errorf("%s, %s: ranks are not uniform, χ² = %.1f", moves, names[k], x)
			}
		}
		b.WriteString(" |\n")
		if moves == "twin" && worst <= limit {
			t.Errorf("a sampler with wrong acceptance passes with χ² ≤ %.1f", worst)
		}
	}
}

// calibrate returns χ² of the ranks of each of statistics but the last, of chains that run 600 sweeps before the
// first draw and 40 before each further one, this many times longer. A quarter of that is too short: ranks of the time
// of the top are then not uniform.
func calibrate(moves string, judge func(ratio) float64, longer, replicates, draws, bins int, seed uint64) []float64 {
	h := pydttest.LearntHyper(15)
	draw := priorChains(h, 15, 3, 0.1, 3+seed)
	quantities := len(jointNames) - 1
	counts := make([][]float64, quantities)
	for q := range counts {
		counts[q] = make([]float64, bins)
	}
	for range replicates {
		c := draw()
		truth := orderStatistics(c)
		c.logRatio = judge
		elsewhere(c, h)
		passes := passesOf(moves, &c.Live.hyper)
		rank, equal := make([]int, quantities), make([]int, quantities)
		for range 600 * longer {
			c.sweepOnce(passes)
		}
		for range draws {
			for range 40 * longer {
				c.sweepOnce(passes)
			}
			for i, v := range orderStatistics(c)[:quantities] {
				if v < truth[i] {
					rank[i]++
				} else if v == truth[i] {
					equal[i]++
				}
			}
		}
		for i, n := range equal {
			counts[i][(rank[i]+c.rng.IntN(n+1))*bins/(draws+1)]++
		}
	}
	chi := make([]float64, quantities)
	for q := range chi {
		for _, n := range counts[q] {
			e := float64(replicates) / float64(bins)
			chi[q] += (n - e) * (n - e) / e
		}
	}
	return chi
}

// elsewhere moves a chain to a random pairing of its rows and to the given hyperparameters; the data stay.
func elsewhere(c *Chain, h hyper.Hyper) {
	rows := make([]float64, 0, c.Live.N*c.Live.D)
	for v := range c.Live.N {
		rows = append(rows, c.Live.Mean(int32(v))...)
	}
	h.Largest = c.Problem.N
	h.SetC(h.C)
	l := newLive(c.Problem, h)
	l.load(posterior.RandomPairing(c.Problem.N, c.rng))
	l.SetLeaves(rows)
	l.separate()
	l.Recompute()
	c.Live = l
}
