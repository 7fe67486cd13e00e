//go:build validate

package catalog_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// An unseen is a fit that scores rows with missing cells by networks drawn from the posterior.
type unseen struct {
	model, table string
	columns      int // the first ones; 0 for all
	missing      int // cells of each row
	set          map[string]string
	iterations   int
}

// TestValidateGraphsMissing measures the error of the density of rows with missing cells where it is a mean over
// networks drawn: over fits with other seeds, and against the exact sum or integral over the missing cells of complete
// rows, which have an exact density.
func TestValidateGraphsMissing(t *testing.T) {
	const rows, repeats = 12, 8
	partition := map[string]string{"method": "partition"}
	cases := []unseen{
		{model: "dag", table: "iris", missing: 1}, {model: "dag", table: "crabs", missing: 1},
		{model: "dag", table: "crabs", missing: 3}, {model: "dag", table: "glass", missing: 1},
		{model: "dag", table: "glass", missing: 4}, {model: "dag", table: "signalling", missing: 1},
		{model: "dag", table: "signalling", missing: 1, set: partition, iterations: 2000},
		{model: "dag", table: "animals", columns: 12, missing: 4},
		{model: "treemixture", table: "iris", missing: 1}, {model: "treemixture", table: "crabs", missing: 1},
		{model: "treemixture", table: "crabs", missing: 3},
		{model: "treemixture", table: "wine", missing: 1}, {model: "treemixture", table: "wine", missing: 6},
		{model: "treemixture", table: "tissue_expression", columns: 40, missing: 1},
		{model: "treemixture", table: "tissue_expression", columns: 40, missing: 15},
		{model: "treemixture", table: "animals", missing: 9},
	}
	var b strings.Builder
	b.WriteString("\n| model | table | columns | missing cells of a row | error of a row, nats | of the mean over rows | beyond the exact mean | standard error of the mean by the rows |\n|---|---|---|---|---|---|---|---|\n")
	for _, c := range cases {
		train, test := c.split(t, rows)
		rng := rand.New(rand.NewPCG(3, 15))
		n, d := test.Dims()
		holes := mat.DenseCopyOf(test)
		for i := range n {
			for _, j := range rng.Perm(d)[:c.missing] {
				holes.Set(i, j, math.NaN())
			}
		}
		var logs [][]float64
		var first inference.Predictor
		for seed := range uint64(repeats) {
			p := fitFactors(t, contender{c.model, c.model, c.set, 1, c.iterations}, train, seed+1).stepper.(inference.Predictor)
			if first == nil {
				first = p
			}
			logs = append(logs, densities(t, p, holes))
		}
		variance, means := 0.0, []float64(nil)
		for i := range n {
			var of []float64
			for _, l := range logs {
				of = append(of, l[i])
			}
			variance += stat.Variance(of, nil) / float64(n)
		}
		for _, l := range logs {
			means = append(means, stat.Mean(l, nil))
		}
		mean, sd := stat.MeanStdDev(means, nil)
		beyond := ""
		if train.Kind == inference.Binary || c.missing == 1 {
			exact := first
			if c.set != nil { // of a chain, the exact sum
				exact = fitFactors(t, contender{c.model, c.model, nil, 1, 0}, train, 1).stepper.(inference.Predictor)
			}
			off := mean - stat.Mean(filledIn(t, exact, train.Kind == inference.Binary, holes), nil)
			beyond = fmt.Sprintf("%+.3f", off)
			if !(math.Abs(off) <= 0.005+5*sd/math.Sqrt(repeats)) {
				t.Errorf("%s of %s, %d missing: the mean is %.4f off, its error over repeats %.4f", c.model, c.table, c.missing,
					off, sd)
			}
		}
		name := c.model
		if c.set != nil {
			name += ", `method=partition`"
		}
		error, spread := math.Sqrt(variance), stat.StdDev(logs[0], nil)/math.Sqrt(rows)
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %.3f | %.3f | %s | %.2f |\n", name, c.table, d, c.missing, error, sd, beyond,
			spread)
		if !(sd <= 0.25*spread) {
			t.Errorf("%s of %s, %d missing: the error of the mean is %.3f by drawing, %.3f by the rows", c.model, c.table,
				c.missing, sd, spread)
		}
	}
	writeTable(t, "graphs-missing", b.String())
}

// split returns the table but for some complete rows, and these.
func (c unseen) split(t *testing.T, rows int) (train *inference.Dataset, test *mat.Dense) {
	t.Helper()
	table, err := sampledata.Open(c.table)
	if err != nil {
		t.Fatal(err)
	}
	how := inference.Preprocessing{Centre: true, Scale: true}
	if c.table == "animals" {
		how = inference.Preprocessing{}
	}
	data, err := table.Prepare(how)
	if err != nil {
		t.Fatal(err)
	}
	n, d := data.Dims()
	if c.columns > 0 {
		d = c.columns
		data.Columns, data.Centre, data.Scale = data.Columns[:d], data.Centre[:d], data.Scale[:d]
	}
	x := data.X.Slice(0, n, 0, d)
	held := rand.New(rand.NewPCG(2, 15)).Perm(n)[:rows]
	kept := mat.NewDense(n-rows, d, nil)
	test = mat.NewDense(rows, d, nil)
	at := 0
	for i := range n {
		to, k := kept, at
		if k2 := slices.Index(held, i); k2 >= 0 {
			to, k = test, k2
		} else {
			at++
		}
		for j := range d {
			to.Set(k, j, x.At(i, j))
		}
	}
	train = &inference.Dataset{Name: data.Name, X: kept, Kind: data.Kind, Columns: data.Columns, Centre: data.Centre,
		Scale: data.Scale}
	for i := range n - rows {
		train.Rows = append(train.Rows, fmt.Sprint("r", i+1))
	}
	return train, test
}

func densities(t *testing.T, p inference.Predictor, x *mat.Dense) []float64 {
	t.Helper()
	logs, err := p.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	return logs
}

// filledIn is the log density of each row by that of complete ones: over both values of each missing cell, or along one
// missing number.
func filledIn(t *testing.T, p inference.Predictor, binary bool, holes *mat.Dense) (out []float64) {
	n, d := holes.Dims()
	for i := range n {
		var hidden []int
		for j := range d {
			if math.IsNaN(holes.At(i, j)) {
				hidden = append(hidden, j)
			}
		}
		var cells, weights []float64
		add := func(weight float64, values ...float64) {
			row := slices.Clone(holes.RawRowView(i))
			for k, j := range hidden {
				row[j] = values[k]
			}
			cells, weights = append(cells, row...), append(weights, math.Log(weight))
		}
		if binary {
			values := make([]float64, len(hidden))
			for set := range 1 << len(hidden) {
				for k := range values {
					values[k] = float64(set >> k & 1)
				}
				add(1, values...)
			}
		} else {
			const step = 0.04
			for u := -4.0; u < 4; u += step {
				add(step*math.Cosh(u), math.Sinh(u))
			}
		}
		logs := densities(t, p, mat.NewDense(len(weights), d, cells))
		floats.Add(logs, weights)
		out = append(out, floats.LogSumExp(logs))
	}
	return out
}
