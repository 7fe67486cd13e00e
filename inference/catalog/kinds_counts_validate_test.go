//go:build validate

package catalog_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// drawCounts draws counts of rows of different depth: Poisson with log rates that a few sparse factors move, more
// spread than they by the deviation noise.
func drawCounts(n, d, factors int, level, noise, depth float64, groups bool, seed uint64) *inference.Table {
	rng := rand.New(rand.NewPCG(seed, 37))
	load := mat.NewDense(factors, d, nil)
	load.Apply(func(_, _ int, _ float64) float64 {
		if rng.Float64() < .3 {
			return .9 * rng.NormFloat64()
		}
		return 0
	}, load)
	base := make([]float64, d)
	for j := range base {
		base[j] = level + rng.NormFloat64()
	}
	t := &inference.Table{Name: "counts", Kind: inference.Count}
	x := mat.NewDense(n, d, nil)
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprintf("r%d", i+1))
		size, active := depth*rng.NormFloat64(), make([]float64, factors)
		for k := range active {
			active[k] = rng.NormFloat64()
		}
		if groups {
			clear(active)
			active[rng.IntN(factors)] = 1.5
		}
		for j := range d {
			rate := base[j] + size + noise*rng.NormFloat64()
			for k, a := range active {
				rate += a * load.At(k, j)
			}
			count := -1.0
			for left := math.Exp(rate); left >= 0; left -= rng.ExpFloat64() {
				count++
			}
			x.Set(i, j, count)
		}
	}
	for j := range d {
		t.Columns = append(t.Columns, fmt.Sprintf("g%d", j+1))
	}
	t.X = x
	return t
}

// countedWords counts the commonest words in each of the long files of Go of this project, without their imports. These
// are real counts, of files of different lengths, far from Poisson. Imports are left out because the words of the path of
// the module stand in each of them together: their counts would be copies of each other.
func countedWords(t *testing.T, files, common int) *inference.Table {
	word, imports := regexp.MustCompile(`[A-Za-z]{2,}`), regexp.MustCompile(`(?ms)^import \(.*?^\)|^import "[^"]*"`)
	var counts []map[string]int
	total := map[string]int{}
	table := &inference.Table{Name: "words of Go files", Kind: inference.Count}
	paths, err := filepath.Glob("../*/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil || len(text) < 6000 || strings.HasSuffix(path, "_test.go") || len(counts) == files {
			continue
		}
		own := map[string]int{}
		for _, w := range word.FindAllString(imports.ReplaceAllString(string(text), ""), -1) {
			own[strings.ToLower(w)]++
			total[strings.ToLower(w)]++
		}
		counts, table.Rows = append(counts, own), append(table.Rows, path)
	}
	for w := range total {
		table.Columns = append(table.Columns, w)
	}
	slices.SortFunc(table.Columns, func(a, b string) int {
		if total[a] != total[b] {
			return total[b] - total[a]
		}
		return strings.Compare(a, b)
	})
	table.Columns = table.Columns[:common]
	x := mat.NewDense(len(counts), common, nil)
	for i, own := range counts {
		for j, w := range table.Columns {
			x.Set(i, j, float64(own[w]))
		}
	}
	table.X = x
	return table
}

// poissonPCA is the principal components of counts (Townes and others 2019, Feature selection and dimension
// reduction for single-cell RNA-seq based on a multinomial model, Genome Biology 20), y_ij ~ Poisson(exp(o_i + b_j +
// x_i·w_j)), by steps of Newton's method on each number in turn with a ridge of 1 on x and of .1 on w. It returns
// the log means.
func poissonPCA(y *mat.Dense, offset []float64, k int, rng *rand.Rand) *mat.Dense {
	n, d := y.Dims()
	eta := mat.NewDense(n, d, nil)
	b, x, w := make([]float64, d), mat.NewDense(n, k, nil), mat.NewDense(d, k, nil)
	for j := range d {
		sum, expected := .5, 0.0
		for i := range n {
			if v := y.At(i, j); !math.IsNaN(v) {
				sum, expected = sum+v, expected+math.Exp(offset[i])
			}
		}
		b[j] = math.Log(sum / expected)
		for a := range k {
			w.Set(j, a, .1*rng.NormFloat64())
		}
	}
	for i := range n {
		for a := range k {
			x.Set(i, a, .1*rng.NormFloat64())
		}
		for j := range d {
			eta.Set(i, j, offset[i]+b[j]+mat.Dot(x.RowView(i), w.RowView(j)))
		}
	}
	// step moves one number, which stands with the factor of(c) in cell c of a list.
	step := func(at *float64, count int, cell func(c int) (i, j int), of func(c int) float64, ridge float64) {
		slope, bend := -ridge**at, ridge
		for c := range count {
			i, j := cell(c)
			if v := y.At(i, j); !math.IsNaN(v) {
				rate, f := math.Exp(min(eta.At(i, j), 30)), of(c)
				slope, bend = slope+f*(v-rate), bend+f*f*rate
			}
		}
		move := min(max(slope/(bend+1e-9), -.5), .5)
		*at += move
		for c := range count {
			i, j := cell(c)
			eta.Set(i, j, eta.At(i, j)+move*of(c))
		}
	}
	for range 60 {
		for j := range d {
			column := func(c int) (int, int) { return c, j }
			step(&b[j], n, column, func(int) float64 { return 1 }, 0)
			for a := range k {
				step(&w.RawRowView(j)[a], n, column, func(c int) float64 { return x.At(c, a) }, .1)
			}
		}
		for i := range n {
			for a := range k {
				step(&x.RawRowView(i)[a], d, func(c int) (int, int) { return i, c },
					func(c int) float64 { return w.At(c, a) }, 1)
			}
		}
	}
	return eta
}

// logCounts are the log probabilities of hidden counts: Poisson, and negative binomial of the size that the cells
// that are seen make most probable.
func logCounts(y, eta *mat.Dense, cells []inference.Cell, values []float64) (poisson, binomial float64) {
	gamma := func(x float64) float64 { g, _ := math.Lgamma(x); return g }
	negative := func(v, mean, size float64) float64 {
		return gamma(v+size) - gamma(size) - gamma(v+1) + size*math.Log(size/(size+mean)) + v*math.Log(mean/(size+mean))
	}
	best, size := math.Inf(-1), 0.0
	n, d := y.Dims()
	for s := .2; s < 400; s *= 1.3 {
		sum := 0.0
		for i := range n {
			for j := range d {
				if v := y.At(i, j); !math.IsNaN(v) {
					sum += negative(v, math.Exp(eta.At(i, j)), s)
				}
			}
		}
		if sum > best {
			best, size = sum, s
		}
	}
	for i, c := range cells {
		e, v := eta.At(c.Row, c.Column), values[i]
		poisson += v*e - math.Exp(e) - gamma(v+1)
		binomial += negative(v, math.Exp(e), size)
	}
	return poisson, binomial
}

// logNormalCells are the log probabilities of hidden counts by factors of log(1 + count / depth), as numbers: the
// mass that the model gives the interval of half a count to either side.
func logNormalCells(t *testing.T, table *inference.Table, hidden *mat.Dense, offset []float64, cells []inference.Cell,
	values []float64) (sum float64) {
	n, d := hidden.Dims()
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 { return math.Log1p(hidden.At(i, j) * math.Exp(-offset[i])) }, x)
	logs := *table
	logs.X, logs.Kind = x, inference.Continuous
	data, err := logs.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	at := make([]int, d) // columns that the preparation kept
	for j := range at {
		at[j] = slices.Index(data.ColumnIndex, j)
	}
	fitted := fitFactors(t, contender{"", "nsfa", nil, 1, 400}, data, 1).stepper.(inference.CellPredictor)
	var list []inference.Cell
	var points, weights []float64
	const steps = 64
	for i, c := range cells {
		work := func(y float64) float64 {
			return data.WorkingAt(at[c.Column], math.Log1p(y*math.Exp(-offset[c.Row])))
		}
		low, high := -12.0, work(values[i]+.5)
		if values[i] > 0 {
			low = work(values[i] - .5)
		}
		for s := range steps {
			list = append(list, inference.Cell{Row: c.Row, Column: at[c.Column]})
			points = append(points, low+(float64(s)+.5)*(high-low)/steps)
		}
		weights = append(weights, (high-low)/steps)
	}
	density, _, err := fitted.LogCells(list, points)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range weights {
		mass := 0.0
		for _, v := range density[i*steps : (i+1)*steps] {
			mass += w * math.Exp(v)
		}
		sum += math.Log(max(mass, 1e-12))
	}
	return sum
}

// TestValidateKindsCounts hides a tenth of the cells of tables of counts, of the real one three times: nats a cell of
// factors of counts, of Poisson principal components with the number of components that is best for the hidden cells,
// with and without overdispersion, of factors of logarithms as numbers, and of each column alone. It fails where factors
// of counts are behind one of these.
func TestValidateKindsCounts(t *testing.T) {
	tables := []*inference.Table{
		drawCounts(100, 60, 3, 1, .4, .5, false, 1), drawCounts(150, 50, 4, 0, .5, .4, true, 2),
		drawCounts(60, 120, 3, 3, .3, .3, false, 3), countedWords(t, 100, 60)}
	names := []string{"3 factors, 100 × 60", "4 groups, small counts, 150 × 50", "large counts, 60 × 120",
		"words of Go files, 100 × 60"}
	splits := []uint64{1, 1, 1, 3}
	var b strings.Builder
	b.WriteString("Nats a hidden cell of counts.\n\n| table | column alone | log-normal | Poisson PCA | " +
		"negative binomial PCA | factors of counts |\n|---|---|---|---|---|---|\n")
	for k, table := range tables {
		var sums [5]float64
		hidden := 0
		for split := range splits[k] {
			each, cells := scoreCounts(t, table, rand.New(rand.NewPCG(uint64(k)+split, 44)))
			hidden += cells
			for i, v := range each {
				sums[i] += v
			}
		}
		fmt.Fprintf(&b, "| %s |", names[k])
		for i, v := range sums {
			fmt.Fprintf(&b, " %.3f |", v/float64(hidden))
			if i < 4 && !(sums[4] > v) {
				t.Errorf("%s: %.1f nats by factors of counts, %.1f by %d", names[k], sums[4], v, i)
			}
		}
		b.WriteString("\n")
	}
	writeTable(t, "kinds-counts", b.String())
}

// scoreCounts hides a tenth of the cells and returns their log probabilities by each of the methods, and their number.
func scoreCounts(t *testing.T, table *inference.Table, rng *rand.Rand) (sums [5]float64, hidden int) {
	p := inference.Preprocessing{Centre: true, Scale: true, Kinds: column.List("*=count:library").Of(table.Columns)}
	data, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	cells, values := hide(data, rng)
	offsets, err := observation.Offsets(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range aloneMixed(data, cells, values) {
		sums[0] += v
	}
	sums[1] = logNormalCells(t, table, data.X, offsets[0], cells, values)
	sums[2], sums[3] = math.Inf(-1), math.Inf(-1)
	for components := 1; components < 7; components++ {
		eta := poissonPCA(data.X, offsets[0], components, rng)
		poisson, binomial := logCounts(data.X, eta, cells, values)
		sums[2], sums[3] = max(sums[2], poisson), max(sums[3], binomial)
	}
	fitted := fitFactors(t, contender{"", "nsfa", nil, 1, 400}, data, 1).stepper.(inference.CellPredictor)
	logs, _, err := fitted.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range logs {
		sums[4] += v
	}
	return sums, len(cells)
}
