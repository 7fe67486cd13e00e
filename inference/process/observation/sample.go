package observation

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Unseen returns a table of one row whose cells are missing, of columns of these kinds before any cell is seen: a
// standard normal latent number has all grades equally often, and log rates of counts are their latent numbers. It
// panics for counts that have exposures.
func Unseen(kinds []column.Kind) *Table {
	x := mat.NewDense(1, len(kinds), nil)
	for j := range kinds {
		x.Set(0, j, math.NaN())
	}
	columns, err := Of(&inference.Dataset{X: x, Kinds: kinds})
	if err != nil {
		panic(err)
	}
	if columns == nil {
		columns = make([]Column, len(kinds))
	}
	return NewTable(x, columns)
}

// Intercepts adds to each column of latent numbers, rows × [Table.Width], an intercept from the prior of its kind.
func (t *Table) Intercepts(u *mat.Dense, rng *rand.Rand) {
	n, _ := u.Dims()
	for a := range t.Width() {
		c := t.Columns[t.Column(a)]
		if c == nil || !(c.Intercept() > 0) {
			continue
		}
		base := math.Sqrt(c.Intercept()) * rng.NormFloat64()
		for i := range n {
			u.Set(i, a, u.At(i, a)+base)
		}
	}
}

// Sample draws cells, rows × columns, given the latent numbers behind them, rows × [Table.Width], of which numbers are
// their own.
func (t *Table) Sample(u *mat.Dense, rng *rand.Rand) *mat.Dense {
	n, _ := u.Dims()
	x := mat.NewDense(n, len(t.Columns), nil)
	for i := range n {
		for j, c := range t.Columns {
			low, high := t.Of(j)
			if latent := u.RawRowView(i)[low:high]; c == nil {
				x.Set(i, j, latent[0])
			} else {
				x.Set(i, j, c.Sample(i, latent, rng))
			}
		}
	}
	return x
}

// Sample implements [Column].
func (YesNo) Sample(_ int, u []float64, _ *rand.Rand) float64 {
	if u[0] > 0 {
		return 1
	}
	return 0
}

// Sample implements [Column].
func (o *Ordered) Sample(_ int, u []float64, _ *rand.Rand) float64 {
	level := 0
	for _, cut := range o.cuts[1 : len(o.cuts)-1] {
		if u[0] > cut {
			level++
		}
	}
	return float64(level)
}

// Sample implements [Column].
func (c *Categories) Sample(row int, u []float64, _ *rand.Rand) float64 {
	return c.Predict(row, u, nil)
}

// Sample implements [Column]. Rates stop at [mostCount].
func (c *Counts) Sample(row int, u []float64, rng *rand.Rand) float64 {
	eta := c.a + c.g*u[0]
	if c.offset != nil {
		eta += c.offset[row]
	}
	rate := min(math.Exp(eta), mostCount)
	if !(rate > 0) {
		return 0
	}
	return distuv.Poisson{Lambda: rate, Src: rng}.Rand()
}

// Sample implements [Column].
func (n Numbers) Sample(_ int, u []float64, rng *rand.Rand) float64 {
	if n.Variance == 0 {
		return u[0]
	}
	return u[0] + math.Sqrt(n.Variance)*rng.NormFloat64()
}

// Sample implements [Column].
func (r *Robust) Sample(_ int, u []float64, rng *rand.Rand) float64 {
	w := special.GammaDraw(rng, freedom/2) / (freedom / 2)
	return r.centre + r.scale*(u[0]+r.tau*rng.NormFloat64()/math.Sqrt(w))
}

// Sample implements [Column]: one contrast of a category says nothing of a cell.
func (Contrast) Sample(int, []float64, *rand.Rand) float64 { return math.NaN() }
