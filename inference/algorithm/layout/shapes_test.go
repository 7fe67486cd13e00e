package layout

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Nodes of a tree stand below their parents, amid their children and 1 apart in their layer.
func TestTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		n := 2 + rng.IntN(40)
		parent := make([]int, n)
		for u := range parent {
			if parent[u] = -1; u > 0 && rng.IntN(8) > 0 {
				parent[u] = rng.IntN(u)
			}
		}
		x, y := Tree(parent)
		children := make([][]int, n)
		for u, v := range parent {
			for w := range u {
				if y[u] == y[w] && math.Abs(x[u]-x[w]) < 1-1e-9 {
					t.Fatalf("%v: %d and %d of a layer are at %v and %v", parent, u, w, x[u], x[w])
				}
			}
			if v >= 0 {
				children[v] = append(children[v], u)
				if y[u] >= y[v] {
					t.Fatalf("%d is not below its parent", u)
				}
			} else if y[u] != 0 {
				t.Fatalf("root %d at height %v", u, y[u])
			}
		}
		for v, c := range children {
			if len(c) > 0 && !(math.Abs(x[v]-(x[c[0]]+x[c[len(c)-1]])/2) <= 1e-9) {
				t.Fatalf("%d is not amid its children", v)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a cycle is laid out")
		}
	}()
	Tree([]int{1, 0, -1})
}

// crossed counts the pairs of straight pieces that cross.
func crossed(x, y []float64, arcs []Arc, via [][][2]float64) int {
	var pieces [][4]float64
	for k, a := range arcs {
		px, py := x[a.From], y[a.From]
		for _, v := range append(via[k], [2]float64{x[a.To], y[a.To]}) {
			pieces = append(pieces, [4]float64{px, py, v[0], v[1]})
			px, py = v[0], v[1]
		}
	}
	side := func(a [4]float64, px, py float64) float64 {
		return (a[2]-a[0])*(py-a[1]) - (a[3]-a[1])*(px-a[0])
	}
	count := 0
	for i, a := range pieces {
		for _, b := range pieces[:i] {
			if side(a, b[0], b[1])*side(a, b[2], b[3]) < -1e-9 && side(b, a[0], a[1])*side(b, a[2], a[3]) < -1e-9 {
				count++
			}
		}
	}
	return count
}

// Arcs lead downwards through all their layers; a graph that can be drawn without crossings, and
// whose order hides it, is.
func TestLayers(t *testing.T) {
	arcs := []Arc{{0, 3}, {1, 2}, {2, 5}, {3, 4}, {0, 4}, {1, 5}, {6, 1}, {6, 0}}
	x, y, via := Layers(7, arcs)
	for k, a := range arcs {
		last := y[a.From]
		for _, v := range append(via[k], [2]float64{x[a.To], y[a.To]}) {
			if !(math.Abs(last-v[1]-1.3) <= 1e-9) {
				t.Errorf("arc %v goes from height %v to %v", a, last, v[1])
			}
			last = v[1]
		}
	}
	if c := crossed(x, y, arcs, via); c != 0 {
		t.Errorf("%d crossings", c)
	}
	for u := range x {
		for v := range u {
			if y[u] == y[v] && math.Abs(x[u]-x[v]) < 1-1e-9 {
				t.Errorf("%d and %d are at %v and %v", u, v, x[u], x[v])
			}
		}
	}
	// A cycle has one arc upwards, whose bends are in the order from its tail.
	cycle := []Arc{{0, 1}, {1, 2}, {2, 3}, {3, 0}}
	_, y, via = Layers(4, cycle)
	up := 0
	for k, a := range cycle {
		if y[a.To] > y[a.From] {
			up++
			if len(via[k]) != 2 || via[k][0][1] > via[k][1][1] {
				t.Errorf("the arc upwards goes by %v", via[k])
			}
		}
	}
	if up != 1 {
		t.Errorf("%d arcs upwards", up)
	}
}

// Groups stand beside each other on a circle, and apart in the plane.
func TestGroups(t *testing.T) {
	group := []int{0, 1, 0, 1, 0, 1, 2}
	edges := []Edge{{0, 2, 1}, {2, 4, 1}, {1, 3, 1}, {3, 5, 1}, {0, 1, 1}}
	x, y := Circle(7, edges, group)
	changes := 0
	at := map[int]int{}
	for u := range x {
		if r := math.Hypot(x[u], y[u]); !(math.Abs(r-7/(2*math.Pi)) <= 1e-9) {
			t.Errorf("node %d is %v from the middle", u, r)
		}
		at[int(math.Round(7*math.Atan2(y[u], x[u])/(2*math.Pi)-7.0/4+14))%7] = group[u]
	}
	for k := range 7 {
		if at[k] != at[(k+1)%7] {
			changes++
		}
	}
	if changes != 3 {
		t.Errorf("the group changes %d times around the circle: %v", changes, at)
	}
	x, y = Groups(7, edges, group)
	for i := range x {
		for j := range i {
			if d := math.Hypot(x[i]-x[j], y[i]-y[j]); group[i] != group[j] && d < 2*apart-1e-9 {
				t.Errorf("nodes %d and %d of different groups are %v apart", i, j, d)
			}
		}
	}
}

// Places that suited one edge less are hardly changed, and the same for the same.
func TestFrom(t *testing.T) {
	edges := cycle(12)
	x, y := Places(12, edges)
	nx, ny := From(12, append(edges, Edge{0, 2, 1}), x, y)
	far := 0.0
	for u := range x {
		far = max(far, math.Hypot(nx[u]-x[u], ny[u]-y[u]))
	}
	if far == 0 || far > 1.2 {
		t.Errorf("nodes moved by up to %v", far)
	}
	if x2, _ := From(12, nil, x, y); x2[3] != x[3] {
		t.Error("single nodes moved")
	}
}
