package nsfa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// mixed draws a table of n rows with two factors behind columns of every kind, 5 of each, and hides a tenth of the
// cells. cells and values are those that were hidden.
func mixed(t testing.TB, n int, rng *rand.Rand) (data *inference.Dataset, cells []inference.Cell, values []float64) {
	t.Helper()
	const each = 5
	table := &inference.Table{Name: "mixed", Kind: inference.Continuous}
	factors := make([][2]float64, n)
	depth := make([]float64, n)
	for i := range n {
		table.Rows = append(table.Rows, "row"+strconv.Itoa(i+1))
		factors[i], depth[i] = [2]float64{rng.NormFloat64(), rng.NormFloat64()}, .4*rng.NormFloat64()
	}
	x := mat.NewDense(n, 5*each, nil)
	var kinds []string
	for j := range 5 * each {
		g := 1.5 * float64(1-2*(j%2))
		for i := range n {
			u := g*factors[i][j%2] + .5*rng.NormFloat64()
			switch j / each {
			case 0:
				x.Set(i, j, 3+2*u)
			case 1:
				x.Set(i, j, 0)
				if u > .4 {
					x.Set(i, j, 1)
				}
			case 2:
				x.Set(i, j, math.Round(min(max(u+1, 0), 2)))
			case 3:
				y, left := 0., math.Exp(depth[i]+1.5+.5*u)
				for left -= rng.ExpFloat64(); left > 0; left -= rng.ExpFloat64() {
					y++
				}
				x.Set(i, j, y)
			case 4: // of three levels, the second against the third along the other factor
				x.Set(i, j, 0)
				if v := 1.5*factors[i][1-j%2] + .5*rng.NormFloat64(); u < .3 && v > 0 {
					x.Set(i, j, 1)
				} else if u < .3 {
					x.Set(i, j, 2)
				}
			}
		}
		name := []string{"number", "yes", "grade", "count", "category"}[j/each] + strconv.Itoa(j)
		table.Columns = append(table.Columns, name)
		if kind := []string{"", "yes/no", "ordered", "count:library", "category"}[j/each]; kind != "" {
			kinds = append(kinds, name+"="+kind)
		}
	}
	table.X = x
	p := inference.Preprocessing{Centre: true, Scale: true, Kinds: column.List(strings.Join(kinds, "\n"))}
	data, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		for j := range 5 * each {
			if rng.Float64() < .1 {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, data.X.At(i, j))
			}
		}
	}
	for _, c := range cells {
		data.X.Set(c.Row, c.Column, math.NaN())
	}
	return data, cells, values
}

// Threads, saving and interruptions make no difference for columns of kinds.
func TestKindsConform(t *testing.T) {
	data, _, _ := mixed(t, 24, rand.New(rand.NewPCG(4, 4)))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 6}, data)
	inferencetest.ConformanceWith(t, Factor{},
		inferencetest.Options{Iterations: 6, Set: map[string]string{"factors": "3"}}, data)
}

// Hidden cells of every kind are predicted better than by the frequencies of their column, by every model of the
// family.
func TestKindsPredict(t *testing.T) {
	data, cells, values := mixed(t, 80, rand.New(rand.NewPCG(8, 5)))
	for _, m := range []inference.Model{Model{}, Sparse{}, Factor{}, Relevance{}} {
		set := map[string]string{"factors": "2"}
		if m == (inference.Model)(Model{}) {
			set = map[string]string{"goal": "predict"}
		}
		c := settledChain(t, m, data, set, 80, 1)
		log, mean, err := c.LogCells(cells, values)
		if err != nil {
			t.Fatal(err)
		}
		var gain [5]float64
		for i, cell := range cells {
			gain[cell.Column/5] += log[i] - frequency(data, cell.Column, values[i])
			if math.IsNaN(mean[i]) {
				t.Fatalf("%s: cell %d has no mean", m.Info().Name, i)
			}
		}
		for k, g := range gain {
			if !(g > 4) {
				t.Errorf("%s: cells of kind %d gain %.1f nats", m.Info().Name, k, g)
			}
		}
		t.Logf("%s: gains %.1f", m.Info().Name, gain)
	}
}

// The probabilities of the levels of a hidden category sum to one, whatever the noise of its contrasts.
func TestCategorySumsToOne(t *testing.T) {
	c := observation.NewCategories(4)
	for _, w := range [][]float64{{1, 1, 1}, {0.5, 2, 1}} {
		sum := 0.0
		for level := range 4 {
			log, _ := predictCategory(c, float64(level), []float64{0.3, -1, 0.4}, slices.Clone(w))
			sum += math.Exp(log)
		}
		inferencetest.Near(t, "all levels", sum, 1, 1e-6)
	}
}

// The probability of a level is that of contrasts whose noise is drawn independently.
func TestCategoryNoise(t *testing.T) {
	for _, levels := range []int{3, 4, 6} {
		c := observation.NewCategories(levels)
		n := levels - 1
		m, w := make([]float64, n), make([]float64, n)
		for a := range n {
			m[a], w[a] = 0.2*float64(a%3), 0.3
			if a > 0 {
				w[a] = 3
			}
		}
		rng := rand.New(rand.NewPCG(1, 2))
		at, same, room := make([]float64, n), slices.Repeat([]float64{0.3}, n), make([]float64, 2*n)
		for level := range levels {
			const drawn = 4000
			want := 0.0
			for range drawn {
				for a := range at {
					at[a] = m[a] + math.Sqrt(w[a]-0.3)*rng.NormFloat64()
				}
				want += math.Exp(c.Factor(0, float64(level)).Moments(at, same, room[:n], room[n:])) / drawn
			}
			log, _ := predictCategory(c, float64(level), m, w)
			inferencetest.Near(t, fmt.Sprintf("level %d of %d", level, levels), math.Exp(log), want, 0.03)
		}
	}
}

// frequency returns the log probability of a value by its column alone: normal, the share of the level, or Poisson with
// a Gamma mean of the column's moments.
func frequency(data *inference.Dataset, j int, value float64) float64 {
	var n, sum, squares, same float64
	rows, _ := data.Dims()
	for i := range rows {
		if v := data.X.At(i, j); !math.IsNaN(v) {
			n++
			sum += v
			squares += v * v
			if v == value {
				same++
			}
		}
	}
	mean := sum / n
	variance := squares/n - mean*mean
	switch k := data.Kinds[j]; k.Sort {
	case column.Number:
		return -.5 * (logTwoPi + math.Log(variance) + (value-mean)*(value-mean)/variance)
	case column.Count:
		size := mean * mean / max(variance-mean, .05*mean)
		a, _ := math.Lgamma(value + size)
		b, _ := math.Lgamma(size)
		c, _ := math.Lgamma(value + 1)
		return a - b - c + size*math.Log(size/(size+mean)) + value*math.Log(mean/(size+mean))
	default:
		return math.Log((same + .5) / (n + .5*float64(len(k.Levels))))
	}
}
