package hdbscan

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
	"example.org/espalier/inference/kind/scales"

	"gonum.org/v1/gonum/mat"
)

// moons are two crescents that reach into each other, and rows anywhere about them: the last fifth.
func moons(n int) *inference.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x, names := mat.NewDense(n, 2, nil), make([]string, n)
	for i := range n {
		names[i] = fmt.Sprint("row", i)
		a := math.Pi * rng.Float64()
		switch {
		case i >= n*4/5:
			x.SetRow(i, []float64{6*rng.Float64() - 2.5, 5*rng.Float64() - 2.3})
		case i%2 == 0:
			x.SetRow(i, []float64{math.Cos(a) + 0.05*rng.NormFloat64(), math.Sin(a) + 0.05*rng.NormFloat64()})
		default:
			x.SetRow(i, []float64{1 - math.Cos(a) + 0.05*rng.NormFloat64(),
				0.4 - math.Sin(a) + 0.05*rng.NormFloat64()})
		}
	}
	return &inference.Dataset{Name: "moons", X: x, Rows: names, Columns: []string{"x", "y"},
		Centre: make([]float64, 2),
		Scale:  []float64{1, 1}}
}

func fitted(t *testing.T, data *inference.Dataset, set map[string]string) *inference.Snapshot {
	t.Helper()
	p := inferencetest.Begin(t, Model{}, data, set)
	inferencetest.Finish(t, p)
	return p.Snapshot()
}

// Two crescents are two clusters, and what lies far from them is noise. Larger least sizes leave fewer leaves.
func TestModel(t *testing.T) {
	data := moons(400)
	s := fitted(t, data, map[string]string{"least_size": "15"})
	label := partition.LabelsOf(s)
	if slices.Max(label) != 1 {
		t.Fatalf("%d clusters", slices.Max(label)+1)
	}
	wrong, noise := 0, 0
	for i, k := range label {
		switch {
		case i >= 320 && k < 0:
			noise++
		case i < 320 && k != label[i%2]:
			wrong++
		}
	}
	if wrong > 8 || noise < 50 {
		t.Errorf("%d rows of the crescents are elsewhere, %d of 80 others are noise", wrong, noise)
	}
	of := scales.Of(s)
	if !slices.Equal(of.Labels[of.Nearest(15)], label) || of.Asked != 15 {
		t.Errorf("asked for %v of %v", of.Asked, of.At)
	}
	if g := graph.Of(s); len(g.Edges) != 399 {
		t.Errorf("%d edges", len(g.Edges))
	}
	for _, p := range s.Parts {
		if err := p.Check(data); err != nil {
			t.Error(err)
		}
	}
	leaves := fitted(t, data, map[string]string{"least_size": "15", "selection": byLeaves})
	of = scales.Of(leaves)
	if few, many := of.Groups(of.Nearest(30)), of.Groups(0); few > 4 || many < 10 {
		t.Errorf("%d leaves of 30 rows at least, %d of 2", few, many)
	}
}

// Given distances give the clusters that the rows give.
func TestGiven(t *testing.T) {
	data := moons(120)
	given := inferencetest.Given(t, data)
	a, b := partition.LabelsOf(fitted(t, data, nil)), partition.LabelsOf(fitted(t, given, nil))
	if !slices.Equal(a, b) || slices.Max(a) < 1 {
		t.Errorf("%v\n%v", a, b)
	}
}

// A table with fewer rows than two clusters have is refused with what to set; one without dense groups says so.
func TestRefusals(t *testing.T) {
	data := moons(20)
	s := Model{}.Info().Defaults()
	_ = s.Set("least_size", "11")
	if _, err := (Model{}).Check(data, s); err == nil || !strings.Contains(err.Error(), "set least_size "+
		"to 10 or fewer") {
		t.Errorf("%v", err)
	}
	line := &inference.Dataset{Name: "line", X: mat.NewDense(30, 1, nil), Rows: moons(30).Rows,
		Columns: []string{"x"},
		Centre:  []float64{0}, Scale: []float64{1}}
	for i := range 30 {
		line.X.Set(i, 0, float64(i))
	}
	if why := fitted(t, line, nil).Reason(); !strings.Contains(why, "all rows are noise") {
		t.Errorf("%q", why)
	}
}
