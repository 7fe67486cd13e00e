package inspect

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/association"

	"gonum.org/v1/gonum/mat"
)

// testContrasts gives contrasts their p values. It returns for how many columns these are adjusted:
// all that can be tested, not only those in which the rows stand out. It takes O(d n log n), and
// returns 0 as soon as giveUp returns true.
func testContrasts(data *inference.Dataset, rows []int, giveUp func() bool, lists ...[]Contrast) int {
	n, d := data.Dims()
	group := make([]int, n)
	for _, r := range rows {
		if r >= 0 && r < n {
			group[r] = 1
		}
	}
	p, column, tested := make([]float64, d), make([]float64, n), 0
	for j := range d {
		if giveUp() {
			return 0
		}
		mat.Col(column, j, data.X)
		p[j] = association.KruskalWallis(column, group).P
		if !math.IsNaN(p[j]) {
			tested++
		}
	}
	adjusted := association.Adjust(p)
	for _, list := range lists {
		for k := range list {
			if q := adjusted[list[k].Column]; !math.IsNaN(q) {
				list[k].Tested, list[k].P = true, q
			}
		}
	}
	return tested
}
