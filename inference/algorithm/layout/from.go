package layout

import "example.org/espalier/inference"

// again is how many rounds of stress follow a change of the edges: enough to take it in, too few
// to lose the picture.
const again = 12

// From returns places of n nodes near given ones that suit other edges: parts stay where they are,
// and single nodes do not move. x and y are not changed; they have n places each.
func From(n int, edges []Edge, x, y []float64) (nx, ny []float64) {
	nx, ny = append([]float64(nil), x[:n]...), append([]float64(nil), y[:n]...)
	near := neighbours(n, edges)
	for _, part := range parts(n, near) {
		if len(part) < 2 {
			continue
		}
		g := newDistances(part, near)
		px, py := make([]float64, len(part)), make([]float64, len(part))
		for k, u := range part {
			px[k], py[k] = nx[u], ny[u]
		}
		if len(part) <= mostDense {
			rows := make([][]float64, len(part))
			for k := range rows {
				rows[k] = g.search(k)
			}
			all := inference.UpTo(len(part))
			for range again {
				for i := range part {
					majorize(i, all, rows[i], px, py)
				}
			}
		} else {
			g.sparse(px, py, again)
		}
		for k, u := range part {
			nx[u], ny[u] = px[k], py[k]
		}
	}
	return nx, ny
}

// neighbours lists the edges of each node, each with the node as its end A.
func neighbours(n int, edges []Edge) [][]Edge {
	near := make([][]Edge, n)
	for _, e := range edges {
		near[e.A] = append(near[e.A], Edge{e.A, e.B, e.Length})
		near[e.B] = append(near[e.B], Edge{e.B, e.A, e.Length})
	}
	return near
}
