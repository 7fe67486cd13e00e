package partition_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

func fullViews() inferencetest.KindValue {
	return &partition.Views{
		Columns: &partition.Partition{Name: "views", Labels: []int{0, 1, 0},
			Together: mat.NewDense(3, 3, []float64{1, 0.25, 0.5, 0.25, 0.75, 0.125, 0.5, 0.125, 0.875}),
			Draws:    [][]int{{0, 1, 1}, {3, 0, 4}}, Number: []float64{0, 0.375, 0.625}, Least: 1,
			Agreement: []float64{0.875, 0.9375}},
		Rows: []*partition.Partition{
			{Name: "clusters", Labels: []int{0, 1}, Least: 2, Number: []float64{0.0625, 0.9375}},
			{Name: "groups", Labels: []int{-1, 3}, Least: 3, Number: []float64{0.25}, Live: true}},
		Dependence: mat.NewDense(3, 3,
			[]float64{0.9375, 0.1875, 0.4375, 0.21875, 0.96875, 0.15625, 0.40625, 0.28125, 0.90625}),
		Prior:    0.6875,
		Draws:    []partition.ViewDraw{{Of: []int{1, 0, 1}, Rows: [][]int{{0, 1}, {1, 0}}}},
		Surprise: mat.NewDense(2, 3, []float64{1.5, -0.5, 2.5, 3.5, 4.5, 5.5}),
	}
}

func emptyViews() inferencetest.KindValue { return new(partition.Views) }

func TestKindOfViews(t *testing.T) { inferencetest.Kind(t, fullViews, emptyViews) }

func TestViewsVersion1(t *testing.T) {
	inferencetest.SameForm(t, fullViews(), emptyViews(), "testdata/views1.bin")
}

func FuzzViews(f *testing.F) { inferencetest.FuzzKind(f, fullViews, emptyViews) }

func TestCheckViews(t *testing.T) {
	data := &inference.Dataset{X: mat.NewDense(2, 3, nil)}
	if err := fullViews().Check(data); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(v *partition.Views){
		"there are none": func(v *partition.Views) { v.Columns = nil },
		"2 labels for 3 columns": func(v *partition.Views) {
			v.Columns = &partition.Partition{Labels: []int{0, 1}}
		},
		"in 1 views for 2":                  func(v *partition.Views) { v.Rows = v.Rows[:1] },
		"1 columns in none":                 func(v *partition.Views) { v.Columns.Labels[2] = -1 },
		"1 labels of view 2 for 2 rows":     func(v *partition.Views) { v.Rows[1].Labels = []int{0} },
		"view 2: partition: row 1":          func(v *partition.Views) { v.Rows[1].Labels[0] = -3 },
		"draw 1 has 2 labels for 3 columns": func(v *partition.Views) { v.Draws[0].Of = []int{0, 1} },
		"column 2 in view 3 of 2":           func(v *partition.Views) { v.Draws[0].Of[1] = 2 },
		"3 labels in view 1 for 2 rows":     func(v *partition.Views) { v.Draws[0].Rows[0] = []int{0, 0, 0} },
		"row 2 of view 2 in cluster 3":      func(v *partition.Views) { v.Draws[0].Rows[1][1] = 2 },
		"probability NaN":                   func(v *partition.Views) { v.Prior = math.NaN() },
		"dependence is 2×3":                 func(v *partition.Views) { v.Dependence = mat.NewDense(2, 3, nil) },
		"with probability 7":                func(v *partition.Views) { v.Dependence.Set(0, 1, 7) },
		"surprise is 1×3":                   func(v *partition.Views) { v.Surprise = mat.NewDense(1, 3, nil) },
		"column 2 has surprise +Inf":        func(v *partition.Views) { v.Surprise.Set(1, 1, math.Inf(1)) },
	} {
		v := fullViews().(*partition.Views)
		change(v)
		if err := v.Check(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// drawn is what shows some draws.
func drawnViews(draws ...partition.ViewDraw) *partition.Views {
	d := len(draws[0].Of)
	together := mat.NewDense(d, d, nil)
	var of [][]int
	for _, one := range draws {
		of = append(of, one.Of)
		for i, a := range one.Of {
			for j, b := range one.Of {
				if a == b {
					together.Set(i, j, together.At(i, j)+1/float64(len(draws)))
				}
			}
		}
	}
	v := partition.NewViews(partition.Drawn("views", of, together, []float64{0, 0.5, 0.5}, 1), draws)
	v.Prior, v.Dependence = 0.5, partition.DependenceOf(d, draws)
	return v
}

// The clusters of a view are those of the views that held its columns, however these were numbered.
func TestNewViews(t *testing.T) {
	a, b := []int{0, 0, 1, 1}, []int{0, 1, 0, 1}
	v := drawnViews(partition.ViewDraw{Of: []int{0, 0, 1, 1, 1}, Rows: [][]int{a, b}},
		partition.ViewDraw{Of: []int{0, 0, 1, 1, 0}, Rows: [][]int{a, b}},
		partition.ViewDraw{Of: []int{0, 1, 2, 2, 2}, Rows: [][]int{a, a, b}})
	if err := v.Check(nil); err != nil {
		t.Fatal(err)
	}
	if z := v.Columns.Labels; z[0] != z[1] || z[2] != z[3] || z[0] == z[2] || len(v.Rows) != 2 {
		t.Fatalf("columns %v, %d views", z, len(v.Rows))
	}
	if z := v.Rows[0].Labels; z[0] != z[1] || z[2] != z[3] || z[1] == z[2] {
		t.Errorf("rows of view 1 %v", z)
	}
	if z := v.Rows[1].Labels; z[0] != z[2] || z[1] != z[3] || z[1] == z[2] {
		t.Errorf("rows of view 2 %v", z)
	}
	if got := v.In(1); len(got) != 3 || got[0] != 2 {
		t.Errorf("columns of view 2 %v", got)
	}
	inferencetest.Near(t, "dependence", v.Dependence.At(0, 1), 2.0/3, 1e-12)
	if w := v.Words(); !strings.HasPrefix(w, "2 views of 2, 3 columns and 2, 2 clusters of rows, ") {
		t.Error(w)
	}
	for _, rows := range v.Rows {
		rows.Labels = []int{-1, -1, -1, -1}
	}
	if w := v.Words(); !strings.HasPrefix(w, "2 views of 2, 3 columns; each row stands alone, ") {
		t.Error(w)
	}
}

// Views of several chains are those of all their draws; surprise is that of the mean probability.
func TestViewsArePooled(t *testing.T) {
	a, b := []int{0, 0, 1, 1}, []int{0, 1, 0, 1}
	one := drawnViews(partition.ViewDraw{Of: []int{0, 0, 1, 1}, Rows: [][]int{a, b}},
		partition.ViewDraw{Of: []int{0, 0, 1, 1}, Rows: [][]int{a, b}})
	two := drawnViews(partition.ViewDraw{Of: []int{0, 0, 1, 0}, Rows: [][]int{a, b}},
		partition.ViewDraw{Of: []int{0, 0, 1, 1}, Rows: [][]int{a, b}})
	one.Surprise, two.Surprise = mat.NewDense(4, 4, nil), mat.NewDense(4, 4, nil)
	one.Surprise.Set(1, 2, -math.Log(0.5))
	two.Surprise.Set(1, 2, -math.Log(0.25))
	two.Surprise.Set(0, 0, math.NaN())
	got := one.Pool([]inference.Part{one, two, nil}).(*partition.Views)
	if err := got.Check(nil); err != nil {
		t.Fatal(err)
	}
	inferencetest.Near(t, "dependence", got.Dependence.At(2, 3), 0.75, 1e-12)
	inferencetest.Near(t, "surprise", got.Surprise.At(1, 2), -math.Log(0.375), 1e-12)
	if !math.IsNaN(got.Surprise.At(0, 0)) || len(got.Rows) != 2 || got.Prior != 0.5 {
		t.Errorf("%+v", got)
	}
	if alone := one.Pool([]inference.Part{one}); alone != inference.Part(one) {
		t.Error("one chain is not shown as it is")
	}
}

// Columns in a view of a single cluster are independent, and one that no other is with has a view of its own.
func TestDependence(t *testing.T) {
	one, two := []int{0, 0, 0}, []int{0, 1, 1}
	draws := []partition.ViewDraw{{Of: []int{0, 0, 1}, Rows: [][]int{two, one}},
		{Of: []int{0, 0, 0}, Rows: [][]int{one}},
		{Of: []int{0, 0, 1}, Rows: [][]int{two, one}}, {Of: []int{0, 0, 0}, Rows: [][]int{two}}}
	d := partition.DependenceOf(3, draws)
	inferencetest.Near(t, "columns 1 and 2", d.At(0, 1), 0.75, 1e-12)
	inferencetest.Near(t, "columns 1 and 3", d.At(0, 2), 0.25, 1e-12)
	together := mat.NewDense(3, 3, []float64{1, 1, 0.4, 1, 1, 0.4, 0.4, 0.4, 1})
	v := partition.NewViews(&partition.Partition{Labels: []int{0, 0, 0}, Together: together}, draws)
	if z := v.Columns.Labels; z[0] != z[1] || z[2] == z[0] || len(v.Rows) != 2 {
		t.Errorf("columns are in views %v", z)
	}
}
