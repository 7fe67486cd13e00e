package dpmm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// limitedTable has two columns of numbers of rows in two groups, and what lies below −0.5 of the first is only known
// to lie there; one cell of the second is missing.
func limitedTable(t testing.TB, n int, rng *rand.Rand) (data *inference.Dataset, truth *mat.Dense) {
	t.Helper()
	truth = mat.NewDense(n, 2, nil)
	x := mat.NewDense(n, 2, nil)
	table := &inference.Table{Name: "limits", Kind: inference.Continuous, Columns: []string{"lead", "size"}, X: x}
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprint("row", i+1))
		truth.SetRow(i, []float64{3*float64(i%2) - 1.5 + rng.NormFloat64(), 4*float64(i%2) + rng.NormFloat64()})
		x.SetRow(i, truth.RawRowView(i))
		if x.At(i, 0) < -0.5 {
			x.Set(i, 0, math.NaN())
			if err := table.State(inference.Cell{Row: i}, math.Inf(-1), -0.5); err != nil {
				t.Fatal(err)
			}
		}
	}
	x.Set(3, 1, math.NaN())
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true, Kinds: "lead=censored"})
	if err != nil {
		t.Fatal(err)
	}
	return data, truth
}

// Threads, saving and interruptions make no difference where cells are limits.
func TestLimitsConform(t *testing.T) {
	data, _ := limitedTable(t, 30, rand.New(rand.NewPCG(1, 1)))
	if len(data.Limits) < 8 {
		t.Fatalf("%d limits", len(data.Limits))
	}
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 6}, data)
}

// Partitions of four rows, of which two are limits, are as frequent as integrals over the two say. A sampler that
// draws without the limits, or never draws again, is not.
func TestLimitsAgainstIntegrals(t *testing.T) {
	inf := math.Inf(1)
	rows := [][]float64{{-1.2}, {0.9}, {math.NaN()}, {math.NaN()}}
	limits := []limited{{2, 0, observation.Interval{Low: -inf, High: -0.7}},
		{3, 0, observation.Interval{Low: 0.4, High: 1.6}}}
	x := mat.NewDense(2, 1, []float64{-1.2, 0.9})
	p, err := base(x, false, 0.4, 3, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	chain := func(of []float64) float64 {
		log := 0.0
		for i, v := range of {
			log += student(p, 0, of[:i], v)
		}
		return log
	}
	exact, total := map[string]float64{}, 0.0
	const step = 0.02
	for a := -12 + step/2; a < -0.7; a += step {
		for b := 0.4 + step/2; b < 1.6; b += step {
			u := []float64{-1.2, 0.9, a, b}
			for z := range partitionsOfFour {
				var log float64
				for k := range 4 {
					var of []float64
					for i, c := range partitionsOfFour[z] {
						if c == k {
							of = append(of, u[i])
						}
					}
					if n := len(of); n > 0 {
						log += chain(of) + lgamma(float64(n)) // α = 1
					}
				}
				v := math.Exp(log) * step * step
				exact[fmt.Sprint(partitionsOfFour[z])] += v
				total += v
			}
		}
	}
	const n = 60_000
	distance := func(fault string) float64 {
		rng := rand.New(rand.NewPCG(5, 2))
		own := make([][]float64, len(rows))
		for i := range rows {
			own[i] = []float64{rows[i][0]}
		}
		k := limits
		if fault == "no limits" {
			none := observation.Interval{Low: -inf, High: inf}
			k = []limited{{2, 0, none}, {3, 0, none}}
		}
		begin(k, own, []float64{0}, []float64{1})
		s := newStateOf(nil, own, p, samplerFor(1, 1, false, false).shapes, false, false,
			hyper{alpha: 1, fixedAlpha: true, fixedScale: true, fixedKappa: true})
		s.limits = k
		for i := range own {
			s.put(i, rng)
		}
		count := map[string]float64{}
		for range n {
			s.visit(0, len(own), rng)
			s.splitMerge(rng)
			if fault != "never" {
				s.drawLimited(rng)
				for _, k := range s.Active {
					s.Clusters[k].Fill(s.members(k))
				}
				s.forget()
			}
			s.renumber()
			count[fmt.Sprint(s.z)]++
		}
		d := 0.0
		for z, v := range exact {
			d += math.Abs(count[z]/n-v/total) / 2
		}
		return d
	}
	if d := distance(""); !(d < 0.015) {
		t.Errorf("total variation %v", d)
	}
	for _, fault := range []string{"no limits", "never"} {
		if d := distance(fault); !(d > 0.03) {
			t.Errorf("%s: total variation %v, which tells nothing", fault, d)
		}
	}
}

// partitionsOfFour are all partitions of four rows, numbered by first appearance.
var partitionsOfFour = func() (all [][]int) {
	for b := range 2 {
		for c := range max(1, b+1) + 1 {
			for d := range max(b, c) + 2 {
				all = append(all, []int{0, b, c, d})
			}
		}
	}
	return all
}()

func lgamma(x float64) float64 { g, _ := math.Lgamma(x); return g }

// Groups are found no worse where cells are taken as limits than where they are missing, and what is drawn lies
// between the limits.
func TestLimitsHelp(t *testing.T) {
	data, _ := limitedTable(t, 60, rand.New(rand.NewPCG(3, 1)))
	low := func(limits bool) (correct int) {
		d := *data
		if !limits {
			d.Limits, d.Kinds = nil, nil
		}
		c := inferencetest.Begin(t, Model{}, &d, map[string]string{"covariance": "diagonal"})
		inferencetest.Iterate(t, c, 200)
		var z []int
		switch c := c.(type) {
		case mixedSampler:
			z = c.draws.Draws[len(c.draws.Draws)-1].Z
			for k, l := range c.limits {
				if v := c.mark.State.Drawn[k]; !(v >= l.between.Low && v <= l.between.High) {
					t.Errorf("%v is not between %v", v, l.between)
				}
			}
		case *sampler:
			z = c.draws.Draws[len(c.draws.Draws)-1].Z
		}
		for i := range z {
			for j := range i {
				if (z[i] == z[j]) == (i%2 == j%2) {
					correct++
				}
			}
		}
		return correct
	}
	with, without := low(true), low(false)
	if with < without {
		t.Errorf("%d pairs are right with limits, %d without", with, without)
	}
}
