package beside

import "math"

// A Radial places a tree without a root in the plane, by equal angles: the leaves of a clade share
// its angle evenly, and a branch runs in the middle direction of its clade, as long as its time. The
// top of the tree is at (0, 0) and Y points up.
type Radial struct {
	X, Y     []float64    // of each node
	From, To []float64    // angles of each clade, in radians; From is the greater
	Box      [][4]float64 // of each clade with the branch above it: left, bottom, right, top
}

// Angle returns the direction of the branch above v.
func (r *Radial) Angle(v int) float64 { return (r.From[v] + r.To[v]) / 2 }

// Radial returns the radial layout of the tree that q was made for. It is made once.
func (q *Placement) Radial(p *PreparedTree) *Radial {
	q.radialOnce.Do(func() { q.radial = newRadial(p, q) })
	return q.radial
}

func newRadial(p *PreparedTree, q *Placement) *Radial {
	n := len(p.Preorder)
	r := &Radial{X: make([]float64, n), Y: make([]float64, n), From: make([]float64, n), To: make([]float64, n),
		Box: make([][4]float64, n)}
	turn := 2 * math.Pi / q.Height()
	for _, v := range p.Preorder {
		r.From[v] = math.Pi/2 - turn*q.Edge[p.First[v]]
		r.To[v] = math.Pi/2 - turn*q.Edge[p.Last[v]+1]
		if u := p.tree.Parent[v]; u >= 0 {
			sin, cos := math.Sincos(r.Angle(int(v)))
			length := p.Time[v] - p.Time[u]
			r.X[v], r.Y[v] = r.X[u]+length*cos, r.Y[u]+length*sin
		}
	}
	for i := n - 1; i >= 0; i-- {
		v := int(p.Preorder[i])
		b := [4]float64{r.X[v], r.Y[v], r.X[v], r.Y[v]}
		hold := func(x, y float64) {
			b = [4]float64{min(b[0], x), min(b[1], y), max(b[2], x), max(b[3], y)}
		}
		if q.Shut[v] { // drawn as a sector
			depth := p.Latest[v] - p.Time[v]
			for k := range 5 {
				sin, cos := math.Sincos(r.From[v] + (r.To[v]-r.From[v])*float64(k)/4)
				hold(r.X[v]+depth*cos, r.Y[v]+depth*sin)
			}
		}
		for _, c := range p.tree.Children[v] {
			hold(r.Box[c][0], r.Box[c][1])
			hold(r.Box[c][2], r.Box[c][3])
		}
		if u := p.tree.Parent[v]; u >= 0 {
			hold(r.X[u], r.Y[u])
		}
		r.Box[v] = b
	}
	return r
}
