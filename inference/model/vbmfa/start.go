package vbmfa

import "math/rand/v2"

// emptyMixture returns a mixture without components, with the initial values of the
// hyperparameters.
func emptyMixture(d *rows) *mixture {
	m := &mixture{d: d, Shape: 1, Rate: 1, Concentration: 1, Psi: make([]float64, d.p), MeanOfMeans: make([]float64, d.p),
		PrecOfMeans: make([]float64, d.p), SpreadShape: 1, SpreadRate: make([]float64, d.p)}
	for q := range d.p {
		m.MeanOfMeans[q] = d.mean[q]
		m.Psi[q] = d.scale(q)
		m.SpreadRate[q] = d.scale(q)
		m.PrecOfMeans[q] = m.SpreadShape / m.SpreadRate[q]
	}
	m.setNoise()
	return m
}

// populate adds components with the rows assigned to them and k factors each; a single component
// has all rows.
func (m *mixture) populate(nearest []int, components, k int, rng *rand.Rand) {
	for s := range components {
		c := newComponent(m.d, m.NextID, 0)
		m.NextID++
		for i := range m.d.n {
			c.Near = append(c.Near, int32(i))
			if components == 1 || nearest[i] == s {
				c.R[i] = 1
				c.Mass++
			}
		}
		m.Components = append(m.Components, m.endow(c, k, rng))
	}
}
