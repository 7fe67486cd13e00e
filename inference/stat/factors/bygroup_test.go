package factors

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// grouped returns data of 30 rows and 12 columns, the first five of one table and the rest of another.
func grouped(p planted) *inference.Dataset {
	x := new(mat.Dense)
	x.Mul(p.activities, p.loadings.T())
	n, d := x.Dims()
	for i := range n {
		for j := range d {
			x.Set(i, j, x.At(i, j)+0.3*p.rng.NormFloat64())
		}
	}
	of := make([]string, d)
	for j := range of {
		if of[j] = "b"; j < 5 {
			of[j] = "a"
		}
	}
	return &inference.Dataset{X: x, Rows: make([]string, n), Columns: make([]string, d),
		ColumnAnnotations: []inference.Annotation{inference.InOrder(inference.TablesAnnotation, of)}}
}

// TestVarianceByTable compares the shares of one draw with sums over the cells of each factor, and of several draws
// with the whole: weighed by its part of the variance, the tables make up the share of the factor.
func TestVarianceByTable(t *testing.T) {
	p := plant(12, 30, 3, 0.6)
	data := grouped(p)
	one := p.draw(0, 0, 1, 2)
	for i := range one.Noise {
		one.Noise[i] = 0.1 + float32(i)/20
	}
	s, err := Summarise(context.Background(), data,
		&inference.Snapshot{Parts: []inference.Part{&factor.Factors{Draws: []factor.Draw{{State: one}}}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := s.ByGroup
	if b == nil || b.Columns[0] != 5 || b.Columns[1] != 7 {
		t.Fatalf("groups %+v", b)
	}
	bounds := [3]int{0, 5, 12}
	for g := range 2 {
		cells := make([]float64, 3)
		noise, whole := 0.0, 0.0
		for j := bounds[g]; j < bounds[g+1]; j++ {
			noise += 30 * float64(one.Noise[j])
			for k := range 3 {
				for n := range 30 {
					cells[k] += math.Pow(s.Factors.Loadings.At(j, k)*s.Factors.Activities.At(n, k), 2)
				}
			}
		}
		whole = noise + cells[0] + cells[1] + cells[2]
		for k := range 3 {
			if got := b.Explained[k][g].Mean; !(math.Abs(got-cells[k]/whole) <= 1e-5) {
				t.Errorf("factor %d has %v of table %d, not %v", k, got, g, cells[k]/whole)
			}
		}
		if got := b.Noise[g].Mean; !(math.Abs(got-noise/whole) <= 1e-5) {
			t.Errorf("noise has %v of table %d, not %v", got, g, noise/whole)
		}
	}
	var draws []factor.Draw
	for i := range 8 {
		which := []int{0, 1, 2}
		if i == 0 {
			which = []int{0, 1} // the third factor is lacking
		}
		draws = append(draws, factor.Draw{Iteration: i, State: p.draw(0.05, which...)})
	}
	if s, err = Summarise(context.Background(), data,
		&inference.Snapshot{Parts: []inference.Part{&factor.Factors{Draws: draws}}}, Options{Least: 0.9}); err != nil {
		t.Fatal(err)
	}
	for g := range 2 {
		sum := s.ByGroup.Total(g) + s.ByGroup.Noise[g].Mean + s.ByGroup.Rest[g].Mean
		if !(math.Abs(sum-1) <= 1e-5) {
			t.Errorf("the shares of table %d add up to %v", g, sum)
		}
	}
	if s.Count() != 2 || s.ByGroup.Rest[0].Mean <= 0 {
		t.Errorf("%d factors, and those of few draws have %v", s.Count(), s.ByGroup.Rest[0].Mean)
	}
}

// TestVarianceByTableOfAnEstimate weighs the tables of an estimate by their part of the variance.
func TestVarianceByTableOfAnEstimate(t *testing.T) {
	p := plant(12, 30, 3, 0.6)
	data := grouped(p)
	for _, noise := range [][]float64{nil, {.1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1}, {.1, .2, .1, .2, .1, .2,
		.1, .2, .1, .2, .1, .2}} {
		state := &factor.State{IDs: []int{0, 1, 2}, Loadings: p.loadings, Activities: p.activities, Noise: noise}
		s := ofEstimate(data, state)
		whole := [2]float64{}
		for j := range 12 {
			for n := range 30 {
				whole[min(1, j/5)] += math.Pow(data.X.At(n, j), 2)
			}
		}
		if noise != nil && noise[0] != noise[1] {
			whole = [2]float64{}
			for j := range 12 {
				whole[min(1, j/5)] += 30 * noise[j]
				for k := range 3 {
					whole[min(1, j/5)] += math.Pow(p.loadings.At(j, k)*mat.Norm(p.activities.ColView(k), 2), 2)
				}
			}
		}
		for k := range 3 {
			got := (whole[0]*s.ByGroup.Explained[k][0].Mean + whole[1]*s.ByGroup.Explained[k][1].Mean) / (whole[0] +
				whole[1])
			if want := s.Explained[k].Mean; !(math.Abs(got-want) <= 1e-9) {
				t.Errorf("noise %v: the tables make up %v of factor %d, not %v", noise, got, k, want)
			}
		}
	}
}
