package dpmm_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

func open(t testing.TB, name string) *inference.Dataset {
	t.Helper()
	table, err := sampledata.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func sweep(t testing.TB, data *inference.Dataset, set map[string]string, n, count int, seed uint64) inference.Stepper {
	t.Helper()
	s := dpmm.Model{}.Info().Defaults()
	for name, v := range set {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	c, err := chains.From(dpmm.Model{}, data, s, seed, 0, n, 2)
	if err != nil {
		t.Fatal(err)
	}
	for done := -1; done < count; {
		r, err := c.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
	}
	return c
}

// Both covariances keep the contracts, with missing cells and from every start.
func TestConformance(t *testing.T) {
	data := open(t, "penguins")
	for _, covariance := range []string{"full", "diagonal"} {
		for _, start := range []string{"sequential", "together", "apart"} {
			inferencetest.ConformanceWith(t, dpmm.Model{}, inferencetest.Options{Iterations: 4,
				Set: map[string]string{"covariance": covariance, "start": start}}, data)
		}
	}
}

// Different starts end with the same clusters, which are those of the annotation where these are clear.
func TestSampleGroups(t *testing.T) {
	for _, c := range []struct {
		sample, label string
		least         float64
	}{{"penguins", "species", 0.85}, {"iris", "species", 0.5}} {
		data := open(t, c.sample)
		var truth inference.Annotation
		for _, a := range data.Annotations {
			if a.Name == c.label {
				truth = a
			}
		}
		var labels [][]int
		for seed, start := range []string{"sequential", "together", "apart"} {
			snap := sweep(t, data, map[string]string{"start": start}, 1, 300, uint64(seed)).Snapshot()
			labels = append(labels, partition.LabelsOf(snap))
			t.Logf("%s from %s: adjusted Rand %.2f, clusters %.2f ± %.2f, scale %.3f", c.sample, start,
				scores.AdjustedRand(partition.LabelsOf(snap), truth.Codes), snap.Scalars[0].Mean, snap.Scalars[0].StandardDeviation,
				snap.Scalars[2].Mean)
		}
		if r := scores.AdjustedRand(labels[0], truth.Codes); r < c.least {
			t.Errorf("%s: adjusted Rand index %.2f", c.sample, r)
		}
		for _, l := range labels[1:] {
			if r := scores.AdjustedRand(labels[0], l); r < 0.9 {
				t.Errorf("%s: two starts agree by %.2f only", c.sample, r)
			}
		}
	}
}

// The predictive density integrates to one, and averages over draws and chains.
func TestPredictiveIsADensity(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(20, 1, nil)
	for i := range 20 {
		x.Set(i, 0, float64(i%2)*4+rng.NormFloat64())
	}
	data := &inference.Dataset{X: x}
	var grid, weight []float64
	for u, h := -0.999, 0.001; u < 1; u += h { // x = u/(1−u²)
		grid, weight = append(grid, u/(1-u*u)), append(weight, h*(1+u*u)/((1-u*u)*(1-u*u)))
	}
	for _, n := range []int{1, 3} {
		c := sweep(t, data, nil, n, 60, 3).(inference.Predictor)
		y, err := c.LogDensity(context.Background(), mat.NewDense(len(grid), 1, grid))
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, v := range y {
			sum += weight[i] * math.Exp(v)
		}
		if !(math.Abs(sum-1) <= 1e-3) {
			t.Errorf("%d chains: the density integrates to %v", n, sum)
		}
	}
}

// Where the rows of clusters agree in all columns the density has no bound as ρT goes to 0: that stays above its
// floors, and chains go on.
func TestRowsThatAgree(t *testing.T) {
	x := mat.NewDense(12, 6, nil)
	for i := range 12 {
		for j := range 6 {
			x.Set(i, j, float64((i%3+j)%2+i%2))
		}
	}
	data := inferencetest.DatasetOf(x)
	for _, covariance := range []string{"diagonal", "full", "components"} {
		c := sweep(t, data, map[string]string{"covariance": covariance}, 1, 2000, 1)
		out, err := c.(inference.Predictor).LogDensity(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		// A twelfth of the squared step of 1 is the least mean variance of a column within a cluster; one of four rows may
		// have a tenth.
		most := 6 * math.Log(1/math.Sqrt(2*math.Pi/120))
		for _, v := range out {
			if covariance == "components" && !(math.Abs(v) < 100) || covariance != "components" && !(v < most && v > -100) {
				t.Errorf("%s: log density %v", covariance, v)
			}
		}
	}
}

func ExampleModel() {
	table, _ := sampledata.Open("penguins")
	data, _ := table.Prepare(dpmm.Model{}.Info().Preprocessing)
	chain, _ := dpmm.Model{}.New(data, dpmm.Model{}.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for sweeps := -1; sweeps < 200; {
		if r, _ := chain.Step(context.Background()); r.Scalars != nil {
			sweeps++
		}
	}
	clusters := chain.Snapshot().Scalars[0]
	fmt.Println(clusters.Name, clusters.Mean > 3)
	// Output: clusters true
}

func BenchmarkSweep(b *testing.B) {
	for _, c := range []struct {
		n, d int
		kind string
	}{{200, 10, "diagonal"}, {2000, 10, "diagonal"}, {2000, 100, "diagonal"}, {2000, 10, "full"}, {2000, 20, "full"}} {
		b.Run(fmt.Sprintf("%s/%dx%d", c.kind, c.n, c.d), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			x := mat.NewDense(c.n, c.d, nil)
			for i := range c.n { // ten clusters
				for j := range c.d {
					x.Set(i, j, 3*math.Sin(float64((i%10)*(j+3)))+rng.NormFloat64())
				}
			}
			s := dpmm.Model{}.Info().Defaults()
			if err := s.Set("covariance", c.kind); err != nil {
				b.Fatal(err)
			}
			st, err := dpmm.Model{}.New(&inference.Dataset{X: x}, s, inference.Streams{Seed: 1}, 1)
			if err != nil {
				b.Fatal(err)
			}
			var clusters float64
			iterate := func() {
				for {
					if r, err := st.Step(context.Background()); err != nil {
						b.Fatal(err)
					} else if r.Scalars != nil {
						clusters = r.Scalars[1]
						return
					}
				}
			}
			for range 10 {
				iterate()
			}
			for b.Loop() {
				iterate()
			}
			b.ReportMetric(clusters, "clusters")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.n)/clusters/float64(c.d), "ns/cell·cluster")
		})
	}
}
