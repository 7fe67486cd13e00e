package space

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/ink"
)

// ProjectedPoints returns the rows of a data set along two directions, given as weights of the
// columns. A missing cell counts as the mean of its column, and a number known between limits as the limit stated.
func ProjectedPoints(data *inference.Dataset, wx, wy []float64, across, up ink.Measure) *Points {
	n, _ := data.Dims()
	x := data.Stated()
	px, py, complete := make([]float64, n), make([]float64, n), make([]bool, n)
	for i := range n {
		complete[i] = true
		for j, v := range x.RawRowView(i) {
			switch {
			case wx[j] == 0 && wy[j] == 0:
			case math.IsNaN(v):
				complete[i] = false
			default:
				px[i] += wx[j] * v
				py[i] += wy[j] * v
			}
		}
	}
	return NewPoints(data.Rows, px, py, complete, across, up)
}

// LabelEllipses returns the mean and covariance of the rows of each class; class −1 is none. One or
// two rows have no extent of their own.
func LabelEllipses(p *Points, class []int) []Ellipse {
	count := 0
	for _, k := range class {
		count = max(count, k+1)
	}
	list := make([]Ellipse, count)
	for k := range list {
		list[k].Name = fmt.Sprintf("cluster %d", k+1)
	}
	for i, k := range class {
		if k >= 0 {
			list[k].Size++
			list[k].X += p.X[i]
			list[k].Y += p.Y[i]
		}
	}
	for k := range list {
		n := math.Max(1, list[k].Size)
		list[k].X, list[k].Y = list[k].X/n, list[k].Y/n
	}
	for k := range list {
		list[k].Few = list[k].Size < 3 // two rows span a line
	}
	for i, k := range class {
		if k >= 0 {
			e := &list[k]
			dx, dy, n := p.X[i]-e.X, p.Y[i]-e.Y, math.Max(1, e.Size-1)
			e.XX += dx * dx / n
			e.XY += dx * dy / n
			e.YY += dy * dy / n
		}
	}
	return list
}
