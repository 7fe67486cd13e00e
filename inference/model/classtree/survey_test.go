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

// A survey with every kind of column is fitted to the same bits on any number of threads, saved and interrupted.
func TestSurveyConforms(t *testing.T) {
	data, _, _ := survey(t, 600, rand.New(rand.NewPCG(7, 3)))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4}, data)
}

// The classes of a survey are found as well as by a chain that begins with them, with the probabilities of yes of their
// rows. How far classes can be told apart differs from survey to survey.
func TestSurvey(t *testing.T) { checkSurvey(t, 4) }

func checkSurvey(t *testing.T, seed uint64) {
	data, labels, yes := survey(t, 600, rand.New(rand.NewPCG(seed, 3)))
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
	settings := map[string]string{"classes": "8"}
	fit := inferencetest.Begin(t, Model{}, data, settings).(*chain)
	begun := inferencetest.Begin(t, Model{}, data, settings).(*chain)
	fromTruth(begun, labels)
	index, used := indexOver(t, fit, labels, 60, 120)
	best, of := indexOver(t, begun, labels, 60, 120)
	t.Logf("survey %d: index %.3f with %.1f classes, from the true ones %.3f with %.1f", seed, index, used, best, of)
	if !(index > best-.1) {
		t.Errorf("survey %d: the index is %.3f, and %.3f from the true classes", seed, index, best)
	}
	p := profile.Of(fit.Snapshot())
	if err := p.Check(data); err != nil {
		t.Fatal(err)
	}
	for k := range p.Classes() {
		for j := range 4 {
			mean, rows := 0., 0.
			for i, of := range p.Labels {
				if of == k {
					rows++
					mean += yes[labels[i]][j]
				}
			}
			if r := p.Response(k, j); rows > 40 && !(math.Abs(r.Mean-mean/rows) <= .2) {
				t.Errorf("survey %d: class %d says yes to column %d with probability %v, its rows with %v", seed, k, j,
					r.Mean, mean/rows)
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
		if !(g > 0) {
			t.Errorf("survey %d: cells of kind %d gain %v nats", seed, kind, g)
		}
	}
	sum := func(c *chain) (sum float64) {
		dense, err := c.LogDensity(t.Context(), data.X)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range dense {
			for j, y := range data.X.RawRowView(i) {
				if !math.IsNaN(y) {
					sum -= alone(data, j, y)
				}
			}
			sum += v
		}
		return sum
	}
	if own, most := sum(fit), sum(begun); !(own > .95*most) || !(own > 500) {
		t.Errorf("survey %d: rows gain %v nats, and %v from the true classes", seed, own, most)
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
