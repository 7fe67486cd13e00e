package rowmap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/places"

	"gonum.org/v1/gonum/mat"
)

func grouped(n, d int) *inference.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x, names, columns := mat.NewDense(n, d, nil), make([]string, n), make([]string, d)
	for i := range n {
		names[i] = fmt.Sprint("row", i)
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
			columns[j] = fmt.Sprint("c", j)
		}
		x.Set(i, i%3, x.At(i, i%3)+8)
	}
	return &inference.Dataset{Name: "groups", X: x, Rows: names, Columns: columns, Centre: make([]float64, d),
		Scale: make([]float64, d)}
}

func fitted(t *testing.T, data *inference.Dataset, steps int) *fit {
	t.Helper()
	p := inferencetest.Begin(t, Model{}, data, nil)
	inferencetest.Iterate(t, p, steps)
	return p.(*fit)
}

// Three groups stay together on the map, which is trustworthy; the places of a map at its start are not.
func TestModel(t *testing.T) {
	data := grouped(90, 6)
	p := places.Of(fitted(t, data, 400).Snapshot())
	if err := p.Check(data); err != nil {
		t.Error(err)
	}
	for i, x := range p.X {
		best, far := -1, math.Inf(1)
		for j := range p.X {
			if d := math.Hypot(x-p.X[j], p.Y[i]-p.Y[j]); j != i && d < far {
				best, far = j, d
			}
		}
		if best%3 != i%3 {
			t.Errorf("row %d is nearest to %d, of another group", i, best)
		}
	}
	if p.Trust < 0.85 || p.Continuity < 0.85 || p.Correlation < 0.5 || !(p.Tree > 0.5) {
		t.Errorf("trustworthiness %v, continuity %v, correlations %v and %v", p.Trust, p.Continuity,
			p.Correlation, p.Tree)
	}
	noise := places.Of(fitted(t, grouped(90, 6), 1).Snapshot())
	if noise.Near != p.Near || !(noise.Trust <= 1) {
		t.Errorf("%+v", noise)
	}
}

// A row without values does not stretch the map: it lies no farther out than the others.
func TestRowWithoutValues(t *testing.T) {
	data := grouped(40, 4)
	for j := range 4 {
		data.X.Set(7, j, math.NaN())
	}
	f := fitted(t, data, 300)
	p := places.Of(f.Snapshot())
	if err := p.Check(data); err != nil {
		t.Fatal(err)
	}
	far := func(at []float64) (out float64) {
		for i, v := range at {
			if i != 7 {
				out = max(out, math.Abs(v))
			}
		}
		return out
	}
	if x, y := p.X[7], p.Y[7]; !(math.Abs(x) <= far(p.X)) || !(math.Abs(y) <= far(p.Y)) {
		t.Errorf("it is at %v, %v, the others within %v, %v", x, y, far(p.X), far(p.Y))
	}
	if m := f.kept.Map; !(math.Hypot(m.X[7], m.Y[7]) > math.Hypot(far(m.X), far(m.Y))) {
		t.Errorf("the case tells nothing: the row is at %v, %v by itself", m.X[7], m.Y[7])
	}
}

// Distances along a tree are the heights at which rows join, worked out by hand.
func TestAlong(t *testing.T) {
	merges := []linkage.Merge{{A: 0, B: 1, Height: 1}, {A: 2, B: 3, Height: 2}, {A: 4, B: 5, Height: 5}}
	for row, want := range [][]float64{{0, 1, 5, 5}, {1, 0, 5, 5}, {5, 5, 0, 2}, {5, 5, 2, 0}} {
		for j, d := range along(merges, 4, row) {
			if d != want[j] {
				t.Errorf("rows %d and %d are %v apart, want %v", row, j, d, want[j])
			}
		}
	}
}
