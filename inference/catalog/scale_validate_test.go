//go:build validate

package catalog

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// clouds draws n rows of d columns in k clusters, each long in one direction.
func clouds(n, d, k int) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 1))
	mean := mat.NewDense(k, d, nil)
	for i := range k {
		for j := range d {
			mean.Set(i, j, 2*rng.NormFloat64())
		}
	}
	x := mat.NewDense(n, d, nil)
	for i := range n {
		c, along := rng.IntN(k), rng.NormFloat64()
		for j := range d {
			x.Set(i, j, mean.At(c, j)+0.5*rng.NormFloat64()+0.5*along*mean.At((c+1)%k, j))
		}
	}
	return x
}

// sparse draws n rows of d columns that k factors explain, each in a fifth of the columns.
func sparse(n, d, k int) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 1))
	loading := make([]float64, k*d)
	for i := range loading {
		if rng.Float64() < 0.2 {
			loading[i] = rng.NormFloat64()
		}
	}
	x, factors := mat.NewDense(n, d, nil), make([]float64, k)
	for i := range n {
		for j := range factors {
			factors[j] = rng.NormFloat64()
		}
		for j := range d {
			sum := 0.5 * rng.NormFloat64()
			for q, v := range factors {
				sum += v * loading[q*d+j]
			}
			x.Set(i, j, sum)
		}
	}
	return x
}

// TestValidateScaleModels measures iterations of factor analyses and mixtures of large tables, on one
// thread and on two.
func TestValidateScaleModels(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| model | rows × columns | iterations | processor time of one, on one thread | wall on one thread, on two |\n|---|---|---|---|---|\n")
	for _, c := range []struct {
		model      string
		x          *mat.Dense
		iterations int
		most       time.Duration // processor time of an iteration; 0 for no limit
	}{
		{"nsfa", sparse(50_000, 500, 10), 12, 2 * time.Second},
		{"dpmm", clouds(50_000, 20, 20), 6, 0},
		{"vbmfa", clouds(100_000, 20, 20), 100, 0},
	} {
		n, d := c.x.Dims()
		var used, wall [3]time.Duration
		for threads := 1; threads <= 2; threads++ {
			data := &inference.Dataset{Name: c.model, X: c.x, Kind: inference.Continuous, Scale: make([]float64, d),
				Centre: make([]float64, d)}
			for i := range n {
				data.Rows = append(data.Rows, fmt.Sprint("r", i))
			}
			for j := range d {
				data.Columns, data.Scale[j] = append(data.Columns, fmt.Sprint("c", j)), 1
			}
			m, err := Find(c.model)
			if err != nil {
				t.Fatal(err)
			}
			st, err := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, threads)
			if err != nil {
				t.Fatal(err)
			}
			from, begun := time.Duration(0), time.Time{}
			for done := -1; done < c.iterations; {
				r, err := st.Step(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if r.Scalars != nil {
					if done++; done == 0 { // the start
						from, begun = inferencetest.ProcessorTime(), time.Now()
					}
				}
				if r.Done {
					break
				}
			}
			used[threads], wall[threads] = (inferencetest.ProcessorTime()-from)/time.Duration(c.iterations),
				time.Since(begun)/time.Duration(c.iterations)
		}
		fmt.Fprintf(&b, "| `%s` | %d × %d | %d | %.2f s | %.2f s, %.2f s |\n", c.model, n, d, c.iterations, used[1].Seconds(),
			wall[1].Seconds(), wall[2].Seconds())
		if c.most > 0 && used[1] > c.most {
			t.Errorf("%s: an iteration takes %v of processor time, wanted %v", c.model, used[1], c.most)
		}
	}
	t.Log("\n" + b.String())
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "scale-models.md"), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
