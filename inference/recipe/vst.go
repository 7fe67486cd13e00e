package recipe

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A trend is the dispersion of counts as a function of their mean: limit + poisson/mean (Anders and Huber 2010; Love,
// Huber and Anders 2014).
type trend struct{ limit, poisson float64 }

// stabilise is the closed form of the function whose derivative is the inverse of the standard deviation of a count of
// mean q after division by its size factor, scaled so that it approaches log2 for high counts.
func (t trend) stabilise(q float64) float64 {
	a, p := t.limit, t.poisson
	return math.Log2((1 + p + 2*a*q + 2*math.Sqrt(a*q*(1+p+a*q))) / (4 * a))
}

// leastDispersion is that of genes that take part in the trend.
const leastDispersion = 1e-6

// trendOf fits the trend to the dispersions of the columns by moments. If it cannot be fitted, one dispersion serves
// all.
func trendOf(x *mat.Dense, sizes []float64) (*trend, error) {
	n, d := x.Dims()
	if n < 2 {
		return nil, errors.New("the dispersion of counts needs two samples or more; take counts:size-factors")
	}
	inverse := 0.0 // mean of 1/size factor
	for _, s := range sizes {
		inverse += 1 / s / float64(n)
	}
	var means, dispersions []float64
	column := make([]float64, n)
	for j := range d {
		for i := range column {
			column[i] = x.At(i, j) / sizes[i]
		}
		mean, deviation := meanOf(column), deviationOf(column)
		if alpha := (deviation*deviation - inverse*mean) / (mean * mean); alpha > leastDispersion {
			means, dispersions = append(means, mean), append(dispersions, alpha)
		}
	}
	if len(means) == 0 {
		return nil,
			errors.New("no gene varies more than chance alone would make it; take counts:size-factors and a logarithm")
	}
	if t, ok := fitTrend(means, dispersions); ok {
		return &t, nil
	}
	return &trend{limit: trimmed(dispersions)}, nil
}

// trimmed is the mean after a thousandth of either side was dropped.
func trimmed(values []float64) float64 {
	values = append([]float64(nil), values...)
	middle(values) // sorts
	k := len(values) / 1000
	return meanOf(values[k : len(values)-k])
}

// fitTrend fits dispersion = limit + poisson/mean with errors from a gamma distribution, leaving out, at each round,
// dispersions beyond 1e-4 and 15 times the trend.
func fitTrend(means, dispersions []float64) (t trend, ok bool) {
	const rounds = 10
	t = trend{0.1, 1}
	for range rounds {
		var u, y []float64
		for i, m := range means {
			if r := dispersions[i] / (t.limit + t.poisson/m); r > 1e-4 && r < 15 {
				u, y = append(u, 1/m), append(y, dispersions[i])
			}
		}
		next, fits := gammaLine(u, y, t)
		if !fits {
			return t, false
		}
		moved := square(math.Log(next.limit/t.limit)) + square(math.Log(next.poisson/t.poisson))
		if t = next; moved < 1e-6 {
			return t, true
		}
	}
	return t, false
}

func square(x float64) float64 { return x * x }

// gammaLine is the line y = limit + poisson·u of greatest likelihood for gamma errors, by reweighted least squares. It
// reports whether both coefficients are above 0 and the deviance settled.
func gammaLine(u, y []float64, start trend) (trend, bool) {
	const rounds = 25
	t, before := start, math.Inf(1)
	for range rounds {
		var w, wu, wuu, wy, wuy float64
		for i := range u {
			mu := t.limit + t.poisson*u[i]
			k := 1 / (mu * mu)
			w += k
			wu += k * u[i]
			wuu += k * u[i] * u[i]
			wy += k * y[i]
			wuy += k * u[i] * y[i]
		}
		det := w*wuu - wu*wu
		t = trend{(wuu*wy - wu*wuy) / det, (w*wuy - wu*wy) / det}
		if !(t.limit > 0 && t.poisson > 0) {
			return t, false
		}
		deviance := 0.0
		for i := range u {
			mu := t.limit + t.poisson*u[i]
			deviance += 2 * ((y[i]-mu)/mu - math.Log(y[i]/mu))
		}
		if math.Abs(deviance-before)/(math.Abs(deviance)+0.1) < 1e-8 {
			return t, true
		}
		before = deviance
	}
	return t, false
}
