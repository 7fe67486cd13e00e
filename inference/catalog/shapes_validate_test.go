//go:build validate

package catalog_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// shapes are pairs of columns that depend on each other.
var shapes = []struct {
	name string
	draw func(rng *rand.Rand) (x, y float64)
}{
	{"line, y = 0.5 x + noise", func(rng *rand.Rand) (float64, float64) {
		x := rng.NormFloat64()
		return x, 0.5*x + rng.NormFloat64()
	}},
	{"parabola, y = x² + noise", func(rng *rand.Rand) (float64, float64) {
		x := rng.NormFloat64()
		return x, x*x + rng.NormFloat64()
	}},
	{"wave, y = cos 4x + 0.5 noise", func(rng *rand.Rand) (float64, float64) {
		x := rng.NormFloat64()
		return x, math.Cos(4*x) + 0.5*rng.NormFloat64()
	}},
	{"circle, noise 0.2", func(rng *rand.Rand) (float64, float64) {
		a := 2 * math.Pi * rng.Float64()
		return math.Cos(a) + 0.2*rng.NormFloat64(), math.Sin(a) + 0.2*rng.NormFloat64()
	}},
	{"spread, y = x · noise", func(rng *rand.Rand) (float64, float64) {
		x := rng.NormFloat64()
		return x, x * rng.NormFloat64()
	}},
	{"three groups, the middle one 1.5 higher", func(rng *rand.Rand) (float64, float64) {
		g := rng.IntN(3)
		return float64(g), 1.5*float64(g%2) + rng.NormFloat64()
	}},
}

// TestValidateGraphsShapes measures which dependences a relevance network finds with each measure, and how many
// of its edges are false.
func TestValidateGraphsShapes(t *testing.T) {
	const tables, level = 20, 0.95
	sizes, measures := []int{50, 200}, []string{"correlation", "information"}
	share := make([]map[string][]float64, len(shapes)+1) // of each shape found, and of the edges that are false
	for k := range share {
		share[k] = map[string][]float64{}
	}
	for _, n := range sizes {
		found, wrong := map[string][]float64{}, map[string][]float64{}
		for _, m := range measures {
			found[m] = make([]float64, len(shapes))
		}
		for table := range tables {
			rng := rand.New(rand.NewPCG(uint64(table), uint64(n)))
			x := mat.NewDense(n, 2*len(shapes), nil)
			for i := range n {
				for k, s := range shapes {
					u, v := s.draw(rng)
					x.Set(i, 2*k, u)
					x.Set(i, 2*k+1, v)
				}
			}
			data := inferencetest.DatasetOf(x)
			for _, m := range measures {
				g := graph.Of(fitFactors(t, contender{"relevance", "relevance", map[string]string{"measure": m}, 1, 1}, data,
					1).stepper.Snapshot())
				edges, _ := g.Above(level)
				falsely := 0.0
				for _, e := range edges {
					if e.From%2 == 0 && e.To == e.From+1 {
						found[m][e.From/2] += 1.0 / tables
					} else {
						falsely++
					}
				}
				wrong[m] = append(wrong[m], falsely/max(1, float64(len(edges))))
			}
		}
		for _, m := range measures {
			for k := range shapes {
				share[k][m] = append(share[k][m], found[m][k])
			}
			mean, sd := stat.MeanStdDev(wrong[m], nil)
			share[len(shapes)][m] = append(share[len(shapes)][m], mean)
			if !(mean <= 1-level+3*sd/math.Sqrt(tables)) {
				t.Errorf("%s, %d rows: %.3f of the edges are false", m, n, mean)
			}
		}
	}
	var b strings.Builder
	b.WriteString("\n| dependence |")
	rule := "|---|"
	for _, n := range sizes {
		for _, m := range measures {
			fmt.Fprintf(&b, " %s, N = %d |", m, n)
			rule += "---|"
		}
	}
	b.WriteString("\n" + rule + "\n")
	for k, one := range share {
		name := "false edges among those shown"
		if k < len(shapes) {
			name = shapes[k].name
		}
		fmt.Fprintf(&b, "| %s |", name)
		for s := range sizes {
			for _, m := range measures {
				fmt.Fprintf(&b, " %.0f %% |", 100*one[m][s])
			}
		}
		b.WriteString("\n")
	}
	writeTable(t, "graphs-shapes", b.String())
	const largest = 1
	for _, k := range []int{1, 2, 3, 5} {
		if miss, hit := share[k]["correlation"][largest],
			share[k]["information"][largest]; !(hit >= 0.9) || k < 4 && !(miss <= 0.2) {
			t.Errorf("%s, %d rows: information finds %.2f, correlation %.2f", shapes[k].name, sizes[largest], hit, miss)
		}
	}
}
