package layout

import (
	"container/heap"
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// pivots is from how many nodes distances are found in large parts, and for the start.
const pivots = 50

// distances are those along the graph within a part.
type distances struct {
	part  []int
	place []int // of a node in part
	near  [][]Edge
	from  []int       // pivots, places in part
	row   [][]float64 // from each pivot to all
	ahead queue       // of a search; empty between two
}

// newDistances finds the distances from pivots: each the farthest from those before.
func newDistances(part []int, near [][]Edge) *distances {
	g := &distances{part: part, place: make([]int, len(near)), near: near}
	for k, u := range part {
		g.place[u] = k
	}
	least := make([]float64, len(part))
	for k := range least {
		least[k] = math.Inf(1)
	}
	next := 0
	for range min(pivots, len(part)) {
		row := g.search(next)
		g.from, g.row = append(g.from, next), append(g.row, row)
		for k, d := range row {
			least[k] = min(least[k], d)
		}
		for k, d := range least {
			if d > least[next] {
				next = k
			}
		}
	}
	return g
}

// scaling is classical scaling by the pivots: the two leading directions of the doubly centred
// squared distances.
func (g *distances) scaling() (x, y []float64) {
	n, m := len(g.part), len(g.from)
	c := mat.NewDense(n, m, nil)
	column, row, all := make([]float64, m), make([]float64, n), 0.0
	for j, r := range g.row {
		for i, d := range r {
			column[j] += d * d / float64(n)
			row[i] += d * d / float64(m)
			all += d * d / float64(n*m)
		}
	}
	for j, r := range g.row {
		for i, d := range r {
			c.Set(i, j, -0.5*(d*d-column[j]-row[i]+all))
		}
	}
	var gram mat.SymDense
	gram.SymOuterK(1, c.T())
	var eigen mat.EigenSym
	x, y = make([]float64, n), make([]float64, n)
	if !eigen.Factorize(&gram, true) {
		return ring(x, y)
	}
	var v mat.Dense
	eigen.VectorsTo(&v)
	values := eigen.Values(nil)
	for k, to := range [][]float64{x, y} {
		if k >= m || values[m-1-k] <= 1e-12*values[m-1] {
			continue
		}
		scale := math.Pow(values[m-1-k], -0.25) * math.Pow(float64(n)/float64(m), 0.25)
		sign := 1.0
		for j := range m { // of the first entry that is not 0, so that the picture is the same everywhere
			if e := v.At(j, m-1-k); math.Abs(e) > 1e-9 {
				sign = math.Copysign(1, e)
				break
			}
		}
		for i := range n {
			for j := range m {
				to[i] += sign * scale * c.At(i, j) * v.At(j, m-1-k)
			}
		}
	}
	shake(x, y)
	return x, y
}

// ring puts nodes on a circle.
func ring(x, y []float64) ([]float64, []float64) {
	for k := range x {
		y[k], x[k] = math.Sincos(2 * math.Pi * float64(k) / float64(len(x)))
	}
	return x, y
}

// shake moves every node a little, each elsewhere: nodes that the pivots cannot tell apart would
// stay on one another for ever.
func shake(x, y []float64) {
	const golden = 2.399963229728653
	for k := range x {
		sin, cos := math.Sincos(golden * float64(k))
		r := 0.05 * math.Sqrt(float64(k+1)/float64(len(x)))
		x[k], y[k] = x[k]+r*cos, y[k]+r*sin
	}
}

// search finds the distances from a node (Dijkstra).
func (g *distances) search(from int) []float64 {
	d := make([]float64, len(g.part))
	for k := range d {
		d[k] = math.Inf(1)
	}
	d[from] = 0
	heap.Push(&g.ahead, reached{0, from})
	for len(g.ahead) > 0 {
		at := heap.Pop(&g.ahead).(reached)
		if at.distance > d[at.node] {
			continue
		}
		for _, e := range g.near[g.part[at.node]] {
			k := g.place[e.B]
			if far := at.distance + e.Length; far < d[k] {
				d[k] = far
				heap.Push(&g.ahead, reached{far, k})
			}
		}
	}
	return d
}

type reached struct {
	distance float64
	node     int
}

// A queue is a heap with the nearest first.
type queue []reached

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].distance < q[j].distance }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(reached)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// stress moves one node after the other to the best place given the others, which never raises
// Σ (‖x_i − x_j‖ − d_ij)²/d_ij².
func (g *distances) stress(x, y []float64) {
	n := len(x)
	rows := make([][]float64, n)
	for k := range rows {
		rows[k] = g.search(k)
	}
	all := inference.UpTo(n)
	for range rounds {
		moved := 0.0
		for i := range n {
			moved = max(moved, majorize(i, all, rows[i], x, y))
		}
		if moved < 1e-3 {
			return
		}
	}
}

// sparse does the same with the distances to the pivots and to neighbours.
func (g *distances) sparse(x, y []float64, rounds int) {
	own := make([]float64, len(x))
	var others []int
	for range rounds {
		for i := range x {
			others = append(others[:0], g.from...)
			for k, p := range g.from {
				own[p] = g.row[k][i]
			}
			for _, e := range g.near[g.part[i]] {
				p := g.place[e.B]
				own[p], others = e.Length, append(others, p)
			}
			majorize(i, others, own, x, y)
		}
	}
}

// majorize moves node i and returns how far.
func majorize(i int, others []int, d, x, y []float64) float64 {
	sx, sy, sum := 0.0, 0.0, 0.0
	for _, j := range others {
		if j == i || !(d[j] > 0) {
			continue
		}
		w := 1 / (d[j] * d[j])
		dx, dy := x[i]-x[j], y[i]-y[j]
		pull := 0.0
		if r := math.Sqrt(dx*dx + dy*dy); r > 1e-9 {
			pull = d[j] / r
		}
		sx += w * (x[j] + pull*dx)
		sy += w * (y[j] + pull*dy)
		sum += w
	}
	if sum == 0 {
		return 0
	}
	nx, ny := sx/sum, sy/sum
	step := math.Hypot(nx-x[i], ny-y[i])
	x[i], y[i] = nx, ny
	return step
}
