package layout

import (
	"math"
	"slices"
	"testing"
)

// A layer of three nodes and a bend stands as near as can be to the means of their neighbours above and below: the
// places of the quadratic programme, by hand. Nodes 0, 1 and 2 want 3, 3.1 and 10; the bend, node 7, wants 3.4.
func TestSettle(t *testing.T) {
	l := &layers{nodes: 7,
		x: []float64{0, 0, 0, 2, 4, 3.1, 10, 0, 3.4},
		//               0          1         2        3    4    5    6    7         8
		up:   [][]int{{3, 4}, {5}, {6}, nil, nil, nil, nil, {8}, nil},
		down: [][]int{nil, nil, nil, nil, nil, nil, nil, nil, nil},
	}
	l.settle([]int{0, 1, 7, 2})
	// Nodes are 1 apart, a bend and its neighbour 0.6. With weights 2, 1 and 4 the first place a of the three that
	// touch minimises 2 (a − 3)² + (a + 1 − 3.1)² + 4 (a + 1.6 − 3.4)².
	a := (2*3 + 2.1 + 4*1.8) / 7
	for u, want := range map[int]float64{0: a, 1: a + 1, 7: a + 1.6, 2: 10} {
		if !(math.Abs(l.x[u]-want) <= 1e-12) {
			t.Errorf("node %d stands at %v, want %v", u, l.x[u], want)
		}
	}
}

// Many parts stand in shelves up to the width of the page, and a part that would pass it begins the next. Those of the
// last stand in its middle.
func TestShelves(t *testing.T) {
	boxes := make([]box, mostNested+1)
	for i := range boxes {
		boxes[i] = box{nodes: []int{2 * i, 2*i + 1}, x: []float64{7, 9}, y: []float64{-1, 0}}
	}
	// Each takes 3 × 2 with a room of 1: an area of 246 in all, so the page is √(246 · 1.5) = 19.2 wide, room for six.
	// Seven shelves, 14 high, are larger on it than 18 wide.
	pack(boxes, 1, 1.5)
	for i, b := range boxes {
		x, y := 3*float64(i%6), -2*float64(i/6)
		if i >= 36 { // five have 18
			x = 0.3 + 3.6*float64(i%6)
		}
		for k, want := range [][2]float64{{x, y - 2}, {x + 2, y - 1}} {
			if !(math.Abs(b.x[k]-want[0]) <= 1e-12) || !(math.Abs(b.y[k]-want[1]) <= 1e-12) {
				t.Errorf("part %d, node %d stands at %v, %v, want %v", i, k, b.x[k], b.y[k], want)
			}
		}
	}
}

// Few parts fill the page, evenly: one node stands below the middle of a path of four, as far as the page is high, two
// stand above each other beside a triangle, and five stand in two rows.
func TestFewPartsFillThePage(t *testing.T) {
	path := []Edge{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}}
	x, y := Places(5, path)
	if below := y[0] - y[4]; !(math.Abs(x[4]-(x[0]+x[3])/2) <= 0.01) || below < 1.3 || below > 4.2/page {
		t.Errorf("the node stands at %v below a path from %v to %v, %v lower", x[4], x[0], x[3], below)
	}
	x, y = Places(5, cycle(3))
	if middle := (y[3] + y[4]) / 2; min(x[3], x[4]) < max(x[0], x[1], x[2])+1 || !(math.Abs(x[3]-x[4]) <= 1e-9) ||
		!(math.Abs(y[3]-y[4]) >= 1) ||
		!(math.Abs(middle-(max(y[0], y[1], y[2])+min(y[0], y[1], y[2]))/2) <= 0.1) {
		t.Errorf("two nodes beside a triangle: %v, %v", x, y)
	}
	x, y = Places(5, nil)
	rows := map[int]float64{}
	for k := range x {
		rows[int(math.Round(10*y[k]))] += x[k] - (slices.Min(x)+slices.Max(x))/2
	}
	if len(rows) != 2 {
		t.Errorf("five nodes: %v, %v", x, y)
	}
	for _, off := range rows {
		if !(math.Abs(off) <= 0.01) {
			t.Errorf("a row of five nodes is not in the middle: %v, %v", x, y)
		}
	}
}

// A path alone lies from corner to corner of the page, as large as can be; what is not a line keeps lying along it.
func TestALineFillsThePage(t *testing.T) {
	x, y := Places(3, []Edge{{0, 1, 1}, {1, 2, 1}})
	wide, high := math.Abs(x[2]-x[0]), math.Abs(y[2]-y[0])
	if !(math.Abs(math.Hypot(wide, high)-2) <= 0.05) || !(math.Abs(wide/page-high) <= 0.15) {
		t.Errorf("the path is %v wide and %v high", wide, high)
	}
	square, flat := []float64{0, 1, 0, 1}, []float64{0, 0, 1, 1}
	fill(square, flat)
	if !slices.Equal(square, []float64{0, 1, 0, 1}) || !slices.Equal(flat, []float64{0, 0, 1, 1}) {
		t.Errorf("a square was turned to %v, %v", square, flat)
	}
}
