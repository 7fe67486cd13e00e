package classtree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/profile"

	"gonum.org/v1/gonum/mat"
)

// survey draws answers of n rows in four classes, two of which are near each other: yes/no, grades, categories, counts
// and numbers, four of each. It returns the probability of yes of each class.
func survey(t testing.TB, n int, rng *rand.Rand) (data *inference.Dataset, labels []int, yes [][]float64) {
	t.Helper()
	const each = 4
	at := make([][]float64, 4)
	for k := range at {
		for j := range 5 * each {
			v := 1.5 * rng.NormFloat64()
			if k == 3 { // near class 3
				v = at[2][j] + .5*rng.NormFloat64()
			}
			at[k] = append(at[k], v)
		}
		yes = append(yes, nil)
		for j := range each {
			yes[k] = append(yes[k], .5*math.Erfc(-at[k][j]/math.Sqrt2))
		}
	}
	x := mat.NewDense(n, 5*each, nil)
	table := &inference.Table{Name: "survey", Kind: inference.Continuous, X: x}
	for j := range 5 * each {
		table.Columns = append(table.Columns, fmt.Sprint([]string{"yes", "grade", "sort", "count",
			"number"}[j/each], j))
	}
	for i := range n {
		k := []int{0, 0, 0, 1, 1, 2, 2, 3}[rng.IntN(8)]
		labels = append(labels, k)
		table.Rows = append(table.Rows, fmt.Sprint("row", i+1))
		for j := range 5 * each {
			u := at[k][j] + rng.NormFloat64()
			y := 0.
			switch j / each {
			case 0:
				if u > 0 {
					y = 1
				}
			case 1:
				y = math.Round(min(max(u+1, 0), 2))
			case 2:
				if other := -at[k][j] + rng.NormFloat64(); other > u {
					y = 1
				}
				if rng.NormFloat64() > max(u, 1) {
					y = 2
				}
			case 3:
				for left := math.Exp(1+.5*u) - rng.ExpFloat64(); left > 0; left -= rng.ExpFloat64() {
					y++
				}
			case 4:
				y = 5 + 2*u
			}
			if rng.IntN(20) == 0 {
				y = math.NaN()
			}
			x.Set(i, j, y)
		}
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "yes*=yes/no\ngrade*=ordered:0,1,2\nsort*=category:0,1,2\ncount*=count"})
	if err != nil {
		t.Fatal(err)
	}
	return data, labels, yes
}

// The classes of a survey are found, with the probabilities of yes of each; the two that are near each other are a
// clade. Hidden cells are predicted better than by their column, threads, saving and interruptions make no difference.
func TestSurvey(t *testing.T) {
	data, labels, yes := survey(t, 600, rand.New(rand.NewPCG(7, 3)))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4}, data)
	var cells []inference.Cell
	var values []float64
	for i := range 600 {
		for j := range 20 {
			if v := data.X.At(i, j); (i*20+j)%31 == 0 && !math.IsNaN(v) {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, v)
				data.X.Set(i, j, math.NaN())
			}
		}
	}
	fit := inferencetest.Begin(t, Model{}, data, map[string]string{"classes": "8"}).(*chain)
	for fit.Iteration < 120 {
		if _, err := fit.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p := profile.Of(fit.Snapshot())
	if err := p.Check(data); err != nil {
		t.Fatal(err)
	}
	right, of := 0, map[[2]int]int{}
	for i, k := range p.Labels {
		of[[2]int{k, labels[i]}]++
	}
	shown := make([]int, p.Classes()) // the true class of each
	for pair, count := range of {
		if count > of[[2]int{pair[0], shown[pair[0]]}] || pair[1] == shown[pair[0]] {
			shown[pair[0]] = pair[1]
		}
	}
	var clade []int
	for k, truth := range shown {
		most := 0
		for other := range 4 {
			most = max(most, of[[2]int{k, other}])
		}
		right += most
		if truth >= 2 {
			clade = append(clade, k)
		}
	}
	if right < 530 || p.Classes() < 4 {
		t.Errorf("%d of 600 rows are in %d classes of their own", right, p.Classes())
	}
	for v := range p.Tree.Parent {
		if leaves := p.Tree.LeavesBelow(v); len(leaves) == len(clade) && len(clade) == 2 {
			near := shown[leaves[0]] >= 2 && shown[leaves[1]] >= 2
			if near && p.Tree.Support[v] < .5 {
				t.Errorf("classes 3 and 4 are a clade in %v of the draws", p.Tree.Support[v])
			}
		}
	}
	for k := range 3 {
		for j := range 4 {
			if r := p.Response(k, j); !(math.Abs(r.Mean-yes[shown[k]][j]) <= .15) {
				t.Errorf("class %d says yes to column %d with probability %v, want %v", k, j, r.Mean, yes[shown[k]][j])
			}
		}
	}
	log, mean, err := fit.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	gain := make([]float64, 5)
	for c, cell := range cells {
		if math.IsNaN(mean[c]) || !(log[c] < 10) {
			t.Fatalf("cell %d: %v, mean %v", c, log[c], mean[c])
		}
		gain[cell.Column/4] += log[c] - alone(data, cell.Column, values[c])
	}
	for kind, g := range gain {
		if !(g > 5) {
			t.Errorf("cells of kind %d gain %v nats", kind, g)
		}
	}
	dense, err := fit.LogDensity(t.Context(), data.X)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.
	for i, v := range dense {
		for j, y := range data.X.RawRowView(i) {
			if !math.IsNaN(y) {
				sum -= alone(data, j, y)
			}
		}
		sum += v
	}
	if !(sum > 2000) {
		t.Errorf("rows gain %v nats", sum)
	}
}

// alone is the log density of a value among those of its column: the frequency of a level or a count, smoothed, or a
// normal density.
func alone(d *inference.Dataset, j int, y float64) float64 {
	n, same, square := 0., 0., 0.
	for _, v := range mat.Col(nil, j, d.X) {
		if math.IsNaN(v) {
			continue
		}
		n++
		square += v * v
		if v == y {
			same++
		}
	}
	if d.KindAt(j).Sort.Mass() {
		return math.Log((same + .5) / (n + 2))
	}
	return -.5 * (math.Log(2*math.Pi*square/n) + y*y*n/square)
}

// A state that was saved and damaged is refused.
func TestDamagedStates(t *testing.T) {
	data, _, _ := survey(t, 40, rand.New(rand.NewPCG(1, 8)))
	fit := inferencetest.Begin(t, Model{}, data, map[string]string{"classes": "4"}).(*chain)
	for fit.Iteration < 3 {
		if _, err := fit.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	good := fit.mark
	for name, damage := range map[string]func(m *mark){
		"a class that is none":  func(m *mark) { m.Labels = append(m.Labels[:0:0], m.Labels...); m.Labels[0] = 4 },
		"a number that is none": func(m *mark) { m.Base = append(m.Base[:0:0], m.Base...); m.Base[0] = math.NaN() },
		"fewer classes":         func(m *mark) { m.Share = m.Share[:3] },
		"no tree": func(m *mark) {
			tree := *m.Tree
			tree.Top = 0
			m.Tree = &tree
		},
		"a draw of another table": func(m *mark) { m.Kept = append(m.Kept, &draw{}) },
	} {
		fit.mark = good
		damage(&fit.mark)
		bytes, err := fit.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		other := inferencetest.Begin(t, Model{}, data, map[string]string{"classes": "4"}).(*chain)
		if err := other.UnmarshalBinary(bytes); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}
