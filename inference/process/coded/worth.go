package coded

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Worth returns the coded rows of a data set, each column weighted by the information of its cells on the distance of
// two rows. Trees are cut and read by these rows. A cell that is no number depends on a hidden number of variance 1,
// and v is the variance of that number's mean given the cell: of yes/no and grades that of φ about the limits of the
// levels over their shares; of a level of a category that of yes or no to it; of counts of mean m and log rates of
// variance γ² it is γ²/(γ² + 1/m). The column is multiplied by v, since near independence the information of two cells
// on the correlation of their rows is v² of that of two numbers: .41 of yes/no of equal shares, .05 where one row in
// twenty says yes. Numbers alone, or zeros and ones alone, are the cells of the data themselves.
func Worth(d *inference.Dataset) *mat.Dense {
	t := Of(d)
	if !Needed(d) {
		return t.X
	}
	n, _ := d.Dims()
	worth := make([]float64, len(t.Column()))
	for j, c := range t.codes {
		switch {
		case c.share != nil:
			for k, p := range c.share {
				worth[c.first+k] = told(p, 1-p)
			}
		case c.kind.Sort.Real():
			worth[c.first] = 1
		case c.kind.Sort == column.Count:
			worth[c.first] = toldByCounts(mat.Col(nil, j, d.X))
		default:
			worth[c.first] = told(shares(d.X, j, len(c.kind.Levels))...)
		}
	}
	for i := range n {
		row := t.X.RawRowView(i)
		for a, v := range worth {
			row[a] *= v
		}
	}
	return t.X
}

// told returns the variance of the mean of a standard normal number given its level, for ordered levels of these
// shares.
func told(share ...float64) (v float64) {
	density := func(p float64) float64 {
		if !(p > 0 && p < 1) {
			return 0
		}
		return distuv.UnitNormal.Prob(distuv.UnitNormal.Quantile(p))
	}
	below, from := 0.0, 0.0
	for _, p := range share {
		below += p
		to := density(math.Min(below, 1))
		if p > 0 {
			v += (from - to) * (from - to) / p
		}
		from = to
	}
	return v
}

// toldByCounts is told of counts, NaN where missing, by the moments of log-normal rates.
func toldByCounts(y []float64) float64 {
	n, mean, squares := 0.0, 0.0, 0.0
	for _, v := range y {
		if !math.IsNaN(v) {
			n++
			step := v - mean
			mean += step / n
			squares += step * (v - mean)
		}
	}
	if !(mean > 0) {
		return 0
	}
	over := math.Log1p(max(0, squares/n-mean) / (mean * mean))
	return over / (over + 1/mean)
}
