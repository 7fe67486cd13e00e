//go:build validate

package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
)

// cladesIn returns the clades of a tree given by its parents, but the whole tree, as strings of rows.
func cladesIn(parent []int, n int) (list []string) {
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

// TestValidateFirstCalibrationUnderSigma holds the supports of trees that em finds under the covariance of the columns
// against how often a clade is true, beside those of the tree of columns by themselves. It fails where a bin of 100
// clades or more is further off than 0.1.
func TestValidateFirstCalibrationUnderSigma(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "first-calibration-sigma", b)
	b.WriteString(
		"\nTables of 40 and 80 rows and 5 and 10 columns drawn from `ddt` with noise of 2 %, eight of each, each five columns with\n" +
			"correlations of .8 and .9: clades of the second chain of method `em`, by their support, and the share of them that is\n" +
			"true.\n\n" +
			"| columns | power | support | clades | true |\n|---|---|---|---|---|\n")
	for _, form := range []string{correlated.Independent, correlated.AnyCovariance} {
		var count, sum, yes [5]float64
		power, tables := 0.0, 0.0
		for _, n := range []int{40, 80} {
			for _, d := range []int{5, 10} {
				for seed := range uint64(8) {
					drawn := hyper.SamplePrior(n, d, make([]string, n),
						hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 1,
							Noise: 0.02}, rand.New(rand.NewPCG(seed, uint64(1000*n+d))))
					x := drawn.X
					for i := range n {
						row := x.RawRowView(i)
						for j := range d {
							if k := j - j%5; k != j {
								row[j] = math.Sqrt(.2)*row[j] + math.Sqrt(.8)*row[k]
							}
						}
					}
					for j := range d {
						m := 0.0
						for i := range n {
							m += x.At(i, j) / float64(n)
						}
						for i := range n {
							x.Set(i, j, x.At(i, j)-m)
						}
					}
					s, err := DDT{}.New(pydttest.DatasetOf(x), settingsWith(t, DDT{}, "columns", form),
						inference.Streams{Seed: seed}, 1)
					if err != nil {
						t.Fatal(err)
					}
					stepOnce(t, s)
					w := witness.Of(s.Snapshot())
					if w == nil {
						t.Fatal("none")
					}
					power, tables = power+w.Effective/float64(w.Columns), tables+1
					share := map[string]float64{}
					for _, p := range w.Parents {
						for _, k := range cladesIn(p, n) {
							share[k] += 1 / float64(len(w.Parents))
						}
					}
					truth := map[string]bool{}
					for _, k := range cladesIn(drawn.Tree.Parent, n) {
						truth[k] = true
					}
					for k, p := range share {
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
		for i := range count {
			fmt.Fprintf(b, "| `%s` | %.2f | %.2f | %.0f | %.2f |\n", form, power/tables, sum[i]/count[i],
				count[i], yes[i]/count[i])
			if count[i] >= 100 && !(math.Abs(sum[i]-yes[i]) <= 0.1*count[i]) {
				t.Errorf("%s: of clades with support %.2f a share of %.2f is true", form, sum[i]/count[i],
					yes[i]/count[i])
			}
		}
	}
}
