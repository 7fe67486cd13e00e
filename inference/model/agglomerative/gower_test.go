package agglomerative

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"

	"gonum.org/v1/gonum/mat"
)

// kindsOf is a table of numbers, yes/no, grades and categories.
func kindsOf(t testing.TB, x *mat.Dense) *inference.Dataset {
	t.Helper()
	n, _ := x.Dims()
	table := &inference.Table{Name: "kinds", Kind: inference.Continuous, X: x,
		Columns: []string{"size", "yes", "grade", "sort"}}
	for i := range n {
		table.Rows = append(table.Rows, string(rune('a'+i%26))+string(rune('0'+i/26)))
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "yes=yes/no\ngrade=ordered:0,1,2\nsort=category:0,1,2"})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Distances are those worked out by hand; pairs without a common column get the mean of the others.
func TestGower(t *testing.T) {
	nan := math.NaN()
	data := kindsOf(t, mat.NewDense(5, 4, []float64{
		1, 0, 0, 0,
		3, 1, 1, 0,
		5, 1, 2, 1,
		nan, 0, nan, nan,
		2, nan, 1, 2,
	}))
	g := newGower(data)
	for !g.advance(1) {
	}
	want := map[[2]int]float64{{0, 1}: (0.5 + 1 + 0.5 + 0) / 4, {0, 2}: 1, {1, 2}: (0.5 + 0 + 0.5 + 1) / 4, {0, 3}: 0,
		{1, 3}: 1, {2, 3}: 1, {0, 4}: (0.25 + 0.5 + 1) / 3, {1, 4}: (0.25 + 0 + 1) / 3, {2, 4}: (0.75 + 0.5 + 1) / 3}
	mean := 0.0
	for _, v := range want {
		mean += v / 9
	}
	want[[2]int{3, 4}] = mean
	for p, v := range want {
		inferencetest.Near(t, "distance", g.out.At(p[0], p[1]), v, 1e-12)
		inferencetest.Near(t, "distance back", g.out.At(p[1], p[0]), v, 1e-12)
	}
}

// Tables of kinds are joined by Gower's distance alone; interruptions and saving make no difference.
func TestGowerConforms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(40, 4, nil)
	for i := range 40 {
		g := float64(i % 2)
		x.SetRow(i, []float64{4*g + rng.NormFloat64(), g, 2 * g, g})
		if i == 7 {
			x.Set(i, 1, math.NaN())
		}
	}
	data := kindsOf(t, x)
	set := map[string]string{"distance": "gower", "linkage": "average"}
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: set}, data)
	s := Model{}.Info().Defaults()
	if err := s.Set("distance", "cosine"); err != nil {
		t.Fatal(err)
	}
	if _, err := inference.Check(Model{}, data, s); err == nil || !strings.Contains(err.Error(), "yes/no") {
		t.Errorf("directions take levels: %v", err)
	}
	for name, value := range set {
		if err := s.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	notes, err := inference.Check(Model{}, data, s)
	if err != nil || !strings.Contains(strings.Join(notes, " "), "nine columns") {
		t.Errorf("%v, %v", notes, err)
	}
	step, err := Model{}.New(data, s, inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := step.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			break
		}
	}
	groups, _ := forest.TreesOf(step.Snapshot())[0].Tree.CutInto(2)
	for _, rows := range groups {
		for _, r := range rows {
			if r%2 != rows[0]%2 {
				t.Fatalf("groups %v", groups)
			}
		}
	}
}

// A limit counts as the number it states and the middle of two, in the range too; one without numbers is missing.
func TestGowerOfLimits(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	data := &inference.Dataset{Name: "lead", Rows: []string{"a", "b", "c", "d"}, Columns: []string{"lead", "size"},
		X:     mat.NewDense(4, 2, []float64{nan, 0, 4, 1, nan, 0, nan, 1}),
		Kinds: []column.Kind{{Sort: column.Censored}, {}}, Limits: inference.Limits{
			{Row: 0, Column: 0}: {Low: -inf, High: 2}, {Row: 2, Column: 0}: {Low: 5, High: 9},
			{Row: 3, Column: 0}: {Low: 12, High: inf}}}
	s := Model{}.Info().Defaults()
	for name, value := range map[string]string{"distance": "gower", "linkage": "average"} {
		if err := s.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	notes, err := inference.Check(Model{}, data, s)
	if said := strings.Join(notes, " "); err != nil || !strings.Contains(said, "A limit such as") ||
		strings.Contains(said, "missing cells") {
		t.Errorf("%v, %v", notes, err)
	}
	g := newGower(data)
	for !g.advance(1) {
	}
	want := map[[2]int]float64{{0, 1}: (0.2 + 1) / 2, {0, 2}: 0.5 / 2, {0, 3}: 1, {1, 2}: (0.3 + 1) / 2, {1, 3}: 0.4}
	for p, v := range want {
		inferencetest.Near(t, "distance", g.out.At(p[0], p[1]), v, 1e-12)
	}
	if !math.IsNaN(data.X.At(0, 0)) {
		t.Error("the table is changed")
	}
}
