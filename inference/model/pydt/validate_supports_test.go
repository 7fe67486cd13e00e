//go:build validate

package pydt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

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

// TestValidateFirstSupports counts the clades of high support that the groups of simulated tables do not explain. It fails where
// effective columns leave more than half a false clade a table, or where counting all columns does not make several: then
// the tables would ask nothing.
func TestValidateFirstSupports(t *testing.T) {
	b := new(strings.Builder)
	defer writeTable(t, "first-supports", b)
	b.WriteString("\nTables of 60 rows in four groups and 300 columns, modules of 40 of which share noise: clades of support 0.9 or more by `ddt`,\n" +
		"method `mcmc`, independent columns, two chains of 300 sweeps, second halves; means of three tables. A clade is false unless it\n" +
		"is made of whole groups.\n\n" +
		"| columns that tell the groups, modules | effective columns | witnesses | clades of 0.9 | false |\n|---|---|---|---|---|\n")
	for _, c := range [][2]int{{20, 7}, {100, 5}} {
		for _, witnesses := range []string{"columns", effectiveWitnesses} {
			sure, wrong, effective := 0, 0, 0.0
			for seed := range uint64(3) {
				x, group := modules(c[0], c[1], seed)
				effective += effectiveColumns(x.RawMatrix().Data, 60, 300) / 3
				counts, total := map[string]int{}, 0
				for chain := range uint64(2) {
					ch := runChain(t, DDT{}, datasetOf(x), mcmcSettings(t, DDT{}, map[string]string{"columns": independent, "witnesses": witnesses}), 10*seed+chain, 300)
					for _, d := range ch.kept.draws[len(ch.kept.draws)/2:] {
						total++
						for v := range d.tree.Parent {
							if !d.tree.IsLeaf(v) && v != d.tree.Top {
								counts[key(d.tree.LeavesBelow(v))]++
							}
						}
					}
				}
				for k, n := range counts {
					if float64(n) < 0.9*float64(total) {
						continue
					}
					in := map[int]int{}
					for i, b := range k {
						if b == '1' {
							in[group[i]]++
						}
					}
					whole := true
					for _, n := range in {
						whole = whole && n == 15
					}
					sure++
					if !whole {
						wrong++
					}
				}
			}
			fmt.Fprintf(b, "| %d, %d | %.0f | %s | %.1f | %.1f |\n", c[0], c[1], effective, witnesses, float64(sure)/3, float64(wrong)/3)
			if few := float64(wrong)/3 <= 0.5; few != (witnesses == effectiveWitnesses) {
				t.Errorf("%v, %s: %d false clades in three tables", c, witnesses, wrong)
			}
		}
	}
}

func key(leaves []int) string {
	b := []byte("000000000000000000000000000000000000000000000000000000000000")
	for _, l := range leaves {
		b[l] = '1'
	}
	return string(b)
}
