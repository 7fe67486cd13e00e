package nsfa

import (
	"math"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/stat/distuv"
)

// The density of a cell is the mean of normal densities over the kept draws, and its mean theirs.
func TestLogCellsWrittenOut(t *testing.T) {
	_, data := connectivity(4)
	c := settledChain(t, Model{}, data, nil, 12, 1)
	var cells []inference.Cell
	var values []float64
	for i := range 30 {
		cells = append(cells, inference.Cell{Row: i % 10, Column: 3 * i})
		values = append(values, 0.3*float64(i)-4) // some far out, where the square decides
	}
	got, mean, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	draws := c.draws.After(c.iteration)
	for i, cell := range cells {
		density, average := 0.0, 0.0
		for _, d := range draws {
			at := c.state.Offset(cell.Column)
			for k, items := range d.Factors.Items {
				for j, item := range items {
					if int(item) == cell.Column {
						at += float64(d.Factors.Values[k][j]) * float64(d.Factors.Activities[k][cell.Row])
					}
				}
			}
			average += at / float64(len(draws))
			density += distuv.Normal{Mu: at,
				Sigma: math.Sqrt(float64(d.Factors.Noise[cell.Column]))}.Prob(values[i]) / float64(len(draws))
		}
		if !(math.Abs(math.Exp(got[i])-density) <= 1e-9*(1+density)) {
			t.Errorf("cell %v: density %v, want %v", cell, math.Exp(got[i]), density)
		}
		if !(math.Abs(mean[i]-average) <= 1e-9*(1+math.Abs(average))) {
			t.Errorf("cell %v: mean %v, want %v", cell, mean[i], average)
		}
	}
}
