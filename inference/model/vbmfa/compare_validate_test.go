//go:build validate

package vbmfa

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// TestValidateMixturesClasses makes table 4.2 of Beal again on digits8x8: one mixture for each
// digit, learnt from n of its rows, classifies the others by its predictive density, sizes chosen
// by the bound (vbmfa) or by Schwarz's criterion (mlmfa). Five factors at most, as there.
// ESPALIER_REPEATS says how often, 3 unless set.
func TestValidateMixturesClasses(t *testing.T) {
	data, a := digits(t)
	repeats := 3
	if v, err := strconv.Atoi(os.Getenv("ESPALIER_REPEATS")); err == nil && v > 0 {
		repeats = v
	}
	var rows strings.Builder
	fmt.Fprintf(&rows,
		"\n| rows a digit | mlmfa, %% correct | components | vbmfa, %% correct | components |\n|---|---|---|---|---|\n")
	models := []inference.Model{Maximum{}, Model{}}
	for _, n := range []int{20, 40, 80, 120} {
		correct, size := make([][]float64, 2), make([]float64, 2)
		for repeat := range repeats {
			order := rand.New(rand.NewPCG(uint64(repeat), 6)).Perm(len(a.Codes))
			train, used := make([][]int, len(a.Levels)), map[int]bool{}
			for _, i := range order {
				if c := a.Codes[i]; len(train[c]) < n {
					train[c] = append(train[c], i)
					used[i] = true
				}
			}
			var test []int
			for i := range a.Codes {
				if !used[i] {
					test = append(test, i)
				}
			}
			for k, model := range models {
				best, class := make([]float64, len(test)), make([]int, len(test))
				for i := range best {
					best[i] = math.Inf(-1)
				}
				for c := range a.Levels {
					set := map[string]string{"k_max": "5"}
					if model.Info().Name == "vbmfa" {
						set["space"] = ofColumns
					}
					f := fitted(t, model, selected(data, train[c]), uint64(repeat), set)
					size[k] += float64(len(f.search.Mixture.Components)) / float64(repeats)
					y, err := f.LogDensity(context.Background(), selected(data, test).X)
					if err != nil {
						t.Fatal(err)
					}
					for i, v := range y {
						if v > best[i] {
							best[i], class[i] = v, c
						}
					}
				}
				right := 0.0
				for i, r := range test {
					if class[i] == a.Codes[r] {
						right += 100 / float64(len(test))
					}
				}
				correct[k] = append(correct[k], right)
			}
			t.Log(n, repeat, correct)
		}
		fmt.Fprintf(&rows, "| %d |", n)
		means := make([]float64, len(models))
		for k := range models {
			mean, se := meanAndError(correct[k])
			means[k] = mean
			fmt.Fprintf(&rows, " %.1f ± %.1f | %.1f |", mean, se, size[k])
		}
		rows.WriteString("\n")
		if ml, vb := means[0], means[1]; vb < ml-1 || vb < map[int]float64{20: 88, 40: 94, 80: 96, 120: 97}[n] {
			t.Errorf("%d rows a digit: %.1f %% are correct, of mlmfa %.1f %%", n, vb, ml)
		}
	}
	fmt.Fprintf(&rows, "\n%d repeats with other rows; components of all ten digits.\n", repeats)
	write(t, "mixtures-classes", rows.String())
}

// selected returns some rows of a data set, as they are.
func selected(data *inference.Dataset, of []int) *inference.Dataset {
	_, p := data.Dims()
	x := mat.NewDense(len(of), p, nil)
	for i, r := range of {
		x.SetRow(i, data.X.RawRowView(r))
	}
	out := dataset(x)
	out.Preprocessing = data.Preprocessing
	return out
}

func meanAndError(v []float64) (mean, se float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		se += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(se / float64(len(v)-1) / float64(len(v)))
}

// TestValidateMixturesEvidence makes figure 4.14 of Beal again: the evidence of four clusters at
// three distances by importance sampling, from one posterior or from ten, Gaussian or with
// heavier tails, beside the bounds. All estimates must lie above the highest bound.
func TestValidateMixturesEvidence(t *testing.T) {
	const fits, runs, draws = 10, 5, 4000
	var rows strings.Builder
	rows.WriteString(
		"\n| distance of neighbours, s.d. | starts that lost a component, left out | F | F′ | posterior | t3 | t2 | posteriors of ten | t3 | t2 |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, distance := range []float64{8, 4, 2.5} {
		rng := rand.New(rand.NewPCG(7, 3))
		x := mat.NewDense(150, 2, nil)
		for i := range 150 {
			x.SetRow(i, []float64{distance*float64(i%2) + rng.NormFloat64(), distance*float64(i/2%2) + rng.NormFloat64()})
		}
		var all []inference.Stepper
		highest, dropped := math.Inf(-1), 0
		for seed := uint64(0); len(all) < fits && seed < 200; seed++ {
			f := completeRun(t, Model{}, x, seed, map[string]string{"start": "kmeans", "components": "4", "births": "false",
				"k_max": "1"})
			if len(f.search.Mixture.Components) == 4 {
				all = append(all, f)
				highest = math.Max(highest, f.search.Mixture.bound().total())
			} else {
				dropped++ // a start that lost a component has the evidence of another model
			}
		}
		if len(all) < fits {
			t.Fatalf("distance %v: %d fits of four components", distance, len(all))
		}
		one := all[0].(*fit)
		bound := one.search.Mixture.bound().total()
		t.Logf("distance %v: %d starts of %d lost a component and are not among the fits", distance, dropped,
			dropped+len(all))
		fmt.Fprintf(&rows, "| %g | %d of %d | %.2f | %.2f |", distance, dropped, dropped+len(all), bound, highest)
		for _, others := range [][]inference.Stepper{nil, all[1:]} {
			for _, p := range []inference.EvidenceProposal{{}, {Degrees: 3}, {Degrees: 2}} {
				var logs []float64
				effective := 0.0
				for run := range uint64(runs) {
					s, err := one.EvidenceSampler(inference.EvidenceOptions{Proposals: []inference.EvidenceProposal{p}, Others: others,
						Streams: inference.Streams{Seed: run}})
					if err != nil {
						t.Fatal(err)
					}
					if err := s.Sample(context.Background(), draws); err != nil {
						t.Fatal(err)
					}
					e := s.Estimate()
					logs, effective = append(logs, e.Log), effective+e.Effective/runs
				}
				mean, se := meanAndError(logs)
				fmt.Fprintf(&rows, " %.2f ± %.2f (%.0f) |", mean, se, effective)
				if mean+3*se < bound {
					t.Errorf("distance %v: evidence %.2f ± %.2f below the bound %.2f", distance, mean, se, bound)
				}
			}
		}
		rows.WriteString("\n")
	}
	fmt.Fprintf(&rows,
		"\nMeans of %d runs of %d draws with their standard errors, and in brackets the effective number of draws.\n", runs,
		draws)
	write(t, "mixtures-evidence", rows.String())
}

// TestValidateMixturesLarge fits 7,000 pictures, drawn from digits8x8 with replacement and blurred
// by noise of three grey levels of sixteen: with less, the four copies of a picture are a cluster
// of their own, and there are 1,797 of these.
func TestValidateMixturesLarge(t *testing.T) {
	data, a := digits(t)
	_, p := data.Dims()
	rng := rand.New(rand.NewPCG(1, 7))
	grey := math.Inf(1) // a grey level in working units
	for i := 1; i < len(a.Codes); i++ {
		if d := math.Abs(data.X.At(i, 20) - data.X.At(0, 20)); d > 1e-9 {
			grey = math.Min(grey, d)
		}
	}
	rows := make([]int, 7000)
	code := make([]int, len(rows))
	for i := range rows {
		rows[i] = rng.IntN(len(a.Codes))
		code[i] = a.Codes[rows[i]]
	}
	large := selected(data, rows)
	for i := range rows {
		for q := range p {
			large.X.Set(i, q, large.X.At(i, q)+3*grey*rng.NormFloat64())
		}
	}
	began, wall := inferencetest.ProcessorTime().Seconds(), time.Now()
	f := fitted(t, Model{}, large, 1, map[string]string{"k_max": "6"})
	took, walls := inferencetest.ProcessorTime().Seconds()-began, time.Since(wall).Seconds()
	size := len(f.search.Mixture.Components)
	accuracy := majority(partition.LabelsOf(f.Snapshot()), code, size, len(a.Levels))
	if took > 2*360 {
		t.Errorf("%.0f s of processor time", took)
	}
	report(t, "mixtures-large", fmt.Sprintf(
		"| digits8x8 drawn again 7,000 times with noise, × 64, six factors at most | 6 min on two cores | %.0f s of processor time, %.0f s on the wall; %d components, accuracy by majority %.3f, k-means %.3f |\n",
		took, walls, size, accuracy, centres(f.d, inference.Annotation{Codes: code, Levels: a.Levels}, size, 1)))
}
