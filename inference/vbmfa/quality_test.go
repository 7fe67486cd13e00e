//go:build validate

package vbmfa

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/inference"
	"espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// clusters draws points of clusters with the given numbers of dimensions in p columns.
func clusters(dims []int, p, each int, spread float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(len(dims)*each, p, nil)
	for s, k := range dims {
		mean, load := make([]float64, p), mat.NewDense(p, max(k, 1), nil)
		for q := range mean {
			mean[q] = spread * rng.NormFloat64()
			for l := range k {
				load.Set(q, l, rng.NormFloat64())
			}
		}
		for i := range each {
			row := slices.Clone(mean)
			for l := range k {
				f := rng.NormFloat64()
				for q := range p {
					row[q] += load.At(q, l) * f
				}
			}
			for q := range p {
				row[q] += 0.3 * rng.NormFloat64()
			}
			x.SetRow(s*each+i, row)
		}
	}
	return x
}

// majority returns the share of the rows whose component has their label in most of its rows.
func majority(component, label []int, components, labels int) float64 {
	count := make([]int, components*labels)
	for i, c := range component {
		count[c*labels+label[i]]++
	}
	right := 0
	for c := range components {
		right += slices.Max(count[c*labels : (c+1)*labels])
	}
	return float64(right) / float64(len(label))
}

// report writes the rows of a table.
func report(t *testing.T, name, rows string) {
	text := "\n| data | wanted | found |\n|---|---|---|\n" + rows
	t.Log("\n" + text)
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestValidateMixturesSpiral fits the spiral of Beal 4.5.3 from one component to the end.
func TestValidateMixturesSpiral(t *testing.T) {
	within, sizes, least, mean := 0, []int{}, 0.0, 0.0
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 1))
		x, fresh := spiral(800, rng), spiral(1000, rng)
		f := completeRun(t, Model{}, x, seed, map[string]string{"k_max": "2"})
		size, density := len(f.search.Mixture.Components), heldOut(t, f, fresh)
		if size >= 11 && size <= 15 && density >= -7.25 {
			within++
		}
		sizes, least, mean = append(sizes, size), min(least, density), mean+density/10
	}
	report(t, "mixtures-spiral", fmt.Sprintf("| spiral, 800 × 3, two factors at most, ten seeds | 11 to 15 components, held-out log density ≥ −7.25, on nine | on %d; %v components, density %.3f on average, %.3f at worst |\n", within, sizes, mean, least))
	if within < 9 {
		t.Errorf("spiral: as wanted on %d seeds", within)
	}
}

// TestValidateMixturesClusters counts clusters and their dimensions (Beal 4.5.1-4.5.2).
func TestValidateMixturesClusters(t *testing.T) {
	found, right := []int{}, 0
	for seed := range uint64(10) {
		f := completeRun(t, Model{}, clusters(make([]int, 18), 2, 50, 6, rand.New(rand.NewPCG(seed, 3))), seed, nil)
		size := len(f.search.Mixture.Components)
		if found = append(found, size); size == 18 {
			right++
		}
	}
	exact, all := 0, []string{}
	for seed := range uint64(10) {
		f := completeRun(t, Model{}, clusters([]int{7, 4, 3, 2, 2, 1}, 10, 300, 3, rand.New(rand.NewPCG(seed, 3))), seed, map[string]string{"k_max": "7"})
		var dims []int
		for _, c := range f.publish(f.search.Mixture).Components {
			dims = append(dims, c.Dimension())
		}
		slices.Sort(dims)
		if slices.Equal(dims, []int{1, 2, 2, 3, 4, 7}) {
			exact++
		}
		all = append(all, fmt.Sprint(dims))
	}
	report(t, "mixtures-clusters", fmt.Sprintf("| 18 clusters of 50 in the plane, centres drawn with six, ten seeds | 18 on nine | 18 on %d: %v |\n", right, found)+
		fmt.Sprintf("| six clusters of 300 of 7, 4, 3, 2, 2 and 1 dimensions in ten | exact on nine of ten seeds | exact on %d: %s |\n", exact, strings.Join(all, ", ")))
}

// TestValidateMixturesDigits compares components with the digits drawn, for both kinds of noise.
func TestValidateMixturesDigits(t *testing.T) {
	table, err := sampledata.Open("digits8x8")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, ScaleAll: true})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := table.AnnotationByName("digit")
	var rows strings.Builder
	for _, trial := range []struct {
		noise string
		seeds int
	}{{"isotropic", 5}, {"columns", 2}} {
		noise, seeds := trial.noise, float64(trial.seeds)
		var found []string
		mean, plain, slowest, largest := 0.0, 0.0, 0.0, 0
		for seed := range uint64(trial.seeds) {
			began := time.Now()
			f := completeRun(t, Model{}, data.X, seed, map[string]string{"k_max": "6", "noise": noise})
			slowest = max(slowest, time.Since(began).Seconds())
			size := len(f.search.Mixture.Components)
			accuracy := majority(f.Snapshot().Labels[0].Value, a.Codes, size, len(a.Levels))
			mean, largest = mean+accuracy/seeds, max(largest, size)
			plain += centres(f.d, a, size, seed) / seeds
			found = append(found, fmt.Sprintf("%.3f with %d", accuracy, size))
			t.Log(noise, found[seed], slowest)
		}
		fmt.Fprintf(&rows, "| digits8x8, 1,797 × 64, six factors at most, noise %s, %d seeds | accuracy by majority ≥ 0.92 with at most 40 components, above k-means, in 60 s | %.3f on average (%s); k-means with as many centres %.3f; %.0f s at most |\n",
			noise, trial.seeds, mean, strings.Join(found, ", "), plain, slowest)
		if noise == "isotropic" && (mean < 0.92 || largest > 40 || mean <= plain) {
			t.Errorf("accuracy %.3f with up to %d components, k-means %.3f", mean, largest, plain)
		}
	}
	report(t, "mixtures-digits", rows.String())
}

// centres returns the accuracy by majority of k-means with so many centres.
func centres(d *rows, a inference.Annotation, count int, seed uint64) float64 {
	nearest := kmeans(d, seeds(d, count, rand.New(rand.NewPCG(seed, 4))), count)
	ordered := make([]int, len(nearest))
	for i, k := range nearest {
		ordered[d.order[i]] = k
	}
	return majority(ordered, a.Codes, count, len(a.Levels))
}
