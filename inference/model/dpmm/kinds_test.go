package dpmm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
)

// kindsTable is a table with columns of every kind, of rows in three groups, and some missing cells.
func kindsTable(t testing.TB, n int, numbers bool, rng *rand.Rand) *inference.Dataset {
	t.Helper()
	x := mat.NewDense(n, 6, nil)
	table := &inference.Table{Name: "kinds", Kind: inference.Continuous,
		Columns: []string{"size", "yes", "grade", "sort", "count", "tree"}, X: x}
	for i := range n {
		g := float64(i % 3)
		table.Rows = append(table.Rows, fmt.Sprint("row", i+1))
		yes := 0.0
		if rng.Float64() < 0.1+0.4*g {
			yes = 1
		}
		sort := g
		if rng.IntN(4) == 0 {
			sort = float64(rng.IntN(3))
		}
		x.SetRow(i, []float64{3*g + rng.NormFloat64(), yes, float64(min(2, int(g)+rng.IntN(2))), sort,
			math.Round((2 + 6*g) * rng.ExpFloat64()), 5 + rng.Float64()})
		if i%5 == 2 {
			x.Set(i, i%5, math.NaN()) // the exposure is known
		}
	}
	kinds := "yes=yes/no\ngrade=ordered:0,1,2\nsort=category:0,1,2\ncount=count:per=tree"
	p := inference.Preprocessing{Centre: true, Scale: true}
	if !numbers {
		kinds = strings.Replace(kinds, ":per=tree", "", 1)
		p.Leave.Columns = inference.NamesOf("size", "tree")
	}
	p.Kinds = column.List(kinds)
	data, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Threads, saving and interruptions make no difference for columns of kinds, with numbers among them and without.
func TestKindsConform(t *testing.T) {
	for _, numbers := range []bool{true, false} {
		data := kindsTable(t, 40, numbers, rand.New(rand.NewPCG(1, 1)))
		if !isMixed(data) || (Model{}).Discrete(data, Model{}.Info().Defaults()) == numbers {
			t.Fatalf("kinds %v", data.Kinds)
		}
		inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 6}, data)
	}
}

// Frequencies of all partitions, the predictions of blank cells and the density of a new row are those of a sum over
// all partitions, with the likelihood of a cluster written out cell by cell.
func TestKindsAgainstAllPartitions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	rng := rand.New(rand.NewPCG(2, 2))
	data := kindsTable(t, 5, true, rng)
	s := Model{}.Info().Defaults()
	for _, name := range []string{"concentration", "scale", "kappa"} {
		if err := s.Fix(name, true); err != nil {
			t.Fatal(err)
		}
	}
	step, err := Model{}.New(data, s, inference.Streams{Seed: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := step.(mixedSampler)
	for c.state == nil {
		c.advance()
	}
	p, k := c.state.prior, c.kinds
	rows, _ := c.rows()
	// chain returns the density of rows in one cluster, one after the other.
	chain := func(of [][]float64) float64 {
		log := 0.0
		numbers := make([][]float64, len(k.Numbers))
		for at := range k.Numbers { // normal-gamma by its predictive densities
			for _, x := range of {
				if v := x[at]; !math.IsNaN(v) {
					log += student(p, at, numbers[at], v)
					numbers[at] = append(numbers[at], v)
				}
			}
		}
		for o := range k.Others {
			stats := make([]float64, k.Usual[o].Width())
			for _, x := range of {
				y, e := x[len(k.Numbers)+o], x[len(k.Numbers)+len(k.Others)+o]
				log += k.Usual[o].LogNext(stats, y, e)
				k.Usual[o].Add(stats, y, e)
			}
		}
		return log
	}
	sum := func(rows [][]float64, each func(z []int, p float64)) {
		z := make([]int, len(rows))
		var place func(i, most int, prior float64)
		place = func(i, most int, prior float64) {
			if i == len(rows) {
				log := math.Log(prior)
				for k := range most {
					var of [][]float64
					for i, x := range rows {
						if z[i] == k {
							of = append(of, x)
						}
					}
					log += chain(of)
				}
				each(z, math.Exp(log))
				return
			}
			for k := range most + 1 {
				size := 0.0
				for _, other := range z[:i] {
					if other == k {
						size++
					}
				}
				if k == most {
					size = 1 // α
				}
				z[i] = k
				place(i+1, max(most, k+1), prior*size/(float64(i)+1))
			}
		}
		place(0, 0, 1)
	}
	exact, total := map[string]float64{}, 0.0
	sum(rows, func(z []int, p float64) { exact[fmt.Sprint(z)] = p; total += p })

	// The shape and the laws are held: the chain makes only its moves of rows.
	state := newStateOf(k.Copied(), rows, p, c.state.shapes, false, true,
		hyper{alpha: 1, fixedAlpha: true, fixedScale: true, fixedKappa: true})
	for i := range rows {
		state.put(i, rng)
	}
	const n = 40_000
	count := map[string]float64{}
	for range n {
		state.visit(0, len(rows), rng)
		state.splitMerge(rng)
		state.renumber()
		count[fmt.Sprint(state.z)]++
	}
	if err := state.check(); err != nil {
		t.Fatal(err)
	}
	distance := 0.0
	for z, v := range exact {
		distance += math.Abs(count[z]/n-v/total) / 2
	}
	if !(distance < 0.02) {
		t.Errorf("total variation %v", distance)
	}

	// A further row: the restaurant's density in one draw, the ratio of sums over all.
	row := k.Row([]float64{0.4, 1, 2, 0, 3, math.NaN()}, -1)
	with := 0.0
	sum(append(rows[:len(rows):len(rows)], row), func(_ []int, p float64) { with += p })
	got := 0.0
	const draws = 4000
	for range draws {
		state.visit(0, len(rows), rng)
		state.splitMerge(rng)
		got += math.Exp(state.logPredictive(row)) / draws
	}
	inferencetest.Close(t, "a further row", got, with/total, 0.03)
}

// student is the log density of another value of a column, written out by the parameters of the normal-gamma.
func student(p *conjugate.Prior, at int, seen []float64, v float64) float64 {
	n, sum := float64(len(seen)), 0.0
	for _, x := range seen {
		sum += x
	}
	m := p.Mean[at]
	centre := (p.Kappa*m + sum) / (p.Kappa + n)
	b := p.Scale * (p.Freedom - 2) * p.Shape()[at]
	for _, x := range seen {
		b += (x - m) * (x - m)
	}
	b -= (p.Kappa + n) * (centre - m) * (centre - m)
	nu := p.Freedom + n
	scale2 := b / nu * (p.Kappa + n + 1) / (p.Kappa + n)
	g1, _ := math.Lgamma((nu + 1) / 2)
	g0, _ := math.Lgamma(nu / 2)
	return g1 - g0 - math.Log(nu*math.Pi*scale2)/2 - (nu+1)/2*math.Log1p((v-centre)*(v-centre)/(nu*scale2))
}

// mixedJoint is the joint of Geweke's test with a column each of yes/no, categories and counts beside its numbers. Two
// of their cells are blank.
func mixedJoint(seed uint64, fault string) (j *joint, draw, move func() []float64, names []string) {
	j = newJoint(false, true, hyper{}, rand.New(rand.NewPCG(seed, 9)))
	k := block.NewColumns([]int{0, 1}, []int{2, 3, 4}, []block.Law{block.NewBinary(0.5, 0.5),
		block.NewCategories(3, 0.5),
		block.NewCounts(1, 1, 2)}, make([][]float64, 3), jointRows)
	right := j.state.fresh
	j.state.kinds = k
	j.state.fresh = func() conjugate.Component { return newMixed(k, right()) }
	j.state.empty = nil
	exposure := func(i int) float64 { return 0.5 + float64(i)/2 }
	if fault == "exposure" {
		exposure = func(int) float64 { return 1 }
	}
	j.laws = func() {
		laws := make([]block.Law, len(k.Usual))
		for o, l := range k.Usual {
			h := l.Hyper()
			for at := range h {
				grid := l.Grid(at)
				h[at] = grid[j.rng.IntN(len(grid))]
			}
			laws[o] = l.With(h)
		}
		k.Take(laws)
	}
	j.cells = func(z []int, numbers [][]float64) [][]float64 {
		stats := map[[2]int][]float64{}
		rows := make([][]float64, len(z))
		for i, x := range numbers {
			rows[i] = append(rows[i], x...)
			for o, l := range k.Laws {
				key := [2]int{z[i], o}
				if stats[key] == nil {
					stats[key] = make([]float64, l.Width())
				}
				y := math.NaN()
				if i != 2 || o == 1 {
					y = l.Draw(stats[key], 0.5+float64(i)/2, j.rng)
				}
				l.Add(stats[key], y, 0.5+float64(i)/2)
				if fault == "blank" && math.IsNaN(y) {
					y = 0 // counts as a cell
				}
				rows[i] = append(rows[i], y)
			}
			rows[i] = append(rows[i], 1, 1, exposure(i))
		}
		return rows
	}
	more := func(of []float64) []float64 {
		for _, l := range k.Laws {
			for _, h := range l.Hyper() {
				of = append(of, math.Log(h))
			}
		}
		for o := range k.Laws {
			sum, alike := 0.0, 0.0
			for i, x := range j.state.rows {
				if y := x[2+o]; i != 2 || o == 1 {
					sum += y / (1 + y)
					if i > 0 && y == j.state.rows[0][2+o] {
						alike++
					}
				}
			}
			of = append(of, sum, alike)
		}
		return of
	}
	j.Draw()
	names = append(append(names, jointNames...), "log of ones", "log of zeros", "log of levels", "log shape", "log rate",
		"ones", "ones alike", "levels", "levels alike", "counts", "counts alike")
	return j, func() []float64 { return more(j.Draw()) }, func() []float64 { return more(j.Move()) }, names
}

func TestKindsGeweke(t *testing.T) {
	n := 12_000
	if testing.Short() {
		n = 5_000
	}
	_, draw, _, names := mixedJoint(11, "")
	_, _, move, _ := mixedJoint(12, "")
	inferencetest.Geweke(t, names, draw, move, n)
}

// The test finds copies of the sampler with one error.
func TestKindsGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, fault := range []string{"exposure", "blank"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			_, draw, _, names := mixedJoint(1, "")
			_, _, move, _ := mixedJoint(2, fault)
			inferencetest.GewekeFinds(t, fault, names, draw, move, 12_000)
		})
	}
}

// Hidden cells of each kind are predicted better than by the frequencies of their column, and their probabilities sum
// to one.
func TestKindsPredict(t *testing.T) {
	data := kindsTable(t, 120, true, rand.New(rand.NewPCG(4, 4)))
	n, d := data.Dims()
	hidden := *data
	hidden.X = mat.DenseCopyOf(data.X)
	rng := rand.New(rand.NewPCG(5, 5))
	var cells []inference.Cell
	var values []float64
	for i := range n {
		j := rng.IntN(d - 1) // not the exposure
		if v := data.X.At(i, j); !math.IsNaN(v) {
			cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, v)
			hidden.X.Set(i, j, math.NaN())
		}
	}
	step, err := Model{}.New(&hidden, Model{}.Info().Defaults(), inference.Streams{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	c := step.(mixedSampler)
	for c.iteration < 120 {
		if _, err := c.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	log, mean, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	gain := make([]float64, d)
	for k, cell := range cells {
		gain[cell.Column] += log[k] - frequency(&hidden, cell.Column, values[k])
		if math.IsNaN(mean[k]) {
			t.Fatalf("cell %d has no mean", k)
		}
	}
	for j, g := range gain[:d-1] {
		if !(g > 0) {
			t.Errorf("column %s gains %v nats", data.Columns[j], g)
		}
	}
	one := []inference.Cell{{Row: 3, Column: 3}, {Row: 3, Column: 3}, {Row: 3, Column: 3}}
	log, _, err = c.LogCells(one, []float64{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	inferencetest.Near(t, "probabilities of levels", math.Exp(log[0])+math.Exp(log[1])+math.Exp(log[2]), 1, 1e-9)
}

// frequency is the log probability, or density, of a value by its column alone.
func frequency(data *inference.Dataset, j int, value float64) float64 {
	n, _ := data.Dims()
	seen, equal, sum, square := 0.0, 0.0, 0.0, 0.0
	for i := range n {
		if v := data.X.At(i, j); !math.IsNaN(v) {
			seen++
			sum += v
			square += v * v
			if v == value {
				equal++
			}
		}
	}
	switch k := data.KindAt(j); {
	case k.Sort.HasLevels():
		return math.Log((equal + 0.5) / (seen + 0.5*float64(len(k.Levels))))
	case k.Sort == column.Count:
		l := block.NewCounts(1, 1, sum/seen)
		s := make([]float64, l.Width())
		for i := range n {
			l.Add(s, data.X.At(i, j), 1)
		}
		return l.LogNext(s, value, 1)
	}
	m, v := sum/seen, square/seen-sum*sum/seen/seen
	return -math.Log(2*math.Pi*v)/2 - (value-m)*(value-m)/(2*v)
}
