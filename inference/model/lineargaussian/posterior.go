package lineargaussian

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A posterior is the Gaussian of A (and the base, if there is one) given Z and some rows: mean K×D
// and covariance K×K, the same for every column. Its precision is the diagonal precision of the
// prior plus ZᵀZ/σ².
type posterior struct {
	mean       [][]float64
	covariance [][]float64
}

// newPosterior computes it from scratch. z lists, for each of K features, the rows that have it. x
// are the rows; those with skip true are ignored. O(N(K²+KD) + K³ + K²D).
func newPosterior(z [][]bool, variance []float64, x [][]float64, skip func(row int) bool, noise float64) posterior {
	k, d := len(z), len(x[0])
	p := posterior{mean: rectangle(k, d), covariance: rectangle(k, k)}
	if k == 0 {
		return p
	}
	precision, sums := information(z, variance, x, skip, noise)
	var c mat.Cholesky
	if !c.Factorize(precision) {
		panic("lineargaussian: a precision is not positive definite")
	}
	var inverse mat.SymDense
	if err := c.InverseTo(&inverse); err != nil {
		panic("lineargaussian: " + err.Error())
	}
	var mean mat.Dense
	mean.Mul(&inverse, sums)
	for f := range z {
		copy(p.mean[f], mean.RawRowView(f))
		for g := range z {
			p.covariance[f][g] = inverse.At(f, g)
		}
	}
	return p
}

// information returns the precision of A and ZᵀX/σ².
func information(z [][]bool, variance []float64, x [][]float64, skip func(row int) bool,
	noise float64) (precision *mat.SymDense, sums *mat.Dense) {
	precision, sums = mat.NewSymDense(len(z), nil), mat.NewDense(len(z), len(x[0]), nil)
	owned := make([]int, 0, len(z))
	for i, row := range x {
		if skip(i) {
			continue
		}
		owned = owned[:0]
		for f := range z {
			if z[f][i] {
				owned = append(owned, f)
			}
		}
		for a, f := range owned {
			for _, g := range owned[a:] {
				precision.SetSym(f, g, precision.At(f, g)+1/noise)
			}
			floats.AddScaled(sums.RawRowView(f), 1/noise, row)
		}
	}
	for f, v := range variance {
		precision.SetSym(f, f, precision.At(f, f)+1/v)
	}
	return precision, sums
}

func rectangle(rows, columns int) [][]float64 {
	all := make([]float64, rows*columns)
	m := make([][]float64, rows)
	for i := range m {
		m[i] = all[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return m
}

// predict returns the mean and variance of the sum of some features, without noise.
func (p posterior) predict(z []bool, mean, covariance []float64) (variance float64) {
	clear(mean)
	clear(covariance)
	for f, on := range z {
		if on {
			floats.Add(mean, p.mean[f])
			floats.Add(covariance, p.covariance[f])
		}
	}
	for f, on := range z {
		if on {
			variance += covariance[f]
		}
	}
	return variance
}

// tiny is the share of the noise below which removing a row loses too many digits.
const tiny = 1e-6

// remove removes a row x with features z, given its prediction. It reports whether that is possible
// without loss of digits. O(K²+KD).
func (p posterior) remove(x, mean, covariance []float64, variance, noise float64) bool {
	rest := noise - variance
	if !(rest > tiny*noise) {
		return false
	}
	p.change(x, mean, covariance, -rest)
	return true
}

// add is the reverse of remove.
func (p posterior) add(x, mean, covariance []float64, variance, noise float64) {
	p.change(x, mean, covariance, noise+variance)
}

// change applies the Sherman-Morrison formula: with u the covariances with the sum of the row's
// features, Σ −= uuᵀ/by and M += u(x−mean)/by.
func (p posterior) change(x, mean, u []float64, by float64) {
	for f, a := range u {
		if a == 0 {
			continue
		}
		w := a / by
		floats.AddScaled(p.covariance[f], -w, u)
		row := p.mean[f]
		for j, v := range x {
			row[j] += w * (v - mean[j])
		}
	}
}

// drop removes a feature by integrating it out.
func (p *posterior) drop(f int) {
	p.mean = slices.Delete(p.mean, f, f+1)
	p.covariance = slices.Delete(p.covariance, f, f+1)
	for g := range p.covariance {
		p.covariance[g] = slices.Delete(p.covariance[g], f, f+1)
	}
}

// grow adds a feature that no row has yet, with the given prior variance.
func (p *posterior) grow(variance float64, columns int) {
	p.mean = append(p.mean, make([]float64, columns))
	for g := range p.covariance {
		p.covariance[g] = append(p.covariance[g], 0)
	}
	last := make([]float64, len(p.covariance)+1)
	last[len(last)-1] = variance
	p.covariance = append(p.covariance, last)
}

// draw draws A, K×D.
func (p posterior) draw(rng *rand.Rand) [][]float64 {
	k := len(p.mean)
	a := make([][]float64, k)
	if k == 0 {
		return a
	}
	symmetric := mat.NewSymDense(k, nil)
	for f := range k {
		for g := f; g < k; g++ {
			symmetric.SetSym(f, g, (p.covariance[f][g]+p.covariance[g][f])/2)
		}
	}
	var c mat.Cholesky
	if !c.Factorize(symmetric) {
		panic("lineargaussian: a covariance is not positive definite")
	}
	var l mat.TriDense
	c.LTo(&l)
	for f := range a {
		a[f] = slices.Clone(p.mean[f])
	}
	e := make([]float64, k)
	for j := range p.mean[0] {
		for f := range e {
			e[f] = rng.NormFloat64()
		}
		for f := range k {
			for g := 0; g <= f; g++ {
				a[f][j] += l.At(f, g) * e[g]
			}
		}
	}
	return a
}

// logNormal returns the log density of n independent residuals of one variance, given their sum of
// squares.
func logNormal(n int, squares, variance float64) float64 {
	return -0.5*float64(n)*math.Log(2*math.Pi*variance) - squares/(2*variance)
}
