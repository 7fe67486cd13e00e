package observation

import (
	"math"
	"math/rand/v2"
)

// A Contrast is one of the latent numbers of a column of categories as a column of its own, for models whose items
// have one latent number each. All contrasts of a category hold the places of its levels; they are drawn together, by
// the cell of the category, see [Contrast.Cell].
type Contrast struct {
	Of    *Categories
	Index int // from 0
}

// Width implements [Column].
func (Contrast) Width() int { return 1 }

// Threshold implements [Column]: the scale of one contrast alone is not free.
func (Contrast) Threshold() bool { return false }

// Intercept implements [Column].
func (c Contrast) Intercept() float64 { return c.Of.Intercept() }

// Predict implements [Column]. A contrast alone predicts nothing: it is NaN.
func (Contrast) Predict(int, []float64, []float64) float64 { return math.NaN() }

// Cell returns the factor of all contrasts of the category.
func (c Contrast) Cell(row int, value float64) Factor { return c.Of.Factor(row, value) }

// Factor implements [Column]: the likelihood of this contrast given a cell, where the others have the same cavity
// about 0.
func (c Contrast) Factor(row int, value float64) Factor {
	cell := c.Of.Factor(row, value)
	if cell == nil {
		return nil
	}
	return contrast{c, cell}
}

type contrast struct {
	of   Contrast
	cell Factor
}

// Moments implements [Factor], of the cavity N(m, w) of this contrast and N(0, w) of the others.
func (c contrast) Moments(m, w, mean, variance []float64) float64 {
	n := c.of.Of.Width()
	room := make([]float64, 4*n)
	for k := range n {
		room[n+k] = w[0]
	}
	room[c.of.Index] = m[0]
	log := c.cell.Moments(room[:n], room[n:2*n], room[2*n:3*n], room[3*n:])
	mean[0], variance[0] = room[2*n+c.of.Index], room[3*n+c.of.Index]
	return log
}

// Draw implements [Factor]; it panics, as contrasts are drawn together.
func (contrast) Draw(_, _ []float64, _ *rand.Rand, _ []float64) {
	panic("observation: a contrast is drawn alone")
}
