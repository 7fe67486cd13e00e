package vbmfa

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// emptyMixture returns a mixture without components and with the start values of the
// hyperparameters.
func emptyMixture(d *rows) *mixture {
	m := &mixture{d: d, Shape: 1, Rate: 1, Concentration: 1, Psi: make([]float64, d.p), MeanOfMeans: make([]float64, d.p), PrecOfMeans: make([]float64, d.p)}
	for q := range d.p {
		m.MeanOfMeans[q] = d.mean[q]
		m.PrecOfMeans[q] = 1 / math.Max(d.variance[q], m.d.floor[q])
		m.Psi[q] = math.Max(d.variance[q], m.d.floor[q])
	}
	m.setNoise()
	return m
}

// add appends a component with the given responsibilities, whose loadings are the k
// leading principal axes of the table, scaled by scale, and whose factors follow.
func (m *mixture) add(k int, r func(i int) float64, axes *mat.Dense, scale float64, rng *rand.Rand) *component {
	d := m.d
	c := newComponent(d, m.NextID, k)
	m.NextID++
	w := k + 1
	mass := 0.0
	mean, seen := make([]float64, d.p), make([]float64, d.p)
	for j, pt := range d.patterns {
		for i := pt.low; i < pt.high; i++ {
			c.R[i] = r(i)
			mass += c.R[i]
			for _, q := range pt.columns {
				mean[q] += c.R[i] * d.y[i*d.p+q]
				seen[q] += c.R[i]
			}
		}
		for l := range k {
			c.Cov[j*k*k+l*k+l] = 1
		}
	}
	for q := range d.p {
		row := c.loading(q)
		for l := range k {
			row[l] = scale * axes.At(q, l)
		}
		row[k] = (mean[q] + d.mean[q]) / (seen[q] + 1)
		for a := range w {
			c.cov(q)[a*w+a] = m.Psi[q] / (mass + 1)
			c.LogDet += math.Log(m.Psi[q] / (mass + 1))
		}
	}
	for i := range c.X {
		c.X[i] = 0.1 * rng.NormFloat64()
	}
	c.A = m.Shape + float64(d.p)/2
	for l := range k {
		c.B[l] = m.Rate + 0.5*c.power(d.p, l)
	}
	c.Mass = mass
	c.sumEntropy()
	m.Components = append(m.Components, c)
	return c
}

// axes returns the k leading principal axes of the table, p×k, each as long as the
// standard deviation along it. Missing cells stand at their column's mean. Where the
// table has fewer, the rest is small noise.
func axes(d *rows, k int, rng *rand.Rand) *mat.Dense {
	out := mat.NewDense(d.p, max(k, 1), nil)
	for q := range d.p {
		for l := range k {
			out.Set(q, l, 1e-3*math.Sqrt(d.variance[q]+1e-300)*rng.NormFloat64())
		}
	}
	if k == 0 {
		return out
	}
	if d.n >= d.p {
		scatter := mat.NewSymDense(d.p, nil)
		centred := make([]float64, d.p)
		for _, pt := range d.patterns {
			for i := pt.low; i < pt.high; i++ {
				clear(centred)
				for _, q := range pt.columns {
					centred[q] = d.y[i*d.p+q] - d.mean[q]
				}
				scatter.SymRankOne(scatter, 1/float64(d.n), mat.NewVecDense(d.p, centred))
			}
		}
		var e mat.EigenSym
		if !e.Factorize(scatter, true) {
			return out
		}
		values := e.Values(nil)
		var vectors mat.Dense
		e.VectorsTo(&vectors)
		for l := range min(k, d.p) {
			place := d.p - 1 - l
			for q := range d.p {
				out.Set(q, l, out.At(q, l)+math.Sqrt(math.Max(0, values[place]))*vectors.At(q, place))
			}
		}
		return out
	}
	x := mat.NewDense(d.n, d.p, nil)
	for _, pt := range d.patterns {
		for i := pt.low; i < pt.high; i++ {
			for _, q := range pt.columns {
				x.Set(i, q, (d.y[i*d.p+q]-d.mean[q])/math.Sqrt(float64(d.n)))
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		return out
	}
	values := svd.Values(nil)
	var v mat.Dense
	svd.VTo(&v)
	for l := range min(k, len(values)) {
		for q := range d.p {
			out.Set(q, l, out.At(q, l)+values[l]*v.At(q, l))
		}
	}
	return out
}

// populate adds components of the rows assigned to them, with loadings along the
// principal axes of the table; a single component has all rows.
func (m *mixture) populate(nearest []int, components, k int, rng *rand.Rand) {
	a, scale := axes(m.d, k, rng), 0.5
	if components == 1 {
		scale = 1
	}
	for s := range components {
		m.add(k, func(i int) float64 {
			if components == 1 || nearest[i] == s {
				return 1
			}
			return 0
		}, a, scale, rng)
	}
}
