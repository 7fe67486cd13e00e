package factors

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
)

// Two draws of two items, three cases and two factors, worked out by hand.
func TestWorth(t *testing.T) {
	draws := []factor.Draw{
		{State: &factor.Sparse{Items: [][]int32{{0}, {0, 1}}, Values: [][]float32{{0.5}, {2, -1}},
			Activities: [][]float32{{1, 0, -2}, {1, 1, -1}}, Noise: []float32{0.5, 0.25}}},
		{State: &factor.Sparse{Items: [][]int32{{0, 1}}, Values: [][]float32{{1, 1}},
			Activities: [][]float32{{2, 0, 1}}, Noise: []float32{1, 2}}},
	}
	normal := func(x, mean, variance float64) float64 {
		return math.Exp(-(x-mean)*(x-mean)/(2*variance)) / math.Sqrt(2*math.Pi*variance)
	}
	cells := []inference.Cell{{Row: 2, Column: 0}, {Row: 0, Column: 1}}
	values := []float64{-2.2, -0.5}
	offset := []float64{0.3, -0.1}
	// The factor of items 0 and 1 is the stronger one of the first draw, (4+1)·3 against 0.25·5. The other explains
	// 0.25·5/3 of item 0.
	all := [2]float64{normal(-2.2, 0.3-1-2, 0.5) + normal(-2.2, 0.3+1, 1),
		normal(-0.5, -0.1-1, 0.25) + normal(-0.5, -0.1+2, 2)}
	few := [2]float64{normal(-2.2, 0.3-2, 0.5+1.25/3) + normal(-2.2, 0.3+1, 1), all[1]}
	a, b := math.Log(all[0]/few[0]), 0.0
	nats, se := Worth(draws, inference.OnColumns, offset, cells, values, 1)
	if !(math.Abs(nats-(a+b)/2) <= 1e-9) || !(math.Abs(se-math.Abs(a-b)/2/math.Sqrt2) <= 1e-9) {
		t.Errorf("%v ± %v, want %v ± %v", nats, se, (a+b)/2, math.Abs(a-b)/2/math.Sqrt2)
	}
	turned := []inference.Cell{{Row: 0, Column: 2}, {Row: 1, Column: 0}}
	if other, _ := Worth(draws, inference.OnRows, offset, turned, values, 1); !(math.Abs(other-nats) <= 1e-12) {
		t.Errorf("with items as rows %v, want %v", other, nats)
	}
	own := []factor.Draw{draws[0]}
	own[0].State.Offset = []float32{0.3, -0.1}
	x, _ := Worth(own, inference.OnColumns, nil, cells, values, 1)
	own[0].State.Offset = nil
	if y, _ := Worth(own, inference.OnColumns, offset, cells, values, 1); !(math.Abs(x-y) <= 1e-7) {
		t.Errorf("offsets of the draw give %v, of the items %v", x, y)
	}
	if got, _ := Worth(draws, inference.OnColumns, offset, cells, values, 2); got != 0 {
		t.Errorf("with all factors %v is lost", got)
	}
	// Of the first draw, (4+1)·3 and 0.25·5 of 15 + 1.25 + 3·0.75 = 18.5: both more than a hundredth. In the second, 2·5
	// of 19.
	if got := Strong(draws); got != 2 { // 1.5, rounded
		t.Errorf("%d strong factors on average, want 1.5", got)
	}
	draws[0].State.Values[0][0] = 0.18 // 0.0324·5 = 0.162 of 17.41
	if got := Strong(draws); got != 1 {
		t.Errorf("%d strong factors, want one in each draw", got)
	}
	draws[0].State.Values[0][0] = 0.19 // 0.0361·5 = 0.1805 of 17.43
	if got := Strong(draws[:1]); got != 2 {
		t.Errorf("%d strong factors, want 2", got)
	}
	if got := Strong(nil); got != 0 {
		t.Errorf("%d strong factors of no draw", got)
	}
	if got, _ := Worth(nil, inference.OnColumns, nil, cells, values, 1); !math.IsNaN(got) {
		t.Errorf("without draws %v", got)
	}
}
