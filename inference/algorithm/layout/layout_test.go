package layout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
)

// total is the stress of places, from all pairs of a connected graph.
func total(x, y []float64, d [][]float64) float64 {
	sum := 0.0
	for i := range x {
		for j := range i {
			e := (math.Hypot(x[i]-x[j], y[i]-y[j]) - d[i][j]) / d[i][j]
			sum += e * e
		}
	}
	return sum
}

func cycle(n int) (edges []Edge) {
	for k := range n {
		edges = append(edges, Edge{k, (k + 1) % n, 1})
	}
	return edges
}

// The best places of a cycle of four are a square of side (4+√2)/5, with stress 0.1373.
func TestSquare(t *testing.T) {
	x, y := Places(4, cycle(4))
	d := [][]float64{{0, 1, 2, 1}, {1, 0, 1, 2}, {2, 1, 0, 1}, {1, 2, 1, 0}}
	if got := total(x, y, d); !(math.Abs(got-0.1372583002) <= 1e-4) {
		t.Errorf("stress %.10f", got)
	}
	for k := range 4 {
		if side := math.Hypot(x[k]-x[(k+1)%4], y[k]-y[(k+1)%4]); !(math.Abs(side-(4+math.Sqrt2)/5) <= 0.02) {
			t.Errorf("side %v", side)
		}
	}
}

// A path is drawn as a line, and a star with its leaves all around.
func TestPathAndStar(t *testing.T) {
	var path, star []Edge
	for k := range 9 {
		path, star = append(path, Edge{k, k + 1, 1}), append(star, Edge{0, k + 1, 1})
	}
	x, y := Places(10, path)
	for k := range 9 {
		if d := math.Hypot(x[k+1]-x[k], y[k+1]-y[k]); !(math.Abs(d-1) <= 0.02) {
			t.Errorf("step %d of the path is %v long", k, d)
		}
	}
	if end := math.Hypot(x[9]-x[0], y[9]-y[0]); end < 8.9 {
		t.Errorf("the path of 9 steps reaches %v", end)
	}
	x, y = Places(10, star)
	for k := 1; k < 10; k++ {
		if d := math.Hypot(x[k]-x[0], y[k]-y[0]); d < 0.7 || d > 1.4 {
			t.Errorf("leaf %d of the star is %v away", k, d)
		}
		for l := 1; l < k; l++ {
			if d := math.Hypot(x[k]-x[l], y[k]-y[l]); d < 0.2 {
				t.Errorf("leaves %d and %d lie on one another", k, l)
			}
		}
	}
}

// No move raises the stress.
func TestStressFalls(t *testing.T) {
	edges := append(cycle(12), Edge{0, 5, 0.5}, Edge{2, 9, 2})
	near := make([][]Edge, 12)
	for _, e := range edges {
		near[e.A], near[e.B] = append(near[e.A], e), append(near[e.B], Edge{e.B, e.A, e.Length})
	}
	part := inference.UpTo(12)
	g := newDistances(part, near)
	x, y := g.scaling()
	var d [][]float64
	for k := range 12 {
		d = append(d, g.search(k))
	}
	last := total(x, y, d)
	for range 30 {
		for i := range 12 {
			majorize(i, inference.UpTo(12), d[i], x, y)
			if now := total(x, y, d); now > last+1e-12 {
				t.Fatalf("the stress rose from %v to %v", last, now)
			} else {
				last = now
			}
		}
	}
}

// Parts do not overlap, and single nodes have a place.
func TestPartsStandApart(t *testing.T) {
	edges := cycle(6)
	for k := range 5 {
		edges = append(edges, Edge{6 + k, 6 + (k+1)%5, 1})
	}
	x, y := Places(15, edges)
	group := func(k int) int { return []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5}[k] }
	for i := range x {
		if math.IsNaN(x[i]) || math.IsNaN(y[i]) {
			t.Fatalf("node %d has no place", i)
		}
		for j := range i {
			if d := math.Hypot(x[i]-x[j], y[i]-y[j]); group(i) != group(j) && d < 1 {
				t.Errorf("nodes %d and %d of different parts are %v apart", i, j, d)
			}
		}
	}
	again, _ := Places(15, edges)
	if !slices.Equal(x, again) {
		t.Error("another picture of the same graph")
	}
}

func TestNothing(t *testing.T) {
	if x, y := Places(0, nil); len(x) != 0 || len(y) != 0 {
		t.Error("places of no nodes")
	}
	if x, _ := Places(1, nil); len(x) != 1 {
		t.Error("no place of one node")
	}
}

func BenchmarkPlaces(b *testing.B) {
	for _, n := range []int{200, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var edges []Edge
			for k := 1; k < n; k++ {
				edges = append(edges, Edge{k, (k * 7919) % k, 1})
			}
			for b.Loop() {
				Places(n, edges)
			}
		})
	}
}

// A part lies along the page: its places vary most from left to right, and not together.
func TestPartsLieAlongThePage(t *testing.T) {
	for _, rows := range []int{2, 3} {
		const columns = 5
		var edges []Edge
		for i := range rows {
			for j := range columns {
				if j > 0 {
					edges = append(edges, Edge{i*columns + j - 1, i*columns + j, 1})
				}
				if i > 0 {
					edges = append(edges, Edge{(i-1)*columns + j, i*columns + j, 1})
				}
			}
		}
		edges = append(edges, Edge{0, rows * columns, 1}) // nothing is symmetric
		x, y := Places(rows*columns+1, edges)
		n := float64(len(x))
		var mx, my, xx, yy, xy float64
		for k := range x {
			mx, my = mx+x[k]/n, my+y[k]/n
		}
		for k := range x {
			a, b := x[k]-mx, y[k]-my
			xx, yy, xy = xx+a*a/n, yy+b*b/n, xy+a*b/n
		}
		if xx < 1.5*yy || !(math.Abs(xy) <= 1e-9*xx) {
			t.Errorf("%d × %d: variances %v and %v, covariance %v", rows, columns, xx, yy, xy)
		}
	}
}

// Classical scaling has the distances along a path, but for the shaking of nodes that might lie on one another.
func TestScalingOfAPath(t *testing.T) {
	for _, n := range []int{3, 6} {
		near := make([][]Edge, n)
		for k := 1; k < n; k++ {
			near[k-1], near[k] = append(near[k-1], Edge{k - 1, k, 1.5}), append(near[k], Edge{k, k - 1, 1.5})
		}
		x, y := newDistances(inference.UpTo(n), near).scaling()
		for i := range n {
			for j := range i {
				if d := math.Hypot(x[i]-x[j], y[i]-y[j]); !(math.Abs(d-1.5*float64(i-j)) <= 0.15) {
					t.Errorf("nodes %d and %d are %v apart", j, i, d)
				}
			}
		}
	}
}

// So it has along a path whose edges grow, which is not the same from both ends.
func TestScalingOfAnUnevenPath(t *testing.T) {
	places := []float64{0, 0.5, 1.5, 3.5, 7.5}
	near := make([][]Edge, len(places))
	for k := 1; k < len(places); k++ {
		length := places[k] - places[k-1]
		near[k-1], near[k] = append(near[k-1], Edge{k - 1, k, length}), append(near[k], Edge{k, k - 1, length})
	}
	x, y := newDistances(inference.UpTo(len(places)), near).scaling()
	for i := range places {
		for j := range i {
			if d := math.Hypot(x[i]-x[j], y[i]-y[j]); !(math.Abs(d-(places[i]-places[j])) <= 0.11) { // each is shaken by 0.05
				t.Errorf("nodes %d and %d are %v apart, want %v", j, i, d, places[i]-places[j])
			}
		}
	}
}

// Two single nodes have no more room than the least between parts, side by side: the page is wider than high.
func TestRoomBetweenParts(t *testing.T) {
	x, y := Places(2, nil)
	if !(math.Abs(y[0]-y[1]) <= 1e-12) || !(math.Abs(math.Abs(x[0]-x[1])-1.2) <= 1e-12) {
		t.Errorf("the nodes lie at %v, %v", x, y)
	}
}

// A ring has its nodes on the circle, each as far from the next.
func TestRing(t *testing.T) {
	const n = 7
	x, y := ring(make([]float64, n), make([]float64, n))
	for k := range n {
		next := (k + 1) % n
		if r, step := math.Hypot(x[k], y[k]), math.Hypot(x[next]-x[k], y[next]-y[k]); !(math.Abs(r-1) <= 1e-12) ||
			!(math.Abs(step-2*math.Sin(math.Pi/n)) <= 1e-12) {
			t.Errorf("node %d is %v from the centre and %v from the next", k, r, step)
		}
	}
}

// A small part stands beside a large one, their middles at one height, where that is larger on a page than one above
// the other.
func TestPartsStandBesideEachOther(t *testing.T) {
	boxes := []box{
		{nodes: []int{0, 1}, x: []float64{0, 5}, y: []float64{0, 3}},
		{nodes: []int{2, 3}, x: []float64{0, 1}, y: []float64{0, 1}},
	}
	pack(boxes, 1, 1.4) // 8 × 4 beside each other, 6 × 6 otherwise
	if b := boxes[1]; b.x[0] != 6 || !(math.Abs(b.y[0]-boxes[0].y[0]-1) <= 1e-9) ||
		!(math.Abs(b.y[1]-boxes[0].y[1]+1) <= 1e-9) {
		t.Errorf("the parts stand at %v, %v and %v, %v", boxes[0].x, boxes[0].y, b.x, b.y)
	}
}

// Points on a sloping line far from the origin come to lie from left to right, about 0.
func TestTurnedPlacesLieFromLeftToRight(t *testing.T) {
	x, y := []float64{100, 103, 106}, []float64{-50, -46, -42}
	turn(x, y)
	for k, want := range []float64{-5, 0, 5} {
		if !(math.Abs(x[k]-want) <= 1e-9) || !(math.Abs(y[k]) <= 1e-9) {
			t.Errorf("place %d is %v, %v, not %v, 0", k, x[k], y[k], want)
		}
	}
}
