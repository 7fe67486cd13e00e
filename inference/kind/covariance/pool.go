package covariance

import (
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Pool implements inference.Pooler: the means and deviations over the draws of all chains,
// each draw counted once. Where the first chain that has a covariance shows no mean of draws,
// its own is taken.
func (c *Covariance) Pool(chains []inference.Part) inference.Part {
	var all []*Covariance
	total := 0
	for _, p := range chains {
		one, ok := p.(*Covariance)
		if !ok {
			continue
		}
		if len(all) == 0 && one.Draws == 0 {
			return one
		}
		if one.Draws > 0 && (len(all) == 0 || len(one.Columns) == len(all[0].Columns) &&
			(one.Dense == nil) == (all[0].Dense == nil)) {
			all = append(all, one)
			total += one.Draws
		}
	}
	if len(all) == 0 {
		return c
	}
	if len(all) == 1 {
		return all[0]
	}
	out := *all[0]
	d := len(out.Columns)
	out.Draws, out.Freedom = total, 0
	out.Correlation, out.Deviation = mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	if out.Dense != nil {
		out.Dense = mat.NewDense(d, d, nil)
	}
	for _, one := range all {
		w := float64(one.Draws) / float64(total)
		out.Freedom += w * one.Freedom
		add(out.Correlation, one.Correlation, w)
		if out.Dense != nil {
			add(out.Dense, one.Dense, w)
		}
	}
	for i := range d {
		for j := range d {
			square := 0.0
			for _, one := range all {
				away := one.Correlation.At(i, j) - out.Correlation.At(i, j)
				sd := one.Deviation.At(i, j)
				square += float64(one.Draws) / float64(total) * (sd*sd + away*away)
			}
			out.Deviation.Set(i, j, math.Sqrt(square))
			out.Correlation.Set(i, j, math.Max(-1, math.Min(1, out.Correlation.At(i, j))))
		}
	}
	return &out
}

// add adds w·x to m.
func add(m, x *mat.Dense, w float64) {
	d, _ := m.Dims()
	for i := range d {
		row := m.RawRowView(i)
		for j, v := range x.RawRowView(i) {
			row[j] += w * v
		}
	}
}
