package leftout_test

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/expecting"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"
	"example.org/espalier/inference/process/observation"
)

// rows have a yes/no cell, a category of three levels, and a count.
var rows = [][]float64{{1, 0, 3}, {1, 0, 5}, {0, 2, 0}, {0, math.NaN(), 1}, {1, 1, 9}}

func laws() []block.Law {
	return []block.Law{block.NewBinary(.5, .7), block.NewCategories(3, .4), block.NewCounts(1.5, 1, 3)}
}

// together returns the probability of rows in one cluster, cell after cell.
func together(of [][]float64) float64 {
	log := 0.0
	for p, l := range laws() {
		stats := make([]float64, l.Width())
		for _, row := range of {
			log += l.LogNext(stats, row[p], 1)
			l.Add(stats, row[p], 1)
		}
	}
	return math.Exp(log)
}

// What is expected of a cell, averaged over all partitions with their probabilities given the whole table, is the
// ratio of sums over all partitions of the table with and without the cell.
func TestAllPartitions(t *testing.T) {
	const alpha = .8
	var all [][]int
	var weight []float64
	var place func(z []int, most int, prior float64)
	sum := func(rows [][]float64, each func(z []int, p float64)) {
		place = func(z []int, most int, prior float64) {
			if len(z) == len(rows) {
				p := prior
				for k := range most {
					var of [][]float64
					for i := range rows {
						if z[i] == k {
							of = append(of, rows[i])
						}
					}
					p *= together(of)
				}
				each(z, p)
				return
			}
			for k := range most + 1 {
				size := 0.0
				for _, o := range z {
					if o == k {
						size++
					}
				}
				if k == most {
					size = alpha
				}
				place(append(z[:len(z):len(z)], k), max(most, k+1), prior*size)
			}
		}
		place(nil, 0, 1)
	}
	total := 0.0
	sum(rows, func(z []int, p float64) {
		all, weight = append(all, z), append(weight, p)
		total += p
	})
	cellAt := func(i, p int) (float64, float64) { return rows[i][p], 1 }
	for _, at := range [][2]int{{0, 0}, {2, 1}, {3, 1}, {4, 2}} {
		cell := inference.Cell{Row: at[0], Column: at[1]}
		// As many draws of each partition as its probability says.
		const many = 20000
		var draws [][]leftout.Part
		for k, z := range all {
			if n := int(math.Round(many * weight[k] / total)); n > 0 {
				parts := leftout.NewClusters(laws(), alpha, z, cellAt).Row(cell.Row)[cell.Column]
				for range n {
					draws = append(draws, parts)
				}
			}
		}
		value := rows[cell.Row][cell.Column]
		b := leftout.Cell{Cell: cell, Value: value, Exposure: 1, Scale: 1}.Belief(draws)
		exact := func(y float64) float64 {
			with := make([][]float64, len(rows))
			for i := range rows {
				with[i] = append([]float64(nil), rows[i]...)
			}
			with[cell.Row][cell.Column] = y
			s := 0.0
			sum(with, func(_ []int, p float64) { s += p })
			return s
		}
		blank := exact(math.NaN())
		var column observation.Column = observation.NewCounts(nil, 0, 1)
		levels := 0
		switch cell.Column {
		case 0:
			column, levels = observation.YesNo{}, 2
		case 1:
			column, levels = observation.NewCategories(3), 3
		}
		got := expecting.Cell(cell, column, levels, column.Factor(cell.Row, value), value, b)
		for l, p := range got.Probabilities {
			inferencetest.Near(t, "probability", p, exact(float64(l))/blank, .004)
		}
		if math.IsNaN(value) {
			if !math.IsNaN(got.Log) {
				t.Errorf("a missing cell has a log probability of %v", got.Log)
			}
		} else {
			inferencetest.Near(t, "log", got.Log, math.Log(exact(value)/blank), .01)
		}
		if cell.Column < 2 {
			continue
		}
		below := 0.0
		for y := 0.0; y <= got.High; y++ {
			below += exact(y) / blank
			if y == got.High-1 && below >= .95+.003 || y == got.High && below < .95-.003 {
				t.Errorf("%v of 0.95 are up to %v, the quantile is %v", below, y, got.High)
			}
		}
	}
}

// A number's interval holds what Student's t says, and its log density is that.
func TestNumber(t *testing.T) {
	l := block.NewNumbers(.3, 1, 1.5, 1)
	stats := make([]float64, l.Width())
	for _, y := range []float64{.1, .9, 1.4, -.2} {
		l.Add(stats, y, 1)
	}
	parts := [][]leftout.Part{}
	for range 3000 {
		parts = append(parts, []leftout.Part{{Law: l, Stats: stats}})
	}
	b := leftout.Cell{Value: .7, Exposure: 1, Centre: 10, Scale: 2}.Belief(parts)
	got := expecting.Cell(inference.Cell{}, nil, 0, nil, 10+2*.7, b)
	inferencetest.Near(t, "log", got.Log, l.LogNext(stats, .7, 1)-math.Log(2), 1e-9)
	mass := 0.0
	const step = 1e-3
	for y := (got.Low - 10) / 2; y < (got.High-10)/2; y += step {
		mass += step * math.Exp(l.LogNext(stats, y+step/2, 1))
	}
	inferencetest.Near(t, "mass", mass, .9, .01)
	if got.HasHidden() {
		t.Errorf("%+v", got)
	}
}
