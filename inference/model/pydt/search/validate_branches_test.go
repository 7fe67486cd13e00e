//go:build validate

package search

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/sampledata"
)

// posteriorOf returns the number of branch points and the noise by method mcmc: two chains, pooled.
func posteriorOf(t *testing.T, data *inference.Dataset, sweeps int) (points, noise pitmanyor.Moment) {
	t.Helper()
	mean, square := map[string]float64{}, map[string]float64{}
	for chain := range uint64(2) {
		c := chainOn(t, data, 100+chain, sweeps)
		for _, m := range c.Snapshot().Scalars {
			mean[m.Name] += m.Mean / 2
			square[m.Name] += (m.Mean*m.Mean + m.StandardDeviation*m.StandardDeviation) / 2
		}
	}
	of := func(name string) pitmanyor.Moment {
		return pitmanyor.Moment{Mean: mean[name], Deviation: math.Sqrt(max(square[name]-mean[name]*mean[name], 0))}
	}
	return of("branch_points"), of("noise")
}

// TestValidateBranchPointsOfSamples holds the number of branch points of method em against
// the posterior that method mcmc draws from: of the best tree, as its pilot expects it, and
// as the supports of the best tree's branches add up to. It holds the noise against the posterior's too.
func TestValidateBranchPointsOfSamples(t *testing.T) {
	b := new(strings.Builder)
	n := new(strings.Builder)
	defer func() {
		pydttest.WriteTable(t, "branch-points-samples", b)
		pydttest.WriteTable(t, "noise-samples", n)
	}()
	const seeds = 10
	fmt.Fprintf(b,
		"\nSamples, %d seeds of `em` of 200 steps, two chains of `mcmc` of 1,500 sweeps. Deviations are those of the posterior.\n\n",
		seeds)
	b.WriteString(
		"| sample | rows | `mcmc` | best trees of `em` | deviations off | expected, each seed | deviations off | supported |\n|---|---|---|---|---|---|---|---|\n")
	fmt.Fprintf(n, "\nThe variance of the noise in the same runs, in variances of a column.\n\n"+
		"| sample | `mcmc` | `em`, each seed | median of `em` |\n|---|---|---|---|\n")
	for _, name := range []string{"iris", "crabs", "animals", "wine", "penguins", "olive_oils", "square"} {
		table, err := sampledata.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		pre := inference.Preprocessing{Centre: true, Scale: true}
		if name == "animals" {
			pre = inference.Preprocessing{}
		}
		data, err := table.Prepare(pre)
		if err != nil {
			t.Fatal(err)
		}
		want, noise := posteriorOf(t, data, 1500)
		var best, expected, supported, noises []string
		var all []float64
		var meanBest, meanExpected float64
		for seed := range uint64(seeds) {
			f, _ := runFit(t, pydt, data, nil, seed+1, 200, 1)
			best = append(best, fmt.Sprintf("%.0f", f.Points))
			expected = append(expected, fmt.Sprintf("%.0f", f.Piloted.Points.Mean))
			supported = append(supported, fmt.Sprintf("%.0f", supportedOf(f.Current)))
			noises = append(noises, fmt.Sprintf("%.2g", f.Learned.Noise))
			all = append(all, f.Learned.Noise)
			meanBest += f.Points / seeds
			meanExpected += f.Piloted.Points.Mean / seeds
		}
		off, offExpected := (meanBest-want.Mean)/want.Deviation, (meanExpected-want.Mean)/want.Deviation
		fmt.Fprintf(b, "| %s | %d | %.0f ± %.0f | %s | %+.1f | %s | %+.1f | %s |\n", name,
			len(data.Rows), want.Mean, want.Deviation,
			strings.Join(best, ", "), off, strings.Join(expected, ", "), offExpected, strings.Join(supported, ", "))
		if name != "animals" { // zeros and ones have no noise to learn
			slices.Sort(all)
			median := (all[seeds/2-1] + all[seeds/2]) / 2
			fmt.Fprintf(n, "| %s | %.2g ± %.1g | %s | %.2g |\n", name, noise.Mean, noise.Deviation, strings.Join(noises, ", "),
				median)
			const little = 0.002 // where there is next to none, a short run ends before it has come down to that
			if !(math.Abs(median-noise.Mean) <= 2*noise.Deviation || max(median, noise.Mean) < little) ||
				name == "square" && !(all[0] >= noise.Mean/2) {
				t.Errorf("%s: noise %.2g, the posterior has %+v", name, all, noise)
			}
		}
		if !(math.Abs(offExpected) <= 1) {
			t.Errorf("%s: %.1f branch points are expected, the posterior has %+v", name, meanExpected, want)
		}
		if !(math.Abs(off) <= 1) {
			t.Errorf("%s: the best trees have %.1f branch points, the posterior has %+v", name, meanBest, want)
		}
	}
}

// TestValidateBranchPointsOfThePrior does so on rows drawn from the prior, against the reference that
// TestValidatePosteriorPoints keeps in testdata.
func TestValidateBranchPointsOfThePrior(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "branch-points-prior", b)
	reference := readReference(t)
	const seeds = 6
	fmt.Fprintf(b,
		"\nRows drawn from the prior with s² = 0.01: the number in truth, and the geometric means of numbers over the posterior's\n"+
			"mean, over N = 60, 120 and 200 and %d seeds of `em`. The posterior's is that of two chains, which start from detail and from few branch points.\n"+
			"They go on from %d sweeps (%d of two columns), at most to %d times as many, until they differ by less than %.0f %%.\n\n"+
			"| θ, α | D | truth | posterior | sweeps | best tree of `em` / posterior | expected / posterior | supported / posterior |\n|---|---|---|---|---|---|---|---|\n",
		seeds, referenceSweeps, referenceSweeps*fewColumns/2, 1<<(referenceRounds-1), 100*referenceShare)
	var logs [3]float64
	count := 0.0
	for _, c := range priorCases() {
		var truth, posterior, n float64
		var own [3]float64
		var sweeps []string
		for _, rows := range priorRows {
			draw := c.draw(rows)
			want, ok := reference[c.name(rows)]
			if !ok || want.print != fingerprint(draw.X) {
				t.Fatalf("%s: testdata has no reference of this table; run TestValidatePosteriorPoints", c.name(rows))
			}
			sweeps = append(sweeps, fmt.Sprint(want.sweeps))
			truth += float64(draw.Tree.Nodes() - rows)
			posterior += want.mean
			n++
			for seed := range uint64(seeds) {
				f, _ := runFit(t, pydt, pydttest.DatasetOf(draw.X), nil, seed+1, 200, 1)
				for i, x := range []float64{f.Points, f.Piloted.Points.Mean, supportedOf(f.Current)} {
					own[i] += math.Log(x/want.mean) / seeds
				}
			}
		}
		line := fmt.Sprintf("| %g, %g | %d | %.1f | %.1f | %s | %.2f | %.2f | %.2f |", c.theta, c.alpha,
			c.columns, truth/n, posterior/n,
			strings.Join(sweeps, ", "), math.Exp(own[0]/n), math.Exp(own[1]/n), math.Exp(own[2]/n))
		t.Log(line)
		b.WriteString(line + "\n")
		for i := range logs {
			logs[i] += own[i] / n
		}
		count++
	}
	fmt.Fprintf(b, "| all | | | | | **%.2f** | **%.2f** | **%.2f** |\n", math.Exp(logs[0]/count), math.Exp(logs[1]/count),
		math.Exp(logs[2]/count))
	for i, what := range []string{"best tree", "expected"} {
		if ratio := math.Exp(logs[i] / count); !(ratio >= 0.9 && ratio <= 1.1) {
			t.Errorf("%s: %.3f times the posterior's number of branch points", what, ratio)
		}
	}
}
