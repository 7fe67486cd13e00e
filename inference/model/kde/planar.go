package kde

import (
	"context"
	"math"

	"example.org/espalier/inference"
)

// planar is the density of a fit: a kernel at each row.
type planar struct {
	kernel    kernel
	bandwidth float64
}

// Planar implements inference.PlanarModel.
func (Model) Planar(_ context.Context, data *inference.Dataset, s inference.Settings,
	fitted *inference.Snapshot) (inference.Planar, error) {
	p := planar{newKernel(data.X), s.Real("bandwidth")}
	for _, k := range fitted.Scalars {
		if k.Name == "bandwidth" {
			p.bandwidth = k.Mean
		}
	}
	return p, nil
}

// Along implements inference.Planar. A cell that a row lacks has the density of its column.
func (p planar) Along(x, y []float64) []inference.PlanarTerm {
	terms := make([]inference.PlanarTerm, len(p.kernel.rows))
	for i, r := range p.kernel.rows {
		t := &terms[i]
		t.Weight = 1 / float64(len(terms))
		for j, z := range r {
			a, b, h := x[j]*p.kernel.sd[j], y[j]*p.kernel.sd[j], p.bandwidth
			if math.IsNaN(z) {
				z, h = 0, 1
			}
			t.X += x[j]*p.kernel.mean[j] + a*z
			t.Y += y[j]*p.kernel.mean[j] + b*z
			t.XX, t.XY, t.YY = t.XX+a*a*h*h, t.XY+a*b*h*h, t.YY+b*b*h*h
		}
	}
	return terms
}
