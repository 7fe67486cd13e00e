//go:build validate

package search

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
)

// posteriorGroups scores draws of method mcmc: two chains of pydt, some sixty trees of the second half of each.
func posteriorGroups(t *testing.T, data *inference.Dataset, a inference.Annotation) (purity, index pitmanyor.Moment) {
	t.Helper()
	const sweeps, trees = 1500, 60
	var p, r []float64
	for chain := range uint64(2) {
		c := chainOn(t, data, 100+chain, sweeps)
		last := forest.DrawsOf(c.Snapshot())
		last = last[len(last)/2:]
		for i := 0; i < len(last); i += max(len(last)/trees, 1) {
			g := scoreGroups(last[i].Tree, data, a)
			p, r = append(p, g.purity), append(r, g.rand)
		}
	}
	moment := func(x []float64) pitmanyor.Moment {
		mean, se := pydttest.MeanAndError(x)
		return pitmanyor.Moment{Mean: mean, Deviation: se * math.Sqrt(float64(len(x)))}
	}
	return moment(p), moment(r)
}

// TestValidateQualityGroups holds the trees against the annotated groups. It fails where ddt is far behind Ward
// linkage, or pydt further behind the mean of its posterior than a draw of that is from it.
func TestValidateQualityGroups(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "quality-groups", b)
	const seeds = 5
	b.WriteString(
		"\nAnnotated groups: dendrogram purity / adjusted Rand index at the true number of groups, after 200 search\n" +
			"steps, centred and scaled; means of five seeds, with standard deviations where they are above 0.005. Ward linkage is on the\n" +
			"same numbers. `mcmc` are draws of pydt, two chains of 1,500 sweeps without the first half, with the deviation of a draw. The\n" +
			"last two columns fix the noise at a fifth of the data's variance.\n\n" +
			"| sample, groups | Ward | ddt | ddt, random orders | pydt | pydt, random orders | pydt, mcmc | ddt, noise 0.2 | ddt, noise 0.2, random orders |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, c := range [][2]string{{"olive_oils", "region"}, {"olive_oils", "area"}, {"tissue_expression", "tissue"},
		{"animals", "class"}, {"penguins", "species"}, {"iris", "species"}} {
		data, a := sampleWithGroups(t, c[0], c[1])
		w := wardScores(data, a)
		drawn, drawnIndex := posteriorGroups(t, data, a)
		fmt.Fprintf(b, "| %s, %s | %.3f / %.3f", c[0], c[1], w.purity, w.rand)
		for _, v := range []struct {
			model searched
			start string
			noise string
		}{{ddt, "both", ""}, {ddt, "random", ""}, {pydt, "both", ""}, {pydt, "random", ""}, {ddt, "both", "0.2"},
			{ddt, "random", "0.2"}} {
			s := byDefault(v.model)
			if err := s.Set("start", v.start); err != nil {
				t.Fatal(err)
			}
			if v.noise != "" {
				if err := s.Set("noise", v.noise); err != nil {
					t.Fatal(err)
				}
				if err := s.Fix("noise", true); err != nil {
					t.Fatal(err)
				}
			}
			var purity, index []float64
			for seed := range uint64(seeds) {
				f, _ := runSettings(t, v.model, data, s, seed+1, 200, 2)
				g := scoreGroups(forest.Best(f.Snapshot()), data, a)
				purity, index = append(purity, g.purity), append(index, g.rand)
			}
			p, pe := pydttest.MeanAndError(purity)
			r, re := pydttest.MeanAndError(index)
			fmt.Fprintf(b, " | %s / %s", spread3(p, pe*math.Sqrt(seeds)), spread3(r, re*math.Sqrt(seeds)))
			byDefault := v.start == "both" && v.noise == ""
			switch name := v.model.Info().Name; {
			case byDefault && name == "ddt" && !(p >= w.purity-0.1 && r >= w.rand-0.25):
				t.Errorf("%s, %s, ddt: %.3f / %.3f, Ward linkage has %.3f / %.3f", c[0], c[1], p, r, w.purity, w.rand)
			case byDefault && name == "pydt" && !(p >= drawn.Mean-drawn.Deviation && r >= drawnIndex.Mean-drawnIndex.Deviation):
				t.Errorf("%s, %s, pydt: %.3f / %.3f, its posterior has %.3f / %.3f", c[0], c[1], p, r, drawn, drawnIndex)
			case name == "pydt" && v.start == "random":
				fmt.Fprintf(b, " | %.2f ± %.2f / %.2f ± %.2f", drawn.Mean, drawn.Deviation, drawnIndex.Mean, drawnIndex.Deviation)
			}
		}
		b.WriteString(" |\n")
	}
}

// spread3 writes a mean, with its standard deviation where that shows.
func spread3(mean, deviation float64) string {
	if deviation < 0.005 {
		return fmt.Sprintf("%.3f", mean)
	}
	return fmt.Sprintf("%.2f ± %.2f", mean, deviation)
}
