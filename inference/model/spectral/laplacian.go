package spectral

import (
	"math"

	"example.org/espalier/inference/algorithm/nearest"

	"gonum.org/v1/gonum/mat"
)

// A laplacian is L = I − D^(−½) W D^(−½), whose eigenvalues lie from 0 to 2. A row without edges has
// eigenvalue 2, so that it stays out of the smallest.
type laplacian struct {
	g      *nearest.Graph
	weight []float64 // of each edge, divided by the roots of both degrees
	own    []float64 // the diagonal
}

func newLaplacian(g *nearest.Graph) *laplacian {
	d := g.Degrees()
	l := &laplacian{g: g, weight: make([]float64, len(g.Weight)), own: make([]float64, len(d))}
	for i := range d {
		l.own[i] = 1
		if d[i] == 0 {
			l.own[i] = 2
		}
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			l.weight[e] = g.Weight[e] / math.Sqrt(d[i]*d[g.To[e]])
		}
	}
	return l
}

// times sets out to (L − c)x. O(edges).
func (l *laplacian) times(x []float64, c float64, out []float64) {
	for i := range out {
		sum := (l.own[i] - c) * x[i]
		from, to := l.g.Start[i], l.g.Start[i+1]
		for e, j := range l.g.To[from:to] {
			sum -= l.weight[from+e] * x[j]
		}
		out[i] = sum
	}
}

// eigen returns the smallest eigenvalues, ascending, and for each its vector of length 1, by way of all. O(n³).
func (l *laplacian) eigen(count int) (values []float64, vectors [][]float64) {
	n := l.g.Rows()
	m := mat.NewSymDense(n, nil)
	for i := range n {
		m.SetSym(i, i, l.own[i])
		for e := l.g.Start[i]; e < l.g.Start[i+1]; e++ {
			m.SetSym(i, l.g.To[e], -l.weight[e])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		panic("spectral: the eigenvalues of a symmetric matrix of finite numbers were not found")
	}
	var all mat.Dense
	e.VectorsTo(&all)
	for k := range count {
		vectors = append(vectors, mat.Col(nil, k, &all))
	}
	return e.Values(nil)[:count], vectors
}
