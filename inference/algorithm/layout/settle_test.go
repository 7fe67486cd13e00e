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

// Parts fill a shelf up to the width of the page, and a part that would pass it begins the next.
func TestShelves(t *testing.T) {
	boxes := make([]box, 5)
	for i := range boxes {
		boxes[i] = box{nodes: []int{2 * i, 2*i + 1}, x: []float64{7, 9}, y: []float64{-1, 0}}
	}
	// Each takes 3 × 2 with a room of 1: an area of 30 in all, so the page is √(30 · 1.5) = 6.7 wide, room for two.
	pack(boxes, 1, 1.5)
	for i, b := range boxes {
		x, y := 3*float64(i%2), -2*float64(i/2)
		for k, want := range [][2]float64{{x, y - 2}, {x + 2, y - 1}} {
			if !(math.Abs(b.x[k]-want[0]) <= 1e-12) || !(math.Abs(b.y[k]-want[1]) <= 1e-12) {
				t.Errorf("part %d, node %d stands at %v, %v, want %v", i, k, b.x[k], b.y[k], want)
			}
		}
	}
}
