package spectral

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/spectrum"
	"example.org/espalier/inference/stat/scores"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// sixRows is a graph of six rows, as a matrix of weights.
func sixRows() *mat.SymDense {
	w := mat.NewSymDense(6, nil)
	for _, e := range []struct {
		i, j   int
		weight float64
	}{{1, 2, 2}, {1, 3, 1}, {2, 3, 1}, {3, 4, 0.5}, {4, 5, 1}, {4, 6, 1}, {5, 6, 3}} {
		w.SetSym(e.i-1, e.j-1, e.weight)
	}
	return w
}

func graphOf(w *mat.SymDense) *nearest.Graph {
	g := &nearest.Graph{Start: []int{0}}
	for i := range w.SymmetricDim() {
		for j := range w.SymmetricDim() {
			if v := w.At(i, j); v > 0 {
				g.To, g.Weight = append(g.To, j), append(g.Weight, v)
			}
		}
		g.Start = append(g.Start, len(g.To))
	}
	return g
}

// The eigenvalues, an eigenvector and a cut of a graph of six rows are known from numpy. A block of vectors finds the
// same.
func TestSixRows(t *testing.T) {
	g := graphOf(sixRows())
	l := newLaplacian(g)
	b := newBlock(l, 6, rand.New(rand.NewPCG(1, 2)))
	for !b.round() {
	}
	values, vectors := l.eigen(6)
	for name, f := range map[string]struct {
		values  []float64
		vectors [][]float64
	}{"all": {values, vectors}, "block": {b.values, b.v}} {
		want := []float64{0, 0.08239756, 1.08796370, 1.41297207, 1.66666667, 1.75}
		if !floats.EqualApprox(f.values, want, 1e-8) {
			t.Errorf("%s: eigenvalues %v, want %v", name, f.values, want)
		}
		v := slices.Clone(f.vectors[1])
		for i, d := range g.Degrees() {
			v[i] /= math.Sqrt(d)
		}
		floats.Scale(math.Copysign(1/floats.Norm(v, 2), v[0]), v)
		want = []float64{.48841086, .48841086, .36767927, -.26672647, -.39785589, -.39785589}
		if !floats.EqualApprox(v, want, 1e-8) {
			t.Errorf("%s: eigenvector %v, want %v", name, v, want)
		}
	}
	if got := g.Cut([]int{0, 0, 0, 1, 1, 1}, 2); !(math.Abs(got-.10644258) <= 1e-8) {
		t.Errorf("cut %v", got)
	}
}

// joined returns a graph of rows in groups of a plane, 10 apart, and the parts that it falls into.
func joined(n, groups, k int, weights string, rng *rand.Rand) *nearest.Graph {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{10*float64(i%groups) + rng.NormFloat64(), rng.NormFloat64()})
	}
	s := nearest.NewSearch(linkage.NewRuler(x, linkage.Euclidean), n, k)
	for !s.Advance() {
	}
	return nearest.Join(s.Near, weights)
}

// against compares a block of vectors, after some rounds or at its end, with the eigenvectors of a dense matrix
// written out.
func against(g, other *nearest.Graph, count, rounds int) error {
	n := g.Rows()
	b := newBlock(newLaplacian(g), count, rand.New(rand.NewPCG(3, 4)))
	for done := false; !done && b.rounds < rounds; {
		done = b.round()
	}
	w := mat.NewDense(n, n, nil)
	d := make([]float64, n)
	for i := range n {
		for e := other.Start[i]; e < other.Start[i+1]; e++ {
			w.Set(i, other.To[e], other.Weight[e])
		}
		d[i] = floats.Sum(w.RawRowView(i))
	}
	l := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			v := -(w.At(i, j) + w.At(j, i)) / 2 / math.Sqrt(d[i]) / math.Sqrt(d[j])
			if i == j {
				v++
			}
			l.SetSym(i, j, v)
		}
	}
	var e mat.EigenSym
	e.Factorize(l, true)
	var all mat.Dense
	e.VectorsTo(&all)
	values := e.Values(nil)
	for k := range count {
		if !(math.Abs(b.values[k]-values[k]) <= 1e-7) {
			return fmt.Errorf("eigenvalue %d is %v, not %v", k+1, b.values[k], values[k])
		}
	}
	at := (&spectrum.Spectrum{Values: values[:count]}).Widest()
	for k := range at { // what lies outside the space of the true ones
		rest := slices.Clone(b.v[k])
		for q := range at {
			u := mat.Col(nil, q, &all)
			floats.AddScaled(rest, -floats.Dot(u, rest), u)
		}
		if left := floats.Norm(rest, 2); !(left <= 1e-6) {
			return fmt.Errorf("eigenvector %d lies %v outside", k+1, left)
		}
	}
	return nil
}

// A block of vectors finds what a full solver finds, of graphs in one part and in several, whose smallest eigenvalues
// are all 0; of another graph it does not, nor after one round.
func TestFullSolver(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, groups := range []int{1, 4} {
		for _, weights := range []string{nearest.Binary, nearest.Shared, nearest.Scaled} {
			g := joined(300, groups, 11, weights, rng)
			if groups == 4 && g.Parts() != 4 {
				t.Fatalf("%d parts", g.Parts())
			}
			if err := against(g, g, 8, most); err != nil {
				t.Errorf("%d groups, %s: %v", groups, weights, err)
			}
			broken := *g
			broken.Weight = slices.Clone(g.Weight)
			for e := range broken.Start[20] {
				broken.Weight[e] *= 3
			}
			if against(g, &broken, 8, most) == nil || against(g, g, 8, 1) == nil {
				t.Errorf("%d groups, %s: wrong eigenvectors pass", groups, weights)
			}
		}
	}
}

// spirals are two arms wound about each other, the first half of the rows in one.
func spirals(n int) *inference.Dataset {
	x := mat.NewDense(n, 2, nil)
	rng := rand.New(rand.NewPCG(7, 8))
	names := make([]string, n)
	for i := range n {
		arm := i / ((n + 1) / 2)
		a := 2 + 9*float64(i-arm*(n+1)/2)/float64(n/2)
		turn := a + math.Pi*float64(arm)
		x.SetRow(i, []float64{a*math.Cos(turn) + 0.1*rng.NormFloat64(), a*math.Sin(turn) + 0.1*rng.NormFloat64()})
		names[i] = fmt.Sprint("row", i)
	}
	return &inference.Dataset{Name: "spirals", X: x, Rows: names, Columns: []string{"x", "y"},
		Centre: make([]float64, 2),
		Scale:  []float64{1, 1}}
}

func fitted(t *testing.T, data *inference.Dataset, set map[string]string, starts int) *fit {
	t.Helper()
	p := inferencetest.Begin(t, Model{}, data, set)
	inferencetest.Iterate(t, p, starts)
	return p.(*fit)
}

// Two spirals are told apart whole, by all weights, by a full solver and by a block. The
// same rows by the next eigenvectors, without the first two, are not.
func TestSpirals(t *testing.T) {
	for n, near := range map[int]string{300: "4", 900: "7"} {
		data := spirals(n)
		truth := make([]int, n)
		for i := range truth {
			truth[i] = i / (n / 2)
		}
		for _, weights := range []string{nearest.Binary, nearest.Shared, nearest.Scaled} {
			for _, embedding := range []string{walk, unit} {
				f := fitted(t, data, map[string]string{"k": "2", "weights": weights, "neighbours": near,
					"embedding": embedding}, 5)
				if a := scores.AdjustedRand(partition.LabelsOf(f.Snapshot()), truth); a != 1 {
					t.Errorf("%d rows, %s, %s: agreement %v, %s", n, weights, embedding, a, f.Snapshot().Reason())
				}
			}
		}
		f := fitted(t, data, map[string]string{"k": "4", "neighbours": near}, 1)
		l := newLaplacian(f.found.Graph)
		values, vectors := l.eigen(4)
		f.k = 2
		f.embed(values[2:], vectors[2:], n)
		f.found.Best, f.now, f.found.Count = nil, nil, 0
		for f.found.Count < 5 {
			if _, err := f.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if a := scores.AdjustedRand(f.labels(), truth); a > 0.9 {
			t.Errorf("%d rows: by wrong eigenvectors %v", n, a)
		}
	}
}

// Stopped after any step, saved and read, a fit goes on to the same bits.
func TestResume(t *testing.T) {
	for _, n := range []int{200, 700} {
		data := spirals(n)
		set := map[string]string{"k": "3", "neighbours": "5"}
		whole, err := fitted(t, data, set, 4).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		f, began := fitted(t, data, set, 0), false
		for f.found.Count < 4 {
			if _, err := f.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			bytes, err := f.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			fresh := fitted(t, data, set, 0)
			if err := fresh.UnmarshalBinary(bytes); err != nil {
				t.Fatal(err)
			}
			searched := fresh.found.Graph != nil
			if fresh.found.Embedding != nil || searched && !began { // work under way begins anew, once
				f, began = fresh, began || searched
			}
		}
		resumed, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(whole, resumed) {
			t.Errorf("%d rows: a resumed fit ends elsewhere", n)
		}
	}
}

// The number of groups that touch is that before the largest gap, and the reason says so.
func TestNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, groups := range []int{2, 3, 5} {
		n := 40 * groups
		x := mat.NewDense(n, 10, nil)
		names, truth := make([]string, n), make([]int, n)
		for i := range n {
			names[i], truth[i] = fmt.Sprint("row", i), i%groups
			for j := range 10 {
				x.Set(i, j, rng.NormFloat64())
			}
			x.Set(i, i%groups, x.At(i, i%groups)+5)
		}
		data := &inference.Dataset{Name: "groups", X: x, Rows: names, Columns: names[:10], Centre: make([]float64, 10),
			Scale: slices.Repeat([]float64{1}, 10)}
		for rule, want := range map[string]string{
			spectrum.Gap:        fmt.Sprintf("hence %d clusters", groups),
			spectrum.Modularity: fmt.Sprintf("of 1 to 15 clusters is greatest for %d", groups),
		} {
			f := fitted(t, data, map[string]string{"number": rule}, 5)
			s := f.Snapshot()
			if !strings.Contains(s.Reason(), want) {
				t.Errorf("%q, want %q", s.Reason(), want)
			}
			if a := scores.AdjustedRand(partition.LabelsOf(s), truth); !(a > 0.9) {
				t.Errorf("%d groups: agreement %v", groups, a)
			}
			of := spectrum.Of(s)
			if of.Rule != rule || of.Number != groups {
				t.Errorf("%d groups: %+v", groups, of)
			}
			if rule == spectrum.Modularity {
				checkTried(t, f, of)
			}
		}
	}
}

// checkTried holds the modularity of the clusters that were chosen to its definition over all pairs of rows, and to
// be the greatest.
func checkTried(t *testing.T, f *fit, of *spectrum.Spectrum) {
	t.Helper()
	g, z, q := f.found.Graph, f.labels(), 0.0
	degrees, total := g.Degrees(), floats.Sum(g.Weight)
	for i := range z {
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			if z[g.To[e]] == z[i] {
				q += g.Weight[e] / total
			}
		}
		for j := range z {
			if z[i] == z[j] {
				q -= 0.7 * degrees[i] * degrees[j] / total / total
			}
		}
	}
	if tried := of.Modularity[of.Number-1]; !(math.Abs(tried-q) <= 0.01) || tried < slices.Max(of.Modularity)-1e-9 {
		t.Errorf("modularity %v, by pairs %v; of each number %v", tried, q, of.Modularity)
	}
}

// Given distances give the clusters that the rows give.
func TestGiven(t *testing.T) {
	data := spirals(80)
	given := inferencetest.Given(t, data)
	if _, err := inference.Check(Model{}, given, Model{}.Info().Defaults()); err != nil {
		t.Fatal(err)
	}
	set := map[string]string{"k": "2", "neighbours": "4"}
	if a, b := fitted(t, data, set, 3).labels(), fitted(t, given, set, 3).labels(); !slices.Equal(a, b) {
		t.Errorf("%v\n%v", a, b)
	}
}

// A row without values is in no cluster; where more parts are than clusters, more neighbours are taken; a table
// without two rows to compare is refused.
func TestRowsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	x := mat.NewDense(41, 2, nil)
	names := make([]string, 41)
	for i := range 41 {
		names[i] = fmt.Sprint("row", i)
		x.SetRow(i, []float64{30*float64(i%4) + rng.NormFloat64(), rng.NormFloat64()})
	}
	x.SetRow(40, []float64{math.NaN(), math.NaN()})
	data := &inference.Dataset{Name: "parts", X: x, Rows: names, Columns: []string{"x", "y"},
		Centre: make([]float64, 2),
		Scale:  []float64{1, 1}}
	f := fitted(t, data, map[string]string{"k": "4", "neighbours": "4"}, 3)
	for i, k := range f.labels() {
		if want := i%4 == 0 && k == f.labels()[0] || i%4 != 0 && k == f.labels()[i%4]; i < 40 && !want ||
			i == 40 && k != -1 {
			t.Errorf("row %d is in cluster %d", i, k)
		}
	}
	if why := f.Snapshot().Reason(); !strings.Contains(why, "1 row shares too few known cells") ||
		!strings.Contains(why, "4 separate parts") {
		t.Errorf("%q", why)
	}
	f = fitted(t, data, map[string]string{"k": "2", "neighbours": "4"}, 3)
	if why := f.Snapshot().Reason(); f.found.Parts > 2 ||
		!strings.Contains(why, "because with 4 the graph falls into more parts") {
		t.Errorf("%d parts, %q", f.found.Parts, why)
	}
	apart := mat.NewDense(2, 2, []float64{1, math.NaN(), math.NaN(), 1})
	data = &inference.Dataset{Name: "apart", X: apart, Rows: names[:2], Columns: data.Columns,
		Centre: data.Centre, Scale: data.Scale}
	p, err := Model{}.New(data, Model{}.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for range 3 {
		if err == nil {
			_, err = p.Step(t.Context())
		}
	}
	if err == nil || !strings.Contains(err.Error(), "no two rows") {
		t.Errorf("%v", err)
	}
}
