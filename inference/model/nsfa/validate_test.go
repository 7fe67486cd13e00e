//go:build validate

package nsfa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/stat/diagnostics"

	"gonum.org/v1/gonum/stat"
)

// publish prints a table and writes it where scripts/validate looks for it.
func publish(t *testing.T, name, text string) {
	t.Helper()
	fmt.Print(text)
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte("\n"+text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// one is 1 for what is true.
func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// chainWith is a chain of nsfa with some of its settings, and then its options, changed.
func chainWith(t *testing.T, data *inference.Dataset, seed uint64, settings map[string]string,
	change func(loadings.Options) loadings.Options) *chain {
	t.Helper()
	s := Model{}.Info().Defaults()
	for name, value := range settings {
		if err := s.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return newChain(nsfaVariant, data, nil, change(nsfaVariant.optionsOf(s)), inference.Streams{Seed: seed}, 1)
}

// moving returns a change to options that has some of the moves beyond the plain sweep.
func moving(trade, tilt, splitMerge bool) func(loadings.Options) loadings.Options {
	return func(o loadings.Options) loadings.Options { return o.Moves(trade, tilt, splitMerge) }
}

var (
	allMoves = moving(true, true, true)
	plain    = map[string]string{"update": "plain"}
)

// TestValidateFactorStart: from a random start, the noise sampled, 16 of 20 seeds at least find the common factors,
// those of two items or more, on each of the ten data sets of the study: after 1,000 sweeps their mean number is
// within 1 of the truth. K itself is about one more: factors of one item come and go for noise, and their number is up
// to the prior.
func TestValidateFactorStart(t *testing.T) {
	const seeds, sweeps, sets, wanted = 20, 1000, 10, 16
	var b strings.Builder
	b.WriteString(
		"| noise | moves | seeds of 20 within 1 of the truth, by data set | mean number of common factors: least, mean, greatest | mean K | first sweep within 1: median, greatest | ended without factors | links (true: 140) | reconstruction error: mean, greatest |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, v := range []struct {
		noise string
		plain bool
		sets  int
	}{{"each", false, sets}, {"shared", false, sets}, {"each", true, 2}, {"shared", true, 2}} {
		settings := map[string]string{"noise": v.noise}
		if v.plain {
			settings["update"], settings["moves"] = "plain", "basic"
		}
		var within []string
		var means, totals, firsts, links, errors []float64
		none := 0
		for set := range uint64(v.sets) {
			study := inferencetest.NewFactorStudy(inferencetest.Connectivity(), 100, 10, rand.New(rand.NewPCG(2012, set)))
			data, truth, hits := study.Dataset(0, nil), float64(study.StandOut()), 0
			for seed := range uint64(seeds) {
				c := chainWith(t, data, seed, settings, moving(!v.plain, !v.plain, !v.plain))
				mean, total, first, link := 0.0, 0.0, math.Inf(1), 0.0
				for i := range sweeps + 1 {
					x := iterate(t, c)
					if math.IsInf(first, 1) && math.Abs(x[2]-truth) <= 1 {
						first = float64(i)
					}
					if i > sweeps/2 {
						total += x[1] / (sweeps / 2)
						mean += x[2] / (sweeps / 2)
						link += x[3] / (sweeps / 2)
					}
				}
				means, totals, firsts, links = append(means, mean), append(totals, total), append(firsts, first),
					append(links, link)
				hits += one(math.Abs(mean-truth) <= 1)
				none += one(c.state.Factors() == 0)
				errors = append(errors, inferencetest.ReconstructionError(study.G, factor.StateOf(c.Snapshot()).Loadings))
			}
			within = append(within, fmt.Sprint(hits))
			if !v.plain && hits < wanted {
				t.Errorf("noise %s, data set %d: %d of %d seeds found the common factors", v.noise, set+1, hits, seeds)
			}
		}
		if !v.plain && none > 0 {
			t.Errorf("noise %s: %d chains ended without factors", v.noise, none)
		}
		for _, x := range [][]float64{means, firsts, errors} {
			slices.Sort(x)
		}
		last := len(means) - 1
		fmt.Fprintf(&b, "| %s | %s | %s | %.2f, %.2f, %.2f | %.2f | %.0f, %.0f | %d | %.0f | %.5f, %.5f |\n", v.noise,
			map[bool]string{false: "all", true: "plain sweep"}[v.plain],
			strings.Join(within, ", "), means[0], stat.Mean(means, nil), means[last], stat.Mean(totals, nil),
			firsts[len(firsts)/2], firsts[last], none, stat.Mean(links, nil), stat.Mean(errors, nil), errors[last])
	}
	publish(t, "factors-start", b.String())
}

// TestValidateFactorMixing measures effective samples a second of processor time of each move against the plain sweep.
func TestValidateFactorMixing(t *testing.T) {
	_, data := connectivity(3)
	quantities := []string{"log_joint", "features", "links", "noise", "explained"}
	var b strings.Builder
	b.WriteString("| sweep | ms a sweep | " + strings.Join(quantities, " | ") +
		" | chains more than 100 nats below the best |\n|---|---|" + strings.Repeat("---|", len(quantities)) + "---|\n")
	scalars := loadings.ScalarNames(nsfaVariant.support, nsfaVariant.slab)
	var without, trade float64 // effective numbers of factors a second
	for _, variant := range []struct {
		name     string
		settings map[string]string
		change   func(loadings.Options) loadings.Options
	}{
		{"plain: entry by entry", plain, moving(false, false, false)},
		{"loadings of a row integrated out", nil, moving(false, false, false)},
		{"and singletons traded for noise", nil, moving(true, false, false)},
		{"and pairs tilted and turned", nil, moving(true, true, false)},
		{"and splits and merges (default)", nil, allMoves},
		{"all, but entry by entry", plain, allMoves},
	} {
		const seeds, burn, sweeps = 10, 500, 1500
		rates := make([][]float64, len(quantities))
		cost, stuck, best := 0.0, 0, math.Inf(-1)
		var joints []float64
		for seed := range uint64(seeds) {
			c := chainWith(t, data, seed, variant.settings, variant.change)
			for range burn {
				iterate(t, c)
			}
			trace := make([][]float64, len(quantities))
			begun := inferencetest.ProcessorTime()
			joint := 0.0
			for range sweeps {
				v := iterate(t, c)
				joint += v[0] / sweeps
				for q, name := range quantities {
					for i, s := range scalars {
						if s == name {
							trace[q] = append(trace[q], v[i])
						}
					}
				}
			}
			seconds := (inferencetest.ProcessorTime() - begun).Seconds()
			cost += seconds / seeds / sweeps
			joints, best = append(joints, joint), max(best, joint)
			for q := range quantities {
				rates[q] = append(rates[q], diagnostics.Measure(quantities[q], [][]float64{trace[q]}).BulkESS/seconds)
			}
		}
		for _, j := range joints {
			stuck += one(j < best-100)
		}
		switch features := stat.Mean(rates[1], nil); variant.name {
		case "loadings of a row integrated out":
			without = features
		case "and singletons traded for noise":
			trade = features
		case "and splits and merges (default)":
			if stuck > 0 {
				t.Errorf("%d of %d chains of the default stay in a lower mode", stuck, seeds)
			}
		}
		fmt.Fprintf(&b, "| %s | %.2f |", variant.name, 1000*cost)
		for q := range quantities {
			mean, sd := stat.MeanStdDev(rates[q], nil)
			fmt.Fprintf(&b, " %.0f ± %.0f |", mean, 2.26*sd/math.Sqrt(seeds))
		}
		fmt.Fprintf(&b, " %d |\n", stuck)
	}
	publish(t, "factors-mixing", b.String())
	// Trading is what makes K mix; and the default finds the mode.
	if trade < 1.5*without {
		t.Errorf("with singletons traded there are %.0f effective numbers of factors a second, without %.0f", trade, without)
	}
}

// TestValidateFactorSpeed runs 1,000 sweeps of a table of 12,557 items and 171 cases.
func TestValidateFactorSpeed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 12557))
	data := sparseStudy(12557, 12, 171, 2, rng).Dataset(0, rng)
	wall, begun := time.Now(), inferencetest.ProcessorTime()
	c := settledChain(t, Model{}, data, nil, 1000, 2)
	took, cpu := time.Since(wall), inferencetest.ProcessorTime()-begun
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	c.Snapshot()
	text := fmt.Sprintf(
		"| 12,557 × 171, 12 true factors | 1000 sweeps |\n|---|---|\n| wall clock, two threads | %.0f s |\n| processor time | %.0f s |\n| greatest memory of the process, making the data included | %d MB |\n| factors at the end | %d |\n| draws kept | %d of %d MB |\n",
		took.Seconds(), cpu.Seconds(), u.Maxrss>>10, c.state.Factors(), len(c.draws.Draws), bytesOf(c.draws.Draws)>>20)
	publish(t, "factors-speed", text)
	if cpu > 100*time.Second || u.Maxrss>>10 > 600 {
		t.Errorf("1000 sweeps took %v of processor time and %d MB", cpu, u.Maxrss>>10)
	}
}

// chainAt is a chain that starts from the truth, so that tables of all sizes have the same factors.
func chainAt(t *testing.T, study *inferencetest.FactorStudy, data *inference.Dataset) *chain {
	c := chainWith(t, data, 1, nil, allMoves)
	iterate(t, c)
	d, k := study.G.Dims()
	f := &loadings.Frozen{NextID: k, X: study.X.RawMatrix().Data, Rho: make([]float64, k), Alpha: 2, Common: 1, BLambda: 1,
		BPsi: 1}
	for range d {
		f.Tau = append(f.Tau, 1/study.Noise)
	}
	for j := range k {
		var items []int32
		var values []float64
		for i := range d {
			if g := study.G.At(i, j); g != 0 {
				items, values = append(items, int32(i)), append(values, g)
			}
		}
		f.IDs, f.Lambda, f.Items, f.Values = append(f.IDs, j), append(f.Lambda, 1), append(f.Items, items),
			append(f.Values, values)
	}
	c.state = nil
	c.prepare()
	c.state.Thaw(f)
	c.sweeper = loadings.NewSweeper(c.state, false, c.rng)
	for range 5 {
		iterate(t, c)
	}
	return c
}

// TestValidateFactorGrowth measures how a sweep grows with items and with cases: the least processor time of five
// blocks of sweeps at each size, and the slope of its logarithm.
func TestValidateFactorGrowth(t *testing.T) {
	var b strings.Builder
	b.WriteString(
		"| items × cases | missing | processor time a sweep, ms | K | links an item | slope |\n|---|---|---|---|---|---|\n")
	for _, missing := range []float64{0, 0.1} {
		for _, sizes := range [][][2]int{{{1500, 171}, {3000, 171}, {6000, 171}, {12000, 171}},
			{{1500, 171}, {1500, 342}, {1500, 684}, {1500, 1368}}} {
			var names, times, factors, links []string
			var x, y []float64
			for _, size := range sizes {
				rng := rand.New(rand.NewPCG(5, 7))
				study := sparseStudy(size[0], 12, size[1], 2, rng)
				c := chainAt(t, study, study.Dataset(missing, rng))
				least := math.Inf(1)
				for range 5 {
					begun := inferencetest.ProcessorTime()
					for range 4 {
						iterate(t, c)
					}
					least = min(least, (inferencetest.ProcessorTime()-begun).Seconds()/4)
				}
				names, times = append(names, fmt.Sprintf("%d × %d", size[0], size[1])),
					append(times, fmt.Sprintf("%.1f", 1000*least))
				factors, links = append(factors, fmt.Sprint(c.scalars[1])),
					append(links, fmt.Sprintf("%.1f", c.scalars[3]/float64(size[0])))
				x, y = append(x, math.Log(float64(size[0]*size[1]))), append(y, math.Log(least))
			}
			_, slope := stat.LinearRegression(x, y, nil, false)
			fmt.Fprintf(&b, "| %s | %.0f %% | %s | %s | %s | %.2f |\n", strings.Join(names, ", "),
				100*missing, strings.Join(times, ", "),
				strings.Join(factors, ", "), strings.Join(links, ", "), slope)
			if slope > 1.15 {
				t.Errorf("the slope over %v is %.2f", names, slope)
			}
		}
	}
	publish(t, "factors-growth", b.String())
}
