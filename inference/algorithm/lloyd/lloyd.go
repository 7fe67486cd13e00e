// Package lloyd is the k-means algorithm. It chooses centres among the rows (Arthur and
// Vassilvitskii 2007, k-means++: the advantages of careful seeding), then alternates between moving
// each row to its nearest centre and each centre to the mean of its rows (Lloyd 1982, Least squares
// quantization in PCM). On request it also moves single rows (Hartigan and Wong 1979, Algorithm AS
// 136: a k-means clustering algorithm).
//
// Distances and means leave missing cells out, so each round lowers the sum of squares over the
// observed cells (Chi, Chi and Baraniuk 2016, k-POD: a method for k-means clustering of missing
// data).
package lloyd

import "math/rand/v2"

// Rows are the rows to cluster, immutable.
type Rows struct {
	N, P int
	// Y is n×p. A missing cell holds a stand-in, such as the mean of its column, for comparing rows
	// with one another when centres are chosen among them.
	Y []float64
	// Seen lists the columns observed in each row, nil for all.
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

// Seeds assigns each row to the nearest of count rows, chosen one after the other with probability
// proportional to the squared distance from those chosen before: O(n·p·count).
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
