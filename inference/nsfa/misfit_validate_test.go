//go:build validate

package nsfa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestValidateFactorMisfit counts factors where the table is not what the model says: 30 dense factors, 500
// items and 189 cases as tissue_expression has them, and then noise with heavy tails, noise that items next to
// each other share, and cases that fall into seven groups and differ in scale.
func TestValidateFactorMisfit(t *testing.T) {
	const items, cases, truth, sweeps = 500, 189, 30, 400
	study := sparseStudy(items, truth, cases, 15, rand.New(rand.NewPCG(1, 2)))
	deviation := math.Sqrt(study.Noise)
	signal := mat.NewDense(items, cases, nil)
	signal.Mul(study.G, study.X)
	grouped := func(rng *rand.Rand) *mat.Dense {
		centre := mat.NewDense(truth, 7, nil)
		centre.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, centre)
		x := mat.NewDense(truth, cases, nil)
		for n := range cases {
			size := 0.6 + 0.8*rng.Float64()
			for k := range truth {
				x.Set(k, n, size*(centre.At(k, n%7)+0.4*rng.NormFloat64()))
			}
		}
		y := mat.NewDense(items, cases, nil)
		y.Mul(study.G, x)
		return y
	}
	var b strings.Builder
	b.WriteString("| table of 30 factors | settings | K after 200 sweeps | after 400 | common factors | links an item (true: 15) | ms a sweep |\n|---|---|---|---|---|---|---|\n")
	for _, kind := range []struct {
		name string
		draw func(rng *rand.Rand) *mat.Dense // D×N
	}{
		{"as the model says", func(rng *rand.Rand) *mat.Dense {
			return noisy(signal, func(int) float64 { return 2 * deviation * rng.NormFloat64() })
		}},
		{"noise t with 3 degrees of freedom", func(rng *rand.Rand) *mat.Dense {
			return noisy(signal, func(int) float64 {
				square := 0.0
				for range 3 {
					v := rng.NormFloat64()
					square += v * v / 3
				}
				return 2 * deviation * rng.NormFloat64() / math.Sqrt(square)
			})
		}},
		{"noise correlated by 0.8 with the next item's", func(rng *rand.Rand) *mat.Dense {
			last := make([]float64, cases)
			return noisy(signal, func(n int) float64 {
				last[n] = 0.8*last[n] + 0.6*rng.NormFloat64()
				return 2 * deviation * last[n]
			})
		}},
		{"cases in groups and of different scale", func(rng *rand.Rand) *mat.Dense {
			return noisy(grouped(rng), func(int) float64 { return 2 * deviation * rng.NormFloat64() })
		}},
	} {
		y := kind.draw(rand.New(rand.NewPCG(7, 11)))
		data := &inference.Dataset{X: mat.DenseCopyOf(y.T())}
		for _, v := range []struct {
			name   string
			change func(*options)
		}{{"default", func(*options) {}}, {"α = 1", func(o *options) { o.fixedAlpha = true }}, {"power of noise alone", func(o *options) { o.powerOfLoadings = false }}} {
			c := chainWith(data, 1, v.change)
			half := 0.0
			begun := processorTime()
			for s := range sweeps + 1 {
				if k := iterate(t, c)[1]; s == sweeps/2 {
					half = k
				}
			}
			k := c.scalars[1]
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.0f | %.0f | %.1f | %.0f |\n", kind.name, v.name, half, k, c.scalars[2], c.scalars[3]/items, (processorTime()-begun).Seconds()*1000/sweeps)
			if kind.name == "as the model says" && math.Abs(c.scalars[2]-truth) > 10 {
				t.Errorf("%s: of a table that is as the model says %v common factors are found", v.name, c.scalars[2])
			}
		}
	}
	publish(t, "factors-misfit", b.String())
}

// noisy returns y, items × cases, with noise for each cell, items one after the other.
func noisy(y *mat.Dense, noise func(n int) float64) *mat.Dense {
	out := mat.DenseCopyOf(y)
	d, n := y.Dims()
	for i := range d {
		for j := range n {
			out.Set(i, j, out.At(i, j)+noise(j))
		}
	}
	return out
}
