package layout

import (
	"math"
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

// Parts fill a shelf up to the width of the page, and a part that would pass it begins the next. The last stands alone in the
// middle of its shelf.
func TestShelves(t *testing.T) {
	boxes := make([]box, 5)
	for i := range boxes {
		boxes[i] = box{nodes: []int{2 * i, 2*i + 1}, x: []float64{7, 9}, y: []float64{-1, 0}}
	}
	// Each takes 3 × 2 with a room of 1: an area of 30 in all, so the page is √(30 · 1.5) = 6.7 wide, room for two.
	pack(boxes, 1, 1.5)
	for i, b := range boxes {
		x, y := 3*float64(i%2), -2*float64(i/2)
		if i == 4 {
			x = 1.5
		}
		for k, want := range [][2]float64{{x, y - 2}, {x + 2, y - 1}} {
			if !(math.Abs(b.x[k]-want[0]) <= 1e-12) || !(math.Abs(b.y[k]-want[1]) <= 1e-12) {
				t.Errorf("part %d, node %d stands at %v, %v, want %v", i, k, b.x[k], b.y[k], want)
			}
		}
	}
}

// What few parts leave of the page is between them: the shelves of a path of four and one node are as far apart as make them
// as high as the page, and two nodes below a path of five stand at its thirds.
func TestFewPartsFillThePage(t *testing.T) {
	var path []Edge
	for k := range 3 {
		path = append(path, Edge{k, k + 1, 1})
	}
	x, y := Places(5, path)
	if want := 4.2 / page / 2; !(math.Abs(y[0]-y[4]-want*1) <= 1.3) || !(y[0]-y[4] >= 1.5) || !(math.Abs(x[4]-(x[0]+x[3])/2) <= 0.01) {
		t.Errorf("the node stands at %v, %v below a path from %v to %v at %v", x[4], y[4], x[0], x[3], y[0])
	}
	path = append(path, Edge{3, 4, 1})
	x, y = Places(7, path)
	middle := (x[0] + x[4]) / 2
	if a, b := min(x[5], x[6])-middle, max(x[5], x[6])-middle; !(math.Abs(a+b) <= 0.01) || b < 1 || b > 2 || y[5] != y[6] || y[0]-y[5] < 1.5 {
		t.Errorf("the nodes stand %v and %v beside the middle of the path, %v below", a, b, y[0]-y[5])
	}
}

// A path alone lies from corner to corner of the page, as large as can be; what is not a line keeps lying along it.
func TestALineFillsThePage(t *testing.T) {
	x, y := Places(3, []Edge{{0, 1, 1}, {1, 2, 1}})
	wide, high := math.Abs(x[2]-x[0]), math.Abs(y[2]-y[0])
	if !(math.Abs(math.Hypot(wide, high)-2) <= 0.05) || !(math.Abs(wide/page-high) <= 0.15) {
		t.Errorf("the path is %v wide and %v high", wide, high)
	}
	x, y = Places(4, cycle(4))
	if side := math.Hypot(x[0]-x[1], y[0]-y[1]); !(math.Abs(side-(4+math.Sqrt2)/5) <= 0.02) {
		t.Errorf("the side of a square is %v", side)
	}
}
