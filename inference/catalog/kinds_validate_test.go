//go:build validate

package catalog_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A mixedTable has columns of several kinds, drawn on a tree, and the clades of that tree at a time.
type mixedTable struct {
	table  *inference.Table
	truth  *tree.Tree
	labels []int
}

// mixedColumns says how many columns of a kind a table has, and of how many levels each is.
type mixedColumns struct {
	numbers, yes, ordered int
	categories            []int
	counts                int
}

const mixedRows = 80

// drawMixed draws the cells of a tree whose latent numbers have variance .8 at time 1 and noise .2: yes/no and levels
// in order by thresholds, categories by the greatest of as many utilities as levels, counts by log rates.
func drawMixed(truth *tree.Tree, at float64, c mixedColumns, rng *rand.Rand) mixedTable {
	n := truth.Leaves()
	latent := func() []float64 {
		place, out := make([]float64, len(truth.Parent)), make([]float64, n)
		for _, v := range truth.PreOrder() {
			begin, from := 0.0, 0.0
			if p := truth.Parent[v]; p >= 0 {
				begin, from = truth.Time(p), place[p]
			}
			place[v] = from + math.Sqrt(.8*(truth.Time(v)-begin))*rng.NormFloat64()
			if v < n {
				out[v] = place[v] + math.Sqrt(.2)*rng.NormFloat64()
			}
		}
		return out
	}
	m := mixedTable{truth: truth, table: &inference.Table{Name: "mixed", Rows: truth.Names}}
	var cells [][]float64
	add := func(name string, of func(i int) float64) {
		m.table.Columns = append(m.table.Columns, fmt.Sprintf("%s%d", name, len(cells)+1))
		column := make([]float64, n)
		for i := range column {
			column[i] = of(i)
		}
		cells = append(cells, column)
	}
	for range c.numbers {
		u := latent()
		add("number", func(i int) float64 { return u[i] })
	}
	for range c.yes {
		u, b := latent(), .5*rng.NormFloat64()
		add("yes", func(i int) float64 { return float64(min(max(int(1+math.Floor(u[i]+b)), 0), 1)) })
	}
	for range c.ordered {
		u := latent()
		add("grade", func(i int) float64 { return float64(min(max(int(math.Floor(2+u[i]*1.3)), 0), 3)) })
	}
	for _, levels := range c.categories {
		var u [][]float64
		for range levels {
			u = append(u, latent())
		}
		add("group", func(i int) float64 {
			best := 0
			for k := range u {
				if u[k][i] > u[best][i] {
					best = k
				}
			}
			return float64(best)
		})
	}
	for range c.counts {
		u := latent()
		add("count", func(i int) float64 {
			count := -1.0
			for left := math.Exp(1.5 + .9*u[i]); left >= 0; left -= rng.ExpFloat64() {
				count++
			}
			return count
		})
	}
	m.table.X = mat.NewDense(n, len(cells), nil)
	for j, c := range cells {
		m.table.X.(*mat.Dense).SetCol(j, c)
	}
	m.labels = tree.GroupLabels(truth.CutAt(-math.Log1p(-at)), n)
	return m
}

// nested is a tree of three groups of two, which begin at times .35 and .7.
func nested() *tree.Tree {
	end := math.Inf(1)
	var parent []int
	var times []float64
	names := make([]string, mixedRows)
	for i := range mixedRows {
		names[i] = fmt.Sprintf("r%d", i+1)
		parent, times = append(parent, mixedRows+i%6), append(times, end)
	}
	for g := range 6 {
		parent, times = append(parent, mixedRows+6+g/2), append(times, -math.Log1p(-.7))
	}
	for range 3 {
		parent, times = append(parent, mixedRows+9), append(times, -math.Log1p(-.35))
	}
	t, err := tree.New(names, append(parent, -1), append(times, 1e-3))
	if err != nil {
		panic(err)
	}
	return t
}

// mixedTables are five tables on trees of the prior and four in groups, with columns of these kinds.
func mixedTables(t *testing.T, c mixedColumns) (ofPrior, inGroups []mixedTable) {
	for k := range 5 {
		rng := rand.New(rand.NewPCG(uint64(k), 41))
		d, err := pydt.DDT{}.Sample(mixedRows, 1, pydt.DDT{}.Info().Defaults(), rng)
		if err != nil {
			t.Fatal(err)
		}
		ofPrior = append(ofPrior, drawMixed(d.Tree, .5, c, rng))
		if k < 4 {
			inGroups = append(inGroups, drawMixed(nested(), .7, c, rng))
		}
	}
	return ofPrior, inGroups
}

// triplets returns the share of triplets of rows, a thousand of them, of which a tree joins the same two first as the
// truth. Those that the truth joins at once do not count.
func triplets(t, truth *tree.Tree) float64 {
	rng := rand.New(rand.NewPCG(1, 1))
	n := truth.Leaves()
	first := func(t *tree.Tree, x [3]int) int {
		ab, ac, bc := t.CommonAncestor(x[0], x[1]), t.CommonAncestor(x[0], x[2]), t.CommonAncestor(x[1], x[2])
		switch {
		case ab == ac && ac == bc:
			return -1
		case ac == bc:
			return 2
		case ab == bc:
			return 1
		}
		return 0
	}
	same, all := 0.0, 0.0
	for range 20000 {
		x := [3]int{rng.IntN(n), rng.IntN(n), rng.IntN(n)}
		if x[0] == x[1] || x[0] == x[2] || x[1] == x[2] {
			continue
		}
		if want := first(truth, x); want >= 0 {
			all++
			if first(t, x) == want {
				same++
			}
		}
	}
	return same / all
}

// famd returns the rows of a table by factor analysis of mixed data: numbers and grades standardised, an indicator for
// each level, less its share, over the root of that.
func famd(m mixedTable) *mat.Dense {
	n, d := m.table.Dims()
	var columns [][]float64
	for j := range d {
		c := make([]float64, n)
		for i := range c {
			c[i] = m.table.X.At(i, j)
		}
		name := m.table.Columns[j]
		if strings.HasPrefix(name, "count") {
			for i := range c {
				c[i] = math.Log1p(c[i])
			}
		}
		levels := []float64{math.NaN()}
		if strings.HasPrefix(name, "yes") || strings.HasPrefix(name, "group") {
			levels = slices.Compact(slices.Sorted(slices.Values(c)))
		}
		for _, l := range levels {
			of, mean, variance := slices.Clone(c), 0.0, 0.0
			for i := range of {
				if !math.IsNaN(l) {
					of[i] = map[bool]float64{true: 1}[c[i] == l]
				}
				mean += of[i] / float64(n)
			}
			for _, y := range of {
				variance += (y - mean) * (y - mean) / float64(n)
			}
			if !math.IsNaN(l) {
				variance = mean
			}
			for i := range of {
				of[i] = (of[i] - mean) / math.Sqrt(max(variance, 1e-9))
			}
			columns = append(columns, of)
		}
	}
	x := mat.NewDense(n, len(columns), nil)
	for j, c := range columns {
		x.SetCol(j, c)
	}
	return x
}

// prepareMixed prepares the table by these kinds, or as numbers.
func prepareMixed(t *testing.T, m mixedTable, kinds column.List, numbers bool) *inference.Dataset {
	t.Helper()
	p := inference.Preprocessing{Centre: true, Scale: true, Kinds: kinds.Of(m.table.Columns), KindsAsNumbers: numbers}
	if numbers {
		p = inference.Info{}.Taking(p)
	}
	data, err := m.table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A mixedMethod makes a tree of a table.
type mixedMethod struct {
	name string
	tree func(t *testing.T, m mixedTable) *tree.Tree
}

// fitMixed is a fit of a table prepared by these kinds, or as numbers. The children of a branch point of many are
// grouped, as they are for all readers: a tree that leaves their order open is not wrong about it.
func fitMixed(model string, steps int, kinds column.List, numbers bool,
	set map[string]string) func(*testing.T, mixedTable) *tree.Tree {
	return func(t *testing.T, m mixedTable) *tree.Tree {
		data := prepareMixed(t, m, kinds, numbers)
		shown := forest.Best(fitFactors(t, contender{model, model, set, 1, steps}, data, 1).snapshot)
		return reading.Read(shown, coded.Worth(data), false).Resolved
	}
}

const mixedKinds = "yes*=yes/no\ngrade*=ordered\ngroup*=category\ncount*=count"

// linked are trees of linkage of a mixed table.
func linked() []mixedMethod {
	return []mixedMethod{
		{"Gower, average", fitMixed("agglomerative", 0, mixedKinds, false,
			map[string]string{"distance": "gower", "linkage": "average"})},
		{"Ward, numbers", func(t *testing.T, m mixedTable) *tree.Tree {
			return linkage.Tree(linkage.Cluster(prepareMixed(t, m, mixedKinds, true).X, linkage.Ward), m.table.Rows)
		}},
		{"Ward, mixed factors", func(_ *testing.T, m mixedTable) *tree.Tree {
			return linkage.Tree(linkage.Cluster(famd(m), linkage.Ward), m.table.Rows)
		}},
	}
}

// mixedScores are the mean dendrogram purity and share of triplets by method, over all tables, and the table of them.
func mixedScores(t *testing.T, tables [][]mixedTable, names []string,
	methods []mixedMethod) (mean [][2]float64, text string) {
	t.Helper()
	mean = make([][2]float64, len(methods))
	var b strings.Builder
	b.WriteString("| tables |")
	for _, m := range methods {
		b.WriteString(" " + m.name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(methods)) + "\n")
	line := func(name string, sum [][2]float64, n float64) {
		fmt.Fprintf(&b, "| %s |", name)
		for k := range sum {
			fmt.Fprintf(&b, " %.3f / %.3f |", sum[k][0]/n, sum[k][1]/n)
		}
		b.WriteString("\n")
	}
	count := 0.0
	for g, list := range tables {
		sum := make([][2]float64, len(methods))
		for _, m := range list {
			count++
			for k, method := range methods {
				shown := method.tree(t, m)
				for i, x := range []float64{scores.DendrogramPurity(shown, m.labels), triplets(shown, m.truth)} {
					sum[k][i] += x
					mean[k][i] += x
				}
			}
		}
		line(names[g], sum, float64(len(list)))
	}
	line("mean", mean, count)
	for k := range mean {
		mean[k] = [2]float64{mean[k][0] / count, mean[k][1] / count}
	}
	t.Log("\n" + b.String())
	return mean, b.String()
}

// TestValidateKindsTrees holds trees of simulated tables of several kinds against the tree of the draw: dendrogram
// purity for its clades and the share of triplets. It fails where a search of ddt or pydt with its defaults, by the kinds
// of the columns, is not ahead of Gower's distance with average linkage, of Ward's trees of numbers and of mixed
// factors, and of ddt by numbers, in the mean over all tables.
func TestValidateKindsTrees(t *testing.T) {
	prior, groups := mixedTables(t, mixedColumns{numbers: 4, yes: 3, ordered: 2, categories: []int{3, 4}, counts: 1})
	_, discrete := mixedTables(t, mixedColumns{numbers: 1, yes: 4, ordered: 3, categories: []int{3, 4, 5}, counts: 1})
	methods := append(linked(), mixedMethod{"ddt, numbers", fitMixed("ddt", 150, mixedKinds, true, nil)},
		mixedMethod{"ddt, kinds", fitMixed("ddt", 150, mixedKinds, false, nil)},
		mixedMethod{"pydt, kinds", fitMixed("pydt", 150, mixedKinds, false, nil)})
	_, animals := mixedTables(t, mixedColumns{yes: 15, categories: []int{6}})
	mean, text := mixedScores(t, [][]mixedTable{prior, groups, discrete, animals},
		[]string{"trees of the prior", "groups", "groups, mostly levels", "groups, 15 yes/no and a category"}, methods)
	for k := range 4 {
		for i, what := range []string{"purity", "triplets"} {
			for _, own := range []int{4, 5} {
				if !(mean[own][i] > mean[k][i]) {
					t.Errorf("%s: %.3f by %s, %.3f by %s", what, mean[k][i], methods[k].name, mean[own][i],
						methods[own].name)
				}
			}
		}
	}
	writeTable(t, "kinds-trees", "Dendrogram purity / share of triplets as in the truth; 80 rows, 12 columns.\n\n"+text)
}

// TestValidateKindsGuessed has numbers, zeros and ones and grades from 0 to 3 in one table, all of them numbers in the
// file: what is gained where yes/no, or yes/no and grades, are taken by kind.
func TestValidateKindsGuessed(t *testing.T) {
	few, fewGroups := mixedTables(t, mixedColumns{numbers: 6, yes: 3, ordered: 2})
	most, mostGroups := mixedTables(t, mixedColumns{numbers: 3, yes: 5, ordered: 4})
	methods := append(linked()[:1], mixedMethod{"ddt, numbers", fitMixed("ddt", 150, "", false, nil)},
		mixedMethod{"ddt, yes/no", fitMixed("ddt", 150, "yes*=yes/no", false, nil)},
		mixedMethod{"ddt, kinds", fitMixed("ddt", 150, "yes*=yes/no\ngrade*=ordered", false, nil)})
	mean, text := mixedScores(t, [][]mixedTable{few, fewGroups, most, mostGroups},
		[]string{"few levels", "few, groups", "mostly levels", "mostly, groups"}, methods)
	for i, what := range []string{"purity", "triplets"} {
		if !(mean[2][i] > mean[1][i]) {
			t.Errorf("%s: %.3f where yes/no are numbers, %.3f by kind", what, mean[1][i], mean[2][i])
		}
	}
	writeTable(t, "kinds-guessed", "Dendrogram purity / share of triplets as in the truth; 80 rows.\n\n"+text)
}

// TestValidateKindsCells hides a tenth of the cells of tables in groups: nats a cell of ddt by em and by mcmc, beside
// the shares and the spread of each column alone. It fails where em is not ahead of these, or more than .05 behind
// mcmc. It also fails where the expectations of either are off by more than 3.5 standard errors for a kind of cells: how
// many levels of a small, a middle or a great probability come true, and how many counts and numbers are within the middle
// 90 %.
func TestValidateKindsCells(t *testing.T) {
	_, tables := mixedTables(t, mixedColumns{numbers: 4, yes: 3, ordered: 2, categories: []int{3, 4}, counts: 1})
	var sum, by [3]float64
	total := 0.0
	borne := map[[2]string]*borneOut{}
	var b strings.Builder
	b.WriteString("Nats a hidden cell; 80 rows, 12 columns.\n\n| table | columns alone | em | mcmc |\n" +
		"|---|---|---|---|\n")
	for k, m := range tables {
		rng := rand.New(rand.NewPCG(uint64(k), 42))
		data := prepareMixed(t, m, mixedKinds, false)
		cells, values := hide(data, rng)
		lists := [3][]float64{aloneMixed(data, cells, values)}
		for i, method := range []string{"em", "mcmc"} {
			c := contender{method, "ddt", map[string]string{"method": method}, 1, []int{150, 500}[i]}
			fitted := fitFactors(t, c, data, 1).stepper.(inference.CellPredictor)
			var err error
			if lists[i+1], _, err = fitted.LogCells(cells, values); err != nil {
				t.Fatal(err)
			}
			bearOut(t, fitted, data, cells, values, rng, func(kind string) *borneOut {
				key := [2]string{method, kind}
				if borne[key] == nil {
					borne[key] = &borneOut{}
				}
				return borne[key]
			})
		}
		for i, list := range lists {
			by[i] = 0
			for _, v := range list {
				by[i] += v
			}
			sum[i] += by[i]
		}
		total += float64(len(cells))
		of := float64(len(cells))
		fmt.Fprintf(&b, "| %d | %.3f | %.3f | %.3f |\n", k+1, by[0]/of, by[1]/of, by[2]/of)
	}
	fmt.Fprintf(&b, "| all | %.3f | %.3f | %.3f |\n", sum[0]/total, sum[1]/total, sum[2]/total)
	b.WriteString("\nWhat was expected of hidden cells, and what was there.\n\n| method | cells | number | expected | there | standard errors |\n|---|---|---|---|---|---|\n")
	for _, key := range slices.SortedFunc(maps.Keys(borne), func(x, y [2]string) int {
		return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]))
	}) {
		c := borne[key]
		z := (c.there - c.expected) / math.Sqrt(c.variance)
		fmt.Fprintf(&b, "| %s | %s | %d | %.1f | %.0f | %.1f |\n", key[0], key[1], c.number, c.expected, c.there, z)
		if !(math.Abs(z) <= 3.5) {
			t.Errorf("%s, %s: %.1f expected, %.0f there", key[0], key[1], c.expected, c.there)
		}
	}
	t.Log("\n" + b.String())
	if !(sum[1] > sum[0]) || !(sum[1] > sum[2]-.05*total) {
		t.Errorf("nats in all: %.1f by columns alone, by em and by mcmc", sum)
	}
	writeTable(t, "kinds-cells", b.String())
}

// A borneOut counts how often something was expected, with the variance of that, and how often it was there.
type borneOut struct {
	number                    int
	expected, there, variance float64
}

func (b *borneOut) add(p float64, there bool) {
	b.number, b.expected, b.variance = b.number+1, b.expected+p, b.variance+p*(1-p)
	if there {
		b.there++
	}
}

// bearOut compares the expectations of a fit for hidden cells with their values, by kind.
func bearOut(t *testing.T, fitted inference.CellPredictor, data *inference.Dataset, cells []inference.Cell,
	values []float64, rng *rand.Rand, of func(kind string) *borneOut) {
	t.Helper()
	for i, c := range cells {
		k := data.KindAt(c.Column)
		// The values of which the probabilities, or the densities times their distance, are those up to the value.
		var at []float64
		step := 1.0
		switch {
		case k.Sort.HasLevels():
			for l := range k.Levels {
				at = append(at, float64(l))
			}
		case k.Sort == column.Count:
			for y := range int(values[i]) + 1 {
				at = append(at, float64(y))
			}
		default:
			const low, steps = -10, 500
			step = (values[i] - low) / steps
			for s := range steps {
				at = append(at, low+(float64(s)+.5)*step)
			}
		}
		log, _, err := fitted.LogCells(slices.Repeat([]inference.Cell{c}, len(at)), at)
		if err != nil {
			t.Fatal(err)
		}
		below, last := 0.0, 0.0
		for l, v := range log {
			p := math.Exp(v) * step
			if below, last = below+p, p; k.Sort.HasLevels() && (l > 0 || len(log) > 2) { // no follows from yes
				part := []string{"to .25", "to .75", "to 1"}[int(2*p+.5)]
				of(k.Sort.String()+", "+part).add(p, at[l] == values[i])
			}
		}
		if k.Sort.HasLevels() {
			if !(math.Abs(below-1) <= 1e-6) {
				t.Errorf("the levels of a cell have the probability %v", below)
			}
			continue
		}
		if k.Sort == column.Count {
			below -= rng.Float64() * last
		}
		of(k.Sort.String()+", middle 90 %").add(.9, below > .05 && below < .95)
	}
}

// aloneMixed are the log densities or probabilities of cells by the rest of their column: normal, negative binomial,
// shares.
func aloneMixed(data *inference.Dataset, cells []inference.Cell, values []float64) (log []float64) {
	gamma := func(x float64) float64 { g, _ := math.Lgamma(x); return g }
	rows, _ := data.Dims()
	for i, c := range cells {
		var n, total, squares, same float64
		for r := range rows {
			if v := data.X.At(r, c.Column); !math.IsNaN(v) {
				n++
				total += v
				squares += v * v
				if v == values[i] {
					same++
				}
			}
		}
		mean := total / n
		variance := squares/n - mean*mean
		switch k, v := data.KindAt(c.Column), values[i]; k.Sort {
		case column.Number:
			log = append(log, -.5*(math.Log(2*math.Pi*variance)+(v-mean)*(v-mean)/variance))
		case column.Count:
			size := mean * mean / max(variance-mean, .05*mean)
			log = append(log, gamma(v+size)-gamma(size)-gamma(v+1)+
				size*math.Log(size/(size+mean))+v*math.Log(mean/(size+mean)))
		default:
			log = append(log, math.Log((same+.5)/(n+.5*float64(len(k.Levels)))))
		}
	}
	return log
}
