// Package observationtest helps to test samplers of tables of several kinds: a column of each kind, and cells drawn
// from latent numbers.
package observationtest

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/observation"
)

// A Seen column draws a cell given its latent numbers. Column is nil for numbers, which are their own latent numbers.
type Seen struct {
	Column observation.Column
	See    func(row int, u []float64, rng *rand.Rand) float64
}

// DrawParameters draws the parameters of the columns that learn from their prior: grades of three levels, counts, and
// numbers with outliers.
func DrawParameters(columns []Seen, rng *rand.Rand) {
	for _, c := range columns {
		switch l := c.Column.(type) {
		case *observation.Ordered:
			a, b := rng.NormFloat64(), rng.NormFloat64()
			l.SetParameters([]float64{min(a, b), max(a, b)})
		case *observation.Counts:
			l.SetParameters([]float64{.4, math.Abs(rng.NormFloat64())})
		case *observation.Robust:
			l.SetParameters([]float64{math.Abs(rng.NormFloat64())})
		}
	}
}

// EveryKind are a number, yes/no, a category of three, levels in order, counts with exposures of five rows, and
// numbers up to a limit, and numbers with outliers. Cells beyond the limit are kept by the column, so that each
// test needs columns of its own.
func EveryKind() []Seen {
	offset, limits := []float64{0, .5, -.4, 1, .2}, map[int]column.Interval{}
	robust := observation.NewRobust(nil)
	grades, counts := observation.NewOrdered([]float64{-.5, .6}), observation.NewCounts(offset, .4, .1)
	return []Seen{
		{},
		{observation.YesNo{}, func(_ int, u []float64, _ *rand.Rand) float64 {
			if u[0] > 0 {
				return 1
			}
			return 0
		}},
		{observation.NewCategories(3), func(_ int, u []float64, _ *rand.Rand) float64 {
			a, b := u[0]/math.Sqrt2, u[1]/math.Sqrt(6)
			utilities := []float64{a + b, b - a, -2 * b}
			return float64(slices.Index(utilities, slices.Max(utilities)))
		}},
		{grades, func(_ int, u []float64, _ *rand.Rand) (level float64) {
			for _, cut := range grades.Parameters() {
				if u[0] > cut {
					level++
				}
			}
			return level
		}},
		{counts, func(row int, u []float64, rng *rand.Rand) float64 {
			p := counts.Parameters()
			rate := math.Exp(min(offset[row]+p[0]+p[1]*u[0], 690))
			if rate > 1e4 { // so large that its distribution hardly matters
				return math.Round(rate + math.Sqrt(rate)*rng.NormFloat64())
			}
			y := 0.
			for left := rate - rng.ExpFloat64(); left > 0; left -= rng.ExpFloat64() {
				y++
			}
			return y
		}},
		{&observation.Censored{Limit: limits}, func(row int, u []float64, _ *rand.Rand) float64 {
			delete(limits, row)
			if u[0] > .8 {
				limits[row] = column.Interval{Low: .8, High: math.Inf(1)}
				return math.NaN()
			}
			return u[0]
		}},
		{robust, func(_ int, u []float64, rng *rand.Rand) float64 {
			square := 0.
			for range 4 {
				v := rng.NormFloat64()
				square += v * v / 4
			}
			return u[0] + robust.Parameters()[0]*rng.NormFloat64()/math.Sqrt(square)
		}},
	}
}
