//go:build validate

package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/inference"
	"espalier/sampledata"
)

// posteriorPoints returns the number of branch points by method mcmc: two chains, pooled.
func posteriorPoints(t *testing.T, data *inference.Dataset, sweeps int) Moment {
	t.Helper()
	var mean, square float64
	for chain := range uint64(2) {
		c := runChain(t, Model{}, data, mcmcSettings(t, Model{}, nil), 100+chain, sweeps)
		for _, m := range c.kept.moments() {
			if m.Name == "branch_points" {
				mean += m.Mean / 2
				square += (m.Mean*m.Mean + m.StandardDeviation*m.StandardDeviation) / 2
			}
		}
	}
	return Moment{mean, math.Sqrt(square - mean*mean)}
}

// TestValidateBranchPointsOfSamples holds the number of branch points of method em against
// the posterior that method mcmc draws from: of the best tree, as its pilot expects it, and
// as the supports of the best tree's branches add up to.
func TestValidateBranchPointsOfSamples(t *testing.T) {
	b := new(strings.Builder)
	defer writeTable(t, "branch-points-samples", b)
	const seeds = 3
	fmt.Fprintf(b, "\nSamples, %d seeds of `em` of 200 steps, two chains of `mcmc` of 1,500 sweeps. Deviations are those of the posterior.\n\n", seeds)
	b.WriteString("| sample | rows | `mcmc` | best trees of `em` | deviations off | expected, each seed | deviations off | supported |\n|---|---|---|---|---|---|---|---|\n")
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
		want := posteriorPoints(t, data, 1500)
		var best, expected, supported []string
		var meanBest, meanExpected float64
		for seed := range uint64(seeds) {
			f, _ := runFit(t, Model{}, data, nil, seed+1, 200, 1)
			best = append(best, fmt.Sprintf("%.0f", f.points))
			expected = append(expected, fmt.Sprintf("%.0f", f.piloted.Points.Mean))
			supported = append(supported, fmt.Sprintf("%.0f", f.current.supported()))
			meanBest += f.points / seeds
			meanExpected += f.piloted.Points.Mean / seeds
		}
		off, offExpected := (meanBest-want.Mean)/want.Deviation, (meanExpected-want.Mean)/want.Deviation
		fmt.Fprintf(b, "| %s | %d | %.0f ± %.0f | %s | %+.1f | %s | %+.1f | %s |\n", name, len(data.Rows), want.Mean, want.Deviation,
			strings.Join(best, ", "), off, strings.Join(expected, ", "), offExpected, strings.Join(supported, ", "))
		if math.Abs(offExpected) > 1 {
			t.Errorf("%s: %.1f branch points are expected, the posterior has %+v", name, meanExpected, want)
		}
	}
}

// TestValidateBranchPointsOfThePrior does so on rows drawn from the prior.
func TestValidateBranchPointsOfThePrior(t *testing.T) {
	b := new(strings.Builder)
	defer writeTable(t, "branch-points-prior", b)
	b.WriteString("\nRows drawn from the prior with s² = 0.01: the number in truth, and the geometric means of numbers over the posterior's\n" +
		"mean (two chains of 1,000 sweeps), over N = 60 and 120.\n\n" +
		"| θ, α | D | truth | posterior | best tree of `em` / posterior | expected / posterior | supported / posterior |\n|---|---|---|---|---|---|---|\n")
	var logs [3]float64
	count := 0.0
	for _, c := range [][2]float64{{0, 0}, {1, 0.2}, {2.3, 0.23}, {4, 0.5}} {
		for _, d := range []int{2, 5, 20, 50} {
			var truth, posterior, n float64
			var own [3]float64
			for _, rows := range []int{60, 120} {
				h := hyper{prior: NewPrior(c[0], c[1], rows), c: 1, sigma2: 1, noise: 0.01}
				draw := samplePrior(rows, d, make([]string, rows), h, rand.New(rand.NewPCG(uint64(rows), uint64(d))))
				data := datasetOf(draw.X)
				want := posteriorPoints(t, data, 1000)
				f, _ := runFit(t, Model{}, data, nil, 1, 200, 1)
				truth += float64(draw.Tree.Nodes() - rows)
				posterior += want.Mean
				for i, x := range []float64{f.points, f.piloted.Points.Mean, f.current.supported()} {
					own[i] += math.Log(x / want.Mean)
				}
				n++
			}
			fmt.Fprintf(b, "| %g, %g | %d | %.1f | %.1f | %.2f | %.2f | %.2f |\n", c[0], c[1], d, truth/n, posterior/n,
				math.Exp(own[0]/n), math.Exp(own[1]/n), math.Exp(own[2]/n))
			for i := range logs {
				logs[i] += own[i] / n
			}
			count++
		}
	}
	fmt.Fprintf(b, "| all | | | | **%.2f** | **%.2f** | **%.2f** |\n", math.Exp(logs[0]/count), math.Exp(logs[1]/count), math.Exp(logs[2]/count))
	for i, what := range []string{"best tree", "expected"} {
		if ratio := math.Exp(logs[i] / count); ratio < 0.9 || ratio > 1.1 {
			t.Errorf("%s: %.3f times the posterior's number of branch points", what, ratio)
		}
	}
}
