package pca

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// kindsTable has seven columns along one direction, of all kinds, and a category that has none of it.
func kindsTable(n int) (*inference.Dataset, []float64) {
	rng := rand.New(rand.NewPCG(5, 6))
	x, along := mat.NewDense(n, 8, nil), make([]float64, n)
	for i := range n {
		along[i] = rng.NormFloat64()
		u := func() float64 { return 0.8*along[i] + 0.6*rng.NormFloat64() }
		yes := func(v float64) float64 { return float64(int(min(1, max(0, 1+math.Floor(v))))) }
		x.SetRow(i, []float64{u(), u(), yes(u()), yes(u() + 0.8), min(3, max(0, math.Floor(u()+2))),
			math.Floor(math.Exp(1 + u())),
			yes(u()) + yes(u()-1), float64(rng.IntN(3))})
		if i%11 == 5 {
			x.Set(i, i%8, math.NaN())
		}
	}
	d := inferencetest.DatasetOf(x)
	no := column.Kind{Sort: column.YesNo, Levels: []string{"no", "yes"}}
	d.Kinds = []column.Kind{{}, {}, no, no, {Sort: column.Ordered, Levels: []string{"a", "b", "c", "d"}},
		{Sort: column.Count},
		{Sort: column.Category, Levels: []string{"x", "y", "z"}},
		{Sort: column.Category, Levels: []string{"p", "q", "r"}}}
	return d, along
}

func TestKinds(t *testing.T) {
	data, along := kindsTable(90)
	for _, levels := range []string{ofLatent, ofCodes} {
		set := map[string]string{"levels": levels, "factors": "1"}
		few, _ := kindsTable(16)
		inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: set}, few)
		s := Model{}.Info().Defaults()
		for k, v := range set {
			if err := s.Set(k, v); err != nil {
				t.Fatal(err)
			}
		}
		f, err := newFit("pca", data, s)
		if err != nil {
			t.Fatal(err)
		}
		for f.stage != finished {
			f.advance()
		}
		state := factor.StateOf(f.Snapshot())
		if rows, _ := state.Loadings.Dims(); rows != 8 {
			t.Fatalf("%s: loadings of %d columns", levels, rows)
		}
		var xy, xx, yy float64
		for i, v := range along {
			a := state.Activities.At(i, 0)
			xy, xx, yy = xy+a*v, xx+a*a, yy+v*v
		}
		if r := math.Abs(xy) / math.Sqrt(xx*yy); !(r > 0.8) {
			t.Errorf("%s: the component has correlation %.3f with the direction", levels, r)
		}
		for j := range 7 {
			if l := math.Abs(state.Loadings.At(j, 0)); !(l > 1.5*state.Loadings.At(7, 0)) || !(l > 0.3) {
				t.Errorf("%s: column %d loads %.3f, the one of chance %.3f", levels, j, l, state.Loadings.At(7, 0))
			}
		}
		if levels == ofCodes {
			if _, _, err := f.LogCells([]inference.Cell{{Row: 1, Column: 2}}, []float64{1}); err == nil {
				t.Error("codes have probabilities")
			}
			continue
		}
		for j, most := range map[int]int{2: 2, 4: 4, 5: 300, 6: 3} {
			sum := 0.0
			for y := range most {
				log, _, err := f.LogCells([]inference.Cell{{Row: 5, Column: j}}, []float64{float64(y)})
				if err != nil {
					t.Fatal(err)
				}
				sum += math.Exp(log[0])
			}
			inferencetest.Near(t, "probabilities of a cell", sum, 1, 1e-3)
		}
	}
}

// No component stands out of columns of kinds that have nothing to do with each other, in most tables.
func TestKindsByChance(t *testing.T) {
	for _, levels := range []string{ofLatent, ofCodes} {
		found := 0
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 7))
			x := mat.NewDense(80, 6, nil)
			for i := range 80 {
				for j := range 3 {
					x.Set(i, j, float64(rng.IntN(3)))
					x.Set(i, 3+j, math.Floor(5*rng.ExpFloat64()))
				}
			}
			data := inferencetest.DatasetOf(x)
			category := column.Kind{Sort: column.Category, Levels: []string{"a", "b", "c"}}
			count := column.Kind{Sort: column.Count}
			data.Kinds = []column.Kind{category, category, category, count, count, count}
			s := Model{}.Info().Defaults()
			if err := s.Set("levels", levels); err != nil {
				t.Fatal(err)
			}
			f, err := newFit("pca", data, s)
			if err != nil {
				t.Fatal(err)
			}
			for f.scree == nil {
				f.advance()
			}
			found += f.scree.Number
		}
		if found > 2 {
			t.Errorf("%s: %d components of 6 tables stand out", levels, found)
		}
	}
}
