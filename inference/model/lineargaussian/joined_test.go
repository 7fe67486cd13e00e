package lineargaussian

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/ibp"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// From three features of one row each, a third is given to the two others with the probability that the ratio of the
// densities and the number of features say; from those two, the rows that both have leave them with the reverse one.
func TestAcceptanceOfJoining(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	tested := [2]int{}
	for _, x := range [][][]float64{{{1.2, 0.4}, {0.1, 1.3}, {1.1, 1.5}}, {{1.2, 0.4}, {0.1, 1.3}, {-0.9, 0.3}},
		{{0.5, 0.4}, {-0.3, 0.6}, {0.3, 0.2}}} {
		d := tiny3{x: x, missing: make([][]int, 3), hyper: hyper{alpha: 0.8, beta: 1.5, noise: 0.4, variance: 1.1}}
		prior := ibp.Prior{Alpha: d.hyper.alpha, Beta: d.hyper.beta}
		density := func(columns ...[]int) float64 {
			z := ibp.Matrix{Rows: 3, Columns: columns}
			log, _ := d.evidence(z)
			return log + prior.LogMarked(z)
		}
		apart := density([]int{0}, []int{1}, []int{2})
		frequency := func(which int, move func(s *state), want float64, columns ...[]int) {
			t.Helper()
			if want < 0.02 || want > 0.98 {
				return // of the two moves one is nearly always taken
			}
			tested[which]++
			const tries = 6000
			moved := 0
			for range tries {
				s := d.having(columns)
				if move(s); s.features() != len(columns) {
					moved++
				}
			}
			got, se := float64(moved)/tries, math.Sqrt(want*(1-want)/tries)
			if !(math.Abs(got-want) <= 4.5*se) {
				t.Errorf("%v from %v: moved in %.4f of the tries, want %.4f ± %.4f", x, columns, got, want, se)
			}
		}
		joins := 0.0
		for r := range 3 {
			p, q := (r+1)%3, (r+2)%3
			joins += math.Min(1, 3*math.Exp(density(sorted(p, r), sorted(q, r))-apart)) / 3
		}
		frequency(0, func(s *state) { s.absorb(rng) }, joins, []int{0}, []int{1}, []int{2})
		parts := math.Min(1, math.Exp(apart-density([]int{0, 2}, []int{1, 2}))/3)
		frequency(1, func(s *state) { s.extract(rng) }, parts, []int{0, 2}, []int{1, 2})
	}
	if tested[0] == 0 || tested[1] == 0 {
		t.Errorf("the moves were tested %v times", tested)
	}
}

// having returns a state in which these rows have each feature.
func (d tiny3) having(columns [][]int) *state {
	h := d.hyper
	h.fixedAlpha, h.fixedNoise, h.fixedVariance = true, true, true
	x := rectangle(3, 2)
	for i := range x {
		copy(x[i], d.x[i])
	}
	s := newState(x, d.missing, false, tinySpread, h)
	s.present, s.z, s.count, s.ids, s.next = 3, nil, nil, nil, 1
	for _, rows := range columns {
		z := make([]bool, 3)
		for _, i := range rows {
			z[i] = true
		}
		s.z, s.count, s.ids = append(s.z, z), append(s.count, len(rows)), append(s.ids, s.next)
		s.next++
	}
	s.refresh(-1)
	return s
}

func sorted(a, b int) []int { return []int{min(a, b), max(a, b)} }

// The scalars of the snapshot are the means and standard deviations of the kept draws.
func TestScalarsOfDraws(t *testing.T) {
	x := mat.NewDense(12, 3, nil)
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 12 {
		for j := range 3 {
			x.Set(i, j, rng.NormFloat64()+float64(2*(i%2)))
		}
	}
	c := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), nil).(*sampler)
	for c.iteration < 60 {
		if _, err := c.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s := c.Snapshot()
	var noise []float64
	for _, d := range c.kept.after(c.iteration) {
		noise = append(noise, d.Noise)
	}
	mean, variance := stat.PopMeanVariance(noise, nil)
	for _, q := range s.Scalars {
		if q.Name == "noise" {
			inferencetest.Near(t, "mean", q.Mean, mean, 1e-12)
			inferencetest.Near(t, "standard deviation", q.StandardDeviation, math.Sqrt(variance), 1e-7)
			return
		}
	}
	t.Errorf("no noise among %v", s.Scalars)
}
