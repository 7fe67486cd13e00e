package vbmfa

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// A planting is a table of round clusters of unit spread that anyone can see.
type planting struct {
	name    string
	centres func(rng *rand.Rand) [][]float64
	sizes   []int // of the clusters; the last one is that of all others
}

// seven is the distance of neighbouring centres, in standard deviations.
const seven = 7

// grid returns the centres of a×b clusters in the plane.
func grid(a, b int) func(*rand.Rand) [][]float64 {
	return func(*rand.Rand) (out [][]float64) {
		for i := range a {
			for j := range b {
				out = append(out, []float64{seven * float64(i), seven * float64(j)})
			}
		}
		return out
	}
}

// triangle returns the centres of three clusters in the plane.
func triangle(*rand.Rand) [][]float64 {
	return [][]float64{{0, 0}, {seven, 0}, {seven / 2.0, seven * math.Sqrt(0.75)}}
}

// scattered returns count centres in p dimensions of which no two are nearer than seven.
func scattered(count, p int) func(*rand.Rand) [][]float64 {
	return func(rng *rand.Rand) (out [][]float64) {
	next:
		for len(out) < count {
			c := make([]float64, p)
			for q := range c {
				c[q] = 5 * rng.NormFloat64()
			}
			for _, o := range out {
				square := 0.0
				for q := range c {
					square += (c[q] - o[q]) * (c[q] - o[q])
				}
				if square < seven*seven {
					continue next
				}
			}
			out = append(out, c)
		}
		return out
	}
}

// plantings are eleven such tables.
var plantings = []planting{
	{"2 × 2, 40 rows", grid(2, 2), []int{10}}, {"2 × 2, 120 rows", grid(2, 2), []int{30}},
	{"2 × 2, 400 rows", grid(2, 2), []int{100}},
	{"triangle, 40 rows each", triangle, []int{40}}, {"triangle, 100, 10 and 10 rows", triangle, []int{100, 10}},
	{"3 × 3, 135 rows", grid(3, 3), []int{15}}, {"3 × 3, 360 rows", grid(3, 3), []int{40}},
	{"pair, 100 and 10 rows", grid(2, 1), []int{100, 10}},
	{"four in five dimensions", scattered(4, 5), []int{30}}, {"five in ten dimensions", scattered(5, 10), []int{30}},
	{"eight in ten dimensions", scattered(8, 10), []int{30}},
}

// draw returns the rows of a planting, standardised by column, and their clusters.
func (o planting) draw(seed uint64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 34))
	centres := o.centres(rng)
	var cells []float64
	var labels []int
	for k, c := range centres {
		for range o.sizes[min(k, len(o.sizes)-1)] {
			for _, v := range c {
				cells = append(cells, v+rng.NormFloat64())
			}
			labels = append(labels, k)
		}
	}
	return standardised(mat.NewDense(len(labels), len(centres[0]), cells)), labels
}

// standardised gives all columns mean 0 and variance 1.
func standardised(x *mat.Dense) *mat.Dense {
	n, p := x.Dims()
	for q := range p {
		mean, square := 0.0, 0.0
		for i := range n {
			mean += x.At(i, q) / float64(n)
		}
		for i := range n {
			square += (x.At(i, q) - mean) * (x.At(i, q) - mean) / float64(n)
		}
		for i := range n {
			x.Set(i, q, (x.At(i, q)-mean)/math.Sqrt(square))
		}
	}
	return x
}
