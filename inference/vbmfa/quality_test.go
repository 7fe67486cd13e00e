package vbmfa

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"espalier/inference"
	"espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// clusters draws points of clusters with the given numbers of dimensions in p columns.
func clusters(dims []int, p, each int, spread float64, rng *rand.Rand) (*mat.Dense, []int) {
	x := mat.NewDense(len(dims)*each, p, nil)
	var labels []int
	for s, k := range dims {
		mean := make([]float64, p)
		for q := range mean {
			mean[q] = spread * rng.NormFloat64()
		}
		load := mat.NewDense(p, max(k, 1), nil)
		for q := range p {
			for l := range k {
				load.Set(q, l, rng.NormFloat64())
			}
		}
		for i := range each {
			row := append([]float64(nil), mean...)
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
			labels = append(labels, s)
		}
	}
	return x, labels
}

func TestLook18(t *testing.T) {
	for seed := range uint64(2) {
		x, _ := clusters(make([]int, 18), 2, 50, 5, rand.New(rand.NewPCG(seed, 3)))
		began := time.Now()
		f := completeRun(t, Model{}, x, seed, nil)
		fmt.Printf("18: seed %d: %d components, F %.2f, %d cycles, %d epochs, %.2f s\n", seed, len(f.search.Mixture.Components), f.search.Value, f.search.Count, len(f.search.Epochs), time.Since(began).Seconds())
	}
	for seed := range uint64(2) {
		x, _ := clusters([]int{7, 4, 3, 2, 2, 1}, 10, 300, 3, rand.New(rand.NewPCG(seed, 3)))
		began := time.Now()
		f := completeRun(t, Model{}, x, seed, map[string]string{"k_max": "7"})
		fmt.Printf("6: seed %d: %d components, F %.2f, %d cycles, %d epochs, %.2f s:", seed, len(f.search.Mixture.Components), f.search.Value, f.search.Count, len(f.search.Epochs), time.Since(began).Seconds())
		for _, c := range f.publish(f.search.Mixture).Components {
			fmt.Print(" ", c.Dimension())
		}
		fmt.Println()
	}
}

func TestLookDigits(t *testing.T) {
	table, _ := sampledata.Open("digits8x8")
	for _, p := range []inference.Preprocessing{{Centre: true, ScaleAll: true}, {Centre: true, Scale: true}} {
		data, err := table.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := table.AnnotationByName("digit")
		began := time.Now()
		f := completeRun(t, Model{}, data.X, 1, map[string]string{"k_max": "6"})
		m := f.search.Mixture
		right := 0.0
		snap := f.Snapshot()
		counts := map[[2]int]int{}
		for i, l := range snap.Labels[0].Value {
			counts[[2]int{l, a.Codes[i]}]++
		}
		for l := range m.Components {
			best := 0
			for c := range a.Levels {
				best = max(best, counts[[2]int{l, c}])
			}
			right += float64(best)
		}
		fmt.Printf("digits: %d components, F %.2f, %d cycles, %d epochs, %.2f s, accuracy %.4f\n", len(m.Components), f.search.Value, f.search.Count, len(f.search.Epochs), time.Since(began).Seconds(), right/1797)
	}
}
