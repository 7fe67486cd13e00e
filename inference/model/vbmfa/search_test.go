package vbmfa

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// dataset wraps a matrix as it is.
func dataset(x *mat.Dense) *inference.Dataset {
	n, p := x.Dims()
	t := &inference.Table{Name: "test", X: x}
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprint("r", i))
	}
	for q := range p {
		t.Columns = append(t.Columns, fmt.Sprint("c", q))
	}
	t.Kind = inference.KindOf(x)
	d, err := t.Prepare(inference.Preprocessing{})
	if err != nil {
		panic(err)
	}
	return d
}

// complete runs a model to its end.
func completeRun(t testing.TB, m inference.Model, x *mat.Dense, seed uint64, set map[string]string) *fit {
	t.Helper()
	return fitted(t, m, dataset(x), seed, set)
}

// fitted runs a model to its end on a data set.
func fitted(t testing.TB, m inference.Model, data *inference.Dataset, seed uint64, set map[string]string) *fit {
	t.Helper()
	s := m.Info().Defaults()
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := m.New(data, s, inference.Streams{Seed: seed}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			if k, ok := st.(mixed); ok {
				return k.fit
			}
			return st.(*fit)
		}
	}
}

// spiral draws the shrinking spiral of Ueda et al. that Beal 4.5.3 takes.
func spiral(n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 3, nil)
	w := func() float64 { return math.Sqrt(0.5) * rng.NormFloat64() }
	for i := range n {
		t := 4 * math.Pi * rng.Float64()
		x.SetRow(i, []float64{(13-0.5*t)*math.Cos(t) + w(), -(13-0.5*t)*math.Sin(t) + w(), t + w()})
	}
	return x
}

// heldOut returns the mean log density of new rows.
func heldOut(t *testing.T, f *fit, x *mat.Dense) float64 {
	t.Helper()
	y, err := f.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range y {
		sum += v / float64(len(y))
	}
	return sum
}

// The spiral comes apart into some dozen components; the long form is TestValidateMixturesSpiral.
func TestSpiral(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	x, fresh := spiral(800, rng), spiral(1000, rng)
	f := completeRun(t, Model{}, x, 3, map[string]string{"k_max": "2"})
	size, density := len(f.search.Mixture.Components), heldOut(t, f, fresh)
	t.Logf("%d components, held-out log density %.3f", size, density)
	if size < 10 || size > 16 || density < -7.3 {
		t.Errorf("%d components, held-out log density %.3f", size, density)
	}
}

// Every way to start, to divide a component and to choose the next one finds three clusters, with
// learnt hyperparameters or with some that are given.
func TestOptions(t *testing.T) {
	x := blobs(90, 4, 0.05, rand.New(rand.NewPCG(3, 1)))
	for _, set := range []map[string]string{
		{"split": "spatial"}, {"parents": "counts"}, {"split": "spatial", "parents": "counts"}, {"means": "data"},
		{"start": "kmeans"}, {"start": "many", "components": "7"},
		{"start": "kmeans", "components": "5", "births": "false"}, {"noise": "isotropic"}, {},
	} {
		for _, model := range []inference.Model{Model{}, Maximum{}} {
			if _, ok := set["means"]; ok && model.Info().Name == "mlmfa" {
				continue
			}
			f := completeRun(t, model, x, 1, set)
			size := len(f.search.Mixture.Components)
			counts := make([][3]int, size)
			for i, c := range partition.LabelsOf(f.Snapshot()) {
				counts[c][i%3]++
			}
			most := 0
			for _, c := range counts {
				most += max(c[0], c[1], c[2])
			}
			if size < 3 || size > 5 || most < 86 {
				t.Errorf("%s, %v: %d components, %d of 90 rows with most of their cluster", model.Info().Name, set, size, most)
			}
		}
	}
}

// No search makes more components than were allowed, whatever it starts from, and with as many as
// are needed it fits as well as without a limit.
func TestClustersAtMost(t *testing.T) {
	x := blobs(120, 4, 0.05, rand.New(rand.NewPCG(3, 2)))
	free := completeRun(t, Model{}, x, 2, nil).search.Value
	for _, model := range []inference.Model{Model{}, Maximum{}} {
		for _, start := range []string{"one", "kmeans", "many"} {
			for most := 1; most <= 3; most++ {
				f := completeRun(t, model, x, 2, map[string]string{"s_max": fmt.Sprint(most), "start": start, "components": "7"})
				for _, e := range found.EpochsOf(f.Snapshot()) {
					if e.Mixture != nil && len(e.Mixture.Components) > most {
						t.Errorf("%s from %s: an epoch ends with %d components of %d allowed", model.Info().Name, start,
							len(e.Mixture.Components), most)
					}
				}
				if size := len(f.search.Mixture.Components); size > most || start == "one" && size < most {
					t.Errorf("%s from %s: %d components of %d allowed", model.Info().Name, start, size, most)
				}
				if model.Info().Name == "vbmfa" && start == "one" && most == 3 && f.search.Value < free-1e-6*math.Abs(free) {
					t.Errorf("three clusters of three: %.3f, without a limit %.3f", f.search.Value, free)
				}
			}
		}
	}
}

// No component keeps a factor without which it would settle at a higher bound. Updates by turns
// alone leave such factors on some of these tables.
func TestFactorsAreNeeded(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 5))
		const n, p = 240, 8
		x := mat.NewDense(n, p, nil)
		var load [2][p]float64
		for s := range load {
			for q := range p {
				load[s][q] = 0.7 * rng.NormFloat64()
			}
		}
		for i := range n {
			f := rng.NormFloat64()
			for q := range p {
				x.Set(i, q, float64(8*(i%2)*(q%2))+load[i%2][q]*f+0.3*rng.NormFloat64())
			}
		}
		f := completeRun(t, Model{}, x, seed, map[string]string{"k_max": "6"})
		m := f.search.Mixture
		before := m.bound().total()
		for s, c := range m.Components {
			for l := range c.K {
				o := m.clone()
				o.Components[s] = o.without(o.Components[s], l)
				settle(t, o, 60)
				if after := o.bound().total(); after > before+0.05 {
					t.Errorf("seed %d: without factor %d of component %d the bound is %.2f, with it %.2f", seed, l+1, s+1, after,
						before)
				}
			}
		}
	}
}

// The bound of two updates lies near the plug-in density where there are many rows.
func TestPredictionsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	x, fresh := blobs(300, 4, 0, rng), blobs(50, 4, 0.1, rng)
	f := completeRun(t, Model{}, x, 1, nil)
	bounds, err := f.search.settled().boundOf(context.Background(), fresh)
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for _, b := range bounds {
		mean += b / 50
	}
	plug := heldOut(t, f, fresh)
	if !(math.Abs(mean-plug) <= 0.3) {
		t.Errorf("plug-in density %.3f, bound %.3f", plug, mean)
	}
	f.predictive = "bound"
	if again := heldOut(t, f, fresh); !(math.Abs(again-mean) <= 1e-12*math.Abs(mean)) {
		t.Errorf("bound %.6f, as predictive density %.6f", mean, again)
	}
	f.predictive = "importance"
	if importance := heldOut(t, f, fresh); !(math.Abs(importance-plug) <= 0.3) {
		t.Errorf("plug-in density %.3f, by importance %.3f", plug, importance)
	}
}

// The density integrates to one.
func TestDensityIntegratesToOne(t *testing.T) {
	x := mat.NewDense(40, 1, nil)
	rng := rand.New(rand.NewPCG(2, 1))
	for i := range 40 {
		x.Set(i, 0, float64(i%2)*4+rng.NormFloat64())
	}
	for _, trial := range []struct {
		model      inference.Model
		predictive string
	}{{Model{}, "plug-in"}, {Model{}, "importance"}, {Model{}, "bound"}, {Maximum{}, "plug-in"}} {
		m := trial.model
		f := completeRun(t, m, x, 1, nil)
		f.predictive = trial.predictive
		const cells = 1000
		grid := mat.NewDense(cells, 1, nil)
		for i := range cells {
			grid.Set(i, 0, -20+50*(float64(i)+0.5)/cells)
		}
		y, err := f.LogDensity(context.Background(), grid)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range y {
			sum += math.Exp(v) * 50 / cells
		}
		if trial.predictive == "bound" {
			if sum > 1 || sum < 0.8 {
				t.Errorf("the bound on the density integrates to %v", sum)
			}
		} else if !(math.Abs(sum-1) <= 1e-6) {
			t.Errorf("%s: the density by %s integrates to %v", m.Info().Name, trial.predictive, sum)
		}
	}
}

// Tables with nothing to learn in some places, or everywhere nearly, end without an error.
func TestDegenerateTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	random := func(n, p int) *mat.Dense {
		x := mat.NewDense(n, p, nil)
		for i := range n {
			for q := range p {
				x.Set(i, q, rng.NormFloat64())
			}
		}
		return x
	}
	constant, doubled, same, empty := random(30, 3), random(30, 3), random(30, 3), random(30, 3)
	for i := range 30 {
		constant.Set(i, 1, 2)
		doubled.SetRow(29-i, doubled.RawRowView((29-i)/2))
		same.SetRow(i, same.RawRowView(0))
	}
	for q := range 3 {
		empty.Set(4, q, math.NaN())
	}
	for name, x := range map[string]*mat.Dense{"constant column": constant, "pairs of equal rows": doubled,
		"equal rows": same, "a row of missing cells": empty,
		"more columns than rows": random(6, 20), "one column": random(20, 1), "two rows": random(2, 3)} {
		for _, m := range []inference.Model{Model{}, Maximum{}} {
			t.Run(m.Info().Name+" on "+name, func(t *testing.T) {
				f := completeRun(t, m, x, 1, nil)
				if v := f.search.Value; math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("the objective ends at %v", v)
				}
			})
		}
	}
}

// The picture of an accepted epoch is the mixture at its end, not what the next one made of it.
func TestPicturesOfEpochs(t *testing.T) {
	f := completeRun(t, Model{}, spiral(200, rand.New(rand.NewPCG(3, 4))), 1, map[string]string{"start": "one"})
	s := f.Snapshot()
	if n := len(found.EpochsOf(s)[0].Mixture.Components); n != 1 {
		t.Errorf("the start has %d components at its end", n)
	}
	births, before := 0, 1
	for i, e := range found.EpochsOf(s)[1:] {
		if e.Mixture == nil {
			continue
		}
		want := before - len(e.Deaths)
		if e.Children[0] >= 0 {
			births++
			want++
		}
		if n := len(e.Mixture.Components); n != want {
			t.Errorf("epoch %d ends with %d components, want %d", i+2, n, want)
		}
		before = want
	}
	if births == 0 {
		t.Error("nothing was born")
	}
}
