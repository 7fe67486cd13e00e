//go:build validate

package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/pitmanyor"
	supports "example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// modules draws 60 rows of 4 groups that differ in `genes` of 300 columns; modules of 40 columns share noise.
func modules(genes, mods int, seed uint64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 700))
	const n, d = 60, 300
	x, group := mat.NewDense(n, d, nil), make([]int, n)
	var centre [4][]float64
	for g := range centre {
		for range genes {
			centre[g] = append(centre[g], 1.5*rng.NormFloat64())
		}
	}
	for i := range n {
		group[i] = i % 4
		for j := range d {
			v := rng.NormFloat64()
			if j < genes {
				v += centre[group[i]][j]
			}
			x.Set(i, j, v)
		}
		for m := range mods {
			f := rng.NormFloat64()
			for k := range 40 {
				j := d - 1 - 40*m - k
				if j >= 0 {
					x.Set(i, j, 0.5*x.At(i, j)+1.2*f)
				}
			}
		}
	}
	for j := range d {
		m := 0.0
		for i := range n {
			m += x.At(i, j) / n
		}
		for i := range n {
			x.Set(i, j, (x.At(i, j)-m)/1.1)
		}
	}
	return x, group
}

// TestValidateFirstSupports counts the clades of high support that the groups of simulated tables do not explain. It
// fails where supports by effective columns leave more than half a false clade a table, or where counting all columns
// does not make several: then the tables would ask nothing.
func TestValidateFirstSupports(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "first-supports", b)
	b.WriteString(
		"\nTables of 60 rows in four groups and 300 columns, modules of 40 of which share noise: clades of the tree of method `em` with\n" +
			"support 0.9 or more by the second chain, and by one that counts each column; means of five tables. A clade is false unless it is\n" +
			"made of whole groups. Transfer: mean support of the four groups with stray rows forgiven.\n\n" +
			"| columns that tell the groups, modules | model | effective columns | clades of 0.9 | false | transfer | counting all: clades of 0.9 | false |\n|---|---|---|---|---|---|---|---|\n")
	const tables = 5
	for _, c := range [][2]int{{20, 7}, {100, 5}} {
		for _, m := range []searched{ddt, pydt} {
			var sure, wrong [2]float64
			effective, transfer := 0.0, 0.0
			for seed := range uint64(tables) {
				x, group := modules(c[0], c[1], seed)
				f, _ := runFit(t, m, pydttest.DatasetOf(x), map[string]string{"columns": correlated.Independent}, seed, 0, 1)
				effective += f.backing.found.Effective / tables
				best := f.Current.Publish(f.Data.Rows)
				z := sampler.NewSecond(f.Model, f.Data, f.Problem, f.Current, f.backed(), f.Streams.Source(1<<40))
				for z.Iteration < 100 {
					z.Live.Power = 1 // whatever the chain counts
					z.Advance(64)
				}
				for i, set := range []*supports.Set{f.backing.support, supports.Of(z.Witnesses())} {
					for v, p := range set.Exact(best) {
						if v == best.Top || !(p >= 0.9) {
							continue
						}
						in := map[int]int{}
						for _, r := range best.LeavesBelow(v) {
							in[group[r]]++
						}
						sure[i] += 1.0 / tables
						for _, n := range in {
							if n != 15 {
								wrong[i] += 1.0 / tables
								break
							}
						}
					}
				}
				transfer += forgiven(f.backing.support, group) / tables
			}
			fmt.Fprintf(b, "| %d, %d | `%s` | %.0f | %.1f | %.1f | %.2f | %.1f | %.1f |\n", c[0], c[1], m.Info().Name, effective,
				sure[0], wrong[0], transfer, sure[1], wrong[1])
			if !(wrong[0] <= 0.5) || !(wrong[1] > 3) {
				t.Errorf("%v, %s: %.1f false clades a table, %.1f where each column counts", c, m.Info().Name, wrong[0], wrong[1])
			}
		}
	}
}

// forgiven returns the mean transfer support of the four groups.
func forgiven(s *supports.Set, group []int) float64 {
	t := &tree.Tree{Names: make([]string, 60), Top: 60, Parent: make([]int, 65), Children: make([][]int, 65),
		LogTime: make([]float64, 65)}
	t.Parent[60] = -1
	for g := range 4 {
		t.Parent[61+g] = 60
		t.Children[60] = append(t.Children[60], 61+g)
	}
	for i, g := range group {
		t.Parent[i] = 61 + g
		t.Children[61+g] = append(t.Children[61+g], i)
	}
	sum := 0.0
	for _, p := range s.Near(t)[61:] {
		sum += p / 4
	}
	return sum
}

// TestValidateFirstCalibration holds supports against how often a clade is true, over all clades that the second
// chain has drawn, on tables drawn from the model, with columns by themselves, in modules, and of two common factors.
// It fails where a bin of 100 clades or more is further off than 0.1, or where more than half a clade of support 0.9 a
// table is false.
func TestValidateFirstCalibration(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "first-calibration", b)
	b.WriteString("\nTables of 24, 40 and 60 rows and 5 to 100 columns drawn from the model with noise of 2 %,\n" +
		"five of each: clades that the second chain of method `em` has drawn, by their support, and the share of them that is in the tree behind the table.\n" +
		"Columns by themselves, in modules of ten with correlations of .64 to .8, or mixed by two factors.\n\n" +
		"| model | columns | power | support | clades | true |\n|---|---|---|---|---|---|\n")
	byModule := func(x *mat.Dense, _ *rand.Rand) { tie(x, 10, 0.8) }
	for _, c := range []tied{
		{"by themselves", []int{8, 30, 100}, func(*mat.Dense, *rand.Rand) {}},
		{"5, in modules", []int{5}, byModule}, {"10, in modules", []int{10}, byModule},
		{"20, in modules", []int{20}, byModule}, {"30 and 100, in modules", []int{30, 100}, byModule},
		{"5 and 10, by factors", []int{5, 10}, mixByFactors},
	} {
		calibrate(t, b, c)
	}
}

// A tied is a way for columns to vary together, and how many columns tables of it have.
type tied struct {
	words  string
	widths []int
	tie    func(x *mat.Dense, rng *rand.Rand)
}

// mixByFactors makes the columns mixtures of the first two of them, and keeps a third of the variance of each.
func mixByFactors(x *mat.Dense, rng *rand.Rand) {
	n, d := x.Dims()
	first := mat.DenseCopyOf(x.Slice(0, n, 0, 2))
	for j := range d {
		a, b := rng.NormFloat64(), 0.7*rng.NormFloat64()
		for i := range n {
			x.Set(i, j, a*first.At(i, 0)+b*first.At(i, 1)+0.55*x.At(i, j))
		}
	}
}

// calibrate does so for one way.
func calibrate(t *testing.T, b *strings.Builder, way tied) {
	for _, m := range []searched{ddt, pydt} {
		theta, alpha := 0.0, 0.0
		if m.Info().Name == "pydt" {
			theta, alpha = 1, 0.2
		}
		var count, sum, yes [5]float64
		power, tables, wrong := 0.0, 0.0, 0.0
		for _, n := range []int{24, 40, 60} {
			for _, d := range way.widths {
				for seed := range uint64(5) {
					names := make([]string, n)
					for i := range names {
						names[i] = fmt.Sprint(i)
					}
					rng := rand.New(rand.NewPCG(seed, uint64(1000*n+d)))
					drawn := hyper.SamplePrior(n, d, names, hyper.Hyper{Prior: pitmanyor.NewPrior(theta, alpha, n), C: 1, Sigma2: 1,
						Noise: 0.02}, rng)
					way.tie(drawn.X, rng)
					f, _ := runFit(t, m, pydttest.DatasetOf(centred(drawn.X)),
						map[string]string{"columns": correlated.Independent}, seed, 0, 1)
					w := f.backing.found
					power, tables = power+w.Effective/float64(w.Columns), tables+1
					share := map[string]float64{}
					for _, p := range w.Parents {
						for _, k := range cladesOf(p, n) {
							share[k] += 1 / float64(len(w.Parents))
						}
					}
					truth := map[string]bool{}
					for _, k := range cladesOf(drawn.Tree.Parent, n) {
						truth[k] = true
					}
					for k, p := range share {
						if p >= 0.9 && !truth[k] {
							wrong++
						}
						if p < 0.05 || p > 0.95 {
							continue
						}
						i := min(int((p-0.05)/0.18), 4)
						count[i], sum[i] = count[i]+1, sum[i]+p
						if truth[k] {
							yes[i]++
						}
					}
				}
			}
		}
		if !(wrong <= 0.5*tables) {
			t.Errorf("%s, columns %s: %.0f false clades of support 0.9 in %.0f tables", m.Info().Name,
				way.words, wrong, tables)
		}
		for i := range count {
			support, share := sum[i]/count[i], yes[i]/count[i]
			fmt.Fprintf(b, "| `%s` | %s | %.2f | %.2f | %.0f | %.2f |\n", m.Info().Name, way.words, power/tables,
				support, count[i], share)
			if count[i] >= 100 && !(math.Abs(support-share) <= 0.1) {
				t.Errorf("%s, columns %s: of clades with support %.2f a share of %.2f is true", m.Info().Name, way.words,
					support, share)
			}
		}
	}
}

// tie gives the columns of a module a share of the variance of its first column.
func tie(x *mat.Dense, of int, share float64) {
	n, d := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j := range d {
			if first := j - j%of; j != first {
				row[j] = math.Sqrt(1-share)*row[j] + math.Sqrt(share)*row[first]
			}
		}
	}
}

// centred returns a table less the means of its columns.
func centred(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	for j := range d {
		mean := 0.0
		for i := range n {
			mean += x.At(i, j) / float64(n)
		}
		for i := range n {
			x.Set(i, j, x.At(i, j)-mean)
		}
	}
	return x
}

// cladesOf returns the clades of a tree given by its parents, but the whole tree, as strings of rows.
func cladesOf(parent []int, n int) (list []string) {
	below := make([][]byte, len(parent))
	for r := range n {
		for u := parent[r]; u >= 0; u = parent[u] {
			below[u] = fmt.Appendf(below[u], "%d ", r)
		}
	}
	for v := n; v < len(parent); v++ {
		if parent[v] >= 0 {
			list = append(list, string(below[v]))
		}
	}
	return list
}
