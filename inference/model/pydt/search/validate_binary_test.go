//go:build validate

package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/tree"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// TestValidateBinary makes the tables of zeros and ones by probit. The zoo table of the
// UCI repository is not shipped; it is looked for as zoo.csv in $ESPALIER_TABLES.
func TestValidateBinary(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "binary", &b)
	animals, err := sampledata.Open("animals")
	if err != nil {
		t.Fatal(err)
	}
	tables := []*inference.Table{animals}
	if dir := os.Getenv("ESPALIER_TABLES"); dir != "" {
		zoo, err := read.File(t.Context(), filepath.Join(dir, "zoo.csv"), read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, zoo)
	}
	validateTaxonomy(t, &b, tables)
	validateOrthants(t, &b)
	validateSettling(t, &b)
	validateBinaryRows(t, &b, tables)
}

// prepared returns the table's data and its classes.
func prepared(t *testing.T, table *inference.Table, p inference.Preprocessing) (*inference.Dataset,
	inference.Annotation) {
	data, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	a, ok := table.AnnotationByName("class")
	if !ok {
		t.Fatalf("%s has no annotation class", table.Name)
	}
	return data, a
}

func validateTaxonomy(t *testing.T, b *strings.Builder, tables []*inference.Table) {
	b.WriteString(
		"\nAnimals by their traits against their class: dendrogram purity / adjusted Rand index at the true number of classes; for the\n" +
			"trees after 200 search steps the means of five seeds. \"As numbers\" are the zeros and ones centred and fitted as numbers with\n" +
			"noise, as before probit.\n\n| table | Ward | ddt as numbers | pydt as numbers | ddt by probit | pydt by probit |\n|---|---|---|---|---|---|\n")
	var clades strings.Builder
	for _, table := range tables {
		centred, a := prepared(t, table, inference.Preprocessing{Centre: true})
		data, _ := prepared(t, table, inference.Preprocessing{})
		w := wardScores(data, a)
		n, d := data.Dims()
		fmt.Fprintf(b, "| %s, %d × %d | %.3f / %.3f", strings.TrimSuffix(table.Name, ".csv"), n, d, w.purity, w.rand)
		for _, x := range []*inference.Dataset{centred, data} {
			for _, m := range []searched{ddt, pydt} {
				const seeds = 5
				mean := groupScores{}
				for seed := range uint64(seeds) {
					f, _ := runFit(t, m, x, nil, seed+1, 200, 2)
					best := forest.Best(f.Snapshot())
					g := scoreGroups(best, data, a)
					mean.purity += g.purity / seeds
					mean.rand += g.rand / seeds
					if seed == 0 && f.Problem.Binary() {
						fmt.Fprintf(&clades, "| %s, %s | %s |\n", strings.TrimSuffix(table.Name, ".csv"), m.Info().Name,
							bestClades(best, a))
					}
				}
				fmt.Fprintf(b, " | %.3f / %.3f", mean.purity, mean.rand)
				if x == data && mean.purity < w.purity-0.03 {
					t.Errorf("%s, %s: purity %.3f, Ward has %.3f", table.Name, m.Info().Name, mean.purity, w.purity)
				}
			}
		}
		b.WriteString(" |\n")
	}
	b.WriteString(
		"\nThe clade that fits each class best, in the probit tree of seed 1: members of the class in it of all, and others in it.\n\n" +
			"| table, model | classes |\n|---|---|\n" + clades.String())
}

// bestClades lists for each class the clade with the largest share of members in the union of both.
func bestClades(t *tree.Tree, a inference.Annotation) string {
	var list []string
	for level, name := range a.Levels {
		total := 0
		for _, c := range a.Codes {
			if c == level {
				total++
			}
		}
		best, text := 0.0, ""
		for v := range t.Parent {
			leaves := t.LeavesBelow(v)
			in := 0
			for _, r := range leaves {
				if a.Codes[r] == level {
					in++
				}
			}
			if share := float64(in) / float64(len(leaves)+total-in); share > best {
				best = share
				text = fmt.Sprintf("%s %d/%d", name, in, total)
				if others := len(leaves) - in; others > 0 {
					text += fmt.Sprintf(" + %d", others)
				}
			}
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func validateOrthants(t *testing.T, b *strings.Builder) {
	b.WriteString(
		"\nEvidence by expectation propagation less the exact orthant probability, nats a column, over 400 random trees and signs:\n" +
			"largest absolute value and mean.\n\n| leaves | σ² = 0.3 | 1 | 4 | 16 | 64 |\n|---|---|---|---|---|---|\n")
	for _, n := range []int{2, 3} {
		fmt.Fprintf(b, "| %d", n)
		for _, sigma2 := range []float64{0.3, 1, 4, 16, 64} {
			worst, mean := 0.0, 0.0
			const trees = 400
			for seed := range uint64(trees) {
				s, _ := pydttest.BinaryState(rand.New(rand.NewPCG(seed, 81)), n, 1, 0, sigma2)
				s.Settle()
				d := s.LogEvidence() - pydttest.Orthant(s, 0)
				worst = math.Max(worst, math.Abs(d))
				mean += d / trees
			}
			fmt.Fprintf(b, " | %.2g / %+.2g", worst, mean)
			if most := map[float64]float64{0.3: 1e-3, 1: 3e-3}[sigma2]; most > 0 && worst > most {
				t.Errorf("%d leaves, σ² %g: off by %.2g nats", n, sigma2, worst)
			}
		}
		b.WriteString(" |\n")
	}
}

func validateSettling(t *testing.T, b *strings.Builder) {
	settled, most, total := 0, 0, 0
	const trees = 100
	for seed := range uint64(trees) {
		rng := rand.New(rand.NewPCG(seed, 82))
		s, _ := pydttest.BinaryState(rng, 2+rng.IntN(99), 5, 0.2*float64(seed%2), math.Exp(7*rng.Float64()-1))
		const enough = 200
		w := s.NewSettler(enough, 1e-6)
		sweeps := 0
		for done := false; !done && sweeps < enough; sweeps++ {
			done = w.Advance(1 << 30)
		}
		if sweeps < enough {
			settled++
		}
		most, total = max(most, sweeps), total+sweeps
	}
	fmt.Fprintf(b,
		"\nOn %d of %d random trees of up to 100 leaves, with σ² from 0.4 to 400 and every other one with a fifth of its cells missing, the\n"+
			"serial sweeps settled (the evidence moves by less than 10⁻⁶ nats), after %.1f sweeps in the mean and %d at most.\n",
		settled, trees, float64(total)/trees, most)
	if settled < trees {
		t.Errorf("%d trees did not settle", trees-settled)
	}
}

// validateBinaryRows compares the log probability of rows left out, a fifth at a time.
func validateBinaryRows(t *testing.T, b *strings.Builder, tables []*inference.Table) {
	b.WriteString(
		"\nLog probability of rows left out, a fifth at a time, nats a row (mean ± standard error over the rows); the independent\n" +
			"columns have probabilities (ones + ½)/(rows + 1).\n\n| table | independent columns | ddt, em | pydt, em | ddt, mcmc, 1,000 sweeps | pydt, mcmc |\n|---|---|---|---|---|---|\n")
	for _, table := range tables {
		n, d := table.Dims()
		order := rand.New(rand.NewPCG(1, 83)).Perm(n)
		columns := make([][]float64, 5)
		for fold := range 5 {
			var in, out []int
			for i, r := range order {
				if i%5 == fold {
					out = append(out, r)
				} else {
					in = append(in, r)
				}
			}
			data, _ := prepared(t, table.SelectRows(in), inference.Preprocessing{})
			x := mat.NewDense(len(out), d, nil)
			for i, r := range out {
				x.SetRow(i, mat.Row(nil, r, table.X))
			}
			columns[0] = append(columns[0], independentColumns(data.X, x)...)
			for k, m := range []searched{ddt, pydt, ddt, pydt} {
				s := byDefault(m)
				steps := 200
				if k >= 2 {
					steps = 1000
					if err := s.Set("method", "mcmc"); err != nil {
						t.Fatal(err)
					}
				}
				columns[k+1] = append(columns[k+1], predictRows(t, m, data, s, steps, x)...)
			}
		}
		fmt.Fprintf(b, "| %s", strings.TrimSuffix(table.Name, ".csv"))
		for _, v := range columns {
			mean, se := pydttest.MeanAndError(v)
			fmt.Fprintf(b, " | %.2f ± %.2f", mean, se)
		}
		b.WriteString(" |\n")
	}
}

func independentColumns(train, x *mat.Dense) []float64 {
	n, d := train.Dims()
	rows, _ := x.Dims()
	out := make([]float64, rows)
	for j := range d {
		ones := 0.0
		for i := range n {
			ones += train.At(i, j)
		}
		p := (ones + 0.5) / (float64(n) + 1)
		for i := range out {
			out[i] += math.Log(p*x.At(i, j) + (1-p)*(1-x.At(i, j)))
		}
	}
	return out
}

func predictRows(t *testing.T, m searched, data *inference.Dataset, s inference.Settings, steps int,
	x *mat.Dense) []float64 {
	st, err := m.New(data, s, inference.Streams{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for done := -1; done < steps; {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
	}
	v, err := st.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
