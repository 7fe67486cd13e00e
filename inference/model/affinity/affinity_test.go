package affinity

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// grouped are rows of a plane in three groups; the last has no values.
func grouped(n int) *inference.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x, names := mat.NewDense(n, 2, nil), make([]string, n)
	for i := range n {
		names[i] = fmt.Sprint("row", i)
		x.SetRow(i, []float64{8*float64(i%3) + rng.NormFloat64(), rng.NormFloat64()})
	}
	x.SetRow(n-1, []float64{math.NaN(), math.NaN()})
	return &inference.Dataset{Name: "groups", X: x, Rows: names, Columns: []string{"x", "y"},
		Centre: make([]float64, 2),
		Scale:  []float64{1, 1}}
}

func fitted(t *testing.T, data *inference.Dataset, set map[string]string) *fit {
	t.Helper()
	p := inferencetest.Begin(t, Model{}, data, set)
	inferencetest.Finish(t, p)
	return p.(*fit)
}

// Three groups have three exemplars, by a low preference and as medoids, each a row whose squared distances from the
// rows of its cluster have the least sum. A row without values is in none.
func TestModel(t *testing.T) {
	data := grouped(91)
	for _, set := range []map[string]string{{"preference": "0"}, {"k": "3"}} {
		f := fitted(t, data, set)
		s := f.Snapshot()
		label := partition.LabelsOf(s)
		for i, k := range label[:90] {
			if k != label[i%3] || k < 0 {
				t.Errorf("%v: row %d is in cluster %d, row %d in %d", set, i, k, i%3, label[i%3])
			}
		}
		if label[90] != -1 || slices.Max(label) != 2 {
			t.Errorf("%v: %d clusters; the row without values is in %d", set, slices.Max(label)+1, label[90])
		}
		sum := func(k int) (sum float64) {
			for i, c := range label {
				if c == label[k] {
					d := floats.Distance(data.X.RawRowView(i), data.X.RawRowView(k), 2)
					sum += d * d
				}
			}
			return sum
		}
		for k := range 90 {
			if e := f.found.Near[k]; sum(k) < sum(e)-1e-9 {
				t.Errorf("%v: row %d is a better medoid than %d", set, k, e)
			}
		}
		for _, p := range s.Parts {
			if err := p.Check(data); err != nil {
				t.Error(err)
			}
		}
		if g := graph.Of(s); len(g.Edges) != 87 || !strings.Contains(s.Reason(), "xemplars are") {
			t.Errorf("%d edges, %q", len(g.Edges), s.Reason())
		}
	}
	if many := len(fitted(t, data, map[string]string{"preference": "0.95"}).exemplars()); many <= 3 {
		t.Errorf("a higher preference gives %d exemplars", many)
	}
}

// Given distances give the exemplars that the rows give.
func TestGiven(t *testing.T) {
	data := grouped(60)
	data.X.SetRow(59, []float64{3, 1})
	given := inferencetest.Given(t, data)
	for _, set := range []map[string]string{nil, {"k": "4"}} {
		if a, b := fitted(t, data, set).found.Near, fitted(t, given, set).found.Near; !slices.Equal(a, b) {
			t.Errorf("%v\n%v", a, b)
		}
	}
}

// A state of another table is refused.
func TestRefused(t *testing.T) {
	bytes, err := fitted(t, grouped(30), nil).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := fitted(t, grouped(33), nil).UnmarshalBinary(bytes); err == nil {
		t.Error("a state of 30 rows is taken for 33")
	}
}
