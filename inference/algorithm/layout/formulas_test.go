package layout

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
)

// Inversions are the pairs that are out of order, counted one by one, and the numbers come out sorted.
func TestInversions(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	for n := range 12 {
		for range 20 {
			a := make([]int, n)
			for i := range a {
				a[i] = rng.IntN(6)
			}
			want := 0
			for i := range a {
				for j := range i {
					if a[j] > a[i] {
						want++
					}
				}
			}
			sorted := slices.Sorted(slices.Values(a))
			was := slices.Clone(a)
			if got := inversions(a); got != want || !slices.Equal(a, sorted) {
				t.Fatalf("%v has %d inversions, want %d; sorted %v", was, got, want, a)
			}
		}
	}
}

// Long paths, of which only the distances to some nodes are known, are as long by scaling as they are.
func TestScalingByPivots(t *testing.T) {
	const n = 200 // four times as many as pivots
	near := make([][]Edge, n)
	for k := 1; k < n; k++ {
		near[k-1], near[k] = append(near[k-1], Edge{k - 1, k, 2}), append(near[k], Edge{k, k - 1, 2})
	}
	x, y := newDistances(inference.UpTo(n), near).scaling()
	for _, c := range [][2]int{{0, n - 1}, {0, n / 2}, {n / 4, 3 * n / 4}} {
		want := 2 * float64(c[1]-c[0])
		if d := math.Hypot(x[c[0]]-x[c[1]], y[c[0]]-y[c[1]]); !(math.Abs(d/want-1) <= 0.05) {
			t.Errorf("nodes %v are %v apart, want %v", c, d, want)
		}
	}
}

// A node without neighbours in other layers stays where it is, and gives way where others need the place: it has a
// tenth of the weight of a neighbour.
func TestSettleOfSingleNodes(t *testing.T) {
	l := &layers{nodes: 4, x: []float64{2, 5, 5.2, 5}, up: [][]int{nil, nil, {3}, nil}, down: make([][]int, 4)}
	l.settle([]int{0, 1, 2})
	a := (0.1*5 + 1*(5-1)) / 1.1 // of 1, with 2 one further, which wants 5
	for u, want := range []float64{2, a, a + 1} {
		if !(math.Abs(l.x[u]-want) <= 1e-12) {
			t.Errorf("node %d stands at %v, want %v", u, l.x[u], want)
		}
	}
}

// The first node of a circle is at its top and the next follow clockwise.
func TestCircleBeginsAtTheTop(t *testing.T) {
	x, y := Circle(4, nil, make([]int, 4))
	for u, want := range [][2]float64{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if !(math.Abs(x[u]-want[0]) <= 1e-12) || !(math.Abs(y[u]-want[1]) <= 1e-12) {
			t.Errorf("node %d stands at %v, %v, want %v", u, x[u], y[u], want)
		}
	}
	x, y = Circle(12, nil, make([]int, 12))
	if r := math.Hypot(x[5], y[5]); !(math.Abs(r-12/(2*math.Pi)) <= 1e-12) {
		t.Errorf("twelve nodes stand on a circle of radius %v", r)
	}
}

// Groups have twice the room of parts, and fill a page that is wider than it is high.
func TestRoomBetweenGroups(t *testing.T) {
	for _, n := range []int{4, 8} {
		group := make([]int, n)
		for k := range group {
			group[k] = k
		}
		x, y := Groups(n, nil, group)
		least := math.Inf(1)
		for u := range x {
			for v := range u {
				least = min(least, math.Hypot(x[u]-x[v], y[u]-y[v]))
			}
		}
		if !(math.Abs(least-2.4) <= 1e-9) {
			t.Errorf("of %d groups two stand %v apart", n, least)
		}
		wide, high := slices.Max(x)-slices.Min(x)+2.4, slices.Max(y)-slices.Min(y)+2.4
		if !(wide >= high && wide <= 2*high) {
			t.Errorf("%d groups take %v × %v", n, wide, high)
		}
	}
}

// Many single nodes have half the room of other parts.
func TestRoomOfManySingleNodes(t *testing.T) {
	for n, want := range map[int]float64{20: 1.2, 21: 0.6} {
		x, y := Places(n, nil)
		least := math.Inf(1)
		for i := range x {
			for j := range i {
				least = min(least, math.Hypot(x[i]-x[j], y[i]-y[j]))
			}
		}
		if !(math.Abs(least-want) <= 1e-9) {
			t.Errorf("%d nodes are %v apart, want %v", n, least, want)
		}
	}
}

// Nodes without arcs stand 1 apart, each layer about the middle; with an arc a node stands below its neighbour.
func TestSpread(t *testing.T) {
	l := &layers{nodes: 6, layer: []int{0, 0, 0, 1, 1, 2}, rows: [][]int{{0, 1, 2}, {3, 4}, {5}}, up: make([][]int, 6),
		down: make([][]int, 6)}
	l.spread()
	for u, want := range []float64{-1, 0, 1, -0.5, 0.5, 0} {
		if !(math.Abs(l.x[u]-want) <= 1e-9) {
			t.Errorf("node %d stands at %v, want %v", u, l.x[u], want)
		}
	}
	l.up[5], l.down[4] = []int{4}, []int{5}
	l.spread()
	if !(math.Abs(l.x[5]-l.x[4]) <= 1e-3) {
		t.Errorf("nodes 4 and 5 stand at %v and %v", l.x[4], l.x[5])
	}
}
