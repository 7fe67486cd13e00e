package mixture

// Projected returns the mean and the covariance ΛΛᵀ + Ψ of a component along two directions, given as
// weights of the columns. It costs columns × factors.
func (m *Mixture) Projected(c Component, wx, wy []float64) (x, y, xx, xy, yy float64) {
	noise := m.NoiseOf(c)
	for q, mean := range c.Mean {
		x += wx[q] * mean
		y += wy[q] * mean
		xx += wx[q] * wx[q] * noise[q]
		xy += wx[q] * wy[q] * noise[q]
		yy += wy[q] * wy[q] * noise[q]
	}
	if c.Loadings == nil {
		return x, y, xx, xy, yy
	}
	columns, factors := c.Loadings.Dims()
	for l := range factors {
		fx, fy := 0.0, 0.0
		for q := range columns {
			v := c.Loadings.At(q, l)
			fx += wx[q] * v
			fy += wy[q] * v
		}
		xx += fx * fx
		xy += fx * fy
		yy += fy * fy
	}
	return x, y, xx, xy, yy
}
