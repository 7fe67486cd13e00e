package layout

import (
	"cmp"
	"math"

	"example.org/espalier/inference/algorithm/stable"
)

// Circle puts n nodes on a circle, those of a group beside each other, about 1 apart. Within a group
// a node stands near those that it is joined to. group is the number of the group of each node.
func Circle(n int, edges []Edge, group []int) (x, y []float64) {
	near := neighbours(n, edges)
	order := make([]int, n)
	for u := range order {
		order[u] = u
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(group[a], group[b]) })
	angle := make([]float64, n)
	for range 8 {
		for k, u := range order {
			angle[u] = 2 * math.Pi * float64(k) / float64(n)
		}
		want := make([]float64, n)
		for u := range want {
			sx, sy := 1e-9*math.Cos(angle[u]), 1e-9*math.Sin(angle[u])
			for _, e := range near[u] {
				sx, sy = sx+math.Cos(angle[e.B]), sy+math.Sin(angle[e.B])
			}
			// Near to where the node is, so that the beginning of the circle does not part a group.
			want[u] = angle[u] + math.Remainder(math.Atan2(sy, sx)-angle[u], 2*math.Pi)
		}
		stable.Sort(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(group[a], group[b]), cmp.Compare(want[a], want[b]))
		})
	}
	x, y = make([]float64, n), make([]float64, n)
	r := max(float64(n)/(2*math.Pi), 1)
	for k, u := range order {
		sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*float64(k)/float64(n))
		x[u], y[u] = r*cos, r*sin
	}
	return x, y
}

// Groups lays out each group by itself and puts the groups beside each other, the largest first.
func Groups(n int, edges []Edge, group []int) (x, y []float64) {
	members := map[int][]int{}
	var order []int
	for u, k := range group {
		if _, known := members[k]; !known {
			order = append(order, k)
		}
		members[k] = append(members[k], u)
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(len(members[b]), len(members[a])) })
	x, y = make([]float64, n), make([]float64, n)
	place := make([]int, n)
	var boxes []box
	for _, k := range order {
		for i, u := range members[k] {
			place[u] = i
		}
		var inner []Edge
		for _, e := range edges {
			if group[e.A] == k && group[e.B] == k {
				inner = append(inner, Edge{place[e.A], place[e.B], e.Length})
			}
		}
		px, py := Places(len(members[k]), inner)
		boxes = append(boxes, box{members[k], px, py, 0, 0})
	}
	pack(boxes, 2*apart, page)
	for _, b := range boxes {
		for k, u := range b.nodes {
			x[u], y[u] = b.x[k], b.y[k]
		}
	}
	return x, y
}
