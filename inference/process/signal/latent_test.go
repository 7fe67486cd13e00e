package signal_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/signal"
	"example.org/espalier/inference/tree"
)

// Locations of the quadrature.
const (
	reach = 6.
	step  = 0.2
	grid  = int(2*reach/step) + 1
)

func place(k int) float64 { return -reach + step*float64(k) }

// byQuadrature is the log evidence of levels between cut points whose latent numbers have a variance, a λ and a mean
// of variance root: the density of a location is carried up the tree as its values on a grid.
func byQuadrature(of *tree.Tree, level []int, cuts []float64, lambda, variance, root float64) float64 {
	top := of.Time(of.Top)
	height := func(v int) float64 { return (of.Time(v) - top) / (1 - top) }
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	var up func(v int) (values []float64, log float64)
	up = func(v int) ([]float64, float64) {
		out := make([]float64, grid)
		if of.IsLeaf(v) {
			s := math.Sqrt(variance * max(height(v)-lambda*height(of.Parent[v]), 1e-9))
			for k := range out {
				low, high := 0.0, 1.0
				if level[v] > 0 {
					low = phi((cuts[level[v]-1] - place(k)) / s)
				}
				if level[v] < len(cuts) {
					high = phi((cuts[level[v]] - place(k)) / s)
				}
				out[k] = high - low
			}
			return out, 0
		}
		at := make([]float64, grid)
		for k := range at {
			at[k] = 1
		}
		log := 0.0
		for _, c := range of.Children[v] {
			below, l := up(c)
			log += l
			for k := range at {
				at[k] *= below[k]
			}
		}
		most := 0.0
		for _, x := range at {
			most = max(most, x)
		}
		for k := range at {
			at[k] /= most
		}
		log += math.Log(most)
		b := root
		if v != of.Top {
			b = variance * lambda * (height(v) - height(of.Parent[v]))
		}
		s := math.Sqrt(b)
		if s < step/2 {
			return at, log
		}
		for k := range out {
			for j := range at {
				z := (place(k) - place(j)) / s
				out[k] += at[j] * math.Exp(-z*z/2) * step / (s * math.Sqrt(2*math.Pi))
			}
		}
		return out, log
	}
	values, log := up(of.Top)
	return log + math.Log(values[grid/2])
}

// The shares of yes/no and of grades are near those of quadrature, for grades with the variance at its best too.
func TestLatentSharesAreThoseOfQuadrature(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	of := randomTree(t, 30, rng)
	s := signal.New(of)
	for trial, c := range []struct {
		lambda float64
		cuts   []float64
		root   float64
	}{{0.9, []float64{0}, 1}, {0.3, []float64{0}, 1}, {0.8, []float64{-.6, .2, .9}, 10}} {
		y := drawn(t, of, c.lambda, rng)
		level, value := make([]int, len(y)), make([]float64, len(y))
		for i, x := range y {
			for _, cut := range c.cuts {
				if x > cut {
					level[i]++
				}
			}
			value[i] = float64(level[i])
		}
		var got signal.Share
		if len(c.cuts) == 1 {
			got = s.Column(observation.YesNo{}, value)
		} else {
			got = s.Column(observation.NewOrdered(c.cuts), value)
		}
		const steps = 20
		var log [steps + 1]float64
		best := 0
		for k := range log {
			log[k] = math.Inf(-1)
			variances := []float64{1}
			if len(c.cuts) > 1 {
				variances = []float64{.25, .35, .5, .7, 1, 1.4, 2, 2.8}
			}
			for _, v := range variances {
				log[k] = max(log[k], byQuadrature(of, level, c.cuts, float64(k)/steps, v, c.root))
			}
			if log[k] > log[best] {
				best = k
			}
		}
		low, high := 1.0, 0.0
		for k, l := range log {
			if l >= log[best]-1.92 {
				low, high = min(low, float64(k)/steps), max(high, float64(k)/steps)
			}
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 0.1 }
		if !near(got.Lambda, float64(best)/steps) || !near(got.Low, low) || !near(got.High, high) {
			t.Errorf("trial %d: %+v, want %v from %v to %v", trial, got, float64(best)/steps, low, high)
		}
	}
}
