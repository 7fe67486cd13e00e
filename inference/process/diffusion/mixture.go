package diffusion

import (
	"math"
)

// A Component is one Gaussian of a [Mixture].
type Component struct {
	Weight float64 // weights sum to 1
	Normal
}

// A Mixture is the predictive density of a new row along the directions of a Diffuser, in working
// units.
type Mixture struct {
	Components []Component
	Flat       bool // along one direction
}

// Nodes and weights of 8-point Gauss-Legendre quadrature on [0,1].
var legendre = [8][2]float64{
	{0.019855071751231884, 0.050614268145188130}, {0.101666761293186630, 0.111190517226687235},
	{0.237233795041835507, 0.156853322938943644}, {0.408282678752175098, 0.181341891689180991},
	{0.591717321247824902, 0.181341891689180991}, {0.762766204958164493, 0.156853322938943644},
	{0.898333238706813370, 0.111190517226687235}, {0.980144928248768116, 0.050614268145188130},
}

// Predictive returns the density of a new row (math 8): one component for each branch point that it
// may join and eight for each branch, at quantiles of the time at which it may leave the branch. A
// mixture over all columns has the same weights, so leaving columns out is exact. O(N).
func (d *Diffuser) Predictive() *Mixture {
	m := &Mixture{Flat: true}
	for k := range d.classes {
		m.Flat = m.Flat && d.classes[k].yy == 0
	}
	reach := make([]float64, d.tree.Nodes())
	reach[d.tree.Top] = 1
	for _, v := range d.order {
		rate := d.C * divergence(d.size[v], d.Theta, d.Alpha)
		start := -math.Log(d.above(v))
		leaf := d.tree.IsLeaf(v)
		leaves, length := 1.0, math.Inf(1)
		if !leaf {
			length = d.tree.LogTime[v] - start
			leaves = -math.Expm1(-rate * length)
		}
		for _, q := range legendre {
			waited := -math.Log1p(q[0]*math.Expm1(-rate*length)) / rate
			m.add(reach[v]*leaves*q[1], d.newRow(v, math.Exp(-start-waited)))
		}
		if leaf {
			continue
		}
		kids, size := d.tree.Children[v], float64(d.size[v])
		stays := reach[v] * math.Exp(-rate*length) / (size + d.Theta)
		m.add(stays*(d.Theta+d.Alpha*float64(len(kids))), d.newRow(v, d.rem[v]))
		for _, k := range kids {
			reach[k] = stays * (float64(d.size[k]) - d.Alpha)
		}
	}
	return m
}

// divergence returns h_m = Γ(m−α)/Γ(m+1+θ).
func divergence(m int, theta, alpha float64) float64 {
	a, _ := math.Lgamma(float64(m) - alpha)
	b, _ := math.Lgamma(float64(m) + 1 + theta)
	return math.Exp(a - b)
}

// newRow returns the end of a row that leaves the branch above v with time rem left.
func (d *Diffuser) newRow(v int, rem float64) Normal { return d.along(v, rem, d.Sigma2*rem+d.Noise) }

func (m *Mixture) add(weight float64, g Normal) {
	if weight > 0 {
		m.Components = append(m.Components, Component{weight, g})
	}
}

// Moments returns the mean and covariance of a mixture.
func (m *Mixture) Moments() Normal {
	var g Normal
	for i := range m.Components {
		c := &m.Components[i]
		g.X += c.Weight * c.X
		g.Y += c.Weight * c.Y
	}
	for i := range m.Components {
		c := &m.Components[i]
		dx, dy := c.X-g.X, c.Y-g.Y
		g.XX += c.Weight * (c.XX + dx*dx)
		g.XY += c.Weight * (c.XY + dx*dy)
		g.YY += c.Weight * (c.YY + dy*dy)
	}
	return g
}

// LogDensity returns the log density at a place; with one direction y is ignored.
func (m *Mixture) LogDensity(x, y float64) float64 {
	largest, sum := math.Inf(-1), 0.0
	for i := range m.Components {
		c := &m.Components[i]
		l := math.Log(c.Weight) + c.logDensity(x, y, m.Flat)
		switch {
		case math.IsInf(l, -1):
		case l <= largest:
			sum += math.Exp(l - largest)
		default:
			sum = sum*math.Exp(largest-l) + 1
			largest = l
		}
	}
	return largest + math.Log(sum)
}

// logDensity is that of a Gaussian along one direction (flat) or two.
func (g *Normal) logDensity(x, y float64, flat bool) float64 {
	dx, dy := x-g.X, y-g.Y
	if flat {
		return -0.5 * (math.Log(2*math.Pi*g.XX) + dx*dx/g.XX)
	}
	det := g.XX*g.YY - g.XY*g.XY
	return -math.Log(2*math.Pi) - 0.5*math.Log(det) - 0.5*(g.YY*dx*dx-2*g.XY*dx*dy+g.XX*dy*dy)/det
}
