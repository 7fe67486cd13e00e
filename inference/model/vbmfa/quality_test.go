//go:build validate

package vbmfa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// clusters draws points of clusters with the given numbers of dimensions in p columns,
// whose centres are no nearer than apart.
func clusters(dims []int, p, each int, spread, apart float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(len(dims)*each, p, nil)
	var centres [][]float64
	for s, k := range dims {
		mean, load := make([]float64, p), mat.NewDense(p, max(k, 1), nil)
		for near := true; near; {
			for q := range mean {
				mean[q] = spread * rng.NormFloat64()
			}
			near = slices.ContainsFunc(centres, func(c []float64) bool {
				square := 0.0
				for q, v := range c {
					square += (v - mean[q]) * (v - mean[q])
				}
				return math.Sqrt(square) < apart
			})
		}
		centres = append(centres, slices.Clone(mean))
		for q := range mean {
			for l := range k {
				load.Set(q, l, rng.NormFloat64())
			}
		}
		fill(x, s*each, each, mean, load, k, 0.3, rng)
	}
	return x
}

// embedded draws clusters as Beal 4.5.2: unit variance along dims random orthogonal directions
// of ten, centres uniform on [0, 3], noise of variance 0.01.
func embedded(dims []int, each int, rng *rand.Rand) *mat.Dense {
	const p = 10
	x := mat.NewDense(len(dims)*each, p, nil)
	for s, k := range dims {
		mean, random := make([]float64, p), mat.NewDense(p, p, nil)
		for q := range mean {
			mean[q] = 3 * rng.Float64()
			for l := range p {
				random.Set(q, l, rng.NormFloat64())
			}
		}
		var qr mat.QR
		qr.Factorize(random)
		var turn mat.Dense
		qr.QTo(&turn)
		fill(x, s*each, each, mean, &turn, k, 0.1, rng)
	}
	return x
}

// fill draws rows of a factor analyser.
func fill(x *mat.Dense, at, each int, mean []float64, load *mat.Dense, k int, noise float64, rng *rand.Rand) {
	for i := range each {
		row := slices.Clone(mean)
		for l := range k {
			f := rng.NormFloat64()
			for q := range row {
				row[q] += load.At(q, l) * f
			}
		}
		for q := range row {
			row[q] += noise * rng.NormFloat64()
		}
		x.SetRow(at+i, row)
	}
}

// started returns the fit of no births that starts with the rows in groups of so many.
func started(t *testing.T, x *mat.Dense, each int, seed uint64, set map[string]string) *fit {
	n, _ := x.Dims()
	s := Model{}.Info().Defaults()
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	for k, v := range map[string]string{"births": "false", "start": "one"} {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := Model{}.New(dataset(x), s, inference.Streams{Seed: seed}, 2)
	if err != nil {
		t.Fatal(err)
	}
	f := st.(*fit)
	group := make([]int, n)
	for i, r := range f.d.order {
		group[i] = r / each
	}
	f.search.Mixture.Components = nil
	f.search.Mixture.populate(group, n/each, f.factors, rand.New(rand.NewPCG(seed, 77)))
	for {
		r, err := f.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			return f
		}
	}
}

// shortfall says on how many fits the bound ends below that of a fit started at the truth, and how far at most.
type shortfall struct {
	count int
	most  float64
}

// add compares a fit with the other.
func (s *shortfall) add(found, truth *fit) {
	if gap := truth.search.Mixture.bound().total() - found.search.Mixture.bound().total(); gap > 1 {
		s.count, s.most = s.count+1, max(s.most, gap)
	}
}

func (s shortfall) String() string {
	if s.count == 0 {
		return "none"
	}
	return fmt.Sprintf("%d, by %.0f nats at most", s.count, s.most)
}

// dimensions returns the number of active factors of each component, in order.
func dimensions(f *fit) (out []int) {
	for _, c := range f.publish(f.search.Mixture).Components {
		out = append(out, c.Dimension())
	}
	slices.Sort(out)
	return out
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
	write(t, name, "\n| data | wanted | found |\n|---|---|---|\n"+rows)
}

// write writes a table.
func write(t *testing.T, name, text string) {
	t.Log("\n" + text)
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestValidateMixturesSpiral fits the spiral of Beal 4.5.3 from one component to the end.
func TestValidateMixturesSpiral(t *testing.T) {
	within, sizes, least, mean, seconds, slowest := 0, []int{}, 0.0, 0.0, 0.0, 0.0
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 1))
		x, fresh := spiral(800, rng), spiral(1000, rng)
		began := inferencetest.ProcessorTime().Seconds()
		f := completeRun(t, Model{}, x, seed, map[string]string{"k_max": "2"})
		took := inferencetest.ProcessorTime().Seconds() - began
		seconds, slowest = seconds+took/10, max(slowest, took)
		size, density := len(f.search.Mixture.Components), heldOut(t, f, fresh)
		if size >= 11 && size <= 15 && density >= -7.25 {
			within++
		}
		sizes, least, mean = append(sizes, size), min(least, density), mean+density/10
	}
	report(t, "mixtures-spiral", fmt.Sprintf(
		"| spiral, 800 × 3, two factors at most, ten seeds | 11 to 15 components, held-out log density ≥ −7.25, on nine; 1.5 s | on %d; %v components, density %.3f on average, %.3f at worst; %.1f s of processor time, %.1f at most |\n",
		within, sizes, mean, least, seconds, slowest))
	if within < 9 {
		t.Errorf("spiral: as wanted on %d seeds", within)
	}
}

// TestValidateMixturesClusters counts clusters and their dimensions (Beal 4.5.1-4.5.2).
func TestValidateMixturesClusters(t *testing.T) {
	var rows strings.Builder
	rows.WriteString(
		"\n| data | wanted | found | seeds whose bound ends below that of a fit started at the true clusters |\n|---|---|---|---|\n")
	for _, trial := range []struct {
		name   string
		apart  float64
		wanted int
	}{{"no two nearer than six standard deviations", 1.8, 9}, {"wherever they fall", 0, 0}} {
		found, right, want, below := []int{}, 0, "18 on nine", shortfall{}
		if trial.wanted == 0 {
			want = "–"
		}
		for seed := range uint64(10) {
			x := clusters(make([]int, 18), 2, 50, 6, trial.apart, rand.New(rand.NewPCG(seed, 3)))
			f := completeRun(t, Model{}, x, seed, nil)
			below.add(f, started(t, x, 50, seed, nil))
			size := len(f.search.Mixture.Components)
			if found = append(found, size); size == 18 {
				right++
			}
		}
		fmt.Fprintf(&rows,
			"| 18 clusters of 50 in the plane, centres drawn with six, %s, ten seeds | %s | 18 on %d: %v | %v |\n", trial.name,
			want, right, found, below)
		if right < trial.wanted {
			t.Errorf("18 clusters, %s: on %d seeds", trial.name, right)
		}
	}
	dims := []int{7, 4, 3, 2, 2, 1}
	for _, trial := range []struct {
		name string
		draw func(rng *rand.Rand) *mat.Dense
	}{
		{"as Beal's: orthogonal unit loadings, centres on [0, 3], noise with 0.1",
			func(rng *rand.Rand) *mat.Dense { return embedded(dims, 300, rng) }},
		{"loadings drawn with one, centres with three, noise with 0.3",
			func(rng *rand.Rand) *mat.Dense { return clusters(dims, 10, 300, 3, 0, rng) }},
	} {
		exact, others, below := 0, []string{}, shortfall{}
		for seed := range uint64(10) {
			x, set := trial.draw(rand.New(rand.NewPCG(seed, 3))), map[string]string{"k_max": "7"}
			f := completeRun(t, Model{}, x, seed, set)
			below.add(f, started(t, x, 300, seed, set))
			if d := dimensions(f); slices.Equal(d, []int{1, 2, 2, 3, 4, 7}) {
				exact++
			} else {
				others = append(others, fmt.Sprint(d))
			}
		}
		fmt.Fprintf(&rows,
			"| six clusters of 300 of 7, 4, 3, 2, 2 and 1 dimensions in ten; %s | exact on nine of ten seeds | exact on %d%s | %v |\n",
			trial.name, exact, strings.Join(append([]string{""}, others...), ", "), below)
		if exact < 9 {
			t.Errorf("six clusters, %s: exact on %d seeds", trial.name, exact)
		}
	}
	write(t, "mixtures-clusters", rows.String())
}

// TestValidateMixturesSizes makes table 4.1 of Beal again: the six clusters with fewer points.
func TestValidateMixturesSizes(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("\n| points a cluster | dimensions found, five seeds |\n|---|---|\n")
	for _, each := range []int{8, 16, 32, 64, 128} {
		var found []string
		exact := 0
		for seed := range uint64(5) {
			f := completeRun(t, Model{}, embedded([]int{7, 4, 3, 2, 2, 1}, each, rand.New(rand.NewPCG(seed, 3))), seed,
				map[string]string{"k_max": "7", "space": ofColumns})
			found = append(found, strings.Trim(fmt.Sprint(dimensions(f)), "[]"))
			if found[seed] == "1 2 2 3 4 7" {
				exact++
			}
		}
		if each >= 64 && exact < 4 {
			t.Errorf("%d points a cluster: all dimensions on %d of 5 seeds; Beal finds them from 64 points on", each, exact)
		}
		fmt.Fprintf(&rows, "| %d | %s |\n", each, strings.Join(found, "; "))
	}
	write(t, "mixtures-sizes", rows.String())
}

// digits returns the table of drawn digits, centred and scaled as a whole.
func digits(t *testing.T) (*inference.Dataset, inference.Annotation) {
	table, err := sampledata.Open("digits8x8")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, ScaleAll: true})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := table.AnnotationByName("digit")
	return data, a
}

// TestValidateMixturesDigits compares components with the digits drawn, with and without a limit to
// their number, and for both kinds of noise; for this table auto is isotropic.
func TestValidateMixturesDigits(t *testing.T) {
	data, a := digits(t)
	var rows strings.Builder
	for _, trial := range []struct {
		noise, most string
		seeds       int
	}{{"auto", "0", 5}, {"auto", "40", 5}, {"columns", "0", 2}} {
		var found []string
		mean, plain, slowest, sizes, bound := 0.0, 0.0, 0.0, 0.0, 0.0
		for seed := range uint64(trial.seeds) {
			began := inferencetest.ProcessorTime().Seconds()
			f := fitted(t, Model{}, data, seed, map[string]string{"k_max": "6", "noise": trial.noise, "s_max": trial.most})
			slowest = max(slowest, inferencetest.ProcessorTime().Seconds()-began)
			size := len(f.search.Mixture.Components)
			accuracy := majority(partition.LabelsOf(f.Snapshot()), a.Codes, size, len(a.Levels))
			mean, sizes = mean+accuracy/float64(trial.seeds), sizes+float64(size)/float64(trial.seeds)
			bound += f.search.Value / float64(trial.seeds)
			plain += centres(f.d, a, size, seed) / float64(trial.seeds)
			found = append(found, fmt.Sprintf("%.3f with %d", accuracy, size))
			t.Log(trial.noise, found[seed], slowest)
		}
		limit := "as many components as the bound wants"
		if trial.most != "0" {
			limit = trial.most + " components at most"
		}
		fmt.Fprintf(&rows,
			"| digits8x8, 1,797 × 64, six factors at most, %s, noise %s, %d seeds | accuracy by majority ≥ 0.92 with at most 40 components, above k-means, in 60 s | %.3f with %.1f on average (%s); k-means with as many centres %.3f; bound %.0f on average; %.0f s of processor time at most |\n",
			limit, trial.noise, trial.seeds, mean, sizes, strings.Join(found, ", "), plain, bound, slowest)
		if trial.noise == "auto" && (mean < 0.92 || mean <= plain || slowest > 60) || trial.most != "0" && sizes > 40 {
			t.Errorf("%s: accuracy %.3f with %.1f components, k-means %.3f, %.0f s", limit, mean, sizes, plain, slowest)
		}
	}
	report(t, "mixtures-digits", rows.String())
}

// centres returns the accuracy by majority of k-means with so many centres.
func centres(d *rows, a inference.Annotation, count int, seed uint64) float64 {
	nearest := kmeans(d, count, rand.New(rand.NewPCG(seed, 4)))
	ordered := make([]int, len(nearest))
	for i, k := range nearest {
		ordered[d.order[i]] = k
	}
	return majority(ordered, a.Codes, count, len(a.Levels))
}
