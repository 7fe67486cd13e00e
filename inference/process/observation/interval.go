package observation

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/column"
)

// An Interval says that u lies between Low and High, either of which may be infinite.
type Interval struct{ Low, High float64 }

// Moments implements [Factor]: with s = √W, α = (l−m)/s and β = (h−m)/s, Z = Φ(β) − Φ(α).
func (c *Interval) Moments(m, w, mean, variance []float64) float64 {
	s := math.Sqrt(w[0])
	logZ, e, v := between((c.Low-m[0])/s, (c.High-m[0])/s)
	mean[0], variance[0] = m[0]+s*e, w[0]*v
	return logZ
}

// Draw implements [Factor].
func (c *Interval) Draw(m, w []float64, rng *rand.Rand, u []float64) {
	s := math.Sqrt(w[0])
	x := m[0] + s*drawBetween(rng, (c.Low-m[0])/s, (c.High-m[0])/s)
	u[0] = min(max(x, c.Low), c.High) // rounding may lead across a limit
}

// YesNo is a column of zeros and ones: 1 where u > 0.
type YesNo struct{}

var no, yes = &Interval{Low: math.Inf(-1)}, &Interval{High: math.Inf(1)}

// Width implements [Column].
func (YesNo) Width() int { return 1 }

// Threshold implements [Column].
func (YesNo) Threshold() bool { return true }

// Intercept implements [Column]. Where latent numbers have variance 1 this one gives each probability of yes the same
// density.
func (YesNo) Intercept() float64 { return 1 }

// Predict implements [Column].
func (YesNo) Predict(_ int, m, w []float64) float64 {
	return math.Exp(special.LogNormalCDF(m[0] / math.Sqrt(w[0])))
}

// Factor implements [Column]; the value is 0 or 1.
func (YesNo) Factor(_ int, value float64) Factor {
	switch {
	case math.IsNaN(value):
		return nil
	case value > 0:
		return yes
	}
	return no
}

// Ordered is a column of levels 0 … L−1 in order: level k where u is between the cut points k and k+1, of which the
// first and the last are infinite.
type Ordered struct {
	cuts   []float64 // L+1
	levels []Interval
}

// NewOrdered returns a column with these inner cut points, which rise.
func NewOrdered(cuts []float64) *Ordered {
	o := &Ordered{levels: make([]Interval, len(cuts)+1)}
	o.cuts = append(append(append(o.cuts, math.Inf(-1)), cuts...), math.Inf(1))
	o.limit()
	return o
}

// CutPoints returns the inner cut points for which a standard normal has the levels as often as counted, half a cell
// more for each level.
func CutPoints(counts []int) []float64 {
	total := 0.0
	for _, n := range counts {
		total += float64(n) + 0.5
	}
	var cuts []float64
	below := 0.0
	for _, n := range counts[:len(counts)-1] {
		below += float64(n) + 0.5
		cuts = append(cuts, math.Sqrt2*math.Erfinv(2*below/total-1))
	}
	return cuts
}

func (o *Ordered) limit() {
	for k := range o.levels {
		o.levels[k] = Interval{Low: o.cuts[k], High: o.cuts[k+1]}
	}
}

// Width implements [Column].
func (*Ordered) Width() int { return 1 }

// Threshold implements [Column]: the cut points fix the scale.
func (*Ordered) Threshold() bool { return false }

// Intercept implements [Column]: the cut points carry it.
func (*Ordered) Intercept() float64 { return 0 }

// Predict implements [Column].
func (o *Ordered) Predict(_ int, m, w []float64) (sum float64) {
	for _, cut := range o.cuts[1 : len(o.cuts)-1] { // a level more above each
		sum += math.Exp(special.LogNormalCDF((m[0] - cut) / math.Sqrt(w[0])))
	}
	return sum
}

// Factor implements [Column]; the value is the index of a level.
func (o *Ordered) Factor(_ int, value float64) Factor {
	if math.IsNaN(value) {
		return nil
	}
	return &o.levels[int(value)]
}

// Censored is a column of numbers of some of which only limits are known.
type Censored struct {
	Numbers
	Limit map[int]column.Interval // by row, of cells whose value is NaN
}

// Factor implements [Column]; where the value is NaN, the row's limits count.
func (c *Censored) Factor(row int, value float64) Factor {
	if limit, censored := c.Limit[row]; censored && math.IsNaN(value) {
		return &Interval{Low: limit.Low, High: limit.High}
	}
	return c.Numbers.Factor(row, value)
}
