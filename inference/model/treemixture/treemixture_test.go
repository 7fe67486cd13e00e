package treemixture

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/marginal"

	"gonum.org/v1/gonum/mat"
)

func five() *mat.Dense {
	return mat.NewDense(8, 5, []float64{
		.5, 1.2, -.3, .8, .2, -1.1, -.6, .4, -.9, -.3, .9, .3, 1.1, .2, .9, -.2, -1.4, .6, -1, -1,
		1.6, 1.1, -.8, 1.3, .4, -.7, .2, -1.2, .1, .1, .1, .7, .5, -.4, -.8, -1.3, -.9, .2, -.6, .5})
}

func zeros(x *mat.Dense) *inference.Dataset {
	b := mat.DenseCopyOf(x)
	b.Apply(func(_, _ int, v float64) float64 {
		if v > 0 {
			return 1
		}
		return 0
	}, b)
	data := inferencetest.DatasetOf(b)
	data.Kind = inference.Binary
	return data
}

// done runs a fit to its end and returns the scalars of each iteration.
func done(t *testing.T, data *inference.Dataset, set map[string]string) (inference.Stepper, [][]float64) {
	t.Helper()
	f := inferencetest.Begin(t, Model{}, data, set)
	var scalars [][]float64
	for {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			scalars = append(scalars, r.Scalars)
		}
		if r.Done {
			return f, scalars
		}
	}
}

// The numbers of an independent program: five columns of numbers, and the first four as zeros and ones
// with α = 2.
func TestSmallTable(t *testing.T) {
	s, _ := done(t, inferencetest.DatasetOf(five()), nil)
	f := s.(*averaged)
	inferencetest.Near(t, "evidence", f.log, -55.6113086692, 1e-9)
	for _, c := range []struct {
		u, v int
		want float64
	}{{1, 2, .2572286714}, {1, 4, .7670030384}, {2, 4, .9424016147}, {4, 5, .6102623817}} {
		inferencetest.Near(t, "edge", f.found[(c.u-1)*5+c.v-1], c.want, 1e-9)
	}
	got, err := f.LogDensity(context.Background(), mat.NewDense(1, 5, []float64{.3, .1, -.2, .4, 0}))
	if err != nil {
		t.Fatal(err)
	}
	inferencetest.Near(t, "new row", got[0], -2.6442085978, 1e-9)
	s, _ = done(t, zeros(mat.DenseCopyOf(five().Slice(0, 8, 0, 4))), map[string]string{"weight": "2"})
	f = s.(*averaged)
	inferencetest.Near(t, "evidence of zeros and ones", f.log, -22.1121419823, 1e-9)
	inferencetest.Near(t, "edge 12", f.found[1], .8192365100, 1e-9)
	inferencetest.Near(t, "edge 24", f.found[7], .6976570627, 1e-9)
	inferencetest.Near(t, "edge 34", f.found[11], .7609796915, 1e-9)
}

// allTrees lists the 125 trees of five nodes by their Prüfer sequences.
func allTrees() (all [][][2]int) {
	for code := range 125 {
		seq := []int{code % 5, code / 5 % 5, code / 25}
		degree := []int{1, 1, 1, 1, 1}
		for _, v := range seq {
			degree[v]++
		}
		var edges [][2]int
		for _, v := range seq {
			for u := range 5 {
				if degree[u] == 1 {
					edges = append(edges, [2]int{u, v})
					degree[u]--
					degree[v]--
					break
				}
			}
		}
		var last []int
		for u := range 5 {
			if degree[u] == 1 {
				last = append(last, u)
			}
		}
		all = append(all, append(edges, [2]int{last[0], last[1]}))
	}
	return all
}

// Against all 125 trees, each the product of the families of a rooted tree: evidence, edges, the density
// of a new row by the sum and by trees drawn; and Chow and Liu's tree is the best of them.
func TestAgainstEnumeration(t *testing.T) {
	row := []float64{1, 0, 1, 1, 0}
	for _, data := range []*inference.Dataset{inferencetest.DatasetOf(five()), zeros(five())} {
		s, _ := done(t, data, nil)
		f := s.(*averaged)
		score := func(scorer marginal.Scorer, edges [][2]int) float64 {
			sum, in := scorer.Log([]int{0}), []bool{true, false, false, false, false}
			for range 4 {
				for _, e := range edges {
					for _, way := range [][2]int{e, {e[1], e[0]}} {
						if in[way[0]] && !in[way[1]] {
							sum += marginal.Family(scorer, way[1], []int{way[0]})
							in[way[1]] = true
						}
					}
				}
			}
			return sum
		}
		sum, new := 0.0, 0.0
		edges := make([]float64, 25)
		best, most := [][2]int(nil), math.Inf(-1)
		more := f.scorer.With(row)
		for _, tree := range allTrees() {
			log := score(f.scorer, tree)
			sum += math.Exp(log) / 125
			new += math.Exp(score(more, tree)) / 125
			if log > most {
				best, most = tree, log
			}
			for _, e := range tree {
				edges[5*e[0]+e[1]] += math.Exp(log) / 125
				edges[5*e[1]+e[0]] += math.Exp(log) / 125
			}
		}
		inferencetest.Near(t, "evidence", f.log, math.Log(sum), 1e-9)
		for k, e := range edges {
			inferencetest.Near(t, "edge", f.found[k], e/sum, 1e-10)
		}
		got, err := f.LogDensity(context.Background(), mat.NewDense(1, 5, row))
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Near(t, "new row", got[0], math.Log(new/sum), 1e-9)
		inferencetest.Near(t, "new row by draws", f.mean(more, f.draw(mostTrees)), math.Log(new/sum), 0.3)
		tree := map[[2]int]bool{}
		for _, e := range edgesOf(spanningTree(5, f.weight)) {
			tree[e] = true
		}
		for _, e := range best {
			if !tree[[2]int{min(e[0], e[1]), max(e[0], e[1])}] {
				t.Errorf("the best tree %v lacks %v", tree, e)
			}
		}
	}
}

// two are rows of two kinds: a chain of columns, and a star with the signs turned.
func two(n int, discrete bool, rng *rand.Rand) (*mat.Dense, []int) {
	x, labels := mat.NewDense(n, 6, nil), make([]int, n)
	for i := range n {
		labels[i] = rng.IntN(2)
		v := rng.NormFloat64()
		x.Set(i, 0, v)
		last := v
		for j := 1; j < 6; j++ {
			e := 0.3 * rng.NormFloat64()
			if labels[i] == 0 {
				last = last + e
				x.Set(i, j, last)
			} else {
				x.Set(i, j, -v+e)
			}
		}
		if discrete {
			for j := range 6 {
				x.Set(i, j, math.Round(1/(1+math.Exp(-8*x.At(i, j)))))
			}
		}
	}
	return x, labels
}

// The log posterior never falls within a start, and both kinds are found.
func TestMixture(t *testing.T) {
	for _, discrete := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(5, 5))
		x, labels := two(400, discrete, rng)
		data := inferencetest.DatasetOf(x)
		if discrete {
			data.Kind = inference.Binary
		}
		f := inferencetest.Begin(t, Model{}, data, map[string]string{"method": "mixture", "components": "2"}).(*mixed)
		last, falls := math.Inf(-1), 0
		for !f.state.Done {
			start := f.state.Start
			if !f.advance() {
				continue
			}
			if f.state.Done {
				break
			}
			if f.state.Scalars[0] < last-1e-9*math.Abs(last) {
				falls++
			}
			if last = f.state.Scalars[0]; f.state.Start != start {
				last = math.Inf(-1)
			}
		}
		if falls > 0 {
			t.Errorf("discrete %v: the log posterior falls %d times", discrete, falls)
		}
		s := f.Snapshot()
		if err := graph.Of(s).Check(data); err != nil {
			t.Fatal(err)
		}
		if discrete { // too little is in six zeros and ones to tell every row
			continue
		}
		right := 0
		for i, k := range partition.LabelsOf(s) {
			if k == labels[i]^labels[0] {
				right++
			}
		}
		if right < 380 {
			t.Errorf("%d of 400 rows are where they belong", right)
		}
		chain := 0
		for _, e := range graph.Of(s).Edges {
			if e.To == e.From+1 && e.Strength > 0.3 {
				chain++
			}
		}
		if chain < 4 {
			t.Errorf("edges %+v", graph.Of(s).Edges)
		}
	}
}

// Each maximisation is one: the criterion of a component is that of its parts, and no other tree has a
// higher one.
func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 5))
	for _, discrete := range []bool{false, true} {
		x, _ := two(60, discrete, rng)
		data := inferencetest.DatasetOf(mat.DenseCopyOf(x.Slice(0, 60, 0, 5)))
		if discrete {
			data.Kind = inference.Binary
		}
		f := newMixture(data, Model{}.Info().Defaults(), inference.Streams{})
		r := make([]float64, 60)
		total := 0.0
		for i := range r {
			r[i] = rng.Float64()
			total += r[i]
		}
		c := f.component()
		c.begin(r, total)
		for j := range 5 {
			c.measure(j)
		}
		c.finish()
		value := func() float64 {
			sum := c.prior()
			for i, row := range f.rows {
				sum += r[i] * c.log(row)
			}
			return sum
		}
		best := value()
		for _, tree := range allTrees() {
			parent := rooted(tree)
			switch c := c.(type) {
			case *gaussian:
				c.use(parent)
			case *binary:
				c.use(parent)
			}
			if v := value(); v > best+1e-9 {
				t.Errorf("discrete %v: another tree has %v, above %v", discrete, v, best)
			}
		}
		c.finish()
		if b, ok := c.(*binary); ok { // nor do parameters very near
			for j := range 5 {
				for v := range 2 {
					for _, e := range []float64{-1e-4, 1e-4} {
						given := b.given[j]
						if b.given[j][v] += e; b.parent[j] < 0 {
							b.given[j] = [2]float64{b.given[j][v], b.given[j][v]}
						}
						if value() > best {
							t.Errorf("column %d: a probability of %v is better", j, b.given[j][v])
						}
						b.given[j] = given
					}
				}
			}
		}
		for range 50 { // nor do other parameters
			switch c := c.(type) {
			case *gaussian:
				j := rng.IntN(5)
				slope, variance, mean := c.slope[j], c.variance[j], c.mean[j]
				if c.parent[j] >= 0 {
					c.slope[j] += 0.05 * rng.NormFloat64()
				}
				c.variance[j] *= math.Exp(0.1 * rng.NormFloat64())
				c.mean[j] += 0.05 * rng.NormFloat64()
				if v := value(); v > best {
					t.Errorf("other parameters have %v, above %v", v, best)
				}
				c.slope[j], c.variance[j], c.mean[j] = slope, variance, mean
			case *binary:
				j := rng.IntN(5)
				given := c.given[j]
				c.given[j][rng.IntN(2)] = 0.02 + 0.96*rng.Float64()
				if c.parent[j] < 0 {
					c.given[j][1] = c.given[j][0]
				}
				if v := value(); v > best {
					t.Errorf("other parameters have %v, above %v", v, best)
				}
				c.given[j] = given
			}
		}
	}
}

// rooted hangs a tree from node 0.
func rooted(edges [][2]int) []int {
	parent, in := []int{-1, 0, 0, 0, 0}, []bool{true, false, false, false, false}
	for range 4 {
		for _, e := range edges {
			for _, way := range [][2]int{e, {e[1], e[0]}} {
				if in[way[0]] && !in[way[1]] {
					parent[way[1]], in[way[1]] = way[0], true
				}
			}
		}
	}
	return parent
}

// The probabilities of all rows of zeros and ones add up to 1, by the average and by a mixture.
func TestProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	x, _ := two(50, true, rng)
	data := inferencetest.DatasetOf(x)
	data.Kind = inference.Binary
	rows := mat.NewDense(64, 6, nil)
	for i := range 64 {
		for j := range 6 {
			rows.Set(i, j, float64(i>>j&1))
		}
	}
	for _, method := range []string{"average", "mixture"} {
		f, _ := done(t, data, map[string]string{"method": method})
		logs, err := f.(inference.Predictor).LogDensity(context.Background(), rows)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range logs {
			sum += math.Exp(v)
		}
		inferencetest.Near(t, method, sum, 1, 1e-9)
	}
}

// One component is the tree of Chow and Liu with the density of a Gaussian along it; the criterion
// charges its 3D − 1 parameters, and more components where there are two kinds of rows.
func TestCriterion(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 5))
	x, _ := two(300, false, rng)
	data := inferencetest.DatasetOf(x)
	s, scalars := done(t, data, map[string]string{"method": "mixture", "components": "1"})
	logs, err := s.(inference.Predictor).LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range logs {
		sum += v
	}
	inferencetest.Near(t, "bic", scalars[len(scalars)-1][2], -2*sum+17*math.Log(300), 1e-6)
	_, scalars = done(t, data, map[string]string{"method": "mixture", "starts": "3"})
	if k := scalars[len(scalars)-1][1]; k != 2 {
		t.Errorf("%v components chosen", k)
	}
}

func TestConformance(t *testing.T) {
	holes := five()
	holes.Set(2, 2, math.NaN())
	for _, method := range []string{"average", "mixture"} {
		inferencetest.ConformanceWith(t, Model{},
			inferencetest.Options{Set: map[string]string{"method": method}, Iterations: 20},
			inferencetest.DatasetOf(five()), inferencetest.DatasetOf(holes), zeros(five()))
	}
}

// A start gives each row to the nearest of the rows drawn, which have themselves.
func TestStartsAreNearest(t *testing.T) {
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(five()),
		map[string]string{"method": "mixture", "components": "3"}).(*mixed)
	f.begin()
	const n, k = 8, 3
	var centres [k]int
	for c, at := range f.streams.Task(1000*k + uint64(f.state.Start)).Perm(n)[:k] {
		centres[c] = at
	}
	for i, row := range f.rows {
		given := -1
		for c := range k {
			if f.state.R[i*k+c] == 1 {
				given = c
			}
		}
		if given < 0 {
			t.Fatalf("row %d is with none", i)
		}
		for c := range k {
			far := func(c int) (sum float64) {
				for j, v := range f.rows[centres[c]] {
					sum += (row[j] - v) * (row[j] - v)
				}
				return sum
			}
			if far(c) < far(given) {
				t.Errorf("row %d is with start %d, and %d is nearer", i, given, c)
			}
		}
	}
}

// The prior of a component has the variances of the columns, 1 for a column of one value, and weighs as many rows as
// it is given.
func TestPriorVariances(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(4, 3, []float64{1, 7, -2, 2, 7, 0, 4, 7, 5, 9, 7, 1}))
	s := Model{}.Info().Defaults()
	if err := s.Set("weight", "3"); err != nil {
		t.Fatal(err)
	}
	f := newMixture(data, s, inference.Streams{})
	want := []float64{38.0 / 4, 1, 26.0 / 4}
	for j, v := range f.variance {
		inferencetest.Near(t, "variance", v, want[j], 1e-12)
	}
	// One row of weight 2 and one of weight 1: means, scatter about them and 3 rows' worth of the prior, over 6.
	c := f.component().(*gaussian)
	c.begin([]float64{2, 0, 0, 1}, 3)
	for j := range 3 {
		c.measure(j)
	}
	a, b := []float64{1, 7, -2}, []float64{9, 7, 1}
	for j := range 3 {
		inferencetest.Near(t, "mean", c.mean[j], (2*a[j]+b[j])/3, 1e-12)
		for k := range 3 {
			scatter := 2.0 / 3 * (a[j] - b[j]) * (a[k] - b[k])
			if j == k {
				scatter += 3 * want[j]
			}
			inferencetest.Near(t, "covariance", c.s[j*3+k], scatter/6, 1e-12)
		}
	}
}

// Nearest is by the Euclidean distance: of rows at (2, 2) and at (0, 2.7) from a third the second is nearer.
func TestStartsAreNearestByEuclid(t *testing.T) {
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(mat.NewDense(3, 2, []float64{1, 1, 3, 3, 1, 3.7})),
		map[string]string{"method": "mixture", "components": "2"}).(*mixed)
	seen := false
	for start := range 12 {
		f.state.Start = start
		f.begin()
		centres := f.streams.Task(uint64(2000 + start)).Perm(3)[:2]
		for c, at := range centres {
			if centres[0] != 0 && centres[1] != 0 && f.state.R[c] == 1 {
				if seen = true; at != 2 {
					t.Errorf("start %d: row 0 is with row %d", start, at)
				}
			}
		}
	}
	if !seen {
		t.Error("row 0 was a start every time")
	}
}
