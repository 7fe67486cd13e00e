// Package lloyd is the algorithm of k-means: centres chosen among the rows (Arthur and
// Vassilvitskii 2007, k-means++: the advantages of careful seeding), then rounds that
// take each row to its nearest centre and each centre to the mean of its rows (Lloyd
// 1982, Least squares quantization in PCM), and where asked moves of single rows (Hartigan
// and Wong 1979, Algorithm AS 136: a k-means clustering algorithm).
//
// Missing cells are left out of distances and means, so that the rounds lower the sum of
// squares over the cells that were observed (Chi, Chi and Baraniuk 2016, k-POD: a method
// for k-means clustering of missing data).
package lloyd

import "math/rand/v2"

// Rows are the rows to cluster, immutable.
type Rows struct {
	N, P int
	// Y is n×p. A missing cell holds what stands for it where rows are compared with one
	// another, which is where centres are chosen among them: the mean of its column, say.
	Y []float64
	// Seen are the columns observed in each row, nil for all of them.
	Seen [][]int
}

func (d Rows) row(i int) []float64 { return d.Y[i*d.P : (i+1)*d.P] }

// Distance returns the squared distance of row i from a centre over the cells observed.
func (d Rows) Distance(i int, centre []float64) float64 {
	e, y := 0.0, d.row(i)
	if d.Seen != nil && d.Seen[i] != nil {
		for _, q := range d.Seen[i] {
			v := y[q] - centre[q]
			e += v * v
		}
		return e
	}
	centre = centre[:len(y)]
	for q, v := range y {
		v -= centre[q]
		e += v * v
	}
	return e
}

// Seeds assigns each row to the nearest of count rows, chosen one after the other with
// probability proportional to the squared distance from those before: O(n·p·count).
func Seeds(d Rows, count int, rng *rand.Rand) []int {
	nearest, distance := make([]int, d.N), make([]float64, d.N)
	pick := rng.IntN(d.N)
	for s := range count {
		centre, total := d.row(pick), 0.0
		for i := range d.N {
			e := 0.0
			for q, v := range d.row(i) {
				e += (v - centre[q]) * (v - centre[q])
			}
			if s == 0 || e < distance[i] {
				nearest[i], distance[i] = s, e
			}
			total += distance[i]
		}
		u := rng.Float64() * total
		for i, e := range distance {
			if u -= e; u < 0 {
				pick = i
				break
			}
		}
	}
	return nearest
}
