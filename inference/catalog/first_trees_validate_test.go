//go:build validate

package catalog_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A firstTable is a table with labels, or without groups where the labels are nil.
type firstTable struct {
	name   string
	data   *inference.Dataset
	labels []int
	groups int // that anyone can see; 0 where that is not known
}

// drawnTable makes a table of draws, with labels.
func drawnTable(t *testing.T, name string, x *mat.Dense, labels []int, groups int) firstTable {
	t.Helper()
	n, d := x.Dims()
	table := &inference.Table{Name: name, X: x}
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprintf("r%d", i+1))
	}
	for j := range d {
		table.Columns = append(table.Columns, fmt.Sprintf("x%d", j+1))
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, ScaleAll: true})
	if err != nil {
		t.Fatal(err)
	}
	return firstTable{name, data, labels, groups}
}

// firstTables are samples with labels, simulated genes in modules, grids, and noise.
func firstTables(t *testing.T) (list []firstTable) {
	for _, s := range [][2]string{{"iris", "species"}, {"crabs", "species"}, {"wine", "cultivar"}, {"penguins", "species"},
		{"olive_oils", "area"}, {"leukaemia_ALL", "molecular"}} {
		data := preparedColumns(t, s[0], s[0] != "iris" && s[0] != "leukaemia_ALL")
		for _, a := range data.Annotations {
			if a.Name == s[1] {
				list = append(list, firstTable{s[0], data, a.Codes, 0})
			}
		}
	}
	rng := rand.New(rand.NewPCG(11, 3))
	genes := mat.NewDense(60, 300, nil)
	groups := make([]int, 60)
	for i := range 60 {
		groups[i] = i % 4
		module := make([]float64, 5)
		for k := range module {
			module[k] = rng.NormFloat64()
		}
		for j := range 300 {
			v := rng.NormFloat64()
			if j < 200 {
				v += module[j/40]
			} else {
				v += 3 * float64((j*7+groups[i]*13)%4/2)
			}
			genes.Set(i, j, v)
		}
	}
	list = append(list, drawnTable(t, "genes in modules, 4 groups", genes, groups, 0))
	for _, side := range []int{2, 3} {
		n := 20 * side * side
		x, labels := mat.NewDense(n, 2, nil), make([]int, n)
		for i := range n {
			labels[i] = i % (side * side)
			x.SetRow(i, []float64{7*float64(labels[i]%side) + rng.NormFloat64(), 7*float64(labels[i]/side) + rng.NormFloat64()})
		}
		list = append(list, drawnTable(t, fmt.Sprintf("grid of %d × %d", side, side), x, labels, side*side))
	}
	for k, size := range [][2]int{{40, 4}, {100, 6}, {60, 200}} {
		x := mat.NewDense(size[0], size[1], nil)
		for i := range size[0] {
			common := rng.NormFloat64()
			for j := range size[1] {
				x.Set(i, j, rng.NormFloat64()+float64(k%2)*common)
			}
		}
		list = append(list, drawnTable(t, fmt.Sprintf("noise, %d × %d", size[0], size[1]), x, nil, 1))
	}
	return list
}

// TestValidateFirstTrees fits trees with their defaults and holds what is shown of them against Ward's tree:
// dendrogram purity with grouped children, the index of the cut by branches at the true number of groups, and the
// number of groups offered. It fails where the mean purity or index is not that of Ward, less .01, where either is
// behind Ward's by more than .15 on a table, where groups that anyone can see are not counted, where noise has groups,
// where grouped children lower a purity by more than .02, or where crabs of all sizes are not parted by species.
func TestValidateFirstTrees(t *testing.T) {
	var b strings.Builder
	b.WriteString("Dendrogram purity (with grouped children) / adjusted Rand index of the cut by branches at the true number of groups / " +
		"number of groups offered; in brackets the purity without grouped children and the index of the cut at one time.\n\n" +
		"| table | Ward | ddt | pydt |\n|---|---|---|---|\n")
	models := []string{"ward", "ddt", "pydt"}
	var purity, index [3]float64
	labelled := 0.0
	for _, f := range firstTables(t) {
		fmt.Fprintf(&b, "| %s |", f.name)
		distinct := map[int]bool{}
		for _, l := range f.labels {
			if l >= 0 {
				distinct[l] = true
			}
		}
		if len(distinct) > 0 {
			labelled++
		}
		var ward [2]float64
		for i, model := range models {
			var shown *tree.Tree
			within := false
			if model == "ward" {
				shown = linkage.Tree(linkage.Cluster(f.data.X, linkage.Ward), f.data.Rows)
			} else {
				snap := fitFactors(t, contender{model, model, nil, 1, 200}, f.data, 1).snapshot
				shown, within = forest.Best(snap), decision.ReadWithin(snap)
			}
			read := reading.Read(shown, f.data.X, within)
			offered := read.Number().Groups
			if f.groups > 0 && offered != f.groups {
				t.Errorf("%s, %s: %d groups are offered, not %d", f.name, model, offered, f.groups)
			}
			if len(distinct) == 0 {
				fmt.Fprintf(&b, " %d |", offered)
				continue
			}
			k := len(distinct)
			atOnce, _ := shown.CutExactly(k, f.data.X.RawRowView)
			rand := func(groups [][]int) float64 {
				of := tree.GroupLabels(groups, shown.Leaves())
				var x, y []int
				for r, l := range f.labels {
					if l >= 0 {
						x, y = append(x, of[r]), append(y, l)
					}
				}
				return scores.AdjustedRand(x, y)
			}
			plain, grouped := scores.DendrogramPurity(shown, f.labels), scores.DendrogramPurity(read.Resolved, f.labels)
			cut := rand(read.Groups(k))
			fmt.Fprintf(&b, " %.3f / %.3f / %d (%.3f, %.3f) |", grouped, cut, offered, plain, rand(atOnce))
			purity[i] += grouped
			index[i] += cut
			if i == 0 {
				ward = [2]float64{grouped, cut}
			} else if !(grouped >= ward[0]-0.15) || !(cut >= ward[1]-0.15) {
				t.Errorf("%s, %s: purity %.3f and index %.3f, of Ward's tree %.3f and %.3f", f.name, model, grouped, cut,
					ward[0], ward[1])
			}
			if f.name == "crabs" && model == "ddt" && !(cut > 0.9) {
				t.Errorf("%s, %s: index %.3f", f.name, model, cut)
			}
			if !(grouped >= plain-0.02) {
				t.Errorf("%s, %s: grouped children lower the purity from %.3f to %.3f", f.name, model, plain, grouped)
			}
		}
		b.WriteString("\n")
		t.Log(b.String()[strings.LastIndex(strings.TrimSuffix(b.String(), "\n"), "\n")+1:])
	}
	b.WriteString("| mean |")
	for i, model := range models {
		p, a := purity[i]/labelled, index[i]/labelled
		fmt.Fprintf(&b, " %.3f / %.3f |", p, a)
		if math.IsNaN(p) || !(p >= purity[0]/labelled-0.01) || !(a >= index[0]/labelled-0.01) {
			t.Errorf("%s: mean purity %.3f and index %.3f, of Ward's tree %.3f and %.3f", model, p, a, purity[0]/labelled,
				index[0]/labelled)
		}
	}
	b.WriteString("\n")
	writeTable(t, "first-trees", b.String())
}
