//go:build validate

package catalog_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"

	"gonum.org/v1/gonum/mat"
)

// A factorRun is one chain, or one fit of a model that does not sample.
type factorRun struct {
	stepper  inference.Stepper
	snapshot *inference.Snapshot
	features []float64 // K of each sweep; nil where the model does not find it
	common   []float64 // factors of two items or more
}

// fitFactors runs a model for this many sweeps, or to its end.
func fitFactors(t *testing.T, c contender, data *inference.Dataset, seed uint64) factorRun {
	t.Helper()
	m, err := catalog.Find(c.model)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Info().Defaults()
	if s.Has("goal") && c.set["goal"] == "" { // what is compared is how well models predict
		_ = s.Set("goal", "predict")
	}
	for name, v := range c.set {
		if fixed, ok := strings.CutSuffix(name, "!"); ok {
			name = fixed
			if err := s.Fix(name, true); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	info := inference.InfoFor(m, s)
	if _, err := m.Check(data, s); err != nil {
		t.Fatal(err)
	}
	st, err := m.New(data, s, inference.Streams{Seed: seed}, 1)
	if err != nil {
		t.Fatal(err)
	}
	at, common := slices.Index(info.Scalars, factors.Features), slices.Index(info.Scalars, factors.Common)
	r := factorRun{stepper: st}
	done := -1
	for done < c.iterations {
		report, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if report.Scalars != nil {
			done++
			if at >= 0 {
				r.features = append(r.features, report.Scalars[at])
			}
			if common >= 0 {
				r.common = append(r.common, report.Scalars[common])
			}
		}
		if report.Done {
			break
		}
	}
	r.snapshot = st.Snapshot()
	return r
}

// loadingsOf returns the loadings of the last ten draws that were kept, or of the estimate.
func loadingsOf(s *inference.Snapshot, items int) (all []*mat.Dense) {
	samples := factor.DrawsOf(s)
	if len(samples) == 0 {
		return []*mat.Dense{factor.StateOf(s).Loadings}
	}
	for _, d := range samples[max(0, len(samples)-10):] {
		var g *mat.Dense
		if k := len(d.State.Items); k > 0 {
			g = mat.NewDense(items, k, nil)
			for j, of := range d.State.Items {
				for i, item := range of {
					g.Set(int(item), j, float64(d.State.Values[j][i]))
				}
			}
		}
		all = append(all, g)
	}
	return all
}

// box returns least, quartiles and greatest.
func box(x []float64) (b [5]float64) {
	s := slices.Sorted(slices.Values(x))
	for i, p := range []float64{0, 0.25, 0.5, 0.75, 1} {
		at := p * float64(len(s)-1)
		low := int(at)
		high := min(low+1, len(s)-1)
		b[i] = s[low] + (at-float64(low))*(s[high]-s[low])
	}
	return b
}

func writeTable(t *testing.T, name, text string) {
	t.Helper()
	t.Log("\n" + text)
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func withFactors(k int, more ...string) map[string]string {
	set := map[string]string{"factors": fmt.Sprint(k)}
	for i := 0; i+1 < len(more); i += 2 {
		set[more[i]] = more[i+1]
	}
	return set
}

// studies are ten data sets on the connectivity matrix: 100 samples, signal to noise 10.
func studies(n int) (all []*inferencetest.FactorStudy) {
	for i := range uint64(n) {
		all = append(all, inferencetest.NewFactorStudy(inferencetest.Connectivity(), 100, 10, rand.New(rand.NewPCG(2012, i))))
	}
	return all
}

// TestValidateFactorsStudy is the study of Knowles (2012), section 3.3.1, on a connectivity
// matrix of the same shape: reconstruction errors as in figure 3.4 and the posterior of K as
// in figure 3.5.
func TestValidateFactorsStudy(t *testing.T) {
	const sweeps = 1000
	list := []contender{
		{"nsfa", "nsfa", nil, 1, sweeps},
		{"nsfa, α = 1", "nsfa", map[string]string{"alpha!": "1"}, 1, sweeps},
		{"nsfa, power of noise", "nsfa", map[string]string{"share_power": "noise"}, 1, sweeps},
		{"nsfa, power not shared", "nsfa", map[string]string{"share_power": "none"}, 1, sweeps},
		{"nsfa, one noise", "nsfa", map[string]string{"noise": "shared"}, 1, sweeps},
		{"nsfa, one noise, α = 1", "nsfa", map[string]string{"noise": "shared", "alpha!": "1"}, 1, sweeps},
	}
	kinds := len(list)
	for _, k := range []int{16, 20} {
		for _, name := range []string{"sfa", "bfrm", "fok", "spca", "afa", "fa"} {
			iterations := sweeps
			if name == "spca" {
				iterations = 5000
			}
			list = append(list, contender{fmt.Sprintf("%s %d", name, k), name, withFactors(k), 1, iterations})
		}
	}
	list = append(list, contender{"pca 16", "pca", withFactors(16), 1, 1000})
	all := studies(10)
	errors := map[string][]float64{}
	total, common := map[string][]counted{}, map[string][]counted{}
	var plain []string // of each data set: factors with two loadings that stand out
	for i, study := range all {
		data := study.Dataset(0, nil)
		plain = append(plain, fmt.Sprint(study.StandOut()))
		for _, c := range list {
			r := fitFactors(t, c, data, uint64(i)+1)
			sum := 0.0
			draws := loadingsOf(r.snapshot, 100)
			for _, g := range draws {
				sum += inferencetest.ReconstructionError(study.G, g) / float64(len(draws))
			}
			errors[c.name] = append(errors[c.name], sum)
			if r.common != nil {
				total[c.name], common[c.name] = append(total[c.name], count(r.features, 16)),
					append(common[c.name], count(r.common, 16))
			}
		}
		t.Logf("data set %d: %v", i+1, errors["nsfa"][i])
	}
	var b strings.Builder
	b.WriteString("\n| model | least | quartile | median | quartile | greatest |\n|---|---|---|---|---|---|\n")
	for _, c := range list {
		q := box(errors[c.name])
		fmt.Fprintf(&b, "| %s | %.4f | %.4f | **%.4f** | %.4f | %.4f |\n", c.name, q[0], q[1], q[2], q[3], q[4])
	}
	b.WriteString("\n| model | mean K | K = 16 | mean of common factors | 16 of them | most frequent number of them, by data set |\n|---|---|---|---|---|---|\n")
	fmt.Fprintf(&b, "| the truth: factors with two loadings above four standard errors | | | | | %s |\n",
		strings.Join(plain, ", "))
	for _, c := range list[:kinds] {
		fmt.Fprintf(&b, "| %s |", c.name)
		for _, counts := range [][]counted{total[c.name], common[c.name]} {
			mean, share := 0.0, 0.0
			for _, k := range counts {
				mean += k.mean / float64(len(all))
				share += k.right / float64(len(all))
			}
			fmt.Fprintf(&b, " %.2f | %.0f %% |", mean, 100*share)
		}
		var modes []string
		for _, k := range common[c.name] {
			modes = append(modes, fmt.Sprint(k.mode))
		}
		fmt.Fprintf(&b, " %s |\n", strings.Join(modes, ", "))
	}
	writeTable(t, "factors-study", b.String())
	if best := box(errors["nsfa"])[2]; best > box(errors["fa 16"])[2]/5 || best > box(errors["afa 16"])[2]/5 ||
		best > box(errors["spca 16"])[2]/5 {
		t.Errorf("the median error of nsfa, %v, is not far below those of fa, afa and spca", best)
	}
	for _, c := range list[:kinds] {
		var means []float64
		for _, k := range common[c.name] {
			means = append(means, k.mean)
		}
		if k := box(means)[2]; !strings.Contains(c.name, "power not") && !(math.Abs(k-16) <= 0.5) {
			t.Errorf("%s: the median over data sets of the mean number of common factors is %v", c.name, k)
		}
	}
}

// counted is what the second half of a chain says of a number.
type counted struct {
	mean, right float64 // right is the share of the draws that have the true number
	mode        int
}

func count(trace []float64, truth int) (c counted) {
	kept := trace[len(trace)/2:]
	times := map[int]int{}
	for _, k := range kept {
		c.mean += k / float64(len(kept))
		times[int(k)]++
	}
	for k, n := range times {
		if n > times[c.mode] || n == times[c.mode] && k < c.mode {
			c.mode = k
		}
	}
	c.right = float64(times[truth]) / float64(len(kept))
	return c
}

// TestValidateFactorsConvergence is figure 3.6: sweeps from no factor at all until 15 and 16
// are in the model, by proposal of singletons.
func TestValidateFactorsConvergence(t *testing.T) {
	const sweeps, seeds = 1000, 10
	data := studies(1)[0].Dataset(0, nil)
	const byDefault = "rate × 10 and 0.1 on one, the default"
	medians := map[string]float64{}
	var b strings.Builder
	b.WriteString("\n| proposal | update | sweeps until K = 15: median (range) | until K = 16 | seeds of 10 that reach 16 | mean K of the last 500 sweeps |\n|---|---|---|---|---|---|\n")
	for _, p := range []struct{ name, update, rate, one string }{
		{"prior", "plain", "1", "0"}, {"prior and 0.1 on one", "plain", "1", "0.1"}, {"rate × 10", "plain", "10", "0"},
		{"prior", "collapsed", "1", "0"}, {byDefault, "collapsed", "10", "0.1"},
	} {
		var at [2][]float64
		reached, mean := 0, 0.0
		for seed := range uint64(seeds) {
			r := fitFactors(t, contender{p.name, "nsfa", map[string]string{"update": p.update, "start": "empty",
				"proposal_rate": p.rate, "proposal_one": p.one}, 1, sweeps}, data, seed+1)
			for i, k := range []float64{15, 16} {
				first := slices.IndexFunc(r.features, func(x float64) bool { return x >= k })
				if first < 0 {
					at[i] = append(at[i], math.Inf(1))
					continue
				}
				at[i] = append(at[i], float64(first))
				reached += i
			}
			for _, k := range r.features[sweeps/2:] {
				mean += k / float64(seeds*(len(r.features)-sweeps/2))
			}
		}
		words := func(x []float64) string {
			s := slices.Sorted(slices.Values(x))
			text := func(v float64) string {
				if math.IsInf(v, 1) {
					return "never"
				}
				return fmt.Sprintf("%.0f", v)
			}
			return fmt.Sprintf("%s (%s to %s)", text(s[len(s)/2]), text(s[0]), text(s[len(s)-1]))
		}
		if _, plain := medians[p.name]; !plain {
			medians[p.name] = slices.Sorted(slices.Values(at[0]))[seeds/2]
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d | %.2f |\n", p.name, p.update, words(at[0]), words(at[1]), reached, mean)
	}
	writeTable(t, "factors-convergence", b.String())
	if slow, quick := medians["prior"], medians[byDefault]; !(quick < slow) {
		t.Errorf("15 factors are there after %v sweeps by default and %v from the prior", quick, slow)
	}
}
