package beside

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
)

func lookedAt() *Heat {
	x := mat.NewDense(2, 4, []float64{0, 10, 1, 9, math.NaN(), 8, 2, 7})
	return &Heat{X: x, Columns: []string{"a", "b", "c", "d"}, Order: []int{3, 2, 1, 0},
		Scale: ink.Scale{Map: ink.Cividis, Low: 0, High: 10}}
}

func TestHeatIn(t *testing.T) {
	h := lookedAt()
	if h.In(plotting.Look{Rows: plotting.AllNames}) != h {
		t.Error("a look of names changed the heat map")
	}
	set := func(v float64) plotting.Limit { return plotting.Limit{Set: true, Value: v} }
	quantile := func(v float64) plotting.Limit { return plotting.Limit{Set: true, Quantile: true, Value: v} }
	for name, k := range map[string]struct {
		look      plotting.Look
		low, high float64
	}{
		"both":            {plotting.Look{Low: set(2), High: set(5)}, 2, 5},
		"turned":          {plotting.Look{Low: set(5), High: set(2)}, 2, 5},
		"quantiles":       {plotting.Look{Low: quantile(0), High: quantile(1)}, 0, 10},
		"centre":          {plotting.Look{Centre: set(4)}, -2, 10},
		"centre and high": {plotting.Look{Centre: set(4), High: set(5)}, 3, 5},
		"centre and low":  {plotting.Look{Centre: set(4), Low: set(3)}, 3, 5},
		"median":          {plotting.Look{Centre: quantile(0.5), High: set(9)}, 5, 9}, // of 0 1 2 7 8 9 10
	} {
		if name == "median" {
			k.low = 7 - 2
		}
		got := h.In(k.look)
		if got == h || got != h.In(k.look) {
			t.Errorf("%s: a look does not give one heat map of its own", name)
		}
		if got.Scale.Low != k.low || got.Scale.High != k.high || got.LimitNote == "" {
			t.Errorf("%s: limits %g and %g, not %g and %g", name, got.Scale.Low, got.Scale.High, k.low, k.high)
		}
	}
	if one := h.In(plotting.Look{Low: set(3), High: set(3)}); !(one.Scale.High > one.Scale.Low) {
		t.Error("equal limits give an empty scale")
	}
	p := h.In(plotting.Look{Palette: "blues", Reversed: true})
	if p.Scale.Map.Table[0] != ink.Palette("blues").Table[255] || p.Scale.High != 10 {
		t.Error("the palette is not the one chosen, from its end")
	}
	if q := lookedAt().Like(p); q.Scale != p.Scale {
		t.Error("another heat map does not take the colours")
	}
}

func TestHeatOrders(t *testing.T) {
	h := lookedAt()
	h.X = mat.NewDense(2, 4, []float64{0, 10, 1, 9, 1, 8, 2, 7})
	before := slices.Clone(h.Order)
	if got := h.In(plotting.Look{Order: plotting.FileOrder}); !slices.Equal(got.Order,
		[]int{0, 1, 2, 3}) || got.Tree != nil {
		t.Errorf("as in the file: %v", got.Order)
	}
	c := h.In(plotting.Look{Order: plotting.ClusteredOrder})
	at := func(j int) int { return slices.Index(c.Order, j) }
	if d := at(0) - at(2); d != 1 && d != -1 { // a and c are alike
		t.Errorf("clustered: %v", c.Order)
	}
	if got := h.In(plotting.Look{Order: plotting.TreeOrder}); got.Tree == nil {
		t.Error("there is no tree of the columns")
	}
	// By an annotation: labels in their order, missing ones last, within a label as before.
	h.Annotations = []inference.Annotation{inference.NewAnnotation("Platform", []string{"a", "", "b", "a"})}
	if got := h.In(plotting.Look{ColumnsBy: "platform", Order: plotting.TreeOrder}); got.Tree != nil ||
		!slices.Equal(slices.Sorted(slices.Values(got.Order[:2])), []int{0, 3}) || !slices.Equal(got.Order[2:], []int{2, 1}) {
		t.Errorf("by platform: %v, with a tree: %v", got.Order, got.Tree != nil)
	}
	if got := h.In(plotting.Look{ColumnsBy: "platform"}); !slices.Equal(got.Order, []int{3, 0, 2, 1}) {
		t.Errorf("by platform, else as it was: %v", got.Order)
	}
	if h.In(plotting.Look{ColumnsBy: "none such"}) != h {
		t.Error("an annotation that there is not changes the order")
	}
	if !slices.Equal(h.Order, before) {
		t.Error("the heat map itself was changed")
	}
}
