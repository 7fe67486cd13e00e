package agglomerative

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// groups draws rows around centres; the group of row i is i mod centres.
func groups(n, d, centres int, seed uint64) *inference.Dataset {
	rng := rand.New(rand.NewPCG(seed, 1))
	means := make([][]float64, centres)
	for k := range means {
		means[k] = make([]float64, d)
		for j := range d {
			means[k][j] = 8 * rng.NormFloat64()
		}
	}
	data := &inference.Dataset{Name: fmt.Sprintf("groups %d×%d", n, d), X: mat.NewDense(n, d, nil),
		Kind: inference.Continuous}
	for i := range n {
		data.Rows = append(data.Rows, "row "+strconv.Itoa(i+1))
		for j := range d {
			data.X.Set(i, j, means[i%centres][j]+rng.NormFloat64())
		}
	}
	for j := range d {
		data.Columns = append(data.Columns, "x"+strconv.Itoa(j+1))
	}
	return data
}

func withMissing(data *inference.Dataset) *inference.Dataset {
	n, d := data.Dims()
	for i := range n {
		data.X.Set(i, (7*i)%d, math.NaN())
	}
	data.Name += " with missing cells"
	return data
}

func TestConformance(t *testing.T) {
	data := []*inference.Dataset{groups(2, 1, 1, 1), groups(60, 5, 3, 2), withMissing(groups(40, 6, 3, 3))}
	inferencetest.Conformance(t, Model{}, groups(700, 20, 5, 4))
	for _, m := range linkage.Methods() {
		for _, order := range []string{"optimal", "merged"} {
			inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"linkage": string(m),
				"order": order}}, data...)
		}
	}
}

func fit(t testing.TB, data *inference.Dataset, set ...string) *inference.Snapshot {
	t.Helper()
	s := Model{}.Info().Defaults()
	for _, p := range set {
		name, value, _ := strings.Cut(p, "=")
		if err := s.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Model{}.New(data, s, inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := p.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			return p.Snapshot()
		}
	}
}

func TestRecoversGroups(t *testing.T) {
	data := groups(120, 6, 4, 9)
	labels := make([]int, 120)
	for i := range labels {
		labels[i] = i % 4
	}
	for _, m := range linkage.Methods() {
		r := forest.Best(fit(t, data, "linkage="+string(m)))
		cut, _ := r.CutInto(4)
		if ari := scores.AdjustedRand(tree.GroupLabels(cut, 120), labels); ari != 1 {
			t.Errorf("%s: adjusted Rand index %v of well separated groups", m, ari)
		}
		if p := scores.DendrogramPurity(r, labels); p != 1 {
			t.Errorf("%s: dendrogram purity %v", m, p)
		}
	}
}

func TestOrder(t *testing.T) {
	data := groups(80, 3, 4, 5)
	merges := linkage.Cluster(data.X, linkage.Average)
	snap := fit(t, data, "linkage=average")
	if !slices.Equal(forest.Best(snap).LeafOrder(), linkage.OptimalOrder(data.X, merges)) {
		t.Error("the tree does not stand in the optimal order")
	}
	plain := forest.Best(fit(t, data, "linkage=average", "order=merged"))
	if !slices.Equal(plain.LeafOrder(), linkage.Tree(merges, data.Rows).LeafOrder()) {
		t.Error("the tree does not stand as it was merged")
	}
	if h := snap.Scalars[0]; h.Name != "height" || h.Mean != merges[len(merges)-1].Height {
		t.Errorf("scalar %+v", h)
	}
}

func TestCheck(t *testing.T) {
	m := Model{}
	s := m.Info().Defaults()
	one := groups(1, 2, 1, 1)
	if _, err := m.Check(one, s); err == nil || !strings.Contains(err.Error(), "at least 2 rows") {
		t.Errorf("one row: %v", err)
	}
	if _, err := m.New(one, s, inference.Streams{}, 1); err == nil {
		t.Error("one row is clustered")
	}
	big := &inference.Dataset{X: mat.NewDense(60_000, 1, nil)}
	if _, err := m.Check(big, s); err != nil { // Ward linkage keeps no distances
		t.Errorf("60000 rows: %v", err)
	}
	if err := s.Set("linkage", "average"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Check(big, s); err == nil || !strings.Contains(err.Error(), "set linkage to ward or single") ||
		!strings.Contains(err.Error(), "keep the 20,000 most variable rows") {
		t.Errorf("60000 rows: %v", err)
	}
	if _, err := m.Check(&inference.Dataset{X: mat.NewDense(20_000, 1, nil)}, s); err != nil {
		t.Errorf("20000 rows: %v", err)
	}
	binary := &inference.Dataset{Rows: []string{"a", "b", "c"}, Kind: inference.Binary,
		X: mat.NewDense(3, 2, []float64{0, 1, 1, 1, math.NaN(), math.NaN()})}
	notes, err := m.Check(binary, s)
	if text := strings.Join(notes, " "); err != nil || !strings.Contains(text, "Hamming") ||
		!strings.Contains(text, `Row "c"`) || !strings.Contains(text, "known in both") {
		t.Errorf("notes %q, %v", notes, err)
	}
}

func TestDamagedState(t *testing.T) {
	data := groups(30, 3, 2, 6)
	m := Model{}
	s := m.Info().Defaults()
	fresh := func(data *inference.Dataset) *stepper {
		p, err := m.New(data, s, inference.Streams{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return p.(*stepper)
	}
	p := fresh(data)
	for r := (inference.Report{}); !r.Done; {
		r, _ = p.Step(context.Background())
	}
	state, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(state) {
		if err := fresh(data).UnmarshalBinary(state[:cut]); err == nil {
			t.Fatalf("%d of %d bytes are accepted", cut, len(state))
		}
	}
	if err := fresh(groups(31, 3, 2, 6)).UnmarshalBinary(state); err == nil {
		t.Error("the state of other data is accepted")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3000 { // whatever is accepted gives a valid tree
		b := slices.Clone(state)
		for range 1 + rng.IntN(3) {
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
		}
		q := fresh(data)
		if err := q.UnmarshalBinary(b); err == nil && q.tree != nil {
			if err := q.tree.Check(); err != nil {
				t.Fatalf("a damaged state gives a broken tree: %v", err)
			}
		}
	}
}

func TestStepsAreShort(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	data := groups(3000, 100, 5, 7)
	p, err := Model{}.New(data, Model{}.Info().Defaults(), inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	longest, steps := time.Duration(0), 0
	for r := (inference.Report{}); !r.Done; steps++ {
		start := inferencetest.ProcessorTime()
		if r, err = p.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, inferencetest.ProcessorTime()-start)
	}
	t.Logf("%d steps, the longest of %v of processor time", steps, longest)
	if longest > time.Second || steps < 3 {
		t.Errorf("%d steps, the longest of %v", steps, longest)
	}
}

func BenchmarkFit(b *testing.B) {
	data := groups(2000, 171, 8, 1)
	for b.Loop() {
		fit(b, data)
	}
}

func Example() {
	data := &inference.Dataset{
		Rows: []string{"cat", "dog", "carp", "pike"}, Columns: []string{"legs", "fins"},
		X: mat.NewDense(4, 2, []float64{4, 0, 4, 0.5, 0, 5, 0, 7}),
	}
	m := Model{}
	s, err := m.New(data, m.Info().Defaults(), inference.Streams{}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		report, err := s.Step(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		if report.Done {
			break
		}
	}
	t := forest.Best(s.Snapshot())
	groups, _ := t.CutInto(2)
	for _, rows := range groups {
		names := make([]string, len(rows))
		for i, r := range rows {
			names[i] = t.Names[r]
		}
		fmt.Println(strings.Join(names, ", "))
	}
	// Output:
	// cat, dog
	// carp, pike
}

// The tree is by the distance that was asked for, and Ward linkage of Manhattan distances is
// refused with the remedy.
func TestDistance(t *testing.T) {
	data := groups(40, 2, 5, 5)
	for _, by := range linkage.Metrics() {
		c := linkage.NewBy(data.X, linkage.Average, by)
		for !c.Advance(1 << 20) {
		}
		merges := c.Merges()
		snap := fit(t, data, "linkage=average", "distance="+string(by))
		if h := snap.Scalars[0].Mean; h != merges[len(merges)-1].Height {
			t.Errorf("%s: the tree has height %g, not %g", by, h, merges[len(merges)-1].Height)
		}
	}
	s := Model{}.Info().Defaults()
	if err := s.Set("distance", "manhattan"); err != nil {
		t.Fatal(err)
	}
	if _, err := (Model{}).Check(data, s); err == nil || !strings.Contains(err.Error(), "set linkage to average") {
		t.Errorf("ward linkage of manhattan distances: %v", err)
	}
	if err := s.Set("distance", "squared"); err != nil {
		t.Fatal(err)
	}
	if _, err := (Model{}).Check(data, s); err == nil || !strings.Contains(err.Error(), "set distance to euclidean") {
		t.Errorf("ward linkage of squared distances: %v", err)
	}
}

// A table whose distances do not fit into memory is refused with a remedy, which is taken.
func TestManyRowsHaveARemedy(t *testing.T) {
	data := groups(50_000, 2, 5, 5)
	s := Model{}.Info().Defaults()
	if err := s.Set("linkage", "average"); err != nil {
		t.Fatal(err)
	}
	if _, err := (Model{}).Check(data, s); err == nil ||
		!strings.Contains(err.Error(), "linkage to average and distance to squared") {
		t.Errorf("average linkage of 50,000 rows: %v", err)
	}
	for _, by := range []string{"squared", "correlation", "cosine"} {
		if err := s.Set("distance", by); err != nil {
			t.Fatal(err)
		}
		if _, err := (Model{}).Check(data, s); err != nil {
			t.Errorf("average linkage of 50,000 rows by %s: %v", by, err)
		}
	}
}
