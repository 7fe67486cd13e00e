package bhc

import (
	"math"

	"example.org/espalier/inference"
)

// Covariances of clusters.
const (
	diagonal = "diagonal"
	full     = "full"
)

// mostFull is the greatest number of columns of clusters with full covariances: a pair of them takes D³/6
// multiplications.
const mostFull = 50

// A scatter is the prior of clusters whose D columns of numbers depend on each other, in the units of z: their
// covariance is inverse Wishart with δ+D−1 degrees of freedom and the matrix ρ(δ−2)·I, and their mean is normal, worth
// κ₀ rows. Any of the columns alone have the same prior, with their own number for D. With D = 1 it is that of [base].
type scatter struct {
	freedom, unit, kappa float64
	all                  []int
	constant             []float64 // of all columns, by the number of rows, one more than there are
	matrix               []float64 // scratch, D×D
}

func newScatter(g *gammas, h hyper, d int) *scatter {
	s := &scatter{freedom: g.freedom, unit: h.Scale * (g.freedom - 2), kappa: h.Kappa, all: inference.UpTo(d),
		constant: make([]float64, len(g.values)+1), matrix: make([]float64, d*d)}
	for n := range s.constant {
		s.constant[n] = s.constantOf(n, d)
	}
	return s
}

// constantOf returns the terms of log m of n rows of d columns besides −(δ+d−1+n)/2·log |Λ_n|.
func (s *scatter) constantOf(n, d int) float64 {
	sum := float64(d)/2*(math.Log(s.kappa/(s.kappa+float64(n)))-float64(n)*math.Log(math.Pi)) +
		(s.freedom+float64(d)-1)/2*float64(d)*math.Log(s.unit)
	for i := range d {
		after, _ := math.Lgamma((s.freedom + float64(n+i)) / 2)
		before, _ := math.Lgamma((s.freedom + float64(i)) / 2)
		sum += after - before
	}
	return sum
}

// log is log m of the rows of two clusters together: all columns, or some of them, ascending.
func (s *scatter) log(x, y *cluster, columns []int) float64 {
	n, d, width := x.size+y.size, len(columns), len(s.all)
	share := 1 / (s.kappa + float64(n))
	m := s.matrix[:d*d]
	half := 0.0 // log |Λ_n| / 2
	for a, j := range columns {
		row := m[a*d : (a+1)*d]
		sj := x.sum[j] + y.sum[j]
		for b, k := range columns[:a+1] {
			v := x.scatter[j*width+k] + y.scatter[j*width+k] - sj*(x.sum[k]+y.sum[k])*share
			if a == b {
				v = max(v, 0) + s.unit
			}
			other := m[b*d : b*d+b]
			for c, u := range other {
				v -= row[c] * u
			}
			if a == b {
				v = math.Sqrt(max(v, math.SmallestNonzeroFloat64))
				half += math.Log(v)
				row[a] = v
			} else {
				row[b] = v / m[b*d+b]
			}
		}
	}
	constant := 0.0
	if d == width {
		constant = s.constant[n]
	} else {
		constant = s.constantOf(n, d)
	}
	return constant - (s.freedom+float64(d-1+n))*half
}

// scattered returns the products of the numbers of a row, D×D.
func scattered(z []float64) []float64 {
	out := make([]float64, len(z)*len(z))
	for j, v := range z {
		for k, w := range z {
			out[j*len(z)+k] = v * w
		}
	}
	return out
}

// next is the log density of a row of numbers z, NaN where missing, given the rows of a cluster.
func (s *scatter) next(c *cluster, z []float64, nothing *cluster) float64 {
	seen := make([]int, 0, len(z))
	one := cluster{size: 1, sum: make([]float64, len(z))}
	for j, v := range z {
		if !math.IsNaN(v) {
			seen = append(seen, j)
			one.sum[j] = v
		}
	}
	one.scatter = scattered(one.sum)
	return s.log(c, &one, seen) - s.log(c, nothing, seen)
}
