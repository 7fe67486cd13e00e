package partition

import (
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Pool implements inference.Pooler: the views that the draws of all chains give together, see [NewViews]. Surprise
// is that of the mean of the probabilities.
func (v *Views) Pool(chains []inference.Part) inference.Part {
	var all []*Views
	var columns []inference.Part
	for _, c := range chains {
		if one, ok := c.(*Views); ok && len(one.Columns.Labels) == len(v.Columns.Labels) && len(one.Draws) > 0 &&
			len(one.Draws[0].Rows[0]) == len(v.Rows[0].Labels) {
			all, columns = append(all, one), append(columns, one.Columns)
		}
	}
	if len(all) < 2 {
		return v
	}
	var draws []ViewDraw
	for _, one := range all {
		draws = append(draws, inference.Spaced(one.Draws, max(1, len(v.Draws)/len(all)))...)
	}
	pooled := NewViews(v.Columns.Pool(columns).(*Partition), draws)
	for _, one := range all {
		pooled.Prior += one.Prior / float64(len(all))
	}
	pooled.Dependence, pooled.Surprise = meanDependence(all), meanSurprise(all)
	return pooled
}

// meanDependence is the mean over the chains; nil where one has none.
func meanDependence(all []*Views) *mat.Dense {
	sum := &mat.Dense{}
	for c, one := range all {
		if one.Dependence == nil {
			return nil
		}
		if c == 0 {
			sum.CloneFrom(one.Dependence)
		} else {
			sum.Add(sum, one.Dependence)
		}
	}
	sum.Scale(1/float64(len(all)), sum)
	return sum
}

// meanSurprise is that of the mean of the probabilities; nil where a chain has none.
func meanSurprise(all []*Views) *mat.Dense {
	sum := &mat.Dense{}
	for c, one := range all {
		if one.Surprise == nil {
			return nil
		}
		if c == 0 {
			sum.CloneFrom(one.Surprise)
			sum.Apply(func(_, _ int, s float64) float64 { return math.Exp(-s) }, sum)
			continue
		}
		sum.Apply(func(i, j int, p float64) float64 { return p + math.Exp(-one.Surprise.At(i, j)) }, sum)
	}
	sum.Apply(func(_, _ int, p float64) float64 {
		return min(-math.Log(p/float64(len(all))), math.MaxFloat64)
	}, sum)
	return sum
}
