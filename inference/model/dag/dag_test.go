package dag

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/marginal"

	"gonum.org/v1/gonum/mat"
)

func eight() *mat.Dense {
	return mat.NewDense(8, 4, []float64{
		.5, 1.2, -.3, .8, -1.1, -.6, .4, -.9, .9, .3, 1.1, .2, -.2, -1.4, .6, -1,
		1.6, 1.1, -.8, 1.3, -.7, .2, -1.2, .1, .1, .7, .5, -.4, -1.3, -.9, .2, -.6})
}

// a network as the parents of each column, as masks over all columns.
type network []int

// networks lists all acyclic graphs of d columns: every set of arrows is tried.
func networks(d int) (all []network) {
	var arrows [][2]int
	for i := range d {
		for j := range d {
			if i != j {
				arrows = append(arrows, [2]int{i, j})
			}
		}
	}
	for set := range 1 << len(arrows) {
		g := make(network, d)
		for k, a := range arrows {
			if set>>k&1 == 1 {
				g[a[1]] |= 1 << a[0]
			}
		}
		if g.acyclic() {
			all = append(all, g)
		}
	}
	return all
}

func (g network) acyclic() bool {
	gone := 0
	for range g {
		for j, m := range g {
			if m&^gone == 0 {
				gone |= 1 << j
			}
		}
	}
	return gone == 1<<len(g)-1
}

// orders counts the orders of the columns that agree with a graph.
func (g network) orders(gone int) int {
	if gone == 1<<len(g)-1 {
		return 1
	}
	n := 0
	for j, m := range g {
		if gone>>j&1 == 0 && m&^gone == 0 {
			n += g.orders(gone | 1<<j)
		}
	}
	return n
}

func (g network) parents() [][]int {
	out := make([][]int, len(g))
	for j, m := range g {
		for i := range g {
			if m>>i&1 == 1 {
				out[j] = append(out[j], i)
			}
		}
	}
	return out
}

func (g network) score(s marginal.Scorer) float64 {
	sum := 0.0
	for j, set := range g.parents() {
		sum += marginal.Family(s, j, set)
	}
	return sum
}

// skeleton and colliders are what an equivalence class shares (Verma and Pearl 1990).
func (g network) skeleton() (pairs, colliders string) {
	d := len(g)
	joined := func(a, b int) bool { return g[a]>>b&1 == 1 || g[b]>>a&1 == 1 }
	for b := range d {
		for a := range d {
			mark := byte('.')
			if a != b && joined(a, b) {
				mark = 'x'
			}
			pairs += string(mark)
			for c := range a {
				mark := byte('.')
				if g[b]>>a&1 == 1 && g[b]>>c&1 == 1 && !joined(a, c) {
					mark = 'v'
				}
				colliders += string(mark)
			}
		}
	}
	return pairs, colliders
}

func TestCounts(t *testing.T) {
	if n := len(networks(4)); n != 543 {
		t.Fatalf("%d graphs of four columns", n)
	}
	sum := 0
	for _, g := range networks(4) {
		sum += g.orders(0)
	}
	if sum != 1536 {
		t.Errorf("%d orders of graphs", sum)
	}
	for d, want := range map[int]float64{1: 1, 2: 3, 3: 25, 4: 543, 5: 29281} {
		families := everyone(d)
		newBuilder(nil, families, 0).advance(math.MaxInt)
		all := newTotal(families, false)
		all.advance(math.MaxInt, true)
		inferencetest.Near(t, "graphs", math.Exp(all.log()), want, 1e-9*want)
	}
}

func fitted(t *testing.T, data *inference.Dataset, set map[string]string) *fit {
	t.Helper()
	f := inferencetest.Begin(t, Model{}, data, set).(*fit)
	for {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil && r.Done {
			return f
		}
	}
}

// The numbers of an independent program.
func TestSmallTable(t *testing.T) {
	data := inferencetest.DatasetOf(eight())
	f := fitted(t, data, map[string]string{"method": "exact"})
	inferencetest.Near(t, "evidence", f.state.Log, -44.7099505560, 1e-9)
	p := func(i, j int) float64 { return f.state.Found[(i-1)*4+j-1] }
	for _, c := range []struct {
		i, j int
		want float64
	}{{1, 2, .2535811291}, {2, 1, .2311600092}, {2, 4, .3683894165}, {4, 2, .5681841779}, {3, 4, .4582719463},
		{4, 3, .3216609575}, {1, 4, .4754523285}} {
		inferencetest.Near(t, "edge", p(c.i, c.j), c.want, 1e-9)
	}
	inferencetest.Near(t, "best", f.state.BestLog, -40.8659245215, 1e-9)
	f = fitted(t, data, map[string]string{"method": "exact", "over": "orders"})
	for _, c := range []struct {
		i, j int
		want float64
	}{{1, 2, .2274635080}, {4, 2, .5738522327}, {3, 4, .4024141190}} {
		inferencetest.Near(t, "edge over orders", p(c.i, c.j), c.want, 1e-9)
	}
}

// inARow is a table of 25 rows and 4 columns of zeros and ones, each depending on the one before it.
func inARow(rng *rand.Rand) *mat.Dense {
	binary := mat.NewDense(25, 4, nil)
	for i := range 25 {
		last := 0.5
		for j := range 4 {
			v := 0.0
			if rng.Float64() < last {
				v = 1
			}
			last = 0.2 + 0.7*v
			binary.Set(i, j, v)
		}
	}
	return binary
}

// Against all 543 graphs, with numbers and with categories, over graphs and over orders, with few
// parents and any number: probabilities, evidence, and the density of a new row.
func TestAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	binary := inARow(rng)
	numbers, zeros := inferencetest.DatasetOf(eight()), inferencetest.DatasetOf(binary)
	zeros.Kind = inference.Binary
	row := []float64{1, 0, 0, 1}
	for _, c := range []struct {
		data   *inference.Dataset
		scorer marginal.Scorer
	}{{numbers, marginal.Usual(eight())}, {zeros, marginal.NewDiscrete(codesFor(binary), []int{2, 2, 2, 2}, 1)}} {
		for _, over := range []string{"graphs", "orders"} {
			for _, most := range []int{0, 1, 2} {
				f := fitted(t, c.data, map[string]string{"over": over, "parents": string(rune('0' + most))})
				var logs, weights []float64
				var graphs []network
				for _, g := range networks(4) {
					fits := true
					for _, m := range g {
						fits = fits && (most == 0 || bits.OnesCount(uint(m)) <= most)
					}
					if !fits {
						continue
					}
					w := 1.0
					if over == "orders" {
						w = float64(g.orders(0))
					}
					graphs, logs, weights = append(graphs, g), append(logs, g.score(c.scorer)), append(weights, w)
				}
				sum, count, new := 0.0, 0.0, 0.0
				edges := make([]float64, 16)
				more := c.scorer.With(row)
				for k, g := range graphs {
					x := weights[k] * math.Exp(logs[k])
					sum, count, new = sum+x, count+weights[k], new+weights[k]*math.Exp(g.score(more))
					for j, set := range g.parents() {
						for _, i := range set {
							edges[4*i+j] += x
						}
					}
				}
				inferencetest.Near(t, "evidence", f.state.Log, math.Log(sum/count), 1e-9)
				for k, e := range edges {
					inferencetest.Near(t, "edge", f.state.Found[k], e/sum, 1e-10)
				}
				got, err := f.LogDensity(context.Background(), mat.NewDense(1, 4, row))
				if err != nil {
					t.Fatal(err)
				}
				inferencetest.Near(t, "new row", got[0], math.Log(new/sum), 1e-9)
			}
		}
	}
}

func codesFor(x *mat.Dense) (codes [][]int32) {
	n, d := x.Dims()
	for j := range d {
		c := make([]int32, n)
		for i := range n {
			c[i] = int32(x.At(i, j))
		}
		codes = append(codes, c)
	}
	return codes
}

// The sweeps of four chains agree with the exact sum, for edges and for new rows, and the best network is
// the same. Zeros and ones in other units have the same probabilities.
func TestPartitionAgainstExact(t *testing.T) {
	binary := mat.DenseCopyOf(eight())
	binary.Apply(func(_, _ int, v float64) float64 {
		if v > 0 {
			return 2
		}
		return -2
	}, binary)
	zeros := inferencetest.DatasetOf(binary)
	zeros.Kind = inference.Binary
	for j := range 4 {
		zeros.Centre[j], zeros.Scale[j] = 0.5, 0.25
	}
	for _, data := range []*inference.Dataset{inferencetest.DatasetOf(eight()), zeros} {
		f := fitted(t, data, nil)
		c := inferencetest.Begin(t, Model{}, data, map[string]string{"method": "partition"}).(*fit)
		for c.state.Iteration < 5000 {
			c.advance()
		}
		want, got := f.edges(), c.edges()
		for k := range want {
			inferencetest.Near(t, "edge", got[k], want[k], 0.03)
		}
		inferencetest.Near(t, "best", c.state.BestLog, f.state.BestLog, 1e-9)
		rows := mat.NewDense(2, 4, []float64{0.5, -0.25, -0.5, 0.5, 0.25, 0.5, -0.5, 0.5})
		if data == zeros {
			rows.Scale(4, rows)
			rows.Apply(func(_, _ int, v float64) float64 { return math.Copysign(2, v) }, rows)
		}
		a, err := f.LogDensity(context.Background(), rows)
		if err != nil {
			t.Fatal(err)
		}
		b, err := c.LogDensity(context.Background(), rows)
		if err != nil {
			t.Fatal(err)
		}
		for i := range a {
			inferencetest.Near(t, "new row", b[i], a[i], 0.1)
			if jacobian := data.LogJacobian(rows)[i]; data == zeros && (a[i]+jacobian >= 0 || a[i]+jacobian < -8) {
				t.Errorf("row %d has the probability e^%v", i, a[i]+jacobian)
			}
		}
	}
}

// A strong table leaves nothing to the changing signs: the probabilities of five columns are those of
// all 29,281 graphs where scores are hundreds of nats apart.
func TestStrongTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 6))
	x := mat.NewDense(400, 5, nil)
	for i := range 400 {
		v := rng.NormFloat64()
		for j := range 5 {
			v = v + 0.4*rng.NormFloat64()
			x.Set(i, j, v)
		}
	}
	f := fitted(t, inferencetest.DatasetOf(x), nil)
	// every graph as the product of its families, its arrows one column after the other
	s := marginal.Usual(x)
	scores := make([][]float64, 5)
	for j := range 5 {
		scores[j] = make([]float64, 32)
		for m := range 32 {
			if m>>j&1 == 0 {
				g := make(network, 5)
				g[j] = m
				scores[j][m] = marginal.Family(s, j, g.parents()[j])
			}
		}
	}
	g, sum, edges := make(network, 5), 0.0, make([]float64, 25)
	var visit func(j int, log float64)
	visit = func(j int, log float64) {
		if j == 5 {
			if g.acyclic() {
				w := math.Exp(log - f.state.BestLog)
				sum += w
				for b, m := range g {
					for a := range 5 {
						if m>>a&1 == 1 {
							edges[5*a+b] += w
						}
					}
				}
			}
			return
		}
		for m := range 32 {
			if m>>j&1 == 0 {
				g[j] = m
				visit(j+1, log+scores[j][m])
			}
		}
		g[j] = 0
	}
	visit(0, 0)
	for k, e := range edges {
		inferencetest.Near(t, "edge", f.state.Found[k], e/sum, 1e-10)
	}
}

// Graphs of one class have the same score, and its bonds are what all of them share.
func TestClasses(t *testing.T) {
	type key struct{ pairs, colliders string }
	members := map[key][]network{}
	for _, g := range networks(4) {
		a, b := g.skeleton()
		members[key{a, b}] = append(members[key{a, b}], g)
	}
	if len(members) != 185 {
		t.Fatalf("%d classes", len(members))
	}
	s := marginal.Usual(eight())
	for _, class := range members {
		var want []graph.Bond
		for b := range 4 {
			for a := range 4 {
				there, back := 0, 0
				for _, g := range class {
					there, back = there+g[b]>>a&1, back+g[a]>>b&1
				}
				switch {
				case there == len(class):
					want = append(want, graph.Bond{From: a, To: b, Directed: true})
				case there > 0 && back > 0 && a < b:
					want = append(want, graph.Bond{From: a, To: b})
				}
			}
		}
		for _, g := range class {
			inferencetest.Near(t, "score", g.score(s), class[0].score(s), 1e-10)
			got := equivalent(g.parents())
			if len(got) != len(want) {
				t.Fatalf("%v: %v, want %v", g, got, want)
			}
			for k := range got {
				if got[k] != want[k] {
					t.Fatalf("%v: %v, want %v", g, got, want)
				}
			}
		}
	}
}

func TestConformance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	x := mat.NewDense(40, 6, nil)
	for i := range 40 {
		for j := range 6 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	inferencetest.Conformance(t, Model{}, inferencetest.DatasetOf(eight()))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"method": "partition",
		"candidates": "3"}, Iterations: 8}, inferencetest.DatasetOf(x))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"method": "partition",
		"score": "bdeu"}, Iterations: 4}, inferencetest.DatasetOf(x))
}

// Rows with missing cells are left out.
func TestMissing(t *testing.T) {
	holes := eight().Grow(1, 0).(*mat.Dense)
	holes.SetRow(8, []float64{1, math.NaN(), 3, 4})
	inferencetest.Near(t, "evidence", fitted(t, inferencetest.DatasetOf(holes), nil).state.Log, -44.7099505560, 1e-9)
}

func TestRefusals(t *testing.T) {
	holes := eight()
	for i := range 7 {
		holes.Set(i, i%4, math.NaN())
	}
	wide := inferencetest.DatasetOf(mat.NewDense(3, 15, nil))
	for name, c := range map[string]struct {
		data *inference.Dataset
		set  map[string]string
	}{"missing": {inferencetest.DatasetOf(holes), nil}, "wide": {wide, map[string]string{"method": "exact"}},
		"orders": {wide, map[string]string{"over": "orders"}}} {
		s := Model{}.Info().Defaults()
		for k, v := range c.set {
			if err := s.Set(k, v); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := (Model{}).Check(c.data, s); err == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}

// A saved state with a probability above 1 or below 0 is refused.
func TestSavedProbabilities(t *testing.T) {
	f := fitted(t, inferencetest.DatasetOf(eight()), nil)
	if err := f.fits(f.state); err != nil {
		t.Fatal(err)
	}
	for _, p := range []float64{1.5, -0.1, math.NaN()} {
		s := f.state
		s.Found = slices.Clone(s.Found)
		s.Found[1] = p
		if f.fits(s) == nil {
			t.Errorf("a probability of %v is taken", p)
		}
	}
}

// Columns can be cut into two groups, and not into one.
func TestLeastLevels(t *testing.T) {
	s := Model{}.Info().Defaults()
	if err := s.Set("levels", "2"); err != nil {
		t.Error(err)
	}
	if s.Set("levels", "1") == nil {
		t.Error("a column may have one group")
	}
}
