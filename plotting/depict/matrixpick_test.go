package depict

import (
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// An entry of the legend of a matrix selects its rows or its columns.
func TestLegendsOfMatricesSelect(t *testing.T) {
	for _, across := range []bool{false, true} {
		m := plotting.NewMark(ink.LegendMark)
		m.Rows = []int{2, 5}
		if across {
			m.Index = ink.AcrossLegend
		}
		matrixPick(m, func(rows, columns []int) study.Selection {
			got, none := rows, columns
			if across {
				got, none = columns, rows
			}
			if !slices.Equal(got, m.Rows) || len(none) > 0 {
				t.Errorf("across: %t; rows %v, columns %v", across, rows, columns)
			}
			return study.Selection{}
		})
	}
}
