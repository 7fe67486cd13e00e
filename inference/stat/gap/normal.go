package gap

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	clouds     = 39 // normal clouds that a cut is compared with
	mostBetter = 1  // of them that may be cut as well: (1 + 1)/(1 + 39) is 5 %
	mostRows   = 300
	rounds     = 30 // of 2-means, at most
)

// BeyondNormal reports whether two parts, refined by 2-means, explain more of the variance of their rows than a cut of normal clouds
// with the same covariance does, at 5 % (SigClust). side tells the part of each row. Of more than 300 rows evenly spaced ones of
// each part are taken. Clouds are cut along each of their three widest directions. rng is drawn from.
func BeyondNormal(rows [][]float64, side []bool, rng *rand.Rand) bool {
	rows, side = thinned(rows, side)
	n := len(rows)
	if n < 4 || len(rows[0]) == 0 {
		return false
	}
	x := centred(rows)
	found := explained(x, slices.Clone(side))
	spread := deviations(x)
	cloud := make([][]float64, n)
	for i := range cloud {
		cloud[i] = make([]float64, len(spread))
	}
	better := 0
	for range clouds {
		for _, r := range cloud {
			for j, s := range spread {
				r[j] = s * rng.NormFloat64()
			}
		}
		z := centred(cloud)
		for j := range min(len(spread), 3) {
			if explained(z, halves(z, j)) >= found {
				if better++; better > mostBetter {
					return false
				}
				break
			}
		}
	}
	return true
}

// thinned keeps evenly spaced rows of each part where there are too many.
func thinned(rows [][]float64, side []bool) ([][]float64, []bool) {
	n := len(rows)
	if n <= mostRows {
		return rows, side
	}
	var some [][]float64
	var of []bool
	for _, part := range []bool{true, false} {
		size := 0
		for _, s := range side {
			if s == part {
				size++
			}
		}
		keep, seen := max(min(size, 3), size*mostRows/n), 0
		for i, s := range side {
			if s != part {
				continue
			}
			if seen*keep/size != (seen+1)*keep/size {
				some, of = append(some, rows[i]), append(of, part)
			}
			seen++
		}
	}
	return some, of
}

// centred returns rows less their mean.
func centred(rows [][]float64) [][]float64 {
	mean := make([]float64, len(rows[0]))
	for _, r := range rows {
		for j, v := range r {
			mean[j] += v / float64(len(rows))
		}
	}
	out := make([][]float64, len(rows))
	for i, r := range rows {
		out[i] = make([]float64, len(r))
		for j, v := range r {
			out[i][j] = v - mean[j]
		}
	}
	return out
}

// deviations returns the standard deviations along the principal components of centred rows, widest first.
func deviations(x [][]float64) []float64 {
	n, d := len(x), len(x[0])
	k := min(n, d)
	s := mat.NewSymDense(k, nil)
	if d <= n {
		for _, r := range x {
			for a := range d {
				for b := a; b < d; b++ {
					s.SetSym(a, b, s.At(a, b)+r[a]*r[b])
				}
			}
		}
	} else {
		for a := range n {
			for b := a; b < n; b++ {
				sum := 0.0
				for j, v := range x[a] {
					sum += v * x[b][j]
				}
				s.SetSym(a, b, sum)
			}
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, false) {
		return nil
	}
	values := e.Values(nil)
	slices.Reverse(values)
	values = values[:min(len(values), n-1)]
	for i, v := range values {
		values[i] = math.Sqrt(max(v, 0) / float64(n-1))
	}
	return values
}

// halves cuts rows at their median along one column.
func halves(x [][]float64, j int) []bool {
	v := make([]float64, len(x))
	for i, r := range x {
		v[i] = r[j]
	}
	sorted := slices.Sorted(slices.Values(v))
	middle := sorted[len(sorted)/2]
	side := make([]bool, len(x))
	for i, a := range v {
		side[i] = a >= middle
	}
	return side
}

// explained returns the share of the sum of squares of centred rows that lies between two parts, which 2-means refines. side is
// changed.
func explained(x [][]float64, side []bool) float64 {
	n, d := len(x), len(x[0])
	total := 0.0
	for _, r := range x {
		for _, v := range r {
			total += v * v
		}
	}
	mean := make([]float64, d) // of the part; that of the other is −(its rows/the other's)·mean
	share := 0.0
	for range rounds {
		size := 0.0
		clear(mean)
		for i, r := range x {
			if side[i] {
				size++
				for j, v := range r {
					mean[j] += v
				}
			}
		}
		other := float64(n) - size
		if size == 0 || other == 0 {
			return share
		}
		square := 0.0
		for j := range mean {
			mean[j] /= size
			square += mean[j] * mean[j]
		}
		// Both means lie on one line through that of all rows, so distances differ by a projection.
		share = size * (1 + size/other) * square / total
		middle, changed := square*(1-size/other)/2, false
		for i, r := range x {
			dot := 0.0
			for j, v := range r {
				dot += v * mean[j]
			}
			if now := dot > middle; now != side[i] {
				side[i], changed = now, true
			}
		}
		if !changed {
			break
		}
	}
	return share
}
