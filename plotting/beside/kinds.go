package beside

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// shades returns what the colours of columns of several kinds stand for: each column in its own standard deviations, counts
// by log(1 + y), and levels by their place.
func shades(d *inference.Dataset) *mat.Dense {
	x := mat.DenseCopyOf(d.X)
	n, columns := d.Dims()
	for j := range columns {
		if d.KindAt(j).Sort != column.Count {
			continue
		}
		for i := range n {
			x.Set(i, j, math.Log1p(x.At(i, j)))
		}
	}
	return standardised(x)
}

// wordsOf returns what a cell of a column with levels, or of a number between limits, is called: "mid", "below 0.5"; "" for
// others.
func wordsOf(d *inference.Dataset) func(row, column int) string {
	return func(i, j int) string {
		k, x := d.KindAt(j), d.X.At(i, j)
		if k.Sort.HasLevels() && !math.IsNaN(x) {
			return k.Levels[int(x)]
		}
		limit, is := d.Limits[inference.Cell{Row: i, Column: j}]
		if !is {
			return ""
		}
		low, high := plotting.FormatDigits(d.InputAt(j, limit.Low), 4), plotting.FormatDigits(d.InputAt(j, limit.High), 4)
		switch {
		case math.IsInf(limit.Low, -1):
			return "below " + high
		case math.IsInf(limit.High, 1):
			return "above " + low
		}
		return "between " + low + " and " + high
	}
}
