package inspect

import (
	"math"

	"example.org/espalier/inference/stat/association"
)

// testContrasts gives contrasts of rows p values. It returns for how many columns these are adjusted:
// all that can be tested, not only those in which the rows stand out. It returns 0 as soon as giveUp
// returns true.
func testContrasts(columns *association.Columns, inside []bool, giveUp func() bool, lists ...[]Contrast) int {
	p, tested := columns.Compare(inside, giveUp), 0
	if p == nil {
		return 0
	}
	for _, v := range p {
		if !math.IsNaN(v) {
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
