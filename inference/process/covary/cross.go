package covary

import "math"

// CrossWishart returns the mean log density of a left-out row of u over four folds. Σ is integrated
// out under the prior, around the centre, that best suits the other rows. For factors, [Counting]
// gives the same.
func CrossWishart(c *Contrasts, centre *Sigma, learn Learn) float64 {
	return c.cross(func(train *Contrasts) func(test *Contrasts) float64 {
		w := FitWishart(train, centre, learn)
		p := w.Posterior(train, nil)
		m := p.Sigma.Map()
		total, density := w.Nu+float64(p.N), p.T(p.D, p.LogDet, 0)
		return func(test *Contrasts) float64 {
			sum := 0.0
			z := m.Rows(test.U)
			n, _ := test.Dims()
			for i := range n {
				q := 0.0
				for _, v := range z.RawRowView(i) {
					q += v * v
				}
				sum += density.Log(1, q/total)
			}
			return sum
		}
	})
}

// CrossIndependent is [CrossWishart] for columns that diffuse independently, each with the
// same multiple of its variance in the centre.
func CrossIndependent(c *Contrasts, centre *Sigma) float64 {
	return c.cross(func(train *Contrasts) func(test *Contrasts) float64 {
		n, d := train.Dims()
		g := math.Max(sumOfSquares(centre.Map().Rows(train.U))/float64(n*d), least)
		m := centre.Scaled(g).Map()
		return func(test *Contrasts) float64 {
			sum := 0.0
			for _, v := range logRows(m, test.U) {
				sum += v
			}
			return sum
		}
	})
}

func (c *Contrasts) cross(fit func(train *Contrasts) func(test *Contrasts) float64) float64 {
	n, _ := c.Dims()
	sum := 0.0
	for fold := range folds {
		u, v := split(c.U, fold)
		rows, _ := u.Dims()
		train := &Contrasts{U: u, Variances: make([]float64, rows)}
		for i := range rows {
			train.Variances[i] = 1
		}
		sum += fit(train)(&Contrasts{U: v})
	}
	return sum / float64(n)
}
